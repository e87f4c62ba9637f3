"""What a tap becomes, and what is answered where it may not be."""

import re

import pytest
from fastapi.testclient import TestClient

from engine import notation
from engine.event import (
    Discarded,
    GameAbandoned,
    GameBegun,
    Resynced,
)
from engine.faults import Cause
from engine.rules.referee import Proposal, Source
from engine.tile import Tile
from server.access import Access, player
from server.acts import may_propose
from server.alerts import Alert, Audience, Choice
from server.table import Table
from tests.visiting import P1, P2, P3, P4, happens, joined, tap


def test_a_tap_is_a_proposal_of_that_seat(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    assert tap(joined(visitor, access, "P2"), table, "P2 calls") == {"ok": True, "says": ""}
    assert table.log[-1].source is Source.TABLET
    assert [c.seat for c in table.state.calls] == [P2]


def test_nobody_acts_for_another_seat(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    told = tap(joined(visitor, access, "P2"), table, "P3 calls")
    assert told["says"] == "You cannot act for another seat."
    assert tap(visitor, table, "undo 2")["says"] == "Only the referee can do that."
    assert tap(visitor, table, "P2 dies WRONG_COUNT")["says"] == "Only the referee can do that."
    assert table.number == 2


def test_a_visitor_only_looks_on(visitor: TestClient, table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    assert not tap(visitor, table, "P2 calls")["ok"]
    for path in ("/undo", "/resync", "/new-game", "/dismiss", "/answer", "/rules", "/card/check", "/card/save"):
        answer = visitor.post(path, data={"after": 2, "key": "x", "choice": 0, "text": "x", "name": "x"})
        assert answer.status_code == 403, path


def test_a_refusal_says_why_with_its_rule(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    told = tap(joined(visitor, access, "P1"), table, "P1 calls")
    assert told["ok"] is False
    assert told["rule"] == "DISC-01"
    assert "can never take it back" in str(told["says"])


def test_a_stale_tap_says_so(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3), Discarded(P2, Tile.B4))
    assert "moved on" in str(tap(joined(visitor, access, "P3"), table, "P3 calls", after=2)["says"])


@pytest.mark.parametrize("event", ["", "P1 flies", "P1 discards 0X", "x" * 5000, "P1 discards 3B\x00", "undo -1"])
def test_nonsense_is_told_and_changes_nothing(visitor: TestClient, table: Table, access: Access, event: str) -> None:
    happens(table, GameBegun(P1))
    answer = joined(visitor, access, "referee").post("/act", data={"event": event, "after": 1})
    assert answer.status_code in (400, 409, 422)
    assert table.number == 1


def test_a_player_undoes_her_own_last_tap_only(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    client = joined(visitor, access, "P2")
    assert client.post("/undo", data={"after": table.number}).status_code == 403
    tap(client, table, "P2 calls")
    assert "Undo: Right seat calls" in client.get("/seat/P2").text
    assert client.post("/undo", data={"after": table.number}).json()["ok"]
    assert table.state.calls == ()


def test_an_act_that_may_be_undone_is_told_by_what_was_done(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    client = joined(visitor, access, "P2")
    assert tap(client, table, "P2 discards 4B")["ok"]  # and so has drawn
    assert "Undo: Right seat discards" in client.get("/seat/P2").text
    assert table.undo(source=Source.TABLET)
    happens(table, Discarded(P4, Tile.B5, out_of_turn=True), source=Source.TABLET)  # and her hand is dead
    client.cookies.clear()
    shown = joined(client, access, "referee").get("/referee").text
    assert "Left seat discards 5 Bam out of turn" in "".join(re.findall('data-key="undo".*', shown))


def test_a_seat_shows_the_buttons_that_the_rules_allow(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    text = joined(visitor, access, "P2").get("/seat/P2").text
    assert 'value="P2 calls"' in text
    assert 'value="P2 calls for mah jongg"' in text
    assert 'value="P2 exposes 3B 3B 3B calling 3B from P1"' not in text
    tap(visitor, table, "P2 calls")
    text = visitor.get("/seat/P2").text
    assert 'value="P2 calls"' not in text
    assert 'value="P2 exposes 3B 3B 3B calling 3B from P1"' in text


def test_a_seat_starts_the_game_and_the_next_one_with_the_east_that_follows(
    visitor: TestClient, table: Table, access: Access
) -> None:
    client = joined(visitor, access, "P2")
    begin = "game begins P2 holding 13 14 13 13"
    assert f'value="{begin}"' in client.get("/seat/P2/more").text
    assert tap(client, table, begin)["ok"]
    assert [r.concealed for r in table.state.racks] == [13, 14, 13, 13]
    happens(table, GameAbandoned(Cause.THREE_DEAD))
    assert "Next game: Top seat is East" in client.get("/seat/P2").text
    assert tap(client, table, "P3 is East")["ok"]
    assert (table.game, table.state.east, table.number) == (2, P3, 1)
    assert 'value="walls built"' in client.get("/seat/P2/more").text


def test_a_referee_who_plays_is_offered_at_her_seat_what_players_may_say(
    visitor: TestClient, table: Table, access: Access
) -> None:
    """Buttons that only a referee may press stood on her seat's sheet, and were refused there."""
    client = joined(visitor, access, "P2")
    client.post("/join", data={"code": access.code("referee")})
    happens(table, GameBegun(P1))
    offered = re.findall(r'name="event" value="([^"]*)"', client.get("/seat/P2/more").text)
    assert "P2 dies TILES_GONE" not in offered
    assert offered
    refused = {text for text in offered if "{" not in text and may_propose(player(P2), notation.read(text)) is not None}
    assert not refused


def test_a_question_is_answered_by_a_tap(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1))
    choices = (Choice(Discarded(P1, Tile.B3), 0.6), Choice(Discarded(P1, Tile.B8), 0.4))
    table.raise_alert(Alert("question", "P1 discards 3 Bam or 8 Bam", choices=choices))
    client = joined(visitor, access, "referee")
    page = client.get("/referee").text
    assert all(f"<span>{tile.words}</span>" in page for tile in (Tile.B3, Tile.B8))
    assert client.post("/answer", data={"key": "question", "choice": 1}).json()["ok"]
    assert [d.tile for d in table.state.discards] == [Tile.B8]
    assert table.alerts == ()
    assert client.post("/answer", data={"key": "question", "choice": 1}).status_code == 409


def test_what_is_for_the_referee_is_shown_to_the_referee_only(
    visitor: TestClient, table: Table, access: Access
) -> None:
    table.raise_alert(Alert("dead P4", "P4's exposures fit no hand", "DEAD-04", P4, audience=Audience.REFEREE))
    assert "fit no hand" not in visitor.get("/table").text
    assert "fit no hand" not in visitor.get("/api/table").text
    client = joined(visitor, access, "referee")
    assert "fit no hand" in client.get("/referee").text
    assert client.post("/dismiss", data={"key": "dead P4"}).json()["ok"]
    assert table.alerts == ()


def test_a_misread_tile_is_put_right_with_the_likeliest_first(
    visitor: TestClient, table: Table, access: Access
) -> None:
    happens(table, GameBegun(P1))
    read = Proposal(Discarded(P1, Tile.B3), Source.CAMERA, 0.8)
    table.submit(read, readings=((Tile.B8, 0.15), (Tile.B5, 0.05)))
    client = joined(visitor, access, "referee")
    dialog = client.get("/referee/event/2").text
    first, second = dialog.index('value="correct 2: P1 discards 8B"'), dialog.index('value="correct 2: P1 discards 5B"')
    assert first < second < dialog.index('value="correct 2: P1 discards 1B"')
    assert tap(client, table, "correct 2: P1 discards 8B")["ok"]
    assert [d.tile for d in table.state.discards] == [Tile.B8]
    assert "put right" in client.get("/referee").text
    assert client.post("/undo", data={"after": table.number}).json()["ok"]
    assert [d.tile for d in table.state.discards] == [Tile.B3]


def test_resync_waits_until_the_camera_can_tell(visitor: TestClient, table: Table, access: Access) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B3))
    client = joined(visitor, access, "referee")
    assert client.post("/resync", data={"after": 2}).status_code == 409
    table.set_seen(Resynced(((), (), (), ()), (Tile.C1, Tile.C2), (13, 13, 13, 13), P3))
    assert client.post("/resync", data={"after": 2}).json()["ok"]
    assert [d.tile for d in table.state.discards] == [Tile.C1, Tile.C2]
