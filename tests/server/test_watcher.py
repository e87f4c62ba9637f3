import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.event import (
    Called,
    CallRetracted,
    Corrected,
    Discarded,
    Drawn,
    Event,
    Exposed,
    GameAbandoned,
    GameBegun,
    Held,
    HoldEnded,
    JokerExchanged,
    MahJongg,
    Resynced,
    WallGame,
)
from engine.rules.ruling import Proposal, Source
from engine.sight.following import QUESTION, UNCLEAR, UNEXPLAINED
from engine.sight.games import ENDING, SLOW_LOOKS
from engine.sight.lies import as_it_lies
from engine.sight.observation import Sight
from engine.state import Phase, State
from engine.tile import Seat, Tile, codes, read_tiles
from server.alerts import Alert
from server.final import final_table
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.table import seen, sight

P1, P2, P3, P4 = Seat
B3, B8, C7, D2, JOKER = Tile.B3, Tile.B8, Tile.C7, Tile.D2, Tile.JOKER


class Evening:
    """A table, and the watcher that follows it."""

    def __init__(self, store: Store) -> None:
        self.table = Table(store, clock=lambda: 0.0)
        self.time_s = 0.0
        self.told: list[tuple[float, float, Tile]] = []
        self.watcher = Watcher(self.table, lambda x, y, tile: self.told.append((x, y, tile)))

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def said(self) -> list[Event]:
        """What the log holds, draws aside."""
        return [e.event for e in self.table.log if not isinstance(e.event, Drawn)]

    def alert(self, key: str) -> Alert | None:
        return next((a for a in self.table.alerts if a.key.split()[0] == key), None)

    def rest(
        self,
        discards: str | list[Tile | Sight],
        exposures: dict[Seat, list[str | list[Sight]]] | None = None,
        hands: tuple[Seat, ...] = (P1,),
    ) -> None:
        """One rest of the table: looked at six times."""
        for looks in range(1, 7):
            self.watcher.observe(seen(discards, exposures, hands=hands, looks=looks, time_s=self.time_s))

    def at(self, time_s: float) -> "Evening":
        """What comes is seen at that time of the film (s)."""
        self.time_s = time_s
        return self

    def submit(self, event: Event) -> None:
        self.table.submit(Proposal(event, Source.TABLET))


@pytest.fixture
def met() -> Iterator[Evening]:
    """A table that has not been seen yet."""
    with contextlib.closing(Store("sqlite://")) as store:
        yield Evening(store)


@pytest.fixture
def evening(met: Evening) -> Evening:
    return met


@pytest.fixture
def begun(evening: Evening) -> Evening:
    evening.submit(GameBegun(P1))
    return evening


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
    printed = [replace(sight(JOKER), x_mm=-80.0, y_mm=1.0), replace(sight(Tile.SOAP), x_mm=68.0, y_mm=2.0)]
    met.rest(printed, hands=())
    assert met.said == [GameBegun(P1)]
    lies = [*printed, replace(sight(D2), x_mm=68.0, y_mm=3.0)]
    met.rest(lies, hands=(P3,))
    assert [d.tile for d in met.state.discards] == [D2]
    assert met.said[-1] == Discarded(P3, D2)
    met.rest([replace(printed[0], x_mm=-120.0), *lies], hands=(P4,))
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


def test_a_stray_find_on_a_rack_is_no_exposure_of_a_new_game(evening: Evening) -> None:
    evening.rest("", {P3: ["2D"]})
    assert evening.state.racks[P3].exposures == ()


def test_a_discard_is_told_once_enough_looks_agree(begun: Evening) -> None:
    for looks in range(1, 7):
        begun.watcher.observe(seen("3B", looks=looks))
        assert (Discarded(P1, B3) in begun.said) == (looks >= 3)
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


