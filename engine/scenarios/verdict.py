"""What running a scenario comes to: rulings, failures, and the rule that each act rests on. Runs nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.event import (
    Challenged,
    DeclarationRetracted,
    Drawn,
    Event,
    FalseMahJongg,
    GameAbandoned,
    HandDied,
    MahJongg,
    Paid,
    Passed,
    Racked,
    Warned,
)
from engine.faults import Cause, Fault
from engine.rules.dying import HELD, count_fault, proof
from engine.rules.ruling import Rules
from engine.rules.scoring import Share
from engine.rules.settling import CHALLENGE, explained
from engine.state import Phase, State
from engine.tile import Seat, codes
from engine.wording import joined


class ScenarioError(ValueError):
    """A line that cannot be understood: `line` counts from 1."""

    def __init__(self, line: int, says: str) -> None:
        super().__init__(f"line {line}: {says}")
        self.line = line
        self.says = says


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one act was ruled on: `fault` is None where it was allowed; `rule` is what the ruling rests on, the first
    of all `rules` that say so."""

    line: int
    act: str
    allowed: bool
    fault: str | None
    rule: str
    says: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that does not hold."""

    line: int
    says: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a scenario did: every ruling in order, what failed, and the rule ids it says it proves."""

    title: str
    proves: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    failures: tuple[Failure, ...]


# The rule that an allowed act rests on.
_RULES = {
    "GameBegun": "TURN-01",
    "Drawn": "TURN-02",
    "Racked": "WOO-02",
    "Discarded": "TURN-03",
    "Called": "CALL-01",
    "CallRetracted": "CALL-14",
    "Exposed": "CALL-02",
    "ExposureChanged": "EXPO-02",
    "JokerExchanged": "SWAP-01",
    "MahJongg": "MAHJ-05",
    "WallGame": "DRAW-01",
    "RulesChosen": "HOUSE-01",
    "DiceRolled": "SET-14",
    "EastChosen": "SEAT-01",
    "WallsBuilt": "WALL-02",
    "WallBroken": "WALL-03",
    "Dealt": "DEAL-06",
    "Passed": "CHAR-03",
    "PassTaken": "CHAR-05",
    "LastTileTaken": "DEAL-06",
    "Voted": "CHAR-16",
    "CourtesyOffered": "CHAR-19",
    "CharlestonEnded": "CHAR-01",
    "TimePassed": "WOO-04",
    "Held": "WOO-05",
    "HoldEnded": "WOO-06",
    "Taken": "CALL-06",
    "NameCorrected": "TURN-06",
    "DrawReturned": "WOO-03",
    "ExposureTakenBack": "CALL-09",
    "Declared": "MAHJ-01",
    "DeclarationRetracted": "FALSE-01",
    "ThrownIn": "FALSE-06",
    "Challenged": "DEAD-04",
    "ChallengeDisputed": "DEAD-04",
    "Paid": "PAY-13",
    "BetPlaced": "WIND-05",
    "BetCancelled": "WIND-05",
    "Named": "SEAT-05",
    "SatOut": "P5-01",
    "FoundAlive": "DEAD-12",
    "WallGameBet": "WIND-05",
    "Announced": "PAY-01",
    "TilesMixed": "FALSE-06",
    "Pivoted": "ROT-01",
    "EastMistaken": "ROT-01",
    "PlayersChosen": "P3-01",
}
_FIRST = (HandDied, FalseMahJongg, DeclarationRetracted)
_RULES_BESIDE = (
    ("tournament wall", "PAY-12"),
    (" wins ", "PAY-01"),
    ("hand ", "MAHJ-05"),
    ("pivot", "ROT-01"),
)


def fits(fault: Fault, why: str) -> bool:
    """Whether the reason that a scenario gives is the fault's: its name, that of the fault that it is a kind of, or
    whole words of one, a rule it rests on, or words of its sentence; several of them, as in `WINDOW_CLOSED (WOO-02)`,
    where each is."""
    plain, names = why.strip(" .\"'").lower(), f" {fault.cause.name} / {fault.cause.kind_of} ".lower().replace("_", " ")
    if f" {plain.replace('_', ' ')} " in names or plain.upper() in fault.cause.rules or plain in fault.says.lower():
        return True
    parts = [part for part in re.split(r"[,;:()]\s*", plain) if part.strip()]
    return len(parts) > 1 and all(fits(fault, part) for part in parts)


