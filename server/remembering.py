"""The house's memory and the table kept in step: who sat where last week sits there again, and a name that is given on
any page is remembered.
"""

from contextlib import suppress

from engine.event import Named, SatOut
from engine.rules.ruling import Proposal, Source
from engine.tile import Seat
from server.house import HouseError, Memory
from server.store import StoreError
from server.table import Table


def seat_people(table: Table, memory: Memory) -> None:
    """Names from last week, where nobody at the table has said one."""
    if any(table.state.names):
        return
    with suppress(StoreError):
        for seat in Seat:
            if memory.house.names[seat]:
                table.submit(Proposal(Named(seat, memory.house.names[seat]), Source.LOG))
        if memory.house.fifth:
            table.submit(Proposal(SatOut(memory.house.fifth), Source.LOG))


async def remember_people(table: Table, memory: Memory) -> None:
    """Keeps the names as they are given."""
    seat_people(table, memory)
    async with table.subscribe() as changes:
        while True:
            names, fifth, house = table.state.names, table.state.resting, memory.house
            if any(names) and (names, fifth) != (house.names, house.fifth):
                with suppress(HouseError):  # said where names are given; they hold for this evening all the same
                    memory.change(names=names, fifth=fifth)
            await changes.changed()
