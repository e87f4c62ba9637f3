"""What a scenario may expect after `->`: whether it holds, and if not, what is so instead."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.event import MahJongg
from engine.faults import Fault
from engine.rules.dying import proof
from engine.rules.ledger import Ledger
from engine.rules.rotation import Session
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Rules
from engine.rules.scoring import Points
from engine.rules.settling import bet_settled
from engine.rules.starting import contenders
from engine.rules.walls import next_wall
from engine.scenarios.wording import cause_named
from engine.state import Phase, State
from engine.tile import Seat, Tile, code, codes, read_tiles, wind_of


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything an expectation may ask about. `last` is the fault of the last act, None if it was allowed; `won` is
    the win that `points` were paid for; `told` says the fault in the names that the scenario gives to seats."""

    state: State
    rules: Rules
    points: Points
    session: Session
    ledger: Ledger
    last: Fault | None
    hands: Mapping[Seat, Sequence[Tile]]
    line: str | None = None
    won: MahJongg | None = None
    told: str = ""


Check = Callable[[Facts, re.Match[str]], str | None]


def unmet(wanted: str, facts: Facts) -> str | None:
    """What is so instead of what was wanted; None if it holds. Raises ValueError for what nobody can expect."""
    for pattern, check in _CHECKS:
        match = re.fullmatch(pattern, wanted, re.IGNORECASE)
        if match is not None:
            return check(facts, match)
    raise ValueError(f"-> {wanted!r} is not understood; docs/scenarios.md lists what may be expected")


def _seat(text: str) -> Seat:
    return Seat[text.upper()]


def _is(found: str, wanted: str) -> str | None:
    return None if found.lower() == wanted.lower() else f"it is {found}"


def _shows(facts: Facts, match: re.Match[str]) -> str | None:
    shown = [e.tiles for e in facts.state.racks[_seat(match[1])].exposures]
    found = " / ".join(codes(g) for g in shown) or "nothing"
    if match[2].lower() == "nothing":
        return None if not shown else f"{match[1]} shows {found}"
    wanted = [sorted(read_tiles(g)) for g in match[2].split("/")]
    have = [sorted(g) for g in shown]
    return None if all(g in have for g in wanted) else f"{match[1]} shows {found}"


def _holds(facts: Facts, match: re.Match[str]) -> str | None:
    seat = _seat(match[1])
    if match[2].isdecimal():
        found = facts.state.racks[seat].concealed
        return None if found == int(match[2]) else f"{seat.name} holds {found}"
    if seat not in facts.hands:
        raise ValueError(f"{seat.name}'s tiles are not known")
    held = sorted(facts.hands[seat])
    return None if held == sorted(read_tiles(match[2])) else f"{seat.name} holds {codes(held)}"


def _has(facts: Facts, match: re.Match[str]) -> str | None:
    found = facts.state.racks[_seat(match[1])].count
    return None if found == int(match[2]) else f"{match[1]} has {found}"


def _dead(facts: Facts, match: re.Match[str]) -> str | None:
    wanted = cause_named(match[2]) if match[2] else None
    cause = facts.state.racks[_seat(match[1])].dead
    if cause is None:
        return f"{match[1]} is alive"
    right = wanted in (None, cause.name, *cause.rules)
    return None if right else f"{match[1]} is dead for {cause.name} ({cause.rule})"


def _alive(facts: Facts, match: re.Match[str]) -> str | None:
    cause = facts.state.racks[_seat(match[1])].dead
    return None if cause is None else f"{match[1]} is dead for {cause.name}"


def _proof(facts: Facts, match: re.Match[str]) -> str | None:
    seat, wanted = _seat(match[2]), cause_named(match[3]) if match[3] else None
    found = proof(facts.state, seat, facts.rules)
    if match[1]:
        return None if found is None else found.says
    if found is None:
        return f"nothing proves {seat.name}'s hand dead"
    right = wanted in (None, found.cause.name, *found.cause.rules)
    return None if right else f"{found.says} ({found.cause.name}, {found.rule})"


