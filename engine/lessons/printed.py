"""Questions on reading the card: which line it is, whether it is one, what finishes it, what may be shown."""

from collections import Counter

from engine.card import Hand, Line
from engine.hands import wins
from engine.lessons.question import (
    SHOWN,
    Choice,
    Matter,
    Question,
    Row,
    groups_of,
    sorted_rack,
    tiles_of,
    yes_or_no,
)
from engine.tile import Tile
from engine.wording import listed


def which_line(matter: Matter) -> Question | None:
    """Fourteen tiles and four lines: which of them they are."""
    found = matter.hand()
    if found is None:
        return None
    number, hand = found
    tiles = tiles_of(hand)
    won = {matter.number(win.line) for win in wins(matter.table, tiles)}
    section = matter.table.lines[number].section
    others = [n for n in matter.lines() if n not in won]
    others.sort(key=lambda n: matter.table.lines[n].section != section)  # the hardest to tell apart first
    if len(others) < SHOWN - 1:
        return None
    lines = [number, *others[: SHOWN - 1]]
    choices, right = matter.mixed([_line(matter, tiles, n) for n in lines], [n in won for n in lines])
    why = f"These fourteen are {matter.table.lines[number].name}, group by group."
    shown = (Row("The tiles", groups_of(hand)),)
    return Question("Which line of the card is this?", choices, right, why, shown, rules=("DEF-01", "MAHJ-05"))


def _line(matter: Matter, tiles: tuple[Tile, ...], number: int) -> Choice:
    _, needs = matter.nearest(tiles, number)
    name = matter.table.lines[number].name
    why = f"{name} would still want {listed(needs)}." if needs else f"It is {name}."
    return Choice(name, line=number, why=why)


def on_the_card(matter: Matter) -> Question | None:
    """Fourteen tiles that are mah jongg, or nearly: a joker in a pair, a tile of a wrong suit or number."""
    found = matter.hand()
    if found is None:
        return None
    number, hand = found
    tiles, groups = tiles_of(hand), groups_of(hand)
    if matter.luck.random() < 0.6:
        spoiled = _spoiled(matter, hand)
        if spoiled is None:
            return None
        groups = spoiled
        tiles = tuple(t for group in groups for t in group)
    won = wins(matter.table, tiles)
    near, needs = matter.nearest(tiles)
    says = (
        f"It is {won[0].line.name}."
        if won
        else f"No line of the card is these tiles. The nearest is {matter.table.lines[near].name}, "
        f"and it would want {listed(needs)}."
    )
    choices, right = yes_or_no(yes=bool(won))
    shown = (Row("Shown as mah jongg", groups), Row("The line", line=near if not won else number))
    return Question("Is this mah jongg?", choices, right, says, shown, rules=("MAHJ-05", "FALSE-08"))


def _spoiled(matter: Matter, hand: Hand) -> tuple[tuple[Tile, ...], ...] | None:
    """The hand with what goes wrong most often: a joker where none may stand, or a group in another suit."""
    groups = [list(group.tiles) for group in hand]
    at = matter.luck.randrange(len(groups))
    if matter.luck.random() < 0.5 and not hand[at].jokers:
        groups[at][-1] = Tile.JOKER
    elif all(tile < Tile.NORTH for tile in groups[at]):
        by = 9 * matter.luck.choice((1, 2))
        groups[at] = [Tile((tile + by) % 27) for tile in groups[at]]
    else:
        return None
    counts = Counter(t for group in groups for t in group)
    return tuple(map(tuple, groups)) if all(n <= t.copies for t, n in counts.items()) else None


