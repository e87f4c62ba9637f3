"""The coach: what it may know, what it says, and that it is so."""

from dataclasses import fields, replace
from random import Random

import numpy as np
import pytest

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import (
    Act,
    Handed,
    Known,
    Why,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    advise_switch,
    chance_to_win,
    hands_in_reach,
    known_of,
    lines_open,
    reach_of_line,
    safe_discards,
    why_not,
)
from engine.coaching.advice import RISK_WEIGHT, Option
from engine.coaching.choosing import Mind, calls
from engine.coaching.odds import SHIPPED
from engine.event import Discarded, GameBegun
from engine.hands import HandTable
from engine.rules.ruling import Rules
from engine.state import State, evolve
from engine.tile import Seat, Tile, read_tile, read_tiles
from engine.turn import Discard
from server.cards import practice_card_text
from tests.coached import SMALL, TABLE, known
from tests.reasons import is_true


def shown(*groups: str, seat: Seat = Seat.P1) -> tuple[tuple[tuple[Tile, ...], ...], ...]:
    return tuple(tuple(read_tiles(g) for g in groups) if s is seat else () for s in Seat)


# -- what it knows -----------------------------------------------------------------------------------------------------


def test_what_is_known_is_built_from_what_all_see_and_the_own_rack() -> None:
    exposures = shown("9D 9D J", seat=Seat.P3)
    begun = GameBegun(Seat.P2, concealed=(13, 14, 10, 13), wall=80, exposures=exposures, discards=read_tiles("1B"))
    state = evolve(evolve(State(), begun), Discarded(Seat.P2, read_tile("4C")))
    rack = read_tiles("F F 1B 1B 2B 2B 2B 3B 3B 3B 3B GD 9D")
    seen = known_of(state, Seat.P1, rack, Rules(table=SMALL), [Handed(Seat.P2, read_tiles("5D 5D N"))])
    assert seen.rack == rack
    assert seen.exposures == exposures
    assert [d.tile for d in seen.discards] == list(read_tiles("1B 4C"))
    assert seen.offered is read_tile("4C")
    assert (seen.wall, seen.concealed) == (80, (13, 13, 10, 13))
    assert seen.unseen[read_tile("9D")] == 4 - 2 - 1
    assert seen.unseen[Tile.JOKER] == 7
    assert seen.elsewhere[read_tile("5D")] == 2
    assert known_of(state, Seat.P2, rack, Rules(table=SMALL)).offered is None


def test_the_same_sight_gives_the_same_knowledge_whatever_the_others_hold() -> None:
    """The state knows no hidden tile, and `Known` takes no other tiles than the own rack's: its fields are these."""
    assert {f.name for f in fields(Known)} == {
        *("table", "seat", "rack", "exposures", "discards", "concealed", "wall", "turn", "offered", "to_win_only"),
        *("drawn", "stage", "players", "dead", "passed", "received", "rules", "names"),
    }


def test_passed_tiles_are_elsewhere_until_they_are_seen() -> None:
    rack = "F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 9D 9D"
    mine = known(rack, passed=(Handed(Seat.P2, read_tiles("5D 5D N")),))
    assert mine.elsewhere[read_tile("5D")] == 2
    back = replace(mine, received=(Handed(Seat.P4, read_tiles("5D E W")),))
    assert back.elsewhere[read_tile("5D")] == 1
    seen = replace(mine, exposures=shown("5D 5D 5D", seat=Seat.P2))
    assert seen.elsewhere[read_tile("5D")] == 0


def test_without_a_card_there_is_no_advice() -> None:
    with pytest.raises(ValueError, match="Without a card"):
        known_of(State(), Seat.P1, (), Rules())


# -- the hands within reach --------------------------------------------------------------------------------------------


def test_the_best_lines_say_what_is_missing_and_why_it_is_hard() -> None:
    reaches = hands_in_reach(known("F F 1B 1B 2B 2B 2B 3B 3B 3B 3B GD 9D"))
    second = next(r for r in reaches if r.line.number == 2)
    assert second.missing == len(second.needs) == 2
    assert second.says.startswith("2 tiles away: 2 × Green Dragon.")
    assert "concealed" in second.says
    single = hands_in_reach(known("F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 3B"))[0]
    assert "No joker helps for Flower" in single.says
    assert single.strict == (Tile.FLOWER,)


