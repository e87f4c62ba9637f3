"""Are the numbers of the closer look better than those of the first answer? Whole games of four coaches say.

`python -m tests.bench.closer --games 700` plays on each card, looks twice at decisions of the last turns, and prints
how well either chance foretold who won: log loss and Brier score, the calibration error, and the paired gain with 95 %
intervals over the games. `--fit` prints what fits best instead, from games of its own: how likely somebody else wins
in a round (`OTHERS_WIN`), and how the first chance and the share of rollouts are weighed (`WEIGHED`).
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from engine.card import read_card
from engine.coaching.closer import LAST_TURN, ROLLOUTS, choices, features, played_on, weighed, worth_a_look
from engine.coaching.known import Known
from engine.coaching.rollouts import others_features
from engine.event import Discarded
from engine.hands import HandTable
from engine.tile import Seat, Tile
from tests.bench.calibration import BINS, COACH, error, fitted
from tests.bench.ladder import CARDS
from tests.bench.tables import play, shuffled

FIT_FIRST, FIRST = 7_000_000, 8_000_000  # deals of the fit and of the test: none is in both
EVERY = 2
DRAWS = 400
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Look:
    """One decision: the tiles left, the chance shown first, the share of rollouts won, and whether it won."""

    game: int
    wall: int
    first: float
    share: float
    won: bool


def met(table: HandTable, seed: int) -> tuple[list[tuple[Known, str]], Seat | None, list[Seat]]:
    """The decisions of one game of four coaches, who won it, and who discarded in their order."""
    found: list[tuple[Known, str]] = []

    def watch(known: Known, what: str, tile: Tile | None) -> None:
        del tile
        if what in ("call", "discard"):
            found.append((known, what))

    result = play(table, shuffled(seed), [COACH] * 4, watch)
    return found, result.winner, [e.seat for e in result.log if isinstance(e, Discarded)]


def look(known: Known, game: int, winner: Seat | None, rollouts: int) -> Look:
    """Both looks at one decision."""
    best = choices(known)[0]
    share = played_on(known, best, range(rollouts)) / rollouts
    return Look(game, known.wall, best.chance, share, winner is known.seat)


def looks(table: HandTable, game: int, seed: int, rollouts: int) -> list[Look]:
    """Some decisions of a game, looked at twice."""
    found, winner, _ = met(table, seed)
    some = [known for known, _ in found if worth_a_look(known)][game % EVERY :: EVERY]
    return [look(known, game, winner, rollouts) for known in some if choices(known)]


def rounds(table: HandTable, seed: int) -> list[tuple[tuple[float, ...], bool]]:
    """For every discard of a game, and each round that followed: what is known of it at the discard, and whether
    another won in it."""
    found, winner, _ = met(table, seed)
    own = {seat: [k for k, what in found if what == "discard" and k.seat is seat] for seat in Seat}
    told = []
    for seat, views in own.items():
        for i, known in enumerate(views):
            for k, later in enumerate(views[i:]):
                last = i + k == len(views) - 1
                told.append((others_features(known, later.wall, k), last and winner not in (None, seat)))
    return told


def losses(shown: Floats, won: Floats) -> tuple[float, float]:
    """Log loss and Brier score."""
    p = np.clip(shown, 1e-4, 1 - 1e-4)
    return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean()), float(((p - won) ** 2).mean())


def gain(found: Sequence[Look], later: Floats) -> tuple[float, float, float]:
    """How much log loss the later chances spare, with what it is between in 95 of 100 draws of the games."""
    won, first = np.array([x.won for x in found], float), np.clip([x.first for x in found], 1e-4, 1 - 1e-4)
    later = np.clip(later, 1e-4, 1 - 1e-4)
    spared = won * np.log(later / first) + (1 - won) * np.log((1 - later) / (1 - first))
    games = np.array([x.game for x in found])
    numbers = np.unique(games)
    sums = np.array([(spared[games == g].sum(), (games == g).sum()) for g in numbers])
    chance = np.random.default_rng(1)
    drawn = [sums[chance.integers(0, len(sums), len(sums))].sum(axis=0) for _ in range(DRAWS)]
    low, high = np.percentile([a / n for a, n in drawn], (2.5, 97.5))
    return float(spared.mean()), float(low), float(high)


def report(title: str, found: Sequence[Look]) -> None:
    """Both looks side by side."""
    if not found:
        return
    won = np.array([x.won for x in found], float)
    first = np.array([x.first for x in found])
    later = np.array([weighed(x.first, x.share, x.wall) for x in found])
    mean, low, high = gain(found, later)
    print(f"{title}: {len(found)} decisions of {len({x.game for x in found})} games")
    for name, shown in (("first answer", first), ("closer look", later)):
        loss, brier = losses(shown, won)
        print(f"    {name:<13} log loss {loss:.4f}, Brier {brier:.4f}, calibration error {error(shown, won):.3f}")
    print(f"    log loss spared {mean:+.4f} ({low:+.4f} ... {high:+.4f}) a decision")


def fit(table_looks: Sequence[Look], told: Sequence[tuple[tuple[float, ...], bool]]) -> None:
    """What fits best."""
    if told:
        rows = np.array([x[1:] for x, _ in told])
        w = fitted(rows, np.array([float(won) for _, won in told]))
        print("OTHERS_WIN = (" + ", ".join(f"{v:.3f}" for v in w) + ")")
    for last in (False, True):
        here = [x for x in table_looks if (x.wall < LAST_TURN) is last]
        if here:
            w = fitted(np.array([features(x.first, x.share) for x in here]), np.array([float(x.won) for x in here]))
            print(f"WEIGHED, {'last turn' if last else 'before it'}: (" + ", ".join(f"{v:.3f}" for v in w) + ")")


def main(
    games: Annotated[int, typer.Option(help="Games on each card.")] = 700,
    card: Annotated[list[Path] | None, typer.Option(help="The cards to play.")] = None,
    rollouts: Annotated[int, typer.Option(help="A decision.")] = ROLLOUTS,
    state: Annotated[Path, typer.Option(help="Where what was looked at is kept.")] = Path("/tmp/fifthseat-closer.json"),
    fits: Annotated[bool, typer.Option("--fit", help="Fit, on games of its own, and print that.")] = False,
) -> None:
    """Play on until each card has so many games, then print."""
    kept = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    every: list[Look] = []
    told: list[tuple[tuple[float, ...], bool]] = []
    for path in card or CARDS:
        table = HandTable(read_card(path.read_text(encoding="utf-8")))
        here = kept.setdefault(f"{path.name} {'fit' if fits else 'test'} {rollouts}", {"games": 0, "looks": []})
        while here["games"] < games:
            seed = (FIT_FIRST if fits else FIRST) + here["games"]
            here["looks"] += [asdict(x) for x in looks(table, here["games"], seed, rollouts)]
            here["games"] += 1
            if here["games"] % BINS == 0:
                state.write_text(json.dumps(kept), encoding="utf-8")
        found = [Look(**x) for x in here["looks"]]
        if fits:
            told += [x for g in range(games) for x in rounds(table, FIT_FIRST + g)]
        else:
            report(path.name, found)
            report(f"{path.name}, last turn", [x for x in found if x.wall < LAST_TURN])
            report(f"{path.name}, before it", [x for x in found if x.wall >= LAST_TURN])
        every += found
    if fits:
        fit(every, told)
    elif len(card or CARDS) > 1:
        report("all cards", every)


if __name__ == "__main__":
    typer.run(main)
