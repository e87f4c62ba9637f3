"""One picture of the table and when it was taken."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Image

"""(H, W, 3), blue green red."""

SHRINK = 8  # the gate looks at an eighth of each side: enough for a tile, cheap enough for every frame


@dataclass(frozen=True, slots=True)
class Frame:
    """`time_s` is monotonic, in seconds from the start of the source."""

    time_s: float
    image: Image

    @property
    def small(self) -> Image:
        """(H/8, W/8) grey, for telling whether anything moved."""
        rows, columns = (max(1, side // SHRINK) for side in self.image.shape[:2])
        whole = self.image[: rows * SHRINK, : columns * SHRINK]
        # averaging whole blocks takes a dim room's noise out before anything is compared
        return np.asarray(
            cv2.cvtColor(cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        )


@dataclass(frozen=True, slots=True)
class EncodedFrame:
    """A JPEG as the camera sent it; decoded in full only when somebody looks closely.

    Raises ValueError on `image` or `small` where the bytes are no picture (a torn frame).
    """

    time_s: float
    jpeg: bytes
    _decoded: list[Image] = field(default_factory=list, repr=False, compare=False)

    @property
    def image(self) -> Image:
        if not self._decoded:
            self._decoded.append(decode(self.jpeg, cv2.IMREAD_COLOR))
        return self._decoded[0]

    @property
    def small(self) -> Image:
        """(H/8, W/8) grey, straight from the JPEG's own eighth-size reading."""
        return decode(self.jpeg, cv2.IMREAD_REDUCED_GRAYSCALE_8)


Picture = Frame | EncodedFrame


def decode(data: bytes, how: int) -> Image:
    """A picture from the bytes of a file. Raises ValueError where they are none, or claim more pixels than can be."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how) if data else None
    except cv2.error as problem:
        raise ValueError("The camera sent a torn picture.") from problem
    if picture is None:
        raise ValueError("The camera sent a torn picture.")
    return np.asarray(picture, np.uint8)
