"""Whole simulated evenings looked at once and kept as observations, so that following them again takes seconds.

    python -m tests.bench.films --evenings 10 --folder /var/tmp/evenings

One pass over the pictures makes two recordings: `plain`, in which every frame is looked at, and `busy`, in which the
eyes have a third of a machine: what a frame costs them is counted on the film's own clock, and frames that come
meanwhile are lost. A film that is there already is not made again. With `--enrolled` the eyes know the evening's set
from two photographs (`tests.bench.household`); `--size 1920x1080` films as the camera that the README asks for. Each
kind of film is kept apart.
"""

import argparse
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from engine.sight import recording
from engine.sight.observation import Observation
from tests.bench import household
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.picture.camera import open_camera
from vision.picture.frame import Picture
from vision.synthetic.look import Look, choose

FIRST_SEED = 7_310_000  # far from the seeds of any other bench
GAMES = 3
SIZE, FPS = "1280x720", 12
FRAME_S = 0.10  # of a third of a machine that draws or decodes a frame and looks for motion in it
LOOK_S = 0.35  # of the same for a look at the tiles
MODES = ("plain", "busy")


def seed_of(evening: int) -> int:
    return FIRST_SEED + 17 * evening


@dataclass(frozen=True, slots=True)
class Film:
    """One evening as it is filmed. `own`: by eyes that had the set enrolled; `size`: of its pictures; `card`: the file
    of the card that its players play, empty for the practice card."""

    seed: int
    own: bool = False
    size: str = SIZE
    card: str = ""

    def path(self, folder: Path, mode: str) -> Path:
        """Where a recording is kept."""
        kind = ("" if self.size == SIZE else f"-{self.size}") + ("-enrolled" if self.own else "")
        return folder / f"{self.seed}-{mode}{kind}.jsonl.gz"

    def made(self, folder: Path) -> bool:
        """Whether both recordings are there."""
        return all(self.path(folder, mode).exists() for mode in MODES)

    @property
    def look(self) -> Look:
        """The table of that evening."""
        width, _, height = self.size.partition("x")
        return choose(self.seed, "", (int(width), int(height)))

    def address(self, games: int = GAMES) -> str:
        """What a camera is opened with to see it."""
        return f"demo://?seed={self.seed}&games={games}&speed=1&fps={FPS}&size={self.size}&card={quote(self.card)}"


@dataclass(slots=True)
class Looker:
    """A settler with a clock of its own: while it is busy, frames pass by."""

    settler: Settler
    busy: bool
    free_s: float = 0.0

    def look(self, frame: Picture) -> Observation | None:
        if frame.time_s < self.free_s:
            return None
        seen = self.settler.settle(frame)
        if self.busy:
            self.free_s = frame.time_s + FRAME_S + (LOOK_S if seen is not None else 0.0)
        return seen


def make(film: Film, folder: Path) -> None:
    """Both recordings of one evening."""
    eyes = Eyes(household.enrolled(film.look).tile_set if film.own else None)
    lookers = {mode: Looker(Settler(eyes), mode == "busy") for mode in MODES}
    seen: dict[str, list[Observation]] = {mode: [] for mode in MODES}
    for frame in open_camera(film.address()).frames():
        for mode, looker in lookers.items():
            observation = looker.look(frame)
            if observation is not None:
                seen[mode].append(observation)
    for mode in MODES:
        keep(seen[mode], film.path(folder, mode))


def keep(observations: list[Observation], path: Path) -> None:
    """Written whole or not at all."""
    beside = path.with_suffix(".part")
    with gzip.open(beside, "wt", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in recording.lines(observations))
    beside.rename(path)


def load(path: Path) -> Iterator[Observation]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from recording.read(file)


def words(text: str | None) -> argparse.ArgumentParser:
    """The words of a command about films."""
    said = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--evenings", type=int, default=10)
    said.add_argument("--first", type=int, default=0, help="the number of the first evening")
    said.add_argument("--folder", type=Path, required=True, help="where the films are kept")
    said.add_argument("--filmed", default="", help="the card that the players of the films play, if another")
    said.add_argument("--enrolled", action="store_true", help="with the evening's set enrolled from two photographs")
    said.add_argument("--size", default=SIZE, help="of the pictures")
    return said


def asked(given: argparse.Namespace) -> Iterator[tuple[int, Film]]:
    """The evenings that such a command asks for, each with its number. Makes their folder."""
    given.folder.mkdir(parents=True, exist_ok=True)
    for evening in range(given.first, given.first + given.evenings):
        yield evening, Film(seed_of(evening), given.enrolled, given.size, given.filmed)


def main() -> None:
    """The command line: see the module's words."""
    given = words(__doc__).parse_args()
    for evening, film in asked(given):
        if not film.made(given.folder):
            make(film, given.folder)
            print(f"evening {evening}: seed {film.seed} is kept", flush=True)


if __name__ == "__main__":
    main()
