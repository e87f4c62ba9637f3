"""WLED's language against a stand-in written from its documentation."""

import pytest
from hypothesis import given, settings, strategies as st

from device.layout import Layout, around, pixels
from device.light import BEAT_S, frame
from device.patterns import PATTERNS, Pattern
from device.wled import DEAF_AFTER, PROBE_S, REPEAT_S, WledSerial
from engine.tile import Seat
from tests.device.wled_board import BOOT, WledBoard

Colour = tuple[int, int, int]
STEP_S = 0.01


class Line:
    """A talk and a board joined by a wire that takes no time, and a clock that is wound by hand."""

    def __init__(self, layout: Layout, board: WledBoard) -> None:
        self.talk = WledSerial(layout)
        self.board = board
        self.now_s = 100.0
        self.said: list[bytes] = []

    def run(self, strip: tuple[Colour, ...], seconds: float) -> None:
        end_s = self.now_s + seconds
        while self.now_s < end_s:
            said = self.talk.say(strip, self.now_s)
            if said:
                self.said.append(said)
                self.talk.hear(self.board.feed(said), self.now_s)
            self.now_s += STEP_S


def line(layout: Layout, **board: bool) -> Line:
    return Line(layout, WledBoard(max(40, layout.length), **board))


LAYOUT = around()
STRIPS = [pixels(frame(p.view, 0.0), LAYOUT) for p in PATTERNS]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_every_beat_of_every_pattern_is_read_back_from_the_board(pattern: Pattern) -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[0], 2.0)
    for beat in range(8):
        strip = pixels(frame(pattern.view, beat * BEAT_S), LAYOUT)
        wire.run(strip, BEAT_S)
        assert wire.board.shown[: LAYOUT.length] == strip
    values = wire.board.feed(b"l").strip(b"[]\r\n").split(b",")
    assert [int(v) for v in values[:36]] == [r << 16 | g << 8 | b for r, g, b in strip]


counts = st.tuples(*(st.integers(0, 14) for _ in Seat))


@given(counts, st.integers(0, 9), st.integers(0, 20), st.sampled_from(Seat), st.booleans(), st.integers(1, 100))
@settings(max_examples=40, deadline=None)
def test_any_number_of_leds_from_any_start_either_way_round(
    leds: tuple[int, int, int, int], centre: int, start: int, first: Seat, leftward: bool, brightness: int
) -> None:
    if sum(leds) + centre == 0:
        return
    layout = around(leds, centre, start=start, first=first, leftward=leftward, brightness=brightness)
    wire = line(layout)
    for pattern in PATTERNS[3::5]:
        strip = pixels(frame(pattern.view, 0.0), layout)
        wire.run(strip, 2.0)
        assert wire.board.shown[start : layout.length] == strip[start:]
    assert wire.board.brightness == round(brightness * 255 / 100)
    assert wire.board.overflows == 0
    assert max(map(len, wire.said)) < 256


def test_nothing_but_a_probe_is_said_while_nothing_changes() -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[5], 2.0)
    wire.said.clear()
    wire.run(STRIPS[5], REPEAT_S - 5)
    assert set(wire.said) == {b"v"}
    assert len(wire.said) <= (REPEAT_S - 5) / PROBE_S + 1


def test_a_turn_takes_one_short_message() -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[6], 2.0)
    wire.said.clear()
    wire.run(STRIPS[7], 0.1)
    assert len(wire.said) == 1
    assert len(wire.said[0]) < 120


def test_the_newest_state_replaces_those_that_came_while_the_board_was_busy() -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[0], 2.0)
    said = wire.talk.say(STRIPS[1], wire.now_s)
    assert said
    assert wire.talk.say(STRIPS[2], wire.now_s + 0.1) == b""
    assert wire.talk.say(STRIPS[3], wire.now_s + 0.2) == b""
    wire.talk.hear(wire.board.feed(said), wire.now_s + 0.3)
    before = len(wire.board.messages)
    wire.now_s += 0.3
    wire.run(STRIPS[4], 1.0)
    assert wire.board.shown[:36] == STRIPS[4]
    assert len(wire.board.messages) - before <= 3, "the states in between were never said"


