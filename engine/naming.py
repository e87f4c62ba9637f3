"""What players are called: their names as they were said, made fit to be written on every page. Changes nothing.

>>> clean("  Ruth \\n Ann ")
'Ruth Ann'
"""

import unicodedata
from collections.abc import Iterable

from engine.event import Named, SatOut
from engine.faults import Cause
from engine.rules.ruling import Accepted, Refused, Ruling, refuse
from engine.state import Phase, State
from engine.tile import Seat

_NOT_IN_A_GAME = (
    "Who sits out changes before the deal, not in a game. A new name must be nobody's here: add a letter to it."
)
LONGEST = 20  # letters: what a player's plate can show


def clean(name: str) -> str:
    """The name without what no page could show: controls, marks that turn the direction of writing, spare spaces."""
    plain = unicodedata.normalize("NFC", name)
    shown = ("" if unicodedata.category(c) in ("Cf", "Cs", "Co", "Cn") else c for c in plain)
    return " ".join("".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in "".join(shown)).split())


def name(state: State, event: Named) -> Ruling:
    """A name for a seat, at any time. No two players at one table are called alike, and five change seats by name."""
    seat, called = event.seat, clean(event.name)
    if len(called) > LONGEST:
        return refuse(Cause.NAME_UNFIT, seat, f"A name has at most {LONGEST} letters.")
    if state.resting and not called:
        return refuse(Cause.NAME_UNFIT, seat, "Five change seats by their names: say who sits here.")
    others = (*(state.names[other] for other in Seat if other is not seat), state.resting)
    return _taken(called, others, seat) or Accepted((Named(seat, called),))


def sit_out(state: State, event: SatOut) -> Ruling:
    """Who sits out (P5-01): a fifth at any time; before the deal one of the four, for whom the fifth comes in."""
    called = clean(event.name)
    if len(called) > LONGEST:
        return refuse(Cause.NAME_UNFIT, None, f"A name has at most {LONGEST} letters.")
    if called and len(state.players) < len(Seat):
        return refuse(Cause.NAME_UNFIT, None, "A seat is empty: nobody sits out who could play there.")
    if called and not all(state.names):
        return refuse(Cause.NAME_UNFIT, None, "Name the four who play first: the five change seats by their names.")
    if state.resting and state.phase is Phase.SETUP:
        return Accepted((SatOut(called),))
    taken = _taken(called, state.names, None)
    if taken and state.resting:
        return refuse(Cause.NAME_UNFIT, None, _NOT_IN_A_GAME)
    return taken or Accepted((SatOut(called),))


def _taken(called: str, others: Iterable[str], seat: Seat | None) -> Refused | None:
    if called and called.casefold() in (other.casefold() for other in others):
        # Without the name: J or P1 as a name would be read as a tile or a seat where this sentence is put into words.
        return refuse(Cause.NAME_UNFIT, seat, "Somebody here is called that already: add a letter to it.")
    return None
