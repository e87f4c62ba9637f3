"""Mah jongg: who may declare, whether the fourteen tiles win, and what a false declaration costs. Changes nothing."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.card import HAND_SIZE
from engine.charleston import Stage
from engine.event import (
    Announced,
    Called,
    CallRetracted,
    CharlestonEnded,
    DeclarationRetracted,
    Declared,
    Drawn,
    DrawReturned,
    Event,
    ExposureTakenBack,
    FalseMahJongg,
    MahJongg,
    Paid,
    TilesMixed,
)
from engine.faults import Cause
from engine.hands import HandTable, Win, all_but_jokers, fits, wins
from engine.rules.called import won_by_call
from engine.rules.calling import call, put_back, void_name, yields
from engine.rules.playing import draw, open_window, too_many
from engine.rules.ruling import (
    Accepted,
    Refused,
    Rules,
    Ruling,
    Source,
    dies,
    in_contest,
    plays_on,
    refuse,
    third_suit,
    visible,
)
from engine.rules.scoring import earns_bonus, fixed_penalty, received
from engine.state import Discard, Phase, State
from engine.tile import Seat, Tile, codes
from engine.wording import so_many


@dataclass(frozen=True, slots=True)
class _Way:
    """How the winning tile comes: the discard taken (None if drawn), and what has to happen first."""

    discard: Discard | None
    before: tuple[Event, ...] = ()


def mah_jongg(state: State, event: MahJongg, rules: Rules, source: Source = Source.TABLET) -> Ruling:
    """Fourteen tiles are shown. The ruling fills in line, value, discarder, joker exchange and misnaming.

    From the camera fourteen tiles in the open are proof enough of their number, whatever was counted before: it does
    not see draws, and may have come late.
    """
    seat = event.seat
    if state.phase is Phase.CHARLESTON:
        fault = before_charleston(state, seat)
        way: _Way | Refused = fault or _Way(None)
    else:
        way = in_contest(state, seat) or _way(state, event, rules)
    if isinstance(way, Refused):
        return way
    if not event.tiles and source is Source.REFEREE:
        return _on_the_referees_word(state, event, way, rules)
    discard = way.discard
    misnamed = _on_wrong_name(discard, event, rules)
    fault = void_name(seat, discard, rules) or _complete(state, event, way, rules, source is not Source.CAMERA)
    if fault is not None:
        return fault
    found = _winning(state, event, discard, rules)
    if isinstance(found, Refused):
        return found
    thrower = discard.seat if discard is not None else None
    exchanged = state.exchanged if state.holder is seat else None
    won = replace(event, source=thrower, misnamed=misnamed, exchanged=exchanged)
    if found:
        out_of_turn = discard is not None and discard.out_of_turn
        won = max(
            (_as_line(state, won, win, rules) for win in found),
            key=lambda w: received(w, out_of_turn, state.players, rules.ruleset),
        )
    return Accepted((*way.before, won))


def _as_line(state: State, won: MahJongg, found: Win, rules: Rules) -> MahJongg:
    """The win as that line of the card."""
    line = found.line
    bonus = found.jokerless and earns_bonus(line, rules.ruleset)
    hidden = line.concealed_bonus if not state.racks[won.seat].exposures and not line.concealed else 0
    return replace(won, line=line.name, value=line.value + hidden, jokerless=bonus)


def _on_the_referees_word(state: State, event: MahJongg, way: _Way, rules: Rules) -> Ruling:
    """The players looked at the tiles and the referee says which line they are: only what all can see is checked."""
    seat = event.seat
    fault = void_name(seat, way.discard, rules)
    if fault is not None:
        return fault
    thrower = way.discard.seat if way.discard is not None else None
    exchanged = state.exchanged if state.holder is seat else None
    return by_line(state, replace(event, source=thrower, exchanged=exchanged), rules, way.before)


def by_line(state: State, won: MahJongg, rules: Rules, before: tuple[Event, ...] = ()) -> Ruling:
    """The value of a win whose line somebody named: her exposures must fit it. Without a card nobody knows it."""
    seat = won.seat
    if rules.table is None:
        return Accepted((*before, replace(won, line=None, jokerless=False)))
    exposures = [e.tiles for e in state.racks[seat].exposures]
    line = next((x for x, _ in fits(rules.table, exposures) if x.name == won.line), None)
    if line is None:
        return refuse(Cause.NOT_A_WIN, seat, f"{seat.name}'s exposures are none of {won.line}.")
    bonus = won.jokerless and earns_bonus(line, rules.ruleset)
    bonus = bonus and not any(Tile.JOKER in e for e in exposures)
    hidden = line.concealed_bonus if not exposures and not line.concealed else 0
    return Accepted((*before, replace(won, value=line.value + hidden, jokerless=bonus)))


def before_charleston(state: State, seat: Seat) -> Refused | None:
    """East may be dealt a winning hand; the Charleston is waived (heavenly hand). Once begun it is finished."""
    now = state.charleston
    begun = now is not None and (
        now.stage not in (Stage.FIRST_RIGHT, Stage.COURTESY)
        or now.out != (None,) * 4
        or now.offers != (None,) * 4
        or (now.stage is Stage.COURTESY and len(state.players) == 4)
    )
    if begun:
        return refuse(
            Cause.CHARLESTON_BEGUN, seat, f"{seat.name} declares after the Charleston: once begun it is finished."
        )
    if seat is state.east and state.racks[seat].concealed == HAND_SIZE:
        return None
    return refuse(Cause.NOT_NOW, seat, f"{seat.name} cannot declare before play begins: only East holds fourteen.")


def _way(state: State, event: MahJongg, rules: Rules) -> _Way | Refused:
    seat = event.seat
    claim = state.claim
    if state.holder is seat and (event.source is None or claim is not None or not state.window):
        # A called tile already exposed still came from its discarder, unless a joker exchange completed the hand.
        by_call = claim is not None and not claim.frozen and state.exchanged is None
        return _stopped(state, seat) or _Way(claim.discard if by_call and claim is not None else None)
    drawn_by_turn = event.source is None and state.holder is None and state.turn is seat
    if drawn_by_turn and all(c.seat is not seat for c in state.calls):
        ruling = _called_before(state, seat) or draw(state, Drawn(seat, inferred=True), rules)
        return ruling if isinstance(ruling, Refused) else _Way(None, ruling.events)
    unracked = state.holder is not None and state.drawn and not state.racked
    returned: tuple[Event, ...] = (DrawReturned(state.holder),) if unracked and state.holder is not None else ()
    contest = state.contest
    if contest is not None and contest.keeper is not seat:
        if contest.discard.seat is seat:
            return refuse(Cause.OWN_DISCARD, seat, f"{seat.name} discarded that tile and can never take it back.")
        back = (*returned, ExposureTakenBack(contest.keeper))
        return _yields(state, event, contest.discard, rules) or _Way(contest.discard, back)
    fault, last = open_window(state, seat, rules), state.last_discard
    if fault is not None or last is None:
        return fault or refuse(Cause.NO_DISCARD, seat, "There is no discard to call.")
    fault = _yields(state, event, last, rules)
    if fault is not None:
        return fault
    if state.holder is not None and not returned and not last.out_of_turn:
        return refuse(Cause.NOT_YOUR_TURN, seat, f"It is {state.holder.name}'s turn.")
    return _Way(last, returned)


def _yields(state: State, event: MahJongg, discard: Discard, rules: Rules) -> Refused | None:
    """Why another caller has the tile first. Who wins on the wrong name it was given has it before who sees what it
    really is: until it is rightly named it is the tile that was named."""
    if _on_wrong_name(discard, event, rules) and discard.named in event.tiles:
        return None
    return yields(state, event.seat, True)


def _on_wrong_name(discard: Discard | None, event: MahJongg, rules: Rules) -> bool:
    """Whether the win is one on a misnamed tile. League: on the name it was given, which the hand then holds; a tile
    that is claimed for what it really is has been named rightly by that. Where the hand holds both, `event.misnamed`
    tells. Source 004 means any tile named wrongly."""
    if discard is None or discard.named is None:
        return False
    return rules.of("C-22") == "double" or _won_with(discard, event) is discard.named


def _won_with(discard: Discard, event: MahJongg) -> Tile:
    """The tile that the winner takes the discard for: what it is, or the name it was given."""
    named = discard.named in event.tiles
    really = discard.tile in event.tiles and discard.tile is not Tile.JOKER  # a discarded joker is nobody's
    return discard.named if discard.named is not None and named and (event.misnamed or not really) else discard.tile


def _complete(state: State, event: MahJongg, way: _Way, rules: Rules, counted: bool) -> Refused | None:
    """Fourteen tiles, what stands exposed and what was taken among them, none more often than the set holds it."""
    seat, tiles = event.seat, event.tiles
    if len(tiles) != HAND_SIZE:
        return refuse(Cause.NOT_FOURTEEN, seat, f"{seat.name} shows {so_many(len(tiles), 'tile')}; every hand has 14.")
    rack = state.racks[seat]
    # A joker may stand where the winning tile joined the seat's own exposure only before the win; all tiles count.
    exposed = Counter(t for e in rack.exposures for t in e.tiles)
    shown = Counter(tiles)
    lacking = exposed - shown
    if lacking:
        return refuse(
            Cause.EXPOSED_NOT_SHOWN,
            seat,
            f"{seat.name}'s exposed {codes(lacking.elements())} must be part of the winning hand.",
        )
    discard = way.discard
    names = () if discard is None else (discard.tile, discard.named or discard.tile)
    if discard is not None and not any(t in shown for t in names):
        return refuse(
            Cause.WRONG_SOURCE, seat, f"{seat.name}'s hand does not hold the {discard.tile.words} that was discarded."
        )
    held = (
        rack.count
        + sum(1 for e in way.before if isinstance(e, Drawn))
        + (1 if discard is not None and state.holder is not seat else 0)
    )
    if counted and held != HAND_SIZE:
        return refuse(
            Cause.WRONG_COUNT, seat, f"{seat.name} has {held} tiles with the winning one, not 14: the hand is dead."
        )
    hers = state.claim is not None and state.claim.seat is seat  # what she has exposed counts as hers already
    seen = not hers and (state.contest is None or not state.contest.hidden)
    taken_for = _won_with(discard, event) if discard is not None else None
    for tile, n in (shown - exposed).items():
        # The tile taken lies there already; where it was taken for its wrong name it never was that one at all.
        twice = discard is not None and tile is taken_for and (seen or tile is not discard.tile)
        others = visible(state, tile) - twice + n
        if others > tile.copies:
            return too_many(seat, tile, others)
    return third_suit(state, seat, tiles, rules)


def _winning(state: State, event: MahJongg, discard: Discard | None, rules: Rules) -> tuple[Win, ...] | Refused:
    """The lines the tiles shown are, the most valuable first; none without a card."""
    seat, tiles = event.seat, event.tiles
    exposures = [e.tiles for e in state.racks[seat].exposures]
    if rules.table is None:
        return _like_groups(seat, tiles, exposures) or ()
    found = wins(rules.table, tiles, exposures)
    if not found:
        return no_win(seat, tiles, exposures, rules.table)
    if discard is None:
        return found
    tile = _won_with(discard, event)
    allowed, why = won_by_call(found, tile, exposures, rules.ruleset)
    match why:
        case None:
            return allowed
        case Cause.CONCEALED_WIN_CALLED:
            says = f"{found[0].line.name} is concealed: {seat.name} must draw the winning tile."
        case _:
            says = f"{seat.name} needs the {tile.words} as a single, which may not be called at this table."
    return refuse(why, seat, says)


def no_win(seat: Seat | None, tiles: Sequence[Tile], exposures: Sequence[Sequence[Tile]], table: HandTable) -> Refused:
    """Why these fourteen do not win, `exposures` among them: no line has them, or only one that wins concealed or
    takes no joker there (JOK-02, JOK-03, JOK-04)."""
    whose = f"{seat.name}'s " if seat is not None else ""
    hidden = [w for w in wins(table, tiles) if w.line.concealed] if exposures else []
    if hidden:
        return refuse(
            Cause.CONCEALED_SHOWN,
            seat,
            f"{whose}{codes(sorted(tiles))} is {hidden[0].line.name}, which wins concealed only: "
            f"{codes(exposures[0])} stands exposed.",
        )
    line, why = all_but_jokers(table, tiles), "matches no hand on the card exactly"
    if line is not None:
        why = f"is not {line.name}: a joker stands where that hand takes none"
    return refuse(Cause.NOT_A_WIN, seat, f"{whose}{codes(sorted(tiles))} {why}.")


def _like_groups(seat: Seat, tiles: tuple[Tile, ...], exposures: list[tuple[Tile, ...]]) -> Refused | None:
    """Without a card: pairs, pungs, kongs, quints and sextets of tiles alike; jokers in groups of three or more."""
    rest = Counter(tiles)
    for exposure in exposures:
        rest.subtract(exposure)
    jokers = rest.pop(Tile.JOKER, 0)
    singles = [t for t, n in rest.items() if n == 1]
    # A single needs two jokers to be a pung. Three spare jokers or more are groups of their own; one or two join any
    # group, which parts in two where it would be too large.
    spare = jokers - 2 * len(singles)
    grouped = any(n > 0 for n in rest.values())
    if spare < 0 or (spare in (1, 2) and not grouped):
        alone = codes(singles) or "joker"
        return refuse(
            Cause.NOT_A_WIN,
            seat,
            f"{seat.name}'s {codes(sorted(tiles))} is not all groups alike: {alone} is left over.",
        )
    return None


def misfit(state: State, won: MahJongg) -> Refused | None:
    """Why a win that is told, and was not played here, can be none of this game's."""
    if won.seat is won.source:
        return refuse(Cause.OWN_DISCARD, won.seat, f"{won.seat.name} cannot win on her own discard.")
    told = (won.seat, won.source, won.exchanged)
    absent = next((s for s in told if s is not None and s not in state.players), None)
    return None if absent is None else refuse(Cause.NOT_PLAYING, absent, f"{absent.name} does not play this game.")


