"""Shorter forms of acts in a scenario: what is left out follows from the state and from the hands that are known."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.card import HAND_SIZE
from engine.charleston import Stage
from engine.event import (
    ChallengeDisputed,
    Dealt,
    Event,
    Exposed,
    ExposureChanged,
    HandDied,
    JokerExchanged,
    MahJongg,
    Voted,
)
from engine.faults import Cause
from engine.hands import HandTable, wins
from engine.opening import dealt
from engine.state import Discard, State
from engine.tile import Seat, Tile, read_tiles


@dataclass(frozen=True, slots=True)
class Known:
    """The card that is played with, None without one, and the concealed tiles that the scenario gives."""

    table: HandTable | None
    hands: Mapping[Seat, Sequence[Tile]]


class Untold(ValueError):
    """Mah Jongg of `seat` with tiles that the scenario does not know."""

    def __init__(self, seat: Seat, says: str) -> None:
        super().__init__(says)
        self.seat = seat


def exposes(known: Known, state: State, match: re.Match[str]) -> Event:
    seat, tiles = Seat[match[1].upper()], read_tiles(match[2])
    last = state.last_discard
    if last is not None and last.tile not in tiles and last.named is None:
        # Somebody reaches for an older discard.
        older = next((d for d in reversed(state.discards) if d.tile in tiles and d.seat is not None), None)
        if older is not None and older.seat is not None:
            return Exposed(seat, older.tile, older.seat, tiles)
    if last is None or last.seat is None:
        natural = next((t for t in tiles if t is not Tile.JOKER), Tile.JOKER)
        return Exposed(seat, natural, seat.left, tiles)
    return Exposed(seat, last.tile, Seat[match[3].upper()] if match[3] else last.seat, tiles)


def changes(known: Known, state: State, match: re.Match[str]) -> Event:
    seat = Seat[match[1].upper()]
    return ExposureChanged(seat, max(0, len(state.racks[seat].exposures) - 1), read_tiles(match[2]))


def deals(known: Known, state: State, match: re.Match[str]) -> Event:
    """The deal as it should be: fourteen for East, whoever that is, thirteen for each other who plays."""
    hands = dealt(state.east, state.players)
    return Dealt(hands, int(match[1])) if match[1] else Dealt(hands)


def agrees(known: Known, state: State, match: re.Match[str]) -> Event:
    """To the second Charleston where that is asked; else that her hand is dead, as somebody said."""
    seat = Seat[match[1].upper()]
    return Voted(seat, True) if _voting(state) else HandDied(seat, Cause.DEAD)


def disagrees(known: Known, state: State, match: re.Match[str]) -> Event:
    """With the second Charleston where that is asked; else with who challenged her last."""
    seat = Seat[match[1].upper()]
    if _voting(state):
        return Voted(seat, False)
    return ChallengeDisputed(seat, next((one for one, other in reversed(state.challenges) if other is seat), seat.left))


def _voting(state: State) -> bool:
    return state.charleston is not None and state.charleston.stage is Stage.VOTE


def swaps(known: Known, state: State, match: re.Match[str]) -> Event:
    seat, tile, owner = Seat[match[1].upper()], read_tiles(match[2])[0], Seat[match[3].upper()]
    groups, wrong = state.racks[owner].exposures, match[4] is not None
    found = (i for i, e in enumerate(groups) if (e.natural is tile) is not wrong and e.jokers)
    return JokerExchanged(seat, owner, next(found, 0), tile, wrong)


def mah_jongg(known: Known, state: State, match: re.Match[str]) -> Event:
    """Tiles left out are those known: the hand, the exposures and, where the tile was discarded, that tile."""
    seat = Seat[match[1].upper()]
    shown = [t for e in state.racks[seat].exposures for t in e.tiles]
    contest = state.contest if state.contest is not None and state.contest.keeper is not seat else None
    discard = contest.discard if contest is not None else state.last_discard
    said = match.groupdict()
    typed = list(read_tiles(said["tiles"])) if said.get("tiles") else []
    value, jokerless = int(said["value"]) if said.get("value") else None, bool(said.get("jokerless"))
    thrower = Seat[said["thrower"].upper()] if said.get("thrower") else None
    open_to_her = (state.window or contest is not None) and not said.get("drawn")
    called = open_to_her and (state.holder is not seat or thrower is not None)
    if discard is not None and value is not None and len(typed) == HAND_SIZE:  # without the discard: she drew unseen
        called = called and (discard.tile in typed or discard.named in typed)
    source = None
    taken: list[Tile] = []
    if called and discard is not None:
        source, taken = discard.seat if thrower is None else thrower, [_meant(known, state, seat, discard, shown)]
    if typed:
        tiles = typed
        if len(tiles) + len(shown) in (14, 13) and len(tiles) < 13:
            tiles += shown
    else:
        _must_be_known(known, state, seat, len(shown))
        held = known.hands[seat] if thrower is None else known.hands[seat][: 13 - len(shown)]  # a drawn one goes back
        tiles = [*held, *shown]
    if len(tiles) == 13 and called:
        tiles += taken
    misnamed = bool(taken) and discard is not None and discard.named is not None and taken[0] is discard.named
    return MahJongg(seat, tuple(tiles), source=source, value=value, misnamed=misnamed, jokerless=jokerless)


def _must_be_known(known: Known, state: State, seat: Seat, shown: int) -> None:
    """Raises Untold where more than one of the tiles of `seat` is not known."""
    if seat not in known.hands:
        raise Untold(seat, f"{seat.name}'s tiles are not known: write all fourteen, or give what she holds")
    unknown = state.racks[seat].count - len(known.hands[seat]) - shown
    if unknown > 1:
        raise Untold(seat, f"{unknown} of {seat.name}'s tiles are not known: write all fourteen")


def _meant(known: Known, state: State, seat: Seat, discard: Discard, shown: list[Tile]) -> Tile:
    """The tile a winner took a misnamed discard for: what it is, if that wins, else what it was named."""
    table, named = known.table, discard.named
    if named is None or table is None or seat not in known.hands or discard.tile is Tile.JOKER:
        return named or discard.tile
    exposures = [e.tiles for e in state.racks[seat].exposures]
    really = [*known.hands[seat], *shown, discard.tile]
    return discard.tile if len(really) == 14 and wins(table, really, exposures) else named