def finishing(matter: Matter) -> Question | None:
    """Thirteen tiles that wait: which tiles make them mah jongg."""
    found = matter.hand()
    if found is None:
        return None
    number, hand = found
    rack = list(tiles_of(hand))
    lacks = rack.pop(matter.luck.randrange(len(rack)))
    kinds = [lacks, Tile.JOKER]
    near = [t for t in dict.fromkeys((*rack, *_neighbours(lacks))) if t not in kinds]
    matter.luck.shuffle(near)
    kinds += near[: SHOWN - len(kinds)]
    finishes = [bool(wins(matter.table, [*rack, tile])) for tile in kinds]
    if all(finishes):
        return None
    choices, right = matter.mixed([_finishing(matter, rack, tile) for tile in kinds], finishes)
    name = matter.table.lines[number].name
    why = f"{name} lacks {lacks.words}. " + (
        "It stands in a group of three or more, so a joker may stand for it."
        if finishes[1]
        else "It stands as a single or in a pair, so a joker may not stand for it."
    )
    shown = (Row("On the rack", sorted_rack(rack)), Row("The line", line=number))
    return Question("Which of these tiles finish this hand?", choices, right, why, shown, True, ("TEACH-04", "JOK-02"))


def _neighbours(tile: Tile) -> list[Tile]:
    """The same number in the other suits, and the numbers beside it; other winds or dragons."""
    if tile < Tile.NORTH:
        beside = [tile + by for by in (-1, 1) if (tile + by) // 9 == tile // 9 and tile + by >= 0]
        return [Tile((tile + 9) % 27), Tile((tile + 18) % 27), *(Tile(t) for t in beside)]
    return [t for t in Tile if t >= Tile.NORTH and t not in (tile, Tile.JOKER)]


def _finishing(matter: Matter, rack: list[Tile], tile: Tile) -> Choice:
    won = wins(matter.table, [*rack, tile])
    if won:
        return Choice(tile.words, ((tile,),), why=f"{tile.words} makes {won[0].line.name}.")
    _, needs = matter.nearest([*rack, tile])
    return Choice(tile.words, ((tile,),), why=f"With {tile.words} the nearest line still wants {listed(needs)}.")


def concealed(matter: Matter) -> Question | None:
    """Four lines: which of them allow no exposure."""
    bearing = [(n, _may_show(matter, n)) for n in matter.lines(_has_groups)]
    hidden, open_ = [n for n, shows in bearing if not shows], [n for n, shows in bearing if shows]
    if not hidden or not open_:
        return None
    few = matter.luck.choice((1, 2))
    lines = [*hidden[:few], *open_[: SHOWN - few]]
    made = [Choice(matter.table.lines[n].name, line=n, why=_shows_why(matter, n)) for n in lines]
    choices, right = matter.mixed(made, [n in hidden for n in lines])
    why = "X behind a line: its groups may be exposed. C: every tile is drawn, and only the last one may be called."
    if matter.rules.of("C-09") == "self_drawn_only":
        why = "X behind a line: its groups may be exposed. C: every tile is drawn, the last one too at this table."
    asks = "Of which of these lines may no group be exposed?"
    return Question(asks, choices, right, why, several=True, rules=("DEF-05", "CALL-12"))


def _has_groups(line: Line) -> bool:
    return any(group.alike and len(group.tiles) >= 3 for group in line.hands[0])


def _may_show(matter: Matter, number: int) -> bool:
    """Whether the line is left once a group of it stands exposed."""
    hand = matter.table.lines[number].hands[0]
    group = next(g for g in hand if g.alike and len(g.tiles) >= 3)
    return number in matter.table.after([group.tiles]).lines_held.tolist()


def _shows_why(matter: Matter, number: int) -> str:
    line = matter.table.lines[number]
    what = "its groups may be exposed" if _may_show(matter, number) else "the first exposure rules it out"
    return f"{line.name} is marked {'concealed (C)' if line.concealed else 'open (X)'}: {what}."


def worth_most(matter: Matter) -> Question | None:
    """Lines of different value: which pays most."""
    by_value: dict[int, int] = {}
    for n in matter.lines():
        by_value.setdefault(matter.table.lines[n].value, n)
    if len(by_value) < 3:
        return None
    lines = list(by_value.values())[:SHOWN]
    best = max(matter.table.lines[n].value for n in lines)
    said = [
        Choice(matter.table.lines[n].name, line=n, why=f"It pays {matter.table.lines[n].value} points.") for n in lines
    ]
    choices, right = matter.mixed(said, [matter.table.lines[n].value == best for n in lines])
    why = f"The figure at the end of a line is its value: {best} here. The harder a hand is, the more it is worth."
    return Question("Which of these lines pays most?", choices, right, why, rules=("PAY-11", "PAY-01"))
