"""What a scenario says and the table shows otherwise: tiles that go another way, another tile, another's discard."""

from engine.event import Event, FalseMahJongg, MahJongg
from engine.faults import Cause
from engine.rules.referee import Accepted, Ruling
from engine.rules.ruling import refuse
from engine.scenarios.wording import called_tile, way_passed
from engine.state import State
from engine.tile import Seat, Tile

_WAYS = {"right": "to the right", "left": "to the left", "across": "across"}


def another_way(line: str, state: State) -> Ruling | None:
    """Tiles that are said to go another way than tiles go now are taken back (CHAR-02)."""
    way, now = way_passed(line), state.charleston
    if way is None or now is None or not now.stage.passing or now.stage.value.endswith(way):
        return None
    seat = next((s for s in Seat if line.upper().startswith(s.name)), None)
    who = "Everybody" if seat is None else seat.name
    says = f"{who} takes the tiles back: this is the {now.stage.value}, and they were passed {_WAYS[way]}."
    return refuse(Cause.WRONG_DIRECTION, seat, says)


def another_thrower(event: Event, ruling: Accepted, state: State) -> Ruling | None:
    """Mah Jongg said to be on the discard of somebody who did not discard that tile."""
    if not isinstance(event, MahJongg | FalseMahJongg) or event.source is None:
        return None
    won = next((e for e in ruling.events if isinstance(e, MahJongg)), None)
    held = (turn.discard for turn in (state.contest, state.claim) if turn is not None)
    sources = {won.source} if won is not None else {d.seat for d in (*held, state.last_discard) if d is not None}
    if event.source in sources:
        return None
    says = f"{event.seat.name} has no discard of {event.source.name}'s to say Mah Jongg on."
    return refuse(Cause.WRONG_SOURCE, event.seat, says)


def another_tile(line: str, state: State) -> Ruling | None:
    """A call for a tile by its name is one for the discard that can be called, or what it was named, and no other."""
    tile = called_tile(line)
    discard = state.contest.discard if state.contest is not None else state.last_discard
    if tile is None or discard is None or discard.tile is Tile.JOKER or tile in (discard.tile, discard.named):
        return None
    seat = next(s for s in Seat if line.upper().startswith(s.name))
    cause = Cause.OLD_DISCARD if any(d.tile is tile for d in state.discards) else Cause.NO_DISCARD
    says = f"Only the latest discard can be called: it is {discard.tile.words}, not {tile.words}."
    return refuse(cause, seat, says)
