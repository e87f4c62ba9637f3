"""Events as lines and as JSON."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings, strategies as st

from engine import event as events
from engine.event import Event
from engine.faults import Cause
from engine.notation import FORMS, as_json, name_of, read, readable, write
from engine.tile import CODES, Seat, Tile

DOCS = Path(__file__).parents[2] / "docs" / "scenarios.md"

seats = st.sampled_from(Seat)
tiles = st.sampled_from(Tile)
some = st.lists(tiles, min_size=1, max_size=14).map(tuple)
any_tiles = st.lists(tiles, max_size=14).map(tuple)
four = st.tuples(*[st.integers(0, 40)] * 4)
table = st.tuples(*[st.lists(some, max_size=3).map(tuple)] * 4)
small = st.integers(0, 200)
maybe_seat = st.none() | seats
words = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=20)
causes = st.sampled_from(Cause)
players = st.lists(seats, min_size=2, unique=True).map(tuple)
numbers = st.lists(st.integers(0, 9), min_size=1, max_size=3).map(tuple)

EVENTS = [
    st.builds(events.GameBegun, seats, players, four, small, table, any_tiles),
    st.builds(events.Drawn, seats, st.none() | tiles, st.booleans(), st.booleans(), st.booleans()),
    st.builds(events.Racked, seats),
    st.builds(events.Discarded, seats, tiles, st.none() | tiles, st.booleans()),
    st.builds(events.Called, seats, st.booleans()),
    st.builds(events.CallRetracted, seats),
    st.builds(events.Exposed, seats, tiles, seats, some),
    st.builds(events.ExposureChanged, seats, small, some),
    st.builds(events.JokerExchanged, maybe_seat, seats, small, tiles, st.booleans()),
    st.builds(
        events.MahJongg,
        seats,
        some,
        st.none() | words,
        maybe_seat,
        st.none() | small,
        maybe_seat,
        st.booleans(),
        st.booleans(),
    ),
    st.builds(events.HandDied, seats, causes, st.just(()) | numbers, st.booleans()),
    st.builds(events.WallGame),
    st.builds(events.Retracted, small),
    st.builds(events.Corrected, small, st.builds(events.Discarded, seats, tiles)),
    st.builds(events.Resynced, table, any_tiles, four, seats),
    st.builds(events.RulesChosen, st.lists(st.sampled_from(["C-20=plays_on", "C-24=14"]), unique=True).map(tuple)),
    st.builds(events.DiceRolled, seats, st.tuples(st.integers(1, 6), st.integers(1, 6))),
    st.builds(events.EastChosen, seats),
    st.builds(events.WallsBuilt, small),
    st.builds(events.WallBroken, seats, small),
    st.builds(events.Dealt, four, small),
    st.builds(events.Passed, seats, small, small, any_tiles),
    st.builds(events.LastTileTaken, seats),
    st.builds(events.PassTaken, seats),
    st.builds(events.Voted, seats, st.booleans(), st.booleans()),
    st.builds(events.CourtesyOffered, seats, small, any_tiles),
    st.builds(events.CharlestonEnded, st.booleans()),
    st.builds(events.TimePassed, small, st.booleans()),
    st.builds(events.Held, seats),
    st.builds(events.HoldEnded, seats),
    st.builds(events.Taken, seats),
    st.builds(events.NameCorrected, seats),
    st.builds(events.DrawReturned, seats),
    st.builds(events.ExposureTakenBack, seats),
    st.builds(events.Declared, seats),
    st.builds(events.DeclarationRetracted, seats),
    st.builds(events.FalseMahJongg, seats, any_tiles, maybe_seat, st.none() | small),
    st.builds(events.ThrownIn, seats),
    st.builds(events.Challenged, seats, seats),
    st.builds(events.ChallengeDisputed, seats, seats),
    st.builds(events.Warned, seats, causes),
    st.builds(events.GameAbandoned, causes, st.booleans()),
    st.builds(events.Paid, st.tuples(*[st.integers(-900, 900)] * 4), st.just("") | words),
    st.builds(events.BetPlaced, seats),
    st.builds(events.BetCancelled),
    st.builds(events.FoundAlive, seats),
    st.builds(events.Named, seats, st.just("") | words),
    st.builds(events.SatOut, st.just("") | words),
    st.builds(events.WallGameBet),
    st.builds(events.Announced, seats, small, st.booleans()),
    st.builds(events.TilesMixed),
    st.builds(events.Pivoted, seats),
    st.builds(events.EastMistaken, seats),
    st.builds(events.PlayersChosen, st.sampled_from([tuple(Seat), (Seat.P1, Seat.P3, Seat.P4)])),
]


@settings(max_examples=600, derandomize=True)
@given(st.one_of(EVENTS))
def test_what_is_written_is_read_again(event: Event) -> None:
    line = write(event)
    assert "\n" not in line
    assert read(line) == event
    assert json.loads(json.dumps(as_json(event)))["event"] == name_of(event)


def test_every_event_has_one_form_and_is_tried() -> None:
    kinds = set(get_args(Event))
    assert {kind for kind, _ in FORMS} == kinds
    assert len(EVENTS) == len(kinds) == len(FORMS)


def test_every_form_is_described() -> None:
    page = DOCS.read_text(encoding="utf-8").replace("\\|", "|")
    assert [form for _, form in FORMS if f"`{readable(form)}`" not in page] == []


def test_the_promised_json() -> None:
    assert as_json(read("P2 discards 3b")) == {"event": "discarded", "seat": "P2", "tile": "3B"}
    exposed = {"event": "exposed", "seat": "P4", "called": "3B", "from": "P2", "tiles": ["3B", "3B", "3B", "J"]}
    assert as_json(read("P4 exposes 3B 3B 3B J calling 3B from P2")) == exposed
    swapped = {"event": "joker_exchanged", "seat": None, "owner": "P4", "group": 0, "tile": "3B"}
    assert as_json(read("somebody swaps 3B P4 0")) == swapped
    won = as_json(events.MahJongg(Seat.P4, (Tile.B3,) * 14))
    assert won == {"event": "mah_jongg", "seat": "P4", "tiles": ["3B"] * 14, "line": None}
    dead = as_json(read("P3 dies wrong_count"))
    assert dead == {"event": "hand_died", "seat": "P3", "cause": "WRONG_COUNT"}


def test_a_cause_is_one_that_the_rules_know() -> None:
    assert read("P3 dies wrong_count") == events.HandDied(Seat.P3, Cause.WRONG_COUNT)
    with pytest.raises(ValueError, match="NONSENSE is no cause that the rules know"):
        read("P3 dies NONSENSE")


@pytest.mark.parametrize("code", CODES)
def test_every_tile_in_either_case(code: str) -> None:
    assert read(f"p1 DISCARDS {code.lower()}") == read(f"P1 discards {code}")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("P1 discard 3B", "SEAT discards TILE"),
        ("P5 discards 3B", "SEAT discards TILE"),
        ("P1 rolls three four", "SEAT rolls N N"),
        ("", "is not an act"),
        ("correct 1: correct 2: P1 racks", "is not an act"),
    ],
)
def test_what_is_no_act_is_answered_with_the_nearest_form(line: str, hint: str) -> None:
    with pytest.raises(ValueError, match="is not an act") as error:
        read(line)
    assert hint in str(error.value)


@settings(max_examples=300, derandomize=True)
@given(
    st.text(max_size=60)
    | st.lists(
        st.sampled_from(
            ["P1", "P2", "exposes", "mah", "jongg", "3B", "J", "from", "calling", "undo", "9", "-1", '"', "line"]
        )
    ).map(" ".join)
)
def test_no_line_is_a_crash(line: str) -> None:
    try:
        event = read(line)
    except ValueError as error:
        assert re.search(r"is not (an act|a tile)|Expecting|Invalid|Unterminated", str(error))  # noqa: PT017
    else:
        assert read(write(event)) == event
