"""The watcher: what it takes back, puts right, and says about a camera that sees little."""

from dataclasses import replace

from engine.event import (
    Corrected,
    Discarded,
    MahJongg,
    Resynced,
)
from engine.sight.observation import Sight
from engine.tile import Seat, Tile, codes, read_tiles
from tests.table import seen, sight
from tests.watching import B3, D2, JOKER, P1, P2, P3, P4, Evening, lying, toss_up


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


def test_a_tile_that_was_seen_for_long_lies_there_though_it_is_passed_over(begun: Evening) -> None:
    """The finder passes over a tile for minutes once another was laid against it."""
    lies = lying("7C 2D 3B 8B")
    for n in range(4):
        begun.rest(lies[: n + 1], hands=(Seat(n),))
    for _ in range(12):
        begun.rest(lies, hands=())
    for _ in range(10):
        begun.rest([lies[0], *lies[2:]], hands=())
    assert codes(d.tile for d in begun.state.discards) == "7C 2D 3B 8B"


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


def test_what_was_discarded_in_a_break_is_nobodys_whose_hand_came_after_it(begun: Evening) -> None:
    row = lying("7C 2D 9B N")
    begun.rest(row[:1], hands=(P1,))
    begun.table.set_paused(True)
    begun.rest(row[:2], hands=(P2,))
    begun.table.set_paused(False)
    begun.rest(row[:2], hands=(P3,))
    assert begun.said[-1] == Discarded(P2, D2)
    begun.rest(row[:3], hands=(P3,))
    assert begun.said[-2:] == [Discarded(P2, D2), Discarded(P3, Tile.B9)]


def test_a_discard_that_was_undone_and_lies_there_still_is_nobodys_whose_hand_came_after_it(begun: Evening) -> None:
    row = lying("7C 2D 9B")
    begun.rest(row[:1], hands=(P1,))
    begun.rest(row[:2], hands=(P2,))
    begun.table.undo()
    begun.rest(row, hands=(P3,))
    assert begun.said[-2:] == [Discarded(P2, D2), Discarded(P3, Tile.B9)]
