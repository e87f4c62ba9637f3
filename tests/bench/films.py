"""Whole simulated evenings looked at once and kept as observations, so that following them again takes seconds.

    python -m tests.bench.films --evenings 10 --folder /var/tmp/evenings

One pass over the pictures makes two recordings: `plain`, in which every frame is looked at, and `busy`, in which the
eyes have a third of a machine: what a frame costs them is counted on the film's own clock, and frames that come
meanwhile are lost. A film that is there already is not made again. With `--enrolled` the eyes know the evening's set
from two photographs (`tests.bench.household`); those films are kept apart.
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


def address(seed: int, games: int = GAMES, card: str = "") -> str:
    return f"demo://?seed={seed}&games={games}&speed=1&fps={FPS}&size={SIZE}&card={quote(card)}"


def path_of(folder: Path, seed: int, mode: str, own: bool = False) -> Path:
    """Where a recording is kept; `own`: by eyes that had the set enrolled."""
    return folder / f"{seed}-{mode}{'-enrolled' if own else ''}.jsonl.gz"


def look_of(seed: int) -> Look:
    """The table of that evening."""
    width, _, height = SIZE.partition("x")
    return choose(seed, "", (int(width), int(height)))


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


def film(seed: int, folder: Path, games: int = GAMES, card: str = "", own: bool = False) -> None:
    """Both recordings of one evening, played by the card in the file `card`, empty for the practice card; `own`: with
    the set enrolled."""
    eyes = Eyes(household.enrolled(look_of(seed)).tile_set if own else None)
    lookers = {mode: Looker(Settler(eyes), mode == "busy") for mode in MODES}
    seen: dict[str, list[Observation]] = {mode: [] for mode in MODES}
    for frame in open_camera(address(seed, games, card)).frames():
        for mode, looker in lookers.items():
            observation = looker.look(frame)
            if observation is not None:
                seen[mode].append(observation)
    for mode in MODES:
        keep(seen[mode], path_of(folder, seed, mode, own))


def keep(observations: list[Observation], path: Path) -> None:
    """Written whole or not at all."""
    beside = path.with_suffix(".part")
    with gzip.open(beside, "wt", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in recording.lines(observations))
    beside.rename(path)


def load(path: Path) -> Iterator[Observation]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from recording.read(file)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--evenings", type=int, default=10)
    words.add_argument("--first", type=int, default=0, help="the number of the first evening")
    words.add_argument("--folder", type=Path, required=True)
    words.add_argument("--card", default="", help="the card that the players play, if not the practice card")
    words.add_argument("--enrolled", action="store_true", help="with the evening's set enrolled from two photographs")
    given = words.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for evening in range(given.first, given.first + given.evenings):
        seed = seed_of(evening)
        if not all(path_of(given.folder, seed, mode, given.enrolled).exists() for mode in MODES):
            film(seed, given.folder, card=given.card, own=given.enrolled)
            print(f"evening {evening}: seed {seed} is kept", flush=True)


if __name__ == "__main__":
    main()
