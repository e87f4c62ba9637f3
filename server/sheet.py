"""Everything that one player, or the whole table, can say: what waits behind *More*. Only what the referee would take
now is offered, and only to who may say it.
"""

from collections.abc import Iterable

from engine import event as e, notation
from engine.faults import Cause
from engine.opening import dealt
from engine.rules.ruling import plays_on
from engine.rules.starting import set_size, stacks_of
from engine.state import Phase
from engine.tile import Seat, Tile, code
from server.access import Visitor
from server.acts import Act, Opens, allowed, may_propose, pick
from server.fifth import bets
from server.offers import Desk, changes, exchanges, lay_act
from server.passing import after_deal_words
from server.table import Table
from server.turn import fourteen_words, hold_act
from server.whole_game import Section, dispute_acts, east_acts, players_acts

# For what a table agrees that a hand is dead, where nothing proves it: the common causes first.
_DEATHS = (
    Cause.WRONG_COUNT,
    Cause.WRONG_EXPOSURE,
    Cause.NO_HAND_FITS,
    Cause.CONCEALED_EXPOSED,
    Cause.TILES_GONE,
    Cause.JOKER_MISUSED,
    Cause.OUT_OF_TURN,
    Cause.DISCARDED_WITHOUT_TILE,
    Cause.MISNAMED_EXPOSURE,
    Cause.SWAPPED_OUT_OF_TURN,
    Cause.SWAPPED_BEFORE_DRAW,
    Cause.FALSE_MAH_JONGG,
)

# What is put right and costs nothing, by when it can happen.
_WARNED_PASSING = (Cause.JOKER_PASSED, Cause.WRONG_DIRECTION, Cause.PEEKED, Cause.KNOCKED_OPEN)
_WARNED_PLAYING = (
    Cause.NOT_YOUR_TURN,
    Cause.PICKED_OUT_OF_TURN,
    Cause.KNOCKED_OPEN,
    Cause.WALL_TILE_SHOWN,
    Cause.WRONG_SOURCE,
    Cause.NO_JOKER_THERE,
    Cause.NOT_FROM_A_CALL,
)


def sheet(desk: Desk, visitor: Visitor) -> tuple[Section, ...]:
    """What can be said for the player at this desk, by what it is about."""
    match desk.table.state.phase:
        case Phase.SETUP:
            found = [Section("Before the deal", _before_deal(desk))]
        case Phase.CHARLESTON:
            found = [
                Section("The Charleston", _charleston(desk)),
                Section("To be put right", _warnings(desk, _WARNED_PASSING)),
            ]
        case Phase.PLAY:
            found = [
                Section("The last discard", _last_discard(desk)),
                Section("The turn", _turn(desk)),
                Section("Mah Jongg", _mah_jongg(desk)),
                Section("To be put right", _warnings(desk, _WARNED_PLAYING)),
                Section("Is a hand dead?", _dead_hands(desk)),
            ]
        case Phase.OVER:
            found = []  # only what is about the whole game
    found += [Section("The fifth player", bets(desk.table)), Section("The game", _game(desk))]
    offered = [Section(s.title, tuple(_offered(desk.table, visitor, s.acts))) for s in found]
    return tuple(s for s in offered if s.acts)


def _offered(table: Table, visitor: Visitor, acts: Iterable[Act]) -> Iterable[Act]:
    for act in acts:
        if act.opens is Opens.LAY:
            yield act
            continue
        event = notation.read(act.text.replace("{tile}", "1B"))
        if may_propose(visitor, event) is None and (act.opens is Opens.PICKER or allowed(table, act.text)):
            yield act


def _before_deal(desk: Desk) -> tuple[Act, ...]:
    state, name, rules = desk.table.state, desk.seat.name, desk.table.rules_in_force
    who = "I am" if desk.you else f"{desk.people.of(desk.seat)} is"
    playing = state.players
    held = " ".join(str(n) for n in dealt(state.east if state.east_known else desk.seat, playing))
    hands = dealt(desk.seat, playing)
    begun = notation.write(e.GameBegun(desk.seat, playing, hands, set_size(len(playing), rules) - sum(hands)))
    four = len(playing) == len(Seat)
    return (
        Act(f"{name} is East", f"{who} East"),
        Act(notation.write(e.WallsBuilt(stacks_of(len(playing), rules))), "The walls stand"),
        Act(f"deal {held}", "The tiles are dealt", note=after_deal_words(playing)),
        Act(begun, f"Begin, {who} East", note="Dealt, and the Charleston is over" if four else "The tiles are dealt"),
        *players_acts(desk.table, desk.people, desk.seat),
    )


