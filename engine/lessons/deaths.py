"""Questions on dead hands: whether one is dead, and what a dead hand may still do."""

from collections import Counter
from dataclasses import replace

from engine.card import Group
from engine.event import Called, Challenged, Discarded, Drawn, HandDied, JokerExchanged, MahJongg
from engine.faults import Cause
from engine.hands import fits
from engine.lessons.question import Choice, Groups, Matter, Question, Row, yes_or_no
from engine.rules.dying import proof
from engine.rules.referee import Accepted, Proposal, Source, rule
from engine.rules.scoring import payments
from engine.tile import Tile
from engine.wording import joined


def dead(matter: Matter) -> Question | None:
    """Groups that somebody shows, and the discards: whether her hand can still win."""
    seat, shown = matter.seats()[0], _shown(matter)
    if shown is None:
        return None
    gone = _gone(matter, shown)
    state = matter.laid(seat.right, {seat: shown}, gone)
    fault = proof(state, seat, matter.rules)
    choices, right = yes_or_no(yes=fault is not None)
    left = list(dict.fromkeys(line.name for line, _ in fits(matter.table, shown)))
    why = fault.says if fault is not None else f"She may still be on {joined(left[:3], 'or')}."
    shows = (Row(f"{seat.name} shows", shown), Row("Discards", (gone,)))
    asks = f"Do these tiles prove that {seat.name}'s hand is dead?"
    return Question(asks, choices, right, why, shows, rules=("DEAD-04", "DEAD-05", "DEAD-11"))


def _shown(matter: Matter) -> Groups | None:
    """Two groups: of one hand, or of two hands that may not go together."""
    numbers = matter.lines()[:2]
    if matter.luck.random() < 0.5:
        numbers = numbers[:1] * 2
    found: list[tuple[Tile, ...]] = []
    for number in numbers:
        hand = matter.luck.choice(matter.table.lines[number].hands)
        groups = [g for g in hand if _callable(g) and g.tiles not in found]
        if not groups:
            return None
        found.append(matter.luck.choice(groups).tiles)
    counts = Counter(tile for group in found for tile in group)
    return tuple(found) if len(found) == 2 and all(n <= t.copies for t, n in counts.items()) else None


def _callable(group: Group) -> bool:
    return group.alike and group.jokers and 3 <= len(group.tiles) <= group.tiles[0].copies


def _gone(matter: Matter, shown: Groups) -> tuple[Tile, ...]:
    """Discards, among them sometimes all that is left of kinds which hands want that the groups leave."""
    held = Counter(tile for group in shown for tile in group)
    strict = {
        tile for _, hand in fits(matter.table, shown) for group in hand if not group.jokers for tile in group.tiles
    }
    kinds = sorted(tile for tile in strict if not held[tile])
    matter.luck.shuffle(kinds)
    few = kinds[: matter.luck.choice((0, 2, 3))]
    gone = [tile for tile in few for _ in range(tile.copies - matter.luck.choice((0, 0, 1)))]
    other = [t for t in Tile if not held[t] and t not in gone and t is not Tile.JOKER]
    return tuple(sorted([*gone, *matter.luck.sample(other, 3)]))


def count(matter: Matter) -> Question | None:
    """So many tiles on and behind somebody's rack: is that a dead hand?"""
    seat, shown = matter.seats()[0], _shown(matter)
    if shown is None or not fits(matter.table, shown[:1]):
        return None
    state = matter.laid(seat.right, {seat: shown[:1]}, (matter.another(shown[0]),))
    behind = state.racks[seat].concealed + matter.luck.choice((0, 0, -1, 1))
    state = state.with_rack(seat, replace(state.racks[seat], concealed=behind))
    ruling = rule(state, Proposal(Challenged(seat.across, seat), Source.TABLET), matter.rules)
    died = isinstance(ruling, Accepted) and any(isinstance(e, HandDied) for e in ruling.events)
    choices, right = yes_or_no(yes=died)
    has = state.racks[seat].count
    why = f"Between turns everybody has 13 tiles, the exposed ones counted: {seat.name} has {has}."
    if died and matter.rules.of("C-19") == "play_on":
        why += " At this table she plays on, but cannot win."
    asks = f"It is not {seat.name}'s turn. Behind this group she has {behind} tiles. Is her hand dead?"
    return Question(asks, choices, right, why, (Row(f"{seat.name} shows", shown[:1]),), rules=("DEAD-01", "DEF-03"))


