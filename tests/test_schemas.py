"""What the commands print as JSON is what docs/*.schema.json says; and the schemas say no to what is wrong."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import typer
from jsonschema import Draft202012Validator, ValidationError
from typer.testing import CliRunner

from engine import notation
from engine.event import Corrected, Discarded, Event, Exposed, GameBegun, HandDied, JokerExchanged, MahJongg
from engine.faults import Cause
from engine.rules.ruling import Proposal, Source
from engine.sight.observation import Sight
from engine.tile import Seat, Tile, read_tiles
from server import cli_eyes
from server.alerts import Alert
from server.cli_watch import Told
from server.final import final_table
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.scene import PLANE, log_p
from tests.table import seen
from vision.read.sightings import Sightings
from vision.see import readings

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCHEMAS = sorted(DOCS.glob("*.schema.json"))
P1, P2, P3, P4 = Seat
Row = dict[str, Any]


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((DOCS / f"{name}.schema.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda p: p.name.removesuffix(".schema.json"))
def test_every_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


# see


def see_row() -> Row:
    """A discard, a group of P3's and a tile outside every zone, as `see` tells them."""
    spots = [(0.0, 0.0), (-30.0, -346.0), (-4.0, -346.0), (0.0, -300.0)]
    quads = [
        PLANE.to_px(np.array([[x - 12, y - 16], [x + 12, y - 16], [x + 12, y + 16], [x - 12, y + 16]]))
        for x, y in spots
    ]
    seen_now = Sightings(np.array(quads), np.array([log_p(t) for t in read_tiles("3B WD J 9C")]))
    tiles = [tile.as_json() for tile in readings(seen_now, PLANE)]
    return {"image": "table.jpg", "width": 720, "height": 720, "tiles": tiles}


def test_what_see_tells_of_a_table_keeps_to_its_schema() -> None:
    row = json.loads(json.dumps(see_row()))
    validator("see").validate(row)
    by_face = {t["face"]: (t["zone"], t["seat"], t["group"]) for t in row["tiles"]}
    assert by_face == {
        "3B": ("discards", None, None),
        "WD": ("exposure", "P3", 0),
        "J": ("exposure", "P3", 0),
        "9C": (None, None, None),
    }


@pytest.mark.parametrize(
    "spoil",
    [
        lambda t: t.update(face="10B"),
        lambda t: t.update(confidence=1.2),
        lambda t: t.update(quad=[[0, 0], [1, 0], [1, 1]]),
        lambda t: t.update(zone="wall"),
        lambda t: t.update(zone="exposure", seat=None, group=0),
        lambda t: t.update(group=0),
        lambda t: t.update(alternatives=[["5B"]]),
        lambda t: t.pop("seat"),
    ],
    ids=["face", "confidence", "quad", "zone", "nobody's exposure", "a discard in a group", "alternative", "no seat"],
)
def test_the_schema_of_see_refuses_what_is_wrong(spoil: Callable[[Row], object]) -> None:
    row = json.loads(json.dumps(see_row()))
    tile = next(t for t in row["tiles"] if t["zone"] == "discards")
    spoil(tile)
    with pytest.raises(ValidationError):
        validator("see").validate(row)


def test_the_command_see_keeps_to_its_schema(tmp_path: Path) -> None:
    path = tmp_path / "felt.png"
    cv2.imwrite(str(path), np.full((120, 160, 3), (70, 110, 60), np.uint8))
    app = typer.Typer()
    cli_eyes.mount(app)
    app.command("other")(lambda: None)  # with one command alone there would be no sub-command
    done = CliRunner().invoke(app, ["see", str(path), "--json"])
    assert done.exit_code == 0, done.output
    (line,) = done.stdout.splitlines()
    validator("see").validate(json.loads(line))
    assert json.loads(line)["width"] == 160


# watch


@pytest.fixture
def table() -> Iterator[Table]:
    store = Store("sqlite://")
    yield Table(store, clock=lambda: 0.0)
    store.close()


