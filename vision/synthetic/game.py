"""A whole legal game by simulated players, from the deal to its end: acts in order, no time and no picture.

Every tile has a number, 0 to 151, so that the same solid can be followed from the wall to the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from random import Random

from engine.card import read_card
from engine.hands import HandTable, counts_of, wins
from engine.players import (
    MAH_JONGG,
    choose_discard,
    choose_exchange,
    choose_pass,
    declares,
    wants_call,
    wants_second_charleston,
)
from engine.tile import N_KINDS, Seat, Tile

SET = tuple(tile for tile in Tile for _ in range(tile.copies))
"""The kind of each numbered tile."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """`seat` drew tile number `tile` from the wall."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class Discarded:
    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class Called:
    """`seat` took the last discard, `tile` by `source`, and exposed `tiles`, the called one among them."""

    seat: Seat
    source: Seat
    tile: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """`seat` laid `tile` in place of `joker`, number `index` of `owner`'s exposure number `group`."""

    seat: Seat
    owner: Seat
    group: int
    index: int
    tile: int
    joker: int


@dataclass(frozen=True, slots=True)
class Won:
    """`seat` shows `groups` of what was concealed beside its exposures; it won on `tile`, discarded by `source`."""

    seat: Seat
    groups: tuple[tuple[int, ...], ...]
    line: str
    tile: int | None = None
    source: Seat | None = None


@dataclass(frozen=True, slots=True)
class WallEnded:
    """Nobody won."""


@dataclass(frozen=True, slots=True)
class Waits:
    """The table waits until somebody gives the cue `for_`: what the people at the simulated table do in words."""

    for_: str


@dataclass(frozen=True, slots=True)
class TookBack:
    """`seat`, whose hand is dead, puts its exposure number `group` back on its rack."""

    seat: Seat
    group: int
    tiles: tuple[int, ...]


Act = Drawn | Discarded | Called | Exchanged | Won | WallEnded | Waits | TookBack


@dataclass(slots=True)
class Hand:
    """One player's tiles by number; `rack` in the order in which they stand."""

    rack: list[int]
    exposures: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def tiles(self) -> list[Tile]:
        return [SET[n] for n in self.rack] + [t for e in self.shown for t in e]

    @property
    def shown(self) -> list[tuple[Tile, ...]]:
        return [tuple(SET[n] for n in e) for e in self.exposures]

    def find(self, tile: Tile) -> int:
        """The number of one concealed tile of this kind."""
        return next(n for n in self.rack if SET[n] is tile)


@dataclass(frozen=True, slots=True)
class Deal:
    """The table when play begins: the racks (East's has fourteen) and the wall in the order of drawing."""

    east: Seat
    broken: int
    racks: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]


