"""The watcher: how a game begins, what is told, what is asked."""

from dataclasses import replace

import pytest

from engine.event import (
    Called,
    CallRetracted,
    Corrected,
    Declared,
    Discarded,
    Event,
    Exposed,
    GameBegun,
    Held,
    HoldEnded,
    JokerExchanged,
    Resynced,
)
from engine.rules.ruling import Source
from engine.sight.following import QUESTION, UNEXPLAINED
from engine.sight.games import SLOW_LOOKS, UNCLEAR
from engine.sight.observation import SAID_S, Sight
from engine.state import Phase
from engine.tile import Seat, Tile, codes, read_tiles
from tests.table import seen, sight
from tests.watching import B3, B8, C7, D2, JOKER, P1, P2, P3, P4, Evening, lying, toss_up


def test_an_empty_table_at_rest_begins_a_game(evening: Evening) -> None:
    evening.rest("", hands=())
    assert evening.state.phase is Phase.PLAY
    assert evening.said == [GameBegun(P1)]


def test_one_look_begins_nothing(evening: Evening) -> None:
    evening.watcher.observe(seen("", looks=1))
    evening.watcher.observe(seen("", looks=2))
    assert evening.state.phase is Phase.SETUP


def test_a_game_met_half_way_is_taken_as_it_lies(evening: Evening) -> None:
    evening.rest("3B 7C", {P3: ["2D 2D J"]})
    (game,) = evening.said
    assert isinstance(game, GameBegun)
    assert (codes(game.discards), game.exposures) == ("3B 7C", ((), (), ((D2, D2, JOKER),), ()))
    assert game.concealed == (13, 13, 10, 13)
    evening.rest("3B 7C", {P3: ["2D 2D J"]})
    assert len(evening.said) == 1


def test_what_lies_on_the_table_before_the_game_is_print_and_never_a_tile(met: Evening) -> None:
    joker, soap = replace(sight(JOKER), x_mm=-80.0, y_mm=1.0), replace(sight(Tile.SOAP), x_mm=68.0, y_mm=2.0)
    met.rest([joker, soap], hands=())
    assert met.said == [GameBegun(P1)]
    lies = [joker, soap, replace(sight(D2), x_mm=68.0, y_mm=3.0)]
    met.rest([*lies], hands=(P3,))
    assert [d.tile for d in met.state.discards] == [D2]
    assert met.said[-1] == Discarded(P3, D2)
    met.rest([replace(joker, x_mm=-120.0), *lies], hands=(P4,))
    assert met.said[-1] == Discarded(P4, JOKER)


def test_what_a_hand_hid_at_the_start_was_there_already(met: Evening) -> None:
    met.rest("3B", hands=())
    for looks in range(1, 7):
        now = seen("3B 7C", {P2: ["8B 8B J"]}, looks=looks)
        met.watcher.observe(replace(now, anew=True))
    assert not any(isinstance(e, Discarded | Exposed | Resynced) for e in met.said)
    assert [d.tile for d in met.state.discards] == [B3, C7]
    assert [e.tiles for e in met.state.racks[P2].exposures] == [(B8, B8, JOKER)]
    met.rest("3B 7C 2D", {P2: ["8B 8B J"]}, hands=(P3,))
    assert met.said[-1] == Discarded(P3, D2)


def test_the_first_discard_is_one_though_part_of_the_table_seems_to_come_to_sight_with_it(met: Evening) -> None:
    met.rest("", hands=())
    for looks in range(1, 7):
        met.watcher.observe(replace(seen("3B", looks=looks, hands=(P1,)), anew=True))
    assert met.said == [GameBegun(P1), Discarded(P1, B3)]


def test_what_hands_brought_is_no_print_though_it_seems_to_come_to_sight(met: Evening) -> None:
    met.rest("", hands=())
    row = [replace(sight(tile), x_mm=40.0 * k) for k, tile in enumerate((B3, D2, Tile.C7))]
    for looks in range(1, 7):
        met.watcher.observe(replace(seen(row[:2], looks=looks, hands=(P1,)), anew=True))
    for hands in ((P3,), *[()] * 12):
        met.rest(row, hands=hands)
    assert [d.tile for d in met.state.discards] == [B3, D2, Tile.C7]


