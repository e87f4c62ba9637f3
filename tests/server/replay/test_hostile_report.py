"""A report from anywhere: whatever is in the file, it is played within bounds or refused with a sentence."""

import copy
import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from server.replay.report import MOST_PICTURES, ReportCamera
from tests.server.replay.test_report import evening, file, pictures
from vision.picture.camera import CameraLost

Parts = dict[str, bytes]
Told = dict[str, Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return file(evening(), pictures()[:3], tmp_path_factory.mktemp("report")).read_bytes()


@pytest.fixture(scope="module")
def parts(whole: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(whole)) as read:
        return {name: read.read(name) for name in read.namelist()}


def packed(parts: Parts, path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as out:
        for name, content in parts.items():
            out.writestr(name, content)
    return path


def played(path: Path) -> int:
    """How many frames there are. Raises CameraLost."""
    camera = ReportCamera(path)
    try:
        return sum(1 for _ in camera.frames())
    finally:
        camera.close()


def in_first(**change: Any) -> Callable[[Told], Any]:
    return lambda told: told["pictures"][0].update(change)


def in_log(**change: Any) -> Callable[[Told], Any]:
    return lambda told: told["log"][0].update(change)


def sized(wide: int, high: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.zeros((high, wide, 3), np.uint8))[1].tobytes())


@pytest.mark.parametrize(
    "change",
    [
        in_first(time_s="nan"),
        in_first(time_s="inf"),
        in_first(time_s=[]),
        in_first(table=10**400),
        in_first(table=7),
        in_first(box=[0, 0, 10**400, 5]),
        in_first(box=[5, 5, 5, 5]),
        in_first(box="0055"),
        in_first(file="pictures/none.jpg"),
        in_first(file="../../etc/passwd"),
        in_first(stage="dancing"),
        in_log(at=10**400),
        in_log(n="many"),
        in_log(p=None),
        lambda told: told.update(pictures="many"),
        lambda told: told.update(pictures=[1, 2]),
        lambda told: told.update(pictures=told["pictures"][:1] * (MOST_PICTURES + 1)),
        lambda told: told.update(log={"a": 1}),
        lambda told: told.update(log=["nonsense"]),
        lambda told: told.update(rules="C-01"),
        lambda told: told.pop("rules"),
        lambda told: told.pop("version"),
    ],
)
def test_what_it_says_of_itself_is_refused(parts: Parts, tmp_path: Path, change: Callable[[Told], Any]) -> None:
    told = copy.deepcopy(json.loads(parts["report.json"]))
    change(told)
    path = packed(parts | {"report.json": json.dumps(told).encode()}, tmp_path / "odd.zip")
    with pytest.raises(CameraLost, match=r"odd\.zip"):
        played(path)


@pytest.mark.parametrize(
    "text", ["[]", "3", '"report"', '{"format": NaN}', '{"format": 1e999}', "[" * 100_000, "", "\xff"]
)
def test_words_that_are_no_object_are_refused(parts: Parts, tmp_path: Path, text: str) -> None:
    path = packed(parts | {"report.json": text.encode("latin-1")}, tmp_path / "odd.zip")
    with pytest.raises(CameraLost, match=r"odd\.zip"):
        played(path)


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff", b"GIF89a", sized(3, 3), sized(9000, 9000)])
def test_a_picture_that_is_none_is_refused(parts: Parts, tmp_path: Path, content: bytes) -> None:
    first = json.loads(parts["report.json"])["pictures"][0]["file"]
    path = packed(parts | {first: content}, tmp_path / "odd.zip")
    with pytest.raises(CameraLost, match="picture"):
        played(path)


@pytest.mark.parametrize("name", ["table-0.json", "tiles.json"])
@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b'{"format": 3}', b"[" * 100_000])
def test_a_table_or_a_set_that_is_none_is_refused(parts: Parts, tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(CameraLost, match=r"odd\.zip"):
        played(packed(parts | {name: content}, tmp_path / "odd.zip"))


@pytest.mark.parametrize("times", [(0, 1e9), (0, -1e9), (1e300, -1e300), (5, 5)])
def test_pictures_that_lie_ages_apart_are_not_played_for_ages(
    parts: Parts, tmp_path: Path, times: tuple[float, float]
) -> None:
    told = json.loads(parts["report.json"])
    for n, picture in enumerate(told["pictures"]):
        picture.update(time_s=times[n % 2], stage="resting")
    assert played(packed(parts | {"report.json": json.dumps(told).encode()}, tmp_path / "odd.zip")) < 700


def test_any_flipped_byte_or_cut_is_played_or_refused(whole: bytes, tmp_path: Path) -> None:
    chance, path, says = random.Random(4), tmp_path / "odd.zip", []
    # The file's directory and the entries' heads say how it is packed: locked, in a way that is not known, elsewhere.
    where = [n for n in range(len(whole) - 1) if whole[n : n + 2] == b"PK"]
    for _ in range(80):
        torn = bytearray(whole)
        torn[min(chance.choice(where) + chance.randrange(46), len(torn) - 1)] ^= 1 << chance.randrange(8)
        path.write_bytes(torn[: chance.randrange(len(torn))] if chance.random() < 0.1 else torn)
        try:
            assert played(path) < 3000
        except CameraLost as lost:
            says.append(str(lost))
    assert len(says) > 15
    assert all("odd.zip" in said for said in says)