def announce(state: State, event: Announced | TilesMixed) -> Ruling:
    """The winner says what the hand is worth, at most what it is, until the tiles are mixed (PAY-01, PAY-04)."""
    ending = state.game.ending
    if state.phase is not Phase.OVER:
        return refuse(Cause.NOT_NOW, None, "Nobody mixes the tiles or is paid before the game is over.")
    if isinstance(event, TilesMixed):
        return Accepted((event,))
    seat, shown = event.seat, ending.shown
    if shown is None or shown.seat is not seat:
        return refuse(Cause.NOT_NOW, seat, f"{seat.name} has won nothing.")
    if ending.mixed:
        return refuse(Cause.VALUE_ANNOUNCED, seat, f"{seat.name} was paid what was announced; the tiles are mixed.")
    if shown.value is not None and event.value > shown.value:
        says = f"{seat.name}'s {shown.line or 'hand'} is worth {shown.value} points, not {event.value}."
        return refuse(Cause.OVERVALUED, seat, says)
    return Accepted((replace(event, jokerless=event.jokerless and shown.jokerless),))


def declare(state: State, event: Declared, rules: Rules) -> Ruling:
    """Mah Jongg is said, nothing shown yet (MAHJ-01). On one's own tile it closes the window on the last discard."""
    seat = event.seat
    if state.phase is Phase.CHARLESTON:
        return before_charleston(state, seat) or Accepted((event,))
    fault = in_contest(state, seat)
    if fault is not None:
        return fault
    if state.holder is seat:
        return _stopped(state, seat) or Accepted((event,))
    called = Called(seat, True)
    if called in state.calls:
        return Accepted((event,))
    ruling = call(state, called, rules)
    return ruling if isinstance(ruling, Refused) else Accepted((called, event))