def test_a_stray_find_on_a_rack_is_no_exposure_of_a_new_game(evening: Evening) -> None:
    evening.rest("", {P3: ["2D"]})
    assert evening.state.racks[P3].exposures == ()


def test_a_discard_is_told_once_enough_looks_agree(begun: Evening) -> None:
    for looks in range(1, 7):
        begun.watcher.observe(seen("3B", looks=looks))
        assert (Discarded(P1, B3) in begun.said) == (looks >= 2)
    assert begun.said.count(Discarded(P1, B3)) == 1
    entry = begun.table.log[-1]
    assert entry.source is Source.CAMERA
    assert entry.confidence > 0.98


def test_a_less_certain_discard_takes_more_looks(begun: Evening) -> None:
    doubtful = sight(B3, 0.8, else_=B8)
    for looks in range(1, 7):
        begun.watcher.observe(seen([doubtful], looks=looks))
        assert (Discarded(P1, B3) in begun.said) == (looks >= SLOW_LOOKS)
    readings = begun.table.log[-1].readings
    assert readings[0][0] is B8


def test_readings_that_change_from_look_to_look_are_waited_for(begun: Evening) -> None:
    for looks, tile in enumerate([B3, B8, B3, B8, B3, B8], 1):
        begun.watcher.observe(seen([sight(tile, 0.9)], looks=looks))
    assert len(begun.said) == 1


def test_a_toss_up_that_the_next_rest_tells_is_no_question(begun: Evening) -> None:
    begun.rest([toss_up()])
    assert len(begun.said) == 1, "nothing is guessed"
    assert begun.alert(QUESTION) is None
    begun.rest([sight(B8)], hands=(P2,))
    assert begun.said[1:] == [Discarded(P1, B8)]
    assert begun.alert(QUESTION) is None


def test_a_toss_up_that_nobody_comes_near_is_asked_about_once_silence_would_have_to_be_said(begun: Evening) -> None:
    begun.at(1.0).rest([toss_up()])
    begun.watcher.passed(1.0 + SAID_S / 2, at_rest=True)
    assert begun.alert(QUESTION) is None
    begun.watcher.passed(1.0 + SAID_S, at_rest=True)
    assert begun.alert(QUESTION) is not None


def test_a_toss_up_that_somebody_has_tapped_in_meanwhile_is_not_asked_about(begun: Evening) -> None:
    begun.at(1.0).rest([toss_up()])
    begun.submit(Discarded(P1, B8))
    begun.watcher.passed(1.0 + SAID_S, at_rest=True)
    assert begun.alert(QUESTION) is None


def test_a_toss_up_in_two_rests_is_a_question_to_the_table(begun: Evening) -> None:
    begun.rest([toss_up()])
    begun.rest([toss_up()], hands=(P2,))
    assert len(begun.said) == 1, "nothing is guessed"
    question = begun.alert(QUESTION)
    assert question is not None
    assert question.at_mm is not None, "the picture beside it shows that tile"
    assert question.says.startswith("I did not see clearly: was this 3 Bam or")
    assert {c.event for c in question.choices} >= {Discarded(P1, B3), Discarded(P1, B8), Discarded(P1, C7)}
    assert all(c.probability < 0.5 for c in question.choices)


def test_a_question_still_open_at_the_end_takes_the_likeliest(begun: Evening) -> None:
    begun.rest([toss_up()])
    begun.watcher.ended()
    assert begun.said[-1] == Discarded(P1, B3)


def test_the_answer_takes_the_question_away(begun: Evening) -> None:
    begun.rest([toss_up()])
    begun.submit(Discarded(P1, B8))
    begun.rest([toss_up()])
    assert begun.alert(QUESTION) is None
    assert begun.said[1:] == [Discarded(P1, B8)]


def test_players_who_moved_on_leave_the_likeliest_reading_in_the_log(begun: Evening) -> None:
    begun.rest([toss_up()])
    begun.rest([toss_up(), sight(D2)], hands=(P2,))
    assert begun.said[1:] == [Discarded(P1, B3), Discarded(P2, D2)]
    entry = next(e for e in begun.table.log if e.event == Discarded(P1, B3))
    assert entry.confidence < 0.5
    assert {B8, C7} <= {t for t, _ in entry.readings}
    assert begun.alert(QUESTION) is None


