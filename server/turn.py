"""What one player may do now: a sentence, and one or two large buttons under it. Everything else she could do waits
behind *More* (`server.sheet`).

`turn_of` looks at the table from one seat, in the order in which things press: a declared mah jongg, a call, a Hold,
her own turn, somebody else's discard, waiting.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.event import Called
from engine.faults import Cause
from engine.opening import dealt
from engine.rules.calling import yields
from engine.rules.playing import reserve, waits
from engine.rules.ruling import distance
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.acts import Act, allowed, next_east, pick
from server.evening import comes_in
from server.holding import HAND
from server.offers import Desk, Groups, exchanges, groups, lay_act, winning_act
from server.passing import (
    after_deal,
    after_deal_words,
    blind_acts,
    courtesy_settled,
    courtesy_words,
    hands_do,
    has_done,
    step_acts,
    waited_for,
)
from server.people import Sentence
from server.words import cause_words

NO_GROUPS = Groups((), ())


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player sees first. `mine`: the table waits for her. `great` are one or two large buttons (four numbers in
    the courtesy), `plain` smaller ones; `groups` are what she may expose; `discards`: a tap on one of her tiles
    discards it; `asks_drawn`: the tile that she has drawn is not among those that she tapped in."""

    says: Sentence
    note: Sentence = ()
    mine: bool = False
    great: tuple[Act, ...] = ()
    plain: tuple[Act, ...] = ()
    groups: Groups = NO_GROUPS
    discards: bool = False
    asks_drawn: bool = False


def turn_of(desk: Desk) -> Turn:
    """What the player at this desk may do now."""
    match desk.table.state.phase:
        case Phase.SETUP:
            return _before_deal(desk)
        case Phase.CHARLESTON:
            return _charleston(desk)
        case Phase.PLAY:
            return _after_courtesy(desk, next(_playing(desk)))
        case Phase.OVER:
            return _over(desk)


def is_are(desk: Desk, seat: Seat) -> str:
    """`You are`, `Ruth is`."""
    return "You are" if desk.you and seat is desk.seat else f"{desk.people.of(seat)} is"


# Before and after play.


def _before_deal(desk: Desk) -> Turn:
    east = next_east(desk.table)
    if east is None:
        how = _FIRST_EAST[desk.table.rules_in_force.of("C-01")]
        return Turn(("Who is East?",), (how,), True, tuple(_who_is_east(desk)))
    if not desk.table.state.east_known:
        act = Act(f"{east.name} is East", f"Next game: {is_are(desk, east)} East")
        return Turn(("The next game",), ("Mix the tiles and build the walls.",), True, (act,))
    held = " ".join(str(n) for n in dealt(east, desk.table.state.players))
    act = Act(f"deal {held}", "The tiles are dealt", note=after_deal_words(desk.table.state.players))
    ends = desk.table.rules_in_force.ruleset.says("C-03")
    note = f"Build the walls and deal three times four tiles each, then the last ones: {ends}"
    return Turn((f"{is_are(desk, east)} East",), (note,), True, (act,))


_FIRST_EAST = {
    "highest_roll": "Roll two dice each: the highest is East.",
    "host": "The host is East first.",
    "manual": "Agree on who is East first.",
}


def _who_is_east(desk: Desk) -> Iterator[Act]:
    for seat in desk.table.state.players:
        act = Act(f"{seat.name} is East", "I am" if desk.you and seat is desk.seat else desk.people.of(seat))
        if allowed(desk.table, act.text):
            yield act


def _charleston(desk: Desk) -> Turn:
    state = desk.table.state
    now = state.charleston
    if now is None:
        return Turn(("The Charleston",))
    does, note = hands_do(desk, now)
    if has_done(now, desk.seat, state.players):
        waiting = waited_for(desk, now)
        said = courtesy_words(desk, now)
        return Turn((f"Waiting for {waiting}" if waiting else "One moment",), (said or note,))
    said = courtesy_words(desk, now)
    acts = tuple(act for act in step_acts(desk, now) if allowed(desk.table, act.text))
    return Turn((does,), (f"{said} {note}".strip(),), True, acts, blind_acts(desk, now))


def _after_courtesy(desk: Desk, turn: Turn) -> Turn:
    """With what is exchanged: the last word of the courtesy begins play, and the tiles still lie there."""
    state = desk.table.state
    said = courtesy_settled(desk, state.charleston) if state.charleston is not None and state.undiscarded else ""
    return replace(turn, note=(f"{said} ", *turn.note)) if said else turn


