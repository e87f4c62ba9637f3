"""Two video files of one table followed together, as `fifthseat watch --second` does: by the real eyes."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from engine.tile import code
from server.cli import app
from tests.bench.two_views import FPS, SIZE, TILES, Film
from vision.picture.frame import Frame


@dataclass
class Recorded(Film):
    """A film kept as two files, looked at by nobody."""

    folder: Path = field(default_factory=Path)
    kept: dict[int, cv2.VideoWriter] = field(default_factory=dict)

    def path(self, camera: int) -> Path:
        return self.folder / f"camera{camera}.avi"

    def look(self, camera: int, frame: Frame) -> None:
        if camera not in self.kept:
            form = cv2.VideoWriter.fourcc(*"MJPG")
            self.kept[camera] = cv2.VideoWriter(str(self.path(camera)), form, FPS, SIZE)
        self.kept[camera].write(frame.image)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Four tiles that both cameras see; then two under something that hangs before the first; then its picture ends."""
    film = Recorded(1, folder=tmp_path_factory.mktemp("film"))
    for tile in TILES[:4]:
        film.lay(tile)
    film.cameras[0].before.append((30.0, 10.0, 300.0, 90.0))
    film.rest(3)
    for tile in TILES[4:6]:
        film.lay(tile, (-5.0 + 60 * (len(film.laid) - 4), 10.0))
    film.cameras[0].out = True
    film.rest(2)
    film.lay(TILES[6])
    for writer in film.kept.values():
        writer.release()
    return film


def watched(*arguments: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(app, ["watch", *arguments, "--card", "none", "--json"])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_what_is_hidden_from_one_and_what_the_other_alone_still_films_is_told(film: Recorded) -> None:
    rows = watched(str(film.path(0)), "--second", str(film.path(1)))
    told = [(row["seat"], row["tile"]) for row in rows if row.get("event") == "discarded"]
    assert told == [(seat.name, code(tile)) for seat, tile in film.laid]
    assert any("second camera leads" in str(row.get("camera")) for row in rows)


def test_the_first_alone_misses_them(film: Recorded) -> None:
    rows = watched(str(film.path(0)))
    told = [row["tile"] for row in rows if row.get("event") == "discarded"]
    assert told[:4] == [code(tile) for _, tile in film.laid[:4]]
    assert code(TILES[6]) not in told


def test_a_second_that_cannot_be_opened_is_an_error_with_a_sentence(film: Recorded) -> None:
    result = CliRunner().invoke(app, ["watch", str(film.path(0)), "--second", "nowhere.mp4"])
    assert result.exit_code == 2
    assert "nowhere.mp4" in result.output
