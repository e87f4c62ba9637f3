"""A game acted out in time: which hand reaches where when, and which tile travels from where to where.

A `Deed` is what one hand does in one go. Nothing here draws; the stage does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

import numpy as np

from engine.tile import Seat
from vision.arrays import Floats
from vision.synthetic.faces.catalogue import face_count
from vision.synthetic.game import (
    SET,
    Act,
    Called,
    Discarded,
    Drawn,
    Exchanged,
    Game,
    TookBack,
    Waits,
    WallEnded,
    Won,
)
from vision.synthetic.look import Look
from vision.synthetic.pieces import Piece
from vision.synthetic.places import LEDGE_TOP, free_spot, on_ledge, out_of, room, spot, standing, walls
from vision.synthetic.pose import Pose
from vision.synthetic.show import MOST_AT_ONCE_S
from vision.synthetic.surface import things
from vision.synthetic.table import Band, RestingTile

# seconds at speed 1: how long a hand needs to come, to carry, to go; how long the table then rests
_COME, _CARRY, _GO, _GRIP, _REST = 0.26, 0.38, 0.28, 0.08, 1.05
_LIFT = 38.0  # mm above its resting places that a carried tile travels
_SLOTS = 14
_FIDGETS = 0.07  # of all turns


@dataclass(frozen=True, slots=True)
class Carry:
    """Tile `number` leaves `start` at `t_pick` and comes to rest as `lands` at `t_drop`."""

    number: int
    start: RestingTile
    t_pick: float
    t_drop: float
    lands: RestingTile

    def pose(self, t: float) -> Pose:
        """On its way at time `t`: over a low arch."""
        share = (t - self.t_pick) / max(1e-6, self.t_drop - self.t_pick)
        share = min(1.0, max(0.0, share))
        eased = share * share * (3 - 2 * share)
        flat = self.start.pose.toward(self.lands.pose, eased)
        far = np.hypot(self.lands.pose.x - self.start.pose.x, self.lands.pose.y - self.start.pose.y)
        arch = min(_LIFT, 6 + 0.35 * float(far)) * 4 * eased * (1 - eased)
        return Pose(flat.x, flat.y, flat.z + arch, flat.turn, flat.pitch)


@dataclass(frozen=True, slots=True)
class Deed:
    """What `seat`'s hand does from `t0` until it has left the table at `t_settled`; then the table rests until `t1`.

    `way` are the fingertips' places in time (t, x, y, z). `slides` are tiles that are somewhere else from a moment on
    without being carried: (t, number, where); a rack closing up under the hand.
    """

    seat: Seat
    t0: float
    t_settled: float
    t1: float
    act: Act | None
    way: tuple[tuple[float, float, float, float], ...] = ()
    carries: tuple[Carry, ...] = ()
    slides: tuple[tuple[float, int, RestingTile], ...] = ()

    def tip(self, t: float) -> tuple[float, float, float] | None:
        """Where the fingertips are; None while the hand is away."""
        if not self.way or not self.way[0][0] <= t < self.way[-1][0]:
            return None
        k = next(i for i in range(1, len(self.way)) if t < self.way[i][0])
        a, b = self.way[k - 1], self.way[k]
        share = (t - a[0]) / max(1e-6, b[0] - a[0])
        eased = share * share * (3 - 2 * share)
        arch = 30 * 4 * eased * (1 - eased) * (np.hypot(b[1] - a[1], b[2] - a[2]) > 60)
        x, y, z = (a[i] + (b[i] - a[i]) * eased for i in (1, 2, 3))
        return float(x), float(y), float(z + arch)


class Acting:
    """One game on one table. `opening` is what lies there at 0 s; `deeds` is what then happens, in order."""

    def __init__(self, look: Look, game: Game, speed: float = 1.0, worn: int | None = None) -> None:
        """`worn` is the number of a tile whose paint is worn off."""
        self.look, self.game, self.speed = look, game, speed
        self._worn = worn
        self._rng = np.random.default_rng([look.seed, game.seed, 0xAC7])
        self.pieces = tuple(self._pieces())
        self._t = 1.5 / speed
        self._where: dict[int, RestingTile] = {}
        self._racks: list[list[int]] = [list(rack) for rack in game.deal.racks]
        self._shown: list[list[list[int]]] = [[] for _ in Seat]
        self._lay_out()
        self.opening = dict(self._where)

    @property
    def where(self) -> dict[int, RestingTile]:
        """Where every tile is once the deeds asked for so far are done."""
        return self._where

    def _pieces(self) -> Iterator[Piece]:
        used: dict[int, int] = {}
        for number, kind in enumerate(SET):
            n = used.get(kind, 0)
            used[kind] = n + 1
            yield Piece(kind, n % face_count(self.look.family, kind), number == self._worn)

    def _lay_out(self) -> None:
        deal, look = self.game.deal, self.look
        poses = walls(look, deal.east, deal.broken)
        gone = len(SET) - len(deal.wall)
        for number, pose in zip(deal.wall, poses[gone:], strict=True):
            seat = max(Seat, key=lambda s: out_of(s, pose.x, pose.y))
            self._where[number] = RestingTile(self.pieces[number], pose, Band.WALL, seat)
        for seat in Seat:
            for slot, number in enumerate(self._racks[seat]):
                self._where[number] = self._standing(seat, slot, number)

    def _standing(self, seat: Seat, slot: int, number: int) -> RestingTile:
        return RestingTile(self.pieces[number], standing(self.look, seat, slot, _SLOTS), Band.STANDING, seat)

    def _ledge(self, seat: Seat, group: int, index: int, number: int) -> RestingTile:
        sizes = tuple(len(g) for g in self._shown[seat])
        pose = on_ledge(self.look, seat, sizes, group, index)
        return RestingTile(self.pieces[number], pose, Band.LEDGE, seat, (group, index))

    def deeds(self) -> Iterator[Deed]:
        """Everything that happens, one hand at a time."""
        for act in self.game.acts():
            match act:
                case Drawn():
                    yield self._draw(act)
                case Discarded():
                    yield self._discard(act)
                    yield from self._fidget()
                case Called():
                    yield self._call(act)
                case Exchanged():
                    yield self._exchange(act)
                case Won():
                    yield self._win(act)
                case Waits():
                    yield self._wait(act)
                case TookBack():
                    yield self._take_back(act)
                case WallEnded():
                    yield Deed(Seat.P1, self._t, self._t, self._t + 3 / self.speed, act)
                case _:
                    assert_never(act)

    def _fidget(self) -> Iterator[Deed]:
        """Now and then somebody reaches over and changes nothing, or pushes a discard a little aside."""
        if self._rng.random() > _FIDGETS:
            return
        seat = Seat(int(self._rng.integers(4)))
        t0 = self._t
        there = t0 + self._s(_COME)
        gone = there + self._s(_GRIP * 3)
        go = gone + self._s(_GO)
        discards = [n for n, lying in self._where.items() if lying.band is Band.MIDDLE]
        pushed = self._push(discards[int(self._rng.integers(len(discards)))]) if discards else None
        if pushed is not None and self._rng.random() < 0.6:
            number, lands = pushed
            start = self._where[number]
            carries: tuple[Carry, ...] = (self._carry(number, there, gone, lands),)
            way = ((there, *_grip(start.pose)), (gone, *_grip(lands.pose)))
        else:
            carries = ()
            x, y = spot(seat, float(self._rng.uniform(0.2, 0.9)) * self.look.ledge, float(self._rng.normal(0, 90)))
            way = ((there, x, y, 30.0), (gone, x + float(self._rng.normal(0, 12)), y, 30.0))
        self._t = go + self._s(_REST)
        yield Deed(seat, t0, go, self._t, None, ((t0, *self._away(seat)), *way, (go, *self._away(seat))), carries)

    def _push(self, number: int) -> tuple[int, RestingTile] | None:
        """Discard `number` somewhat aside, None where others are in the way."""
        here = self._where[number]
        dx, dy = self._rng.normal(0, 9, 2)
        moved = Pose(
            here.pose.x + float(dx),
            here.pose.y + float(dy),
            here.pose.z,
            here.pose.turn + float(self._rng.normal(0, 0.2)),
        )
        rows = self._lying_about(number)
        size = self.look.tile[:2]
        inside = max(abs(moved.x), abs(moved.y)) < self.look.discards
        if not inside or room(moved.x, moved.y, moved.turn, size, rows) < 0.5:
            return None
        return number, RestingTile(here.piece, moved, Band.MIDDLE)

    def _lying_about(self, but: int | None = None) -> Floats:
        """What lies in the middle, rows x, y, turn, width, height."""
        w, h, _ = self.look.tile
        poses = [t.pose for n, t in self._where.items() if t.band is Band.MIDDLE and n != but]
        rows = [thing.footprint for thing in things(self.look)] + [(p.x, p.y, p.turn, w, h) for p in poses]
        return np.array(rows, float).reshape(-1, 5)

    def _away(self, seat: Seat) -> tuple[float, float, float]:
        x, y = spot(seat, self.look.half + 210, float(self._rng.normal(60, 40)))
        return x, y, 30.0

    def _s(self, seconds: float) -> float:
        """Seconds of play, a little uneven as people are, at this speed."""
        return seconds * float(self._rng.uniform(0.85, 1.2)) / self.speed

    def _carry(self, number: int, t_pick: float, t_drop: float, lands: RestingTile) -> Carry:
        carry = Carry(number, self._where[number], t_pick, t_drop, lands)
        self._where[number] = lands
        return carry

    def _close_up(self, seat: Seat, t: float) -> list[tuple[float, int, RestingTile]]:
        """The rack's tiles pushed together."""
        moved = []
        for slot, number in enumerate(self._racks[seat]):
            lying = self._standing(seat, slot, number)
            if self._where[number] != lying:
                self._where[number] = lying
                moved.append((t, number, lying))
        return moved

    def _draw(self, act: Drawn) -> Deed:
        seat = act.seat
        t0 = self._t
        pick = t0 + self._s(_COME)
        drop = pick + self._s(_CARRY)
        go = drop + self._s(_GO)
        start = self._where[act.tile]
        lands = self._standing(seat, len(self._racks[seat]), act.tile)
        self._racks[seat].append(act.tile)
        carry = self._carry(act.tile, pick, drop, lands)
        way = ((t0, *self._away(seat)), (pick, *_grip(start.pose)), (drop, *_grip(lands.pose)), (go, *self._away(seat)))
        self._t = go + self._s(0.12)
        return Deed(seat, t0, go, self._t, act, way, (carry,))

    def _discard(self, act: Discarded) -> Deed:
        seat = act.seat
        t0 = self._t
        pick = t0 + self._s(_COME)
        drop = pick + self._s(_CARRY * 1.1)
        go = drop + self._s(_GO)
        x, y, turn = free_spot(self.look, seat, self._lying_about(), self._rng)
        start = self._where[act.tile]
        lands = RestingTile(self.pieces[act.tile], Pose(x, y, self.look.tile[2] / 2, turn, 0.0), Band.MIDDLE)
        self._racks[seat].remove(act.tile)
        carry = self._carry(act.tile, pick, drop, lands)
        slides = self._close_up(seat, pick)
        leave = drop + self._s(_GRIP)
        way = (
            (t0, *self._away(seat)),
            (pick, *_grip(start.pose)),
            (drop, *_grip(lands.pose)),
            (leave, *_grip(lands.pose)),
            (leave + go - drop, *self._away(seat)),
        )
        settled = leave + go - drop
        self._t = settled + self._s(_REST) + 0.1 / self.speed
        return Deed(seat, t0, settled, self._t, act, way, (carry,), tuple(slides))

    def _call(self, act: Called) -> Deed:
        seat = act.seat
        t0 = self._t
        pick = t0 + self._s(_COME * 1.2)
        drop = pick + self._s(_CARRY * 1.2)
        start = self._where[act.tile]
        group = len(self._shown[seat])
        self._shown[seat].append(list(act.tiles))
        lands = self._ledge(seat, group, act.tiles.index(act.tile), act.tile)
        carries = [self._carry(act.tile, pick, drop, lands)]
        way = [(t0, *self._away(seat)), (pick, *_grip(start.pose)), (drop, *_grip(lands.pose))]
        t, carries_more, stops = self._lay_down(seat, group, [n for n in act.tiles if n != act.tile], drop)
        slides = self._close_up(seat, t)
        go = t + self._s(_GO)
        self._t = go + self._s(_REST) + 0.1 / self.speed
        way += [*stops, (go, *self._away(seat))]
        return Deed(seat, t0, go, self._t, act, tuple(way), (*carries, *carries_more), tuple(slides))

    def _wait(self, act: Waits) -> Deed:
        """Nothing moves; whoever plays the deeds stays at this one until its cue is given."""
        t0 = self._t
        self._t = t0 + 1.5 * MOST_AT_ONCE_S / self.speed  # whoever takes few pictures does not step over it
        return Deed(Seat.P1, t0, t0, self._t, act)

    def _take_back(self, act: TookBack) -> Deed:
        seat = act.seat
        t0 = t = self._t
        way = [(t0, *self._away(seat))]
        carries = []
        self._shown[seat].pop(act.group)
        for number in act.tiles:
            start = self._where[number]
            pick, drop = t + self._s(_COME), t + self._s(_COME + _CARRY)
            drop = max(drop, pick + 0.05 / self.speed)
            self._racks[seat].append(number)
            lands = self._standing(seat, len(self._racks[seat]) - 1, number)
            way += [(pick, *_grip(start.pose)), (drop, *_grip(lands.pose))]
            carries.append(self._carry(number, pick, drop, lands))
            t = drop
        go = t + self._s(_GO)
        self._t = go + self._s(_REST)
        return Deed(seat, t0, go, self._t, act, (*way, (go, *self._away(seat))), tuple(carries))

    def _lay_down(
        self, seat: Seat, group: int, numbers: list[int], t: float, each: float = 0.2
    ) -> tuple[float, list[Carry], list[tuple[float, float, float, float]]]:
        """Tiles from the rack onto the ledge one by one: when it is done, the carries, and the hand's stops."""
        carries, stops = [], []
        for number in numbers:
            start = self._where[number]
            index = self._shown[seat][group].index(number)
            lands = self._ledge(seat, group, index, number)
            pick, drop = t + self._s(each * 0.4), t + self._s(each)
            drop = max(drop, pick + 0.05 / self.speed)
            stops += [(pick, *_grip(start.pose)), (drop, *_grip(lands.pose))]
            self._racks[seat].remove(number)
            carries.append(self._carry(number, pick, drop, lands))
            t = drop
        return t, carries, stops

    def _exchange(self, act: Exchanged) -> Deed:
        seat, owner = act.seat, act.owner
        t0 = self._t
        pick = t0 + self._s(_COME)
        swap = pick + self._s(_CARRY * 1.3)
        lift = swap + self._s(_GRIP * 1.5)
        back = lift + self._s(_CARRY * 1.3)
        go = back + self._s(_GO)
        start, there = self._where[act.tile], self._where[act.joker]
        self._racks[seat].remove(act.tile)
        slides = self._close_up(seat, pick)
        self._shown[owner][act.group][act.index] = act.tile
        lands = self._ledge(owner, act.group, act.index, act.tile)
        self._racks[seat].append(act.joker)
        rack = self._standing(seat, len(self._racks[seat]) - 1, act.joker)
        # the joker is drawn aside under the hand just before the natural comes to lie in its place
        aside_x, aside_y = spot(owner, out_of(owner, there.pose.x, there.pose.y) - self.look.tile[1] * 0.8, 0.0)
        flat = spot(owner, out_of(owner, there.pose.x, there.pose.y), 0.0)
        beside = Pose(
            there.pose.x + aside_x - flat[0], there.pose.y + aside_y - flat[1], LEDGE_TOP + 22, there.pose.turn
        )
        held = RestingTile(there.piece, beside, Band.LEDGE, owner)
        carries = (
            self._carry(act.joker, swap - (swap - pick) * 0.12, swap, held),
            self._carry(act.tile, pick, swap, lands),
            self._carry(act.joker, swap, back, rack),
        )
        way = (
            (t0, *self._away(seat)),
            (pick, *_grip(start.pose)),
            (swap, *_grip(lands.pose)),
            (lift, *_grip(beside)),
            (back, *_grip(rack.pose)),
            (go, *self._away(seat)),
        )
        self._t = go + self._s(_REST) + 0.1 / self.speed
        return Deed(seat, t0, go, self._t, act, way, carries, tuple(slides))

    def _win(self, act: Won) -> Deed:
        seat = act.seat
        t0 = t = self._t
        way = [(t0, *self._away(seat))]
        carries = []
        if act.tile is not None:
            pick = t0 + self._s(_COME * 1.2)
            t = pick + self._s(_CARRY * 1.2)
            start = self._where[act.tile]
            rack = self._standing(seat, len(self._racks[seat]), act.tile)
            self._racks[seat].append(act.tile)
            carries.append(self._carry(act.tile, pick, t, rack))
            way += [(pick, *_grip(start.pose)), (t, *_grip(rack.pose))]
        else:
            t += self._s(_COME)
        for numbers in act.groups:
            self._shown[seat].append(list(numbers))
            t, more, stops = self._lay_down(seat, len(self._shown[seat]) - 1, list(numbers), t, each=0.15)
            carries += more
            way += stops
        go = t + self._s(_GO)
        way.append((go, *self._away(seat)))
        self._t = go + 4.0 / self.speed
        return Deed(seat, t0, go, self._t, act, tuple(way), tuple(carries))


def _grip(pose: Pose) -> tuple[float, float, float]:
    """Where fingertips hold a tile that is there."""
    return pose.x, pose.y, max(6.0, pose.z)
