import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vision.picture.photo import LARGEST, MOST_PIXELS, PhotoError, decode_photo, load_photo, open_photo


def write(path: Path, picture: Image.Image, **how: Any) -> Path:
    picture.save(path, **how)
    return path


def test_a_photograph_comes_blue_first(tmp_path: Path) -> None:
    path = write(tmp_path / "a.png", Image.new("RGB", (6, 4), (10, 20, 30)))
    image = load_photo(path)
    assert image.shape == (4, 6, 3)
    assert image[0, 0].tolist() == [30, 20, 10]


@pytest.mark.parametrize(("turn", "shape"), [(1, (4, 6, 3)), (3, (4, 6, 3)), (6, (6, 4, 3)), (8, (6, 4, 3))])
def test_a_photograph_is_turned_the_way_the_camera_was_held(tmp_path: Path, turn: int, shape: tuple[int, ...]) -> None:
    exif = Image.Exif()
    exif[274] = turn
    path = write(tmp_path / "a.jpg", Image.new("RGB", (6, 4), (200, 200, 200)), exif=exif)
    assert load_photo(path).shape == shape


def test_a_torn_file_is_told_in_a_sentence_wherever_it_is_torn(tmp_path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (64, 64, 3)).astype(np.uint8)
    data = write(tmp_path / "a.jpg", Image.fromarray(noise)).read_bytes()
    for cut in range(0, len(data) - 2, 97):
        with pytest.raises(PhotoError):
            decode_photo(data[:cut])


def test_bytes_at_random_are_an_error_and_nothing_worse() -> None:
    rng = np.random.default_rng(1)
    heads = (b"", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF\x00\x00\x00\x00WEBP", b"BM", b"II*\x00", b"GIF89a")
    for k in range(140):
        with pytest.raises(PhotoError):
            decode_photo(heads[k % len(heads)] + rng.bytes(int(rng.integers(0, 400))))


def test_what_is_no_picture_at_all_is_not_called_torn() -> None:
    for data in (b"notes of an evening", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"):
        with pytest.raises(PhotoError, match="save it as JPEG or PNG"):
            decode_photo(data)


def test_what_a_telephone_sends_by_mistake_is_called_what_it_is() -> None:
    for data, says in ((b"", "the file is empty"), (b"\0\0\0\x24ftypheix\0\0\0\0mif1", "a HEIC picture, as iPhones")):
        with pytest.raises(PhotoError, match=says):
            decode_photo(data)


def test_an_empty_file_a_folder_and_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    for path, says in [
        (tmp_path / "empty.jpg", "empty"),
        (tmp_path, "folder"),
        (tmp_path / "no.jpg", "check the name"),
    ]:
        with pytest.raises(PhotoError, match=says):
            load_photo(path)


def test_a_moving_picture_is_refused(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (8, 8), (k, 0, 0)) for k in (0, 90, 200)]
    path = write(tmp_path / "a.webp", frames[0], save_all=True, append_images=frames[1:], duration=50)
    with pytest.raises(PhotoError, match="moving"):
        load_photo(path)


def test_a_picture_with_too_many_pixels_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    side = int(MOST_PIXELS**0.5) + 10
    path = write(tmp_path / "a.png", Image.new("1", (side, side)))
    assert path.stat().st_size < 100_000
    with pytest.raises(PhotoError, match="too many"):
        load_photo(path)


def test_a_telephone_s_largest_photograph_is_looked_at_smaller(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[274] = 6
    picture = Image.new("L", (9248, 6936))  # 64 megapixels
    picture.paste(200, (0, 0, 4624, 3468))
    photo = open_photo(write(tmp_path / "a.jpg", picture, exif=exif))
    assert photo.size_wh == (6936, 9248)
    high, wide = photo.image.shape[:2]
    assert LARGEST / 4 < high * wide < 1.01 * LARGEST
    assert wide / high == pytest.approx(6936 / 9248, 1e-3)
    lit = np.argwhere(photo.image[:, :, 0] > 100)[:, ::-1]
    corners = photo.in_file(np.array([lit.min(0), lit.max(0)], np.float32))
    assert np.abs(corners - [[3468, 0], [6936, 4624]]).max() < 4


def test_a_large_jpeg_that_must_be_unpacked_whole_is_refused(tmp_path: Path) -> None:
    side = int(MOST_PIXELS**0.5) + 10
    with pytest.raises(PhotoError, match="too many"):
        load_photo(write(tmp_path / "a.jpg", Image.new("L", (side, side)), progressive=True))


@pytest.mark.parametrize("turn", range(1, 9))
def test_every_way_to_hold_a_camera_ends_upright(tmp_path: Path, turn: int) -> None:
    upright = np.arange(24, dtype=np.uint8).reshape(4, 6) * 10
    held = {
        1: upright,
        2: upright[:, ::-1],
        3: upright[::-1, ::-1],
        4: upright[::-1],
        5: upright.T,
        6: np.rot90(upright, 1),
        7: np.rot90(upright, 2).T,
        8: np.rot90(upright, -1),
    }[turn]
    exif = Image.Exif()
    exif[274] = turn
    path = write(tmp_path / "a.png", Image.fromarray(np.ascontiguousarray(held)), exif=exif)
    assert np.array_equal(load_photo(path)[:, :, 0], upright)


@pytest.mark.parametrize("kind", ["jpg", "png"])
def test_a_long_picture_is_made_smaller_and_looks_the_same(tmp_path: Path, kind: str) -> None:
    ramp = np.linspace(0, 250, 1200)[None, :, None].repeat(400, 0).repeat(3, 2).astype(np.uint8)
    small = decode_photo(write(tmp_path / f"a.{kind}", Image.fromarray(ramp)).read_bytes(), 300)
    assert small.shape == (100, 300, 3)
    assert np.abs(small[50, :, 0] - np.linspace(0, 250, 300)).max() < 4
    assert decode_photo((tmp_path / f"a.{kind}").read_bytes()).shape == ramp.shape


MEASURE = """
import resource, sys
from vision.picture.photo import PhotoError, decode_photo
data = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    decode_photo(data, int(sys.argv[2]) or None)
except PhotoError as error:
    print(error, file=sys.stderr)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.parametrize(("side", "longest", "most_mb"), [(8660, 0, 30), (6300, 3200, 220), (6300, 0, 220)])
def test_a_small_file_takes_no_more_memory_than_a_real_photograph(
    tmp_path: Path, side: int, longest: int, most_mb: int
) -> None:
    path = write(tmp_path / "a.png", Image.new("RGBA", (side, side), (20, 200, 30, 255)))
    assert path.stat().st_size < 500_000
    assert took_mb(path, longest) <= most_mb


def test_a_photograph_of_200_megapixels_takes_no_more_memory_than_a_usual_one(tmp_path: Path) -> None:
    assert took_mb(write(tmp_path / "a.jpg", Image.new("L", (16320, 12240))), 0) <= 100


def took_mb(path: Path, longest: int) -> int:
    """What reading a file takes at most."""
    run = [sys.executable, "-c", MEASURE, str(path), str(longest)]
    return int(subprocess.run(run, capture_output=True, text=True, check=True).stdout)
