"""Where a scenario starts: who is East, what is held, shown and discarded, whose turn it is."""

import re
from dataclasses import dataclass, field, replace
from typing import Self

from engine.charleston import Charleston, Stage
from engine.faults import KILLS, Cause
from engine.layers import Agreed, Exposure, Game, Laid, Opening, Phase, Rack, State, seated
from engine.rules.ruling import Rules, plays_on
from engine.rules.starting import set_size
from engine.scenarios.wording import by_rule, cause_named
from engine.tile import Seat, Tile, read_tiles
from engine.turn import AwaitingDraw, Discard, HoldingFourteen, Window
from engine.wording import number

HELD = 13


@dataclass(frozen=True, slots=True)
class Position:
    """What is given. Seats hold thirteen tiles unless said otherwise, East (or whoever has drawn) fourteen.

    `said_east` is East where a line says who she is. `live` is a discard that can still be called, and whose it is.
    `holds` are known concealed tiles; `counts` the number of all tiles of a seat, exposed ones included.
    """

    phase: Phase = Phase.PLAY
    stage: Stage = Stage.FIRST_RIGHT
    east: Seat = Seat.P1
    said_east: Seat | None = None
    players: tuple[Seat, ...] = tuple(Seat)
    holds: dict[Seat, tuple[Tile, ...]] = field(default_factory=dict)
    counts: dict[Seat, int] = field(default_factory=dict)
    shows: dict[Seat, tuple[tuple[Tile, ...], ...]] = field(default_factory=dict)
    dead: dict[Seat, Cause] = field(default_factory=dict)
    discards: tuple[Tile, ...] = ()
    turn: Seat | None = None
    drawn: Seat | None = None
    drew: tuple[Tile, ...] = ()
    live: tuple[Seat, Tile] | None = None
    named: Tile | None = None
    wall: int | None = None

    def given(self, text: str) -> Self:
        """The position with one more thing given. Raises ValueError for what is not understood."""
        for pattern, change in _GIVEN:
            match = re.fullmatch(pattern, text, re.IGNORECASE)
            if match is not None:
                return self._agreeing(replace(self, **change(self, match)), text)
        raise ValueError(
            f"given {text!r} is not understood: given P2 holds 1B 2C, given P3 shows 3B 3B J / 4C 4C 4C, "
            "given turn P2, given P2 has drawn, given P1 discarded 4D, given P2 has 12 tiles, "
            "given discards 5D 5D, given wall 3, given east P2, given players P1 P2 P3, "
            "given P4 is dead WRONG_COUNT, given set-up, given Charleston"
        )

    def _agreeing(self, more: Self, text: str) -> Self:
        """The position with more given. Raises ValueError where another line says otherwise: neither is forgotten."""
        fresh = Position()
        for name in _ONCE:
            before, after = getattr(self, name), getattr(more, name)
            if isinstance(before, dict):
                changed = any(after[seat] != value for seat, value in before.items())
            else:
                changed = before != getattr(fresh, name) and before != after
            if changed:
                raise ValueError(f"given {text}: another line says otherwise")
        return more

    def state(self, rules: Rules) -> State:
        """The state it describes at a table of these rules. Raises ValueError where tiles are given that the set does
        not have, or somebody is to act who does not play."""
        self._check()
        self._check_turn(rules)
        agreed = Agreed(options=rules.ruleset.differences)
        if self.phase is Phase.SETUP:
            return replace(seated(self.players, self.east), agreed=agreed)
        holder = self._holder
        racks = tuple(self._rack(seat, rules) for seat in Seat)
        lying = tuple(Discard(t, None) for t in self.discards)
        turn = next(seat for seat in (self.drawn, self.turn, self.east) if seat is not None)
        if self.live is not None:
            thrower, tile = self.live
            # A joker may be named as the discard before it.
            right = (tile, *self.discards[-1:]) if tile is Tile.JOKER else (tile,)
            lying = (*lying, Discard(tile, thrower, None if self.named in right else self.named))
            turn = self._after(thrower, rules) if self.drawn is None else self.drawn
        elif turn in self._stopped(rules):
            turn, holder = self._after(turn, rules), None
        shown = sum(r.count for r in racks) + len(lying)
        left = set_size(len(self.players), rules) - shown
        if left < 0 or (self.wall or 0) > left:
            raise ValueError(f"{shown} tiles lie and stand on the table: the wall cannot hold more than {max(0, left)}")
        asked = Window(len(lying) - 1) if self.live is not None else None
        # Who has drawn while the discard before it can still be called has looked at her tile and not racked it.
        acting = None
        if holder is not None:
            acting = HoldingFourteen(turn, self.drawn is not None, asked is None, asked=asked)
        game = Game(
            phase=self.phase,
            east=self.east,
            opening=Opening(east_known=True),
            players=self.players,
            turn=acting or AwaitingDraw(turn, asked),
        )
        if self.phase is Phase.CHARLESTON:
            stage = self.stage if len(self.players) == 4 else Stage.COURTESY  # P3-02
            game = replace(game, charleston=Charleston(stage))
        return State(table=Laid(racks, lying, left if self.wall is None else self.wall), game=game, agreed=agreed)

    @property
    def _holder(self) -> Seat | None:
        """Who has fourteen tiles: whoever has drawn, or East before the first discard."""
        started = bool(self.discards) or self.live is not None or self.turn is not None or self.drawn is not None
        return self.drawn if started else self.east

    def unnamed(self, seat: Seat) -> int:
        """How many tiles `seat` may use beside those given: the one it has got, where nobody said which."""
        return int(seat is self._holder and not self.drew and self.blank(seat) > 0)

    def blank(self, seat: Seat) -> int:
        """How many concealed tiles of `seat` the scenario does not know. A hand that is given but for one tile has one
        too few, unless it is said how many it has."""
        blank = max(0, self.counts.get(seat, HELD + (seat is self._holder)) - self._named(seat))
        got = int(seat is self._holder and not self.drew)
        short = seat in self.holds and seat not in self.counts and blank - got == 1
        return got if short else blank

    def known(self, seat: Seat) -> tuple[Tile, ...]:
        """The concealed tiles given, with the one she drew last, since it may go back."""
        return (*self.holds.get(seat, ()), *(self.drew if seat is self.drawn else ()))

    def _named(self, seat: Seat) -> int:
        return len(self.known(seat)) + self._exposed(seat)

    def _exposed(self, seat: Seat) -> int:
        return sum(len(group) for group in self.shows.get(seat, ()))

    def _after(self, seat: Seat, rules: Rules) -> Seat:
        stopped, after = self._stopped(rules), seat.right
        while after is not seat and (after not in self.players or after in stopped):
            after = after.right
        return after

    def _stopped(self, rules: Rules) -> set[Seat]:
        return {s for s, cause in self.dead.items() if not plays_on(cause, rules.ruleset)}

    def _rack(self, seat: Seat, rules: Rules) -> Rack:
        if seat not in self.players:
            return Rack(concealed=0)
        shown = tuple(Exposure(g) for g in self.shows.get(seat, ()))
        concealed = len(self.known(seat)) + self.blank(seat)
        dead = self.dead.get(seat)
        return Rack(shown, concealed, dead, dead is not None and plays_on(dead, rules.ruleset))

    def _check_turn(self, rules: Rules) -> None:
        """Whose turn it is, is given once, or the same by every line; and a game that is over is not given."""
        begun = self.discards or self.live or self.turn is not None or self.drawn is not None or self.shows
        if self.phase is Phase.SETUP and (begun or self.holds or self.counts or self.dead or self.wall is not None):
            raise ValueError("given set-up: nothing is dealt yet, so nobody has tiles or a turn")
        if self.phase is Phase.CHARLESTON and begun:
            raise ValueError("given Charleston: nothing is discarded or exposed yet, and nobody has drawn")
        next_up = {self.turn, self.drawn, self._after(self.live[0], rules) if self.live is not None else None} - {None}
        if len(next_up) > 1:
            names = " and ".join(sorted(s.name for s in next_up if s is not None))
            raise ValueError(
                f"it cannot be the turn of {names} at once; whose turn it is, follows from the last discard"
            )
        if len(self.players) > 2 and len(self.players) - len(self._stopped(rules)) < 2:
            raise ValueError("a game is over when one hand is left: let the last hand die by an act")

    def _check_counts(self) -> None:
        for seat in self.players:
            named, has = self._named(seat), self.counts.get(seat)
            if self._exposed(seat) > HELD + 1:
                raise ValueError(f"{seat.name} shows {self._exposed(seat)} tiles, and nobody has more than {HELD + 1}")
            if has is not None and named > has:
                raise ValueError(f"{seat.name} has {has} tiles, but {named} are given")

    def _check(self) -> None:
        self._check_counts()
        tiles = [
            *self.discards,
            *((self.live[1],) if self.live else ()),
            *(t for held in self.holds.values() for t in held),
            *self.drew,
        ]
        tiles += [t for groups in self.shows.values() for g in groups for t in g]
        if self.drawn is not None and self.live is not None and self.drawn is self.live[0]:
            name = self.drawn.name
            raise ValueError(f"{name} discarded the last tile, and another has the next turn: {name} has not drawn")
        if len(self.players) < 2:
            raise ValueError("two to four play: given players P1 P2 P3")
        acting = (self.east, self.turn, self.drawn, self.live[0] if self.live is not None else None)
        told = (*acting, *self.holds, *self.shows, *self.counts, *self.dead)
        absent = next((s for s in told if s is not None and s not in self.players), None)
        if absent is not None:
            raise ValueError(f"{absent.name} does not play: given players {' '.join(s.name for s in self.players)}")
        for tile in set(tiles):
            if tiles.count(tile) > tile.copies:
                given = number(tiles.count(tile))
                raise ValueError(f"{given} {tile.words} tiles are given; the set has {number(tile.copies)}")