def toss_up() -> Sight:
    """Three faces, none of them likelier than not."""
    three = [sight(B3, 0.5, else_=B8), sight(B8, 0.5, else_=C7), sight(C7, 0.5, else_=B3)]
    mixed = tuple(max(s.log_p[k] for s in three) - 0.4 for k in range(37))
    return Sight((*mixed[:B3], mixed[B3] + 0.1, *mixed[B3 + 1 :]), 0.0, 0.0)


def test_a_toss_up_is_a_question_to_the_table(begun: Evening) -> None:
    begun.rest([toss_up()])
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


WON: list[str | list[Sight]] = ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "6D 6D 6D"]


def test_a_won_game_is_over_and_the_next_begins_with_a_cleared_table(begun: Evening) -> None:
    begun.rest("7C")
    begun.rest("7C", {P2: WON}, hands=(P2,))
    assert isinstance(begun.said[-1], MahJongg)
    assert begun.state.phase is Phase.OVER
    begun.rest("7C", {P2: WON}, hands=(P2,))
    begun.rest("", {P2: WON[:2]}, hands=(P2,))
    assert begun.state.phase is Phase.OVER, "the table is only half cleared"
    game = begun.table.game
    begun.rest("", hands=(P1, P2))
    assert begun.table.game == game + 1
    assert begun.said == [GameBegun(P2, concealed=(13, 14, 13, 13))], "East has gone round"


def test_what_is_seen_is_kept_for_taking_over_whole(begun: Evening) -> None:
    begun.watcher.observe(seen("7C 2D", {P3: ["3B 3B J", "5D"]}, looks=2))
    assert begun.table.seen is None
    begun.watcher.observe(seen("7C 2D", {P3: ["3B 3B J", "5D"]}, looks=3))
    lies = begun.table.seen
    assert lies is not None
    assert codes(lies.discards) == "7C 2D"
    assert lies.exposures == ((), (), ((B3, B3, JOKER),), ())
    assert lies.concealed == (14, 13, 10, 13)
    assert lies.turn is P1
    begun.submit(lies)
    begun.rest("7C 2D", {P3: ["3B 3B J"]})
    assert begun.table.alerts == ()


def test_the_last_discard_of_a_used_up_wall_ends_the_game_when_nobody_wants_it(evening: Evening) -> None:
    evening.submit(GameBegun(P1, concealed=(14, 13, 13, 13), wall=0))
    evening.watcher.passed(0.0)
    evening.rest("7C")
    evening.watcher.passed(1.0)
    evening.watcher.passed(2.0)
    assert evening.state.phase is Phase.PLAY
    evening.watcher.passed(120.0)
    assert evening.said[-1] == WallGame()


def test_the_final_table_names_every_open_tile(begun: Evening) -> None:
    begun.rest("7C")
    begun.rest("7C 2D", hands=(P2,))
    begun.rest("7C", {P4: ["2D 2D J"]}, hands=(P4,))
    assert final_table(begun.state) == {
        "discards": ["7C"],
        "exposures": {"P1": [], "P2": [], "P3": [], "P4": [["2D", "2D", "J"]]},
    }


def test_the_final_table_of_a_won_game_shows_the_winners_hand(begun: Evening) -> None:
    begun.rest("7C")
    begun.rest("7C", {P2: WON}, hands=(P2,))
    shown = final_table(begun.state)["exposures"]
    assert isinstance(shown, dict)
    assert shown["P2"] == [["8B"] * 4, ["8C"] * 3, ["F"] * 4, ["6D"] * 3]


def test_as_it_lies_leaves_out_what_no_exposure_can_be() -> None:
    lies = as_it_lies(State(), seen("", {P2: ["3B 8B 3B", "J J J", "7C 7C"]}))
    assert lies.exposures == ((), ((JOKER, JOKER, JOKER),), (), ())