def _stopped(state: State, seat: Seat) -> Refused | None:
    """Why nothing is declared on a drawn tile yet: somebody said Hold in time, or called the discard before it."""
    if state.held_by not in (None, seat):
        assert state.held_by is not None
        return refuse(Cause.HELD, seat, f"{state.held_by.name} said Hold: {seat.name} waits.")
    return _called_before(state, seat)


def _called_before(state: State, seat: Seat) -> Refused | None:
    """Why a tile drawn while another's call stood wins nothing: it goes back on the wall (WOO-03)."""
    last = state.last_discard
    other = next((c.seat for c in state.calls if c.seat is not seat), None) if state.window else None
    if other is None or last is None:
        return None
    return refuse(Cause.CALLED_EARLIER, seat, f"{other.name} called the {last.tile.words} before {seat.name} declared.")


def retract(state: State, event: DeclarationRetracted) -> Ruling:
    """Said in error with nothing shown: no penalty (FALSE-01). A tile already on the rack stays called (R: pung)."""
    seat = event.seat
    if state.declared is not seat and Called(seat, True) not in state.calls:
        return refuse(Cause.NOT_DECLARED, seat, f"{seat.name} has not declared Mah Jongg.")
    if not any(c.seat is seat for c in state.calls):
        return Accepted((event,))
    after: Event = Called(seat) if state.taken is seat else CallRetracted(seat)
    return Accepted((event, after))


