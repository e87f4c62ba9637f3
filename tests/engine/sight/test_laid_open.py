"""A whole hand laid open: the mah jongg that it is, by the card, though what stood there before was read wrongly."""

from dataclasses import replace

import pytest

from engine.event import Discarded, Event, Exposed, GameBegun, MahJongg, Resynced
from engine.rules.referee import Rules
from engine.sight.laid_open import wins
from engine.sight.observation import Observation, Sight
from engine.sight.propose import propose
from engine.sight.whereabouts import BelievedDiscard
from engine.state import State
from engine.tile import Seat, Tile, codes, read_tiles
from tests.racks import practice
from tests.table import after, seen, sight

P1, P2, P3, P4 = Seat
B9 = Tile.B9


def test_a_group_of_which_one_tile_is_always_misread_is_the_kong_that_the_card_wants() -> None:
    rules = Rules(table=practice())
    state = after(
        State(),
        GameBegun(P1),
        Discarded(P1, B9),
        Exposed(P2, B9, P1, (B9,) * 3),  # the fourth was not known
        *(Discarded(seat, Tile.NORTH) for seat in (P2, P3, P4, P1)),
    )
    kong = [sight(B9), sight(B9), sight(Tile.B6, 0.999), sight(B9)]
    table = seen("N N N N", {P2: [kong, "F", "1C 4C 9C", "1B 1B J J", "4B 4B"]}, hands=(P2,))
    (act,) = propose(state, table).acts
    won = wins(act, state, rules, table, ())
    assert won is not None
    (lies,), mah_jongg = won
    assert isinstance(lies, Resynced)
    assert lies.exposures[P2] == ((B9,) * 4,)
    assert isinstance(mah_jongg.event, MahJongg)
    assert mah_jongg.event.tiles.count(B9) == 4


def test_an_exposure_that_was_misread_as_a_whole_is_what_stands_in_its_place_now() -> None:
    rules, d9 = Rules(table=practice()), Tile.D9
    state = after(
        State(),
        GameBegun(P1),
        Discarded(P1, d9),
        Exposed(P2, d9, P1, (d9,) * 4),
        *(Discarded(seat, Tile.NORTH) for seat in (P2, P3, P4, P1)),
    )
    table = seen("N N N N", {P2: ["9B 9B 9B 9B", "F", "1C 4C 9C", "1B 1B J J", "4B 4B"]}, hands=(P2,))
    (act,) = propose(state, table).acts
    won = wins(act, state, rules, table, ())
    assert won is not None
    ((lies,), _) = won
    assert isinstance(lies, Resynced)
    assert lies.exposures[P2] == ((B9,) * 4,)
    # what cannot be a group is no better than what was believed
    crowd = seen("N N N N", {P2: ["9B 8C 9B 1D", "F", "1C 4C 9C", "1B 1B J J", "4B 4B"]}, hands=(P2,))
    (act,) = propose(state, crowd).acts
    assert wins(act, state, rules, crowd, ()) is None


def test_an_exposure_that_may_still_be_what_it_was_taken_for_is_what_the_card_wants() -> None:
    """A drawing of which the reader says now one thing and now the other."""
    rules, d8, b2 = Rules(table=practice()), Tile.D8, Tile.B2
    state = after(
        State(),
        GameBegun(P1),
        Discarded(P1, d8),
        Exposed(P2, d8, P1, (d8, d8, Tile.JOKER)),
        *(Discarded(seat, Tile.RED) for seat in (P2, P3, P4, P1)),
    )
    pung = [sight(b2, 0.92, else_=d8), sight(b2, 0.92, else_=d8), sight(Tile.JOKER)]
    table = seen("RD RD RD RD", {P2: [pung, "F F", "N E W S", "3B 3B", "7B 7B J"]}, hands=(P2,))
    (act,) = propose(state, table).acts
    won = wins(act, state, rules, table, ())
    assert won is not None
    ((lies,), mah_jongg) = won
    assert isinstance(lies, Resynced)
    assert lies.exposures[P2] == ((b2, b2, Tile.JOKER),)
    assert isinstance(mah_jongg.event, MahJongg)
    assert mah_jongg.event.tiles.count(b2) == 2