def test_a_whole_hand_that_wins_nothing_is_asked_about_and_nobody_is_accused(begun: Evening) -> None:
    begun.rest("7C")
    shown: dict[Seat, list[str | list[Sight]]] = {P2: ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "7C 1B 9C"]}
    begun.rest("7C", shown, hands=(P2,))
    question = begun.alert(UNCLEAR)
    assert question is not None
    assert (question.says, question.seat, question.rule) == ("A whole hand lies open. Is it Mah Jongg?", P2, None)
    begun.rest("7C", shown, hands=(P2,))
    assert len(begun.table.alerts) == 1, "it is asked once"
    begun.rest("7C", hands=(P2,))
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


def other(tiles: str) -> list[Tile | Sight]:
    """Discards on another table: none lies where one of `lying` does."""
    return [replace(sight(t), x_mm=40.0 * k, y_mm=150.0, frames=6) for k, t in enumerate(read_tiles(tiles))]


ROW = "7C 2D 3B 8B 1C 9D N WD"


def played(evening: Evening, tiles: str = ROW) -> None:
    """A game of so many discards."""
    evening.rest("", hands=())
    row = lying(tiles)
    for n in range(1, len(row) + 1):
        evening.rest(row[:n], hands=(Seat((n - 1) % 4),))
    assert codes(d.tile for d in evening.state.discards) == tiles


def test_the_next_game_begins_though_its_clean_table_was_missed(evening: Evening) -> None:
    played(evening)
    evening.submit(GameAbandoned("THREE_DEAD"))
    evening.rest(other("1B 4D 4D"), hands=(P2, P3, P4))
    assert evening.state.phase is Phase.OVER, "one look at another table may err"
    evening.rest(other("1B 4D 4D 5C"), hands=(P1,))
    assert evening.table.game == 2
    assert evening.said[0] == GameBegun(P2, concealed=(13, 14, 13, 13)), "East has gone round"
    assert [e for e in evening.said if isinstance(e, Discarded)] == [
        Discarded(P2, Tile.B1),
        Discarded(P3, Tile.D4),
        Discarded(P4, Tile.D4),
        Discarded(P1, Tile.C5),
    ]


def test_a_half_cleared_table_is_still_that_game(evening: Evening) -> None:
    played(evening)
    evening.submit(GameAbandoned("THREE_DEAD"))
    for n in (7, 5, 4):
        evening.rest(lying(ROW)[:n], hands=(P1,))
        evening.rest(lying(ROW)[:n], hands=(P1,))
    assert evening.table.game == 1


def test_a_wall_game_that_went_unnoticed_is_closed_as_one_when_the_table_is_swept(evening: Evening) -> None:
    evening.submit(GameBegun(P1, wall=8))
    row = lying("7C 2D 3B 8B")
    for n in range(1, 5):
        evening.rest(row[:n], hands=(Seat((n - 1) % 4),))
    assert evening.state.wall == 5, "three draws were missed"
    evening.rest("", hands=(P1, P2, P3, P4))
    assert evening.table.played[-1][1].abandoned is None
    assert evening.table.game == 2
    assert evening.said == [GameBegun(P2, concealed=(13, 14, 13, 13))]
    assert evening.table.alerts == ()


def test_a_game_whose_end_nobody_saw_is_closed_and_asked_about_once_the_next_lies_there(evening: Evening) -> None:
    played(evening)
    evening.rest("", hands=(P1, P2))
    assert evening.table.game == 1, "the lamp may have gone out"
    evening.rest(other("1B 4D"), hands=(P2, P3))
    evening.rest(other("1B 4D 5C"), hands=(P4,))
    assert evening.table.game == 2
    assert evening.table.played[-1][1].abandoned == "END_UNSEEN"
    question = evening.alert(ENDING)
    assert question is not None
    assert question.says.startswith("I did not see how the last game ended")


def test_a_table_that_comes_back_was_only_covered(evening: Evening) -> None:
    played(evening)
    evening.rest("", hands=())
    evening.rest(lying(ROW), hands=())
    evening.rest([*lying(ROW), *other("4D")], hands=(P1,))
    assert evening.table.game == 1
    assert evening.said[-1] == Discarded(P1, Tile.D4)


