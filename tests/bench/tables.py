"""Whole games of simulated players who see what their seat may see: deal, Charleston, play, wins. No referee is asked.

The wall and the players are given, so the same deal can be played again with the players in other seats. `watch` is
told of every decision before it is carried out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.charleston import Stage, courtesy_count, receiver
from engine.coaching.known import Handed, Known
from engine.event import (
    CourtesyOffered,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Exposed,
    JokerExchanged,
    MahJongg,
    Passed,
    Voted,
)
from engine.hands import HandTable, counts_of, wins
from engine.tile import Seat, Tile
from engine.turn import Discard
from tests.bench.players import Player

WALL = tuple(tile for tile in Tile for _ in range(tile.copies))
Watch = Callable[[Known, str, Tile | None], None]


def shuffled(seed: int) -> tuple[Tile, ...]:
    """The wall of one deal."""
    wall = list(WALL)
    Random(seed).shuffle(wall)
    return tuple(wall)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `winner` and `giver` (the discarder of the winning tile) are None for a wall game and a tile
    drawn. `left` tiles in the wall; `jokers` each seat held, exposures and those that it
    discarded included. `log` is the game."""

    winner: Seat | None
    giver: Seat | None
    left: int
    jokers: tuple[int, ...]
    exposures: int
    log: tuple[Event, ...]


@dataclass(slots=True)
class _Game:
    table: HandTable
    players: Sequence[Player]
    wall: list[Tile]
    racks: list[list[Tile]]
    watch: Watch | None
    shown: list[list[tuple[Tile, ...]]] = field(default_factory=lambda: [[], [], [], []])
    discards: list[Discard] = field(default_factory=list)
    passed: list[list[Handed]] = field(default_factory=lambda: [[], [], [], []])
    received: list[list[Handed]] = field(default_factory=lambda: [[], [], [], []])
    log: list[Event] = field(default_factory=list)
    turn: Seat = Seat.P1
    drawn: bool = False
    away: list[tuple[int, int]] = field(default_factory=lambda: [(-1, 0)] * 4)

    def may_win(self, seat: Seat, tile: Tile | None = None) -> bool:
        """Whether one tile more may win: a look at how far away each rack was when it last changed spares asking."""
        rack, shown = self.racks[seat], self.shown[seat]
        was = hash((tuple(rack), tuple(shown)))
        if self.away[seat][0] != was:
            left = self.table.after(shown)
            missing = left.missing(counts_of(rack))
            self.away[seat] = was, int(missing.min()) if len(missing) else 99
        return self.away[seat][1] <= (tile is not None)

    def known(self, seat: Seat, stage: Stage | None = None, offered: Tile | None = None) -> Known:
        a, b, c, d = (len(rack) for rack in self.racks)
        return Known(
            table=self.table,
            seat=seat,
            rack=tuple(self.racks[seat]),
            exposures=tuple(tuple(groups) for groups in self.shown),
            discards=tuple(self.discards),
            concealed=(a, b, c, d),
            wall=len(self.wall),
            turn=self.turn,
            offered=offered,
            drawn=self.drawn,
            stage=stage,
            passed=tuple(self.passed[seat]),
            received=tuple(self.received[seat]),
        )

    def tell(self, known: Known, what: str, tile: Tile | None = None) -> None:
        if self.watch is not None:
            self.watch(known, what, tile)

    def won(self, seat: Seat, tile: Tile | None = None, source: Seat | None = None) -> None:
        """The last event: `seat` wins, with the discard `tile` of `source` or by its own draw."""
        shown = self.shown[seat]
        tiles = (*self.racks[seat], *(t for g in shown for t in g), *(() if tile is None else (tile,)))
        best = wins(self.table, tiles, shown)[0]
        bonus = best.jokerless and best.line.jokerless_bonus
        self.log.append(MahJongg(seat, tiles, best.line.name, source, best.line.value, jokerless=bonus))

    def result(self, winner: Seat | None, giver: Seat | None) -> Result:
        held = [
            rack.count(Tile.JOKER) + sum(g.count(Tile.JOKER) for g in groups)
            for rack, groups in zip(self.racks, self.shown, strict=True)
        ]
        for event in self.log:
            if isinstance(event, Discarded) and event.tile is Tile.JOKER:
                held[event.seat] += 1
        exposures = sum(map(len, self.shown))
        return Result(winner, giver, len(self.wall), tuple(held), exposures, tuple(self.log))


def play(table: HandTable, wall: Sequence[Tile], players: Sequence[Player], watch: Watch | None = None) -> Result:
    """One game; `players` by seat, the first is East."""
    tiles = list(wall)
    racks = [[tiles.pop() for _ in range(13)] for _ in range(4)]
    racks[0].append(tiles.pop())
    game = _Game(table, players, tiles, racks, watch)
    game.log.append(Dealt())
    _charleston(game)
    holding = True
    while True:
        seat = game.turn
        game.drawn = False
        if not holding:
            if not game.wall:
                return game.result(None, None)
            tile = game.wall.pop()
            game.racks[seat].append(tile)
            game.log.append(Drawn(seat))
            game.drawn = True
        ended = _own_turn(game, seat)
        if ended is not None:
            return ended
        holding, ended = _offered(game, seat)
        if ended is not None:
            return ended