def told(table: Table, capsys: pytest.CaptureFixture[str], *acts: Event) -> list[Row]:
    """What `watch --json` prints of acts."""
    printer = Told(table, as_json=True)
    for number, act in enumerate(acts):
        table.submit(Proposal(act, Source.CAMERA, 0.97))
        printer.tell(number / 2)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_what_watch_tells_of_a_game_keeps_to_its_schema(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    won = read_tiles("5D 5D 5D 8B 8B 8B 8B 8C 8C 8C F F F F")
    rows = told(
        table,
        capsys,
        GameBegun(P1),
        Discarded(P1, Tile.C7),
        Discarded(P2, Tile.B8),
        Corrected(4, Discarded(P2, Tile.B3)),
        Exposed(P4, Tile.B3, P2, read_tiles("3B 3B J")),
        Discarded(P4, Tile.SOAP),
        JokerExchanged(None, P4, 0, Tile.B3),
        Discarded(P1, Tile.D5),
        MahJongg(P3, won, None, P1),
    )
    check = validator("watch")
    for row in rows:
        check.validate(row)
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    plain = [{k: v for k, v in row.items() if k not in ("time_s", "number", "confidence")} for row in rows]
    assert {"event": "discarded", "seat": "P1", "tile": "7C"} in plain
    assert {"event": "exposed", "seat": "P4", "called": "3B", "from": "P2", "tiles": ["3B", "3B", "J"]} in plain
    assert {"event": "joker_exchanged", "seat": "P1", "owner": "P4", "group": 0, "tile": "3B"} in plain
    assert plain[-1]["event"] == "mah_jongg"
    assert plain[-1]["line"] is None


def test_what_watch_says_of_a_dead_hand_keeps_to_its_schema(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.raise_alert(Alert("proof P2", "What stands exposed fits no hand.", "DEAD-04", Seat.P2))
    Told(table, as_json=True).tell(1.0)
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    validator("watch").validate(row)
    assert set(row) == {"time_s", "alert", "rule", "seat"}
    assert row["seat"] == "P2"


def test_a_question_keeps_to_the_schema_of_watch(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.submit(Proposal(GameBegun(P1), Source.CAMERA))
    printer, watcher = Told(table, as_json=True), Watcher(table)
    even = tuple(-3.6 for _ in range(37))
    for _ in range(2):  # the next rest might have told
        for looks in range(1, 7):
            watcher.observe(seen([Sight(even, 0.0, 0.0)], looks=looks))
    printer.tell(1.0)
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    validator("watch").validate(row)
    assert row["alert"].startswith("I did not see clearly")
    assert row["rule"] is None


def test_the_schema_of_watch_knows_every_event() -> None:
    schema = json.loads((DOCS / "watch.schema.json").read_text(encoding="utf-8"))
    known = schema["$defs"]["event"]["properties"]["event"]["enum"]
    every: set[str] = {
        "".join(f"_{c.lower()}" if c.isupper() else c for c in kind.__name__)[1:] for kind, _ in notation.FORMS
    }
    assert set(known) == every
    assert notation.name_of(HandDied(P1, Cause.DEAD)) in known


GOOD: Row = {"time_s": 12.4, "number": 17, "event": "discarded", "seat": "P2", "tile": "3B", "confidence": 0.97}


@pytest.mark.parametrize(
    "row",
    [
        GOOD,
        {"time_s": 15.1, "number": 18, "event": "exposed", "seat": "P4", "called": "3B", "from": "P2",
         "tiles": ["3B", "3B", "3B", "J"], "confidence": 0.95},
        {"time_s": 31.0, "number": 24, "event": "joker_exchanged", "seat": None, "owner": "P4", "group": 0,
         "tile": "3B", "confidence": 0.93},
        {"time_s": 60.2, "number": 40, "event": "mah_jongg", "seat": "P4", "tiles": ["3B"] * 14,
         "line": "Consecutive Run 3", "confidence": 0.99},
        {"time_s": 16.0, "alert": "P4 exposed a pung that no hand on the card can use", "rule": "DEAD-04",
         "seat": "P4"},
    ],
)  # fmt: skip
def test_the_schema_of_watch_takes_what_was_promised(row: Row) -> None:
    validator("watch").validate(row)


@pytest.mark.parametrize(
    "change",
    [
        {"event": "discard"},
        {"seat": "East"},
        {"tile": "B3"},
        {"confidence": 97},
        {"number": 0},
        {"time_s": -1},
        {"time_s": "12.4"},
        {"event": "exposed"},
        {"event": "mah_jongg"},
        {"event": "joker_exchanged", "owner": "P1", "group": 0, "tile": "J"},
        {"alert": "both at once", "rule": None},
    ],
    ids=str,
)
def test_the_schema_of_watch_refuses_what_is_wrong(change: Row) -> None:
    with pytest.raises(ValidationError):
        validator("watch").validate(GOOD | change)


def test_the_final_table_keeps_to_its_schema(table: Table) -> None:
    for act in (GameBegun(P1), Discarded(P1, Tile.C7), Exposed(P3, Tile.C7, P1, read_tiles("7C 7C J"))):
        table.submit(Proposal(act, Source.CAMERA))
    final = json.loads(json.dumps(final_table(table.state)))
    validator("watch-final").validate(final)
    assert final == {"discards": [], "exposures": {"P1": [], "P2": [], "P3": [["7C", "7C", "J"]], "P4": []}}
    for wrong in ({"discards": []}, final | {"discards": ["7X"]}, final | {"exposures": {"P1": []}}):
        with pytest.raises(ValidationError):
            validator("watch-final").validate(wrong)
