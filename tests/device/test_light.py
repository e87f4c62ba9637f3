"""What the lamp shows, as somebody would who sees only which cells are lit, and when."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from device.calm import MOST_CHANGES, SPAN_S, Calm
from device.light import BEAT_S, DARK, N_CELLS, LightFrame, Side, frame
from device.patterns import PATTERNS, Pattern
from engine.state import Phase
from engine.tile import Seat, Wind
from engine.view import LightView, Passing

PERIOD_BEATS = 16  # every rhythm fits into it


def lit(view: LightView) -> tuple[tuple[bool, ...], ...]:
    """Which of the sixteen cells are lit at each beat of four seconds: position and rhythm, no colour."""
    return tuple(tuple(c != DARK for c in frame(view, beat * BEAT_S).cells) for beat in range(PERIOD_BEATS))


def named(name: str) -> LightView:
    return next(p.view for p in PATTERNS if p.name == name)


def flashes(view: LightView, step_s: float = 0.01) -> int:
    """The most times that one cell lights up within any one second, sampled."""
    samples = [frame(view, i * step_s).cells for i in range(int(5 / step_s))]
    most = 0
    for cell in range(N_CELLS):
        onsets = [i * step_s for i in range(1, len(samples)) if _brighter(samples[i - 1][cell], samples[i][cell])]
        most = max([most, *(sum(start <= s < start + 1.0 for s in onsets) for start in onsets)])
    return most


def _brighter(before: tuple[int, int, int], after: tuple[int, int, int]) -> bool:
    return sum(after) > sum(before) + 25


def test_two_patterns_never_look_alike_to_an_eye_without_colour() -> None:
    same = [(a.name, b.name) for a, b in combinations(PATTERNS, 2) if lit(a.view) == lit(b.view)]
    assert same == [("turn", "night")], "night differs in brightness alone, as it should"


def test_whose_it_is_never_depends_on_colour() -> None:
    play = Phase.PLAY
    kinds: list[Callable[[Seat], LightView]] = [
        lambda seat: LightView(play, east=Seat.P1, turn=seat),
        lambda seat: LightView(play, east=seat, turn=Seat.P1),
        lambda seat: LightView(play, east=Seat.P1, turn=Seat.P2, window=True, calls=(seat,)),
        lambda seat: LightView(play, east=Seat.P1, turn=Seat.P2, window=True, held_by=seat),
        lambda seat: LightView(play, east=Seat.P1, turn=Seat.P2, dead=(seat,)),
        lambda seat: LightView(Phase.OVER, east=Seat.P1, winner=seat),
    ]
    for kind in kinds:
        assert len({lit(kind(seat)) for seat in Seat}) == 4


def test_the_four_rounds_are_counted_in_the_centre() -> None:
    for wind in Wind:
        shown = frame(LightView(Phase.PLAY, east=Seat.P1, turn=Seat.P1, round_wind=wind), 0.0)
        assert [c != DARK for c in shown.centre] == [i <= wind for i in range(4)]


def test_east_is_lit_on_its_own_side_and_moves_with_the_game() -> None:
    for east in Seat:
        shown = frame(LightView(Phase.PLAY, east=east, turn=east.right), 0.0)
        assert [side.left != DARK and side.right != DARK for side in shown.sides] == [s is east for s in Seat]


def test_the_window_runs_out_in_three_steps() -> None:
    def view(left: float | None) -> LightView:
        return LightView(Phase.PLAY, east=Seat.P1, turn=Seat.P2, window=True, window_left=left)

    steps = [lit(view(left / 30)) for left in range(30, 0, -1)]
    assert len(dict.fromkeys(steps)) == 3
    assert lit(view(None)) == steps[0], "a window without a clock looks as one just opened"


def test_a_pass_runs_the_way_the_tiles_go() -> None:
    def order(passing: Passing) -> list[int]:
        cells = [frame(LightView(Phase.CHARLESTON, Seat.P1, passing=passing), b * BEAT_S).sides[2] for b in range(3)]
        return [next(i for i, c in enumerate(side.cells) if c != DARK) for side in cells]

    assert order(Passing.RIGHT) == [0, 1, 2]
    assert order(Passing.LEFT) == [2, 1, 0]


def test_paused_stands_still_but_for_the_centre() -> None:
    paused = LightView(Phase.PLAY, east=Seat.P1, turn=Seat.P2, window=True, paused=True)
    assert len({frame(paused, beat * BEAT_S).sides for beat in range(PERIOD_BEATS)}) == 1


def test_an_alert_is_seen_whatever_else_goes_on() -> None:
    for pattern in PATTERNS:
        alerted = replace(pattern.view, alert=True, camera_lost=True, paused=True)
        assert len({frame(alerted, beat * BEAT_S).centre for beat in range(PERIOD_BEATS)}) == 2


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_night_lights_the_same_cells_with_a_fifth_of_the_light(pattern: Pattern) -> None:
    night = replace(pattern.view, night=True)
    day = replace(pattern.view, night=False)
    assert lit(night) == lit(day)
    for beat in range(PERIOD_BEATS):
        bright, dim = frame(day, beat * BEAT_S).cells, frame(night, beat * BEAT_S).cells
        assert sum(map(sum, dim)) * 5 <= sum(map(sum, bright)) + 5 * N_CELLS


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda p: p.name)
def test_no_pattern_flashes_more_than_three_times_a_second(pattern: Pattern) -> None:
    assert flashes(pattern.view) <= 3


VIEWS = st.builds(
    LightView,
    st.sampled_from(Phase),
    st.sampled_from(Seat),
    turn=st.none() | st.sampled_from(Seat),
    round_wind=st.none() | st.sampled_from(Wind),
    window=st.booleans(),
    window_left=st.none() | st.floats(0, 1),
    calls=st.lists(st.sampled_from(Seat), max_size=3, unique=True).map(tuple),
    held_by=st.none() | st.sampled_from(Seat),
    dead=st.lists(st.sampled_from(Seat), max_size=3, unique=True).map(tuple),
    alert=st.booleans(),
    winner=st.none() | st.sampled_from(Seat),
    wall_game=st.booleans(),
    passing=st.none() | st.sampled_from(Passing),
    paused=st.booleans(),
    camera_lost=st.booleans(),
    night=st.booleans(),
)


@given(VIEWS)
@settings(max_examples=60, deadline=None)
def test_no_view_at_all_flashes_more_than_three_times_a_second(view: LightView) -> None:
    assert flashes(view, 0.05) <= 3


@given(st.lists(st.tuples(VIEWS, st.floats(0.001, 0.4)), min_size=2, max_size=40))
@settings(max_examples=60, deadline=None)
def test_however_nervous_the_table_no_cell_flashes_and_the_last_view_comes_through(
    views: list[tuple[LightView, float]],
) -> None:
    calm, now_s = Calm(), 0.0
    last = LightFrame()
    changes: list[list[float]] = [[] for _ in range(N_CELLS)]

    def settle(wanted: LightFrame) -> float:
        nonlocal last
        shown, again_s = calm.settle(wanted, now_s)
        for cell, (before, after) in enumerate(zip(last.cells, shown.cells, strict=True)):
            if before != after:
                changes[cell].append(now_s)
        last = shown
        return again_s

    wanted = LightFrame()
    for view, pause_s in views:
        wanted = frame(view, 0.0)
        settle(wanted)
        now_s += pause_s
    while (again_s := settle(wanted)) != float("inf"):
        assert now_s < again_s <= now_s + SPAN_S
        now_s = again_s
    assert last == wanted
    for times in changes:
        assert all(b - a >= SPAN_S - 1e-9 for a, b in zip(times, times[MOST_CHANGES:], strict=False))


def test_a_calm_table_is_shown_at_once() -> None:
    wanted = frame(named("turn"), 0.0)
    assert Calm().settle(wanted, 5.0) == (wanted, float("inf"))


@pytest.mark.parametrize(("window", "paused"), list(product((False, True), repeat=2)))
def test_a_frame_changes_at_whole_beats_only(window: bool, paused: bool) -> None:
    view = LightView(Phase.PLAY, east=Seat.P1, turn=Seat.P2, window=window, paused=paused)
    for beat in range(PERIOD_BEATS):
        assert frame(view, beat * BEAT_S) == frame(view, (beat + 0.99) * BEAT_S)


def test_a_side_knows_its_cells_from_left_to_right() -> None:
    assert Side((1, 0, 0), (2, 0, 0), (3, 0, 0)).cells == ((1, 0, 0), (2, 0, 0), (3, 0, 0))