def next_game_act(desk: Desk) -> tuple[Act, ...]:
    """The one button that begins the next game with the right East, or one for each who may be East."""
    east = next_east(desk.table)
    if east is None:
        return tuple(_who_is_east(desk))
    note = "Build the walls"
    if desk.table.state.resting:
        following = desk.table.next_seats
        note = f"{comes_in(desk.table.state, following) or f'{following.resting} sits out'}. {note}"
    return (Act(f"{east.name} is East", f"Next game: {_is_next(desk, east)} East", note=note),)


def _is_next(desk: Desk, seat: Seat) -> str:
    """`You are`, `Ruth is`, as the next game seats them."""
    name, now = desk.table.next_seats.names[seat], desk.table.state.names[seat]
    return is_are(desk, seat) if name == now else f"{name} is"


def _over(desk: Desk) -> Turn:
    state = desk.table.state
    if desk.you:
        says = "The game is over"  # who won stands above it, with the hand and the sum
    elif state.winner is not None:
        says = f"Mah Jongg! {desk.people.of(state.winner)} wins"
    else:
        says = "The game ends, nobody wins" if state.abandoned else "Wall game: nobody wins"
    return Turn((says,), (), False, next_game_act(desk))


# In play, the most pressing first. The last always answers.


def _playing(desk: Desk) -> Iterator[Turn]:
    for look in (_paused, _dead, _declared, _showing, _held, _called, _misnamed, _discarding, _drawing, _deciding):
        found = look(desk)
        if found is not None:
            yield found
    yield _waiting(desk)


def _paused(desk: Desk) -> Turn | None:
    rests = "the clock stands" if desk.table.camera.ok is None else "the camera's eyes rest"
    return Turn(("Paused",), (f"A break: {rests}.",)) if desk.table.paused else None


def _dead(desk: Desk) -> Turn | None:
    rack = desk.table.state.racks[desk.seat]
    if rack.dead is None or rack.plays_on:
        return None
    why = f"{cause_words(rack.dead)} {Cause.DEAD.position}"
    return Turn(("Your hand is dead" if desk.you else f"{desk.people.whose(desk.seat)} hand is dead",), (why,))


def _declared(desk: Desk) -> Turn | None:
    state, name = desk.table.state, desk.seat.name
    mine = state.declared is desk.seat or Called(desk.seat, True) in state.calls
    if mine:
        show = winning_act(desk) or lay_act("Show the fourteen", "Lay them open on the table too")
        says = "You say Mah Jongg" if desk.you else f"{desk.people.of(desk.seat)} says Mah Jongg"
        back = Act(f"{name} takes back mah jongg", "Take it back", note="Nothing shown yet")
        return Turn((says,), ("Lay the hand open.",), True, (show,), _only(desk, back))
    others = [c.seat for c in state.calls if c.mah_jongg] or ([] if state.declared is None else [state.declared])
    if not others:
        return None
    note = "Keep your tiles until the hand has been looked at."
    return Turn((f"{desk.people.listed(others)} says Mah Jongg",), (note,), False, (), _call_to_win(desk))


def _showing(desk: Desk) -> Turn | None:
    """She has called for an exposure."""
    state, name = desk.table.state, desk.seat.name
    if all(c.seat is not desk.seat for c in state.calls):
        return None
    last = state.last_discard
    tile: Sentence = (last.tile,) if last is not None else ()
    back = Act(f"{name} takes back the call", "Take the call back")
    found = groups(desk)
    says = "You call " if desk.you else f"{desk.people.of(desk.seat)} calls "
    asks = "Which group do you show?" if desk.you else "Which group is shown?"
    note = asks if not found.empty else _nothing_to_show(desk)
    return Turn((says, *tile), (note,), True, (), _only(desk, back), found)


def _nothing_to_show(desk: Desk) -> str:
    """Why she who has called may lay down no group: another has the tile before her, or her tiles make none with it."""
    state, whom = desk.table.state, "you" if desk.you else desk.people.of(desk.seat)
    refused = yields(state, desk.seat, wins=False)
    if refused is not None:
        if refused.fault.cause is Cause.HELD and state.held_by is not None:
            return f"{desk.people.of(state.held_by)} says Hold and comes before {whom} in turn: wait for an answer."
        if state.taken not in (None, desk.seat):
            assert state.taken is not None
            return f"{desk.people.of(state.taken)} has it on the rack already: {whom} may have it to win only."
        nearer = [c.seat for c in state.calls if distance(state, c.seat) < distance(state, desk.seat)]
        return f"{desk.people.listed(nearer) or 'Another'} calls it too, and comes before {whom} in turn."
    return "With these tiles it makes no group of three or more. For a pair or a single it may be called only to win."