def _charleston(desk: Desk) -> tuple[Act, ...]:
    name = desk.seat.name
    passed = [Act(f"{name} passes", "Passed three")]
    passed += [Act(f"{name} passes blind {n}", f"Passed, {n} unseen") for n in (1, 2, 3)]
    passed += [Act(f"{name} passes owing {n}", f"Passed, owes {n}", note="All four pass unseen") for n in (1, 2, 3)]
    return (
        *passed,
        Act(f"{name} takes the pass", "Took the three passed on"),
        Act(f"{name} takes the missing tile", "Takes the 13th tile", note="It was never dealt"),
        Act(f"{name} votes yes", "Second Charleston: yes"),
        Act(f"{name} votes no", "Second Charleston: no"),
        *(Act(f"{name} courtesy {n}", f"Courtesy: {n or 'none'}") for n in range(4)),
        Act("charleston ends", "No more Charleston", note="Ends it for all"),
    )


def _last_discard(desk: Desk) -> tuple[Act, ...]:
    name, state = desk.seat.name, desk.table.state
    last = state.last_discard
    tiles = (last.tile,) if last is not None else ()
    mine = last is not None and last.seat is desk.seat and last.number
    misnamed = f"correct {last.number}: {name} discards {code(last.tile)} named {{tile}}" if mine and last else ""
    wrong = (pick(misnamed, "It was named wrongly", "What was it called?"),) if misnamed else ()
    return (
        Act(f"{name} calls", "Call", tiles, "For a group"),
        Act(f"{name} calls for mah jongg", "Call for Mah Jongg", tiles),
        hold_act(desk),
        Act(f"{name} says pass", "Pass", note="Go on"),
        Act(f"{name} takes the discard", "Taken on the rack", note="From here the call stands"),
        Act(f"{name} takes back the call", "Take the call back"),
        Act(f"{name} corrects the name", "Give it its right name"),
        *wrong,
    )


def _turn(desk: Desk) -> tuple[Act, ...]:
    name = desk.seat.name
    late = pick(f"{name} discards {{tile}} out of turn", "Discarded out of turn", "Which tile?", "It costs the hand")
    drawn = Act(f"{name} draws out of turn", "Drawn out of turn", note="And racked: it costs the hand")
    early = () if _turn_is(desk) else (late, drawn)
    asks = "Which tile do you discard?" if desk.you else f"Which tile does {desk.people.of(desk.seat)} discard?"
    return (
        Act(f"{name} draws", "Drawn from the wall"),
        Act(f"{name} racks", "Racked", note="Nobody can call any more"),
        *((pick(f"{name} discards {{tile}}", "Discard ...", asks),) if _turn_is(desk) else ()),
        *exchanges(desk),
        *changes(desk),
        Act(f"{name} takes back the exposure", "Take the exposure back"),
        Act(f"{name} puts the draw back", "Put the drawn tile back"),
        Act(f"{name} draws from the wrong end", "Drawn from the wrong end", note="It costs the hand"),
        *early,
        Act(f"{name} takes the missing tile", "Takes the 13th tile", note="It was never dealt"),
    )


def _turn_is(desk: Desk) -> bool:
    state = desk.table.state
    return state.holder is desk.seat or (state.holder is None and state.turn is desk.seat)


def _mah_jongg(desk: Desk) -> tuple[Act, ...]:
    name = desk.seat.name
    return (
        Act(f"{name} declares mah jongg", "Mah Jongg", note=fourteen_words(desk)),
        Act(f"{name} takes back mah jongg", "Take Mah Jongg back"),
        lay_act("Show the fourteen"),
        Act(f"{name} shows a false mah jongg", "It was no Mah Jongg", note="Shown in error"),
        Act(f"{name} throws in", "Threw the tiles in", note="It costs the hand"),
    )


def _fate(desk: Desk, cause: Cause) -> str:
    return "cannot win" if plays_on(cause, desk.table.rules_in_force.ruleset) else "is dead"


