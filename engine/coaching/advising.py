"""What to do now, in a sentence, with the choices it was weighed against and reasons that can be checked."""

from collections import Counter
from dataclasses import replace

from engine.card import Hand, Line
from engine.charleston import Stage
from engine.coaching.advice import Act, Advice, Option, Reason, Why
from engine.coaching.choosing import (
    PASSED,
    SPARE_COST,
    Mind,
    calls,
    complete,
    discards,
    exchanges,
    exposures_off,
    least_useful,
    may_pass_blind,
    wants_second,
)
from engine.coaching.danger import threats
from engine.coaching.known import Known
from engine.coaching.reach import best_by_line, count, reach_of
from engine.tile import Seat, Tile
from engine.wording import listed

LEAST_TOLD = 0.005  # a smaller chance is told as none in 100


def advise_pass(known: Known, step: Stage | None = None) -> Advice:
    """What to do at one step of the Charleston (by default the one that `known` is at).

    At a pass: three tiles, `blind` of them unseen ones on top of `tiles` where too few can be spared. At the courtesy:
    as many tiles as can be spared, none to three. At the vote: whether three more passes help.
    """
    stage = step or known.stage or Stage.FIRST_RIGHT
    mind = Mind(known)
    if stage is Stage.VOTE:
        return _vote(mind)
    costs = least_useful(known)
    spare = [tile for tile, cost in costs if cost <= SPARE_COST]
    blind = 0
    if stage is Stage.COURTESY:
        tiles = tuple(spare)
    elif may_pass_blind(known, stage):
        tiles = tuple(spare) if len(spare) < PASSED else tuple(t for t, _ in costs)
        blind = PASSED - len(tiles)
    else:
        tiles = tuple(t for t, _ in costs)
    rest = Mind(_with_rack(known, tuple((Counter(known.rack) - Counter(tiles)).elements())))  # what the pass keeps
    reasons = _pass_reasons(rest, known, tiles)
    act = Act.COURTESY if stage is Stage.COURTESY else Act.PASS
    return Advice(act, tiles, _pass_says(rest, act, tiles, blind), reasons, _one(mind), _aim(rest), blind)


def _pass_says(rest: Mind, act: Act, tiles: tuple[Tile, ...], blind: int) -> str:
    line = _aim(rest)
    goal = line.name if line is not None else "your hands"
    if act is Act.COURTESY:
        return f"Offer {len(tiles)}: you can spare {listed(tiles) if tiles else 'no tile'}."
    if blind:
        own = f"Pass {listed(tiles)} and " if tiles else "Pass "
        return f"{own}{count(blind, 'tile')} blind: your other tiles serve {goal}."
    jokers = rest.known.counts[Tile.JOKER]
    what = "joker: it" if jokers == 1 else "jokers: they"
    kept = f" Keep the {what} may never be passed." if jokers else ""
    return f"Pass {listed(tiles)}: they serve {goal} least.{kept}"


def _pass_reasons(rest: Mind, known: Known, tiles: tuple[Tile, ...]) -> tuple[Reason, ...]:
    reasons = []
    best = best_by_line(rest)
    if best:
        line, hand = rest.left.lines[rest.left.line_of[best[0][0]]], rest.left.hands[best[0][0]]
        strangers = tuple(t for t in tiles if all(t not in group.tiles for group in hand))
        if strangers:
            says = f"{line.name} has no place for {listed(strangers)}."
            reasons.append(Reason(Why.NO_PLACE, says, strangers, (), line, hand))
    jokers = known.counts[Tile.JOKER]
    if jokers:
        reasons.append(Reason(Why.JOKERS_STAY, "A joker may never be passed.", (), (jokers,)))
    if tiles and all(known.counts[t] == 1 or known.counts[t] - n > 1 for t, n in Counter(tiles).items()):
        reasons.append(Reason(Why.BREAKS_NO_PAIR, "No pair is broken.", tiles))
    if len(tiles) > 1 and len(set(tiles)) == len(tiles):
        reasons.append(Reason(Why.NO_PAIR_GIVEN, "All are different: nobody gets a pair from you.", tiles))
    return tuple(reasons)


