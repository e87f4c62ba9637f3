"""What players are called: their names as they were said, made fit to be written on every page. Changes nothing.

>>> clean("  Ruth \\n Ann ")
'Ruth Ann'
"""

import unicodedata

from engine.event import Named
from engine.faults import Cause
from engine.rules.ruling import Accepted, Ruling, refuse
from engine.state import State
from engine.tile import Seat

LONGEST = 20  # letters: what a player's plate can show


def clean(name: str) -> str:
    """The name without what no page could show: controls, marks that turn the direction of writing, spare spaces."""
    plain = unicodedata.normalize("NFC", name)
    shown = ("" if unicodedata.category(c) in ("Cf", "Cs", "Co", "Cn") else c for c in plain)
    return " ".join("".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in "".join(shown)).split())


def name(state: State, event: Named) -> Ruling:
    """A name for a seat, at any time. No two players at one table are called alike."""
    seat, called = event.seat, clean(event.name)
    if len(called) > LONGEST:
        return refuse(Cause.NAME_UNFIT, seat, f"A name has at most {LONGEST} letters.")
    for other in Seat:
        if called and other is not seat and state.names[other].casefold() == called.casefold():
            return refuse(Cause.NAME_UNFIT, seat, f"Somebody here is called {called} already: add a letter to it.")
    return Accepted((Named(seat, called),))
