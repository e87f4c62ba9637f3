"""Presses out of a stream of bytes, however it is cut and whatever else is in it."""

import pytest
from hypothesis import given, settings, strategies as st

from device.buttons import LONGEST, Buttons, Press, read_press
from engine.tile import Seat
from tests.device.adalight_board import write_press

PRESSES = st.builds(Press, st.none() | st.sampled_from(Seat), st.integers(0, 255))


@given(PRESSES)
def test_a_press_is_read_as_it_was_written(press: Press) -> None:
    assert read_press(write_press(press).rstrip(b"\n")) == press


STREAM = b"!fifthseat 1 power\n" + write_press(Press(Seat.P3, 0)) * 2 + b"\xff\x00\n" + write_press(Press(None, 1)) * 2


@pytest.mark.parametrize("cut", range(len(STREAM) + 1))
def test_every_cut_of_the_stream_gives_the_same_presses(cut: int) -> None:
    buttons = Buttons()
    assert buttons.feed(STREAM[:cut]) + buttons.feed(STREAM[cut:]) == (Press(Seat.P3, 0), Press(None, 1))
    assert (buttons.missed, buttons.restarts, buttons.nonsense) == (0, 1, 2)


@given(st.lists(st.sampled_from((None, *Seat)), max_size=300), st.data())
@settings(max_examples=50, deadline=None)
def test_one_of_the_two_lines_of_a_press_suffices(who: list[Seat | None], data: st.DataObject) -> None:
    presses = tuple(Press(seat, n % 256) for n, seat in enumerate(who))
    stream = b""
    for press in presses:
        first, second = write_press(press), write_press(press)
        match data.draw(st.sampled_from(("both", "first broken", "second broken"))):
            case "first broken":
                first = first[:3] + b"\x81" + first[4:]
            case "second broken":
                second = second[1:]
            case _:
                pass
        stream += first + second
    buttons = Buttons()
    assert buttons.feed(stream) == presses
    assert buttons.missed == 0


def test_lines_of_quick_presses_may_overtake_each_other() -> None:
    one, two, three = (write_press(Press(Seat(n), n)) for n in range(3))
    buttons = Buttons()
    assert [p.number for p in buttons.feed(one + two + one + three + two + three)] == [0, 1, 2]
    assert buttons.missed == 0


def test_a_press_whose_first_line_was_lost_comes_late_but_comes() -> None:
    zero, one, two = (write_press(Press(Seat(n), n)) for n in range(3))
    buttons = Buttons()
    assert [p.number for p in buttons.feed(zero + zero + two)] == [0, 2]
    assert buttons.missed == 1
    assert [p.number for p in buttons.feed(one + two)] == [1]
    assert buttons.missed == 0


def test_a_press_that_never_came_is_counted() -> None:
    buttons = Buttons()
    buttons.feed(write_press(Press(Seat.P1, 254)) + write_press(Press(Seat.P1, 1)))
    assert buttons.missed == 2


def test_a_board_that_restarted_counts_from_the_beginning() -> None:
    buttons = Buttons()
    press = write_press(Press(Seat.P1, 0))
    assert len(buttons.feed(press + press + b"!fifthseat 1 watchdog\n" + press + press)) == 2
    assert len(buttons.feed(b"!fifthseat 1 waiting\n" + press)) == 0, "waiting is no restart"


@given(st.binary(max_size=4000))
@settings(max_examples=200, deadline=None)
def test_noise_is_no_press_and_is_forgotten(noise: bytes) -> None:
    buttons = Buttons()
    buttons.feed(noise)
    buttons.feed(b"\n")
    assert buttons.feed(write_press(Press(Seat.P4, 9)))[-1:] == (Press(Seat.P4, 9),)


def test_an_endless_line_is_not_kept() -> None:
    buttons = Buttons()
    for _ in range(1000):
        buttons.feed(b"x" * 100)
    buttons.feed(b"x" * LONGEST + b"\n")
    assert buttons.nonsense >= 100_000
    assert buttons.feed(write_press(Press(Seat.P1, 0))) == (Press(Seat.P1, 0),)


@pytest.mark.parametrize(
    "line", [b"!P5 00 00", b"!P3 2A 12", b"!P3 2a 31", b"P3 2A 11", b"!P3  2A 11", b"!P32A11", b""]
)
def test_anything_else_is_no_press(line: bytes) -> None:
    assert read_press(line) is None
