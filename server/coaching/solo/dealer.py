"""The tiles that nobody at a table for one can see: the wall in its order and the four racks, followed as it is played.
From the same seed, events and passes come the same tiles, so that a game goes on after a restart.
"""

from collections.abc import Iterable, Mapping
from random import Random

from engine import event as e
from engine.charleston import PASS_SIZE, Charleston, Stage, receiver
from engine.coaching import Handed
from engine.event import Event
from engine.state import State, evolve
from engine.tile import Seat, Tile

SET = tuple(tile for tile in Tile for _ in range(tile.copies))
Passes = Mapping[str, tuple[Tile, ...]]  # what each seat gives at each step, by `pass_key`


def pass_key(stage: Stage, seat: Seat) -> str:
    """Under which the tiles are kept that a seat gives at a step of the Charleston."""
    return f"{stage.name} {seat.name}"


class Dealer:
    """Of one game. `begin` is the state before its first event."""

    def __init__(self, seed: int, begin: State, passes: Passes, must_match: bool) -> None:
        self._chance = Random(seed)
        self._passes = passes
        self._must_match = must_match
        self._state = begin
        self._drawn: dict[Seat, Tile] = {}
        self.hands: dict[Seat, list[Tile]] = {seat: [] for seat in Seat}
        self.wall: list[Tile] = []
        self._passed: dict[Seat, list[Handed]] = {seat: [] for seat in Seat}
        self._received: dict[Seat, list[Handed]] = {seat: [] for seat in Seat}

    def follow(self, events: Iterable[Event]) -> None:
        """What has come since."""
        for event in events:
            before, self._state = self._state, evolve(self._state, event)
            self._move(event, before, self._state)

    def hand(self, seat: Seat) -> tuple[Tile, ...]:
        """What stands on the rack of `seat`."""
        return tuple(sorted(self.hands[seat]))

    def handed(self, seat: Seat) -> tuple[tuple[Handed, ...], tuple[Handed, ...]]:
        """What `seat` passed on in the Charleston and what came, as she saw it: what goes on unseen is in neither."""
        return tuple(self._passed[seat]), tuple(self._received[seat])

    def _move(self, event: Event, before: State, after: State) -> None:
        match event:
            case e.Dealt(held):
                self._deal(held)
            case e.Passed(seat, blind=blind) if before.charleston is not None:
                self._put_out(before.charleston, seat, blind, after)
            case e.CourtesyOffered() if before.charleston is not None:
                self._courtesy(before.charleston, event)
            case e.Drawn(seat) if self.wall:
                self._drawn[seat] = self.wall.pop(0)
                self.hands[seat].append(self._drawn[seat])
            case e.DrawReturned(seat) if seat in self._drawn:
                self.hands[seat].remove(self._drawn[seat])
                self.wall.insert(0, self._drawn.pop(seat))
            case e.Discarded(seat, tile):
                self._take(seat, (tile,))
            case e.Exposed(seat, called, _, tiles):
                rest = list(tiles)
                rest.remove(called)
                self._take(seat, rest)
            case e.JokerExchanged(seat, _, _, tile) if seat is not None:
                self._take(seat, (tile,))
                self.hands[seat].append(Tile.JOKER)
            case _:
                self._give_back(event, before, after)

    def _give_back(self, event: Event, before: State, after: State) -> None:
        """What comes from the table: a group changed or taken back, a dead hand's groups, the discard that wins."""
        match event:
            case e.ExposureChanged(seat, group, tiles):
                self.hands[seat] += before.racks[seat].exposures[group].tiles
                self._take(seat, tiles)
            case e.ExposureTakenBack(seat):
                shown = list(before.racks[seat].exposures[-1].tiles)
                last = after.last_discard
                if last is not None and last.tile in shown:
                    shown.remove(last.tile)
                self.hands[seat] += shown
            case e.MahJongg(seat, source=source) if source is not None and before.last_discard is not None:
                self.hands[seat].append(before.last_discard.tile)
            case e.HandDied(seat, _, returned):
                for number in returned:
                    self.hands[seat] += before.racks[seat].exposures[number].tiles
            case _:
                pass

    def _deal(self, held: tuple[int, int, int, int]) -> None:
        tiles = list(SET)
        self._chance.shuffle(tiles)
        for seat, count in zip(Seat, held, strict=True):
            self.hands[seat], tiles = tiles[:count], tiles[count:]
        self.wall = tiles

    def _put_out(self, now: Charleston, seat: Seat, blind: int, after: State) -> None:
        """Tiles leave the rack; when the fourth has passed, each goes where it goes."""
        self._take(seat, self._given(now.stage, seat, PASS_SIZE - blind))
        if after.charleston is not None and after.charleston.stage is now.stage:
            return
        own = own_out(now, seat, PASS_SIZE - blind)
        out = {s: list(self._given(now.stage, s, n)) for s, n in own}
        for giver, count in own:  # so many of those that come to her go on unseen
            comes = out[next(s for s in Seat if receiver(now.stage, s) is giver)]
            for tile in self._chance.sample(comes, min(PASS_SIZE - count, len(comes))):
                comes.remove(tile)
                out[giver].append(tile)
        for giver, count in own:
            taker = receiver(now.stage, giver)
            self.hands[taker] += out[giver]
            self._note(giver, taker, self._given(now.stage, giver, count), out[giver])

    def _note(self, giver: Seat, taker: Seat, gave: Iterable[Tile], came: Iterable[Tile]) -> None:
        self._passed[giver].append(Handed(taker, tuple(gave)))
        self._received[taker].append(Handed(giver, tuple(came)))

    def _given(self, stage: Stage, seat: Seat, count: int) -> tuple[Tile, ...]:
        """The tiles that a seat gives; where it has not said which, any but Jokers."""
        said = self._passes.get(pass_key(stage, seat))
        if said is None:
            said = tuple(t for t in sorted(self.hands[seat]) if t is not Tile.JOKER)
        return said[:count]

    def _courtesy(self, now: Charleston, event: e.CourtesyOffered) -> None:
        count = now.offered(event.seat, event.count, tuple(Seat)).exchanged(event.seat, self._must_match)
        given = {s: self._given(Stage.COURTESY, s, count or 0) for s in (event.seat, event.seat.across)}
        for seat, tiles in given.items():
            self._take(seat, tiles)
        for seat, tiles in given.items():
            self.hands[seat.across] += tiles
            self._note(seat, seat.across, tiles, tiles)

    def _take(self, seat: Seat, tiles: Iterable[Tile]) -> None:
        for tile in tiles:
            if tile in self.hands[seat]:
                self.hands[seat].remove(tile)


def own_out(now: Charleston, last: Seat, count: int) -> list[tuple[Seat, int]]:
    """How many of her own each seat has put out, `last` the one who was waited for."""
    return [(s, count if s is last else n or 0) for s, n in zip(Seat, now.out, strict=True)]
