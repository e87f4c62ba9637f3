"""Are the win chances that the coach shows right as often as they say? Games of four coaches, fitted and judged apart.

`python -m tests.bench.calibration --games 2000` prints, per card and third of the game, the expected calibration error
of the chances as shipped, with what it is between in 95 of 100 draws of the games (few games err by chance alone: 400
by some .02), and how often a discard was won with against the risk foretold. Then what fits all games of all cards
best: `engine/coaching/chances.py` and `danger.py` hold such parameters.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from engine.card import read_card
from engine.coaching.chances import Curve, features, third_of
from engine.coaching.choosing import Mind
from engine.coaching.danger import threats
from engine.coaching.known import Known
from engine.event import Discarded, MahJongg
from engine.hands import HandTable
from engine.tile import Tile
from tests.bench.ladder import CARDS
from tests.bench.players import Player
from tests.bench.tables import play, shuffled

COACH = Player()
EVERY = 5  # one of so many decisions is kept
BINS = 10
DRAWS = 200  # of the games, for the interval


@dataclass(frozen=True, slots=True)
class Risk:
    """One discard that an opponent who shows groups might want: what the fit sees, the risk told, and whether she won
    with it."""

    game: int
    shown: int
    features: tuple[float, ...]
    told: float
    won: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """One decision: the third of the game, what the fit sees, the chance shown, and whether that seat won."""

    game: int
    third: int
    features: tuple[float, ...]
    shown: float
    won: bool


def samples(
    table: HandTable, games: int, first: int = 2_000_000, player: Player = COACH
) -> tuple[list[Sample], list[Risk]]:
    """Decisions of whole games, and for discards and each opponent who shows groups the risk told."""
    found: list[Sample] = []
    risks: list[Risk] = []
    for game in range(games):
        met: list[tuple[Known, str]] = []

        def watch(known: Known, what: str, tile: Tile | None, met: list[tuple[Known, str]] = met) -> None:
            del tile
            if what in ("call", "discard"):
                met.append((known, what))

        result = play(table, shuffled(first + game), [player] * 4, watch)
        for known, _ in met[game % EVERY :: EVERY]:
            worth = Mind(known).prospects.worth
            won = result.winner is known.seat
            found.append(Sample(game, third_of(known), features(known, worth), Curve(known)(worth), won))
        thrown = [(i, e) for i, e in enumerate(result.log) if isinstance(e, Discarded)]
        at = [known for known, what in met if what == "discard"]
        for (i, event), known in zip(thrown, at, strict=True):
            after = result.log[i + 1] if i + 1 < len(result.log) else None
            winner = after.seat if isinstance(after, MahJongg) and after.source is not None else None
            for threat in threats(known):
                seen = threat.features(event.tile)
                if seen is not None:
                    told = threat.wins_with(event.tile)
                    risks.append(Risk(game, len(known.exposures[threat.seat]), seen, told, threat.seat is winner))
    return found, risks


def fitted(rows: npt.NDArray[np.float64], won: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The logistic regression of `won` on the columns of `rows`, an intercept first, lightly held to zero."""
    x = np.hstack([np.ones((len(rows), 1)), rows])
    w = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ w))
        slope = x.T @ (won - p) - 0.1 * w
        bend = (x * (p * (1 - p))[:, None]).T @ x + 0.1 * np.eye(len(w))
        step = np.linalg.solve(bend, slope)
        w += step
        if np.abs(step).max() < 1e-8:
            break
    return w


def error(shown: npt.NDArray[np.float64], won: npt.NDArray[np.float64]) -> float:
    """The expected calibration error over tenths of the samples: how far shown and true shares lie apart."""
    order = np.argsort(shown, kind="stable")
    parts = np.array_split(order, BINS)
    return float(sum(len(p) * abs(shown[p].mean() - won[p].mean()) for p in parts if len(p)) / max(1, len(shown)))


def between(found: Sequence[Sample]) -> tuple[float, float]:
    """The calibration error of shown chances in 95 of 100 draws of the games, each drawn as often as chance has it."""
    of: dict[int, list[tuple[float, bool]]] = {}
    for s in found:
        of.setdefault(s.game, []).append((s.shown, s.won))
    games, chance = [np.array(of[g]) for g in sorted(of)], np.random.default_rng(1)
    drawn = [np.vstack([games[g] for g in chance.choice(len(games), len(games))]) for _ in range(DRAWS)]
    low, high = np.percentile([error(rows[:, 0], rows[:, 1]) for rows in drawn], (2.5, 97.5))
    return float(low), float(high)


def main(
    games: Annotated[int, typer.Option(help="Games played on each card.")] = 400,
    card: Annotated[list[Path] | None, typer.Option(help="The cards to play.")] = None,
    first: Annotated[int, typer.Option(help="The number of the first deal.")] = 2_000_000,
) -> None:
    """Play, fit and print."""
    every: list[Sample] = []
    risks: list[Risk] = []
    for path in card or CARDS:
        found, told = samples(HandTable(read_card(path.read_text(encoding="utf-8"))), games, first)
        print(f"{path.name}: {games} games")
        for third in range(3):
            _print_third(third, [s for s in found if s.third == third])
        print_risks(told)
        every += found
        risks += told
    for third in range(3):
        here = [s for s in every if s.third == third]
        w = fitted(np.array([s.features for s in here]), np.array([float(s.won) for s in here]))
        print(f"third {third + 1} fits best by: (" + ", ".join(f"{v:.3f}" for v in w) + ")")
    print_fit(risks)


def _print_third(third: int, here: Sequence[Sample]) -> None:
    won, shown = np.array([float(s.won) for s in here]), np.array([s.shown for s in here])
    low, high = between(here)
    said = f"error {error(shown, won):.4f} ({low:.4f} ... {high:.4f})"
    print(f"  third {third + 1}: {len(here)} decisions, won {won.mean():.3f}, shown {shown.mean():.3f}, {said}")


def print_risks(risks: Sequence[Risk]) -> None:
    """How often discards were won with, against the risk told."""
    told, won = np.array([r.told for r in risks]), np.array([float(r.won) for r in risks])
    for low, high in itertools.pairwise((0, 0.005, 0.01, 0.02, 0.05, 0.1, 1)):
        part = (told >= low) & (told < high)
        if part.any():
            said = f"told {told[part].mean():.4f}, won with {won[part].mean():.4f} ({int(won[part].sum())})"
            print(f"  risk from {low:.3f}: {part.sum()} discards, {said}")


def print_fit(risks: Sequence[Risk]) -> None:
    """The parameters of the danger of a discard that fit best."""
    won = np.array([float(r.won) for r in risks])
    groups = np.array([[float(min(r.shown, 4) == n) for n in (2, 3, 4)] for r in risks])
    w = fitted(np.hstack([groups, np.array([r.features for r in risks])]), won)
    shown = ", ".join(f"{w[0] + more:.2f}" for more in (0.0, *w[1:4]))
    print(f"risk fits best by: one to four groups ({shown}), then " + ", ".join(f"{v:.3f}" for v in w[4:]))


if __name__ == "__main__":
    typer.run(main)