def because(state: State, events: Sequence[Event], rules: Rules) -> tuple[str, ...]:
    """Why a hand died, a game ended without a winner or somebody was warned, in sentences; and what a challenge comes
    to that kills nothing. `state` is the one before."""
    told = [e for e in events if isinstance(e, HandDied | GameAbandoned | Warned)]
    other = next((e.other for e in events if isinstance(e, Challenged)), None)
    faults = (proof(state, other, rules), count_fault(state, other)) if other is not None else ()
    found = next((f for f in faults if f is not None and any(e.cause is f.cause for e in told)), None)
    if other is None or told:
        proved = found.cause if found is not None and found.cause is not Cause.WRONG_COUNT else None
        says = (found.says,) if found is not None else ()
        return (*says, *(sentence for e in told if e.cause is not proved for sentence in _positions(e)))
    if state.undiscarded and state.racks[other].count < HELD:  # East's left, or all would have been thrown in
        return (f"{other.name} takes the tile that was never dealt to her, before {state.east.name} discards.",)
    return (f"Nothing that all can see proves the hand dead: {other.name} agrees, or disagrees and plays on.",)


def follows(before: State, after: State, events: Sequence[Event], rules: Rules) -> tuple[str, ...]:
    """What is to be done now, in sentences: who pays for a win, what of a dead hand goes back, and who goes on."""
    if any(isinstance(e, MahJongg) for e in events):
        return who_pays(explained(after, rules.ruleset))
    told = []
    for died in (e for e in events if isinstance(e, HandDied) and e.returned):
        groups = before.racks[died.seat].exposures
        back = joined([codes(groups[i].tiles) for i in died.returned])
        told.append(f"{back} {'go' if len(died.returned) > 1 else 'goes'} back among {died.seat.name}'s tiles.")
    waiting = after.phase is Phase.PLAY and not after.calls and after.declared is None
    if waiting and any(isinstance(e, HandDied) for e in events) and _next(before) is not _next(after):
        told.append(f"{_next(after).name} goes on.")
    return tuple(told)


def who_pays(shares: Sequence[Share]) -> tuple[str, ...]:
    """Who pays how much for a win, and why it is more than the hand's value; nothing where nobody does."""
    paid = [
        f"{share.seat.name} pays {share.points}" + (f" ({share.ways})" if share.ways != str(share.points) else "")
        for share in shares
    ]
    return (f"{joined(paid)}.",) if paid else ()


def _next(state: State) -> Seat:
    """Who is to draw or to discard."""
    return state.holder if state.holder is not None else state.turn


def _positions(event: HandDied | GameAbandoned | Warned) -> tuple[str, ...]:
    """What the sources say of it, and of a hand that this table lets play on (C-19, C-20) that it does; of a game
    that this table deals again where others do not (C-21), that too."""
    if isinstance(event, HandDied) and event.plays_on:
        return event.cause.position, f"{event.seat.name} plays on, but cannot win."
    if isinstance(event, GameAbandoned) and event.replayed and event.cause is Cause.THREE_DEAD:
        return event.cause.position, "It is dealt again."
    return (event.cause.position,)


def rule_of(events: Sequence[Event], line: str) -> str:
    """The rule that an allowed act rests on: why a hand died, where one did; what was taken back, whatever came of
    that; else what its last event comes of, a tile that is racked as it is drawn (C-07) aside."""
    if not events:
        return next((id for words, id in _RULES_BESIDE if words in line), "ROT-01")
    last = next((e for e in events if isinstance(e, Drawn) and isinstance(events[-1], Racked)), events[-1])
    event = next((e for kind in _FIRST for e in events if isinstance(e, kind)), last)
    if isinstance(event, FalseMahJongg):  # nobody died of it: there is a penalty to pay (C-23)
        return "FALSE-05" if event.source is None else "FALSE-04"
    if isinstance(event, Paid) and event.why == CHALLENGE:
        return "DEAD-04"
    cause = getattr(event, "cause", None)
    if isinstance(cause, Cause):
        return cause.rule
    if isinstance(event, Passed) and event.blind:
        return "CHAR-10"
    return _RULES.get(type(event).__name__, "TURN-08")
