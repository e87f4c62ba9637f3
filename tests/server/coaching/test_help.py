"""Help at a seat: what the coach says of a position, how much of it is told, to whom, and that this is remembered."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import Known
from engine.event import Discarded, Drawn, Event, Exposed, GameAbandoned, GameBegun, Named
from engine.faults import Cause
from engine.hands import HandTable, rank
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, read_tiles
from engine.turn import Discard
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.coaching.counsel import counsel, why_not_line, why_not_tile
from server.coaching.legality import may_do
from server.coaching.memory import CoachMemory, Help
from server.coaching.mind import Mind
from server.coaching.position import Asks, Position
from server.coaching.seeing import position_of
from server.devices import Devices
from server.house import Memory
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room

P1, P2, P3, P4 = Seat
At = Callable[..., Position]
FOURTEEN = read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")


@pytest.fixture(scope="module")
def card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


@pytest.fixture(scope="module")
def at(card: HandTable) -> At:
    def here(asks: Asks, tiles: str, **more: object) -> Position:
        stage = Stage.FIRST_RIGHT if asks is Asks.PASS else None
        return Position(asks, Known(card, P1, tuple(sorted(read_tiles(tiles))), stage=stage, **more))  # type: ignore

    return here


def test_a_discard_is_one_of_the_rack_and_never_a_joker(card: HandTable, at: At) -> None:
    said = counsel(card, at(Asks.DISCARD, "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J"))
    assert said.does == "Discard"
    assert said.tiles[0] in FOURTEEN
    assert said.tiles[0] is not Tile.JOKER
    assert said.reason.endswith(".")
    assert said.reason[0].isupper()
    assert len(said.reach) == 3
    assert all(sum(map(len, r.groups)) == 14 for r in said.reach)


def test_three_are_passed_and_none_is_a_joker(card: HandTable, at: At) -> None:
    said = counsel(card, at(Asks.PASS, "J J J 2B 2B 3C 3C 5D 6D 7D N E F"))
    assert len(said.tiles) == 3
    assert Tile.JOKER not in said.tiles


def test_what_is_left_of_a_kind_counts_the_rack_and_all_that_lies_open(card: HandTable, at: At) -> None:
    discards = (Discard(Tile.B2, P3), Discard(Tile.C3, P4), Discard(Tile.FLOWER, P4))
    here = at(Asks.DISCARD, "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J", discards=discards)
    lying = [d.tile for d in discards]
    wants = [w for r in counsel(card, here).reach for w in r.wants]
    assert wants
    assert all(w.left == w.tile.copies - here.tiles.count(w.tile) - lying.count(w.tile) for w in wants)


def test_a_line_whose_likeliest_hand_is_not_its_nearest_tells_how_far_both_are(card: HandTable, at: At) -> None:
    gone = read_tiles("2B 2B 2B 3B 3B 3B 7B 7B 7B 2C 2C 2C")
    here = at(Asks.DRAW, "5B 8B 3C 5C 7C N N N E S S RD J", discards=tuple(Discard(t, P2) for t in gone))
    told = {r.name: (r.missing, r.nearest) for r in counsel(card, here).reach}
    nearest = {c.line.name: c.missing for c in rank(card, here.tiles, (), gone)}
    assert told["Primes 5"] == (5, 4)
    assert {name: nearest[name] for name in told} == {name: near for name, (_, near) in told.items()}


def test_a_call_commits_to_lines_and_a_pair_is_let_go(card: HandTable, at: At) -> None:
    said = counsel(card, at(Asks.CALL, "2B 2B 2B J 1B 1B 1B 3C 3C 3C 4C N E", offered=Tile.B2))
    assert said.does == "Call, and expose"
    assert Tile.B2 in said.tiles
    assert "lines of" in said.reason
    alone = counsel(card, at(Asks.CALL, "2B 2B 2B 2B 1B 1B 1B 3C 3C 3C 4C N E", offered=Tile.C4))
    assert alone.does == "Let it go"


def test_safe_discards_are_told_where_somebody_shows_groups(card: HandTable, at: At) -> None:
    mine = "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J"
    assert counsel(card, at(Asks.DISCARD, mine)).safety == ()
    shown = ((), (), (read_tiles("2C 2C 2C 2C"), read_tiles("F F F F J")), ())
    found = [e for e in shown[2] if len(card.after([e]))]
    assert found, "the card has no such groups"
    told = counsel(card, at(Asks.DISCARD, mine, exposures=((), (), tuple(found), ()))).safety
    assert {s.tile for s in told} == set(read_tiles(mine)) - {Tile.JOKER}
    assert [s.risk for s in told] == sorted(s.risk for s in told)
    wanted = {t for t in Tile if any(t in g.tiles for h in card.after(found).hands for g in h)}
    assert {s.tile for s in told if s.lines} <= wanted
    assert all(not s.lines or s.says for s in told)
    assert counsel(card, at(Asks.PASS, mine, exposures=((), (), tuple(found), ()))).safety == ()


def test_why_not_another_is_answered_for_every_tile_and_line(card: HandTable, at: At) -> None:
    here = at(Asks.DISCARD, "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")
    answers = [why_not_tile(card, here, t) for t in set(here.tiles)]
    answers += [why_not_line(card, here, n) for n in range(len(card.lines))]
    assert all(a.endswith(".") and a[0].isupper() | a[0].isdigit() for a in answers)
    best = counsel(card, here)
    assert why_not_tile(card, here, best.tiles[0]).startswith(f"Discard {best.tiles[0].words}")
    assert "Joker" in why_not_tile(card, here, Tile.JOKER)


def test_the_rules_alone_say_what_may_be_called(card: HandTable, at: At) -> None:
    assert "expose" in may_do(card, at(Asks.CALL, "2B 2B 2B J 1B 1B 1B 3C 3C 3C 4C N E", offered=Tile.B2))[0]
    assert "only to win" in may_do(card, at(Asks.CALL, "2B 5D 9C 1B 1B 1B 3C 3C 3C 4C N E S", offered=Tile.B2))[0]


def test_the_coach_thinks_in_a_process_of_its_own_and_comes_back_when_that_is_gone(card: HandTable, at: At) -> None:
    here = at(Asks.DISCARD, "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")

    async def asked() -> None:
        mind = Mind()
        try:
            elsewhere = await mind.ask(card, process_of, here)
            assert elsewhere != os.getpid()
            assert await mind.ask(card, counsel, here) == counsel(card, here)
            os.kill(elsewhere, signal.SIGKILL)
            other = at(Asks.PASS, "J J J 2B 2B 3C 3C 5D 6D 7D N E F")
            assert await mind.ask(card, counsel, other) == counsel(card, other)
        finally:
            mind.close()

    asyncio.run(asked())


def process_of(_: HandTable, __: Position) -> int:
    return os.getpid()


class House:
    """A table in a folder, and devices that have joined it."""

    def __init__(self, folder: Path, card: HandTable) -> None:
        self.table = Table(Store("sqlite://"), Rules(table=card))
        self.access = Access.fresh(host_is_referee=False)
        self.app = create_app(
            self.table,
            self.access,
            room=Room(Devices(self.table), Memory(folder)),
            folders=Folders(cards=folder / "cards"),
        )
        self._open = ExitStack()
        self.happens(GameBegun(P1), Discarded(P1, Tile.B3), Drawn(P2))

    def happens(self, *events: Event) -> None:
        for event in events:
            assert isinstance(self.table.submit(Proposal(event, Source.CAMERA)), Accepted)

    def device(self, name: str = "") -> TestClient:
        client = self._open.enter_context(
            TestClient(self.app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000))
        )
        if name:
            client.post("/join", data={"code": self.access.code(name)})
        return client

    def close(self) -> None:
        self.app.state.mind.close()
        self._open.close()


@pytest.fixture
def house(tmp_path: Path, card: HandTable) -> Iterator[House]:
    running = House(tmp_path, card)
    yield running
    running.close()


def enter(client: TestClient, seat: str, tiles: str) -> None:
    for tile in tiles.split():
        assert client.post("/own", data={"seat": seat, "add": tile}).status_code == 200


RACK = "1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J"


def test_the_panel_tells_as_much_as_was_chosen(house: House) -> None:
    mine = house.device("P2")
    assert "How much help would you like?" in mine.get("/seat/P2/help").text
    enter(mine, "P2", RACK)
    mine.post("/seat/P2/help", data={"how": "full"})
    full = mine.get("/seat/P2/help").text
    assert "Within reach" in full
    assert "Discard" in full
    mine.post("/seat/P2/help", data={"how": "nudge"})
    assert "Within reach" not in mine.get("/seat/P2/help").text
    assert "Within reach" in mine.get("/seat/P2/help?more=true").text
    mine.post("/seat/P2/help", data={"how": "legal"})
    legal = mine.get("/seat/P2/help?more=true").text
    assert "Discard any of your tiles" in legal
    assert "Within reach" not in legal
    assert mine.get("/seat/P2/help/why?tile=1B").status_code == 409


def test_when_the_hand_is_over_there_is_nothing_to_decide(house: House) -> None:
    mine = house.device("P2")
    enter(mine, "P2", RACK)
    for how in ("full", "legal"):
        mine.post("/seat/P2/help", data={"how": how})
        assert "is over" not in mine.get("/seat/P2/help").text
    house.happens(GameAbandoned(Cause.END_UNSEEN))
    for how in ("full", "legal"):
        mine.post("/seat/P2/help", data={"how": how})
        told = mine.get("/seat/P2/help").text
        assert "The hand is over" in told
        assert "Within reach" not in told
        assert "Discard" not in told


def test_nobody_else_is_helped_with_a_rack_but_whom_its_owner_lets_in(house: House) -> None:
    mine, other, teacher = house.device("P2"), house.device("P3"), house.device("P2")
    mine.post("/seat/P2/help", data={"how": "full"})
    enter(mine, "P2", RACK)
    assert other.get("/seat/P2/help").status_code == 403
    assert other.get("/seat/P2/help/why?tile=1B").status_code == 403
    assert other.post("/seat/P2/help", data={"how": "none"}).status_code == 403
    unseen = teacher.get("/seat/P2/help").text
    assert "ask it first" in unseen
    assert "Within reach" not in unseen
    assert "1B.svg" not in unseen
    assert teacher.get("/seat/P2/help/why?tile=1B").status_code == 403
    teacher.post("/own/ask", data={"seat": "P2"})
    mine.post("/own/show", data={"seat": "P2", "to": "next"})
    assert "Within reach" in teacher.get("/seat/P2/help").text
    mine.post("/own/show", data={"seat": "P2", "to": "nobody"})
    assert "Within reach" not in teacher.get("/seat/P2/help").text


def test_the_table_shows_who_has_help_and_the_host_may_forbid_it(house: House) -> None:
    mine, referee = house.device("P2"), house.device("referee")
    mine.post("/seat/P2/help", data={"how": "full"})
    assert "Help: full" in referee.get("/table").text
    assert mine.post("/help/most", data={"how": "none"}).status_code == 403
    assert referee.post("/help/most", data={"how": "none"}).status_code == 200
    assert "Help: full" not in referee.get("/table").text
    assert "allows no help" in mine.get("/seat/P2/help").text
    assert mine.post("/seat/P2/help", data={"how": "full"}).status_code == 409


def test_who_sits_down_next_chooses_anew(house: House, tmp_path: Path) -> None:
    mine, teacher = house.device("P2"), house.device("P2")
    house.happens(Named(P2, "Bee"))
    mine.post("/seat/P2/help", data={"how": "full"})
    house.happens(Named(P2, "Bea"), GameAbandoned(Cause.END_UNSEEN))
    assert CoachMemory(tmp_path).chosen(P2) is Help.FULL
    house.happens(Named(P2, "Eve"))
    assert CoachMemory(tmp_path).chosen(P2) is None
    enter(mine, "P2", "1B")
    mine.post("/seat/P2/help", data={"how": "full"})
    teacher.post("/leave", data={"role": "P2"})
    assert CoachMemory(tmp_path).chosen(P2) is Help.FULL
    mine.post("/leave", data={"role": "P2"})
    assert CoachMemory(tmp_path).chosen(P2) is None


def test_what_was_chosen_is_there_after_a_kill_and_a_torn_file_is_an_empty_one(tmp_path: Path) -> None:
    before = CoachMemory(tmp_path)
    before.choose(P3, Help.NUDGE)
    before.allow(Help.LEGAL)
    after = CoachMemory(tmp_path)
    assert (after.most, after.chosen(P3), after.help(P3)) == (Help.LEGAL, Help.NUDGE, Help.LEGAL)
    (tmp_path / "fifthseat-coach.json").write_text('{"format": "fifthseat co')
    assert CoachMemory(tmp_path).most is Help.FULL


def test_a_rack_that_is_not_whole_is_not_advised_on(house: House) -> None:
    house.table.set_own(P2, read_tiles("1B 1B 2B"))
    here = position_of(house.table, P2, house.table.own(P2) or ())
    assert here is not None
    assert here.asks is Asks.TILES
    assert here.lacking == 11


def test_all_help_agrees_with_the_button_of_who_may_still_win_with_an_exposed_tile(house: House) -> None:
    """The coach of what is allowed failed here, and the others told her to wait, where the page offers Mah Jongg."""
    house.happens(Discarded(P2, Tile.C5))
    house.happens(Exposed(P4, Tile.C5, P2, (Tile.C5, Tile.JOKER, Tile.JOKER)))
    mine = house.device("P3")
    enter(mine, "P3", "F F 1C 1C 1C 1C 2C 2C 4C 4C 5C 5C 5C")
    for how, says in (("legal", "only to win"), ("full", "Mah Jongg")):
        mine.post("/seat/P3/help", data={"how": how})
        told = mine.get("/seat/P3/help")
        assert told.status_code == 200
        assert says in told.text


def test_a_misnamed_discard_is_no_stumbling_block_for_what_is_allowed(house: House) -> None:
    house.table.submit(Proposal(Discarded(P2, Tile.B3, named=Tile.B4), Source.TABLET))
    mine = house.device("P3")
    enter(mine, "P3", "F F 1C 1C 1C 1C 2C 2C 4C 4C 5C 5C 5C")
    mine.post("/seat/P3/help", data={"how": "legal"})
    assert "only to win" in mine.get("/seat/P3/help").text