def _held(desk: Desk) -> Turn | None:
    state, name = desk.table.state, desk.seat.name
    if state.held_by is None:
        return None
    if state.held_by is not desk.seat:
        says = f"{desk.people.of(state.held_by)} says Hold"
        return Turn((says,), ("Please wait.",), False, (), _only(desk, *_calls(desk)))
    go_on = Act(f"{name} says pass", "Pass", note="Go on, I do not want it" if desk.you else "Go on without it")
    says = "You said Hold" if desk.you else f"{desk.people.of(desk.seat)} says Hold"
    call, win = _calls(desk)
    asks = "Do you want the discard?" if desk.you else f"Does {desk.people.of(desk.seat)} want the discard?"
    return Turn((says,), (asks,), True, _only(desk, call, go_on), _only(desk, win))


def _called(desk: Desk) -> Turn | None:
    """Somebody else has called the last discard."""
    state = desk.table.state
    if not state.calls:
        return None
    who = desk.people.listed(c.seat for c in state.calls)
    last = state.last_discard
    tile: Sentence = (last.tile,) if last is not None else ()
    verb = " calls " if len(state.calls) == 1 else " call "
    return Turn((f"{who}{verb}", *tile), ("Wait until it is shown.",), False, (), _only(desk, *_calls(desk)))


def _misnamed(desk: Desk) -> Turn | None:
    """She has called her discard by another tile's name."""
    last = desk.table.state.last_discard
    if last is None or last.seat is not desk.seat or last.named is None:
        return None
    right = _only(
        desk, Act(f"{desk.seat.name} corrects the name", "Say its right name", (last.tile,), "Then it counts")
    )
    if not right:
        return None
    says = f"{'You' if desk.you else desk.people.of(desk.seat)} named it {last.named.words}"
    return Turn((says,), (_NAMELESS,), desk.you, right)


_NAMELESS = "Until it has its right name nobody can call it for a group."


def _misheard(desk: Desk) -> str:
    """Why somebody else's discard is not to be called for a group; empty where it has its right name."""
    state = desk.table.state
    last = state.last_discard
    if last is None or last.named is None or last.seat is desk.seat or not state.window:
        return ""
    return f"It was named {last.named.words}. {_NAMELESS}"


def _discarding(desk: Desk) -> Turn | None:
    state, name = desk.table.state, desk.seat.name
    if state.holder is not desk.seat or waits(state, desk.seat) is not None:
        return None
    says = "Your turn: discard" if desk.you else f"{desk.people.of(desk.seat)}: discard"
    win = winning_act(desk) or Act(f"{name} declares mah jongg", "Mah Jongg", note=fourteen_words(desk))
    discard = pick(f"{name} discards {{tile}}", "Discard ...", "Which tile do you discard?")
    by_tile = bool(desk.own) or not desk.you
    great = (win,) if by_tile else (discard, win)
    back = Act(f"{name} takes back the exposure", "Take the exposure back")
    plain = (*_charleston_first(desk), *exchanges(desk), *_only(desk, back))
    return Turn(
        (says,), (_tap(by_tile, desk),), True, _only(desk, *great), plain, discards=by_tile, asks_drawn=_one_short(desk)
    )


def _one_short(desk: Desk) -> bool:
    """Whether her tiles are followed and one of the fourteen is not known: the one that she drew."""
    shown = sum(len(x.tiles) for x in desk.table.state.racks[desk.seat].exposures)
    return desk.you and bool(desk.own) and len(desk.own) + shown == HAND - 1


