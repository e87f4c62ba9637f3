"""A button, who may press it, and who may undo what it did. Whether an act is allowed is asked of the referee."""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine import event as e, notation
from engine.event import Event
from engine.rules.referee import Accepted, Proposal, Source
from engine.state import Phase
from engine.tile import Seat, Tile
from server.access import Visitor
from server.evening import after_game
from server.table import Table


class Opens(Enum):
    """What a button opens instead of proposing an act at once."""

    NOTHING = ""
    PICKER = "picker"  # of the tile in its text
    LAY = "lay"  # the fourteen tiles of a mah jongg


@dataclass(frozen=True, slots=True)
class Act:
    """A button. `text` is the event in `engine.notation`, with `{tile}` in place of a tile to be picked first; `tiles`
    are drawn on it; `asks` is what the picker asks. `own`: its `label` says the tiles already, to whom cannot see."""

    text: str
    label: str
    tiles: tuple[Tile, ...] = ()
    note: str = ""
    opens: Opens = Opens.NOTHING
    asks: str = ""

    @property
    def about_discard(self) -> bool:
        """Whether it is something that anybody may say about the last discard."""
        return self.text.endswith((" calls", " calls for mah jongg", " says hold", " says pass", " corrects the name"))

    @property
    def key(self) -> str:
        """The same as long as the button does the same."""
        return self.text or f"{self.opens.value} {self.label}"


def pick(text: str, label: str, asks: str, note: str = "") -> Act:
    """A button that asks for a tile before it proposes."""
    return Act(text, label, (), note, Opens.PICKER, asks)


def allowed(table: Table, text: str) -> bool:
    """Whether the referee would take this act now."""
    return isinstance(table.judge(Proposal(_read(text), Source.TABLET)), Accepted)


_read = lru_cache(maxsize=1024)(notation.read)  # the same few hundred texts are offered again and again


def next_east(table: Table) -> Seat | None:
    """Who is East in the game that comes or is being set up; None where nobody has said so and no game before tells."""
    state = table.state
    if state.phase is Phase.OVER:
        session = after_game(table.evening, state)
    elif state.east_known:
        return state.east
    else:
        session = table.evening
    return session.east if session is not None else None


# What anybody who plays may say for the whole table.
_COMMON = (
    e.WallsBuilt,
    e.Dealt,
    e.EastChosen,
    e.GameBegun,
    e.WallGame,
    e.CharlestonEnded,
    e.BetPlaced,
    e.WallGameBet,
    e.BetCancelled,
)
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
    e.FalseMahJongg,
    e.ThrownIn,
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
    e.EastMistaken,
)


def may_propose(visitor: Visitor, event: Event) -> str | None:
    """Why this visitor may not propose this event; None if it may. The referee may propose anything, and so may the one
    tablet that plays for all: nobody else is there to ask."""
    if visitor.referee or visitor.plays_for_all:
        return None
    if not visitor.plays:
        return "You are looking on. Join a seat with its code to take part."
    if isinstance(event, _COMMON):
        return None
    if isinstance(event, _OWN):
        return None if event.seat in visitor.seats else "You cannot act for another seat."
    return "Only the referee can do that."


_BEFORE = (e.Drawn, e.Called, e.ExposureTakenBack, e.JokerExchanged, e.GameBegun)  # what an act may need first
_AFTER = (e.HandDied, e.Paid, e.GameAbandoned, e.EastChosen, e.WallBroken, e.CharlestonEnded)  # what may come of one


def chief(table: Table, numbers: tuple[int, ...]) -> Event:
    """The event that an act, its `numbers` newest first, is known by: not what had to come before it nor what came of
    it, where there is more."""
    events = [table.standing(n) for n in numbers]
    done = [x for x in events if not isinstance(x, _AFTER)]
    return next((x for x in reversed(done) if not isinstance(x, _BEFORE)), done[0] if done else events[-1])


def own_last_act(table: Table, *seats: Seat) -> tuple[int, ...]:
    """The numbers of the latest act, newest first, if one of `seats` made it by tapping and may so undo it; else
    nothing. What is said for the whole table, a deal or a wall game, belongs to everybody who plays."""
    numbers = table.last_act()
    entries = [table.log[n - 1] for n in numbers]
    if not entries or any(x.source is not Source.TABLET for x in entries):
        return ()
    made = chief(table, numbers)
    mine = isinstance(made, _COMMON) or getattr(made, "seat", None) in seats
    return numbers if seats and mine else ()


def undoable_by(table: Table, visitor: Visitor) -> tuple[int, ...]:
    """The numbers of the latest act, newest first, where who plays here may undo it: her own; on the one tablet for all
    any."""
    if visitor.plays_for_all:
        return table.last_act()
    return own_last_act(table, *sorted(visitor.seats))