def test_the_same_doubt_a_turn_later_is_asked_again(begun: Evening) -> None:
    begun.rest([toss_up()])
    begun.submit(Discarded(P1, C7))
    begun.rest([sight(C7)])
    for seat, tile in ((P2, D2), (P3, Tile.EAST), (P4, Tile.SOAP)):
        begun.submit(Discarded(seat, tile))
    for _ in range(2):
        begun.rest([*read_tiles("7C 2D E WD"), toss_up()])
    assert begun.alert(QUESTION) is not None


def test_a_picture_that_nothing_explains_is_a_quiet_please_check_until_it_is_gone(begun: Evening) -> None:
    begun.rest("", {P2: ["5D 5D"]})
    check = begun.alert(UNEXPLAINED)
    assert check is not None
    assert check.says.startswith("Please look")
    assert check.seat is None, "nobody is accused"
    assert begun.said == [GameBegun(P1)]
    begun.rest("")
    assert begun.alert(UNEXPLAINED) is None


def test_a_first_fleeting_picture_is_no_reason_to_ask(begun: Evening) -> None:
    for looks in range(1, SLOW_LOOKS):
        begun.watcher.observe(seen("", {P2: ["5D 5D"]}, looks=looks))
    assert begun.table.alerts == ()


def test_the_round_of_a_table_is_followed(begun: Evening) -> None:
    begun.rest("7C")
    begun.rest("7C 2D", hands=(P2,))
    begun.rest("7C", {P4: ["2D 2D J"]}, hands=(P4,))
    begun.rest("7C 3B", {P4: ["2D 2D J"]}, hands=(P4,))
    begun.rest("7C 3B", {P4: ["2D 2D 2D"]}, hands=(P1,))
    begun.rest("7C 3B WD", {P4: ["2D 2D 2D"]}, hands=(P1,))
    assert begun.said[1:] == [
        Discarded(P1, C7),
        Discarded(P2, D2),
        Exposed(P4, D2, P2, (D2, D2, JOKER)),
        Discarded(P4, B3),
        JokerExchanged(P1, P4, 0, D2),
        Discarded(P1, Tile.SOAP),
    ]
    assert begun.table.alerts == ()


def test_east_is_whoever_made_the_first_discard(evening: Evening) -> None:
    evening.rest("", hands=())
    evening.rest("7C", hands=(P3,))
    assert evening.said == [GameBegun(P1), Corrected(1, GameBegun(P3, concealed=(13, 13, 14, 13))), Discarded(P3, C7)]
    assert evening.state.east is P3
    assert evening.state.turn is P4


def test_east_made_the_first_discard_though_another_has_drawn_before_it_is_told(evening: Evening) -> None:
    evening.rest("", hands=())
    for looks in (1, 2):
        evening.watcher.observe(seen("7C", hands=(P3,), looks=looks))
    evening.rest("7C", hands=(P3, P4))
    assert evening.state.east is P3
    assert evening.said[-1] == Discarded(P3, C7)


@pytest.mark.parametrize("hands", [(P1,), (P2, P3), ()], ids=["East's own", "two hands", "no hand seen"])
def test_east_stays_where_the_hand_does_not_tell(evening: Evening, hands: tuple[Seat, ...]) -> None:
    evening.rest("", hands=())
    evening.rest("7C", hands=hands)
    assert evening.state.east is P1
    assert Discarded(P1, C7) in evening.said


def test_a_later_discard_changes_no_east(evening: Evening) -> None:
    evening.rest("", hands=())
    evening.rest("7C", hands=(P1,))
    evening.rest("7C 2D", hands=(P2,))
    assert evening.state.east is P1
    assert evening.said[-1] == Discarded(P2, D2)


def test_a_hand_out_of_turn_means_that_something_was_missed(evening: Evening) -> None:
    evening.rest("", hands=())
    evening.rest("7C", hands=(P1,))
    evening.rest("7C 2D", hands=(P4,))
    assert isinstance(evening.said[-2], Resynced)
    assert evening.said[-1] == Discarded(P4, D2)
    assert evening.state.turn is P1


