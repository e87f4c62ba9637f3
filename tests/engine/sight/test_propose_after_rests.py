"""What earlier rests have seen, and what was unexplained in them, in the explanation of the next."""

from dataclasses import replace

from engine.event import (
    Corrected,
    Discarded,
    Exposed,
    MahJongg,
    Resynced,
)
from engine.sight.believed import as_believed
from engine.sight.observation import Sight
from engine.sight.propose import propose
from engine.sight.whereabouts import BelievedDiscard
from engine.state import State, evolve
from engine.tile import Seat, Tile, codes, read_tiles
from tests.table import after, events, seen, sight

P1, P2, P3, P4 = Seat
B3, B8, C7, D2 = Tile.B3, Tile.B8, Tile.C7, Tile.D2


LAID = "7C 2D WD E 1C"  # the discards of `midgame`


def placed(state: State, *, reread: Tile | None = None, firm: bool = False) -> tuple[BelievedDiscard, ...]:
    """The discards of `state` in one row, 40 mm apart; all were read as `reread` at the end of the last rest."""
    return tuple(
        BelievedDiscard(d.tile, d.number, (40.0 * k, 0.0), firm=firm, reread=reread)
        for k, d in enumerate(state.discards)
    )


def in_row(tiles: str) -> list[Sight]:
    return [replace(sight(t), x_mm=40.0 * k, frames=6) for k, t in enumerate(read_tiles(tiles))]


RACK: dict[Seat, list[str | list[Sight]]] = {P1: ["3B 3B J"]}


def test_a_tile_passed_over_hides_no_discard(midgame: State) -> None:
    row = in_row(f"{LAID} 8B")
    del row[1]
    found = propose(midgame, seen(row, RACK, hands=(P4,)), placed(midgame))
    assert (events(found), found.hidden) == ([Discarded(P4, B8)], 1)


def test_better_looks_in_two_rests_put_a_discard_right(midgame: State) -> None:
    row = in_row(LAID.replace("E", "W"))
    number = midgame.discards[3].number
    once = propose(midgame, seen(row, RACK), placed(midgame))
    assert events(once) == []
    twice = propose(midgame, seen(row, RACK), placed(midgame, reread=Tile.WEST))
    assert events(twice) == [Corrected(number, Discarded(P2, Tile.WEST))]


def test_what_a_person_said_no_look_puts_right(midgame: State) -> None:
    row = in_row(LAID.replace("E", "W"))
    assert events(propose(midgame, seen(row, RACK), placed(midgame, reread=Tile.WEST, firm=True))) == []


def test_a_discard_from_before_the_watching_is_put_right_with_the_table(fresh: State) -> None:
    state = evolve(fresh, Resynced(((), (), (), ()), (C7, D2), (13, 13, 13, 13), P3))
    (event,) = events(propose(state, seen(in_row("7C 3D")), placed(state, reread=Tile.D3)))
    assert isinstance(event, Resynced)
    assert (codes(event.discards), event.turn) == ("7C 3D", P3)


def test_what_lay_unexplained_for_a_whole_rest_was_overlooked(midgame: State) -> None:
    row = in_row(f"{LAID} 9D 8B")
    found = propose(midgame, seen(row, RACK, hands=(P4,)), placed(midgame), waiting=[row[-2]])
    overlooked, discarded = events(found)
    assert isinstance(overlooked, Resynced)
    assert codes(overlooked.discards) == f"{LAID} 9D"
    assert discarded == Discarded(P4, B8)


def test_of_one_kind_too_many_the_least_sure_is_another(fresh: State) -> None:
    state = after(fresh, *(Discarded(Seat(k % 4), B3) for k in range(4)))
    row = in_row("3B 3B 3B 3B 3B")
    unsure = replace(sight(B3, 0.7, else_=B8), x_mm=40.0, frames=6)
    found = propose(state, seen([row[0], unsure, *row[2:]], hands=(P1,)), placed(state))
    assert events(found) == [Corrected(state.discards[1].number, Discarded(P2, B8)), Discarded(P1, B3)]
    unsure = replace(sight(B3, 0.7, else_=B8), x_mm=160.0)
    found = propose(state, seen([*row[:4], unsure], hands=(P1,)), placed(state))
    assert events(found) == [Discarded(P1, B8)], "the new one is less sure than they are"


def test_a_table_met_as_it_lies_keeps_the_last_discard_open_for_a_call(midgame: State) -> None:
    lies = as_believed(midgame, P4)
    assert evolve(midgame, lies).window
    assert not evolve(midgame, replace(lies, turn=P2)).window
    assert not evolve(midgame, replace(lies, discards=lies.discards[:-1])).window


def test_unlike_tiles_on_a_rack_that_nobody_called_for_are_no_quick_call(midgame: State) -> None:
    shaky = [sight(B8, 0.5, else_=C7), sight(B8), sight(B8, 0.25, else_=D2)]
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P2: [shaky]}))
    assert events(found) == []


def test_a_whole_hand_with_a_tile_unseen_is_a_mah_jongg(midgame: State) -> None:
    shown: list[str | list[Sight]] = ["1B", "2D", "2D 6D", "N E W S", "1C 1C", "3C 5C 7C"]
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P4: shown}, hands=(P4,)))
    (act,) = found.acts
    assert isinstance(act.event, MahJongg)
    assert (act.event.seat, len(act.event.tiles), act.event.tiles[-1]) == (P4, 14, Tile.SOAP)
    hands = [event for event in act.otherwise if isinstance(event, MahJongg)]
    assert {Tile.JOKER, Tile.C9} < {event.tiles[-1] for event in hands}


def test_tiles_shown_by_a_winner_put_misread_discards_right(fresh: State) -> None:
    state = after(fresh, Discarded(P1, Tile.B2), Discarded(P2, Tile.B2), Discarded(P3, C7))
    soap = replace(sight(Tile.B2, 0.6, else_=Tile.SOAP), x_mm=40.0)
    row = [in_row("2B")[0], soap, in_row("2B 2B 7C")[2]]
    shown: list[str | list[Sight]] = ["F F", "2C 4C 6C 8C", "2B 2B 2B J", "8B 8B 8B J"]
    found = propose(state, seen(row, {P4: shown}, hands=(P4,)), placed(state))
    corrected, won = events(found)
    assert corrected == Corrected(state.discards[1].number, Discarded(P2, Tile.SOAP))
    assert isinstance(won, MahJongg)


def test_a_discard_that_was_read_well_tells_what_its_group_is(fresh: State) -> None:
    """Two of three tiles on the rack are misread alike, as tiles of one drawing are."""
    state = after(fresh, Discarded(P1, Tile.B9))
    lay = sight(Tile.B9, 0.9999)
    known = (BelievedDiscard(Tile.B9, state.discards[0].number, (0.0, 0.0), sight=lay),)
    rack: list[Sight] = [sight(Tile.B9, 0.9999), sight(Tile.B6, 0.9999), sight(Tile.B6, 0.9999)]
    (exposed,) = events(propose(state, seen("", {P2: [rack]}, hands=(P2,)), known))
    assert exposed == Exposed(P2, Tile.B9, P1, (Tile.B9, Tile.B9, Tile.B9))


def test_tiles_not_told_in_their_rest_are_kept_apart_from_what_comes_next(midgame: State) -> None:
    found = propose(midgame, seen(in_row(f"{LAID} 8B 9D"), RACK, hands=(P4,)), placed(midgame))
    assert [s.best for s in found.fresh] == [B8, Tile.D9]
    assert len(found.unexplained) == 1
