"""The closer look at the chances: in parts, for as long as it is wanted, and for whoever may see the rack alone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine.card import read_card
from engine.coaching import Known
from engine.coaching.closer import ROLLOUTS
from engine.event import Discarded, Drawn, Event, GameBegun
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, read_tiles
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.coaching import looking
from server.coaching.looking import CloserLooks, first_look
from server.coaching.mind import Mind
from server.coaching.position import Asks, Position
from server.devices import Devices
from server.house import Memory
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room

P1, P2, P3, P4 = Seat
CARD = HandTable(read_card(practice_card_text()))
RACK = "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J"
HERE = Position(Asks.DISCARD, Known(CARD, P1, tuple(sorted(read_tiles(RACK))), drawn=True, wall=10))


LYING = 90  # discards, so that a closer look is worth it


class Counting(Mind):
    """Thinks where it is asked, and counts."""

    asked = 0

    async def ask(self, table: HandTable, work: Any, *about: Any) -> Any:
        self.asked += 1
        return work(table, *about)


async def always() -> bool:
    return True


def test_a_look_is_taken_in_parts_until_enough_is_played_on_and_then_kept() -> None:
    mind = Counting()
    looks, first = CloserLooks(mind), first_look(CARD, HERE)
    assert not first.closer
    assert looks.taken(HERE) is None
    found = asyncio.run(looks.take(CARD, HERE, first, always))
    assert found is not None
    assert found.rollouts == ROLLOUTS == mind.asked * looking.PART
    assert [o.tiles for o in found.options] == [o.tiles for o in first.options]
    assert looks.taken(HERE) == found
    assert asyncio.run(looks.take(CARD, HERE, first, always)) == found
    assert mind.asked * looking.PART == ROLLOUTS, "what was kept is not looked at again"


def test_a_look_that_nobody_wants_any_more_stops_at_once() -> None:
    mind, left = Counting(), [True, True, False]

    async def wanted() -> bool:
        return left.pop(0)

    looks = CloserLooks(mind)
    assert asyncio.run(looks.take(CARD, HERE, first_look(CARD, HERE), wanted)) is None
    assert mind.asked == 2
    assert looks.taken(HERE) is None


def test_looks_take_turns_so_that_only_one_part_is_asked_for_at_a_time() -> None:
    class Slow(Counting):
        under_way = most = 0

        async def ask(self, table: HandTable, work: Any, *about: Any) -> Any:
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            for _ in range(3):
                await asyncio.sleep(0)
            self.under_way -= 1
            return looking.Part(0.1, 1.0)

    async def four() -> Slow:
        mind = Slow()
        looks, places = CloserLooks(mind), [_with_wall(wall) for wall in (5, 6, 7, 8)]
        await asyncio.gather(*(looks.take(CARD, at, first_look(CARD, at), always) for at in places))
        assert all(looks.taken(at) for at in places)
        return mind

    assert asyncio.run(four()).most == 1


def test_a_look_ends_when_its_time_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOST_S", 1e-9)
    looks = CloserLooks(Counting())
    found = asyncio.run(looks.take(CARD, HERE, first_look(CARD, HERE), always))
    assert found is not None
    assert found.rollouts == looking.PART


def test_what_was_looked_at_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "KEPT", 2)
    monkeypatch.setattr(looking, "MOST_S", 1e-9)
    looks = CloserLooks(Counting())
    for wall in (3, 4, 5):
        asyncio.run(looks.take(CARD, _with_wall(wall), first_look(CARD, _with_wall(wall)), always))
    assert [looks.taken(_with_wall(wall)) is None for wall in (3, 4, 5)] == [True, False, False]


def _with_wall(wall: int) -> Position:
    return Position(Asks.DISCARD, Known(CARD, P1, HERE.known.rack, drawn=True, wall=wall))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Any, Access]]:
    table = Table(Store("sqlite://"), Rules(table=CARD))
    access = Access.fresh(host_is_referee=False)
    room = Room(Devices(table), Memory(tmp_path))
    app = create_app(table, access, room=room, folders=Folders(cards=tmp_path / "cards"))
    gone = tuple(t for t in Tile if t not in read_tiles(RACK + " 3B") for _ in range(t.copies))[:LYING]
    begun = GameBegun(P1, wall=99 - LYING, discards=gone)
    played: tuple[Event, ...] = (begun, Discarded(P1, read_tiles("3B")[0]), Drawn(P2))
    for event in played:
        assert isinstance(table.submit(Proposal(event, Source.CAMERA)), Accepted)
    yield app, access
    for mind in (app.state.mind, app.state.looking_closer):
        mind.close()


def device(house: tuple[Any, Access], name: str) -> TestClient:
    app, access = house
    client = TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000))
    client.post("/join", data={"code": access.code(name)})
    return client


def test_the_page_is_told_of_a_closer_look_and_shows_it_from_then_on(house: tuple[Any, Access]) -> None:
    mine, other = device(house, "P2"), device(house, "P3")
    assert mine.get("/seat/P2/help/closer").status_code == 409, "no help was asked for"
    for tile in RACK.split():
        mine.post("/own", data={"seat": "P2", "add": tile})
    mine.post("/seat/P2/help", data={"how": "full"})
    at_once = mine.get("/seat/P2/help").text
    assert "Your chance to win" in at_once
    assert "data-closer" in at_once
    assert other.get("/seat/P2/help/closer").status_code == 403
    closer = mine.get("/seat/P2/help/closer")
    assert closer.status_code == 200
    assert f"played on {ROLLOUTS} times" in closer.text
    assert "data-closer" not in closer.text
    again = mine.get("/seat/P2/help").text
    assert f"played on {ROLLOUTS} times" in again
    assert "data-closer" not in again
    mine.post("/seat/P2/help", data={"how": "legal"})
    assert mine.get("/seat/P2/help/closer").status_code == 409


def test_early_in_a_game_the_first_answer_stands() -> None:
    early = Position(Asks.DISCARD, Known(CARD, P1, HERE.known.rack, drawn=True, wall=95))
    first = first_look(CARD, early)
    assert first.options
    assert not first.more
    assert asyncio.run(CloserLooks(Counting()).take(CARD, early, first, always)) is None


def test_a_rack_that_is_not_whole_has_no_chances(house: tuple[Any, Access]) -> None:
    mine = device(house, "P2")
    mine.post("/own", data={"seat": "P2", "add": "2B"})
    mine.post("/seat/P2/help", data={"how": "full"})
    assert "Your chance to win" not in mine.get("/seat/P2/help").text
    assert mine.get("/seat/P2/help/closer").text == ""