def _dead_hands(desk: Desk) -> tuple[Act, ...]:
    name, who = desk.seat.name, desk.people
    others = [s for s in desk.table.state.players if s is not desk.seat]
    mine = "My hand" if desk.you else f"{who.whose(desk.seat)} hand"
    disagrees = "I disagree" if desk.you else f"{who.of(desk.seat)} disagrees"
    return (
        *(Act(f"{name} challenges {s.name}", f"Is {who.of(s)} dead?") for s in others),
        *(
            Act(f"{name} disputes {s.name}", f"{disagrees} with {who.of(s)}", note="Settled after the game")
            for s in others
        ),
        Act(f"{name} is found alive", f"{mine} is not dead", note="It was looked at"),
        *(Act(f"{name} dies {c.name}", f"{mine} {_fate(desk, c)}", note=c.position) for c in _DEATHS),
        *_wrong_exchanges(desk),
    )


def _warnings(desk: Desk, causes: tuple[Cause, ...]) -> tuple[Act, ...]:
    return tuple(Act(f"{desk.seat.name} is warned {c.name}", *_put_right(c)) for c in causes)


def _put_right(cause: Cause) -> tuple[str, tuple[Tile, ...], str]:
    """What happened, and what becomes of it, where it was put right in time."""
    return _WARNED[cause], (), _IN_TIME.get(cause, cause.position)


_WARNED = {
    Cause.JOKER_PASSED: "Passed a Joker",
    Cause.WRONG_DIRECTION: "Passed the wrong way",
    Cause.PEEKED: "Looked at a blind pass",
    Cause.KNOCKED_OPEN: "Tiles fell open",
    Cause.WALL_TILE_SHOWN: "A wall tile was turned up",
    Cause.NOT_YOUR_TURN: "Out of turn, stopped in time",
    Cause.PICKED_OUT_OF_TURN: "Picked out of turn, not racked",
    Cause.WRONG_SOURCE: "Took a wrong discard",
    Cause.NO_JOKER_THERE: "A wrong tile for a Joker",
    Cause.NOT_FROM_A_CALL: "Laid down without a call",
}
_IN_TIME = {
    Cause.PICKED_OUT_OF_TURN: "It goes back on the wall, and costs nothing.",
    Cause.WRONG_SOURCE: "It goes back, and the right one is taken.",
    Cause.NO_JOKER_THERE: "Each takes her own back.",
    Cause.NOT_FROM_A_CALL: "The tiles go back on the rack.",
}


def _wrong_exchanges(desk: Desk) -> tuple[Act, ...]:
    """What the table finds late: this player had a joker of somebody's for a tile that it did not stand for."""
    name, state = desk.seat.name, desk.table.state
    return tuple(
        pick(
            f"{name} swaps {{tile}} {owner.name} {i} wrongly",
            f"Had a Joker of {desk.people.whose(owner)} wrongly",
            "Which tile was given for it?",
            f"{_ordinal(i)} group. It costs {desk.people.whose(owner)} hand",
        )
        for owner in state.players
        for i, exposure in enumerate(state.racks[owner].exposures)
        if exposure.jokers and state.racks[owner].dead is None
    )


def _ordinal(index: int) -> str:
    return ("First", "Second", "Third", "Fourth")[index] if index < 4 else f"Group {index + 1}:"


def _game(desk: Desk) -> tuple[Act, ...]:
    return (
        Act("wall game", "The wall is used up", note="Nobody wins"),
        *_announcements(desk),
        Act("tiles mixed", "The tiles are mixed", note="What was paid stands"),
        Act(f"{desk.seat.name} changes places", f"Changes places with {desk.people.of(desk.seat.right)}"),
        *east_acts(desk.table, desk.people, desk.seat),
        *dispute_acts(desk.table, desk.people, desk.seat),
        Act(f"game abandoned {Cause.ENDED_BY_ALL.name}", "End this game", note="Nobody wins it"),
        Act(f"game abandoned {Cause.REDEALT_BY_ALL.name} replayed", "Deal this game again", note="The same East"),
    )


def seats_of(visitor: Visitor) -> tuple[Seat, ...]:
    """Whom this device acts for, in order."""
    return tuple(sorted(visitor.seats))


def _announcements(desk: Desk) -> tuple[Act, ...]:
    """What the winner may say that the hand is worth: what the card says, with the bonus for no jokers or without."""
    won = desk.table.state.won_by
    if won is None or won.value is None or won.seat is not desk.seat:
        return ()
    text = f"{desk.seat.name} announces {won.value}"
    plain = Act(text, f"Announce {won.value}", note="Without the bonus for no Jokers" if won.jokerless else "")
    return (Act(f"{text} jokerless", f"Announce {won.value}, no Jokers"), plain) if won.jokerless else (plain,)