def test_a_hand_laid_open_and_swept_away_ends_the_game_though_no_card_knows_it(evening: Evening) -> None:
    played(evening)
    shown: dict[Seat, list[str | list[Sight]]] = {P2: ["1B 1C 1C 2D 2D 6D N E W S WD F J J"]}
    evening.rest(lying(ROW), shown, hands=(P2,))
    evening.rest("", hands=(P1, P2))
    assert evening.table.game == 2
    question = evening.alert(ENDING)
    assert question is not None
    assert question.seat is P2


def test_tiles_being_mixed_are_no_next_game(evening: Evening) -> None:
    played(evening)
    evening.submit(GameAbandoned("THREE_DEAD"))
    heap = "1B 2B 4B 5B 6B 7B 9B 2C 3C 4C 5C 6C 8C 9C 1D 3D 4D 5D 6D"
    for _ in range(3):
        evening.rest(other(heap), hands=())
    assert evening.table.game == 1
    evening.rest("", hands=(P1,))
    assert evening.table.game == 2


def test_resync_keeps_no_old_wall(evening: Evening) -> None:
    """Nine of eleven discards were false finds: they go, and the wall with them."""
    played(evening, "7C 2D 3B 8B 1C 9D N WD 5C 5C 6B")
    assert evening.state.wall == 152 - 4 * 13 - 11
    lies = as_it_lies(evening.state, seen(lying("7C 2D")))
    evening.submit(lies)
    assert evening.state.wall == 152 - 4 * 13 - 2


def test_no_more_tiles_are_taken_over_than_the_set_holds() -> None:
    heap = [replace(sight(t), x_mm=30.0 * k, frames=6) for k, t in enumerate([t for t in Tile for _ in range(6)])]
    lies = as_it_lies(State(), seen(heap, {P2: ["3B 3B 3B 3B", "3B 3B 3B"], P3: ["J J J J J", "J J J J 4C"]}))
    shown = [t for rack in lies.exposures for group in rack for t in group] + list(lies.discards)
    assert all(shown.count(t) <= t.copies for t in Tile)
    assert len(shown) + sum(lies.concealed) <= 152


def test_silence_is_said_after_ten_seconds_and_taken_back(begun: Evening) -> None:
    begun.at(0.0).rest(lying("7C"), hands=(P1,))
    begun.at(1.0).rest(lying("7C"), {P3: ["5D 9B"]}, hands=(P3,))
    begun.watcher.passed(5.0)
    assert begun.table.doing.says == ""
    begun.watcher.passed(11.0)
    assert begun.table.doing.says == "I am settling two tiles."
    begun.at(12.0).rest(lying("7C"), hands=(P3,))
    begun.watcher.passed(12.5)
    assert begun.table.doing.says == ""


def test_hands_that_never_leave_the_table_are_said_after_ten_seconds_and_no_longer(begun: Evening) -> None:
    waits = "I wait until hands are away: nothing new for {} s."
    begun.at(0.0).rest(lying("7C"), hands=(P1,))
    for time_s, said in ((1.0, 0), (10.5, 0), (11.5, 10), (19.0, 10), (21.5, 20), (45.0, 30)):
        begun.watcher.passed(time_s, at_rest=False)
        assert begun.table.doing.says == (waits.format(said) if said else "")
    version = begun.table.version
    begun.watcher.passed(45.1, at_rest=False)
    assert begun.table.version == version, "pages change with the words, not with every picture"
    begun.watcher.passed(46.0, at_rest=True)
    assert begun.table.doing.says == ""
    begun.watcher.passed(47.0, at_rest=False)
    begun.table.set_paused(True)
    begun.watcher.passed(70.0, at_rest=False)
    assert begun.table.doing.says == "", "in a break nobody waits for hands"