def false_mah_jongg(state: State, event: FalseMahJongg, rules: Rules) -> Ruling:
    """Shown in error: the hand dies, or pays a penalty at once and plays on (C-23)."""
    seat = event.seat
    fault = before_charleston(state, seat) if state.phase is Phase.CHARLESTON else in_contest(state, seat)
    if fault is not None:
        return fault
    before: tuple[Event, ...] = ()
    if state.phase is Phase.PLAY:
        event, before = _its_tile(state, event, rules)
    if event.tiles and len(event.tiles) == HAND_SIZE:
        ruling = mah_jongg(state, MahJongg(seat, event.tiles, source=event.source), rules)
        if isinstance(ruling, Accepted):
            return refuse(Cause.NOT_DEAD, seat, f"{seat.name}'s hand is Mah Jongg: there is no error.")
    if rules.of("C-23") == "pay_fixed_penalty":
        value = event.value
        if value is None and rules.table is not None:
            value = max(line.value for line in rules.table.lines)
        points = fixed_penalty(value or 0, seat, event.source, state.players)
        return Accepted((*before, event, Paid(points, "false mah jongg")))
    died = dies(seat, Cause.FALSE_MAH_JONGG, rules)
    if state.phase is Phase.CHARLESTON and not died.plays_on:
        return Accepted((event, died, CharlestonEnded(False)))  # without four there is none (P3-02)
    return Accepted((*before, event, died))