def test_a_discard_that_hovers_about_even_is_asked_about_and_not_told_as_this_and_then_as_that(begun: Evening) -> None:
    begun.rest([sight(B3, 0.54, else_=B8)])
    begun.rest([sight(B8, 0.54, else_=B3)], hands=())
    question = begun.alert(QUESTION)
    assert question is not None
    assert question.says == "I did not see clearly: was this 8 Bam or 3 Bam?"
    assert begun.said == [GameBegun(P1)]


@pytest.mark.parametrize(("seat", "answers"), [(P2, []), (P3, [Declared(P3)])])
def test_a_whole_hand_that_wins_nothing_is_asked_about_and_nobody_is_accused(
    begun: Evening, seat: Seat, answers: list[Event]
) -> None:
    begun.rest("7C")
    shown: dict[Seat, list[str | list[Sight]]] = {seat: ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "7C 1B 9C"]}
    begun.rest("7C", shown, hands=(seat,))
    question = begun.alert(UNCLEAR)
    assert question is not None
    assert (question.says, question.seat, question.rule) == (
        f"{seat.name}'s whole hand lies open. Is it Mah Jongg?",
        seat,
        None,
    )
    assert [choice.event for choice in question.choices] == answers
    begun.rest("7C", shown, hands=(seat,))
    assert len(begun.table.alerts) == 1, "it is asked once"
    begun.rest("7C", hands=(seat,))
    assert begun.alert(UNCLEAR) is None, "it withdraws itself when the table agrees again"
    assert begun.said == [GameBegun(P1), Discarded(P1, C7)]


def test_play_goes_on_beside_a_hand_laid_open(begun: Evening) -> None:
    begun.rest(lying("7C"))
    shown: dict[Seat, list[str | list[Sight]]] = {P4: ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "7C 1B 9C"]}
    begun.rest(lying("7C"), shown, hands=(P4,))
    begun.rest(lying("7C 2D"), shown, hands=(P2,))
    assert begun.said[-1] == Discarded(P2, D2)


def test_a_call_by_tap_that_nobody_follows_lapses_when_play_goes_on(begun: Evening) -> None:
    begun.rest(lying("7C"))
    begun.submit(Called(P4))
    begun.rest(lying("7C 2D"), hands=(P2,))
    assert begun.said[-2:] == [CallRetracted(P4), Discarded(P2, D2)]
    assert begun.table.alerts == ()


def test_which_tiles_of_an_exposure_are_jokers_a_second_rest_tells(begun: Evening) -> None:
    begun.rest("3B")
    doubtful: list[Sight] = [sight(B3), sight(JOKER, 0.7, else_=B3), sight(JOKER)]
    begun.rest("", {P2: [doubtful]}, hands=(P2,))
    assert begun.said[-1] == Discarded(P1, B3), "it waits"
    begun.rest("7C", {P2: ["3B 3B J"]}, hands=(P2,))
    assert begun.said[-2:] == [Exposed(P2, B3, P1, (B3, B3, JOKER)), Discarded(P2, C7)]


def test_a_hold_by_tap_that_nobody_ends_lapses_when_play_goes_on(begun: Evening) -> None:
    begun.rest(lying("7C"))
    begun.submit(Held(P3))
    begun.rest(lying("7C 2D"), hands=(P2,))
    assert begun.said[-2:] == [HoldEnded(P3), Discarded(P2, D2)]


def test_an_act_against_the_rules_is_asked_about_and_then_taken_over(begun: Evening) -> None:
    """P1's own discard stands in a group on P1's rack."""
    begun.rest(lying("7C 2D"), hands=(P1, P2))
    for k in range(4):
        begun.rest(lying("7C"), {P2: ["2D 2D 2D"]}, hands=(P2,) if k == 0 else ())
        assert all(alert.rule is None for alert in begun.table.alerts)
    assert begun.state.racks[P2].exposures[0].tiles == (D2, D2, D2)
    begun.rest(lying("7C 9B"), {P2: ["2D 2D 2D"]}, hands=(P2,))
    assert codes(d.tile for d in begun.state.discards) == "7C 9B", "the game goes on"


def test_in_the_rest_in_which_the_game_begins_nobody_has_moved(evening: Evening) -> None:
    for looks in range(1, 7):
        shown: dict[Seat, list[str | list[Sight]]] = {P3: ["7C 7C 7C J"]} if looks > 3 else {}
        evening.watcher.observe(seen("", shown, looks=looks))
    assert evening.said == [GameBegun(P1)]