def _vote(mind: Mind) -> Advice:
    second = wants_second(mind)
    best = best_by_line(mind)
    if not best:
        return Advice(Act.VOTE, (), "Another Charleston can only help.", (), _one(mind), None, yes=True)
    reach = reach_of(mind, *best[0])
    says = f"You are {count(reach.missing, 'tile')} from {reach.line.name}: " + (
        "three more passes may help." if second else "stop here, it would cost you good tiles."
    )
    return Advice(Act.VOTE, (), says, reach.reasons[:1], _one(mind), reach.line, yes=second)


def _one(mind: Mind) -> tuple[Option, ...]:
    return (Option((), mind.chance(mind.prospects.worth)),)


def _aim(mind: Mind) -> Line | None:
    best = best_by_line(mind)
    return mind.left.lines[mind.left.line_of[best[0][0]]] if best else None


def advise_discard(known: Known) -> Advice:
    """What to discard from fourteen, or that they are mah jongg."""
    if complete(known):
        return _won(known, None)
    mind = Mind(known)
    options = discards(mind)
    tile = options[0].tiles[0]
    rest = _without(known, tile)
    aims = best_by_line(rest)
    reasons = []
    if not aims:
        says = f"Nothing can be won any more; {tile.words} is the one to let go."
        reasons.append(Reason(Why.DEAD, "No hand can be won any more."))
        return Advice(Act.DISCARD, (tile,), says, (*reasons, *_safety(mind, tile)), options)
    reach = reach_of(rest, *aims[0])
    # A second copy may serve a hand that wants more; the place that the tile leaves decides.
    wants = sum(t is tile for group in reach.hand for t in group.tiles)
    held = known.counts[tile] + sum(group.count(tile) for group in known.own)
    reason, facts = _no_use(tile, wants, held, reach.line, reach.hand), reach.reasons
    if reason is None or tile is Tile.JOKER:  # with the tile, which is still there, the hand is another
        whole = reach_of(mind, *best_by_line(mind)[0])
        reason, facts = reason or _least(tile, options, reach.line), whole.reasons
        if tile is Tile.JOKER and whole.missing < reach.missing:
            reason = replace(reason, says="nobody can call it, and any other tile would cost you more")
    if safe := _played_safe(mind, options):
        says = f"Discard {tile.words}: {safe}."
        return Advice(Act.DISCARD, (tile,), says, (*_safety(mind, tile), reason, *facts), options, reach.line)
    kept = _kept_back(mind, options)
    says = f"Discard {tile.words}: {reason.says}. You are then {count(reach.missing, 'tile')} away."
    if kept and kept[0].seat is not None:
        told = kept[0].says.removeprefix(as_begun(who := seat_words(known, kept[0].seat)))
        says += f" Keep {kept[0].tiles[0].words} for now: {who}{told}"
    reasons = [reason, *facts, *_safety(mind, tile), *kept]
    return Advice(Act.DISCARD, (tile,), says, tuple(reasons), options, reach.line)


def _played_safe(mind: Mind, options: tuple[Option, ...]) -> str:
    """Why the first option is the best where it is only for what it does not give away; empty where it is not."""
    best, least = options[0], min((o.risk for o in options if Tile.JOKER not in o.tiles), default=0.0)
    if best.chance >= LEAST_TOLD or not mind.threats or best.risk > least:
        return ""
    if Tile.JOKER in best.tiles:
        return "you can hardly win any more, and nobody can call it"
    if any(reason.kind is Why.WANTED_BY for reason in _safety(mind, best.tiles[0])):
        return "you can hardly win any more, and of your tiles it is the least likely to give the game away"
    return "you can hardly win any more, and no hand that shows wants it"


