"""The append-only log of all games: SQLite in one file, or PostgreSQL by URL. Nothing is ever changed or deleted.

A row is written and on the disk before `append` returns (SQLite: WAL, synchronous=FULL), so whatever was acknowledged
outlives a power cut. `PRIMARY KEY (game, number)` refuses a second event of the same number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    inspect,
    select,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

_metadata = MetaData()
_events = Table(
    "fifthseat_event",
    _metadata,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("source", String(16), nullable=False),
    Column("confidence", Float, nullable=False),
    Column("event", Text, nullable=False),
    Column("readings", Text, nullable=False),
)
_COLUMNS = tuple(c.name for c in _events.columns)


class StoreError(Exception):
    """The log cannot be read or written. The text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One event of one game. `number` counts from 1, `at` is wall-clock seconds since 1970, `event` is one line of
    `engine.notation`, `readings` the camera's other readings of its tile, `5B 0.01 J 0.004`, likeliest first."""

    game: int
    number: int
    at: float
    source: str
    confidence: float
    event: str
    readings: str = ""


class Store:
    """The log at `url`: a path, `sqlite:///file`, `postgresql://...`, or `sqlite://` for one kept in memory only.

    Raises StoreError when it cannot be opened or is something else. Use from one thread at a time.
    """

    def __init__(self, url: str | Path) -> None:
        self._url = _as_url(url)
        self.name = self._url.database or "memory"
        self._engine = _open(self._url)
        try:
            with self._engine.begin() as connection:
                _prepare(connection, self.name)
        except DBAPIError as error:
            self._engine.dispose()
            raise StoreError(_sentence(self.name, error)) from error

    def append(self, rows: Sequence[Row]) -> None:
        """Write all of `rows` or none. Raises StoreError; then nothing was written."""
        try:
            with self._engine.begin() as connection:
                connection.execute(_events.insert(), [_values(row) for row in rows])
        except IntegrityError as error:
            numbers = ", ".join(f"{r.number} of game {r.game}" for r in rows)
            raise StoreError(
                f"Event {numbers} is in the log {self.name} already: is a second Fifth Seat writing to the same log? "
                "Stop one of the two, or give each a --store of its own."
            ) from error
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error

    def last_game(self) -> int:
        """The number of the newest game, 0 when there is none."""
        (newest,) = self._all(select(func.coalesce(func.max(_events.c.game), 0)))[0]
        return int(newest)

    def games(self) -> tuple[int, ...]:
        """The numbers of all games, oldest first."""
        rows = self._all(select(_events.c.game).distinct().order_by(_events.c.game))
        return tuple(int(r[0]) for r in rows)

    def read(self, game: int) -> tuple[Row, ...]:
        """The events of one game in order. Raises StoreError when one is missing or cannot be read."""
        found = self._all(select(*_events.columns).where(_events.c.game == game).order_by(_events.c.number))
        rows = tuple(Row(*r) for r in found)
        for wanted, row in enumerate(rows, 1):
            if row.number != wanted:
                raise StoreError(
                    f"Event {wanted} of game {game} is missing in the log {self.name}. Keep the file for a look at it, "
                    "and start with another --store."
                )
        return rows

    def close(self) -> None:
        self._engine.dispose()

    def _all(self, query: Select[Any]) -> Sequence[Any]:
        try:
            with self._engine.connect() as connection:
                return connection.execute(query).all()
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error


def _values(row: Row) -> dict[str, object]:
    return {name: getattr(row, name) for name in _COLUMNS}


def _as_url(url: str | Path) -> URL:
    text = str(url)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        parsed = make_url(text)
    except ArgumentError as error:
        raise StoreError(
            f"{text!r} is not the address of a log: give a file, or postgresql://user@host/name."
        ) from error
    if parsed.drivername == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    return parsed


def _open(url: URL) -> Engine:
    # A log in memory is one connection: a second one would see an empty log.
    in_memory = url.drivername.startswith("sqlite") and url.database in (None, "", ":memory:")
    single: dict[str, Any] = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    try:
        engine = create_engine(url, **(single if in_memory else {}))
    except NoSuchModuleError as error:
        raise StoreError(
            f"{url.drivername} is not a log that can be kept: use a file (SQLite) or PostgreSQL."
        ) from error
    except ModuleNotFoundError as error:
        raise StoreError(
            f"{url.drivername} needs {error.name}, which is not installed: pip install 'fifthseat[postgres]'."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _make_durable)
    return engine


def _make_durable(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=2000")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _prepare(connection: Connection, name: str) -> None:
    """Make the table in an empty database; refuse one that holds something else under our name."""
    there = inspect(connection)
    if _events.name in there.get_table_names():
        columns = {c["name"] for c in there.get_columns(_events.name)}
        if not columns.issuperset(_COLUMNS):
            missing = ", ".join(c for c in _COLUMNS if c not in columns)
            raise StoreError(
                f"{name} holds a log of another version (it lacks {missing}). Keep it, and give another --store."
            )
        return
    if connection.dialect.name == "sqlite" and there.get_table_names():
        raise StoreError(f"{name} is a database of another program. Give another file as --store.")
    _metadata.create_all(connection)


def _sentence(name: str, error: DBAPIError) -> str:
    said = str(error.orig).splitlines()[0] if error.orig is not None and str(error.orig) else type(error).__name__
    low = said.lower()
    if "not a database" in low:
        return f"{name} is no log of Fifth Seat: the file holds something else. Give another file as --store."
    if "malformed" in low or "disk image" in low:
        return f"The log {name} is damaged ({said}). Keep it, put its last copy back, or give another --store."
    if "locked" in low:
        return f"The log {name} is in use by another program. Close that one, or give another --store."
    if "unable to open" in low:
        return f"The log {name} cannot be opened: does its folder exist, and may it be written to?"
    if "full" in low:
        return f"The disk is full: the log {name} cannot be written. Make room; nothing that was accepted is lost."
    if "readonly" in low or "read-only" in low:
        return f"The log {name} may not be written to. Change its permissions, or give another --store."
    return f"The log {name} cannot be used: {said}."
