"""What one player could do in play, gathered from what the referee allows: the groups for a called tile by size, jokers
to be taken, fourteen tiles that win.
"""

from collections import Counter
from dataclasses import dataclass

from engine import event as e, notation
from engine.rules.winning import to_be_had
from engine.state import Phase
from engine.tile import Seat, Tile, codes
from server.acts import Act, Opens, allowed
from server.people import People
from server.spoken import spoken_group
from server.table import Table

AT_ONCE = 3  # so many choices a look
_SIZES = {3: "Pung", 4: "Kong", 5: "Quint", 6: "Sextet"}


@dataclass(frozen=True, slots=True)
class Desk:
    """One player before the table: `own` are the tiles she has tapped in, where this screen may show them. `you` is
    whether the screen is hers; the one tablet that plays for all speaks of her by name."""

    table: Table
    seat: Seat
    people: People
    own: tuple[Tile, ...] = ()
    you: bool = True

    @property
    def whole(self) -> bool:
        """Whether every concealed tile has been tapped in, so that what is not there is not held."""
        return bool(self.own) and len(self.own) >= self.table.state.racks[self.seat].concealed

    def holds(self, tiles: Counter[Tile]) -> bool:
        return not self.whole or not tiles - Counter(self.own)


@dataclass(frozen=True, slots=True)
class Sized:
    """Groups of one size with jokers in them: the first few, and the rarer rest."""

    name: str
    first: tuple[Act, ...]
    rest: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Groups:
    """What can be exposed with the called tile: without jokers, at most three; with them, by size."""

    natural: tuple[Act, ...]
    sized: tuple[Sized, ...]

    @property
    def only(self) -> bool:
        """Whether jokers are in every group, so that nothing is to be folded away."""
        return not self.natural

    @property
    def empty(self) -> bool:
        return not self.natural and not self.sized


def groups(desk: Desk) -> Groups:
    """For who has called: the groups that the called tile may stand in, of her own tiles where all are known."""
    if all(c.seat is not desk.seat for c in desk.table.state.calls):
        return Groups((), ())
    found = []
    for x in desk.table.legal():
        if isinstance(x, e.Exposed) and x.seat is desk.seat:
            needed = Counter(x.tiles) - Counter((x.called,))
            if desk.holds(needed):
                found.append(x)
    natural = [_group(x) for x in found if Tile.JOKER not in x.tiles]
    sized = []
    for size, name in _SIZES.items():
        jokers = sorted(
            (x for x in found if len(x.tiles) == size and Tile.JOKER in x.tiles),
            key=lambda x: x.tiles.count(Tile.JOKER),
        )
        acts = tuple(_group(x) for x in jokers)
        if acts:
            sized.append(Sized(name, acts[:AT_ONCE], acts[AT_ONCE:]))
    return Groups(tuple(natural[:AT_ONCE]), tuple(sized))


def _group(event: e.Exposed) -> Act:
    return Act(notation.write(event), f"{_SIZES[len(event.tiles)]}: {spoken_group(event.tiles)}", event.tiles)


def exchanges(desk: Desk) -> tuple[Act, ...]:
    """Jokers that can be had now, for tiles that she holds where all of hers are known."""
    found = []
    for event in desk.table.legal():
        if isinstance(event, e.JokerExchanged) and event.seat is desk.seat and desk.holds(Counter((event.tile,))):
            found.append(Act(notation.write(event), "Take the Joker", (event.tile, Tile.JOKER), _whose(desk, event)))
    return tuple(found)


def _whose(desk: Desk, event: e.JokerExchanged) -> str:
    owner = "your own group" if event.owner is desk.seat and desk.you else f"{desk.people.whose(event.owner)} group"
    return f"Give the {event.tile.words} to {owner}"


def changes(desk: Desk) -> tuple[Act, ...]:
    """Other ways in which the exposure just made may stand, until its owner discards."""
    found = (x for x in desk.table.legal() if isinstance(x, e.ExposureChanged))
    return tuple(
        Act(notation.write(x), f"Make it {spoken_group(x.tiles)}", x.tiles)
        for x in found
        if x.seat is desk.seat and x.tiles != desk.table.state.racks[x.seat].exposures[x.group].tiles
    )


def winning_act(desk: Desk) -> Act | None:
    """Mah Jongg with the tiles that she has tapped in and what she has exposed; None if they do not win."""
    state, seat = desk.table.state, desk.seat
    if state.phase is not Phase.PLAY or not desk.own:
        return None
    tiles = (*(t for x in state.racks[seat].exposures for t in x.tiles), *desk.own)
    for text in winning_texts(desk.table, seat, tiles):
        if allowed(desk.table, text):
            return Act(text, "Show Mah Jongg", (), "Your fourteen tiles win")
    return None


def winning_texts(table: Table, seat: Seat, tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """How these tiles, exposed and concealed, could be shown as a mah jongg: on their own, or with the last discard."""
    last = to_be_had(table.state, seat)
    found = [f"{seat.name} mah jongg {codes(tiles)}"] if len(tiles) == 14 else []
    if last is not None and last.seat is not None:
        shown = tiles if len(tiles) == 14 else (*tiles, last.tile)
        if len(shown) == 14:
            found.append(f"{seat.name} mah jongg {codes(shown)} from {last.seat.name}")
    return tuple(found)


def lay_act(label: str, note: str = "") -> Act:
    """The button that opens the tray on which fourteen tiles are laid."""
    return Act("", label, (), note, Opens.LAY)
