"""What a player can do by tapping, and who may propose what. Whether an act is allowed is asked of the referee; here is
only which acts a screen offers and in what words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import event as e
from engine import notation
from engine.event import Event
from engine.referee import Accepted, Proposal, Source, legal
from engine.state import Phase
from engine.tile import Seat, Tile, codes
from server.access import Visitor
from server.people import name as name_at
from server.table import Table


@dataclass(frozen=True, slots=True)
class Act:
    """A button. `text` is the event in `engine.notation`; `tiles` are drawn on it; `weight` is how big it stands:
    `great`, `plain` or `quiet`. With `pick` the tile in the text is chosen first, in place of `{tile}`."""

    text: str
    label: str
    tiles: tuple[Tile, ...] = ()
    weight: str = "plain"
    note: str = ""
    pick: bool = False


def seat_acts(table: Table, seat: Seat, own: tuple[Tile, ...] = ()) -> tuple[Act, ...]:
    """The buttons of one player's screen now, the weightiest first. `own` are the tiles entered there, where this
    screen may show them."""
    acts = [act for act in _candidates(table, seat) if act.pick or _allowed(table, act.text)]
    win = winning_act(table, seat, own) if table.state.phase is Phase.PLAY else None
    acts += [] if win is None else [win]
    order = {"great": 0, "plain": 1, "quiet": 2}
    return tuple(sorted(acts, key=lambda act: order[act.weight]))


def _allowed(table: Table, text: str) -> bool:
    return isinstance(table.judge(Proposal(notation.read(text), Source.TABLET)), Accepted)


def _candidates(table: Table, seat: Seat) -> Iterator[Act]:
    match table.state.phase:
        case Phase.SETUP:
            yield from _before_deal(table, seat)
        case Phase.CHARLESTON:
            yield from _charleston(seat)
        case Phase.PLAY:
            yield from _window(table, seat)
            yield from _turn(table, seat)
            yield from _always(table, seat)
        case Phase.OVER:
            yield from _next_game(seat)


def _before_deal(table: Table, seat: Seat) -> Iterator[Act]:
    yield Act(f"{seat.name} is East", "I am East", note="Whoever rolled highest")
    yield Act("walls built", "The walls stand")
    held = " ".join(str(n) for n in dealt(table.state.east))
    yield Act(f"deal {held}", "The tiles are dealt", weight="great", note="The Charleston begins")
    begun = notation.write(e.GameBegun(seat, concealed=dealt(seat)))
    yield Act(begun, "Begin, with me as East", weight="quiet", note="After the Charleston")


def _next_game(seat: Seat) -> Iterator[Act]:
    yield Act(f"{seat.name} is East", "Next game, I am East", note="Build the walls")
    begun = notation.write(e.GameBegun(seat, concealed=dealt(seat)))
    yield Act(begun, "Next game, dealt, I am East", weight="quiet", note="After the Charleston")


def dealt(east: Seat) -> tuple[int, int, int, int]:
    """How many tiles each seat holds after the deal: East 14, the others 13 (DEAL-06)."""
    first, second, third, fourth = (14 if seat is east else 13 for seat in Seat)
    return first, second, third, fourth


def _charleston(seat: Seat) -> Iterator[Act]:
    name = seat.name
    yield Act(f"{name} passes", "I have passed", weight="great", note="Three tiles")
    for blind in (1, 2, 3):
        yield Act(f"{name} passes blind {blind}", f"Passed, {blind} blind", weight="quiet")
    yield Act(f"{name} votes yes", "Second Charleston: yes", weight="great")
    yield Act(f"{name} votes no", "Second Charleston: no", weight="great")
    for count in range(4):
        yield Act(f"{name} courtesy {count}", f"Courtesy: {count or 'none'}")
    yield Act("charleston ends", "No Charleston now", weight="quiet", note="Ends it for all")


def _window(table: Table, seat: Seat) -> Iterator[Act]:
    """What can be done about the last discard."""
    name = seat.name
    last = table.state.last_discard
    tiles = (last.tile,) if last is not None else ()
    yield Act(f"{name} calls", "Call", tiles, "great", "For an exposure")
    yield Act(f"{name} calls for mah jongg", "Mah Jongg", tiles, "great", "Call it to win")
    yield Act(f"{name} says hold", "Hold", weight="plain", note="Let me think")
    yield Act(f"{name} says pass", "Pass", weight="great", note="Go on, I do not want it")
    yield Act(f"{name} takes back the call", "Take the call back")
    if any(c.seat is seat for c in table.state.calls):
        yield Act(f"{name} takes the discard", "I have taken it", note="It is on my rack")
    yield Act(f"{name} corrects the name", "Give it its right name")


def _turn(table: Table, seat: Seat) -> Iterator[Act]:
    name = seat.name
    if table.state.holder is seat:
        yield Act(f"{name} declares mah jongg", "Mah Jongg", weight="great", note="I have drawn my last tile")
    yield Act(f"{name} takes back mah jongg", "Take Mah Jongg back")
    yield Act(f"{name} draws", "I draw", note="From the wall")
    yield Act(f"{name} racks", "Racked", note="Closes the call window")
    yield Act(f"{name} takes the missing tile", "I take my 13th tile", note="It was never dealt")
    yield Act(f"{name} puts the draw back", "Put the drawn tile back")
    yield Act(f"{name} takes back the exposure", "Take the exposure back")
    for event in legal(table.state, table.rules_in_force):
        if isinstance(event, e.JokerExchanged) and event.seat is seat:
            where = "my own exposure" if event.owner is seat else f"{name_at(table.state, event.owner)}'s exposure"
            yield Act(notation.write(event), "Take the Joker", (event.tile,), "plain", f"Give this to {where}")
    if table.state.holder is seat or (table.state.turn is seat and table.state.holder is None):
        yield Act(f"{name} discards {{tile}}", "I discard ...", note="If the camera missed it", pick=True)


def _always(table: Table, seat: Seat) -> Iterator[Act]:
    yield Act("wall game", "The wall is used up", note="Nobody wins")
    for other in table.state.players:
        if other is not seat and table.state.racks[other].exposures:
            yield Act(f"{seat.name} challenges {other.name}", f"Is {name_at(table.state, other)} dead?", weight="quiet")


def winning_act(table: Table, seat: Seat, own: tuple[Tile, ...]) -> Act | None:
    """Mah Jongg with the tiles that `seat` has entered as its own and what it has exposed; None if they do not win."""
    tiles = (*(t for x in table.state.racks[seat].exposures for t in x.tiles), *own)
    last = table.state.last_discard
    offers = [(tiles, "")]
    if last is not None and last.seat not in (None, seat) and table.state.window:
        offers.append(((*tiles, last.tile), f" from {last.seat.name}"))
    for shown, source in offers:
        text = f"{seat.name} mah jongg {codes(shown)}{source}"
        if len(shown) == 14 and _allowed(table, text):
            return Act(text, "Show Mah Jongg", (), "great", "My fourteen tiles win")
    return None


def exposure_acts(table: Table, seat: Seat) -> tuple[Act, ...]:
    """The groups that `seat` may stand with the last discard, fewest jokers first, for who calls and shows."""
    if all(c.seat is not seat for c in table.state.calls):
        return ()
    found = [x for x in legal(table.state, table.rules_in_force) if isinstance(x, e.Exposed) and x.seat is seat]
    found.sort(key=lambda x: (len(x.tiles), x.tiles.count(Tile.JOKER)))
    return tuple(Act(notation.write(x), "I expose", x.tiles) for x in found)


# What anybody who plays may say for the whole table.
_COMMON = (e.WallsBuilt, e.Dealt, e.EastChosen, e.GameBegun, e.WallGame, e.CharlestonEnded)
# What a player may say for herself alone: the event's `seat` is hers.
_OWN = (
    e.Drawn,
    e.Racked,
    e.LastTileTaken,
    e.Discarded,
    e.Called,
    e.CallRetracted,
    e.Exposed,
    e.ExposureChanged,
    e.JokerExchanged,
    e.MahJongg,
    e.Declared,
    e.DeclarationRetracted,
    e.Passed,
    e.PassTaken,
    e.Voted,
    e.CourtesyOffered,
    e.Held,
    e.HoldEnded,
    e.Taken,
    e.NameCorrected,
    e.DrawReturned,
    e.ExposureTakenBack,
    e.Challenged,
    e.ChallengeDisputed,
    e.DiceRolled,
    e.WallBroken,
    e.Named,
)


def may_propose(visitor: Visitor, event: Event) -> str | None:
    """Why this visitor may not propose this event; None if it may. The referee may propose anything, who plays for
    several seats what each of them may."""
    if visitor.referee:
        return None
    if not visitor.plays:
        return "You are looking on. Join a seat with its code to take part."
    if isinstance(event, _COMMON):
        return None
    if isinstance(event, _OWN):
        if event.seat in visitor.seats:
            return None
        return "You cannot act for another seat."
    return "Only the referee can do that."


def own_last_act(table: Table, seat: Seat) -> tuple[int, ...]:
    """The numbers of the latest act, newest first, if `seat` made it by tapping and may so undo it; else nothing."""
    numbers = table.last_act()
    entries = [table.log[n - 1] for n in numbers]
    if not entries or any(x.source is not Source.TABLET for x in entries):
        return ()
    mine = entries[-1].event
    return numbers if getattr(mine, "seat", None) is seat else ()