def _payments(facts: Facts, match: re.Match[str]) -> str | None:
    wanted = tuple(int(n) for n in match[1].split())
    return None if wanted == facts.points else f"they are {' '.join(str(n) for n in facts.points)}"


def _pays(facts: Facts, match: re.Match[str]) -> str | None:
    got = facts.points[_seat(match[1])]
    wanted = int(match[3]) * (1 if match[2].lower() in ("gets", "scores") else -1)
    return None if got == wanted else f"{match[1]} {'gets' if got >= 0 else 'pays'} {abs(got)}"


def _each(facts: Facts, match: re.Match[str]) -> str | None:
    sign = 1 if match[2].lower() == "get" else -1
    for name in re.findall(r"P[1-4]", match[1], re.IGNORECASE):
        got = facts.points[_seat(name)]
        if got != sign * int(match[3]):
            return f"{name} {'gets' if got >= 0 else 'pays'} {abs(got)}"
    return None


def _all_pay(facts: Facts, match: re.Match[str]) -> str | None:
    """Whether all who play pay so much, save who is paid."""
    payers = [seat for seat in facts.state.players if facts.points[seat] <= 0]
    other = next((seat for seat in payers if facts.points[seat] != -int(match[1])), None)
    return None if other is None else f"{other.name} pays {-facts.points[other]}"


def _bettor(facts: Facts, match: re.Match[str]) -> str | None:
    state, rules = facts.state, facts.rules.ruleset
    if match[3]:
        rules = ruleset(["C-33=half_of_a_discard"], base=rules)
    got = bet_settled(state, facts.points, facts.won, rules).bettor
    wanted = int(match[2]) * (1 if match[1].lower() == "gets" else -1)
    return None if got == wanted else f"the bettor {'gets' if got >= 0 else 'pays'} {abs(got)}"


def _winner(facts: Facts, match: re.Match[str]) -> str | None:
    found = facts.state.winner
    return _is("nobody" if found is None else found.name, match[1])


def _holder(facts: Facts, match: re.Match[str]) -> str | None:
    found = facts.state.holder
    return _is("nobody" if found is None else found.name, match[1])


def _window(facts: Facts, match: re.Match[str]) -> str | None:
    return _is("open" if facts.state.window else "closed", match[1])


def _discards(facts: Facts, match: re.Match[str]) -> str | None:
    found = tuple(d.tile for d in facts.state.discards)
    wanted = () if match[1].lower() == "none" else read_tiles(match[1])
    return None if found == wanted else f"they are {codes(found) or 'none'}"


def _last_discard(facts: Facts, match: re.Match[str]) -> str | None:
    last = facts.state.last_discard
    return _is("none" if last is None else code(last.tile), match[1])


def _next_wall(facts: Facts, match: re.Match[str]) -> str | None:
    found = next_wall(facts.state, facts.rules.ruleset)
    return _is("none" if found is None else found.name, match[1])


def _game(facts: Facts, match: re.Match[str]) -> str | None:
    state = facts.state
    if match[1].lower() == "goes on":
        return None if state.phase is not Phase.OVER else "it is over"
    if state.phase is not Phase.OVER:
        return "it goes on"
    if match[1].lower() == "over":
        return None
    return None if state.replayed else "it is over and not replayed"


def _stage(facts: Facts, match: re.Match[str]) -> str | None:
    now = facts.state.charleston
    found = "over" if now is None or facts.state.phase is not Phase.CHARLESTON else now.stage.value
    return _is(found, match[1].strip())


def _courtesy(facts: Facts, match: re.Match[str]) -> str | None:
    now = facts.state.charleston
    one, other = _seat(match[1]), _seat(match[2])
    if now is None or other is not one.across:
        return "there is no courtesy pass between them"
    found = now.exchanged(one, facts.rules.of("C-06") == "must_match")
    if found is None:
        return "they have not both said a number"
    return None if found == int(match[3]) else f"they exchange {found}"


