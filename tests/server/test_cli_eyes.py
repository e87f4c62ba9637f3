import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from engine.tile import Tile, code
from server.cli_eyes import mount
from tests.tiles_laid import laid_out, whole_set
from vision.picture import photo


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    app = typer.Typer()
    mount(app)
    return app


def save(
    path: Path, rows: list[list[tuple[Tile, int]]], family: str = "harbour", seed: int = 0, turn: float = 0.0
) -> Path:
    cv2.imwrite(str(path), laid_out(family, rows, 48, turn, seed)[0])
    return path


def test_see_answers_every_picture_it_can_and_says_which_it_cannot(program: typer.Typer, tmp_path: Path) -> None:
    good = save(tmp_path / "good.png", [[(Tile.C4, 0), (Tile.B7, 0)]])
    torn = tmp_path / "torn.png"
    torn.write_bytes(good.read_bytes()[:600])
    done = CliRunner().invoke(program, ["see", str(torn), str(good), "--json", "--draw", str(tmp_path / "seen")])
    assert done.exit_code == 2
    assert "torn.png: the file is torn" in done.stderr
    told = json.loads(done.stdout)
    assert (told["image"], [tile["face"] for tile in told["tiles"]]) == (str(good), ["4C", "7B"])
    assert (tmp_path / "seen" / "good.png").exists()


def test_see_says_that_there_are_no_tiles(program: typer.Typer, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "cloth.png"), np.full((240, 320, 3), 90, np.uint8))
    done = CliRunner().invoke(program, ["see", str(tmp_path / "cloth.png")])
    assert done.stdout == f"{tmp_path / 'cloth.png'}: no tiles, no table in sight\n"


def test_see_tells_of_a_large_photograph_in_its_own_pixels(
    program: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = save(tmp_path / "good.png", [[(Tile.C4, 0), (Tile.B7, 0)]])
    whole = json.loads(CliRunner().invoke(program, ["see", str(good), "--json"]).stdout)
    monkeypatch.setattr(photo, "LARGEST", whole["width"] * whole["height"] // 3)
    told = json.loads(CliRunner().invoke(program, ["see", str(good), "--json"]).stdout)
    assert (told["width"], told["height"]) == (whole["width"], whole["height"])
    assert [tile["face"] for tile in told["tiles"]] == ["4C", "7B"]
    away = np.array([t["quad"] for t in told["tiles"]]) - np.array([t["quad"] for t in whole["tiles"]])
    assert 0 < np.abs(away).max() < 4


@pytest.mark.parametrize(
    ("option", "says"),
    [("--tile-set", "cannot be read"), ("--table", "")],
)
def test_see_stops_at_a_set_or_table_that_is_not_there(
    program: typer.Typer, tmp_path: Path, option: str, says: str
) -> None:
    good = save(tmp_path / "good.png", [[(Tile.C4, 0)]])
    done = CliRunner().invoke(program, ["see", str(good), option, str(tmp_path / "nowhere.json")])
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_enrol_learns_a_set_that_see_then_uses(program: typer.Typer, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    rows = whole_set()
    save(photos / "a.png", rows, "newport", 1)
    save(photos / "b.png", rows, "newport", 2, 3.0)
    lines = [" ".join(code(tile) for tile, _ in row) for row in rows]
    labels = tmp_path / "labels.txt"
    labels.write_text("\n".join(["a.png:", *lines, "b.png:", *lines]))
    out = tmp_path / "ours.json"
    done = CliRunner().invoke(program, ["enrol", "--photos", str(photos), "--labels", str(labels), "-o", str(out)])
    assert done.exit_code == 0, done.stderr
    assert "expected to read" in done.stdout
    again = save(tmp_path / "table.png", rows, "newport", 3)
    done = CliRunner().invoke(program, ["see", str(again), "--tile-set", str(out), "--json"])
    faces = [tile["face"] for tile in json.loads(done.stdout)["tiles"]]
    truth = [code(tile) for row in rows for tile, _ in row]
    assert len(faces) == len(truth)
    assert sum(a == b for a, b in zip(faces, truth, strict=True)) >= 0.93 * len(truth)


def test_enrol_without_all_kinds_saves_the_set_and_exits_1(program: typer.Typer, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    save(photos / "a.png", [[(Tile.C4, 0), (Tile.B7, 0)]])
    labels = tmp_path / "labels.txt"
    labels.write_text("a.png:\n4C 7B\n", encoding="utf-8-sig")  # as Windows' own editor saves it
    out = tmp_path / "ours.json"
    done = CliRunner().invoke(program, ["enrol", "--photos", str(photos), "--labels", str(labels), "-o", str(out)])
    assert done.exit_code == 1
    assert "missing: 1B 2B" in done.stderr
    assert out.exists()


def test_enrol_tells_of_every_picture_that_it_cannot_read(program: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    done = CliRunner().invoke(program, ["enrol", "--photos", str(tmp_path), "-o", str(tmp_path / "ours.json")])
    assert done.exit_code == 2
    assert "IMG_1.HEIC: a HEIC picture" in done.stderr


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (b"a.png:\n4X\n", "line 2"),
        (b"", "no photograph is named"),
        (b"\xff\xfe", "not UTF-8 text; save it as"),
        (None, "cannot be read"),
    ],
)
def test_enrol_tells_what_is_wrong_with_the_labels(
    program: typer.Typer, tmp_path: Path, labels: bytes | None, says: str
) -> None:
    file = tmp_path / "labels.txt"
    if labels is not None:
        file.write_bytes(labels)
    done = CliRunner().invoke(
        program, ["enrol", "--photos", str(tmp_path), "--labels", str(file), "-o", str(tmp_path / "x.json")]
    )
    assert done.exit_code == 2
    assert says in done.stderr


def test_see_draws_every_picture_and_writes_over_none_that_it_reads(program: typer.Typer, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        cv2.imwrite(str(tmp_path / folder / "table.png"), np.full((240, 320, 3), 90, np.uint8))
    pictures = [str(tmp_path / folder / "table.png") for folder in ("a", "b")]
    drawn = CliRunner().invoke(program, ["see", *pictures, "--draw", str(tmp_path / "seen")])
    assert drawn.exit_code == 0
    assert sorted(p.name for p in (tmp_path / "seen").iterdir()) == ["table 2.png", "table.png"]
    was = Path(pictures[0]).read_bytes()
    over = CliRunner().invoke(program, ["see", *pictures, "--draw", str(tmp_path / "a")])
    assert (over.exit_code, Path(pictures[0]).read_bytes()) == (2, was)
    assert "is what is read here, and would be overwritten" in over.stderr


def test_enrol_says_before_it_looks_that_the_set_cannot_be_kept_there(program: typer.Typer, tmp_path: Path) -> None:
    labels = tmp_path / "labels.txt"
    labels.write_text("a.png:\n4C 7B\n")
    for out, says in (
        (labels, "is what is read here"),
        (tmp_path, "is a folder"),
        (tmp_path / "no" / "x", "no folder"),
    ):
        words = ["enrol", "--photos", str(tmp_path), "--labels", str(labels), "-o", str(out)]
        done = CliRunner().invoke(program, words)
        assert (done.exit_code, done.stdout, says in done.stderr) == (2, "", True)
    assert labels.read_text() == "a.png:\n4C 7B\n"
