"""`/healthz`, for a watching program: the faults that the pages show, in numbers and words."""

import pytest
from fastapi.testclient import TestClient

from server.access import Access
from server.app import create_app
from server.pace import Pace
from server.status import Status
from server.table import Table
from tests.faulty import FullDisk

LAN = ("192.168.1.30", 40000)


@pytest.fixture
def disk() -> FullDisk:
    return FullDisk("sqlite://")


@pytest.fixture
def table(disk: FullDisk) -> Table:
    return Table(disk)


@pytest.fixture
def host(table: Table) -> TestClient:
    """A browser on the machine that runs the program."""
    app = create_app(table, Access.fresh())
    return TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 40000))


def test_all_is_well_and_each_part_says_so_by_itself(host: TestClient, table: Table) -> None:
    pace = Pace(looked_fps=9.96, camera_fps=30.0, lag_s=0.12)
    table.set_camera(Status(True, "The camera sees the table.", pace=pace))
    answer = host.get("/healthz")
    told = answer.json()
    assert answer.status_code == 200
    assert told["ok"] is told["log"] is told["program"] is told["camera"] is True
    assert told["light"] is None
    assert (told["looked_fps"], told["camera_fps"], told["behind_s"]) == (10.0, 30.0, 0.1)
    assert told["says"] == []
    assert told["version"]


def test_a_full_disk_is_not_well_until_it_can_be_written_again(host: TestClient, table: Table, disk: FullDisk) -> None:
    disk.full = True
    refused = host.post("/pause", data={"paused": "yes"})
    assert refused.status_code == 503
    assert refused.json() == {"ok": False, "says": "The disk is full: make room."}
    answer = host.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["ok"] is answer.json()["log"] is False
    assert answer.json()["says"] == ["The disk is full: make room."]
    assert "The disk is full: make room." in host.get("/table").text
    disk.full = False
    table.prove_log()
    assert host.get("/healthz").json()["ok"] is True
    assert "The disk is full" not in host.get("/table").text


@pytest.mark.parametrize("path", ["/new-game", "/pause", "/rules", "/act"])
def test_each_act_is_refused_in_a_sentence_while_the_disk_is_full(
    host: TestClient, table: Table, disk: FullDisk, path: str
) -> None:
    begun = {"event": "game begins P1 holding 14 13 13 13", "after": 0}
    assert host.post("/act", data=begun).status_code == 200
    disk.full = True
    fields = {"paused": "yes", "preset": "press", "for": "next", "event": "P1 discards 3B", "after": 1}
    answer = host.post(path, data=fields)
    assert (answer.status_code, answer.json()["says"]) == (503, "The disk is full: make room.")
    assert (table.game, table.number, table.paused, table.rules.ruleset.name) == (1, 1, False, "league")


def test_a_part_that_stumbled_is_said_on_every_page(host: TestClient, table: Table) -> None:
    table.set_program(Status(False, "The light's part of the program stumbled."))
    assert host.get("/healthz").json()["program"] is False
    for page in ("/", "/table", "/referee", "/ledger", "/setup"):
        assert "The light&#39;s part of the program stumbled." in host.get(page).text
