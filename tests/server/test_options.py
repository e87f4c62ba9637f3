"""Every option in every position, through the live table: C-01 to C-34.

Each is played twice: with rules given to the table, and with rules chosen on the page, each act a tap. A script is one
act a line. What a `?` asks is answered with `yes` or with the fault; a probe in braces tells what the
table, its pages or its ledger make of it; `---` begins another game. Each answer of an option has its own outcome.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine import notation
from engine.event import GameBegun
from engine.faults import Cause, Fault
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source
from engine.rules.ruleset import OPTIONS, ruleset
from engine.tile import Seat, read_tiles
from server.access import Access
from server.api import table_json
from server.app import create_app
from server.cards import practice_card_text, read_by_rules
from server.evening import after_game
from server.offers import Desk
from server.passing import courtesy_words
from server.people import NOBODY_NAMED
from server.reckoning import paid, reckon
from server.store import Store
from server.table import Table
from server.turn import turn_of
from server.web.site import Folders

LIKES = "1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B"
SINGLES = "F F 1B 2B 4B 8B 1C 1C 1C 1C 8C 8C 8C 8C"
HIDDEN = "F F 1B 1B 2B 2B 2B 4B 4B 8B 8B J GD GD"
PAIRS = "F F 1B 2B 4B 5B 7B 8B 1C 2C 4C 5C 7C 8C"
FIRST = """P1 is East
deal 14 13 13 13
P1 passes
P2 passes
P3 passes
P4 passes
P1 passes
P2 passes
P3 passes
P4 passes
P1 passes
P2 passes
P3 passes
P4 passes"""
SECOND = f"""{FIRST}
P1 votes yes
P2 votes yes
P3 votes yes
P4 votes yes
P1 passes
P2 passes
P3 passes
P4 passes
P1 passes
P2 passes
P3 passes
P4 passes"""
ON_A_LIST = """game begins P1
P1 discards 5B
P3 mah jongg {tiles} from P1 value 25
{{payments}}"""


def begins(**more: object) -> str:
    return notation.write(GameBegun(Seat.P1, **more))  # type: ignore[arg-type]


def shows(seat: Seat, group: str, held: int = 10) -> str:
    exposures = tuple((read_tiles(group),) if s is seat else () for s in Seat)
    counts = tuple(held + 4 - len(read_tiles(group)) - 1 if s is seat else 13 + (s is Seat.P1) for s in Seat)
    return begins(exposures=exposures, concealed=counts)


PROBES: dict[str, Callable[[Table], object]] = {
    "payments": lambda t: " ".join(str(n) for n in paid(t.state, reckon(t.played))[0]),
    "phase": lambda t: t.state.phase.value,
    "wall": lambda t: t.state.wall,
    "next wall": lambda t: table_json(t)["next_wall"],
    "note": lambda t: "".join(str(part) for part in turn_of(Desk(t, Seat.P1, NOBODY_NAMED)).note),
    "courtesy": lambda t: t.state.charleston and courtesy_words(Desk(t, Seat.P1, NOBODY_NAMED), t.state.charleston),
    "dead P3": lambda t: "plays on" if t.state.takes_turns(Seat.P3) else "stops",
    "replayed": lambda t: t.state.replayed,
    "next East": lambda t: after_game(t.evening, t.state).east.name,  # type: ignore[union-attr]
    "pot": lambda t: reckon(t.played).ledger.pot,
    "columns": lambda t: len(reckon(t.played).names),
    "bettor": lambda t: paid(t.state, reckon(t.played))[1],
    "scores": lambda t: " ".join(str(n) for n in reckon(t.played).scores) or "none",
    "balances": lambda t: " ".join(str(n) for n in reckon(t.played).balances),
}

# Per option the script, whether it is played with the practice card, and what comes of it by each answer.
CASES: dict[str, tuple[str, bool, dict[str, str]]] = {
    "C-01": (
        "{note}\n?P1 rolls 3 4",
        False,
        {
            "highest_roll": "Roll two dice each: the highest is East. yes",
            "host": "The host is East first. NOT_NOW",
            "manual": "Agree on who is East first. NOT_NOW",
        },
    ),
    "C-02": (
        "P1 is East\nwalls built\nP1 rolls 6 6\ndeal 14 13 13 13\n{next wall}",
        False,
        {"left": "P2", "right": "P4"},
    ),
    "C-03": (
        "P1 is East\n{note}",
        False,
        {
            "east_1st_and_3rd": "East takes the first and third tile of the top row",
            "one_each_then_east": "One each, then one more for East",
            "top_bottom": "Top, bottom, top, bottom in turn",
        },
    ),
    "C-04": (f"{SECOND}\n?P1 passes blind 2", False, {"both": "yes", "first_only": "BLIND_FIRST_ONLY"}),
    "C-05": (f"{FIRST}\nP1 votes no\n{{phase}}", False, {"after_last": "charleston", "after_second_only": "play"}),
    "C-06": (
        f"{FIRST}\nP1 votes no\nP1 courtesy 2\nP3 courtesy 1\n{{courtesy}}",
        False,
        {"min_of_two": "Exchange 1 with", "must_match": "Nothing is exchanged with"},
    ),
    "C-07": (
        "game begins P1\nP1 discards 9D\n9 seconds pass\nP2 draws\n?P3 calls",
        False,
        {
            "until_racked_or_discarded": "yes",
            "immediate": "CALLED_TOO_LATE",
            "timer_seconds": "CALL_TIME_OVER",
            "12": "yes",
        },
    ),
    "C-08": (
        f"game begins P1\nP1 discards 8B\n?P3 mah jongg {SINGLES} from P1",
        True,
        {"allowed": "yes", "banned": "SINGLE_WIN_BANNED"},
    ),
    "C-09": (
        f"game begins P1\nP1 discards 8B\n?P3 mah jongg {HIDDEN} from P1",
        True,
        {"callable": "yes", "self_drawn_only": "CONCEALED_WIN_CALLED"},
    ),
    "C-10": (
        "game begins P1\nP1 discards 9D\n?P3 exposes 9D J J calling 9D from P1\n---\n"
        "game begins P1\nP1 discards 9D\n?P3 exposes 9D 9D J calling 9D from P1",
        False,
        {"0": "yes yes", "1": "NATURALS_NEEDED yes", "2": "NATURALS_NEEDED NATURALS_NEEDED"},
    ),
    "C-11": (
        "game begins P1\nP1 discards 9D\n?P3 exposes 9D J J J J J calling 9D from P1",
        False,
        {"on": "yes", "off": "GROUP_TOO_BIG"},
    ),
    "C-12": (
        "game begins P1\nP1 discards 9D\nP3 exposes 9D 9D 9D calling 9D from P1\n?P3 changes 0 to 9D 9D 9D J",
        False,
        {"until_discard": "yes", "none": "NO_CHANGES"},
    ),
    "C-13": (
        f"{shows(Seat.P2, '9D 9D 9D')}\nP1 discards 1B\nP2 draws\n?P2 changes 0 to 9D 9D 9D 9D",
        False,
        {"no": "EXPOSURE_FIXED", "yes": "yes"},
    ),
    "C-14": (
        f"{shows(Seat.P2, '3B 3B J')}\nP1 discards 9D\nP3 exposes 9D 9D 9D calling 9D from P1\n?P3 swaps 3B P2 0",
        False,
        {"draw_or_call": "yes", "draw_only": "SWAP_AFTER_CALL"},
    ),
    "C-15": (
        f"{shows(Seat.P3, '3B 3B J')}\nP1 discards 9D\nP3 dies NO_HAND_FITS\nP2 draws\n?P2 swaps 3B P3 0",
        False,
        {"before_death_only": "NO_JOKER_THERE", "all": "yes"},
    ),
    "C-16": (
        f"{shows(Seat.P3, '5B 5B J')}\nP1 discards 9D\nP2 draws\nP2 swaps 5B P3 0\n"
        "P2 mah jongg 1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 4B J value 25\n{payments}",
        False,
        {"self_drawn": "-50 150 -50 -50", "exchanger_pays_all": "0 150 -150 0"},
    ),
    "C-17": (
        ON_A_LIST.format(tiles=LIKES),
        False,
        {"all_pay": "-50 -25 100 -25", "discarder_only": "-50 0 50 0"},
    ),
    "C-18": (
        f"game begins P1\nP1 discards 7B\nP3 mah jongg {PAIRS} from P1\n{{payments}}",
        True,
        {"no": "-100 -50 200 -50", "yes": "-200 -100 400 -100"},
    ),
    "C-19": (
        f"{begins(concealed=(14, 13, 12, 13))}\nP1 discards 9D\nP1 challenges P3\n{{dead P3}}",
        False,
        {"dead": "stops", "play_on": "plays on"},
    ),
    "C-20": (
        "game begins P1\nP1 discards 9D\nP3 dies WRONG_EXPOSURE\n{dead P3}",
        False,
        {"stops": "stops", "plays_on": "plays on"},
    ),
    "C-21": (
        "game begins P1\nP1 discards 9D\n"
        "P2 dies WRONG_COUNT\nP3 dies WRONG_COUNT\nP4 dies WRONG_COUNT\n{replayed}\n---\n"
        "game begins P1\nP1 discards 9D\nP2 dies WRONG_EXPOSURE\nP3 dies WRONG_COUNT\nP4 dies WRONG_COUNT\n{replayed}",
        False,
        {"by_cause": "True False", "replay": "True True", "no_winner": "False False"},
    ),
    "C-22": (
        f"game begins P1\nP1 discards 9D named 5B\n?P3 mah jongg {LIKES} from P1 value 25\n{{payments}}",
        False,
        {
            "misnamer_pays_4x": "yes -100 0 100 0",
            "double": "yes -100 -25 150 -25",
            "void": "MISNAMED_VOID 0 0 0 0",
        },
    ),
    "C-23": (
        "game begins P1\nP1 discards 9D\nP3 shows a false mah jongg from P1 value 60\n{dead P3}\n{payments}",
        False,
        {"dead": "stops 0 0 0 0", "pay_fixed_penalty": "plays on 60 30 -120 30"},
    ),
    "C-24": (
        "game begins P1 wall 14\nP1 discards 9D\n?P2 draws",
        False,
        {"0": "yes", "14": "WALL_USED_UP", "13": "yes"},
    ),
    "C-25": (
        "game begins P1 wall 0\nP1 discards 9D\nwall game\n{next East}",
        False,
        {"rotate": "P2", "stay": "P1"},
    ),
    "C-26": (
        "game begins P1 wall 0\nP1 discards 9D\nwall game\n{pot}",
        False,
        {"off": "0", "amount": "100", "10": "40"},
    ),
    "C-27": (
        "P1 is East\ndeal 14 13 13 0\n{wall}",
        False,
        {"four_walls": "112", "drop_suit": "76"},
    ),
    "C-28": (
        f"bet on P3\n{ON_A_LIST.format(tiles=LIKES)}\n{{columns}}",
        False,
        {"dreamer_by_round": "-50 -25 100 -25 4", "bettor": "-100 -50 100 -50 5", "east_rests": "-50 -25 100 -25 4"},
    ),
    "C-31": (
        "game begins P1 wall 0\nP1 discards 9D\n?P3 calls\n?P4 calls for mah jongg",
        False,
        {"exposed_too": "yes yes", "to_win_only": "LAST_WINS_ONLY yes"},
    ),
    "C-32": (
        "game begins P1\nP1 discards 9D\nP4 discards 9C out of turn\n?P3 calls\n?P2 calls for mah jongg",
        False,
        {"exposed_too": "yes yes", "to_win_only": "STRAY_WINS_ONLY yes"},
    ),
    "C-33": (
        f"bet on P3\n{ON_A_LIST.format(tiles=LIKES)}\n{{bettor}}",
        False,
        {"full": "-100 -50 100 -50 100", "half_of_a_discard": "-50 -25 50 -25 50"},
    ),
    "C-34": (
        f"{ON_A_LIST.format(tiles=LIKES)}\n{{scores}}\n{{balances}}\n---\n"
        "game begins P1 wall 0\nP1 discards 9D\nP4 dies WRONG_EXPOSURE\nwall game\n{payments}\n{balances}",
        False,
        {
            "payments": "-50 -25 100 -25 none -50 -25 100 -25 0 0 0 0 -50 -25 100 -25",
            "tournament": "0 0 25 0 0 0 25 0 0 0 0 0 10 10 10 0 0 0 0 0",
        },
    ),
}
BESIDE = {"C-33": {"C-28": "bettor"}}  # answers without which an option decides nothing
ROWS = [(id, answer) for id, (_, _, outcomes) in CASES.items() for answer in outcomes]


@cache
def practice() -> HandTable:
    return HandTable(read_by_rules(practice_card_text()))


class AtTheTable:
    """Rules that the program was started with; each act proposed."""

    def __init__(self, id: str, answer: str, card: HandTable | None) -> None:
        beside = [f"{other}={given}" for other, given in BESIDE.get(id, {}).items()]
        self.table = Table(Store("sqlite://"), Rules(ruleset([*beside, f"{id}={answer}"]), card))

    def new_game(self) -> None:
        self.table.new_game()

    def does(self, act: str) -> str:
        """`yes`, or the fault."""
        ruling = self.table.submit(Proposal(notation.read(act), Source.REFEREE))
        return "yes" if isinstance(ruling, Accepted) else ruling.fault.cause.name if isinstance(ruling, Refused) else ""


class OnThePages:
    """Rules that the host has chosen on the page of the set-up; each act a tap, and new games begun by the button."""

    def __init__(self, id: str, answer: str, card: HandTable | None) -> None:
        self.table = Table(Store("sqlite://"), Rules(table=card))
        app = create_app(self.table, Access.fresh(), folders=Folders(cards=Path("nowhere")))
        self._client = TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000))
        option = next(o for o in OPTIONS if o.id == id)
        numbered = answer not in option.choices
        fields = {
            **BESIDE.get(id, {}),
            id: option.number or "" if numbered else answer,
            f"{id} number": answer if numbered else "",
        }
        assert self._client.post("/rules", data={**fields, "for": "next"}).json()["ok"]

    def new_game(self) -> None:
        assert self._client.post("/new-game").json()["ok"]

    def does(self, act: str) -> str:
        told = self._client.post("/act", data={"event": act, "after": self.table.number}).json()
        return "yes" if told["ok"] else _CAUSES[told["rule"], told["position"]]


_CAUSES = {(c.rule, Fault(c, None, "").position): c.name for c in Cause}


def outcome(id: str, answer: str, where: type[AtTheTable] | type[OnThePages]) -> str:
    script, with_card, _ = CASES[id]
    played = where(id, answer, practice() if with_card else None)
    told: list[object] = []
    for line in script.splitlines():
        if line == "---":
            played.new_game()
        elif line.startswith("{"):
            told.append(PROBES[line.strip("{}")](played.table))
        else:
            ruled = played.does(line.removeprefix("?"))
            if line.startswith("?"):
                told.append(ruled)
            else:
                assert ruled == "yes", (line, ruled)
    return " ".join(str(each) for each in told)


@pytest.mark.parametrize("where", [AtTheTable, OnThePages])
@pytest.mark.parametrize(("id", "answer"), ROWS, ids=lambda v: v)
def test_each_answer_does_what_it_says(id: str, answer: str, where: type[AtTheTable] | type[OnThePages]) -> None:
    wanted, found = CASES[id][2][answer], outcome(id, answer, where)
    assert found == wanted or (("{note}" in CASES[id][0] or id == "C-06") and wanted in found)


def test_every_answer_of_every_option_is_tried() -> None:
    reading = {"C-29", "C-30"}
    assert {o.id for o in OPTIONS} == set(CASES) | reading
    for option in OPTIONS:
        if option.id not in reading:
            assert set(option.choices) <= set(CASES[option.id][2])


COLOURED = "== A ==\n1. FFFF 222a 333a 4444b X 25\n"
ZERO = "== Year ==\n1. FFFF 222a 000 2222b X 25\n== Like ==\n1. 2222a 000a 2222b 222c X 25\n"


@pytest.mark.parametrize(
    ("option", "text", "hands"),
    [
        ("C-29=free", COLOURED, 6),
        ("C-29=literal", COLOURED, 1),
        ("C-30=any_zero", ZERO, 33),
        ("C-30=year_only", ZERO, 24),
    ],
)
def test_the_card_of_the_table_is_read_by_its_rules(option: str, text: str, hands: int, tmp_path: Path) -> None:
    assert len(HandTable(read_by_rules(text, None, ruleset([option]))).hands) == hands
    table = Table(Store("sqlite://"), Rules(table=practice()))
    app = create_app(table, Access.fresh(), folders=Folders(cards=tmp_path))
    host = TestClient(app, base_url="http://192.168.1.20:8555", client=("127.0.0.1", 40000))
    assert host.post("/card/save", data={"name": "Ours", "text": text}).json()["ok"]
    assert host.post("/card/choose", data={"name": "Ours"}).json()["ok"]
    id, answer = option.split("=")
    assert host.post("/rules", data={id: answer, "for": "next"}).json()["ok"]
    assert table.rules.table is not None
    assert len(table.rules.table.hands) == hands