def test_a_tile_that_was_never_there_is_taken_out_once_its_place_stays_empty(begun: Evening) -> None:
    lies = lying("7C 2D 3B 8B")
    for n in range(4):
        begun.rest(lies[: n + 1], hands=(Seat(n),))
    passing = replace(sight(Tile.B6), x_mm=-150.0, y_mm=270.0, frames=6)
    for _ in range(3):
        begun.rest([*lies, passing], hands=())
    assert Tile.B6 in [d.tile for d in begun.state.discards], "it was there in three rests"
    begun.submit(Discarded(P2, Tile.D9))
    told = len(begun.said)
    nine = replace(sight(Tile.D9), x_mm=-40.0, y_mm=80.0, frames=6)
    wall = begun.state.wall
    for rests in range(1, 8):
        begun.at(20.0 + rests).rest([*lies, nine], hands=(P2,))
        if rests < 6:
            assert len(begun.said) == told, "a cup may stand on it"
    assert [d.tile for d in begun.state.discards] == [*read_tiles("7C 2D 3B 8B"), Tile.D9]
    assert isinstance(begun.said[-1], Resynced)
    assert begun.state.wall == wall + 1
    begun.watcher.passed(28.0)
    assert begun.table.doing.says == "I read one earlier tile anew."
    told = len(begun.said)
    for _ in range(8):
        begun.rest([*lies, nine], hands=())
    assert len(begun.said) == told


def test_on_a_machine_that_sees_no_rest_whole_it_is_taken_out_too(begun: Evening) -> None:
    lies = lying("7C 2D 3B 8B")
    for n in range(4):
        begun.rest(lies[: n + 1], hands=(Seat(n),))
    passing = replace(sight(Tile.B6), x_mm=-150.0, y_mm=270.0, frames=6)
    for _ in range(3):
        begun.rest([*lies, passing], hands=())
    begun.submit(Discarded(P2, Tile.D9))
    nine = replace(sight(Tile.D9), x_mm=-40.0, y_mm=80.0, frames=6)
    for _ in range(9):
        for looks in (1, 2, 3):
            begun.watcher.observe(seen([*lies, nine], hands=(P2,), looks=looks))
    assert [d.tile for d in begun.state.discards] == [*read_tiles("7C 2D 3B 8B"), Tile.D9]


def test_a_discard_under_a_cup_for_a_while_stays(begun: Evening) -> None:
    lies = lying("7C 2D 3B")
    for n in range(3):
        begun.rest(lies[: n + 1], hands=(Seat(n),))
    told = len(begun.said)
    for _ in range(3):
        for _ in range(5):
            begun.rest([lies[0], lies[2]], hands=())
        begun.rest(lies, hands=())
    assert len(begun.said) == told


def test_a_change_of_the_past_is_said(begun: Evening) -> None:
    begun.rest(lying("7C"))
    for _ in range(2):
        begun.at(3.0).rest(lying("1C 2D"), hands=(P2,))
    begun.watcher.passed(4.0)
    assert begun.table.doing.says == "I read one earlier tile anew."
    begun.watcher.passed(40.0)
    assert begun.table.doing.says == ""


def lying(tiles: str) -> list[Tile | Sight]:
    """Discards that lie 40 mm apart and have been looked at six times."""
    return [replace(sight(t), x_mm=40.0 * k, frames=6) for k, t in enumerate(read_tiles(tiles))]


def test_in_the_rest_in_which_the_game_begins_nobody_has_moved(evening: Evening) -> None:
    for looks in range(1, 7):
        shown: dict[Seat, list[str | list[Sight]]] = {P3: ["7C 7C 7C J"]} if looks > 3 else {}
        evening.watcher.observe(seen("", shown, looks=looks))
    assert evening.said == [GameBegun(P1)]


def test_a_better_look_in_two_rests_puts_a_discard_right(begun: Evening) -> None:
    begun.rest(lying("7C"))
    begun.rest(lying("7C 2D"), hands=(P2,))
    number = begun.state.discards[0].number
    begun.rest(lying("1C 2D"), hands=(P3,))
    assert codes(d.tile for d in begun.state.discards) == "7C 2D"
    begun.rest(lying("1C 2D"), hands=(P3,))
    assert begun.said[-1] == Corrected(number, Discarded(P1, Tile.C1))
    assert codes(d.tile for d in begun.state.discards) == "1C 2D"


