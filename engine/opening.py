"""What can happen before East's first discard: the rules agreed, dice, walls, deal and Charleston. Part of `event`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tile import Seat, Tile, by_seat


@dataclass(frozen=True, slots=True)
class RulesChosen:
    """`options` are those that differ from League practice, written `C-20=plays_on`."""

    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """Until East is known the roll stands for the seat's bid to be East; afterwards it is East's roll for the break."""

    seat: Seat
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayersChosen:
    """These seats play, two to four of them; nobody sits at the others, in this game and those after it (P3-01)."""

    players: tuple[Seat, ...] = tuple(Seat)


@dataclass(frozen=True, slots=True)
class EastChosen:
    seat: Seat


@dataclass(frozen=True, slots=True)
class WallsBuilt:
    """Every wall stands: `stacks` two-high stacks for each of four seats (WALL-02)."""

    stacks: int = 19


@dataclass(frozen=True, slots=True)
class WallBroken:
    """East's wall was parted after `stacks` stacks from its right end (WALL-03)."""

    seat: Seat
    stacks: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deal is over: tiles each seat holds, and what the walls still hold."""

    concealed: tuple[int, int, int, int] = (14, 13, 13, 13)
    wall: int = 99


def dealt(east: Seat, players: Sequence[Seat]) -> tuple[int, int, int, int]:
    """How many tiles each seat holds after the deal: East 14, the others 13 (DEAL-06), an empty seat none (P3-01)."""
    return by_seat(0 if s not in players else 14 if s is east else 13 for s in Seat)


@dataclass(frozen=True, slots=True)
class Passed:
    """`seat` put its tiles for the present Charleston pass on the table.

    `blind` of the three are incoming tiles sent on unseen (CHAR-10). `owed` are tiles still due, an IOU, where all
    four pass blind. `tiles` are the passed ones where they are known, else empty.
    """

    seat: Seat
    blind: int = 0
    owed: int = 0
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class LastTileTaken:
    """`seat` takes the thirteenth tile that it was never dealt, before East's first discard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PassTaken:
    """`seat` picked up what was passed to it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Voted:
    """`second` is whether `seat` wants the second Charleston; one refusal stops it (CHAR-16).

    `courtesy`: a courtesy pass follows even without a second Charleston (C-05).
    """

    seat: Seat
    second: bool
    courtesy: bool = True


@dataclass(frozen=True, slots=True)
class CourtesyOffered:
    """`seat` is willing to exchange `count` tiles, none to three, with the player across."""

    seat: Seat
    count: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class CharlestonEnded:
    """No (further) Charleston: nobody has a tile to pass, or the table plays without. `courtesy` as above."""

    courtesy: bool = True
