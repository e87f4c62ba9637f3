"""The tiles that a player has said she holds, and what her own acts since have made of them: a discard takes its tile
out, an exposure those it was laid from, an exchange brings a joker. What was only said here is in no log; an act that
is undone gives back what it took.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import event as e
from engine.charleston import PASS_SIZE, Charleston, Stage, receiver
from engine.coaching import Handed
from engine.event import Event
from engine.layers import unbegun
from engine.rules.ruling import visible
from engine.state import Phase, State, evolve
from engine.tile import Seat, Tile
from server.log import GameLog

HAND = 14


@dataclass(frozen=True, slots=True)
class Edit:
    """After event `number` of the game the player put `into` her tiles and took `out` of them."""

    number: int
    into: tuple[Tile, ...] = ()
    out: tuple[Tile, ...] = ()


def edit_to(held: tuple[Tile, ...], wanted: tuple[Tile, ...], number: int) -> Edit:
    """What turns `held` into `wanted`.

    >>> edit_to((Tile.B1, Tile.B2), (Tile.B2, Tile.B3), 7)
    Edit(number=7, into=(<Tile.B3: 2>,), out=(<Tile.B1: 0>,))
    """
    before, after = Counter(held), Counter(wanted)
    return Edit(number, tuple((after - before).elements()), tuple((before - after).elements()))


class HeldTiles:
    """The tiles of `seat` followed as the game goes on, so that an event costs what it changes and not the whole game.
    What changes the past (an undo, a correction) needs one that begins anew."""

    def __init__(self, seat: Seat) -> None:
        self._rack = _Rack(seat)

    def follow(self, edits: Iterable[Edit], events: Iterable[tuple[int, Event]]) -> None:
        """What has come since: `edits`, and the game's standing `events` by number."""
        waiting = list(edits)
        for number, event in events:
            while waiting and waiting[0].number < number:
                self._rack.edit(waiting.pop(0))
            self._rack.follow(event)
        for edit in waiting:
            self._rack.edit(edit)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """In order."""
        return tuple(sorted(self._rack.held.elements()))


class OwnTiles:
    """What players have said that they hold, followed through the log. Shown to nobody but the seat, and kept nowhere
    but here."""

    def __init__(self) -> None:
        self._said: dict[Seat, tuple[Edit, ...]] = {}
        self._followed: dict[Seat, _Following] = {}

    def of(self, seat: Seat, log: GameLog) -> tuple[Tile, ...] | None:
        """The tiles that `seat` has entered as its own, less what its acts since took; None where it entered none."""
        edits = self._said.get(seat)
        if edits is None:
            return None
        known = self._followed.get(seat)
        past = (log.gone, log.put_right)
        if known is None or known.past != past or known.edits != edits[: len(known.edits)]:
            known = self._followed[seat] = _Following(past, HeldTiles(seat))
        if known.number < len(log) or len(known.edits) < len(edits):
            known.held.follow(edits[len(known.edits) :], log.standing_after(known.number))
            known.number, known.edits = len(log), edits
            known.tiles = known.held.tiles
        return known.tiles

    def before(self, seat: Seat, number: int, log: GameLog) -> tuple[Tile, ...] | None:
        """What `seat` held just before event `number`, as far as it had said so by then; None where it said nothing."""
        edits = [x for x in self._said.get(seat, ()) if x.number < number]
        if not edits:
            return None
        held = HeldTiles(seat)
        held.follow(edits, [x for x in log.standing_after(0) if x[0] < number])
        return held.tiles

    def handed(self, seat: Seat, log: GameLog) -> tuple[tuple[Handed, ...], tuple[Handed, ...]]:
        """What `seat` passed on in the Charleston and what came to it, as far as its tiles said so meanwhile."""
        passes = _Passes(seat)
        waiting = list(self._said.get(seat, ()))
        if not waiting:
            return (), ()
        for number, event in log.standing_after(0):
            while waiting and waiting[0].number < number:
                passes.edit(waiting.pop(0))
            passes.follow(event)
            if passes.over:
                return passes.handed
        for edit in waiting:
            passes.edit(edit)
        return passes.handed

    def say(self, seat: Seat, tiles: tuple[Tile, ...] | None, log: GameLog) -> None:
        """`seat` holds `tiles`; with None it says nothing any more."""
        if tiles is None:
            self._said.pop(seat, None)
        else:
            before = self.of(seat, log) or ()
            self._said[seat] = (*self._said.get(seat, ()), edit_to(before, tiles, len(log)))


@dataclass(slots=True)
class _Following:
    """The tiles of one seat, followed up to event `number` and over its `edits`; `past` is what makes the log's past
    another: what is undone and what is put right."""

    past: tuple[frozenset[int], Mapping[int, Event]]
    held: HeldTiles
    number: int = 0
    edits: tuple[Edit, ...] = ()
    tiles: tuple[Tile, ...] = ()