def _holds(position: Position, match: re.Match[str]) -> dict[str, object]:
    seat = _seat(match[1])
    return {"holds": {**position.holds, seat: (*position.holds.get(seat, ()), *read_tiles(match[2]))}}


def _shows(position: Position, match: re.Match[str]) -> dict[str, object]:
    groups = tuple(read_tiles(g) for g in match[2].split("/"))
    if any(not g for g in groups):
        raise ValueError("each exposure needs its tiles: given P3 shows 3B 3B J / 4C 4C 4C")
    seat = _seat(match[1])
    return {"shows": {**position.shows, seat: (*position.shows.get(seat, ()), *groups)}}


def _has_drawn(position: Position, match: re.Match[str]) -> dict[str, object]:
    return {"drawn": _seat(match[1]), "drew": position.drew if match[2] is None else read_tiles(match[2])}


def _discarded(position: Position, match: re.Match[str]) -> dict[str, object]:
    who = match[1] or match[3]
    if who is None:
        raise ValueError("say whose it was: given P1 discarded 4D")
    named = read_tiles(match[4])[0] if match[4] else None
    return {"live": (_seat(who), read_tiles(match[2])[0]), "named": named}


def _dies(position: Position, match: re.Match[str]) -> dict[str, object]:
    cause = by_rule(cause_named(match[2] or "DEAD"), KILLS)
    if cause not in Cause.__members__:
        raise ValueError(f"{cause} is not a cause for which a hand dies")
    return {"dead": {**position.dead, _seat(match[1]): Cause[cause]}}