def _drawing(desk: Desk) -> Turn | None:
    state, name = desk.table.state, desk.seat.name
    if state.holder is not None or state.turn is not desk.seat:
        return None
    whose = "Your turn" if desk.you else desk.people.of(desk.seat)
    call, win = _calls(desk)
    if state.wall <= reserve(desk.table.rules_in_force):
        over = Act("wall game", "The wall is used up", note="Nobody wants the last discard")
        return Turn((f"{whose}: no tile to draw",), (), True, _only(desk, over, call), _only(desk, win))
    plain = (win, Act(f"{name} says hold", "Hold"))
    if not desk.you:  # one tap does for the draw and the discard
        draw = Act(f"{name} draws", "Has drawn", note="To take a Joker, or Mah Jongg")
        says = f"{whose}: draw and discard"
        note = (f"{_misheard(desk)} {_tap(True, desk)}".strip(),)
        return Turn((says,), note, True, _only(desk, draw), _only(desk, call, *plain), discards=True)
    draw = Act(f"{name} draws", "I have drawn", note="From the wall")
    drawn = len(desk.own) + sum(len(x.tiles) for x in state.racks[desk.seat].exposures) == HAND
    note = (f"{_misheard(desk)} {_tap(drawn, desk)}".strip(),)
    return Turn((f"{whose}: draw",), note, True, _only(desk, draw, call), _only(desk, *plain), discards=drawn)


def fourteen_words(desk: Desk) -> str:
    """What a declared mah jongg says of the tiles, as she says it or as it is said for her."""
    return "My fourteen win" if desk.you else "Fourteen that win"


def hold_act(desk: Desk) -> Act:
    """Hold, with what it asks for."""
    return Act(f"{desk.seat.name} says hold", "Hold", note="Let me think" if desk.you else "Time to think")


def _tap(by_tile: bool, desk: Desk) -> str:
    if not by_tile:
        return ""
    return "Tap the tile that you discard." if desk.you else "Tap the discard."


def _deciding(desk: Desk) -> Turn | None:
    """Somebody else's discard may be called, or still be won with by whoever says so before its caller discards."""
    state = desk.table.state
    last = state.last_discard
    great = _only(desk, *_calls(desk))
    if not great:
        return None
    hold = hold_act(desk)
    note = _next_words(desk)
    if state.contest is not None:
        took, tile = desk.people.of(state.contest.keeper), state.contest.discard.tile.words
        says = f"{took} {'called' if state.claim is not None else 'took'} {tile}"
        note = f"It may be called only to win, until {desk.people.of(state.turn)} discards."
    elif last is not None and last.seat is not None:
        says = f"{desk.people.of(last.seat)} discards {last.tile.words}"
        note = f"{_misheard(desk)} {note}".strip()
    else:
        return None
    return Turn((says,), (note,), False, great, _only(desk, hold))


def _waiting(desk: Desk) -> Turn:
    return Turn((_next_words(desk),), (), False, (), (*_charleston_first(desk), *_call_to_win(desk)))


def _charleston_first(desk: Desk) -> tuple[Act, ...]:
    """The camera takes a game to have begun when the tiles stand there: whoever passes first says so."""
    state = desk.table.state
    follows = after_deal(state.players)
    if state.discards or state.charleston is not None or not follows:
        return ()
    held = " ".join(str(n) for n in dealt(state.east, state.players))
    return _only(desk, Act(f"deal {held}", f"The {follows} comes first", note="Nobody has discarded yet"))


def _next_words(desk: Desk) -> str:
    state = desk.table.state
    whose = state.holder if state.holder is not None else state.turn
    if state.holder is None and state.wall <= reserve(desk.table.rules_in_force):
        return "No tile is left to draw"
    does = "discards" if state.holder is not None else "draws"
    return f"{desk.people.of(whose)} {does}" if state.players else ""


def _calls(desk: Desk) -> tuple[Act, Act]:
    """For an exposure, and to win."""
    name, tiles = desk.seat.name, _last_tile(desk.table.state)
    return (
        Act(f"{name} calls", "Call", tiles, "For a group"),
        Act(f"{name} calls for mah jongg", "Mah Jongg", tiles, "Call it to win"),
    )


def _call_to_win(desk: Desk) -> tuple[Act, ...]:
    return _only(desk, _calls(desk)[1])


def _last_tile(state: State) -> tuple[Tile, ...]:
    """The discard that a call would be of."""
    kept = state.contest or state.claim
    if kept is not None:
        return (kept.discard.tile,)
    return (state.last_discard.tile,) if state.last_discard is not None else ()


def _only(desk: Desk, *acts: Act) -> tuple[Act, ...]:
    """Those that the referee would take; what is picked or laid first is asked then."""
    return tuple(a for a in acts if "{tile}" in a.text or not a.text or allowed(desk.table, a.text))
