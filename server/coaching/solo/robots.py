"""What a simulated player does at a table for one, from easy to strong. Each sees what her seat may know and no more;
all work on a position alone, as the coach does.
"""

from dataclasses import dataclass
from enum import Enum
from random import Random

from engine.coaching import Act, advise_call, advise_discard, advise_exchange, advise_pass
from engine.hands import HandTable
from engine.players import (
    MAH_JONGG,
    choose_courtesy,
    choose_discard,
    choose_pass,
    declares,
    wants_call,
    wants_second_charleston,
)
from engine.tile import N_KINDS, Seat, Tile
from server.coaching.position import Asks, Position


class Strength(Enum):
    """How well the others play."""

    EASY = "easy"
    GENTLE = "gentle"
    GOOD = "good"
    STRONG = "strong"


WORDS = {
    Strength.EASY: ("Easy", "They often discard what comes, and call little."),
    Strength.GENTLE: ("Gentle", "They aim at a hand, and do not watch the table."),
    Strength.GOOD: ("Good", "They watch what is gone, and call when it helps."),
    Strength.STRONG: ("Strong", "They play as the coach would."),
}
SLIPS = 0.35  # so often an easy player discards at random
SHY = {Strength.EASY: 0.3, Strength.GENTLE: 0.7}  # so often these call when it would help
NOTHING_SEEN = (0,) * N_KINDS


class Deed(Enum):
    PASS = "pass"
    VOTE = "vote"
    COURTESY = "courtesy"
    DISCARD = "discard"
    EXCHANGE = "exchange"
    WIN = "win"
    EXPOSE = "expose"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Move:
    """`tiles` are passed, offered, discarded, exposed or given; `owner` and `group` are where a Joker is taken."""

    deed: Deed
    tiles: tuple[Tile, ...] = ()
    yes: bool = False
    owner: Seat = Seat.P1
    group: int = 0


def move(table: HandTable, position: Position, strength: Strength, seed: int) -> Move:
    """What she does now; the same for the same seed."""
    if strength is Strength.STRONG:
        return _coached(position)
    match position.asks:
        case Asks.PASS:
            return Move(Deed.PASS, choose_pass(table, position.tiles, seed=seed))
        case Asks.SECOND:
            return Move(Deed.VOTE, yes=wants_second_charleston(table, position.tiles))
        case Asks.COURTESY:
            return Move(Deed.COURTESY, choose_courtesy(table, position.tiles, seed))
        case Asks.DISCARD:
            return _turn(table, position, strength, seed)
        case Asks.CALL if position.called is not None:
            return _answer(table, position, position.called, strength, seed)
        case _:
            return Move(Deed.NOTHING)


def _seen(position: Position, strength: Strength) -> tuple[int, ...]:
    return tuple(position.known.seen) if strength is Strength.GOOD else NOTHING_SEEN


def _turn(table: HandTable, position: Position, strength: Strength, seed: int) -> Move:
    tiles, own = position.all_tiles, position.known.own
    if declares(table, tiles, own):
        return Move(Deed.WIN, tiles)
    if strength is not Strength.EASY:
        swap = advise_exchange(position.known)
        if swap.act is Act.EXCHANGE and swap.owner is not None:
            return Move(Deed.EXCHANGE, swap.tiles, owner=swap.owner, group=swap.group)
    luck = Random(hash((seed, tiles)))
    naturals = [t for t in position.tiles if t is not Tile.JOKER]
    if strength is Strength.EASY and naturals and luck.random() < SLIPS:
        return Move(Deed.DISCARD, (luck.choice(naturals),))
    return Move(Deed.DISCARD, (choose_discard(table, tiles, own, _seen(position, strength), seed),))


def _answer(table: HandTable, position: Position, called: Tile, strength: Strength, seed: int) -> Move:
    tiles, own = position.all_tiles, position.known.own
    wanted = wants_call(table, tiles, own, called, _seen(position, strength), seed)
    if wanted is MAH_JONGG:
        return Move(Deed.WIN, (*tiles, called))
    shy = Random(hash((seed, tiles, called))).random() > SHY.get(strength, 1.0)
    if not isinstance(wanted, tuple) or shy or position.known.to_win_only:
        return Move(Deed.NOTHING)
    return Move(Deed.EXPOSE, wanted)


def _coached(position: Position) -> Move:
    """As the coach would have it."""
    known = position.known
    match position.asks:
        case Asks.PASS | Asks.SECOND | Asks.COURTESY:
            said = advise_pass(known)
            deed = {Asks.PASS: Deed.PASS, Asks.SECOND: Deed.VOTE}.get(position.asks, Deed.COURTESY)
            return Move(deed, said.tiles, said.yes)
        case Asks.DISCARD:
            swap = advise_exchange(known)
            if swap.act is Act.EXCHANGE and swap.owner is not None:
                return Move(Deed.EXCHANGE, swap.tiles, owner=swap.owner, group=swap.group)
            said = advise_discard(known)
            won = said.act is Act.MAH_JONGG
            return Move(Deed.WIN, position.all_tiles) if won else Move(Deed.DISCARD, said.tiles)
        case Asks.CALL if position.called is not None:
            said = advise_call(known, position.called)
            if said.act is Act.MAH_JONGG:
                return Move(Deed.WIN, (*position.all_tiles, position.called))
            return Move(Deed.EXPOSE, said.tiles) if said.act is Act.CALL else Move(Deed.NOTHING)
        case _:
            return Move(Deed.NOTHING)
