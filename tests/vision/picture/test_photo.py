from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.picture.photo import MOST_PIXELS, PhotoError, decode_photo, load_photo


def write(path: Path, picture: Image.Image, **how: object) -> Path:
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