def _its_tile(state: State, event: FalseMahJongg, rules: Rules) -> tuple[FalseMahJongg, tuple[Event, ...]]:
    """The fourteenth tile of a false hand, where nobody said: the discard she called, or one drawn unseen. For the
    discard a tile that she or another has drawn and not racked goes back."""
    seat, last = event.seat, state.last_discard
    void = state.window and rules.of("C-23") == "dead" and void_name(seat, last, rules) is not None
    if void and event.source is not None:  # a misnamed tile that nobody can claim stays where it lies (MISN-01)
        return replace(event, source=None), ()
    # Who is out keeps the tile that she claimed; who pays for the error, or plays on, leaves it where it is.
    out = rules.of("C-23") == "dead" and not plays_on(Cause.FALSE_MAH_JONGG, rules.ruleset)
    called = any(c.seat is seat for c in state.calls)
    if state.holder is seat and state.window and state.drawn and (called or event.source is not None):
        return replace(event, source=last.seat if last is not None else None), (DrawReturned(seat),)
    spoke = called or state.declared is seat
    contest = state.contest
    if contest is not None and contest.keeper is not seat and (spoke or event.source is contest.discard.seat):
        # Mah jongg takes the tile out of an exposure, and with a hand that is out it stays.
        back = (ExposureTakenBack(contest.keeper),) if out and not contest.hidden else ()
        return replace(event, source=contest.discard.seat), back
    if event.source is not None:
        return event, put_back(state) if out else ()
    if state.claim is not None and state.claim.seat is seat and not state.claim.frozen:
        return replace(event, source=state.claim.discard.seat), ()
    if state.holder is seat:
        returns = state.drawn and not state.racked and _called_before(state, seat) is not None
        return event, (DrawReturned(seat),) if returns else ()
    if state.turn is seat and state.holder is None and not spoke:
        ruling = draw(state, Drawn(seat, inferred=True), rules)
        return event, (ruling.events if isinstance(ruling, Accepted) else ())
    if state.window and last is not None and last.seat is not seat and not void:
        return replace(event, source=last.seat), put_back(state) if out else ()
    return event, ()


def to_be_had(state: State, seat: Seat) -> Discard | None:
    """The discard that `seat` could win with: the last one while its window is open, or that which another has exposed
    and not yet discarded for (CALL-09)."""
    contest = state.contest
    if contest is not None:
        return contest.discard if seat not in (contest.keeper, contest.discard.seat) else None
    last = state.last_discard
    return last if last is not None and state.window and last.seat is not seat else None