def _seat(text: str) -> Seat:
    return Seat[text.upper()]


def _players(position: Position, match: re.Match[str]) -> dict[str, object]:
    players = tuple(sorted({_seat(w) for w in match[1].split()}))
    east = position.east if position.said_east is not None or position.east in players else players[0]
    return {"players": players, "east": east}


def _charleston(position: Position, match: re.Match[str]) -> dict[str, object]:
    stage = Stage.FIRST_RIGHT if match[1] is None else next(s for s in Stage if s.value.lower() == match[1].lower())
    return {"phase": Phase.CHARLESTON, "stage": stage}


# What one line says, no other may say otherwise; tiles that several lines give are added up.
_ONCE = ("phase", "stage", "said_east", "players", "counts", "dead", "turn", "drawn", "drew", "live", "named", "wall")
_SEAT = "(P[1-4])"
_STAGES = "|".join(stage.value for stage in Stage if stage is not Stage.DONE)
_GIVEN = (
    (r"set-?up", lambda p, m: {"phase": Phase.SETUP}),
    (rf"charleston(?: ({_STAGES}))?", _charleston),
    (rf"east {_SEAT}", lambda p, m: {"east": _seat(m[1]), "said_east": _seat(m[1])}),
    (r"players (P[1-4](?: P[1-4])*)", _players),
    (rf"{_SEAT} holds (.+)", _holds),
    (rf"{_SEAT} has (\d{{1,2}}) tiles", lambda p, m: {"counts": {**p.counts, _seat(m[1]): int(m[2])}}),
    (rf"{_SEAT} has drawn(?: ([1-9A-Z]{{1,2}}))?", _has_drawn),
    (
        rf"(?:{_SEAT} (?:has )?discarded|(?:the )?last discard) (\w+)(?: (?:by|from) {_SEAT})?(?: named (\w+))?",
        _discarded,
    ),
    (rf"{_SEAT} shows (.+)", _shows),
    (rf"{_SEAT} is dead(?: ([a-z_ ]+|[a-z]+-\d+))?", _dies),
    (r"discards (.+)", lambda p, m: {"discards": (*p.discards, *read_tiles(m[1]))}),
    (rf"turn {_SEAT}", lambda p, m: {"turn": _seat(m[1])}),
    (r"(?:the )?wall (?:has |of )?(\d{1,3})(?: tiles?)?(?: left)?", lambda p, m: {"wall": int(m[1])}),
)
