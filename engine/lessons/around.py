"""Questions on the set and the turns: how many of a tile there are, which dragon goes with which suit, who is next."""

from engine.event import Discarded, Exposed, GameBegun
from engine.lessons.question import Choice, Matter, Question, Row
from engine.state import State
from engine.tile import SUIT_WORDS, Seat, Tile

_SUITS = tuple(f"{word}s" for word in SUIT_WORDS.values())


def copies(matter: Matter) -> Question | None:
    """How many of a tile the set has."""
    tile = matter.luck.choice((Tile.FLOWER, Tile.JOKER, *matter.luck.sample(tuple(Tile)[:34], 2)))
    sums = (2, 4, 6, 8)
    alike = "they are all the same tile, whatever is painted on them" if tile is Tile.FLOWER else "no more, no fewer"
    why = f"The set has {tile.copies} of this tile: {alike}."
    said = tuple(Choice(str(n)) for n in sums)
    right = frozenset({sums.index(tile.copies)})
    asks = "How many of this tile are in the set?"
    return Question(asks, said, right, why, (Row("", ((tile,),)),), rules=("SET-01", "SET-10", "SET-11"))


def dragon(matter: Matter) -> Question | None:
    """Which suit a dragon goes with."""
    tile = matter.luck.choice((Tile.GREEN, Tile.RED, Tile.SOAP))
    suit = tile - Tile.GREEN  # dragons stand in the order of their suits
    pairs = [f"{Tile(Tile.GREEN + k).words} with {name}" for k, name in enumerate(_SUITS)]
    why = f"{', '.join(pairs)}."
    said = tuple(Choice(name, ((Tile(9 * k), Tile(9 * k + 4)),)) for k, name in enumerate(_SUITS))
    asks = "Which suit does this dragon go with?"
    return Question(asks, said, frozenset({suit}), why, (Row("", ((tile,),)),), rules=("SET-12",))


def next_turn(matter: Matter) -> Question | None:
    """Who plays next, after a discard that nobody wants, or after a call."""
    giver, caller, *_ = matter.seats()
    tile = matter.luck.choice(tuple(Tile)[:27])
    state = matter.after(State(), GameBegun(giver), Discarded(giver, tile))
    if state is None:
        return None
    told = "Nobody calls it"
    if matter.luck.random() < 0.6:
        other = Tile.NORTH
        laid = (tile, tile, tile)
        after = matter.after(state, Exposed(caller, tile, giver, laid), Discarded(caller, other))
        if after is None:
            return None
        state, told = after, f"{caller.name} calls it, exposes a pung and discards {other.words}. Nobody calls that"
    said = [Choice(f"{seat.name}") for seat in Seat]
    choices, right = tuple(said), frozenset({int(state.turn)})
    why = f"Turns go to the right: after {state.turn.left.name} comes {state.turn.name}, whoever was skipped."
    order = ", ".join(seat.name for seat in Seat)
    asks = f"To the right around the table sit {order}. {giver.name} discards {tile.words}. {told}. Who is next?"
    return Question(asks, choices, right, why, rules=("DEF-10", "TURN-02", "CALL-07"))
