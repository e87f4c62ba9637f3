"""What `score --classic` answers: a hand of the classic game, its items, and who pays what, exact to the quarter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.rules.classic import (
    VARIANTS,
    Bonus,
    Kind,
    Meld,
    Variant,
    Won,
    bonus_payments,
    flower_bonuses,
    meld,
    payments,
    score,
)
from engine.rules.possible import beyond_the_set
from engine.tile import SET_SIZE, Seat, Tile, codes


@dataclass(frozen=True, slots=True)
class Win:
    """Who won, off whose discard (None: drawn), with which tile (None: the last of the hand), after how many discards,
    and who is East, for the seat's flower."""

    winner: Seat = Seat.P1
    source: Seat | None = None
    last: Tile | None = None
    discards: int = 99
    east: Seat = Seat.P1


@dataclass(frozen=True, slots=True)
class Kongs:
    """Kongs among the tiles of a hand that were not stolen whole: laid face down, or grown from a melded pong."""

    concealed: Sequence[Sequence[Tile]] = ()
    added: Sequence[Sequence[Tile]] = ()


@dataclass(frozen=True, slots=True)
class SetAside:
    """The printed numbers of the flowers that were set aside, 0 for one without; `at_start`: none of them was dealt."""

    flowers: Sequence[int] = ()
    at_start: bool = False


def variant_named(name: str, printed: bool = False) -> Variant:
    """A classic game by its name; `printed`: score 12 and 14 as the source has them. Raises ValueError with a sentence
    for a name that there is not."""
    if name not in VARIANTS:
        raise ValueError(f"there is no classic game {name!r}: choose {', '.join(VARIANTS)}")
    return replace(VARIANTS[name], printed=printed)


def classic_score(
    rules: Variant,
    tiles: Sequence[Tile],
    exposed: Sequence[Sequence[Tile]] = (),
    win: Win | None = None,
    kongs: Kongs | None = None,
    aside: SetAside | None = None,
) -> dict[str, Any]:
    """The answer as JSON values; amounts are exact decimals written as text, since quarters are paid.

    `tiles` are the whole hand, melds included; `exposed` the melds among them that lie open, a kong there a stolen one;
    `kongs` the other kongs. Raises ValueError with a sentence for a meld or a tile that there is not.
    """
    win, aside = win or Win(), aside or SetAside()
    if not tiles:
        raise ValueError("a hand has tiles")
    many = beyond_the_set(tiles)
    if many is not None:
        raise ValueError(f"there are {tiles.count(many)} of {many.words}; a set holds {many.copies}")
    if aside.at_start and not rules.honours_are_flowers:
        raise ValueError("what the deal held of flowers counts in the filipino game alone")
    if not 0 <= win.discards <= SET_SIZE:
        raise ValueError(f"{win.discards} tiles cannot have been discarded before the win")
    _check_flowers(aside.flowers, rules)
    melds, made = _melds(exposed, kongs or Kongs())
    concealed = list(tiles)
    for tile in (t for m in melds for t in m.tiles):
        if tile not in concealed:
            raise ValueError(f"the melded {tile.words} is not among the tiles of the hand")
        concealed.remove(tile)
    last = win.last if win.last is not None else _last(tiles, concealed)
    found = score(concealed, melds, Won(last, win.discards), rules)
    if found is None:
        return {"valid": False, "fault": f"{codes(tiles)} is no hand of {_shape(rules)}"}
    points = payments(found.total, win.winner, win.source)
    bonuses = (*made, *flower_bonuses(aside.flowers, (win.winner - win.east) % 4 + 1, rules, aside.at_start, won=True))
    for bonus in bonuses:
        more = bonus_payments(bonus, win.winner, rules)
        points = (points[0] + more[0], points[1] + more[1], points[2] + more[2], points[3] + more[3])
    return {
        "valid": True,
        "variant": rules.name,
        "sets": [codes(s.tiles) for s in _ordered(found.arrangement.sets)],
        "items": {name: decimal(value) for name, value in found.items},
        "total": decimal(found.total),
        "bonuses": [bonus.value for bonus in bonuses],
        "payments": {seat.name: decimal(points[seat]) for seat in Seat},
    }


def _melds(exposed: Sequence[Sequence[Tile]], kongs: Kongs) -> tuple[list[Meld], list[Bonus]]:
    """The melds of a hand, and what making its kongs earned (VAR-24, VAR-25)."""
    melds = [meld(group) for group in exposed]
    made = [Bonus.STOLEN_KONG for m in melds if m.kind is Kind.KONG]
    for groups, bonus in ((kongs.concealed, Bonus.CONCEALED_KONG), (kongs.added, Bonus.PONG_TO_KONG)):
        for group in groups:
            kong = meld(group, open=bonus is Bonus.PONG_TO_KONG)
            if kong.kind is not Kind.KONG:
                raise ValueError(f"{codes(group)} is no kong")
            melds.append(kong)
            made.append(bonus)
    return melds, made


def _last(tiles: Sequence[Tile], concealed: Sequence[Tile]) -> Tile:
    return next((t for t in reversed(tiles) if t in concealed), tiles[-1])


def _shape(rules: Variant) -> str:
    return f"{rules.sets} pongs, kongs or chows and a pair, nor seven pairs"


def _check_flowers(flowers: Sequence[int], rules: Variant) -> None:
    """Raises ValueError for more flowers than there are: two of each number, eight, and the winds and dragons where
    those are flowers too."""
    twice = next((n for n in (1, 2, 3, 4) if flowers.count(n) > 2), None)
    if twice is not None:
        raise ValueError(f"there are two flowers of the number {twice}, not {flowers.count(twice)}")
    most = sum(tile.copies for tile in Tile if tile is not Tile.JOKER and not rules.in_hand(tile))
    if len(flowers) > most:
        raise ValueError(f"{len(flowers)} flowers are more than the {most} that there are")


def _ordered(sets: Sequence[Meld]) -> list[Meld]:
    return sorted(sets, key=lambda s: (s.tile, s.kind.value))


def decimal(value: Fraction) -> str:
    """Quarters as decimals: `1.75`, `-3`.

    >>> decimal(Fraction(-7, 4)), decimal(Fraction(3))
    ('-1.75', '3')
    """
    hundredths = abs(value) * 100
    assert hundredths.denominator == 1
    whole, rest = divmod(hundredths.numerator, 100)
    text = f"{whole}.{rest:02d}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text
