import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from server import cli_table
from server.house import House, Memory
from server.store import Row, Store
from tests.tiles_laid import laid_out, whole_set
from vision.plane.calibration import read_plane

ROOT = Path(__file__).parents[2]
CORNERS = "100,100 540,100 540,380 100,380"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), (70, 110, 60), np.uint8))
    return path


def run(*words: str | Path) -> Result:
    app = typer.Typer()
    cli_table.mount(app)
    return CliRunner().invoke(app, [str(word) for word in words])


def test_four_corners_write_a_table_file(picture: Path, tmp_path: Path) -> None:
    done = run("calibrate", picture, "-o", tmp_path / "table.json", "--corners", CORNERS)
    assert done.exit_code == 0
    assert "found by corners" in done.stderr
    assert done.stdout == ""
    plane = read_plane(tmp_path / "table.json")
    assert plane.size_wh == (640, 480)
    assert plane.to_mm(np.array([320.0, 240.0])) == pytest.approx([0, 0], abs=1)


@pytest.mark.parametrize(
    "corners",
    ["1,2 3,4", "a,b c,d e,f g,h", "100,100 540,380 540,100 100,380", ""],
    ids=["two", "words", "crossed", "none"],
)
def test_corners_that_are_none_say_how_to_write_them(picture: Path, tmp_path: Path, corners: str) -> None:
    done = run("calibrate", picture, "-o", tmp_path / "table.json", "--corners", corners)
    assert done.exit_code == 2
    assert "orners" in done.stderr
    assert "Traceback" not in done.output
    assert not (tmp_path / "table.json").exists()


def test_without_markers_it_says_how_many_and_what_to_do(picture: Path, tmp_path: Path) -> None:
    done = run("calibrate", picture, "-o", tmp_path / "table.json")
    assert done.exit_code == 2
    assert "Only 0 of the four markers" in done.stderr
    assert "--sheet" in done.stderr