class _Passes:
    """One player's tiles from the deal to her first turn: once her rack was whole, what she takes out of it has been
    passed on, and what she puts in has come. Where more went than she can have passed it was other things put right,
    and nothing is said."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.over = False
        self._rack = _Rack(seat)
        self._state = unbegun(("", "", "", ""))
        self._last: Stage | None = None  # the last step at which she has passed or offered tiles
        self._made = 0
        self._whole = False
        self._passed: list[Handed] = []
        self._received: list[Handed] = []

    @property
    def handed(self) -> tuple[tuple[Handed, ...], tuple[Handed, ...]]:
        gone = Counter(t for x in self._passed for t in x.tiles) - Counter(t for x in self._received for t in x.tiles)
        if gone.total() > PASS_SIZE * (self._made + 1):
            return (), ()
        return tuple(self._passed), tuple(self._received)

    def edit(self, edit: Edit) -> None:
        now = self._state.charleston if self._state.phase is Phase.CHARLESTON else None
        self._whole = self._whole or self._rack.held.total() >= HAND - 1
        self._rack.edit(edit)
        step = self._step(now, edit)
        if step is None or not self._whole:
            return
        to, source = _partners(step, self.seat)
        if edit.out:
            self._passed.append(Handed(to, edit.out))
        if edit.into:
            self._received.append(Handed(source, edit.into))

    def _step(self, now: Charleston | None, edit: Edit) -> Stage | None:
        """The step that the edit belongs to: the present one while she puts out tiles for it, else the last."""
        putting_out = now is not None and now.stage.passing and now.out[self.seat] is None and not edit.into
        return now.stage if now is not None and putting_out else self._last

    def follow(self, event: Event) -> None:
        now = self._state.charleston
        match event:
            case e.Passed(seat) | e.CourtesyOffered(seat) if seat is self.seat and now is not None:
                self._last = now.stage
                self._made += 1
                if event.tiles:
                    self._passed.append(Handed(_partners(now.stage, seat)[0], event.tiles))
            case e.Drawn(seat) | e.Discarded(seat) | e.Exposed(seat) if seat is self.seat:
                self.over = True
            case _:
                pass
        self._state = evolve(self._state, event)
        self._rack.follow(event)


def _partners(stage: Stage, seat: Seat) -> tuple[Seat, Seat]:
    """To whom `seat` passes at a step, and who passes to it."""
    if not stage.passing:
        return seat.across, seat.across
    return receiver(stage, seat), next(s for s in Seat if receiver(stage, s) is seat)


class _Rack:
    """One player's tiles while the game is gone through; `groups` are her exposures, each with the tile called."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.held: Counter[Tile] = Counter()
        self.groups: list[tuple[tuple[Tile, ...], Tile | None]] = []

    def edit(self, edit: Edit) -> None:
        self._take(edit.out)
        self.held.update(edit.into)

    def follow(self, event: Event) -> None:
        match event:
            case e.GameBegun(_, _, _, _, exposures) | e.Resynced(exposures):
                self.groups = [(group, None) for group in exposures[self.seat]]
            case e.JokerExchanged(seat, owner, group, tile):
                self._exchange(seat, owner, group, tile)
            case e.Discarded(seat) | e.Exposed(seat) | e.ExposureChanged(seat) | e.ExposureTakenBack(seat):
                if seat is self.seat:
                    self._own_act(event)
            case e.Passed(seat, _, _, tiles) | e.CourtesyOffered(seat, _, tiles) if seat is self.seat:
                self._take(tiles)
            case e.HandDied(seat, _, returned) if seat is self.seat:
                self._return(returned)
            case _:
                pass

    def _own_act(self, event: e.Discarded | e.Exposed | e.ExposureChanged | e.ExposureTakenBack) -> None:
        match event:
            case e.Discarded(_, tile):
                self._take((tile,))
            case e.Exposed(_, called, _, tiles):
                self._take((Counter(tiles) - Counter((called,))).elements())
                self.groups.append((tiles, called))
            case e.ExposureChanged(_, group, tiles) if group < len(self.groups):
                before, taken = self.groups[group]
                self._take((Counter(tiles) - Counter(before)).elements())
                self.held.update((Counter(before) - Counter(tiles)).elements())
                self.groups[group] = (tiles, taken)
            case e.ExposureTakenBack() if self.groups:
                back, taken = self.groups.pop()
                self.held.update((Counter(back) - Counter(() if taken is None else (taken,))).elements())
            case _:
                pass

    def _exchange(self, seat: Seat | None, owner: Seat, group: int, tile: Tile) -> None:
        if seat is self.seat:
            self._take((tile,))
            self.held[Tile.JOKER] += 1
        if owner is self.seat and group < len(self.groups) and Tile.JOKER in self.groups[group][0]:
            tiles, called = self.groups[group]
            at = tiles.index(Tile.JOKER)
            self.groups[group] = ((*tiles[:at], tile, *tiles[at + 1 :]), called)

    def _return(self, returned: tuple[int, ...]) -> None:
        for group in sorted(returned, reverse=True):
            if group < len(self.groups):
                self.held.update(self.groups.pop(group)[0])

    def _take(self, tiles: Iterable[Tile]) -> None:
        """Tiles leave the rack; one that was never said to be in it leaves no gap."""
        self.held -= Counter(tiles)


def most_held(state: State, seat: Seat) -> int:
    """How many tiles can stand in the rack of `seat` now, beside what it has exposed."""
    exposed = sum(len(x.tiles) for x in state.racks[seat].exposures)
    match state.phase:
        case Phase.SETUP | Phase.OVER:
            return HAND
        case Phase.CHARLESTON:
            return HAND if seat is state.east else HAND - 1
        case Phase.PLAY:
            rack = state.racks[seat]
            out = rack.dead is not None and not rack.plays_on  # on fourteen tiles she discards none any more
            has_fourteen = out or state.holder is seat or (state.holder is None and state.turn is seat)
            return (HAND if has_fourteen else HAND - 1) - exposed


def cannot_hold(state: State, seat: Seat, held: tuple[Tile, ...], tile: Tile) -> str | None:
    """Why one more `tile` cannot be among those that `seat` holds; None if it can."""
    most = most_held(state, seat)
    if len(held) >= most:
        return f"You can hold {most} tiles now. Tap one that is not yours any more first."
    playing = state.phase is Phase.PLAY
    seen = visible(state, tile) if playing else 0
    if held.count(tile) + seen >= tile.copies:
        where = " and on the table" if seen else ""
        return f"All {tile.copies} {tile.words} tiles are among yours{where} already."
    return None