def may_still(matter: Matter) -> Question | None:
    """What a player whose hand is dead may still do."""
    seat, giver, other, _ = matter.seats()
    tile = matter.another(())
    begun = matter.laid(giver, {}, (matter.another((tile,)),))
    state = matter.after(begun, HandDied(seat, Cause.FALSE_MAH_JONGG), Drawn(giver), Discarded(giver, tile))
    turn = matter.after(matter.laid(seat, {}, (tile,)), HandDied(seat, Cause.FALSE_MAH_JONGG))
    if state is None or turn is None:
        return None
    refused = {
        f"Call the {tile.words} that {giver.name} discards": matter.ruled(state, Called(seat)),
        "Declare mah jongg with it": matter.ruled(state, Called(seat, True)),
        f"Say that {other.name}'s hand is dead": matter.ruled(state, Challenged(seat, other)),
        "Draw and discard in her turn": matter.ruled(turn, Drawn(seat)),
    }
    pays = -payments(MahJongg(giver, (), value=25), ruleset=matter.rules.ruleset)[seat]
    said = [Choice(act, why=why) for act, why in refused.items()]
    said.append(Choice("Pay the winner like the others", why=f"For a hand of 25 that is drawn she pays {pays}."))
    choices, right = matter.mixed(said, [*(not why for why in refused.values()), pays > 0])
    why = "A dead hand is out of the game and cannot win, and it pays like the others."
    asks = f"{seat.name}'s hand is dead. What is left for her to do?"
    return Question(asks, choices, right, why, several=True, rules=("DEF-09", "DEAD-14", "PAY-10"))


def jokers_of_the_dead(matter: Matter) -> Question | None:
    """Whether a joker in a dead hand's exposure may still be had: one shown before the fatal act, or with it."""
    seat, owner, *_ = matter.seats()
    shown = _shown(matter)
    if shown is None:
        return None
    with_joker = tuple((*group[:-1], Tile.JOKER) for group in shown)
    fatal = not fits(matter.table, shown)
    cause = Cause.NO_HAND_FITS if fatal else Cause.FALSE_MAH_JONGG
    laid = matter.laid(seat, {owner: with_joker}, (matter.another((*shown[0], *shown[1])),))
    state = matter.after(laid, HandDied(owner, cause), Drawn(seat))
    if state is None:
        return None
    at = matter.luck.randrange(2)
    standing = [e.tiles for e in state.racks[owner].exposures]
    refused = "That group went back on the rack: it was shown in the fatal act."
    if with_joker[at] in standing:
        refused = matter.ruled(state, JokerExchanged(seat, owner, standing.index(with_joker[at]), shown[at][0]))
    choices, right = yes_or_no(yes=not refused)
    cause_told = f"the two groups do not go together in any hand: {owner.name} laid down the second one in error"
    died = cause_told if fatal else f"{owner.name} declared mah jongg in error"
    why = refused or f"It stood there before the fatal act, and {shown[at][0].words} is what the joker stands for."
    asks = (
        f"{owner.name}'s hand is dead, for {died}. It is {seat.name}'s turn and she has drawn. "
        f"May she have the joker of the {'first' if at == 0 else 'second'} group for {shown[at][0].words}?"
    )
    shows = (Row(f"{owner.name} showed", with_joker),)
    return Question(asks, choices, right, why, shows, rules=("SWAP-12", "SWAP-13"))
