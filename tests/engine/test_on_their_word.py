"""What is accepted on the word of who looked at the tiles, and of the camera where it cannot know better."""

from dataclasses import replace

import pytest

from engine.card import read_card
from engine.event import Discarded, GameBegun, MahJongg, Retracted, TimePassed, WallGame
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, rule
from engine.rules.ruleset import ruleset
from engine.state import State, evolve, replay
from engine.tile import Seat, Tile, read_tiles

CARD = HandTable(
    read_card(
        "== Ours ==\n1. FF 1111a 4444a 7777a X 25\n"
        "== Pairs == no jokerless bonus, concealed bonus 10\n1. FF 2222a 5555a 8888a X 30\n"
        "== Twos == no jokerless bonus\n1. FF 22a 44a 66a 88a 22b 44b C 50\n"
    )
)


def shown(line: str, exposed: str, jokerless: bool, options: tuple[str, ...] = ()) -> MahJongg | Refused:
    """P3 wins on P1's discard; the referee looked at the tiles and says what they are."""
    groups = (read_tiles(exposed),) if exposed else ()
    held = 13 - sum(len(group) for group in groups)
    state = evolve(State(), GameBegun(Seat.P1, concealed=(14, 13, held, 13), exposures=((), (), groups, ())))
    state = evolve(state, Discarded(Seat.P1, Tile.FLOWER))
    won = MahJongg(Seat.P3, (), line, Seat.P1, jokerless=jokerless)
    answer = rule(state, Proposal(won, Source.REFEREE), Rules(ruleset(options), CARD))
    if isinstance(answer, Refused):
        return answer
    assert isinstance(answer.events[-1], MahJongg)
    return answer.events[-1]


@pytest.mark.parametrize(
    ("line", "exposed", "said", "value", "bonus"),
    [
        ("Ours 1", "1B 1B 1B 1B", True, 25, True),
        ("Ours 1", "1B 1B 1B J", True, 25, False),  # a joker stands for all to see
        ("Ours 1", "1B 1B 1B 1B", False, 25, False),
        ("Pairs 1", "2B 2B 2B 2B", True, 30, False),
        ("Pairs 1", "", True, 40, False),
        ("Ours 1", "", True, 25, True),
    ],
)
def test_the_referee_says_which_line_it_is(line: str, exposed: str, said: bool, value: int, bonus: bool) -> None:
    won = shown(line, exposed, said)
    assert isinstance(won, MahJongg)
    assert (won.line, won.value, won.jokerless, won.source) == (line, value, bonus, Seat.P1)


@pytest.mark.parametrize(
    ("line", "options", "bonus"),
    [("Twos 1", (), False), ("Twos 1", ("C-18=yes",), True), ("Pairs 1", ("C-18=yes",), False)],
)
def test_where_the_table_plays_so_singles_and_pairs_have_the_bonus_and_no_other_line(
    line: str, options: tuple[str, ...], bonus: bool
) -> None:
    """C-18 is about hands without three alike, and not about a line that the card says pays none."""
    won = shown(line, "", True, options)
    assert isinstance(won, MahJongg)
    assert won.jokerless is bonus


def test_exposures_of_another_line_are_not_that_line() -> None:
    answer = shown("Pairs 1", "1B 1B 1B 1B", True)
    assert isinstance(answer, Refused)
    assert answer.fault.cause is Cause.NOT_A_WIN


@pytest.mark.parametrize(
    ("source", "left", "ends"),
    [
        (Source.CAMERA, 12, True),  # draws that it did not see
        (Source.CAMERA, 1, True),
        (Source.CAMERA, 13, False),
        (Source.CAMERA, 0, True),
        (Source.TABLET, 1, False),
        (Source.TABLET, 0, True),
    ],
)
@pytest.mark.parametrize("reserve", [0, 14])
def test_a_wall_counted_by_sight_may_err_by_a_dozen(source: Source, left: int, ends: bool, reserve: int) -> None:
    begun = replace(GameBegun(Seat.P1, concealed=(14, 13, 13, 13)), wall=left + reserve)
    state = evolve(evolve(State(), begun), Discarded(Seat.P1, Tile.D9))
    answer = rule(state, Proposal(WallGame(), source), Rules(ruleset([f"C-24={reserve}"])))
    assert isinstance(answer, Accepted) is ends
    if isinstance(answer, Refused):
        assert answer.fault.cause is Cause.WALL_NOT_USED_UP


def test_a_used_up_wall_ends_nothing_while_the_last_tile_is_held() -> None:
    held = evolve(State(), replace(GameBegun(Seat.P1, concealed=(14, 13, 13, 13)), wall=0))
    assert isinstance(rule(held, Proposal(WallGame(), Source.CAMERA), Rules()), Refused)


def test_a_table_found_with_every_tile_out_has_no_wall_left() -> None:
    lying = tuple(t for t in Tile for _ in range(t.copies))[:100]
    begun = GameBegun(Seat.P1, concealed=(13, 13, 13, 13), discards=lying)
    answer = rule(State(), Proposal(begun, Source.REFEREE), Rules())
    assert isinstance(answer, Accepted)
    assert evolve(State(), answer.events[0]).wall == 0


def test_what_is_undone_counts_from_where_the_log_begins() -> None:
    start = evolve(State(), GameBegun(Seat.P1))
    log = (Discarded(Seat.P1, Tile.D9), Discarded(Seat.P2, Tile.D8), Retracted(3))
    assert [d.tile for d in replay(log, start).discards] == [Tile.D9]
    assert [d.tile for d in replay((*log, Retracted(4)), start).discards] == [Tile.D9, Tile.D8]


def test_whoever_begins_with_fourteen_is_east() -> None:
    assert not State().east_known
    assert evolve(State(), GameBegun(Seat.P2, concealed=(13, 14, 13, 13))).east_known


def test_a_clock_that_goes_back_is_refused() -> None:
    answer = rule(State(), Proposal(TimePassed(-1), Source.CAMERA), Rules())
    assert isinstance(answer, Refused)
    assert answer.fault.cause is Cause.NOT_NOW
    assert isinstance(rule(State(), Proposal(TimePassed(0), Source.CAMERA), Rules()), Accepted)