@pytest.mark.parametrize("says", [BOOT, b""], ids=["with the words of its start", "silently"])
def test_a_board_that_restarted_is_told_everything_again(says: bytes) -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[7], 2.0)
    wire.board.boot()
    assert wire.board.shown[:36] != STRIPS[7]
    if says:
        wire.talk.hear(says, wire.now_s)
    else:
        wire.talk.say(STRIPS[7], wire.now_s + PROBE_S)  # it is not there yet, the probe is lost
        wire.now_s += PROBE_S
    wire.run(STRIPS[7], 2.0)
    assert wire.board.shown[:36] == STRIPS[7]


def test_what_somebody_did_with_the_app_is_mended() -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[7], 2.0)
    wire.board.post({"on": False, "bri": 3, "seg": [{"id": 9, "start": 0, "stop": 40}]})
    wire.run(STRIPS[7], REPEAT_S + 1)
    assert wire.board.shown[:36] == STRIPS[7]
    assert wire.board.brightness == round(LAYOUT.brightness * 255 / 100)


def test_a_board_that_cannot_answer_is_told_all_the_same_and_the_person_too() -> None:
    wire = line(LAYOUT, deaf=True)
    wire.run(STRIPS[7], 5.0)
    assert wire.board.shown[:36] == STRIPS[7]
    assert "does not answer" in str(wire.talk.trouble)
    wire.board.boot()
    wire.run(STRIPS[8], 8.0)
    assert wire.board.shown[:36] == STRIPS[8]


def test_a_board_that_begins_to_answer_is_out_of_trouble() -> None:
    wire = line(LAYOUT, deaf=True)
    wire.run(STRIPS[7], 5.0)
    wire.board.deaf = False
    wire.run(STRIPS[7], 2.0)
    assert wire.talk.trouble is None
    assert wire.board.shown[:36] == STRIPS[7]


def test_a_board_that_falls_silent_is_not_blamed_for_what_it_said_as_it_started() -> None:
    wire = line(LAYOUT)
    wire.talk.hear(b"ets Jun  8 2016 00:22:57\n", 0.0)
    wire.run(STRIPS[7], 3.0)
    assert wire.talk.trouble is None
    wire.board.deaf = True
    wire.run(STRIPS[8], 8.0)
    assert "has stopped answering" in str(wire.talk.trouble)


def test_something_that_is_not_wled_is_called_so() -> None:
    talk = WledSerial(LAYOUT)
    now_s = 0.0
    for _ in range(500):
        if talk.say(STRIPS[0], now_s):
            talk.hear(b"\xf8\x00\x7f?\n", now_s)
        now_s += STEP_S
    assert "not as WLED does" in str(talk.trouble)


def test_a_flood_does_not_grow_in_memory_and_does_not_stop_the_light() -> None:
    wire = line(LAYOUT)
    for _ in range(100):
        wire.talk.hear(b"\xaa" * 4096, wire.now_s)
        wire.run(STRIPS[3], 0.05)
    wire.talk.hear(b"\n", wire.now_s)
    wire.run(STRIPS[3], 3.0)
    assert wire.board.shown[:36] == STRIPS[3]
    assert wire.talk.nonsense >= 100 * 4000


@pytest.mark.parametrize("cut", range(15))
def test_an_answer_may_come_in_any_two_pieces(cut: int) -> None:
    talk = WledSerial(LAYOUT)
    assert talk.say(STRIPS[0], 0.0) == b"v"
    answer = b"WLED 2412100\r\n"
    talk.hear(answer[:cut], 0.01)
    talk.hear(answer[cut:], 0.02)
    assert talk.say(STRIPS[0], 0.03).startswith(b"{")


def test_an_unanswered_message_is_not_taken_for_granted() -> None:
    wire = line(LAYOUT)
    wire.run(STRIPS[0], 2.0)
    assert wire.talk.say(STRIPS[7], wire.now_s), "and the board loses it"
    wire.run(STRIPS[7], DEAF_AFTER * 1.0)
    assert wire.board.shown[:36] == STRIPS[7]
