"""The watcher: how games end, and how the next begins."""

from dataclasses import replace

import pytest

from engine.event import (
    Called,
    Discarded,
    GameAbandoned,
    GameBegun,
    MahJongg,
    WallGame,
)
from engine.faults import Cause
from engine.sight.games import ENDING
from engine.sight.lies import as_it_lies
from engine.sight.observation import Sight
from engine.state import Phase, State
from engine.tile import Seat, Tile, codes, read_tiles
from server.final import final_table
from tests.table import seen, sight
from tests.watching import B3, B8, JOKER, P1, P2, P3, P4, WON, Evening, lying


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


@pytest.mark.parametrize(("tile", "lies", "source"), [("8C", "8C", None), ("8B", "", P1)])
def test_who_says_mah_jongg_beside_a_discard_has_won_on_that_unless_it_lies_there_still(
    begun: Evening, tile: str, lies: str, source: Seat | None
) -> None:
    begun.rest(tile)
    begun.submit(Called(P2, mah_jongg=True))
    begun.rest(lies, {P2: WON}, hands=(P2,))
    won = begun.said[-1]
    assert isinstance(won, MahJongg)
    assert won.source is source


def test_a_hand_laid_open_of_which_a_tile_hovers_between_two_faces_is_told_in_its_first_rest(begun: Evening) -> None:
    begun.rest("7C")
    other: list[str | list[Sight]] = [*WON[:-1], "6D 6D 5D"]
    for looks in range(1, 7):
        begun.watcher.observe(seen("7C", {P2: WON if looks % 2 else other}, hands=(P2,), looks=looks))
    assert isinstance(begun.said[-1], MahJongg)


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
    evening.submit(GameAbandoned(Cause.THREE_DEAD))
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
    evening.submit(GameAbandoned(Cause.THREE_DEAD))
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
    assert evening.table.played[-1][1].abandoned is Cause.END_UNSEEN
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
    evening.submit(GameAbandoned(Cause.THREE_DEAD))
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


def test_no_kind_is_taken_over_more_often_than_the_set_holds_it() -> None:
    state = State()
    unsure = sight(B3, 0.9, else_=B8)
    lies = as_it_lies(state, seen([*read_tiles("3B 3B 3B"), unsure, B3]))
    assert codes(lies.discards) == "3B 3B 3B 8B 3B"


@pytest.mark.parametrize("looks", [3, 6])
def test_hands_that_swept_the_table_discard_nothing_in_the_next_game(evening: Evening, looks: int) -> None:
    """The camera names them again where its rest broke off."""
    played(evening)
    evening.submit(GameAbandoned(Cause.THREE_DEAD))
    for n in range(1, looks + 1):
        evening.watcher.observe(seen("", hands=(P1, P4), looks=n))
    assert evening.table.game == 2
    evening.rest("7C", hands=(P3,) if looks == 6 else (P1, P4, P3))
    assert evening.state.east is P3, "who opens is East"
    assert evening.said[-1] == Discarded(P3, Tile.C7)