def test_the_pattern_holds_every_own_tile_of_the_hand_once() -> None:
    mine = replace(known("F F 1B J 3B 3B 3B 9D 9C"), exposures=shown("2B 2B 2B J"))
    reach = reach_of_line(mine, SMALL.lines[0])
    assert reach is not None
    held = [[(p.held, p.exposed) for p in group] for group in reach.pattern]
    assert held[0] == [(Tile.FLOWER, False)] * 2
    assert [t for t, _ in held[2]] == [*read_tiles("2B 2B 2B J")]
    assert all(exposed for _, exposed in held[2])
    places = [p for group in reach.pattern for p in group]
    assert sum(p.held is None for p in places) == reach.missing == 3
    assert sum(p.held is Tile.JOKER and not p.exposed for p in places) == reach.jokers == 1


def test_each_line_comes_once_and_the_chances_add_up_to_at_most_one() -> None:
    chance = Random(3)
    wall = [t for t in Tile for _ in range(t.copies)]
    for _ in range(10):
        mine = Known(TABLE, Seat.P1, tuple(chance.sample(wall, 13)))
        reaches = hands_in_reach(mine, 60)
        assert len({r.line.name for r in reaches}) == len(reaches)
        assert sum(r.chance for r in reaches) == pytest.approx(chance_to_win(mine), abs=1e-4)
        for reach in reaches:
            assert reach.missing == sum(p.held is None for group in reach.pattern for p in group)


# -- what it says to do ------------------------------------------------------------------------------------------------


