"""The games before this one, read from the store: this evening's, and every one that was finished."""

from collections.abc import Sequence

from engine.rules.rotation import Session
from engine.state import Phase, State, replay
from server.evening import after_game, rested
from server.log import Entry, GameLog, entry_of, row_of
from server.season import Past
from server.store import Store

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
                log = self.read(game)
                began, ended = log.played or (log.first.at, log.last.at)
                self._past[game] = Past(game, began, ended, _end(log))
        return tuple(past for _, past in sorted(self._past.items()) if past.state.phase is Phase.OVER)

    def evening_before(self, game: int, at: float) -> tuple[Played, Session | None]:
        """The finished games of the evening in which `game` begins, at `at` in seconds since 1970, and what they make
        of it."""
        played: list[tuple[int, State]] = []
        for earlier in reversed([g for g in self._store.games() if g < game]):
            log = self.read(earlier)
            began, ended = log.played or (at, at)
            if rested(ended, at):
                break
            at = began
            played.append((earlier, _end(log)))
        played = [(number, state) for number, state in reversed(played) if state.phase is Phase.OVER]
        session: Session | None = None
        for _, state in played:
            session = after_game(session, state)
        return tuple(played), session

    def log(self, game: int) -> GameLog:
        """The log of a game that is over; it is read once."""
        if game not in self._logs:
            self._logs[game] = self.read(game)
        return self._logs[game]

    def add(self, game: int, entries: Sequence[Entry]) -> None:
        """Writes more into the log of a game that is over."""
        self._store.append([row_of(game, entry) for entry in entries])
        self._past.pop(game, None)
        self._logs.pop(game, None)

    def read(self, game: int) -> GameLog:
        """The log of a game as it is in the store now."""
        return GameLog(entry_of(row, self._store.name) for row in self._store.read(game))


class SoFar:
    """The evening so far: its finished games, without the one on the table, and the session that they make. Where
    nobody has played for long it is another evening."""

    def __init__(self, history: History) -> None:
        self.played: Played = ()
        self.session: Session | None = None
        self.history = history
        self._until = 0.0  # when it was last played

    def recall(self, game: int, log: GameLog, now: float) -> None:
        """The evening of the game on the table, of which that is the log."""
        began = log.played[0] if log.played else now
        self.played, self.session = self.history.evening_before(game, began)
        self._until = now

    def go_on(self, log: GameLog, played: Played, session: Session | None, now: float) -> None:
        """The game of that log has been put away, and with it these are played."""
        self.played, self.session = played, session
        self._until = log.played[1] if log.played else self._until
        self.begin(now)

    def begin(self, now: float) -> None:
        """The next game begins."""
        if rested(self._until, now):
            self.played, self.session = (), None


def _end(log: GameLog) -> State:
    return replay(entry.event for entry in log)
