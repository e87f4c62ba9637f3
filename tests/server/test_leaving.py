"""Somebody who played is taken out: what goes, what stays, who may ask for it."""

from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.event import Corrected, Discarded, Event, GameBegun, MahJongg, Named, Paid, SatOut
from engine.rules.referee import Source
from engine.tile import Seat, Tile
from server.access import COOKIE, Access
from server.app import create_app
from server.coaching.lessons.progress import Progress, Way
from server.devices import Devices
from server.house import Memory
from server.leaving import LEFT
from server.season import evenings, season
from server.store import Row, Store
from server.table import Table
from server.web.site import Room
from tests import visiting

P1, P2, P3, P4 = Seat
WEEK_S = 7 * 24 * 3600
happens = partial(visiting.happens, source=Source.REFEREE)


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def sit(table: Table, *names: str) -> None:
    happens(table, *(Named(seat, name) for seat, name in zip(Seat, names, strict=True)))


def won(table: Table, *first: Event) -> None:
    happens(table, GameBegun(P1), *first, Discarded(P1, Tile.B5), MahJongg(P2, (), "Run 1", P1, 25))


class House:
    """A table at which Ruth, once Ruthie, once the fifth, has played, and three others tonight."""

    def __init__(self, folder: Path) -> None:
        self.file, self.clock = folder / "fifthseat.db", Clock()
        self.store = Store(self.file)
        self.table = Table(self.store, clock=self.clock)
        sit(self.table, "Ruth", "Bea", "Cy", "Di")
        won(self.table, Paid((-5, 5, 0, 0), "Ruth talked"))
        happens(self.table, Corrected(1, Named(P1, "Ruthie")))
        self.clock.now += WEEK_S
        sit(self.table, "Ann", "Bea", "Cy", "Di")
        happens(self.table, SatOut("Ruth"))
        won(self.table)
        happens(self.table, SatOut(""))
        self.table.take_for_one({"Ruthie": "Ruth"})
        self.progress = Progress(folder)
        self.progress.keep("ruth", "passing", Way(3))
        self.progress.keep("Bea", "passing", Way(2))
        self.access, self.memory = Access.fresh(host_is_referee=False), Memory(folder)
        self.memory.change(names=("Ruth", "Bea", "", ""), fifth="Ruth")
        (folder / "solo").mkdir()
        for word, name in (("a" * 24, "Ruth"), ("b" * 24, "Bea")):
            (folder / "solo" / f"{word}.json").write_text("{}", encoding="utf-8")
            one = Store(folder / "solo" / f"{word}.db")
            one.append([Row(1, 1, 1000.0, "tablet", 1.0, f'P1 is named "{name}"')])
            one.close()
        room = Room(Devices(self.table), self.memory)
        self.app = create_app(self.table, self.access, room=room)

    @property
    def files(self) -> bytes:
        """All that lies in the folder, byte by byte."""
        return b"".join(path.read_bytes() for path in sorted(self.file.parent.rglob("*")) if path.is_file())

    def visitor(self, role: str = "") -> TestClient:
        client = TestClient(self.app, base_url="http://192.168.1.20:8555", client=visiting.LAN)
        if role:
            client.cookies.set(COOKIE, self.access.passes[role].token)
        return client

    @property
    def sums(self) -> dict[str, int]:
        return dict(season(evenings(self.table.past_games(), self.table.same_people)))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_her_name_is_nowhere_any_more_and_no_game_is_lost(house: House) -> None:
    before, events = house.sums, len(house.table.log)
    referee = house.visitor("referee")
    asked = referee.get("/ledger/leaving").text
    assert "<option>Ruth</option>" in asked
    assert "<option>Ruthie</option>" in asked
    answer = referee.post("/ledger/leave", data={"name": "Ruthie", "sure": "yes"})
    assert answer.json() == {"ok": True, "says": f"Ruthie is taken out. Her games stay, as those of {LEFT}."}
    assert b"Ruth" not in house.files
    assert b"ruth" not in house.files
    left = {"Ruth": LEFT, "Ruthie": f"{LEFT} 2"}
    assert house.sums == {left.get(name, name): points for name, points in before.items()}
    assert len(house.table.log) == events
    assert Progress(house.file.parent).names == {"Bea"}
    assert [path.stem for path in (house.file.parent / "solo").glob("*.json")] == ["b" * 24]
    again = Table(Store(house.file), clock=house.clock)
    assert dict(season(evenings(again.past_games(), again.same_people))) == house.sums
    assert again.log_of(1).entries == house.table.log_of(1).entries
    assert house.store.verify()
    page = referee.get("/ledger").text + referee.get("/ledger/earlier").text + referee.get("/ledger.csv").text
    assert "Ruth" not in page
    assert LEFT in page
    assert "Ruth" not in referee.get("/ledger/leaving").text


def test_a_table_for_one_that_nobody_can_read_is_thrown_away_and_keeps_nobody_in(house: House) -> None:
    solo = house.file.parent / "solo"
    (solo / f"{'a' * 24}.db").write_bytes(b'torn, but P1 is named "Ruth"' * 200)
    answer = house.visitor("referee").post("/ledger/leave", data={"name": "Ruth", "sure": "yes"})
    assert answer.json()["ok"]
    assert b"Ruth" not in house.files
    assert sorted(path.name for path in solo.iterdir()) == [f"{'b' * 24}.db", f"{'b' * 24}.json"]


def test_a_second_one_is_told_apart_from_the_first(house: House) -> None:
    referee = house.visitor("referee")
    assert referee.post("/ledger/leave", data={"name": "Ruth", "sure": "yes"}).json()["ok"]
    house.clock.now += WEEK_S
    sit(house.table, "Eve", "Flo", "Gia", "Hal")
    won(house.table)
    before = house.sums["Ann"]
    assert referee.post("/ledger/leave", data={"name": "Ann", "sure": "yes"}).json()["ok"]
    assert house.sums[f"{LEFT} 3"] == before


@pytest.mark.parametrize(
    ("role", "said", "status"),
    [
        ("", {"name": "Ruth", "sure": "yes"}, 403),
        ("P1", {"name": "Ruth", "sure": "yes"}, 403),
        ("referee", {"name": "Ruth"}, 422),
        ("referee", {"name": "Nobody", "sure": "yes"}, 409),
        ("referee", {"name": "Ann", "sure": "yes"}, 409),
    ],
)
def test_only_the_referee_can_ask_and_for_nobody_who_sits_there(
    house: House, role: str, said: dict[str, str], status: int
) -> None:
    before = house.files
    assert house.visitor(role).post("/ledger/leave", data=said).status_code == status
    assert house.visitor(role).get("/ledger/leaving").status_code == (200 if role == "referee" else 403)
    assert b"Ruthie" in before
    assert house.store.texts('%"Ruth"%'), "nothing is done"
