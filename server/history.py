"""The games before this one, read from the store: this evening's, and every one that was finished."""

from collections.abc import Sequence

from engine.rules.rotation import Session
from engine.state import Phase, State, replay
from server.evening import BREAK_S, after_game
from server.log import Entry, GameLog, entry_of, row_of
from server.season import Past
from server.store import Row, Store

Played = tuple[tuple[int, State], ...]
"""Finished games by number, oldest first."""


class History:
    """What the store keeps of other games. Each method raises StoreError where a game cannot be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._past: dict[int, Past] = {}
        self._logs: dict[int, GameLog] = {}

    def finished(self, present: int) -> tuple[Past, ...]:
        """Every finished game, oldest first. Those before game `present` are read once: they change no more."""
        for game in self._store.games():
            if game not in self._past or game >= present:
                rows = self._store.read(game)
                self._past[game] = Past(game, rows[0].at, rows[-1].at, self._end(rows))
        return tuple(past for _, past in sorted(self._past.items()) if past.state.phase is Phase.OVER)

    def evening_before(self, game: int, at: float) -> tuple[Played, Session | None]:
        """The finished games of the evening in which `game` begins, at `at` in seconds since 1970, and what they make
        of it."""
        played: list[tuple[int, State]] = []
        for earlier in reversed([g for g in self._store.games() if g < game]):
            rows = self._store.read(earlier)
            if at - rows[-1].at > BREAK_S:
                break
            at = rows[0].at
            played.append((earlier, self._end(rows)))
        played = [(number, state) for number, state in reversed(played) if state.phase is Phase.OVER]
        session: Session | None = None
        for _, state in played:
            session = after_game(session, state)
        return tuple(played), session

    def log(self, game: int) -> GameLog:
        """The log of a game that is over; it is read once."""
        if game not in self._logs:
            self._logs[game] = GameLog(entry_of(row, self._store.name) for row in self._store.read(game))
        return self._logs[game]

    def add(self, game: int, entries: Sequence[Entry]) -> None:
        """Writes more into the log of a game that is over."""
        self._store.append([row_of(game, entry) for entry in entries])
        self._past.pop(game, None)
        self._logs.pop(game, None)

    def _end(self, rows: Sequence[Row]) -> State:
        return replay(entry_of(row, self._store.name).event for row in rows)
