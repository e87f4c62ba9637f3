"""What may be played where three play without one suit, and which suit that is has been seen (P3-03)."""

import pytest

from engine.event import Discarded, GameBegun
from engine.rules.referee import Accepted, Proposal, Rules, Source, legal, rule
from engine.rules.ruleset import ruleset
from engine.rules.starting import stacks_of
from engine.state import State, evolve
from engine.tile import Seat, Tile

RULES = Rules(ruleset(["C-27=drop_suit"]))
P1, P2, P3 = Seat.P1, Seat.P2, Seat.P3
SUITS = {"B": range(9), "C": range(9, 18), "D": range(18, 27)}


@pytest.mark.parametrize(
    ("seen", "out"), [((Tile.B1, Tile.C1), "D"), ((Tile.B1, Tile.D1), "C"), ((Tile.C9, Tile.D9), "B")]
)
def test_once_two_suits_lie_there_the_third_is_out_and_nothing_else_is(seen: tuple[Tile, Tile], out: str) -> None:
    state = evolve(State(), GameBegun(P1, (P1, P2, P3), (14, 13, 13, 0), 76))
    for seat, tile in zip((P1, P2), seen, strict=True):
        ruling = rule(state, Proposal(Discarded(seat, tile), Source.REFEREE), RULES)
        assert isinstance(ruling, Accepted)
        for event in ruling.events:
            state = evolve(state, event)
    may = {event.tile for event in legal(state, RULES) if isinstance(event, Discarded)}
    assert set(Tile) - may == {Tile(n) for n in SUITS[out]}


@pytest.mark.parametrize(
    ("players", "rules", "stacks"), [(4, RULES, 19), (3, RULES, 15), (3, Rules(), 19), (2, RULES, 19)]
)
def test_the_walls_are_as_long_as_the_tiles_make_them(players: int, rules: Rules, stacks: int) -> None:
    assert stacks_of(players, rules) == stacks
