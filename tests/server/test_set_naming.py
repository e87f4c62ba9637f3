"""A set that nobody showed, asked about on the referee's page: who sees and answers, and what comes of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.tile import Tile, code
from server.access import Access
from server.alerts import Alert, Audience
from server.app import create_app
from server.devices import Devices
from server.house import Memory
from server.set_naming import KEY, SAID, SetNaming
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from tests.strange_set import KNOWN, STRANGE, rested
from vision.follow.asking import MOST, Question
from vision.follow.learner import Learner
from vision.follow.learnt import Learnt, Rested
from vision.read.tileset import TileSet, builtin

Held = tuple[list[Rested], np.ndarray]


@pytest.fixture(scope="module")
def strange() -> Held:
    return rested(STRANGE)


@pytest.fixture(scope="module")
def learnt(strange: Held) -> Learnt | None:
    """What is made of those tiles before anybody says anything."""
    learner = Learner()
    learner.hold(strange[0])
    learner.think()
    return learner.learnt


def asked(table: Table) -> Alert | None:
    return next((a for a in table.alerts if a.key == KEY), None)


def thought(naming: SetNaming) -> None:
    """What has been gathered is thought about."""

    async def think() -> None:
        naming.rested()
        await naming.settled()

    asyncio.run(think())


def thought_of(naming: SetNaming, strange: Held, learnt: Learnt | None) -> None:
    """The strange set has been thought about: what comes of that is known, and takes seconds."""
    naming.learner.hold(strange[0])
    with pytest.MonkeyPatch.context() as known:
        known.setattr(naming.learner, "think", lambda: setattr(naming.learner, "learnt", learnt))
        thought(naming)


def tapped(naming: SetNaming, which: int | Tile | None, known: bool = True) -> None:
    async def tap() -> None:
        if isinstance(which, Tile):
            naming.named(which)
        else:
            naming.answer(which, known)
        await naming.settled()

    asyncio.run(tap())


@pytest.fixture
def table() -> Table:
    return Table(Store("sqlite://"))


@pytest.fixture
def naming(table: Table, strange: Held, learnt: Learnt | None) -> SetNaming:
    naming = SetNaming(table)
    thought_of(naming, strange, learnt)
    return naming


def right(naming: SetNaming, truth: np.ndarray) -> int | Tile | None:
    assert naming.asked is not None
    if naming.asked.likely:
        return Tile(int(truth[naming.asked.born[0]]))
    found = [k for k, b in enumerate(naming.asked.born) if Tile(int(truth[b])) in naming.asked.kinds]
    return found[0] if found else None


def test_three_questions_at_most_one_at_a_time_to_the_referee(table: Table, naming: SetNaming, strange: Held) -> None:
    told = set()
    for _ in range(MOST):
        alert = asked(table)
        if alert is None:
            break
        assert alert.audience is Audience.REFEREE
        assert alert.pictures[0].startswith(b"\x89PNG")
        assert alert.about not in told
        told.add(alert.about)
        tapped(naming, right(naming, strange[1]))
    assert told
    assert asked(table) is None


def test_that_earlier_tiles_are_read_anew_is_said(table: Table, naming: SetNaming) -> None:
    def read() -> dict[int, Tile]:
        return {born: one.tile for one in naming.drawings for born in one.born}

    before, what = read(), naming.asked
    assert what is not None
    assert not what.likely
    assert not any(a.key == SAID for a in table.alerts)
    tapped(naming, next(k for k, born in enumerate(what.born) if before[born] not in what.kinds))
    assert read() != before
    assert any(a.key == SAID for a in table.alerts)


def test_nobody_has_to_know(table: Table, naming: SetNaming) -> None:
    for _ in range(MOST):
        if asked(table) is not None:
            tapped(naming, None, known=False)
    assert naming.learner.facts == ()
    assert asked(table) is None


def test_what_answers_itself_is_withdrawn_and_what_is_forgotten_is_not_asked(table: Table, naming: SetNaming) -> None:
    assert asked(table) is not None
    naming.forget()
    assert asked(table) is None
    assert naming.drawings == ()


def test_a_known_set_is_never_asked_about(table: Table) -> None:
    naming = SetNaming(table)
    naming.learner.hold(rested(KNOWN)[0])
    thought(naming)
    assert asked(table) is None
    assert naming.drawings == ()


def test_of_a_households_own_set_nothing_is_asked_and_it_is_kept_as_it_is(
    table: Table, strange: Held, learnt: Learnt | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.set_naming.as_good_as_shown", lambda held: True)
    naming = SetNaming(table)
    naming.learner.play_with(builtin())
    naming.keep = lambda tiles: pytest.fail("it was shown, and stays what it is")
    thought_of(naming, strange, learnt)
    assert asked(table) is None
    assert naming.drawings == ()

    async def ends() -> None:
        naming.over(1)
        await naming.settled()

    asyncio.run(ends())
    assert naming.learner._hands == 2
    assert len(naming.learner.tiles) == len(strange[0])


def test_what_fails_stops_no_game(table: Table, strange: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    naming = SetNaming(table)
    naming.learner.hold(strange[0])
    monkeypatch.setattr(naming.learner, "think", lambda: 1 / 0)
    thought(naming)
    assert asked(table) is None


def test_no_question_can_be_taken_for_one_about_a_player_of_that_name() -> None:
    """Dot is a suit and a woman: "Which of these is Dot?" stood beside her."""
    suit, wind = frozenset(t for t in Tile if t.words.endswith(" Dot")), frozenset({Tile.WEST})
    assert Question(suit, (1,), (), 9.0).says == "Which of these tiles is a Dot? Tap one, whatever its number."
    assert Question(wind, (1,), (), 9.0).says == "Which of these tiles is the West?"
    assert Question(wind, (1,), (), 9.0, (Tile.WEST,)).says == "What is this tile?"


@pytest.fixture
def room(table: Table, tmp_path: Path, strange: Held, learnt: Learnt | None) -> Room:
    room = Room(Devices(table), Memory(tmp_path))
    thought_of(room.devices.naming, strange, learnt)
    return room


def client(table: Table, room: Room, address: tuple[str, int]) -> TestClient:
    app = create_app(table, Access.fresh(), room=room, folders=Folders(tiles=Path("none")))
    return TestClient(app, base_url="http://192.168.1.20:8555", client=address)


def test_the_pictures_and_the_answers_are_the_referees(table: Table, room: Room) -> None:
    guest = client(table, room, ("192.168.1.30", 40000))
    assert guest.get("/set/asked/0.png").status_code == 404
    assert guest.get("/set/drawing/0.png").status_code == 404
    assert guest.post("/set/answer", data={"which": "0"}).status_code == 403
    assert guest.post("/set/name", data={"born": "0", "tile": "RD"}).status_code == 403
    assert "/set/asked" not in guest.get("/table").text
    host = client(table, room, ("127.0.0.1", 40000))
    page = host.get("/referee").text
    assert "Which of these tiles is" in page
    assert "I do not know" in page
    picture = host.get("/set/asked/0.png")
    assert picture.headers["content-type"] == "image/png"
    assert host.get("/set/asked/99.png").status_code == 404
    assert host.get("/set/drawing/0.png").status_code == 200
    assert host.get("/set/drawing/12345.png").status_code == 404


def test_only_what_is_asked_can_be_answered(table: Table, room: Room) -> None:
    host = client(table, room, ("127.0.0.1", 40000))
    alert = asked(table)
    assert alert is not None
    assert host.post("/set/answer", data={"which": "99"}).status_code == 400
    assert host.post("/set/answer", data={"which": "-1"}).status_code == 400
    assert host.post("/set/answer", data={"which": "0", "print": "another"}).status_code == 409
    assert host.post("/set/answer", data={"which": "unknown", "print": alert.about}).status_code == 200
    assert host.post("/set/answer", data={"which": "0", "print": alert.about}).status_code == 409


def test_what_tiles_are_is_said_by_their_names(table: Table, room: Room, strange: Held) -> None:
    host, naming = client(table, room, ("127.0.0.1", 40000)), room.devices.naming
    held = naming.learner.learnt
    assert held is not None
    drawing = int(held.of[0])
    mine = tuple(int(b) for b in held.born[held.of == drawing])
    what = Question(frozenset(Tile), mine, tuple(strange[0][b].crop for b in mine), 9.0, (Tile.RED, Tile.GREEN))
    naming._ask(what)
    page = host.get("/referee").text
    assert what.says in page
    assert "Another tile" in page
    assert 'None of these</button> <button name="which"' not in page
    assert host.get(f"/set/asked/{len(mine) - 1}.png").status_code == 200
    for wrong in ("0", "none", "zz"):
        assert host.post("/set/answer", data={"which": wrong, "print": what.key}).status_code == 400
    assert host.post("/set/answer", data={"which": code(Tile.SOAP), "print": what.key}).status_code == 200
    asyncio.run(naming.settled())
    drawn = naming.drawn_like(mine[0])
    assert drawn is not None
    assert drawn.tile is Tile.SOAP


def test_what_was_learned_is_shown_renamed_by_a_tap_and_forgotten(table: Table, room: Room, strange: Held) -> None:
    host = client(table, room, ("127.0.0.1", 40000))
    assert "What I have learned of this set" in host.get("/setup/tiles").text
    joker = next(k for k, t in enumerate(strange[1]) if t == Tile.JOKER)
    assert "What is it really?" in host.get(f"/set/name/{joker}").text
    assert host.get("/set/name/12345").status_code == 404
    assert host.post("/set/name", data={"born": joker, "tile": "zz"}).status_code == 400
    assert host.post("/set/name", data={"born": 12345, "tile": "J"}).status_code == 404
    assert host.post("/set/name", data={"born": joker, "tile": code(Tile.JOKER)}).status_code == 204
    drawn = room.devices.naming.drawn_like(joker)
    assert drawn is not None
    assert drawn.tile is Tile.JOKER
    question = room.devices.naming.asked
    assert host.post("/setup/tiles/forget").status_code == 204
    assert "What I have learned of this set" not in host.get("/setup/tiles").text
    assert "Undo" in host.get("/setup/tiles").text
    assert host.post("/setup/tiles/recall").status_code == 204
    assert "Undo" not in host.get("/setup/tiles").text
    assert room.devices.naming.drawn_like(joker) == drawn
    assert room.devices.naming.asked is not None
    assert question is not None
    assert room.devices.naming.asked.key == question.key


def test_each_hand_is_told_once_however_it_ended(table: Table) -> None:
    naming = SetNaming(table, last_over=4)

    async def told(*over: int) -> int:
        for game in over:
            naming.over(game)
        await naming.settled()
        return naming.learner._hands

    assert asyncio.run(told(4, 4)) == 1, "over before anything was seen of it"
    assert asyncio.run(told(5, 5, 4, 5)) == 2, "its end was undone and told again"


@pytest.mark.parametrize(("right", "kept"), [(4, True), (3, False)])
def test_a_set_whose_pictures_do_not_tell_its_faces_apart_is_not_read_by_them_from_then_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, right: int, kept: bool
) -> None:
    learned = replace(builtin(), expected=((Tile.C1, right, 4),))
    monkeypatch.setattr("server.set_naming.as_good_as_shown", lambda held: True)
    monkeypatch.setattr("server.set_naming.made", lambda tiles, held, name: learned)
    naming, held = SetNaming(table), list[TileSet]()
    monkeypatch.setattr(naming.learner, "learnt", object())

    def keep(tiles: TileSet) -> str:
        held.append(tiles)
        return "kept"

    naming.keep = keep

    async def ends() -> None:
        naming.over(1)
        await naming.settled()

    asyncio.run(ends())
    assert held == [learned] * kept
    assert naming.learner._hands == 2 - kept, "what has been learned is used for the next hand"
