"""What each weight of the coach is worth: games of coaches with other weights against the shipped ones.

`python -m tests.bench.weights --deals 2000`: every few deals the weights are drawn anew around the shipped ones, and a
player who goes by them plays two games against the shipped coach, in each other's seats. A regression over all deals
says, per weight, what more of it brings in wins a deal and how it bends, with 95 % intervals. A weight that is right
has a slope near zero and bends down. The shipped weights came from such regressions over one player's wins beside
three who follow a fixed plan, which is quicker to simulate.
"""

from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from engine.card import read_card
from engine.coaching.odds import SHIPPED
from engine.hands import HandTable
from tests.bench.ladder import PRACTICE
from tests.bench.rungs import Clocked, Duplicate, deal_of

REACH = 0.5  # each weight is drawn as far as so much on either side
DEALS_EACH = 4  # with the same weights
Floats = npt.NDArray[np.float64]


def drawn(chance: np.random.Generator) -> tuple[Clocked, Floats]:
    """A player with weights of its own, and how far each is from the shipped one, -1 ... 1."""
    z = chance.uniform(-1, 1, len(fields(SHIPPED)))
    moved = {f.name: getattr(SHIPPED, f.name) + REACH * x for f, x in zip(fields(SHIPPED), z, strict=True)}
    return Clocked(weights=replace(SHIPPED, **moved), name="drawn"), z


def slopes(drawn_weights: Floats, won: Floats) -> tuple[Floats, Floats]:
    """The slope and the bend of `won` (n,) for each column of `drawn_weights` (n, k), and half their 95 % intervals:
    both (k, 2)."""
    k = drawn_weights.shape[1]
    x = np.hstack([np.ones((len(won), 1)), drawn_weights, drawn_weights**2])
    found = np.asarray(np.linalg.lstsq(x, won, rcond=None)[0], dtype=np.float64)
    left = won - x @ found
    spread = np.asarray(1.96 * np.sqrt(np.diag(np.linalg.pinv(x.T @ x)) * left.var()), dtype=np.float64)
    return found[1:].reshape(2, k).T, spread[1:].reshape(2, k).T


def main(
    deals: Annotated[int, typer.Option(help="Deals played, two games each.")] = 2000,
    card: Annotated[Path, typer.Option(help="The card to play.")] = PRACTICE,
) -> None:
    """Play and print."""
    table = HandTable(read_card(card.read_text(encoding="utf-8")))
    chance = np.random.default_rng(3)
    rows, won = [], []
    for first in range(0, deals, DEALS_EACH):
        player, z = drawn(chance)
        told = [
            deal_of(table, 3_000_000 + first + i, Duplicate(player, Clocked(name="shipped"))) for i in range(DEALS_EACH)
        ]
        rows.append(z)
        won.append(sum(t["a"] - t["b"] for t in told) / DEALS_EACH)
    found, spread = slopes(np.array(rows), np.array(won))
    for f, (slope, bend), (slope_half, bend_half) in zip(fields(SHIPPED), found, spread, strict=True):
        told_slope = f"slope {slope:+.3f} +- {slope_half:.3f}"
        print(f"{f.name:<16} {getattr(SHIPPED, f.name):+.2f}  {told_slope}  bend {bend:+.3f} +- {bend_half:.3f}")


if __name__ == "__main__":
    typer.run(main)
