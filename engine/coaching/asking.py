"""Questions that a player asks by pointing: which discards are safe, and why not this tile or that line."""

from collections.abc import Iterable

from engine.card import Line
from engine.coaching.advice import Act, Advice, Option, Reason, Safety, Why
from engine.coaching.advising import about, advise_call, advise_discard, advise_pass, as_begun, percent, seat_words
from engine.coaching.choosing import Mind
from engine.coaching.danger import Threat, risk_of, threats
from engine.coaching.known import Handed, Known
from engine.coaching.reach import best_by_line, count, reach_of, reach_of_line
from engine.tile import Seat, Tile
from engine.wording import listed

_NUMBERS = {1: "one", 2: "two", 3: "three"}
_OF_THE_OTHERS = (Why.WANTED_BY, Why.PASSED_BY, Why.PASSED_TO)


def lines_open(known: Known, seat: Seat) -> tuple[Line, ...]:
    """The lines of the card that an opponent can still be on, given what she shows and what is gone; in card order.

    All lines that can still come while she shows nothing.
    """
    for threat in threats(known):
        if threat.seat is seat:
            return threat.lines
    return known.table.lines


def safe_discards(known: Known) -> tuple[Safety, ...]:
    """Every kind on the rack, the safest first: who shows groups that leave hands wanting it, what went between her and
    this seat in the Charleston, and the risk."""
    found = threats(known)
    kinds = [t for t in Tile if known.counts[t]]
    judged = [_safety(known, found, tile) for tile in kinds]
    return tuple(sorted(judged, key=lambda s: (s.risk, bool(s.lines), s.tile)))


def _safety(known: Known, found: tuple[Threat, ...], tile: Tile) -> Safety:
    lines = tuple((t.seat, wanting) for t in found if (wanting := t.lines_wanting(tile)))
    if tile is Tile.JOKER:
        says = "Nobody can call a joker."
        return Safety(tile, 0.0, (), says, (Reason(Why.JOKER_DEAD, says),))
    if not lines:
        says = f"No hand that shows wants {tile.words}." if found else "Nobody shows anything yet."
        return Safety(tile, risk_of(found, tile), (), says, (Reason(Why.SAFE, says, (tile,)),))
    reasons = []
    left = {t.seat: t.lines for t in found}
    for seat, wanting in lines:
        says = f"{as_begun(seat_words(known, seat))} may want it for {wanting[0].name}"
        more = len(wanting) - 1
        says += f" and {count(more, 'more line')}." if more else "."
        reasons.append(Reason(Why.WANTED_BY, says, (tile,), (len(wanting), len(left[seat])), seat=seat))
        reasons += _handed(known, seat, tile)
    return Safety(tile, risk_of(found, tile), lines, " ".join(r.says for r in reasons), tuple(reasons))


def _handed(known: Known, seat: Seat, tile: Tile) -> list[Reason]:
    """What the Charleston told of `seat` and the tile: what she passed on she hardly collects, unless it was one too
    many; what she was given she may have kept."""
    who, reasons = seat_words(known, seat), []
    came, went = _between(known.received, seat, tile), _between(known.passed, seat, tile)
    if came:
        says = f"{as_begun(who)} passed you {_NUMBERS.get(came, came)} in the Charleston."
        reasons.append(Reason(Why.PASSED_BY, says, (tile,), (came,), seat=seat))
    if went:
        says = f"In the Charleston you passed {_NUMBERS.get(went, went)} to {who}."
        reasons.append(Reason(Why.PASSED_TO, says, (tile,), (went,), seat=seat))
    return reasons


def _between(handed: Iterable[Handed], seat: Seat, tile: Tile) -> int:
    return sum(one.tiles.count(tile) for one in handed if one.seat is seat)


def why_not(known: Known, subject: Tile | Line) -> Advice:
    """Why the coach does not say this tile (to discard, to pass, to call) or does not aim at this line.

    A tile is what one would discard on one's own turn, call while it is offered, and pass in the Charleston.
    """
    return _not_this_tile(known, subject) if isinstance(subject, Tile) else _not_this_line(known, subject)


def _not_this_line(known: Known, line: Line) -> Advice:
    mind = Mind(known)
    best = best_by_line(mind)
    own = reach_of_line(known, line)
    if own is None:
        shown = " and ".join(listed(group) for group in known.own)
        cause = f"it has no place for {shown} on show" if known.own else "too many of its tiles are gone"
        if known.own and line.concealed:
            cause = f"it is concealed, and you show {shown}"
        reason = Reason(Why.OUT_OF_REACH, f"{line.name} cannot be finished any more: {cause}.", line=line)
        return Advice(Act.EXPLAIN, (), reason.says, (reason,), (), line)
    top = reach_of(mind, *best[0])
    if top.line is line:
        return Advice(Act.EXPLAIN, (), f"{line.name} is your best line: {own.says}", own.reasons, (), line)
    says = (
        f"{line.name}: {own.says} {top.line.name} is {count(top.missing, 'tile')} away, "
        f"and wins {about(top.chance)}, {line.name} {percent(own.chance)}."
    )
    options = (Option(top.needs, top.chance), Option(own.needs, own.chance))
    return Advice(Act.EXPLAIN, (), says, (*own.reasons, top.reasons[0]), options, line)


def _not_this_tile(known: Known, tile: Tile) -> Advice:
    if known.offered is tile and not known.own_turn:
        return advise_call(known, tile)
    if not known.counts[tile]:
        says = f"You do not hold {tile.words}."
        return Advice(Act.EXPLAIN, (), says)
    if known.stage is not None and tile is Tile.JOKER:
        says = "A joker may never be passed."
        return Advice(Act.EXPLAIN, (tile,), says, (Reason(Why.JOKERS_STAY, says, (), (known.counts[tile],)),))
    advice = advise_discard(known) if known.own_turn and known.stage is None else advise_pass(known)
    if tile in advice.tiles:
        return advice
    mind = Mind(known)
    best = best_by_line(mind)
    reasons: list[Reason] = []
    for h, chance in best[:3]:
        reach = reach_of(mind, h, chance)
        wants = sum(t is tile for group in reach.hand for t in group.tiles)
        held = known.counts[tile]
        if wants >= held + sum(group.count(tile) for group in known.own):  # of what is one too many none is missed
            says = f"{reach.line.name} wants {wants} × {tile.words}, you hold {held}."
            reasons.append(Reason(Why.SERVES, says, (tile,), (wants, held), reach.line, reach.hand))
    option = next((o for o in advice.options if o.tiles == (tile,)), None)
    if option is not None and advice.options[0].tiles != (tile,):
        top = advice.options[0]
        if option.chance < top.chance:
            instead = f"after {listed(top.tiles)} {percent(top.chance)}"
            says = f"After it your chance is {about(option.chance)}, {instead}."
            if percent(option.chance) == percent(top.chance):
                says = f"{listed(top.tiles)} leaves you a little better chance."
            reasons.append(Reason(Why.COSTS, says, (), (option.chance, top.chance)))
        if option.risk > top.risk:
            reasons += [r for r in _safety(known, threats(known), tile).reasons if r.kind in _OF_THE_OTHERS]
    says = " ".join(r.says for r in reasons) or _still_less(advice.tiles)
    return Advice(Act.EXPLAIN, (tile,), says, tuple(reasons), advice.options, advice.line)


def _still_less(tiles: tuple[Tile, ...]) -> str:
    """Why these and not another."""
    if not tiles:
        return "None of your tiles can well be spared."
    return f"{listed(tiles)} {'serves' if len(tiles) == 1 else 'serve'} you still less."
