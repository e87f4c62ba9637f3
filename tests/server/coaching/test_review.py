"""Looking back at a hand: every own decision with what was known then, what it cost, luck apart; for its seat alone."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.card import read_card
from engine.coaching import Known, advise_discard
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile, read_tiles
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.coaching.retrace import decisions
from server.coaching.review import Decision, reviewed, tried
from server.coaching.solo.choices import YOU
from server.store import Store
from server.table import Table
from server.web.site import Folders
from tests.server.coaching.test_solo import game_of, play_on

P1, P2, P3, P4 = Seat
FOURTEEN = tuple(sorted(read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")))


@pytest.fixture(scope="module")
def card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


def test_the_best_choice_costs_nothing_and_a_joker_thrown_away_much(card: HandTable) -> None:
    known = Known(card, P1, FOURTEEN)
    best = advise_discard(known).tiles
    fine, bad = Decision(9, known, best), Decision(9, known, (Tile.JOKER,))
    assert reviewed(card, (fine,)).points == ()
    costly = tried(card, fine, (Tile.JOKER,))
    assert costly.lost > 0
    assert costly.best == best
    assert reviewed(card, (bad,)).choice == pytest.approx(-costly.lost)


def test_what_came_and_what_was_chosen_make_up_the_whole_way(card: HandTable) -> None:
    game = game_of(card, None, 5)
    play_on(game, Phase.OVER, Random(1))
    found = decisions(game.table, YOU)
    mine = [d for d in found if d.called is None]
    assert len(mine) == sum(isinstance(x.event, e.Discarded) and x.event.seat is YOU for x in game.table.log)
    assert all(d.chosen[0] in d.known.rack for d in mine)
    assert all(d.known.seat is YOU for d in found)
    seen = reviewed(card, found)
    turns = seen.turns
    way = turns[-1].after - turns[0].after
    chosen = sum(t.before - t.after for t in turns[1:])
    assert way == pytest.approx(seen.luck - chosen)
    assert [p.lost for p in seen.points] == sorted((p.lost for p in seen.points), reverse=True)


def test_nothing_is_said_of_a_rack_that_was_not_whole(card: HandTable) -> None:
    game = game_of(card, None, 7)
    play_on(game, Phase.OVER, Random(2))
    assert decisions(game.table, P2) == ()  # another's tiles were never said


def test_the_hand_of_a_real_table_is_looked_back_at_by_its_seat_alone(card: HandTable, tmp_path: Path) -> None:
    table, access = Table(Store("sqlite://"), Rules(table=card)), Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))

    def happens(*events: e.Event) -> None:
        for event in events:
            assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted)

    base: dict[str, Any] = {"base_url": "http://192.168.1.20:8555", "client": ("192.168.1.30", 40000)}
    with TestClient(app, **base) as mine, TestClient(app, **base) as other:
        for client, seat in ((mine, "P2"), (other, "P3")):
            client.post("/join", data={"code": access.code(seat)})
        happens(e.GameBegun(P1), e.Discarded(P1, Tile.B9), e.Drawn(P2))
        rack = "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J"
        assert mine.post("/seat/P2/rack", data={"tiles": rack}).json()["ok"]
        happens(e.Discarded(P2, Tile.B2))
        assert mine.get("/seat/P2/review", follow_redirects=False).status_code == 303  # not while it is played
        assert mine.get("/seat/P2/review/0").status_code == 403
        happens(e.GameAbandoned(Cause.THREE_DEAD))
        told = mine.get("/seat/P2/review")
        assert "Your chance to win after your discard, as it could be judged" in told.text, "one is not counted"
        assert "+0 in 100" not in told.text
        assert "<polyline" not in told.text, "of one point no line can be seen"
        shown = mine.get("/seat/P2/review/0").text
        assert "The coach" in shown
        again = mine.get("/seat/P2/review/0?tile=7D").text
        assert "in 100" in again or "Yes." in again
        assert other.get("/seat/P2/review", follow_redirects=False).status_code == 303
        assert other.get("/seat/P2/review/0?tile=7D").status_code == 403
    app.state.looking_back.close()


def test_rings_are_told_of_only_where_the_line_has_some(card: HandTable, tmp_path: Path) -> None:
    """Of a discard that she let go the line has no turn, so no ring."""
    table, access = Table(Store("sqlite://"), Rules(table=card)), Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path))

    def happens(event: e.Event) -> None:
        assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted)

    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as mine:
        mine.post("/join", data={"code": access.code("P2")})
        happens(e.GameBegun(P1))
        mine.post("/seat/P2/rack", data={"tiles": "F F 1C 1C 1C 1C 2C 2C 4C 4C 5C 5C 5C"})
        happens(e.Discarded(P1, Tile.C5))
        happens(e.Drawn(P2))
        mine.post("/own", data={"seat": "P2", "add": "9B"})
        happens(e.Discarded(P2, Tile.B9))
        happens(e.GameAbandoned(Cause.THREE_DEAD))
        told = mine.get("/seat/P2/review").text
    app.state.looking_back.close()
    assert "A costly choice" in told
    assert 'class="turning"' not in told
    assert "Rings mark" not in told
