"""What the page of a table for one offers its player. Her tiles are known there, and the others wait for her where she
could take a discard: nothing is offered that leads nowhere, and nobody says Hold.
"""

from dataclasses import dataclass, replace

from engine import event as e
from engine.event import Event
from engine.hands import HandTable
from engine.players import declares
from engine.tile import Seat, Tile
from server.acts import Act
from server.coaching.counsel import exposures_of
from server.coaching.position import Position
from server.turn import Turn

YOU = Seat.P1


@dataclass(frozen=True, slots=True)
class Could:
    """What she could do with the last discard."""

    group: bool = False
    win: bool = False

    @property
    def either(self) -> bool:
        return self.group or self.win


@dataclass(frozen=True, slots=True)
class Offer:
    """`coached`: the coach tells her at least what the rules allow, so that she is offered nothing else. `waits`: the
    others wait for her answer to the last discard."""

    coached: bool
    could: Could
    waits: bool


def could(table: HandTable, position: Position, *, coached: bool) -> Could:
    """With the discard that she may call. Where nobody tells her what her card has, a group is any that her tiles
    make."""
    tile = position.called
    if tile is None or tile is Tile.JOKER:
        return Could()
    held = position.tiles.count(tile)
    enough = held + position.tiles.count(Tile.JOKER) >= 2
    fits = enough and (bool(exposures_of(table, position)) if coached or not held else True)
    return Could(fits and not position.known.to_win_only, wins(table, position, tile))


def wins(table: HandTable, position: Position, tile: Tile | None = None) -> bool:
    """Whether her tiles win, with `tile` where it is another's discard."""
    tiles = (*position.all_tiles, tile) if tile is not None else position.all_tiles
    return declares(table, tiles, position.known.own)


def offered(turn: Turn, offer: Offer) -> Turn:
    """The turn as her page says it."""
    great = tuple(_worded(a) for a in turn.great if _sensible(a, offer))
    plain = tuple(a for a in turn.plain if _sensible(a, offer))
    if not offer.waits:
        return replace(turn, great=great, plain=plain)
    return replace(turn, note=("The others wait: do you want it?",), mine=True, great=great, plain=plain)


def _sensible(act: Act, offer: Offer) -> bool:
    could, me = offer.could, YOU.name
    match act.text.removeprefix(f"{me} "):
        case "says hold":
            return False
        case "draws":
            return not offer.waits  # she says first that she does not want the discard: another may
        case "declares mah jongg":
            return not offer.coached  # what wins is offered as such
        case "calls":
            return could.group or not offer.coached
        case "calls for mah jongg":
            return could.win or not offer.coached
        case _:
            return True


def _worded(act: Act) -> Act:
    """The tile comes by the tap."""
    return replace(act, label="Draw a tile") if act.text == f"{YOU.name} draws" else act


def no_win(table: HandTable, position: Position, proposed: Event) -> str:
    """Why she does not say Mah Jongg yet, kindly; empty where she may, or says something else."""
    match proposed:
        case e.Declared(seat) if seat is YOU and not wins(table, position):
            return "These fourteen are no hand of the card yet. You have shown nothing: tap a tile to discard it."
        case e.Called(seat, True) if seat is YOU and position.known.offered is not None:
            tile = position.known.offered
            if not wins(table, position, tile):
                not_yet = f"With {tile.words} your tiles are no hand of the card yet."
                return f"{not_yet} You have shown nothing: play goes on."
    return ""