def _least(tile: Tile, options: tuple[Option, ...], line: Line) -> Reason:
    second = next((o for o in options[1:] if o.worth <= options[0].worth), options[0])
    says = f"it is the least of what {line.name} still wants"
    return Reason(Why.LEAST, says, (tile,), (options[0].worth, second.worth))


def _kept_back(mind: Mind, options: tuple[Option, ...]) -> tuple[Reason, ...]:
    """Who may want the tile that would cost her own hand least, where it is not discarded for what it gives away."""
    chosen, cheapest = options[0], max(options, key=lambda o: (Tile.JOKER not in o.tiles, o.chance))
    if cheapest.chance <= chosen.chance or cheapest.risk <= chosen.risk:
        return ()
    return tuple(r for r in _safety(mind, cheapest.tiles[0]) if r.kind is Why.WANTED_BY)[:1]


def _no_use(tile: Tile, wants: int, held: int, line: Line, hand: Hand) -> Reason | None:
    if tile is Tile.JOKER:
        says = f"{line.name} has no use for one more, and nobody can call it"
        return Reason(Why.JOKER_DEAD, says, (tile,), (), line, hand)
    if not wants:
        return Reason(Why.NO_PLACE, f"{line.name} has no place for it", (tile,), (), line, hand)
    if wants < held:
        says = f"{line.name} wants {wants} and you hold more"
        return Reason(Why.TOO_MANY, says, (tile,), (wants, held), line, hand)
    return None


def _safety(mind: Mind, tile: Tile) -> tuple[Reason, ...]:
    """What the others' exposures say about discarding `tile`, the greatest danger first."""
    reasons = []
    found = sorted(threats(mind.known), key=lambda threat: -threat.wins_with(tile))
    for threat in found:
        lines = threat.lines_wanting(tile)
        if lines:
            says = f"{as_begun(seat_words(mind.known, threat.seat))} may want {tile.words} for {lines[0].name}."
            numbers = (len(lines), len(threat.lines))
            reasons.append(Reason(Why.WANTED_BY, says, (tile,), numbers, seat=threat.seat))
    if found and not reasons:
        reasons.append(Reason(Why.SAFE, "No hand that shows wants it.", (tile,)))
    return tuple(reasons)


def seat_words(known: Known, seat: Seat) -> str:
    """An opponent as this seat says it, within a sentence: her name where it is known, else where she sits."""
    if known.names[seat]:
        return known.names[seat]
    if seat is known.seat.right:
        return "the player at your right"
    return "the player across" if seat is known.seat.across else "the player at your left"


