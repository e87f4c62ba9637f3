"""A page that shows one sheet and hears the news of another shows that other, in few bytes; nobody hears of what is not
for her."""

import json
from random import Random

import pytest

from engine.event import Discarded, GameBegun
from engine.rules.referee import Proposal, Source
from engine.tile import Seat, Tile
from server.access import REFEREE, VISITOR, Access, player
from server.alerts import Alert, Audience
from server.indicator import Indicator
from server.parts import PARTS, SHARED
from server.screens import Screens, Surroundings
from server.sheets import Sheet, change
from server.store import Store
from server.table import Table

P1, P2, P3, P4 = Seat
LOOKS = {"table": (VISITOR, None), "seat": (player(P2), P2), "referee": (REFEREE, None), "ledger": (VISITOR, None)}


def heard(had: dict[str, str], message: str) -> dict[str, str]:
    """What a page shows that showed `had` and hears `message`, as the script of the pages does it."""
    now = dict(had)
    for name, told in json.loads(message).get("parts", {}).items():
        if isinstance(told, str):
            now[name] = told
            continue
        lines = now[name].split("\n")
        for start, end, instead in told:
            lines[start:end] = instead
        now[name] = "\n".join(lines)
    return now


@pytest.mark.parametrize("seed", range(40))
def test_what_changed_makes_the_one_text_the_other(seed: int) -> None:
    chance = Random(seed)
    before = [chance.choice("abcde\x85") * chance.randint(0, 30) for _ in range(chance.randint(0, 60))]
    after = [line for line in before if chance.random() > 0.1]
    for _ in range(chance.randint(0, 6)):
        after.insert(chance.randint(0, len(after)), chance.choice("xyz"))
    old, new = Sheet(1, {"part": "\n".join(before)}), Sheet(2, {"part": "\n".join(after)})
    assert heard(dict(old.parts), new.news(old)) == new.parts
    assert heard({}, new.news(None)) == new.parts


def test_a_row_among_many_is_told_alone() -> None:
    rows = [f"<li>event {n}</li>" for n in range(300)]
    told = change("\n".join(rows), "\n".join(["<li>new</li>", *rows[:100], "<li>put right</li>", *rows[101:]]))
    assert len(json.dumps(told)) < 9000
    assert isinstance(told, list)
    assert told[-1][:2] == (0, 0) or told[-1][:2] == (0, 101)


def test_news_are_told_in_the_same_words_to_all_who_showed_the_same() -> None:
    old, new = Sheet(1, {"a": "x", "b": "y"}), Sheet(2, {"a": "x", "b": "z"})
    assert new.news(old) is new.news(old)
    assert set(json.loads(new.news(old))["parts"]) == {"b"}
    assert json.loads(new.news(old))["after"] == 2
    assert new.news(new) == "{}"


class Place:
    def __init__(self) -> None:
        self.table = Table(Store("sqlite://"))
        self.screens = Screens(self.table, Access.fresh(), Surroundings(), Indicator(self.table))

    def discards(self, n: int) -> None:
        wall = [t for t in Tile for _ in range(t.copies) if t not in (Tile.JOKER, Tile.FLOWER)]
        Random(5).shuffle(wall)
        if not self.table.number:
            self.table.submit(Proposal(GameBegun(P1), Source.CAMERA))
        for tile in wall[len(self.table.state.discards) :][:n]:
            self.table.submit(Proposal(Discarded(self.table.state.turn or P1, tile), Source.CAMERA))


@pytest.mark.parametrize("page", LOOKS)
def test_a_whole_game_is_followed_and_its_last_event_costs_little(page: str) -> None:
    place = Place()
    visitor, seat = LOOKS[page]
    sheet = place.screens.sheet(page, visitor, seat)
    shown = heard({}, sheet.news(None))
    for _ in range(80):
        place.discards(1)
        before, sheet = sheet, place.screens.sheet(page, visitor, seat)
        message = sheet.news(before)
        shown = heard(shown, message)
        assert shown == sheet.parts
    assert len(message.encode()) <= 4096


def test_a_part_is_rendered_once_for_all_who_see_the_same() -> None:
    place = Place()
    place.discards(3)
    sheets = {id(place.screens.sheet("table", v, None)) for v in (VISITOR, player(P1), player(P2))}
    assert len(sheets) == 1
    watching, playing = place.screens.sheet("table", VISITOR, None), place.screens.sheet("seat", player(P2), P2)
    assert watching.parts["status"] is playing.parts["status"]
    assert place.screens.sheet("seat", player(P2), P2) is playing
    place.discards(1)
    assert place.screens.sheet("seat", player(P2), P2) is not playing


def test_what_is_shared_shows_nobody_what_is_for_another() -> None:
    place = Place()
    place.discards(1)
    place.screens.racks.enter(P2, "hers")
    place.table.set_own(P2, (Tile.SOAP,))
    place.table.raise_alert(Alert("dead P4", "fits no hand", audience=Audience.REFEREE))
    hers, other = (player(P2).__class__(P2, frozenset({P2}), device=word) for word in ("hers", "another"))
    order = [("seat", hers, P2), ("seat", other, P2), ("table", REFEREE, None), ("table", VISITOR, None)]
    for looks in (order, order[::-1]):
        place.table.tell()
        shown = {(name, v): "".join(place.screens.sheet(name, v, s).parts.values()) for name, v, s in looks}
        assert ["Take out Soap" in shown["seat", v] for v in (hers, other)] == [True, False]
        assert ["fits no hand" in shown["table", v] for v in (REFEREE, VISITOR)] == [True, False]


def test_only_parts_of_pages_are_shared() -> None:
    assert set(SHARED) <= {part for parts in PARTS.values() for part in parts}


def test_a_kept_part_is_the_one_that_would_be_rendered_anew() -> None:
    place = Place()
    place.discards(1)
    hers = player(P2).__class__(P2, frozenset({P2}), device="hers")
    place.screens.racks.enter(P2, "hers")
    place.table.set_own(P2, (Tile.SOAP, Tile.B1))
    kept = 0
    before = ""
    for _ in range(24):
        place.discards(1)
        shown = place.screens.sheet("seat", hers, P2).parts["own"]
        fresh = Screens(place.table, Access.fresh(), Surroundings(), Indicator(place.table))
        fresh.racks.enter(P2, "hers")
        assert shown == fresh.sheet("seat", hers, P2).parts["own"]
        kept += shown is before
        before = shown
    assert kept
    place.table.set_own(P2, (Tile.B1,))
    assert "Soap" not in place.screens.sheet("seat", hers, P2).parts["own"].split("<details")[0]
    place.screens.racks.ask(P2, "another")
    place.table.tell()
    assert "Another device" in place.screens.sheet("seat", hers, P2).parts["own"]