def _charleston(game: _Game) -> None:
    stages = [Stage.FIRST_RIGHT, Stage.FIRST_ACROSS, Stage.FIRST_LEFT]
    for stage in stages:
        _pass(game, stage)
    votes = [game.players[s].second(game.known(s, Stage.VOTE)) for s in Seat]
    for seat, vote in zip(Seat, votes, strict=True):
        game.log.append(Voted(seat, vote))
        if not vote:
            break
    if all(votes):
        for stage in (Stage.SECOND_LEFT, Stage.SECOND_ACROSS, Stage.SECOND_RIGHT):
            _pass(game, stage)
    _courtesy(game)


def _pass(game: _Game, stage: Stage) -> None:
    given: list[tuple[Tile, ...]] = []
    blind: list[int] = []
    for seat in Seat:
        known = game.known(seat, stage)
        game.tell(known, "pass")
        passing = game.players[seat].passing(known, stage)
        given.append(passing.tiles)
        blind.append(passing.blind)
    if all(blind):  # all four blind: everybody owes, which the rules settle otherwise; here East passes what she can
        blind = [0, *blind[1:]]
        given[0] = (*given[0], *_any_others(game.racks[0], given[0], 3 - len(given[0])))
    for seat in Seat:
        for tile in given[seat]:
            game.racks[seat].remove(tile)
        game.log.append(Passed(seat, 3 - len(given[seat]), tiles=given[seat]))
    # Tiles sent on unseen come from what the seat is about to receive.
    sent = {seat: list(given[seat]) for seat in Seat}
    to = {seat: receiver(stage, seat) for seat in Seat}
    source = {to[seat]: seat for seat in Seat}
    waiting = [seat for seat in Seat if len(sent[seat]) < 3]
    while waiting:
        for seat in list(waiting):
            before = source[seat]
            if len(sent[before]) == 3:
                need = 3 - len(given[seat])
                sent[seat] = [*given[seat], *sent[before][:need]]
                waiting.remove(seat)
    for seat in Seat:
        kept = sent[source[seat]][3 - len(given[seat]) :]
        game.racks[seat].extend(kept)
        game.passed[seat].append(Handed(to[seat], given[seat]))
        game.received[seat].append(Handed(source[seat], tuple(kept)))


def _any_others(rack: Sequence[Tile], chosen: Sequence[Tile], n: int) -> tuple[Tile, ...]:
    rest = list(rack)
    for tile in chosen:
        rest.remove(tile)
    return tuple([t for t in rest if t is not Tile.JOKER][:n])


def _courtesy(game: _Game) -> None:
    offers = {seat: game.players[seat].courtesy(game.known(seat, Stage.COURTESY)) for seat in Seat}
    for seat in Seat:
        game.log.append(CourtesyOffered(seat, len(offers[seat])))
    for one in (Seat.P1, Seat.P2):
        other = one.across
        n = courtesy_count(len(offers[one]), len(offers[other]), must_match=False)
        for giver, taker in ((one, other), (other, one)):
            for tile in offers[giver][:n]:
                game.racks[giver].remove(tile)
                game.racks[taker].append(tile)
            if n:
                game.passed[giver].append(Handed(taker, offers[giver][:n]))
                game.received[taker].append(Handed(giver, offers[giver][:n]))


def _own_turn(game: _Game, seat: Seat) -> Result | None:
    """Exchanges, a win, or the discard."""
    player = game.players[seat]
    while True:
        known = game.known(seat)
        if game.may_win(seat) and player.wins_with(known):
            game.won(seat)
            return game.result(seat, None)
        game.tell(known, "exchange")
        swap = player.exchange(known)
        if swap is None:
            break
        group = list(game.shown[swap.owner][swap.group])
        group[group.index(Tile.JOKER)] = swap.tile
        game.shown[swap.owner][swap.group] = tuple(group)
        game.racks[seat].remove(swap.tile)
        game.racks[seat].append(Tile.JOKER)
        game.log.append(JokerExchanged(seat, swap.owner, swap.group, swap.tile))
    game.tell(known, "discard")
    tile = player.discard(known)
    game.racks[seat].remove(tile)
    game.discards.append(Discard(tile, seat))
    game.log.append(Discarded(seat, tile))
    return None


def _offered(game: _Game, giver: Seat) -> tuple[bool, Result | None]:
    """Who has the discard: a win before an exposure, the next player first. Whether the next to play holds fourteen."""
    tile = game.discards[-1].tile
    game.turn = giver.right
    if tile is Tile.JOKER:
        return False, None
    order = (giver.right, giver.across, giver.left)
    views = [(seat, game.known(seat, offered=tile)) for seat in order]
    for seat, known in views:
        if game.may_win(seat, tile) and game.players[seat].wins_with(known, tile):
            game.won(seat, tile, giver)
            return False, game.result(seat, giver)
    for seat, known in views:
        game.tell(known, "call", tile)
        exposure = game.players[seat].call(known, tile)
        if exposure:
            for t in _but_one(exposure, tile):
                game.racks[seat].remove(t)
            game.shown[seat].append(exposure)
            game.discards.pop()
            game.log.append(Exposed(seat, tile, giver, exposure))
            game.turn = seat
            return True, None
    return False, None


def _but_one(exposure: Sequence[Tile], tile: Tile) -> list[Tile]:
    rest = list(exposure)
    rest.remove(tile)
    return rest