def as_begun(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def _without(known: Known, tile: Tile) -> Mind:
    rest = list(known.rack)
    rest.remove(tile)
    return Mind(_with_rack(known, tuple(rest)))


def _with_rack(known: Known, rack: tuple[Tile, ...], own: tuple[tuple[Tile, ...], ...] | None = None) -> Known:
    if own is None:
        return replace(known, rack=rack)
    shown = (*known.exposures[: known.seat], own, *known.exposures[known.seat + 1 :])
    return replace(known, rack=rack, exposures=shown)


def _won(known: Known, tile: Tile | None) -> Advice:
    whole = Mind(_with_rack(known, known.rack if tile is None else (*known.rack, tile)))
    reach = reach_of(whole, *best_by_line(whole)[0])
    what = f"This is {reach.line.name}" if tile is None else f"{tile.words} completes your hand"
    option = Option(() if tile is None else (tile,), 1.0)
    return Advice(Act.MAH_JONGG, option.tiles, f"{what}: say mah jongg.", reach.reasons, (option,), reach.line)


def advise_call(known: Known, tile: Tile) -> Advice:
    """Whether to call the discard `tile`, and what to expose with it (`tiles`, the called one among them)."""
    if tile is Tile.JOKER:
        says = "A discarded joker is dead: nobody can call it."
        return Advice(Act.LET_GO, (), says, (Reason(Why.JOKER_DEAD, says),))
    if complete(known, tile):
        return _won(known, tile)
    mind = Mind(known)
    options = calls(mind, tile)
    best = options[0]
    if not best.tiles:
        reason = _why_let_go(mind, tile, options)
        return Advice(Act.LET_GO, (), f"Let {tile.words} go: {reason.says}", (reason,), options, _aim(mind))
    reasons = [_commits(mind, best.tiles)]
    let_go = next(o for o in options if not o.tiles)
    if best.chance < LEAST_TOLD:
        says = f"Let {tile.words} go: you can hardly win any more, and a group on show would only help the others."
        return Advice(Act.LET_GO, (), says, tuple(reasons), (let_go, *(o for o in options if o.tiles)), _aim(mind))
    reasons.append(_compared(Why.BRINGS, best.chance, let_go.chance))
    concealed = [line for line in known.table.lines if line.concealed]
    first = ""
    if not known.own and concealed:
        first = " From then on your hand is exposed: concealed lines are gone."
        reasons.append(Reason(Why.ENDS_CONCEALED, first.strip(), (), (len(concealed),)))
    counts = Counter(known.rack)
    counts.subtract(best.tiles)
    counts[tile] += 1
    after = Mind(_with_rack(known, tuple(counts.elements()), (*known.own, best.tiles)))
    aims = best_by_line(after)
    line = after.left.lines[after.left.line_of[aims[0][0]]] if aims else None
    goal = f" for {line.name}" if line is not None else ""
    says = f"Call it and expose {listed(best.tiles)}{goal}.{first}"
    return Advice(Act.CALL, best.tiles, says, tuple(reasons), options, line)


def _commits(mind: Mind, exposure: tuple[Tile, ...]) -> Reason:
    after = mind.known.table.after([*mind.known.own, exposure])
    n, before = len(after.lines_held), len(mind.left.lines_held)
    says = f"With {listed(exposure)} on show {count(n, 'line')} of {before} {'is' if n == 1 else 'are'} left."
    return Reason(Why.COMMITS, says, exposure, (n, before))


def _compared(kind: Why, done: float, not_done: float) -> Reason:
    says = f"Your chance is then {about(done)}, against {percent(not_done)}."
    if percent(done) == percent(not_done):
        how = "as good as before" if done == not_done else f"a little {'better' if done > not_done else 'smaller'}"
        says = f"Your chance is then {how}."
    return Reason(kind, says, (), (done, not_done))


def percent(chance: float) -> str:
    """A chance as players say it, without false precision."""
    return f"{round(chance * 100)} in 100" if chance >= LEAST_TOLD else "under 1 in 100"


def about(chance: float) -> str:
    """`about 7 in 100`, or `under 1 in 100`."""
    return f"{'about ' if chance >= LEAST_TOLD else ''}{percent(chance)}"


def _why_let_go(mind: Mind, tile: Tile, options: tuple[Option, ...]) -> Reason:
    known = mind.known
    best = best_by_line(mind)
    if not best:
        return Reason(Why.DEAD, "nothing can be won any more.")
    if known.to_win_only:
        return Reason(Why.TO_WIN_ONLY, "this discard may be called only to win.", (tile,))
    reach = reach_of(mind, *best[0])
    line = reach.line
    if tile in reach.strict:
        says = f"in {line.name} it is a single or a pair, and that may be called only to win."
        return Reason(Why.NO_JOKER_THERE, says, (tile,), (), line, reach.hand)
    if tile not in reach.needs:
        wants = sum(t is tile for group in reach.hand for t in group.tiles)
        if not wants:
            says = f"{line.name}, your best line, does not want it."
            return Reason(Why.NO_PLACE, says, (tile,), (), line, reach.hand)
    elif line.concealed:
        says = f"{line.name} is concealed, and only its last tile may be called."
        return Reason(Why.CONCEALED, says, (), (), line, reach.hand)
    held, jokers = known.counts[tile], known.counts[Tile.JOKER]
    if not exposures_off(known, tile):
        says = "you hold too little to make a group with it."
        return Reason(Why.TOO_LITTLE, says, (tile,), (held, jokers))
    exposed = next((o for o in options if o.tiles), None)
    if exposed is None:
        says = "no line that may be exposed has such a group."
        if known.own:
            says = "no hand of the card has such a group beside what you show."
        return Reason(Why.FITS_NO_GROUP, says, (tile,))
    let_go = next(o for o in options if not o.tiles)
    says = f"showing it would leave you {percent(exposed.chance)}, against {percent(let_go.chance)}."
    if percent(exposed.chance) == percent(let_go.chance):
        says = "showing it would cost a little more than it brings."
    return Reason(Why.COSTS, says, (), (exposed.chance, let_go.chance))


def advise_exchange(known: Known) -> Advice:
    """Whether to exchange a natural for a joker in somebody's exposure now, on one's own turn."""
    mind = Mind(known)
    now = mind.chance(mind.prospects.worth)
    found = exchanges(mind)
    keep = Option((), now)
    if not found:
        says = "No joker can be had: you hold none of the tiles that jokers stand for."
        return Advice(Act.NO_EXCHANGE, (), says, (), (keep,))
    owner, group, tile, option = found[0]
    options = tuple(sorted([keep, *(f[3] for f in found)], key=lambda o: -o.chance))
    if option.chance < now:
        reason = _compared(Why.COSTS, option.chance, now)
        return Advice(Act.NO_EXCHANGE, (), f"Keep your {tile.words}: you need it more.", (reason,), options)
    whose = "your own exposure" if owner is known.seat else f"the exposure of {seat_words(known, owner)}"
    says = f"Give {tile.words} for the joker in {whose}: a joker may stand in any group of three or more."
    reasons = (Reason(Why.EXCHANGE, says, (tile,), seat=owner), _compared(Why.BRINGS, option.chance, now))
    return Advice(Act.EXCHANGE, (tile,), says, reasons, options, _aim(mind), owner=owner, group=group)


def advise_switch(known: Known, line: Line) -> Advice:
    """Whether to stay with `line` or aim at another."""
    mind = Mind(known)
    best = best_by_line(mind)
    if not best:
        reason = Reason(Why.DEAD, "No hand can be won any more.")
        return Advice(Act.STAY, (), reason.says, (reason,), _one(mind), line)
    mine = next(((h, c) for h, c in best if mind.left.lines[mind.left.line_of[h]] is line), None)
    top = reach_of(mind, *best[0])
    if mine is None:
        reason = Reason(Why.OUT_OF_REACH, f"{line.name} cannot be finished any more.", line=line)
        says = f"Switch to {top.line.name}: {line.name} cannot be finished any more."
        return Advice(Act.SWITCH, (), says, (reason, *top.reasons), _one(mind), top.line)
    if top.line is line:
        return Advice(Act.STAY, (), f"Stay with {line.name}: it is your best line.", top.reasons, _one(mind), line)
    own = reach_of(mind, *mine)
    reasons = own.reasons[0], top.reasons[0]
    if best[0][1] <= SWITCH_FROM * mine[1]:
        says = f"Stay with {line.name}: {top.line.name} is hardly likelier."
        return Advice(Act.STAY, (), says, reasons, _one(mind), line)
    cause = f"what {top.line.name} lacks comes more easily"
    if top.missing < own.missing:
        cause = f"{line.name} lacks {count(own.missing, 'tile')}, and {top.line.name} lacks {top.missing}"
    return Advice(Act.SWITCH, (), f"Switch to {top.line.name}: {cause}.", reasons, _one(mind), top.line)


SWITCH_FROM = 1.5  # a line must be so much likelier before a beginner is told to change plans
