"""Questions on defence: what the others may be on, and what is safe to discard."""

from collections import Counter

from engine.card import Hand
from engine.coaching import lines_open, safe_discards
from engine.coaching.known import Known
from engine.lessons.question import SHOWN, Choice, Groups, Matter, Question, Row
from engine.tile import Seat, Tile
from engine.turn import Discard
from engine.wording import joined


def _opponent(matter: Matter) -> tuple[Known, Seat, Groups] | None:
    """A table late in the game, seen from P1: one of the others shows groups of a hand, and much is discarded."""
    seat = matter.luck.choice((Seat.P2, Seat.P3, Seat.P4))
    found = matter.hand(lambda line, hand: not line.concealed and len(_groups(hand)) >= 2)
    if found is None:
        return None
    groups = _groups(found[1])
    shown = tuple(matter.luck.sample(groups, 2))
    rest = matter.wall()
    for group in shown:
        for tile in group:
            rest.remove(tile)
    rack, gone = tuple(sorted(rest[:14])), rest[14:48]
    right, across, left = ((shown if s is seat else ()) for s in (Seat.P2, Seat.P3, Seat.P4))
    known = Known(
        matter.table,
        Seat.P1,
        rack,
        exposures=((), right, across, left),
        discards=tuple(Discard(t, None) for t in gone),
        wall=45,
        drawn=True,
        rules=matter.rules.ruleset,
    )
    return known, seat, shown


def _groups(hand: Hand) -> list[tuple[Tile, ...]]:
    return [g.tiles for g in hand if g.alike and g.jokers and 3 <= len(g.tiles) <= g.tiles[0].copies]


def _lying(known: Known) -> Row:
    """The discards, kind by kind."""
    counted = Counter(d.tile for d in known.discards)
    return Row("Discards", tuple((tile,) * counted[tile] for tile in sorted(counted)))


def safest(matter: Matter) -> Question | None:
    """Four tiles of one's own: which of them no hand can want that the exposures leave."""
    found = _opponent(matter)
    if found is None:
        return None
    known, seat, shown = found
    judged = [s for s in safe_discards(known) if s.tile is not Tile.JOKER]
    safe, wanted = [s for s in judged if not s.lines], [s for s in judged if s.lines]
    if not safe or len(wanted) < 2:
        return None
    offered = [matter.luck.choice(safe), *wanted[-(SHOWN - 1) :]]
    said = [Choice(s.tile.words, ((s.tile,),), why=_for_all(s.says, known)) for s in offered]
    choices, right = matter.mixed(said, [not s.lines for s in offered])
    why = f"{offered[0].tile.words}: no hand that {seat.name} can still be on wants it. Read exposures and discards."
    shows = (Row(f"{seat.name} shows", shown), _lying(known))
    asks = "Your hand is lost, and you only want to give nothing away. Which of these do you discard?"
    return Question(asks, choices, right, why, shows, rules=("TEACH-05", "TEACH-06"))


def _for_all(says: str, known: Known) -> str:
    """The coach's sentence with the opponent by her seat."""
    places = {"right": known.seat.right, "left": known.seat.left}
    says = says.replace("The player across", known.seat.across.name)
    for place, seat in places.items():
        says = says.replace(f"The player at your {place}", seat.name)
    return says


def may_be_on(matter: Matter) -> Question | None:
    """Lines of the card: which of them somebody can still be on who shows these groups."""
    found = _opponent(matter)
    if found is None:
        return None
    known, seat, shown = found
    open_ = [matter.number(line) for line in lines_open(known, seat)]
    out = [n for n in matter.lines() if n not in open_]
    if not open_ or len(out) < 2:
        return None
    few = min(len(open_), matter.luck.choice((1, 2)))
    lines = [*open_[:few], *out[: SHOWN - few]]
    said = [Choice(matter.table.lines[n].name, line=n, why=_open_why(matter, n, shown, n in open_)) for n in lines]
    choices, right = matter.mixed(said, [n in open_ for n in lines])
    names = joined([matter.table.lines[n].name for n in open_[:4]])
    more = f" and {len(open_) - 4} more" if len(open_) > 4 else ""
    why = f"Lines that still have both groups, and whose tiles can still come: {names}{more}."
    shows = (Row(f"{seat.name} shows", shown), _lying(known))
    asks = f"On which of these lines can {seat.name} still be?"
    return Question(asks, choices, right, why, shows, True, ("TEACH-05", "DEAD-04"))


def _open_why(matter: Matter, number: int, shown: Groups, is_open: bool) -> str:
    line = matter.table.lines[number]
    if is_open:
        return f"{line.name} has both groups."
    if line.concealed:
        return f"{line.name} is concealed: none of it may be exposed."
    if number in matter.table.after(shown).lines_held.tolist():
        return f"{line.name} has both groups, but too many of its other tiles are gone."
    return f"{line.name} has no place for both groups."