HAND: list[str | list[Sight]] = ["F F", "N E W S", "2B 2B J", "3B 3B", "7B 7B J"]


def told(*events: Event) -> tuple[State, list[Sight]]:
    """The state after discards, and they as they lie there, 40 mm apart."""
    state = after(State(), GameBegun(P1), *events)
    return state, [replace(sight(d.tile, x=40.0 * k), frames=6) for k, d in enumerate(state.discards)]


def lain(state: State, row: list[Sight]) -> tuple[BelievedDiscard, ...]:
    return tuple(BelievedDiscard(d.tile, d.number, s.at_mm, sight=s) for d, s in zip(state.discards, row, strict=True))


def won_at(state: State, row: list[Sight], table: Observation, rules: Rules) -> tuple[tuple[Event, ...], MahJongg]:
    """The mah jongg that is seen, with what is put right before it."""
    (act,) = [a for a in propose(state, table, lain(state, row)).acts if isinstance(a.event, MahJongg)]
    won = wins(act, state, rules, table, lain(state, row))
    assert won is not None
    before, mah_jongg = won
    assert isinstance(mah_jongg.event, MahJongg)
    return before, mah_jongg.event


def test_the_winning_tile_is_taken_from_the_table_though_another_was_told_after_it() -> None:
    rules, b7 = Rules(table=practice()), Tile.B7
    state, row = told(Discarded(P1, Tile.RED), Discarded(P2, b7), Discarded(P3, Tile.C1))
    table = seen([row[0], row[2]], {P1: HAND}, hands=(P1,))
    before, mah_jongg = won_at(state, row, table, rules)
    assert mah_jongg.source is P2
    after_all = after(state, *before, mah_jongg, rules=rules)
    assert codes(d.tile for d in after_all.discards) == "RD 1C"


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        pytest.param("7B", "RD 1C 4C 5C 6C 8C", id="of a pung: it was called unseen"),
        pytest.param("3B", "RD 3B 1C 4C 5C 6C 8C", id="of a pair, which nobody exposes: it is only hidden"),
        pytest.param("E", "RD E 1C 4C 5C 6C 8C", id="of four winds, which are singles"),
    ],
)
def test_an_older_discard_that_is_not_to_be_seen_is_in_the_hand_only_where_it_can_have_been_called(
    hidden: str, left: str
) -> None:
    rules = Rules(table=practice())
    others = [Discarded(Seat(k % 4), tile) for k, tile in enumerate(read_tiles(f"RD {hidden} 1C 4C 5C 6C 8C"))]
    state, row = told(*others)
    table = seen([row[0], *row[2:]], {P4: HAND}, hands=(P4,))
    before, mah_jongg = won_at(state, row, table, rules)
    assert mah_jongg.source is None
    after_all = after(state, *before, mah_jongg, rules=rules)
    assert codes(d.tile for d in after_all.discards) == left


def test_a_discard_that_lies_there_is_not_taken_for_its_like_in_the_hand() -> None:
    rules = Rules(table=practice())
    state, row = told(Discarded(P1, Tile.RED), Discarded(P2, Tile.B7), Discarded(P3, Tile.C1))
    table = seen(row, {P4: HAND}, hands=(P4,))
    (act,) = [a for a in propose(state, table, lain(state, row)).acts if isinstance(a.event, MahJongg)]
    won = wins(act, state, rules, table, lain(state, row))
    assert won is not None
    assert won[0] == ()


def test_nobody_wins_on_a_tile_of_her_own() -> None:
    """Where a discard before it was overlooked, the turns are one behind: whose hand came before the winner's threw."""
    rules = Rules(table=practice())
    state, row = told(Discarded(P1, Tile.RED), Discarded(P2, Tile.C1), Discarded(P3, Tile.B7))
    table = seen(row[:2], {P3: HAND}, hands=(P2, P3))
    before, mah_jongg = won_at(state, row, table, rules)
    assert mah_jongg.source is P2
    after_all = after(state, *before, mah_jongg, rules=rules)
    assert codes(d.tile for d in after_all.discards) == "RD 1C"