def test_what_a_person_put_right_stays_so_whatever_is_seen(begun: Evening) -> None:
    begun.rest(lying("7C"))
    number = begun.state.discards[0].number
    begun.submit(Corrected(number, Discarded(P1, Tile.C1)))
    for _ in range(4):
        begun.rest(lying("7C"), hands=(P2,))
    assert codes(d.tile for d in begun.state.discards) == "1C"


def test_what_a_person_put_right_the_eyes_are_told_once_and_where(begun: Evening) -> None:
    begun.rest(lying("7C"))
    number = begun.state.discards[0].number
    begun.submit(Corrected(number, Discarded(P1, Tile.C1)))
    for _ in range(2):
        begun.rest(lying("7C 2D"), hands=(P2,))
    where = lying("7C")[0]
    assert isinstance(where, Sight)
    assert begun.told == [(where.x_mm, where.y_mm, Tile.C1)]


def test_what_the_camera_put_right_itself_teaches_nothing(begun: Evening) -> None:
    begun.rest(lying("7C"))
    for _ in range(2):
        begun.rest(lying("1C 2D"), hands=(P2,))
    assert any(isinstance(event, Corrected) for event in begun.said)
    assert begun.told == []


def test_a_tile_passed_over_for_a_turn_is_taken_over_later(begun: Evening) -> None:
    row = lying("7C 2D 3B 8B")
    begun.rest(row[:1])
    begun.rest([row[0], row[2]], hands=(P3,))
    for _ in range(2):
        begun.rest([row[0], row[2], row[1], row[3]], hands=(P4,))
    assert codes(sorted(d.tile for d in begun.state.discards)) == codes(sorted(read_tiles("7C 2D 3B 8B")))
    assert begun.state.turn is P1


def test_a_shown_hand_is_read_as_the_hand_that_it_can_be(begun: Evening) -> None:
    begun.rest("7C", hands=(P1,))
    lone = [sight(Tile.B6, 0.7, else_=Tile.B9)]
    shown: dict[Seat, list[str | list[Sight]]] = {P2: ["8B 8B 8B 8B", "8C 8C 8C 8C", "F F F F", "9B", lone]}
    begun.rest("7C", shown, hands=(P2,))
    (won,) = [event for event in begun.said if isinstance(event, MahJongg)]
    assert codes(won.tiles[-2:]) == "9B 9B"
    assert begun.state.winner is P2


def test_no_kind_is_taken_over_more_often_than_the_set_holds_it() -> None:
    state = State()
    unsure = sight(B3, 0.9, else_=B8)
    lies = as_it_lies(state, seen([*read_tiles("3B 3B 3B"), unsure, B3]))
    assert codes(lies.discards) == "3B 3B 3B 8B 3B"


def test_hands_whose_tile_has_not_been_told_still_count(begun: Evening) -> None:
    row = lying("7C 2D")
    doubtful = replace(toss_up(), x_mm=80.0, frames=6)
    begun.rest([doubtful], hands=(P1,))
    begun.rest([doubtful], hands=())
    begun.rest([doubtful, row[1]], hands=(P2,))
    assert begun.said[-2:] == [Discarded(P1, B3), Discarded(P2, D2)]


def test_an_exposure_misread_when_it_was_made_is_put_right(begun: Evening) -> None:
    begun.rest("3B")
    begun.rest("", {P2: ["3B 3B 3B"]}, hands=(P2,))
    assert begun.state.racks[P2].exposures[0].tiles == (B3, B3, B3)
    begun.rest("", {P2: ["3B 3B J"]}, hands=())
    assert begun.state.racks[P2].exposures[0].tiles == (B3, B3, B3), "one rest may err"
    begun.rest("", {P2: ["3B 3B J"]}, hands=())
    assert begun.state.racks[P2].exposures[0].tiles == (B3, B3, JOKER)
    assert begun.state.holder is P2