def _rolls(facts: Facts, match: re.Match[str]) -> str | None:
    found = " ".join(s.name for s in contenders(facts.state))
    return _is(found, match[1])


def _next_east(facts: Facts, match: re.Match[str]) -> str | None:
    return _is(facts.session.east.name, match[1])


def _sits(facts: Facts, match: re.Match[str]) -> str | None:
    seat = facts.session.sitting(match[1])
    found = "out" if seat is None else seat.name
    return _is(found, match[2])


def _balance(facts: Facts, match: re.Match[str]) -> str | None:
    found = facts.ledger.balance(match[1])
    return None if found == int(match[2]) else f"it is {found}"


def _score(facts: Facts, match: re.Match[str]) -> str | None:
    found = facts.ledger.score(match[1])
    return _is(str(found), match[2])


def _says(facts: Facts, match: re.Match[str]) -> str | None:
    if facts.last is None:
        return "the last act was allowed"
    plain, told = match[1].lower(), facts.told or facts.last.says
    return None if plain in facts.last.says.lower() or plain in told.lower() else told


def _line(facts: Facts, match: re.Match[str]) -> str | None:
    return _is(facts.line or facts.state.line or "none", match[1].strip('"'))


_SEAT = "(P[1-4])"
_CHECKS: tuple[tuple[str, Check], ...] = (
    (rf"turn {_SEAT}", lambda f, m: _is(f.state.turn.name, m[1])),
    (r"holder (P[1-4]|nobody)", _holder),
    (rf"east {_SEAT}", lambda f, m: _is(f.state.east.name, m[1])),
    (rf"{_SEAT} is (east|south|west|north)", lambda f, m: _is(wind_of(_seat(m[1]), f.state.east).name, m[2])),
    (rf"{_SEAT} shows (.+)", _shows),
    (rf"{_SEAT} holds (.+)", _holds),
    (rf"{_SEAT} has (\d+)(?: tiles)?", _has),
    (rf"{_SEAT} drew (\d+) unseen", lambda f, m: _is(str(f.state.racks[_seat(m[1])].inferred), m[2])),
    (rf"{_SEAT}(?:'s hand)? is dead(?:[:,]? \(?([\w -]+)\)?)?", _dead),
    (rf"{_SEAT} is alive", _alive),
    (rf"(no )?proof {_SEAT}(?: \(?([\w -]+)\)?)?", _proof),
    (r"window (open|closed)", _window),
    (r"wall (\d+)", lambda f, m: _is(str(f.state.wall), m[1])),
    (r"discards (.+)", _discards),
    (r"last discard (\w+)", _last_discard),
    (r"next wall (P[1-4]|none)", _next_wall),
    (r"winner (P[1-4]|nobody)", _winner),
    (r"line (.+)", _line),
    (r"payments (-?\d+(?: -?\d+){3})", _payments),
    (rf"{_SEAT} (pays|gets|scores) (-?\d+)", _pays),
    (r"(P[1-4](?:(?:,| and|, and)? P[1-4])+) (?:each )?(pay|get) (\d+)(?: each)?", _each),
    (r"everybody pays (\d+)", _all_pay),
    (r"bettor (gets|pays) (\d+)( shared)?", _bettor),
    (r"game (over|goes on|replayed)", _game),
    (r"stage (.+)", _stage),
    (rf"{_SEAT} and {_SEAT} exchange (\d)", _courtesy),
    (r"(P[1-4](?: P[1-4])*) rolls? for East", _rolls),
    (rf"next East {_SEAT}", _next_east),
    (r"round (\d+)", lambda f, m: _is(str(f.session.round), m[1])),
    (r"(\S+) sits (P[1-4]|out)", _sits),
    (r"balance (\S+) (-?\d+)", _balance),
    (r"score (\S+) (-?\d+)", _score),
    (r"pot (\d+)", lambda f, m: _is(str(f.ledger.pot), m[1])),
    (r"break (\d+)", lambda f, m: _is(str(f.state.broken), m[1])),
    (r'says "(.+)"', _says),
)
