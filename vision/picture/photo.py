"""Photographs from files: the way up the camera meant, bounded in size, and a plain sentence when there is none."""

import io
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

MOST_BYTES = 80_000_000  # of a file
MOST_PIXELS = 60_000_000  # of a picture: 60 megapixels are 180 MB
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF", "MPO")


class PhotoError(ValueError):
    """A file that is no usable photograph. The text says what it is and what to do."""


def load_photo(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, (H, W, 3) BGR, turned as its EXIF says. Raises PhotoError."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise PhotoError(f"{path}: a folder; name the pictures in it")
        if size == 0:
            raise PhotoError(f"{path}: the file is empty; take the picture again")
        if size > MOST_BYTES:
            raise PhotoError(
                f"{path}: {size / 1e6:.0f} MB are too many; save it smaller than {MOST_BYTES / 1e6:.0f} MB"
            )
        data = path.read_bytes()
    except OSError as error:
        raise PhotoError(f"{path}: cannot be read ({error.strerror}); check the name") from None
    try:
        return decode_photo(data)
    except PhotoError as error:
        raise PhotoError(f"{path}: {error}") from None


def decode_photo(data: bytes) -> NDArray[np.uint8]:
    """The picture in the bytes of a file; as `load_photo`, its errors without a name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(io.BytesIO(data), formats=KINDS) as opened:
                wide, tall = opened.size
                if wide * tall > MOST_PIXELS:
                    raise PhotoError(
                        f"{wide} x {tall} pixels are too many; save it with at most {MOST_PIXELS // 10**6} megapixels"
                    )
                if getattr(opened, "is_animated", False) and opened.format != "MPO":
                    raise PhotoError("a moving picture; give a single one, or use `fifthseat watch`")
                upright = ImageOps.exif_transpose(opened)
                if upright.mode.startswith(("I", "F")):
                    raise PhotoError("more than 8 bits a colour; save it as an ordinary JPEG or PNG")
                rgb = np.asarray(upright.convert("RGB"))
        except PhotoError:
            raise
        except Image.DecompressionBombError:
            raise PhotoError(f"far too many pixels; save it with at most {MOST_PIXELS // 10**6} megapixels") from None
        except UnidentifiedImageError:
            raise PhotoError("not a picture this program knows; save it as JPEG or PNG") from None
        except (
            OSError,
            SyntaxError,
            ValueError,
            EOFError,
            MemoryError,
            IndexError,
            TypeError,
            KeyError,
            OverflowError,
        ):
            raise PhotoError("the file is torn or damaged; copy it again from the camera") from None
    return np.ascontiguousarray(rgb[:, :, ::-1])
