"""Questions on calling: who has the tile, whether it may be called, what may be shown with it, whether it is wise."""

from engine.coaching import Act, advise_call
from engine.coaching.known import Known
from engine.event import Called, Discarded, Drawn, Exposed, GameBegun, Racked, Taken
from engine.hands import counts_of
from engine.lessons.question import Choice, Matter, Question, Row, sorted_rack, tiles_of, yes_or_no
from engine.state import State
from engine.tile import Seat, Tile
from engine.turn import Discard
from engine.wording import listed

CLEARLY = 1.25  # a call is clear that changes the chance to win by such a factor


def _discarded(matter: Matter, tile: Tile) -> tuple[Seat, State] | None:
    """Who discarded, and the table then."""
    seat = matter.seats()[0]
    state = matter.after(State(), GameBegun(seat), Discarded(seat, tile))
    return None if state is None else (seat, state)


def _natural(matter: Matter) -> Tile:
    return matter.luck.choice([t for t in Tile if t not in (Tile.JOKER, Tile.FLOWER)])


def whose(matter: Matter) -> Question | None:
    """Two call the same tile: who has it."""
    found = _discarded(matter, tile := _natural(matter))
    if found is None:
        return None
    giver, state = found
    callers = [seat for seat in matter.seats() if seat is not giver][:2]
    wins = [matter.luck.random() < 0.4 for _ in callers]
    after = matter.after(state, *(Called(seat, w) for seat, w in zip(callers, wins, strict=True)))
    if after is None:
        return None
    refused = [matter.ruled(after, Taken(seat)) for seat in callers]
    if all(refused) or not any(refused):
        return None
    said = [Choice(f"{seat.name}, {_for(w)}", why=why) for seat, w, why in zip(callers, wins, refused, strict=True)]
    choices, right = matter.mixed(said, [not why for why in refused])
    calls = " and ".join(f"{seat.name} calls it {_for(w)}" for seat, w in zip(callers, wins, strict=True))
    asks = f"{giver.name} discards {tile.words}. At the same time {calls}. Who has it?"
    why = next(why for why in refused if why)
    shown = (Row(f"{giver.name}'s discard", ((tile,),)),)
    return Question(asks, choices, right, why, shown, rules=("CALL-09", "CALL-10", "CALL-11"))


def _for(wins: bool) -> str:
    return "for Mah Jongg" if wins else "for an exposure"


def may_expose(matter: Matter) -> Question | None:
    """Whether what somebody lays down with a called tile may be exposed."""
    tile = _natural(matter)
    found = _discarded(matter, tile)
    if found is None:
        return None
    giver, state = found
    seat = matter.luck.choice([s for s in Seat if s is not giver])
    laid = _laid(matter, tile)
    refused = matter.ruled(state, Exposed(seat, tile, giver, laid))
    choices, right = yes_or_no(yes=not refused)
    asks = f"{giver.name} discards {tile.words}. {seat.name} calls it and lays down these. May she?"
    why = refused or f"{listed(laid)}: a group of like tiles with the one she called, jokers for the rest."
    shows = (Row(f"{giver.name}'s discard", ((tile,),)), Row(f"{seat.name} lays down", (laid,)))
    return Question(asks, choices, right, why, shows, rules=("CALL-02", "CALL-03", "CALL-04", "DEF-04", "TEACH-07"))


def _laid(matter: Matter, tile: Tile) -> tuple[Tile, ...]:
    """A pung, kong or quint off the tile, or what is none: a pair, a run, another tile among them."""
    kind = matter.luck.randrange(5)
    if kind == 0:
        return tile, tile
    if kind == 1 and tile < Tile.NORTH:
        first = tile - min(tile % 9, 2)
        return Tile(first), Tile(first + 1), Tile(first + 2)
    if kind == 2:
        return tile, tile, matter.luck.choice([t for t in Tile if t not in (tile, Tile.JOKER)])
    size = matter.luck.choice((3, 3, 4, 5))
    naturals = matter.luck.randint(1, min(size, 4))
    return (tile,) * naturals + (Tile.JOKER,) * (size - naturals)


def still(matter: Matter) -> Question | None:
    """Whether a discard may still be called: the next player has not drawn, has drawn, racked or discarded."""
    tile = Tile.JOKER if matter.luck.random() < 0.2 else _natural(matter)
    found = _discarded(matter, tile)
    if found is None:
        return None
    giver, state = found
    nearer, seat = giver.right, giver.across
    told, scene = "", matter.luck.randrange(4)
    if scene >= 1:
        state_then = matter.after(state, Drawn(nearer))
        told = f" {nearer.name} has drawn, and is still looking at her tile."
        if state_then is not None and scene >= 2:
            state_then = matter.after(state_then, Racked(nearer))
            told = f" {nearer.name} has drawn and racked."
        if state_then is None:
            return None
        state = state_then
    if scene == 3:
        seat, told = giver, " Nobody has drawn yet."
        state = found[1]
    refused = matter.ruled(state, Called(seat))
    choices, right = yes_or_no(yes=not refused)
    asks = f"{giver.name} discards {tile.words}.{told} May {seat.name} call it?"
    why = refused or "It is the last discard, and the next player has not racked."
    shown = (Row(f"{giver.name}'s discard", ((tile,),)),)
    return Question(asks, choices, right, why, shown, rules=("WOO-02", "WOO-07", "TURN-11", "DISC-01", "DISC-03"))


def wise(matter: Matter) -> Question | None:
    """A rack and a discard that may be called: whether the coach would."""
    found = matter.hand(lambda line, hand: any(g.jokers and len(g.tiles) >= 3 for g in hand))
    if found is None:
        return None
    _, hand = found
    rack = list(tiles_of(hand))
    matter.luck.shuffle(rack)
    kept, rest = rack[: matter.luck.choice((8, 9, 10))], matter.wall()
    for tile in kept:
        rest.remove(tile)
    own = (*kept, *rest[: 13 - len(kept)])
    counts, others = counts_of(own), rest[13 - len(kept) :]
    offers = [t for t in Tile if t is not Tile.JOKER and counts[t] + counts[Tile.JOKER] >= 2 and t in others]
    if not offers:
        return None
    tile = matter.luck.choice(offers)
    known = Known(
        matter.table,
        Seat.P2,
        own,
        discards=(Discard(tile, Seat.P1),),
        wall=85,
        turn=Seat.P2,
        offered=tile,
        rules=matter.rules.ruleset,
    )
    advice = advise_call(known, tile)
    if advice.act is Act.MAH_JONGG or len(advice.options) < 2:
        return None
    shown_worth = max(o.chance for o in advice.options if o.tiles)
    kept_worth = next(o.chance for o in advice.options if not o.tiles)
    if max(shown_worth, kept_worth) < CLEARLY * min(shown_worth, kept_worth):
        return None
    called = advice.act is Act.CALL
    choices, right = (Choice("Call it"), Choice("Let it go")), frozenset({0 if called else 1})
    why = " ".join((advice.says, *(reason.says for reason in advice.reasons if reason.says not in advice.says)))
    shows = (Row("P1 discards", ((tile,),)), Row("Your rack", sorted_rack(own)))
    asks = f"P1 discards {tile.words}. Would you call it for an exposure?"
    return Question(asks, choices, right, why, shows, rules=("TEACH-01", "TEACH-02", "TEACH-04"))
