"""The demo's people: they follow whoever begins, speak up when nobody does, and what is tried is ticked."""

import pytest

from engine import event as e
from engine.card import read_card
from engine.event import Event
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from server.show import NOTICE_S, PATIENT_S, TAKE_S, Show
from server.store import Store
from server.table import Table
from vision.synthetic.show import CHALLENGE, CHARLESTON, MOST_QUIET_S, Cues

P1, P2, P3, P4 = Seat


class Demo:
    """A demo whose clock is moved by hand."""

    def __init__(self) -> None:
        self.table = Table(Store("sqlite://"), Rules(table=HandTable(read_card(practice_card_text()))))
        self.cues = Cues()
        self.now_s = 100.0
        self.show = Show(self.table, self.cues, lambda: self.now_s)

    def happens(self, *events: Event, source: Source = Source.TABLET) -> None:
        for event in events:
            answer = self.table.submit(Proposal(event, source))
            assert isinstance(answer, Accepted), answer

    def passes(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.5)):
            self.now_s += 0.5
            self.show.look()

    @property
    def done(self) -> set[str]:
        return set(self.show.done)


@pytest.fixture
def demo() -> Demo:
    return Demo()


def test_the_neighbours_pass_once_somebody_has_passed_and_not_before(demo: Demo) -> None:
    demo.happens(e.EastChosen(P1), e.Dealt())
    demo.passes(20)
    assert demo.table.number == 2
    demo.happens(e.Passed(P3))
    demo.passes(0.5)
    assert demo.table.number == 3, "each takes a moment"
    demo.passes(4 * (TAKE_S + 1.5))
    assert demo.table.state.charleston is not None
    assert demo.table.state.charleston.out == (None, None, None, None), "the next step waits for somebody again"
    assert demo.done == {"charleston"}


def test_a_charleston_goes_through_to_the_cue_for_play(demo: Demo) -> None:
    demo.happens(e.GameBegun(P4), e.GameAbandoned(Cause.THREE_DEAD))
    demo.happens(e.GameBegun(P1), source=Source.CAMERA)  # the tiles stand there
    demo.cues.waiting = CHARLESTON
    demo.passes(5)
    assert not demo.cues.given(CHARLESTON), "nobody has passed yet"
    demo.happens(e.Dealt())
    for event in (e.Passed(P2), e.Passed(P2), e.Passed(P2), e.Voted(P2, True), e.CourtesyOffered(P2, 0)):
        demo.happens(event)
        demo.passes(12)
    assert demo.table.state.phase is Phase.PLAY
    assert demo.cues.given(CHARLESTON)


def test_a_charleston_that_is_under_way_is_waited_for_and_left_alone_it_goes_on(demo: Demo) -> None:
    demo.cues.waiting = CHARLESTON
    demo.happens(e.EastChosen(P1), e.Dealt())
    demo.passes(PATIENT_S - 5)
    assert demo.table.number == 2, "whoever tapped reads what to do, and nobody passes before her"
    assert demo.cues.quiet_s(0.0, demo.now_s) < MOST_QUIET_S, "and nobody discards"
    demo.passes(5 + 40 * (TAKE_S + 1))
    assert demo.table.state.phase is Phase.PLAY, "she has gone for a walk"


def test_a_dead_hand_is_asked_about_by_a_neighbour_if_nobody_else_does(demo: Demo) -> None:
    north = (*(Tile.NORTH,) * 4, Tile.JOKER)  # no line of the card has five of a wind
    demo.happens(e.GameBegun(P1), source=Source.CAMERA)
    demo.happens(
        e.Discarded(P1, Tile.NORTH),
        e.Exposed(P2, Tile.NORTH, P1, north),
        e.Discarded(P2, Tile.C1),
        source=Source.CAMERA,
    )
    demo.cues.waiting = CHALLENGE
    demo.passes(NOTICE_S - 5)
    assert demo.table.state.racks[P2].dead is None
    demo.passes(10)
    assert demo.table.state.racks[P2].dead is not None
    assert demo.cues.given(CHALLENGE)
    assert demo.done == {"call"}, "what a neighbour does is not ticked"


def test_whoever_asks_and_puts_right_has_it_ticked(demo: Demo) -> None:
    north = (Tile.NORTH,) * 3
    demo.happens(
        e.GameBegun(P1),
        e.Discarded(P1, Tile.B7),
        e.Discarded(P2, Tile.NORTH),
        e.Exposed(P3, Tile.NORTH, P2, north),
        e.Discarded(P3, Tile.C1),
        source=Source.CAMERA,
    )
    demo.happens(e.Challenged(P1, P3))
    demo.happens(e.Corrected(2, e.Discarded(P1, Tile.B9)), source=Source.REFEREE)
    demo.passes(1)
    assert demo.done == {"call", "dead", "misread"}
    assert [[done for _, done in part.tries] for part in demo.show.parts] == [[True, False, False], [False, True, True]]


def test_what_there_is_to_try_is_told_as_the_games_go_by(demo: Demo) -> None:
    titles = []
    for east in (P1, P2, P3):
        demo.happens(e.GameBegun(east), source=Source.CAMERA)
        if east is P2:
            demo.happens(e.Discarded(P2, Tile.B7), e.Corrected(2, e.Discarded(P2, Tile.B9)))
        demo.passes(1)
        titles.append(tuple(part.title for part in demo.show.parts))
        demo.happens(e.GameAbandoned(Cause.THREE_DEAD), source=Source.CAMERA)
    assert titles == [
        ("In the first game, watch", "In the second, take part"),
        ("Watch", "In this game, take part"),
        ("Watch", "You took part"),
    ]
    watched, joined = demo.show.parts
    assert (len(watched.tries), watched.over) == (3, False)
    assert ([(one.key, done) for one, done in joined.tries], joined.over) == ([("misread", True)], True)
