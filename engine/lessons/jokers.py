"""Questions on jokers: where they may stand, when they are had, what to plan for with them."""

from engine.card import Hand
from engine.event import Drawn, JokerExchanged
from engine.hands import wins
from engine.lessons.question import SHOWN, Choice, Matter, Question, Row, groups_of, yes_or_no
from engine.state import State
from engine.tile import Seat, Tile
from engine.wording import joined, listed


def stands(matter: Matter) -> Question | None:
    """A hand in its groups: in which of them a joker may stand."""
    found = matter.hand(lambda _, hand: _apart(hand))
    if found is None:
        return None
    number, hand = found
    may = [bool(wins(matter.table, _with_joker(hand, g))) for g in range(len(hand))]
    if all(may) or not any(may):
        return None
    said = [
        Choice(
            listed(group.tiles),
            (group.tiles,),
            why=(
                "A group of three or more alike takes jokers."
                if ok
                else "Singles, pairs and mixed groups take none: with a joker there it is no mah jongg."
            ),
        )
        for group, ok in zip(hand, may, strict=True)
    ]
    right = frozenset(g for g, ok in enumerate(may) if ok)
    name = matter.table.lines[number].name
    why = f"In {name} a joker may stand in {joined([listed(hand[g].tiles) for g in sorted(right)])}, and nowhere else."
    shown = (Row("The hand", groups_of(hand)),)
    asks = "In which of these groups may a joker stand?"
    return Question(asks, tuple(said), right, why, shown, True, ("TEACH-04", "JOK-02"))


def _apart(hand: Hand) -> bool:
    """Whether no tile stands in two groups: else a natural could move to make room for a joker."""
    kinds = [tile for group in hand for tile in set(group.tiles)]
    return len(kinds) == len(set(kinds))


def _with_joker(hand: Hand, at: int) -> list[Tile]:
    rest = [tile for g, group in enumerate(hand) for tile in (group.tiles if g != at else group.tiles[1:])]
    return [*rest, Tile.JOKER]


def _exposed(matter: Matter) -> tuple[Seat, Seat, tuple[Tile, ...], State] | None:
    """Whose turn it is, who shows a group with a joker, the group, and the table before the draw."""
    seat, owner, *_ = matter.seats()
    number = next(iter(matter.lines(lambda line: not line.concealed)), None)
    if number is None:
        return None
    groups = [g for g in matter.luck.choice(matter.table.lines[number].hands) if g.alike and len(g.tiles) >= 3]
    groups = [g for g in groups if g.jokers]
    if not groups:
        return None
    group = matter.luck.choice(groups)
    jokers = max(matter.luck.choice((1, 1, 2)), len(group.tiles) - group.tiles[0].copies + 1)
    shown = (*group.tiles[: len(group.tiles) - jokers], *(Tile.JOKER,) * jokers)
    if len(shown) == jokers:
        return None
    state = matter.laid(seat, {owner: (shown,)}, (matter.another(shown),))
    return seat, owner, shown, state


def which_buys(matter: Matter) -> Question | None:
    """Another's group with a joker, and tiles of one's own: which of them buys the joker."""
    found = _exposed(matter)
    if found is None:
        return None
    seat, owner, shown, before = found
    state = matter.after(before, Drawn(seat))
    if state is None:
        return None
    natural = next(t for t in shown if t is not Tile.JOKER)
    suited = [Tile((natural + 9) % 27), Tile((natural + 18) % 27)] if natural < Tile.NORTH else []
    other = [t for t in (*suited, Tile.FLOWER, Tile.SOAP, Tile.NORTH) if t is not natural]
    kinds = [natural, Tile.JOKER, *other[: SHOWN - 2]]
    refused = [matter.ruled(state, JokerExchanged(seat, owner, 0, tile)) for tile in kinds]
    said = [Choice(tile.words, ((tile,),), why=why) for tile, why in zip(kinds, refused, strict=True)]
    choices, right = matter.mixed(said, [not why for why in refused])
    why = f"The joker in {owner.name}'s group stands for {natural.words}, and only that tile buys it."
    asks = f"{seat.name} has drawn. Which of these tiles can she give {owner.name} for a joker?"
    return Question(asks, choices, right, why, (Row(f"{owner.name}'s exposure", (shown,)),), rules=("SWAP-01",))


def when(matter: Matter) -> Question | None:
    """Whether a joker may be exchanged just now: before the draw, after it, or on another's turn."""
    found = _exposed(matter)
    if found is None:
        return None
    seat, owner, shown, state = found
    natural = next(t for t in shown if t is not Tile.JOKER)
    asker, told = seat, f"It is {seat.name}'s turn, and she has not drawn yet."
    scene = matter.luck.randrange(3)
    if scene:
        after = matter.after(state, Drawn(seat))
        if after is None:
            return None
        state, told = after, f"It is {seat.name}'s turn, and she has drawn."
    if scene == 2:
        asker = next(s for s in matter.seats() if s not in (seat, owner))
    refused = matter.ruled(state, JokerExchanged(asker, owner, 0, natural))
    choices, right = yes_or_no(yes=not refused)
    why = refused or f"It is her turn, she has her tile, and the joker stands for {natural.words}."
    asks = f"{told} May {asker.name} give {natural.words} for the joker now?"
    shows = (Row(f"{owner.name}'s exposure", (shown,)), Row(f"{asker.name} holds", ((natural,),)))
    return Question(asks, choices, right, why, shows, rules=("SWAP-02", "SWAP-03"))


def planned(matter: Matter) -> Question | None:
    """Two jokers in the deal: for which of these lines they are of use."""
    takes = {n: _takes_jokers(matter, n) for n in matter.lines()}
    useful, useless = [n for n, k in takes.items() if k >= 2], [n for n, k in takes.items() if k == 0]
    if not useful or not useless:
        return None
    lines = [*useful[:2], *useless[:2]]
    said = []
    for n in lines:
        name = matter.table.lines[n].name
        why = f"{name} has room for {takes[n]} jokers." if takes[n] else f"{name} takes no joker: they would be lost."
        said.append(Choice(name, line=n, why=why))
    choices, right = matter.mixed(said, [takes[n] >= 2 for n in lines])
    why = "Jokers stand in groups of three or more. With many of them look for hands without pairs and singles."
    asks = "You were dealt two jokers. Which of these lines can use both?"
    shows = (Row("In your rack", ((Tile.JOKER, Tile.JOKER),)),)
    return Question(asks, choices, right, why, shows, True, ("JOK-08", "TEACH-03"))


def _takes_jokers(matter: Matter, number: int) -> int:
    """In how many places of a hand of the line jokers may stand, at most, as the search of hands counts them."""
    hands = matter.table.line_of == number
    return min(Tile.JOKER.copies, int(matter.table.flexible[:, hands].astype(int).sum(axis=0).max()))
