"""The log of one game as it stands: what happened, what of it is undone, what was put right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine import notation
from engine.event import Corrected, Event, GameBegun, Retracted, RulesChosen, TimePassed
from engine.rules.referee import Source
from engine.tile import Tile, code, read_tile
from server.kinds import AROUND, BESIDE
from server.store import Row, StoreError

Readings = tuple[tuple[Tile, float], ...]
"""What else a tile may be, with probabilities, likeliest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log: its number from 1, when it was written (seconds since 1970), who said so and how surely."""

    number: int
    at: float
    source: Source
    confidence: float
    event: Event
    readings: Readings = ()


class GameLog:
    """The entries of one game, oldest first. What is undone and put right is worked out once for each length: every
    page asks again and again.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries = list(entries)
        self._gone: tuple[int, frozenset[int]] = (0, frozenset())
        self._put_right: tuple[int, dict[int, Event]] = (0, {})

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def add(self, entries: Sequence[Entry]) -> None:
        self._entries += entries

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every event in order, retracted ones too."""
        return tuple(self._entries)

    @property
    def first(self) -> Entry:
        """Raises IndexError where there is none."""
        return self._entries[0]

    @property
    def last(self) -> Entry:
        """Raises IndexError where there is none."""
        return self._entries[-1]

    @property
    def begun(self) -> bool:
        """Whether anything has been done in this game: names alone begin none."""
        return any(not isinstance(x.event, AROUND) for x in self._entries)

    @property
    def played(self) -> tuple[float, float] | None:
        """From when until when it was played, in seconds since 1970; None where nobody has played at it."""
        times = [x.at for x in self._entries if not isinstance(x.event, BESIDE)]
        return (times[0], times[-1]) if times else None

    @property
    def just_begun(self) -> int | None:
        """The number of the event with which the game began, while nothing else has happened in it."""
        done = [x for x in self._entries if not isinstance(x.event, (*AROUND, RulesChosen))]
        return done[0].number if len(done) == 1 and isinstance(done[0].event, GameBegun) else None

    @property
    def gone(self) -> frozenset[int]:
        """The numbers of the events that have been undone."""
        if self._gone[0] != len(self._entries):
            self._gone = (len(self._entries), undone(e.event for e in self._entries))
        return self._gone[1]

    @property
    def put_right(self) -> Mapping[int, Event]:
        """What corrected events were last put right to, by number."""
        if self._put_right[0] != len(self._entries):
            found = (x.event for x in self._entries if x.number not in self.gone)
            self._put_right = (len(self._entries), {c.number: c.event for c in found if isinstance(c, Corrected)})
        return self._put_right[1]

    def standing(self, number: int) -> Event:
        """Event `number` as it counts now: as it was last put right. Raises IndexError when there is none."""
        return self.put_right.get(number, self._entries[number - 1].event)

    def standing_after(self, number: int) -> Iterator[tuple[int, Event]]:
        """The events after `number` that count, as they count, each with its number."""
        gone, better = self.gone, self.put_right
        return ((e.number, better.get(e.number, e.event)) for e in self._entries[number:] if e.number not in gone)

    def last_act(self) -> tuple[int, ...]:
        """The numbers of the latest act that has not been undone, newest first: what was accepted in one go. The rules
        that a game is begun by are none of it: they hold however it begins."""
        gone = self.gone
        passing = (Retracted, TimePassed, RulesChosen, *AROUND)
        live = (e for e in reversed(self._entries) if e.number not in gone and not isinstance(e.event, passing))
        last = next(live, None)
        if last is None:
            return ()
        return (last.number, *(e.number for e in takewhile(lambda e: e.at == last.at, live)))


def undone(events: Iterable[Event]) -> frozenset[int]:
    """The numbers, from 1, of events that a later `Retracted` undid and no still later one brought back."""
    gone: set[int] = set()
    for number, event in reversed(list(enumerate(events, 1))):
        if number not in gone and isinstance(event, Retracted):
            gone.add(event.number)
    return frozenset(gone)


def row_of(game: int, entry: Entry) -> Row:
    """The entry as the store keeps it."""
    readings = " ".join(f"{code(t)} {p:.4g}" for t, p in entry.readings)
    return Row(
        game, entry.number, entry.at, entry.source.value, entry.confidence, notation.write(entry.event), readings
    )


def entry_of(row: Row, name: str) -> Entry:
    """The entry that the store kept; `name` is the store's. Raises StoreError when it cannot be read."""
    try:
        words = row.readings.split()
        readings = tuple((read_tile(t), float(p)) for t, p in zip(words[::2], words[1::2], strict=True))
        event = notation.read(row.event)
        return Entry(row.number, row.at, Source(row.source), row.confidence, event, readings)
    except ValueError as error:
        raise StoreError(
            f"Event {row.number} of game {row.game} in the log {name} cannot be read ({error}). Keep the file for a "
            "look at it, and start with another --store."
        ) from error
