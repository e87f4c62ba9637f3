"""Photographs from files: the way up the camera meant, bounded in size, and a plain sentence when there is none."""

import io
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

MOST_PIXELS = 40_000_000  # of a picture: a small file can claim any number, and 40 megapixels are 160 MB to hold
MOST_BYTES = 2 * MOST_PIXELS  # of a file: more than any camera's JPEG takes for a pixel
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # by the number in the EXIF
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")  # a JPEG of several pictures, MPO, is opened as one
HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")  # how its files name themselves


class PhotoError(ValueError):
    """A file that is no usable photograph. The text says what it is and what to do."""


def load_photo(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, (H, W, 3) BGR, turned as its EXIF says. Raises PhotoError."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise PhotoError(f"{path}: a folder; name the pictures in it")
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


def decode_photo(data: bytes, longest_px: int | None = None) -> NDArray[np.uint8]:
    """The picture in the bytes of a file; as `load_photo`, its errors without a name.

    A picture that is longer than `longest_px` is made smaller while it is read. However small the file, no more memory
    is taken than two pictures of `MOST_PIXELS` need.
    """
    if not data:
        raise PhotoError("the file is empty; take the picture again")
    if data[4:8] == b"ftyp" and data[8:12] in HEIC:
        raise PhotoError(
            "a HEIC picture, as iPhones keep them; save it as JPEG or PNG, or set the phone to JPEG (Settings, Camera,"
            " Formats, Most Compatible) and take it again"
        )
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
                if opened.mode.startswith(("I", "F")):
                    raise PhotoError("more than 8 bits a colour; save it as an ordinary JPEG or PNG")
                return _upright_bgr(opened, longest_px)
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


def _upright_bgr(opened: Image.Image, longest_px: int | None) -> NDArray[np.uint8]:
    """The pixels, (H, W, 3) BGR, each step's picture dropped as soon as the next has been made of it."""
    turned = opened.getexif().get(ExifTags.Base.Orientation, 1)
    if longest_px is not None:
        opened.draft("RGB", (longest_px, longest_px))  # a JPEG is then decoded at a half or a quarter of its size
    opened.load()
    picture: Image.Image = opened
    if longest_px is not None and max(picture.size) > longest_px:
        picture = picture.convert("RGB") if picture.mode not in ("RGB", "L") else picture
        scale = longest_px / max(picture.size)
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        picture = picture.resize(size, Image.Resampling.BOX)
        opened.close()
    if turned in _TURNS:
        picture = picture.transpose(_TURNS[turned])
    if picture.mode != "RGB":
        picture = picture.convert("RGB")
    rgb = np.asarray(picture)
    return np.ascontiguousarray(rgb[:, :, ::-1])
