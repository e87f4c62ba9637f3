"""Several games in one film, as `fifthseat watch` follows them: what is learned of the household's set is told of each
that is over, for the same tiles are mixed and dealt again."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from typer.testing import CliRunner

from engine.tile import Seat, Tile, read_tiles
from server import cli_watch, two_sources
from server.cli import app
from tests.scene import LONG_S, RectangleEyes, Scene
from vision.arrays import Image
from vision.follow.learner import AtOnce
from vision.picture.frame import Frame

FPS = 10.0
P1, P2, P3, P4 = Seat
HAND = "1B 1B 1B 2B 2B 2B 3B 3B 3B 5D 5D 5D 7C 7C"


class Two:
    """The pictures of two short games: three discards, a hand laid open, all swept together; two discards more."""

    def __init__(self) -> None:
        self.scene, self.pictures = Scene(), list[Image]()
        self._rest(LONG_S)
        for seat, tile, x in ((P1, Tile.C9, -100), (P2, Tile.EAST, -60), (P3, Tile.D4, -20)):
            self._lay(seat, tile, x)
        self._reach(P4)
        self.scene.expose(P4, -190, *read_tiles(HAND))
        self._withdraw(P4)
        self._reach(P1)
        self.scene.tiles.clear()
        self._withdraw(P1)
        for seat, tile, x in ((P2, Tile.B5, -100), (P3, Tile.C6, -60)):
            self._lay(seat, tile, x)

    def _lay(self, seat: Seat, tile: Tile, x: float) -> None:
        self._reach(seat)
        self.scene.discard(tile, x, -20)
        self._withdraw(seat)

    def _reach(self, seat: Seat) -> None:
        for out in (400, 300, 200, 100):
            self.scene.arms[seat] = (0.0, out)
            self.pictures.append(self.scene.draw())

    def _withdraw(self, seat: Seat) -> None:
        for out in (200, 300, 400):
            self.scene.arms[seat] = (0.0, out)
            self.pictures.append(self.scene.draw())
        del self.scene.arms[seat]
        self._rest(LONG_S)

    def _rest(self, seconds: float) -> None:
        self.pictures += [self.scene.draw()] * round(2 * seconds * FPS)


@dataclass
class Shown:
    """A camera that has taken these pictures."""

    pictures: list[Image]

    def frames(self) -> Iterator[Frame]:
        for n, picture in enumerate(self.pictures):
            yield Frame(n / FPS, picture)

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    return Two().pictures


@pytest.mark.parametrize("second", [(), ("--second", "aside")])
def test_the_learner_is_told_of_each_hand_that_is_over(
    pictures: list[Image], second: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    learners = list[AtOnce]()

    def gathered(learner: AtOnce, image: Image, tracks: object) -> None:
        learners.append(learner)

    monkeypatch.setattr(AtOnce, "gather", gathered)
    monkeypatch.setattr(cli_watch, "open_camera", lambda source: Shown(pictures))
    for module in (cli_watch, two_sources):
        monkeypatch.setattr(module, "Eyes", lambda tile_set: RectangleEyes())
    result = CliRunner().invoke(app, ["watch", "above", *second, "--card", "none"])
    assert result.exit_code == 0, result.output
    discards = [line.split()[2] for line in result.stdout.splitlines() if "discards" in line]
    assert discards == ["P1", "P2", "P3", "P2", "P3"]
    assert len({id(one) for one in learners}) == 1, "one learner gathers the whole film"
    assert learners[0]._hands == 2
