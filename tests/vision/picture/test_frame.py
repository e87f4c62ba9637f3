import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.picture.frame import SHRINK, EncodedFrame, Frame


def scene(high: int = 240, wide: int = 320) -> Image:
    picture = np.full((high, wide, 3), (60, 110, 70), np.uint8)
    cv2.rectangle(picture, (80, 64), (160, 160), (230, 240, 240), -1)
    return picture


def jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


@pytest.mark.parametrize(
    ("high", "wide"), [(240, 320), (241, 327), (1080, 1920), (5, 9)], ids=["even", "odd", "full", "tiny"]
)
def test_the_small_picture_is_an_eighth_of_each_side(high: int, wide: int) -> None:
    small = Frame(0.0, scene(high, wide)).small
    assert small.shape == (max(1, high // SHRINK), max(1, wide // SHRINK))
    assert small.dtype == np.uint8


def test_the_small_picture_averages_the_noise_away() -> None:
    rng = np.random.default_rng(3)
    noisy = np.clip(scene() + rng.normal(0, 16, (240, 320, 3)), 0, 255).astype(np.uint8)
    quiet = Frame(0.0, scene()).small.astype(int)
    assert np.abs(Frame(0.0, noisy).small.astype(int) - quiet).max() <= 8


def test_a_jpeg_decodes_to_the_picture_and_only_once() -> None:
    frame = EncodedFrame(1.5, jpeg(scene()))
    assert frame.image.shape == (240, 320, 3)
    assert np.abs(frame.image.astype(int) - scene()).mean() < 4
    assert frame.image is frame.image


def test_both_kinds_of_frame_have_nearly_the_same_small_picture() -> None:
    plain, coded = Frame(0.0, scene()).small, EncodedFrame(0.0, jpeg(scene())).small
    assert plain.shape == coded.shape
    assert np.abs(plain.astype(int) - coded.astype(int)).mean() < 4


def test_a_head_that_claims_more_pixels_than_can_be_is_torn() -> None:
    data = bytearray(jpeg(scene()))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = (40_000).to_bytes(2, "big") * 2
    with pytest.raises(ValueError, match="torn picture"):
        _ = EncodedFrame(0.0, bytes(data)).image


@pytest.mark.parametrize("data", [b"", b"no picture", jpeg(scene())[:300]], ids=["empty", "other bytes", "only a head"])
def test_torn_bytes_raise_on_every_look(data: bytes) -> None:
    frame = EncodedFrame(0.0, data)
    with pytest.raises(ValueError, match="torn picture"):
        _ = frame.small
    with pytest.raises(ValueError, match="torn picture"):
        _ = frame.image