def test_a_hand_is_remembered_once_the_camera_names_it_no_more(begun: Evening) -> None:
    """Where rest after rest breaks off, hands are named again and again, until there are too many of them."""
    tiles = "7C 2D 3B 8B 1C 9D N WD 5C 5B 6D"
    row, named = lying(tiles), [Seat(k % 4) for k in range(10)]
    for n in range(1, 10):
        for looks in (1, 2, 3):
            begun.watcher.observe(seen(row[:n], hands=tuple(named[:n]), looks=looks))
    for looks in (1, 2):
        begun.watcher.observe(seen(row[:9], hands=tuple(named), looks=looks))
    begun.rest(row, hands=(P3,))
    told = [e for e in begun.said if isinstance(e, Discarded)]
    assert codes(e.tile for e in told) == tiles
    assert [e.seat for e in told[-3:]] == [P1, P2, P3]


def test_turns_do_not_stay_one_behind_where_a_discard_was_overlooked(begun: Evening) -> None:
    """On a machine that sees no rest whole. Who has been there twice since has drawn and discarded."""
    row, named = lying("7C 2D 3B 8B 1C"), [P1]
    begun.rest(row[:1], hands=())

    def comes(seat: Seat, n: int, looks: int) -> None:
        if named[-1] is not seat:
            named.append(seat)
        for look in range(1, looks + 1):
            begun.watcher.observe(seen(row[:n], hands=tuple(named), looks=look))

    comes(P2, 1, 1)
    comes(P2, 1, 2)  # it lies there, and is not seen
    comes(P3, 1, 1)
    comes(P3, 2, 3)
    comes(P4, 2, 1)
    comes(P4, 3, 3)
    comes(P1, 3, 1)
    comes(P1, 4, 3)
    told = [(e.seat, e.tile) for e in begun.said if isinstance(e, Discarded)]
    assert told == [(P1, C7), (P3, D2), (P4, B3), (P1, B8)]


def test_where_hands_say_that_turns_were_missed_they_are_as_few_as_may_be(begun: Evening) -> None:
    row = lying("7C 2D 3B")
    begun.rest(row[:1], hands=(P1,))
    begun.rest(row[:2], hands=(P4, P3))
    begun.rest(row, hands=(P4,))
    told = [(e.seat, e.tile) for e in begun.said if isinstance(e, Discarded)]
    assert told == [(P1, C7), (P3, D2), (P4, B3)]


def test_what_lay_there_for_two_rests_is_told_though_more_has_come_to_it(begun: Evening) -> None:
    """No rest is seen whole, and one that was overlooked comes to light."""
    seven, two, three = lying("7C 2D 3B")
    two = replace(sight(D2, 0.95), x_mm=40.0, frames=2)
    begun.rest([seven], hands=(P1,))
    for looks in (1, 2):
        begun.watcher.observe(seen([seven, two], hands=(P2,), looks=looks))
    assert Discarded(P2, D2) not in begun.said
    begun.watcher.observe(seen([seven, two, three], hands=(P2,), looks=1))
    assert begun.said[-1] == Discarded(P2, D2)


def test_what_was_seen_in_one_look_alone_is_not_told_for_being_carried_into_another_rest(begun: Evening) -> None:
    """Something passed by at the end of a rest that broke off; it is followed until another look misses it."""
    seven, two, three = lying("7C 2D 3B")
    passing = replace(sight(B8, 0.5, else_=C7), x_mm=80.0, frames=1)
    two, three = replace(sight(D2, 0.95), x_mm=40.0, frames=2), replace(sight(B3), x_mm=160.0, frames=1)
    begun.rest([seven], hands=(P1,))
    for looks, row in enumerate(([seven, two], [seven, two], [seven, two, passing]), 1):
        begun.watcher.observe(seen(row, hands=(P2, P3), looks=looks))
    begun.watcher.observe(seen([seven, two, passing, three], hands=(P2, P3), looks=1))
    for looks in (2, 3, 4):
        begun.watcher.observe(seen([seven, two, replace(three, frames=looks)], hands=(P2, P3), looks=looks))
    assert [e for e in begun.said if isinstance(e, Discarded)] == [
        Discarded(P1, C7),
        Discarded(P2, D2),
        Discarded(P3, B3),
    ]