def test_the_coach_discards_what_has_no_place() -> None:
    advice = advise_discard(known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 9D"))
    assert advice.tiles == read_tiles("9D")
    assert advice.says == "Discard 9 Dot: T 1 has no place for it. You are then 1 tile away."
    assert advice.reasons[0].kind is Why.NO_PLACE
    assert advice.lost(read_tiles("9D")) == 0
    assert advice.lost(read_tiles("1B")) > 0.05
    with pytest.raises(KeyError):
        advice.lost(read_tiles("N"))


def test_the_coach_sees_mah_jongg() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B J")
    assert advise_discard(mine).act is Act.MAH_JONGG
    assert chance_to_win(mine) == 1.0
    waiting = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B")
    assert advise_call(waiting, read_tile("3B")).act is Act.MAH_JONGG


def test_the_coach_passes_strangers_and_keeps_jokers() -> None:
    """CHAR-03, CHAR-06."""
    advice = advise_pass(known("F F 1B 1B 1B 1B 2B 2B 2B J 9D 9C 6D"), Stage.FIRST_RIGHT)
    assert set(advice.tiles) == set(read_tiles("9D 9C 6D"))
    assert advice.says.endswith(" Keep the joker: it may never be passed.")
    assert {r.kind for r in advice.reasons} >= {Why.JOKERS_STAY, Why.NO_PAIR_GIVEN, Why.BREAKS_NO_PAIR}


def test_a_pair_that_is_passed_on_whole_is_not_said_to_stay() -> None:
    table = HandTable(read_card(practice_card_text()))
    mine = Known(table, Seat.P1, tuple(read_tiles("3C 6C 2D 6D 8D 9D 9D 9D N GD RD RD WD")))
    advice = advise_pass(mine, Stage.FIRST_ACROSS)
    assert advice.tiles.count(Tile.RED) == 2
    assert {Why.BREAKS_NO_PAIR, Why.NO_PAIR_GIVEN}.isdisjoint(r.kind for r in advice.reasons)


def test_a_good_rack_passes_blind_where_that_is_allowed_and_only_there() -> None:
    """CHAR-08, CHAR-09, CHAR-10."""
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 9D")
    blind = advise_pass(mine, Stage.FIRST_LEFT)
    assert (blind.tiles, blind.blind) == (read_tiles("9D"), 2)
    assert advise_pass(mine, Stage.FIRST_ACROSS).blind == 0
    assert advise_pass(mine, Stage.COURTESY).tiles == read_tiles("9D")
    assert not advise_pass(mine, Stage.VOTE).yes
    assert advise_pass(known("F 9D 9C 8B 7B 6D 5C N E W 4B 7C RD"), Stage.VOTE).yes


@pytest.mark.parametrize(
    ("rack", "tile", "says"),
    [
        ("F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 9D 9D", "J", "dead"),
        ("F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 9D 9D", "9C", "does not want it"),
        ("F 1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 9D 9D", "F", "only to win"),
        ("F F 1B 1B 1B J 2B 2B 2B 3B 3B 9D 9D", "1B", "Call it and expose 4 × 1 Bam for T 1"),
    ],
)
def test_the_coach_says_why_to_call_and_why_not(rack: str, tile: str, says: str) -> None:
    assert says in advise_call(known(rack), read_tile(tile)).says


def test_a_joker_is_taken_for_a_tile_that_is_not_needed() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 5D 3B", drawn=True, exposures=shown("5D 5D J J", seat=Seat.P3))
    advice = advise_exchange(mine)
    assert (advice.act, advice.tiles, advice.owner, advice.group) == (Act.EXCHANGE, read_tiles("5D"), Seat.P3, 0)


def test_nothing_to_aim_at_when_the_exposures_fit_no_hand() -> None:
    mine = known("1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B", exposures=shown("9D 9D 9D"))
    assert hands_in_reach(mine) == ()
    assert "Nothing can be won" in advise_discard(mine).says


def test_what_an_exposure_leaves_wants_some_tiles_and_not_others() -> None:
    mine = known("F F 1B 1B 1B 1B 3B 2C 2C N E W 9D S", exposures=shown("2B 2B 2B 2B", seat=Seat.P3))
    assert [line.number for line in lines_open(mine, Seat.P3)] == [1]
    judged = {s.tile: s for s in safe_discards(mine)}
    assert judged[read_tile("9D")].safe
    assert not judged[read_tile("3B")].safe
    assert judged[read_tile("3B")].risk > judged[read_tile("9D")].risk == 0
    assert "The player across may want it for T 1" in judged[read_tile("3B")].says
    named = {s.tile: s for s in safe_discards(replace(mine, names=("Ann", "Bea", "Cleo", "Dora")))}
    assert "Cleo may want it for T 1" in named[read_tile("3B")].says


def test_of_a_dangerous_tile_it_is_told_what_went_through_the_charleston() -> None:
    mine = known("F F 1B 1B 1B 1B 3B 2C 2C N E W 9D S", exposures=shown("2B 2B 2B 2B", seat=Seat.P3))
    came = (Handed(Seat.P3, read_tiles("3B 9D E")), Handed(Seat.P2, read_tiles("3B 3B N")))
    went = (Handed(Seat.P3, read_tiles("1B 1B N")), Handed(Seat.P4, read_tiles("3B E W")))
    judged = {s.tile: s for s in safe_discards(replace(mine, received=came, passed=went))}
    assert judged[read_tile("3B")].says.endswith(" The player across passed you one in the Charleston.")
    assert judged[read_tile("1B")].says.endswith(" In the Charleston you passed two to the player across.")
    assert "Charleston" not in judged[read_tile("9D")].says, "nobody can want it"
    for one in judged.values():
        assert all(is_true(replace(mine, received=came, passed=went), reason) for reason in one.reasons)
        about = [r for r in one.reasons if r.kind in (Why.PASSED_BY, Why.PASSED_TO)]
        assert not any(is_true(mine, reason) for reason in about), "the checker asks who was passed what"


def test_a_question_about_a_tile_or_a_line_is_answered() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 9D")
    assert "T 1 wants 4 × 1 Bam, you hold 4" in why_not(mine, read_tile("1B")).says
    assert why_not(mine, read_tile("9D")).act is Act.DISCARD
    assert "You do not hold Soap" in why_not(mine, Tile.SOAP).says
    assert "T 1 is 1 tile away" in why_not(mine, SMALL.lines[2]).says
    gone = replace(known("1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B"), exposures=shown("N N N N"))
    assert "cannot be finished any more" in why_not(gone, SMALL.lines[0]).says


def test_a_plan_is_changed_only_for_one_that_is_much_better() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 9D")
    assert advise_switch(mine, SMALL.lines[0]).act is Act.STAY
    away = advise_switch(mine, SMALL.lines[2])
    assert (away.act, away.line) == (Act.SWITCH, SMALL.lines[0])


def test_jokers_stand_where_no_natural_can_come_any_more() -> None:
    table = HandTable(read_card("== T ==\n1. NN 1111a 44a 777a SSS X 25 [these numbers only]"))
    discards = tuple(Discard(t, Seat.P2) for t in read_tiles("1B 4B J J J J J J 7B S N"))
    rack = read_tiles("1B 1B 1B 4B 4B 4B 7B 7B N N S S J J")
    mine = Known(table, Seat.P1, rack, discards=discards, concealed=(14, 13, 13, 13), wall=8, drawn=True)
    assert advise_discard(mine).tiles == read_tiles("4B")


def test_a_rack_between_two_hands_is_worth_more_than_the_likelier_one_alone() -> None:
    mind = Mind(known("F F 1B 1B 1B 2B 2B 2B 3B 3B 3B N N"))
    assert mind.prospects.worth > float(mind.prospects.logs.max())
    assert mind.prospects.worth == pytest.approx(float(np.log(np.exp(mind.prospects.logs).sum())), abs=1e-4)


def test_a_tile_is_the_more_dangerous_the_more_she_shows_and_the_later_it_is() -> None:
    one = known("F F 1B 1B 1B 3B 3B 3B 3B 9D 9D 2B 2B", exposures=shown("1B 1B 1B J", seat=Seat.P2), wall=80)
    two = replace(one, exposures=shown("1B 1B 1B J", "2B 2B 2B J", seat=Seat.P2))
    tile = read_tile("3B")
    risk = {s.tile: s.risk for s in safe_discards(one)}
    assert risk[read_tile("9D")] == 0
    assert 0 < risk[tile] < {s.tile: s.risk for s in safe_discards(two)}[tile]
    assert risk[tile] < {s.tile: s.risk for s in safe_discards(replace(one, wall=20))}[tile]


def test_a_small_risk_does_not_turn_a_good_hand_away_from_its_aim() -> None:
    """What a discard gives away counts as points: twice the value once, of which most would be paid later anyway."""
    assert 0 < RISK_WEIGHT < 0.1
    assert Option((), 0.30, 0.05).worth > Option((), 0.27, 0.0).worth
    assert Option((), 0.02, 0.05).worth < Option((), 0.019, 0.0).worth


def test_a_call_that_hardly_brings_anything_is_let_go() -> None:
    offered = known("F F 1B 1B 1B 2B 2B 2B 3B 3B N S 9D", offered=read_tile("2B"), wall=95)
    eager, wary = (Mind(offered, weights=replace(SHIPPED, call=margin)) for margin in (-5.0, 5.0))
    assert calls(eager, read_tile("2B"))[0].tiles
    assert not calls(wary, read_tile("2B"))[0].tiles


def test_a_tile_that_may_still_come_is_waited_for_rather_than_a_joker_alone() -> None:
    table = HandTable(read_card("== T ==\n1. FFFF 111a 444b 7777c X 25\n2. FF 1111a 4444b 7777c X 35"))
    rack = read_tiles("4B 4B 4B 7C 7C 7C 7C 1D 1D 1D 1D F F F")
    gone = tuple(Discard(tile, Seat.P2) for tile in read_tiles("4B J J J J J J F F F"))
    known = Known(table, Seat.P1, rack, discards=gone, concealed=(14, 13, 13, 13), wall=8, drawn=True)
    assert advise_discard(known).tiles == read_tiles("1D"), "two flowers and two jokers are out, and no 4 Bam"


WAITING = "== T ==\n1. FF NEWS 222a 33a 777a X 25\n2. 9999a 5555b FFF 111a X 25\n3. FF NEWS 222a 33a 888b X 25"


def waiting_for_a_flower(rack: str) -> Known:
    """Eleven tiles beside an exposed pung, one Flower away, with one tile more than the hand wants."""
    shown = ((), (read_tiles("7D 7D 7D"),), (), ())
    table, tiles = HandTable(read_card(WAITING)), read_tiles(rack)
    return Known(table, Seat.P2, tiles, shown, concealed=(13, 11, 13, 13), turn=Seat.P2, drawn=True, wall=40)


def test_a_joker_that_no_place_is_left_for_is_discarded_before_the_hand_is_broken() -> None:
    known = waiting_for_a_flower("F N E W S J J J J 3D 3D")
    advice = advise_discard(known)
    assert advice.tiles == (Tile.JOKER,)
    assert "You are then 1 tile away" in advice.says
    assert all(is_true(known, reason) for reason in advice.reasons)
    assert why_not(known, Tile.WEST).reasons[0].kind is Why.SERVES
    assert advise_discard(waiting_for_a_flower("F N E W S J J J 9C 3D 3D")).tiles == (Tile.C9,)


def test_a_tile_kept_back_for_what_it_gives_away_is_named_with_who_may_want_it() -> None:
    shown = ((), (), (read_tiles("9C 9C 9C 9C"), read_tiles("5D 5D 5D 5D")), ())
    rack = read_tiles("F N E W S 2B 2B 2B 3B 3B 7B 7B 8D 1C")
    known = Known(HandTable(read_card(WAITING)), Seat.P1, rack, shown, (), (14, 13, 5, 13), 20, drawn=True)
    advice = advise_discard(known)
    assert advice.tiles == (Tile.D8,), "though line 3 wants it, and none of hers the 1 Crak"
    assert "Keep 1 Crak for now: the player across may want 1 Crak for T 2." in advice.says
    assert all(is_true(known, reason) for reason in advice.reasons)
    named = advise_discard(replace(known, names=("Ann", "Bea", "Cleo", "Dora")))
    assert "Keep 1 Crak for now: Cleo may want 1 Crak for T 2." in named.says
    alone = replace(known, exposures=((), (), (), ()))
    assert advise_discard(alone).tiles == (Tile.C1,)
    assert "Keep" not in advise_discard(alone).says
