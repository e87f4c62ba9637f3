"""Photographs from files: the way up the camera meant, bounded in size, and a plain sentence when there is none."""

import io
import warnings
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, UnidentifiedImageError

MOST_PIXELS = 40_000_000  # of a picture: a small file can claim any number, and 40 megapixels are 160 MB to hold
LARGEST = 16_000_000  # pixels of a photograph as it is looked at: a usual one of 12 megapixels, and a little
LARGEST_JPEG = 2 * 2 * 2 * MOST_PIXELS  # pixels: it can be unpacked at a quarter of its width and height
MOST_BYTES = 2 * MOST_PIXELS  # of a file: more than any camera's JPEG takes for a pixel
Image.MAX_IMAGE_PIXELS = LARGEST_JPEG  # by itself Pillow opens none of more than 178 megapixels
_TURNS = {2: (1, -1), 3: (-1, -1), 4: (-1, 1), 5: (1, 1), 6: (1, -1), 7: (-1, -1), 8: (-1, 1)}
"""The steps down and across by which a picture comes upright, by the number in its EXIF,"""
_ON_ITS_SIDE = frozenset({5, 6, 7, 8})  # ... once its rows have become columns
KINDS = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")  # a JPEG of several pictures, MPO, is opened as one
HEIC = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")  # how its files name themselves


class PhotoError(ValueError):
    """A file that is no usable photograph. The text says what it is and what to do."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph as it is looked at, (H, W, 3) BGR, and its size (width, height) in the file, which may be larger."""

    image: NDArray[np.uint8]
    size_wh: tuple[int, int]

    def in_file(self, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Points (..., 2) of the image in pixels of the file."""
        scale = np.array(self.size_wh) / np.array(self.image.shape[1::-1])
        return np.asarray((quads + 0.5) * scale - 0.5, np.float32)


def open_photo(path: Path) -> Photo:
    """The photograph in a file, turned as its EXIF says, made smaller where it has more than `LARGEST` pixels. Raises
    PhotoError."""
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
        return _decoded(data, None)
    except PhotoError as error:
        raise PhotoError(f"{path}: {error}") from None


def load_photo(path: Path) -> NDArray[np.uint8]:
    """The picture of `open_photo`, (H, W, 3) BGR."""
    return open_photo(path).image


def decode_photo(data: bytes, longest_px: int | None = None) -> NDArray[np.uint8]:
    """The picture in the bytes of a file; as `load_photo`, its errors without a name.

    A picture that is longer than `longest_px`, or has more than `LARGEST` pixels, is made smaller while it is read.
    However small the file, no more memory is taken than two pictures of `MOST_PIXELS` need.
    """
    return _decoded(data, longest_px).image


def _decoded(data: bytes, longest_px: int | None) -> Photo:
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
                most = LARGEST_JPEG if opened.format in ("JPEG", "MPO") and _in_one_pass(data) else MOST_PIXELS
                if wide * tall > most:
                    raise PhotoError(f"{wide} x {tall} pixels are too many; {_smaller()}")
                if getattr(opened, "is_animated", False) and opened.format != "MPO":
                    raise PhotoError("a moving picture; give a single one, or use `fifthseat watch`")
                if opened.mode.startswith(("I", "F")):
                    raise PhotoError("more than 8 bits a colour; save it as an ordinary JPEG or PNG")
                return _upright_bgr(opened, longest_px)
        except PhotoError:
            raise
        except Image.DecompressionBombError:
            raise PhotoError(f"far too many pixels; {_smaller()}") from None
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


def _smaller() -> str:
    return f"save it with at most {MOST_PIXELS // 10**6} megapixels"


def _in_one_pass(data: bytes) -> bool:
    """Whether a JPEG comes row by row, as cameras write it, so that it can be made smaller while it is unpacked: all of
    its colours in one scan. Of any other the whole is held, however small it is wanted."""
    at, colours = 2, 0
    while data[at : at + 1] == b"\xff" and at + 9 < len(data):
        marker = data[at + 1]
        if marker in (0xC0, 0xC1):  # the frame of a JPEG that is not progressive
            colours = data[at + 9]
        elif marker == 0xDA:
            return data[at + 4] == colours
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return False


def _upright_bgr(opened: Image.Image, longest_px: int | None) -> Photo:
    """The picture, unpacked no larger than need be."""
    turned = opened.getexif().get(ExifTags.Base.Orientation, 1)
    whole = opened.size
    size = _size_within(whole, longest_px)
    part = _unpacked_at(whole, size)
    opened.draft("RGB", (whole[0] // part, whole[1] // part))
    opened.load()
    bgr = _in_strips(opened, (min(size[0], opened.width), min(size[1], opened.height)))
    opened.close()
    if turned in _TURNS:
        down, across = _TURNS[turned]
        bgr = (bgr.swapaxes(0, 1) if turned in _ON_ITS_SIDE else bgr)[::down, ::across]
    return Photo(np.ascontiguousarray(bgr), whole[::-1] if turned in _ON_ITS_SIDE else whole)


def _size_within(whole: tuple[int, int], longest_px: int | None) -> tuple[int, int]:
    """The size at which a picture is looked at."""
    wide, tall = whole
    scale = (LARGEST / (wide * tall)) ** 0.5
    scale = scale if longest_px is None else min(scale, longest_px / max(whole))
    return (max(1, round(wide * scale)), max(1, round(tall * scale))) if scale < 1 else whole


def _unpacked_at(whole: tuple[int, int], size: tuple[int, int]) -> int:
    """The part of its size at which a JPEG is unpacked that is wanted at `size`: no smaller, unless more than
    `MOST_PIXELS` would be held."""
    parts = (1, 2, 4, 8)
    wanted = max(part for part in parts if part == 1 or all(w >= part * s for w, s in zip(whole, size, strict=True)))
    return next(p for p in parts if p >= wanted and whole[0] * whole[1] <= MOST_PIXELS * p * p)


def _in_strips(picture: Image.Image, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture at that size, (H, W, 3) BGR: a strip at a time, for whole it would be held thrice."""
    wide, tall = size
    bgr = np.empty((tall, wide, 3), np.uint8)
    high = ceil(tall**0.5)
    for top in range(0, tall, high):
        rows = min(high, tall - top)
        begins, ends = (row * picture.height / tall for row in (top, top + rows))
        strip = picture.crop((0, int(begins), picture.width, ceil(ends))).convert("RGB")
        box = (0, begins - int(begins), picture.width, min(ends - int(begins), strip.height))
        bgr[top : top + rows] = np.asarray(strip.resize((wide, rows), Image.Resampling.BOX, box))[:, :, ::-1]
    return bgr
