"""Somebody who played is taken out for good: her name, in every game and wherever else the house keeps it. The games
and their sums stay, as those of somebody who left: the others' sums hang on them. Nothing undoes it.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count

from engine import notation
from engine.event import Corrected, Event, Named, Paid, SatOut
from engine.faults import Cause
from engine.rules.ruling import Refused, refuse
from server.house import House, Memory
from server.table import Table

LEFT = "Somebody who left"
_NAMING = ('%is named "%', '%" sits out')  # the forms of the events that call somebody something


def everybody(table: Table, memory: Memory, learners: Collection[str]) -> tuple[str, ...]:
    """Whose names are kept, in order, of whoever has ever been called so. Raises StoreError."""
    told = (_name(notation.read(text)) for text in table.written(*_NAMING))
    house = memory.house
    known = {*told, *table.same_people, *table.same_people.values(), *house.names, house.fifth, *learners}
    return tuple(sorted((name for name in known if name and not name.startswith(LEFT)), key=str.casefold))


def aliases(table: Table, name: str) -> tuple[str, ...]:
    """All names that count as hers, first the one that she is shown by."""
    same = table.same_people
    shown = same.get(name, name)
    return (shown, *sorted(other for other, now in same.items() if now == shown))


def cannot_leave(table: Table, names: Collection[str], known: Collection[str]) -> Refused | None:
    """Why she cannot be taken out now: she is at the table, or nobody is called so."""
    then = table.next_seats
    here = {*table.state.names, table.state.resting, *then.names, then.resting} & set(names)
    if here:
        way = "first say under Names, in the set-up, who sits there now."
        return refuse(Cause.NOT_NOW, None, f"{min(here)} is at the table: {way}")
    return None if set(names) & set(known) else refuse(Cause.NOT_NOW, None, "Choose a name that is kept here.")


def take_out(table: Table, memory: Memory, names: Sequence[str]) -> str:
    """What she is called from now on in the games that she played: each of her names is another, so that no sum
    changes. Raises StoreError, HouseError: what was done until then is done, and all of it can be asked for again."""
    told = {_name(notation.read(text)) for text in table.written(*_NAMING)}
    numbered = (LEFT if n == 1 else f"{LEFT} {n}" for n in count(1))
    now = dict(zip(names, (name for name in numbered if name not in told), strict=False))
    table.take_for_one({now.get(one, one): now.get(shown, shown) for one, shown in table.same_people.items()})
    _leave_house(memory, names)
    table.rewrite(_told_so(now))  # the last: after it nothing of what was written before is in the log's file
    return now[names[0]]


def _leave_house(memory: Memory, names: Collection[str]) -> None:
    house = memory.house
    first, second, third, fourth = ("" if name in names else name for name in house.names)
    after: House = replace(
        house, names=(first, second, third, fourth), fifth="" if house.fifth in names else house.fifth
    )
    if after != house:
        memory.keep(after)


def _name(event: Event) -> str:
    match event:
        case Named(name=name) | SatOut(name):
            return name
        case Corrected(event=better):
            return _name(better)
        case _:
            return ""


def _told_so(now: Mapping[str, str]) -> Callable[[str], str]:
    """An event's text with those names for hers, also in what a payment was for."""
    hers = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(now, key=len, reverse=True)))

    def told(event: Event) -> Event:
        match event:
            case Named() | SatOut():
                return replace(event, name=now.get(event.name, event.name))
            case Paid(why=why):
                return replace(event, why=hers.sub(lambda found: now[found[0]], why))
            case Corrected():
                return replace(event, event=told(event.event))
            case _:
                return event

    return lambda text: text if '"' not in text else notation.write(told(notation.read(text)))
