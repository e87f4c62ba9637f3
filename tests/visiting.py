"""A browser in the house that asks the web for pages and taps on them, for tests."""

from fastapi.testclient import TestClient

from engine.event import (
    Event,
)
from engine.rules.referee import Accepted, Proposal, Source
from engine.tile import Seat
from server.access import COOKIE, Access
from server.table import Table

P1, P2, P3, P4 = Seat
LAN = ("192.168.1.30", 40000)


def joined(visitor: TestClient, access: Access, name: str) -> TestClient:
    visitor.post("/join", data={"code": access.code(name)})
    assert str(visitor.cookies.get(COOKIE)).startswith(access.passes[name].token + ".")
    return visitor


def happens(table: Table, *events: Event, source: Source = Source.CAMERA) -> None:
    for event in events:
        answer = table.submit(Proposal(event, source))
        assert isinstance(answer, Accepted), answer


def tap(client: TestClient, table: Table, event: str, after: int | None = None) -> dict[str, object]:
    answer = client.post("/act", data={"event": event, "after": table.number if after is None else after})
    told: dict[str, object] = answer.json()
    return told