@lru_cache(maxsize=1)
def practice_table() -> HandTable:
    """The hands of the practice card."""
    return HandTable(read_card(files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")))


def card_table(path: str) -> HandTable:
    """The hands of the card in a file, or of the practice card for "". Raises OSError, engine.card.CardError."""
    return HandTable(read_card(Path(path).read_text(encoding="utf-8-sig"))) if path else practice_table()


class Game:
    """One game. `deal` is fixed by the seed; `acts` plays it, once, and keeps `hands` and `discards` up to date."""

    def __init__(self, seed: int, east: Seat = Seat.P1, table: HandTable | None = None) -> None:
        self.table = practice_table() if table is None else table
        self.seed = seed
        chance = Random(f"{seed} deal")
        order = list(range(len(SET)))
        chance.shuffle(order)
        broken = chance.randint(1, 6) + chance.randint(1, 6)
        racks = [[order.pop() for _ in range(13)] for _ in Seat]
        racks[east].append(order.pop())
        self._chance = chance
        self._boldness = [chance.uniform(0.35, 1.0) for _ in Seat]
        self.hands = [Hand(rack) for rack in racks]
        self.discards: list[int] = []
        self._charleston()
        for hand in self.hands:
            hand.rack.sort()
        self.deal = Deal(east, broken, tuple(tuple(h.rack) for h in self.hands), tuple(order))
        self._visible = [0] * N_KINDS

    def acts(self) -> Iterator[Act]:
        """What happens, in order. The last act is `Won` or `WallEnded`."""
        wall = list(self.deal.wall)
        turn, draws = self.deal.east, False
        while True:
            hand = self.hands[turn]
            if draws:
                if not wall:
                    yield WallEnded()
                    return
                drawn = wall.pop(0)
                hand.rack.append(drawn)
                yield Drawn(turn, drawn)
            draws = True
            yield from self._exchanges(turn)
            if declares(self.table, hand.tiles, hand.shown):
                yield self._win(turn)
                return
            kind = choose_discard(self.table, hand.tiles, hand.shown, self._visible, self.seed * 4 + turn)
            tile = hand.find(kind)
            hand.rack.remove(tile)
            self.discards.append(tile)
            self._visible[kind] += 1
            yield Discarded(turn, tile)
            yield from self._beside(turn)
            answer = self._answer(turn, tile)
            if isinstance(answer, Won):
                yield answer
                return
            if answer is None:
                turn = self._next(turn)
            else:
                yield answer
                turn, draws = answer.seat, False

    def _next(self, turn: Seat) -> Seat:
        """Who plays after `turn` when nobody calls."""
        return turn.right

    def _beside(self, turn: Seat) -> Iterator[Act]:
        """What happens after a discard by `turn` that is no move of the game; nothing."""
        return iter(())

    def _answer(self, by: Seat, tile: int) -> Called | Won | None:
        """What the others do about a discard: mah jongg before an exposure, the next in turn first (CALL-07)."""
        kind = SET[tile]
        order = [Seat((by + i) % 4) for i in (1, 2, 3)]
        answers: list[tuple[Seat, tuple[Tile, ...]]] = []
        for seat in order:
            hand = self.hands[seat]
            wish = wants_call(self.table, hand.tiles, hand.shown, kind, self._visible, self.seed * 4 + seat)
            if wish is MAH_JONGG:
                hand.rack.append(tile)
                self.discards.pop()
                return self._win(seat, tile, by)
            if wish is None:
                wish = self._bold_call(seat, kind)
            if isinstance(wish, tuple):
                answers.append((seat, wish))
        if not answers:
            return None
        seat, kinds = answers[0]
        return self._exposed(seat, by, tile, kinds)

    def _exposed(self, seat: Seat, by: Seat, tile: int, kinds: tuple[Tile, ...]) -> Called:
        """`seat` takes the discard `tile` of `by` and exposes `kinds`, the called one among them."""
        hand, kind = self.hands[seat], SET[tile]
        shown = [tile]
        rest = list(kinds)
        rest.remove(kind)
        for wanted in rest:
            number = hand.find(wanted)
            hand.rack.remove(number)
            shown.append(number)
            self._visible[wanted] += 1
        shown.sort(key=lambda n: SET[n])
        self.discards.pop()
        hand.exposures.append(tuple(shown))
        return Called(seat, by, tile, tuple(shown))

    def _bold_call(self, seat: Seat, kind: Tile) -> tuple[Tile, ...] | None:
        """Many people call whatever brings them nearer; the careful players of the engine seldom do."""
        hand = self.hands[seat]
        if kind is Tile.JOKER or self._chance.random() > self._boldness[seat]:
            return None
        counts = counts_of([SET[n] for n in hand.rack])
        held, jokers = counts[kind], counts[Tile.JOKER]
        now = (
            int(self.table.after(hand.shown).missing(counts).min(initial=99))
            if hand.shown
            else int(self.table.missing(counts).min())
        )
        best: tuple[int, tuple[Tile, ...]] | None = None
        for size in range(3, min(5, held + jokers + 1) + 1):
            naturals = min(held, size - 1)
            used = size - 1 - naturals
            group = (kind,) * (naturals + 1) + (Tile.JOKER,) * used
            if not naturals or used > 1:
                continue
            left = self.table.after([*hand.shown, group])
            if not len(left):
                continue
            rest = list(counts)
            rest[kind] -= naturals
            rest[Tile.JOKER] -= used
            missing = int(left.missing(rest).min())
            if missing < now and missing <= 6 and (best is None or missing < best[0]):
                best = (missing, group)
        return None if best is None else best[1]

    def _exchanges(self, turn: Seat) -> Iterator[Exchanged]:
        hand = self.hands[turn]
        while True:
            offered = [(owner, i) for owner in Seat for i in range(len(self.hands[owner].exposures))]
            groups = [self.hands[owner].shown[i] for owner, i in offered]
            choice = choose_exchange(self.table, hand.tiles, hand.shown, groups, self._visible)
            if choice is None:
                return
            owner, group = offered[choice.index]
            exposure = list(self.hands[owner].exposures[group])
            index = next(i for i, n in enumerate(exposure) if SET[n] is Tile.JOKER)
            joker, tile = exposure[index], hand.find(choice.tile)
            exposure[index] = tile
            self.hands[owner].exposures[group] = tuple(exposure)
            hand.rack.remove(tile)
            hand.rack.append(joker)
            self._visible[choice.tile] += 1
            self._visible[Tile.JOKER] -= 1
            yield Exchanged(turn, owner, group, index, tile, joker)

    def _win(self, seat: Seat, tile: int | None = None, source: Seat | None = None) -> Won:
        hand = self.hands[seat]
        win = max(wins(self.table, hand.tiles, hand.shown), key=lambda w: w.line.value)
        open_groups = [tuple(sorted(e)) for e in hand.shown]
        left = list(hand.rack)
        groups: list[tuple[int, ...]] = []
        for group in win.hand:
            if self._is_shown(group.tiles, group.jokers, open_groups):
                continue
            members = []
            for kind in group.tiles:
                number = next((n for n in left if SET[n] is kind), None)
                if number is None:
                    number = next(n for n in left if SET[n] is Tile.JOKER)
                left.remove(number)
                members.append(number)
            groups.append(tuple(members))
        hand.exposures += groups
        hand.rack.clear()
        assert not left
        return Won(seat, tuple(groups), win.line.name, tile, source)

    @staticmethod
    def _is_shown(tiles: tuple[Tile, ...], jokers: bool, shown: list[tuple[Tile, ...]]) -> bool:
        """Whether this group of the hand is one that stands exposed; it is then used up."""
        for exposure in shown:
            naturals = [t for t in exposure if t is not Tile.JOKER]
            alike = len(set(tiles)) == 1 and len(exposure) == len(tiles) and jokers
            if alike and all(t is tiles[0] for t in naturals):
                shown.remove(exposure)
                return True
        return False

    def _charleston(self) -> None:
        rounds = [1, 2, 3]
        hands = self.hands
        if all(wants_second_charleston(self.table, h.tiles) for h in hands):
            rounds += [3, 2, 1]
        for to in rounds:
            passed = []
            for seat, hand in enumerate(hands):
                kinds = choose_pass(self.table, hand.tiles, seed=self.seed * 4 + seat)
                numbers = []
                for kind in kinds:
                    number = hand.find(kind)
                    hand.rack.remove(number)
                    numbers.append(number)
                passed.append(numbers)
            for seat, numbers in enumerate(passed):
                hands[(seat + to) % 4].rack.extend(numbers)