def test_the_sheet_is_written_without_a_camera(tmp_path: Path) -> None:
    done = run("calibrate", "--sheet", tmp_path / "markers.pdf", "--paper", "Letter")
    assert done.exit_code == 0
    assert (tmp_path / "markers.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("calibrate",), "Say which camera"),
        (("calibrate", "gone.mp4"), "no camera, file or folder"),
        (("calibrate", "--sheet", "markers.pdf", "--paper", "A3"), "choose A4 or Letter"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code == 2
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_names_what_to_mend(tmp_path: Path) -> None:
    card = tmp_path / "year.card"
    card.write_text("== A ==\n1. nonsense\n")
    done = run("doctor", "--card", card, "--camera", tmp_path / "gone.mp4", "--port", "0")
    assert done.exit_code == 1
    lines = {line[6:].split(":")[0]: line[:4] for line in done.stdout.splitlines()}
    assert lines["Python"] == lines["models"] == "ok  "
    assert lines["camera"] == lines["card"] == "MEND"


def test_the_doctor_is_content_with_a_healthy_place(tmp_path: Path) -> None:
    done = run("doctor", "--store", f"sqlite:///{tmp_path / 'log.db'}", "--port", "0")
    assert done.exit_code == 0, done.stdout
    assert "MEND" not in done.stdout
    assert "store" in done.stdout


def test_the_doctor_looks_at_what_is_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fifthseat.toml").write_text('card = "ours.card"\n')
    Path("ours.card").write_bytes(b"== A ==\n\xff")
    memory = Memory(Path())
    memory.keep(House(light="sim://", camera=str(tmp_path / "gone.mp4"), tiles="Ours", second="gone too.mp4"))
    done = run("doctor", "--port", "0")
    assert done.exit_code == 1
    assert "MEND  tiles: There is no tile set 'Ours'.\n" in done.stdout
    assert "MEND  camera: There is no camera, file or folder" in done.stdout
    assert "MEND  second camera: There is no camera, file or folder 'gone too.mp4'" in done.stdout
    assert "MEND  card: ours.card is not UTF-8 text (byte 9): save it as plain text, UTF-8.\n" in done.stdout
    assert "ok    light: " in done.stdout
    assert "ok    store: fifthseat.db is made when the table is first served\n" in done.stdout
    assert not Path("fifthseat.db").exists()


def test_the_doctor_reads_all_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("fifthseat.db")
    store.append([Row(1, 1, 0.0, "tablet", 1.0, "game begins P1")])
    store.close()
    assert (
        "ok    store: fifthseat.db can be written, and all of it is whole (events: 1)"
        in run("doctor", "--port", "0").stdout
    )
    with contextlib.closing(sqlite3.connect("fifthseat.db")) as torn, torn:
        torn.execute("UPDATE fifthseat_event SET event = 'game begins P2'")
    assert "MEND  store: Event 1 of game 1 in the log fifthseat.db is damaged." in run("doctor", "--port", "0").stdout


def test_what_the_doctor_cannot_be_asked_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("doctor", "--port", "99999")
    assert (done.exit_code, done.stderr) == (2, "port: 99999 cannot be used: write a whole number from 0 to 65535.\n")
    Path("fifthseat.toml").write_text("camera = \n")
    assert run("doctor").stderr.startswith("fifthseat.toml cannot be read as settings: ")


@pytest.mark.parametrize("words", [["--corners", CORNERS, "-o", "no/table.json"], ["--sheet", "no/table.json"]])
def test_a_place_that_cannot_be_written_is_named(
    words: list[str], picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("calibrate", picture, *words)
    says = "no/table.json: there is no folder no; make it, or name another file\n"
    assert (done.exit_code, done.stderr) == (2, says)


@pytest.mark.parametrize("words", [["--corners", CORNERS, "-o"], ["--sheet"]])
def test_a_file_stays_whole_where_the_new_one_finds_no_room(
    words: list[str], picture: Path, tmp_path: Path, full_disk: None
) -> None:
    out = tmp_path / "kept"
    out.write_text("as it was")
    done = run("calibrate", picture, *words, out)
    assert (done.exit_code, done.stderr) == (2, f"{out} cannot be read or written: No space left on device.\n")
    assert (out.read_text(), len(list(tmp_path.iterdir()))) == ("as it was", 2)


def test_the_picture_of_the_table_is_not_written_over(picture: Path) -> None:
    was = picture.read_bytes()
    done = run("calibrate", picture, "--corners", CORNERS, "-o", picture)
    assert (done.exit_code, picture.read_bytes()) == (2, was)
    assert "is what is read here, and would be overwritten" in done.stderr


def test_corners_beyond_all_pictures_are_no_table(picture: Path) -> None:
    done = run("calibrate", picture, "--corners", "1e300,1e300 1e300,1 1,1e300 1,1")
    assert (done.exit_code, done.stderr[:36]) == (2, "The four taps do not make a table: t")


def told(folder: Path, *words: str) -> str:
    """What a command of the program in that folder says as it fails."""
    around = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", *words], cwd=folder, env=around, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_a_torn_network_is_told_in_a_sentence_by_every_command_that_meets_it(tmp_path: Path) -> None:
    for package in ("engine", "vision", "device", "server", "models"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    numerals, torn = (tmp_path / "models" / f"{name}.onnx" for name in ("numerals", "strangers"))
    whole = numerals.read_bytes()
    numerals.write_bytes(whole[:50_000])
    assert "models/numerals.onnx is not the file" in told(tmp_path, "doctor", "--port", "0")
    numerals.write_bytes(whole)
    torn.write_bytes(torn.read_bytes()[:100_000])
    picture = tmp_path / "unknown.png"
    cv2.imwrite(str(picture), laid_out("giant-5300", whole_set(), 44)[0])
    for words in (["doctor", "--port", "0"], ["see", str(picture)]):
        said = told(tmp_path, *words)
        assert "models/strangers.onnx is not the file its card describes: install fifthseat again" in said
