"""From what is seen to what is proposed: the one place where observations meet the table.

A picture that nothing explains stays silent while it settles and is then a quiet "please check". A reading that is a
toss-up is a question to the table; when the players have moved on without answering, the likeliest reading is taken,
and its low confidence stands in the log.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp
from typing import Protocol

from engine.event import Corrected, Discarded, Event, GameBegun, Resynced, WallGame
from engine.ruling import Accepted, Proposal, Refused, Source
from engine.sight.observation import Group, Observation, Sight
from engine.sight.propose import CLEAR, Act, Explanation, as_it_stands, expected, faces, propose
from engine.sight.whereabouts import Lying, followed, lay, located, rested
from engine.state import Phase, State
from engine.tile import CODES, Seat, Tile
from server.table import Alert, Answer, Choice, Readings
from vision.follow.settle import LOOKS

SURE = 0.97  # after three looks; surer than most single readings, so only clear pictures are quick
QUICK_LOOKS = 3
SLOW_LOOKS = 5
PATIENCE = 3  # rests in which the same act is refused before the table is taken over as it lies
TOSS_UP = 0.5  # below it the table is asked instead of told
CONFIRMED = 2  # observations in a row that must agree on the same acts
CLEARLY = 0.9  # how sure each tile of an exposure is read before what was believed of it is put right
OWED = 6  # hands that may have brought a tile which nobody has made out yet
LAST_CHANCE_S = 5.0  # after the last discard, for whoever still wants it
QUESTION = "question"
UNEXPLAINED = "unexplained"
FAULT = "fault"


Told = Callable[[float, float, Tile], None]
"""Where on the table (mm) a tile lies and what somebody said it is."""


class Door(Protocol):
    """What the watcher needs of `server.table.Table`."""

    @property
    def state(self) -> State: ...

    @property
    def paused(self) -> bool: ...

    @property
    def just_begun(self) -> int | None: ...

    def submit(self, proposal: Proposal, after: int | None = None, readings: Readings = ()) -> Answer: ...

    def judge(self, proposal: Proposal) -> Accepted | Refused: ...

    def raise_alert(self, alert: Alert) -> None: ...

    def clear(self, key: str) -> None: ...

    def set_seen(self, seen: Resynced | None) -> None: ...


class Watcher:
    """Follows one table by sight. Lives where the table lives, on the event loop."""

    def __init__(self, table: Door, told: Told = lambda x_mm, y_mm, tile: None) -> None:
        """`told` hears what the players put right: where a discard lies and what it is, so that the eyes may learn."""
        self._table = table
        self._teach = told
        self._last: tuple[Event, ...] = ()
        self._agreed = 0
        self._asked: Event | None = None
        self._hands: tuple[Seat, ...] = ()
        self._owed: tuple[Seat, ...] = ()
        self._matched = False
        self._opening = False
        self._known: tuple[Lying, ...] = ()
        self._unexplained: tuple[Sight, ...] = ()
        self._waiting: tuple[Sight, ...] = ()
        self._standing: tuple[tuple[tuple[Tile, ...], ...], ...] = ((), (), (), ())
        self._looks = 0
        self._refused: Event | None = None
        self._refused_rests = 0
        self._number = -1
        self._since_s = 0.0

    def observe(self, seen: Observation) -> None:
        """Propose what explains the observation, once enough looks agree on it."""
        state = self._table.state
        if seen.looks >= QUICK_LOOKS:
            self._table.set_seen(as_it_lies(state, seen))
        if self._table.paused:
            return  # whatever moves during a break is no act; afterwards the table is compared with what it was
        if state.phase is Phase.SETUP or _swept_clean(state, seen):
            self._begin(state, seen)
        elif state.phase is Phase.PLAY:
            if self._opening and seen.looks > self._looks:
                self._looks = seen.looks
                return  # the rest in which the game began: nobody has moved yet
            self._opening = False
            if seen.looks <= self._looks:
                self._next_rest()
            self._looks = seen.looks
            seen = replace(seen, hands=(*self._owed, *seen.hands))
            self._hands = seen.hands
            self._known = self._put_right(followed(self._known, state.discards, by_sight=False))
            found = propose(state, seen, self._known, self._waiting)
            events = tuple(a.event for a in found.acts)
            self._agreed = self._agreed + 1 if events == self._last else 1
            self._last = events
            if self._agreed >= CONFIRMED and _ripe(found, seen.looks):
                self._settle(found, seen)
            told = self._table.state.number > state.number
            self._unexplained = found.unexplained if told else found.fresh
            if seen.looks == LOOKS and not found.acts:
                self._look_at_racks(seen)
            self._locate(seen)

    def _look_at_racks(self, seen: Observation) -> None:
        """An exposure that two rests read alike and otherwise than it is believed was misread when it was made."""
        state = self._table.state
        standing = tuple(tuple(_clear_group(g) for g in groups) for groups in seen.exposures)
        for seat, (now, before) in enumerate(zip(standing, self._standing, strict=True)):
            believed = [e.tiles for e in state.racks[seat].exposures]
            same_sizes = sorted(map(len, now)) == sorted(map(len, believed))
            alike = sorted(map(sorted, now)) == sorted(map(sorted, believed))
            if now == before and all(now) and same_sizes and not alike:
                lies = as_it_stands(state)
                exposures = (*lies.exposures[:seat], now, *lies.exposures[seat + 1 :])
                self._table.submit(Proposal(replace(lies, exposures=exposures), Source.CAMERA))
                break
        self._standing = standing

    def _next_rest(self) -> None:
        """Another rest begins. A hand whose tile has not been told yet still counts: it may take a better look. Hands
        of a rest that broke off are told again by the camera itself."""
        if self._looks >= LOOKS:
            self._owed = () if self._matched else self._hands[-OWED:]
        self._waiting = self._unexplained
        self._known = rested(self._known)
        self._matched = False
        self._refused_rests += self._refused is not None

    def _locate(self, seen: Observation) -> None:
        """Remember where each discard lies."""
        discards = self._table.state.discards
        self._known = followed(self._known, discards, by_sight=True)
        laid = lay([d.tile for d in discards], seen.discards, self._known)
        self._known = located(self._known, laid, seen.discards)

    def passed(self, time_s: float) -> None:
        """The clock of the camera, told with every picture: the wall is used up, and nobody wants the last discard."""
        state = self._table.state
        if state.number != self._number:
            self._number, self._since_s = state.number, time_s
        waits = state.holder is not None or bool(state.calls) or self._table.paused
        used_up = state.phase is Phase.PLAY and state.wall <= 0 and not waits
        if used_up and time_s - self._since_s > LAST_CHANCE_S:
            self._since_s = time_s
            self._table.submit(Proposal(WallGame(), Source.CAMERA))

    def ended(self) -> None:
        """The pictures have come to their end: an unanswered question is answered with the likeliest reading."""
        if self._asked is not None:
            self._table.submit(Proposal(self._asked, Source.CAMERA, TOSS_UP))
            self._asked = None

    def _begin(self, state: State, seen: Observation) -> None:
        if seen.looks < QUICK_LOOKS:
            return
        east = state.east if state.phase is Phase.SETUP else state.east.right
        lies = as_it_lies(State(), seen)
        shown = [sum(len(g) for g in groups) for groups in lies.exposures]
        fresh = not lies.discards and not any(shown)
        held = [max(0, 13 - n) + (1 if fresh and s is east else 0) for s, n in zip(Seat, shown, strict=True)]
        begun = GameBegun(
            east,
            concealed=(held[0], held[1], held[2], held[3]),
            wall=max(0, 99 - len(lies.discards)),
            exposures=lies.exposures,
            discards=lies.discards,
        )
        self._table.submit(Proposal(begun, Source.CAMERA))
        self._opening, self._looks, self._known = True, seen.looks, ()

    def _settle(self, found: Explanation, seen: Observation) -> None:
        self._matched = False
        if self._opened_by_another(found, seen):
            found = propose(self._table.state, seen, self._known, self._waiting)
        for act in found.acts:
            if act.confidence < TOSS_UP and act is found.acts[-1]:
                self._ask(act)
                return
            if not self._told(act):
                self._give_way(seen)
                return
        self._asked = self._refused = None
        self._matched = True
        self._table.clear(QUESTION)
        self._table.clear(FAULT)
        if found.leftover:
            says = "Please check: there are tiles on the table that I cannot explain."
            self._table.raise_alert(Alert(UNEXPLAINED, says))
        else:
            self._table.clear(UNEXPLAINED)

    def _ask(self, act: Act) -> None:
        """Only the last thing that happened is asked about, and once. It waits for the answer or for the next act: by
        then the players have moved on, and the likeliest reading is taken."""
        if act.event == self._asked:
            return
        self._asked = act.event
        choices = [Choice(act.event, act.confidence)]
        if isinstance(act.event, Discarded):
            choices += [Choice(Discarded(act.event.seat, tile), p) for tile, p in act.alternatives]
        words = " or ".join(_tile_of(c.event) for c in choices[:2])
        self._table.raise_alert(Alert(QUESTION, f"Please check the last tile: I see {words}.", choices=tuple(choices)))

    def _told(self, act: Act) -> bool:
        """False where the table refused; the same refusal is not repeated for every picture."""
        if act.event == self._refused:
            return False
        event = self._allowed(act)
        answer = self._table.submit(Proposal(event, Source.CAMERA, act.confidence), None, act.alternatives)
        accepted = isinstance(answer, Accepted)
        if accepted or act.event != self._refused:
            self._refused_rests = 0
        self._refused = None if accepted else act.event
        return accepted

    def _allowed(self, act: Act) -> Event:
        """The likeliest of the things that it may have been which the rules and the card allow; itself where none is
        allowed."""
        for event in (act.event, *act.otherwise) if act.otherwise else ():
            if isinstance(self._table.judge(Proposal(event, Source.CAMERA)), Accepted):
                return event
        return act.event

    def _put_right(self, known: tuple[Lying, ...]) -> tuple[Lying, ...]:
        """`known`, once the eyes have been told which of the discards they misread."""
        for old, new in zip(self._known, known, strict=False):
            if old.at_mm is not None and old.number == new.number and new.firm and new.tile is not old.tile:
                self._teach(*old.at_mm, new.tile)
        return known

    def _give_way(self, seen: Observation) -> None:
        """The players went on although an act of theirs, as it was read, is against the rules or the set: what was said
        about it stays on the pages, and the table is taken over as it lies, so that nothing after it is lost."""
        if self._refused_rests < PATIENCE:
            return
        lies = as_it_lies(self._table.state, seen)
        if seen.hands:
            lies = replace(lies, turn=seen.hands[-1].right)
        self._table.submit(Proposal(lies, Source.CAMERA))
        self._refused, self._refused_rests = None, 0

    def _opened_by_another(self, found: Explanation, seen: Observation) -> bool:
        """Who opens is East (TURN-01): where nobody said who that is, the hand that made the first discard tells."""
        state = self._table.state
        first = found.acts[0].event if found.acts else None
        began = self._table.just_begun
        if len(found.acts) != 1 or not isinstance(first, Discarded) or began is None or len(set(seen.hands)) != 1:
            return False
        seat = seen.hands[0]
        if seat is first.seat or expected(state).discards:
            return False
        held = [13, 13, 13, 13]
        held[seat] += 1
        begun = GameBegun(seat, concealed=(held[0], held[1], held[2], held[3]), wall=state.wall)
        self._table.submit(Proposal(Corrected(began, begun), Source.CAMERA))
        return True


def as_it_lies(state: State, seen: Observation) -> Resynced:
    """The table as the camera sees it, for taking it over whole. Whose turn it is stays as believed."""
    groups = tuple(tuple(g for g in map(_group, rack) if g) for rack in seen.exposures)
    shown = [sum(len(g) for g in rack) for rack in groups]
    turn = state.holder if state.holder is not None else state.turn
    held = [max(0, 13 - n) + (1 if s is state.holder else 0) for s, n in zip(Seat, shown, strict=True)]
    return Resynced(groups, _possible(seen, groups), (held[0], held[1], held[2], held[3]), turn)


def _possible(seen: Observation, groups: Sequence[Sequence[tuple[Tile, ...]]]) -> tuple[Tile, ...]:
    """What the discards may be, the surest read first: no kind more often than the set holds it."""
    left = [t.copies for t in Tile]
    for tile in (t for rack in groups for group in rack for t in group):
        left[tile] = max(0, left[tile] - 1)
    clear = [i for i, s in enumerate(seen.discards) if exp(s.log_p[s.best]) > CLEAR]
    found: dict[int, Tile] = {}
    for i in sorted(clear, key=lambda i: -seen.discards[i].log_p[seen.discards[i].best]):
        likeliest = next((t for t, _ in faces(seen.discards[i], left) if left[t]), None)
        if likeliest is not None:
            left[likeliest] -= 1
            found[i] = likeliest
    return tuple(found[i] for i in sorted(found))


def _group(sights: Group) -> tuple[Tile, ...]:
    """The tiles of an exposure, or nothing where no exposure can look like that (a stray tile, a false find)."""
    tiles = tuple(s.best for s in sights)
    naturals = {t for t in tiles if t is not Tile.JOKER}
    return tiles if len(tiles) >= 3 and len(naturals) <= 1 else ()


def _clear_group(sights: Group) -> tuple[Tile, ...]:
    """As `_group`, and nothing too where a tile of it is not read clearly."""
    return _group(sights) if all(exp(s.log_p[s.best]) > CLEARLY for s in sights) else ()


def _ripe(found: Explanation, looks: int) -> bool:
    return looks >= SLOW_LOOKS or (looks >= QUICK_LOOKS and found.confidence >= SURE and found.leftover == 0)


def _tile_of(event: Event) -> str:
    return event.tile.words if isinstance(event, Discarded) else type(event).__name__


def _swept_clean(state: State, seen: Observation) -> bool:
    """After a game is over: the table cleared for the next one."""
    return state.phase is Phase.OVER and not seen.discards and not any(seen.exposures)


def final_table(state: State) -> dict[str, object]:
    """The face-up table in codes, as the `--final` file holds it; the winner's whole hand is among the exposures."""
    exposures = {s.name: [_words(e.tiles) for e in state.racks[s].exposures] for s in Seat}
    if state.won_by is not None:
        standing = [e.tiles for e in state.racks[state.won_by.seat].exposures]
        rest = list(state.won_by.tiles)
        for tile in (t for group in standing for t in group):
            rest.remove(tile)
        exposures[state.won_by.seat.name] += [_words(group) for group in _likes(rest)]
    return {"discards": _words([d.tile for d in state.discards]), "exposures": exposures}


def _likes(tiles: Sequence[Tile]) -> list[list[Tile]]:
    """A row of tiles cut where the face changes; a joker goes with the tile before it, at the start with the next."""
    rows: list[list[Tile]] = []
    for tile in tiles:
        naturals = {t for t in rows[-1] if t is not Tile.JOKER} if rows else set()
        if rows and (tile is Tile.JOKER or not naturals or tile in naturals):
            rows[-1].append(tile)
        else:
            rows.append([tile])
    return rows


def _words(tiles: Sequence[Tile]) -> list[str]:
    return [CODES[t] for t in tiles]
