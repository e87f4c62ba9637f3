"""The append-only log of all games: SQLite in one file, or PostgreSQL by URL. Nothing is ever changed or deleted,
but the name of somebody who asks to be taken out.

A row is written and on the disk before `append` returns (SQLite: WAL, synchronous=FULL), so whatever was acknowledged
outlives a power cut. `PRIMARY KEY (game, number)` refuses a second event of the same number. Each row carries a seal
over itself and the row before, so that a flipped bit is noticed.

Beside the events stand a few facts that are no events: which game is on the table, whether there is a break, the rules
chosen for the next game. A fact has one value, the last.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
    TextClause,
    create_engine,
    event,
    func,
    inspect,
    or_,
    select,
    text,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from server.lock import FileLock, InUse
from server.seal import LENGTH, seal

_MEND = "Keep the file for a look at it, and put the last copy back: fifthseat restore COPY. Or give another --store."
KINDS = ("sqlite", "postgresql")
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
    Column("seal", String(LENGTH)),
)
_facts = Table(
    "fifthseat_fact",
    _metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("seal", String(LENGTH), nullable=False),
)
_COLUMNS = tuple(c.name for c in _events.columns if c.name != "seal")
_ADVISORY = 5_555_355  # PostgreSQL's locks have numbers, each database its own


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
        self.name = self._url.database or ("memory" if _is_file_or_memory(self._url) else self._url.drivername)
        self._lock: FileLock | None = None
        self._claimed = False
        self._engine = _open(self._url)
        if self._engine.dialect.name == "postgresql":
            event.listen(self._engine, "connect", self._claim_session)
        try:
            with self._engine.begin() as connection:
                _prepare(connection, self.name)
        except DBAPIError as error:
            self._engine.dispose()
            raise StoreError(_sentence(self.name, error)) from error

    @property
    def file(self) -> Path | None:
        """The file that holds it; None for one in memory or in another program's keeping."""
        return _file_of(self._url)

    @property
    def lasts(self) -> bool:
        """Whether it outlives the program: one in memory does not."""
        return self.file is not None or not _is_file_or_memory(self._url)

    def claim(self) -> None:
        """From now on until it is closed, or the program ends, no other Fifth Seat can claim this log. Raises
        StoreError where another has."""
        self._claimed = True
        if self._engine.dialect.name == "postgresql":
            self._engine.dispose()  # the next connection, the only one, takes the lock with it
            self.last_game()
        elif self.file is not None and self._lock is None:
            try:
                self._lock = FileLock(lock_of(self.file))
            except InUse as error:
                raise StoreError(in_use(self.name)) from error
            except OSError as error:
                raise StoreError(f"The log {self.name} cannot be locked: {error.strerror}.") from error

    def append(self, rows: Sequence[Row]) -> None:
        """Write all of `rows` or none. Raises StoreError; then nothing was written."""
        try:
            with self._engine.begin() as connection:
                connection.execute(_events.insert(), _sealed(connection, rows))
        except IntegrityError as error:
            numbers = ", ".join(f"{r.number} of game {r.game}" for r in rows)
            raise StoreError(
                f"Event {numbers} is in the log {self.name} already: is a second Fifth Seat writing to the same log? "
                "Stop one of the two, or give each a --store of its own."
            ) from error
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error

    def texts(self, *forms: str) -> frozenset[str]:
        """The events of all games whose text is like one of `forms`, `%` for any letters."""
        wanted = or_(*(_events.c.event.like(form) for form in forms))
        return frozenset(str(row[0]) for row in self._all(select(_events.c.event).distinct().where(wanted)))

    def rewrite(self, better: Callable[[str], str]) -> None:
        """Every event as `better` writes it, in all games or none, sealed anew; a file then holds nothing of what stood
        there before. Raises StoreError; where the words say that it has been written, only that is left to be done."""
        anew: list[Row] = []
        for game in self.games():
            rows = self.read(game)
            told = [replace(row, event=better(row.event)) for row in rows]
            if tuple(told) != rows:
                anew += told
        try:
            with self._engine.begin() as connection:
                connection.execute(_events.delete().where(_events.c.game.in_({row.game for row in anew})))
                if anew:
                    connection.execute(_events.insert(), _sealed(connection, anew))
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error
        if self._engine.dialect.name == "sqlite":
            self._wipe()

    def _wipe(self) -> None:
        """Nothing that was deleted stays in the file or beside it."""
        try:
            with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("VACUUM"))
                connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        except DBAPIError as error:
            why = _sentence(self.name, error)
            raise StoreError(f"It is written, but the file still holds what was there before. {why}") from error

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
        before, rows = "", []
        for wanted, (*fields, kept) in enumerate(found, 1):
            row = Row(*fields)
            if row.number != wanted:
                raise StoreError(f"Event {wanted} of game {game} is missing in the log {self.name}. {_MEND}")
            # rows of a version that knew no seals have none; the chain begins anew after them
            if kept is not None and kept != seal(before, *fields):
                raise StoreError(f"Event {wanted} of game {game} in the log {self.name} is damaged. {_MEND}")
            before = kept or ""
            rows.append(row)
        return tuple(rows)

    def facts(self) -> dict[str, str]:
        """What was kept last under each name. Raises StoreError when one is damaged."""
        found = self._all(select(*_facts.columns))
        for name, value, kept in found:
            if kept != seal("", name, value):
                raise StoreError(f"What is kept as {name!r} in the log {self.name} is damaged. {_MEND}")
        return {name: value for name, value, _ in found}

    def keep(self, **facts: str) -> None:
        """Keep these facts in place of what was kept under their names, all or none. Raises StoreError."""
        try:
            with self._engine.begin() as connection:
                connection.execute(_facts.delete().where(_facts.c.name.in_(facts)))
                rows = [{"name": n, "value": v, "seal": seal("", n, v)} for n, v in facts.items()]
                connection.execute(_facts.insert(), rows)
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error

    def verify(self) -> int:
        """Reads all of it; how many events there are. Raises StoreError at the first that is damaged."""
        if self._engine.dialect.name == "sqlite":
            (said,) = self._all(text("PRAGMA quick_check(1)"))[0]
            if said != "ok":
                raise StoreError(f"The log {self.name} is damaged ({said}). {_MEND}")
        self.facts()
        return sum(len(self.read(game)) for game in self.games())

    def close(self) -> None:
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _claim_session(self, connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        """A claimed PostgreSQL log is locked by its one connection: a lost connection has lost the lock too, and the
        next one takes it again before anything is written."""
        if not self._claimed:
            return
        cursor = connection.cursor()
        cursor.execute(f"SELECT pg_try_advisory_lock({_ADVISORY})")
        got = cursor.fetchone()
        cursor.close()
        connection.commit()
        if not got or not got[0]:
            raise StoreError(in_use(self.name))

    def _all(self, query: Select[Any] | TextClause) -> Sequence[Any]:
        try:
            with self._engine.connect() as connection:
                return connection.execute(query).all()
        except DBAPIError as error:
            raise StoreError(_sentence(self.name, error)) from error


def _sealed(connection: Connection, rows: Sequence[Row]) -> list[dict[str, object]]:
    """The rows as they are written, each sealed to the one before."""
    last: dict[int, tuple[int, str]] = {}
    told = []
    for row in rows:
        number, before = last.get(row.game, (-1, ""))
        if number != row.number - 1:
            here = (_events.c.game == row.game) & (_events.c.number == row.number - 1)
            before = connection.execute(select(_events.c.seal).where(here)).scalar() or ""
        fields = _plain(row)
        sealed = seal(before, *fields.values())
        last[row.game] = row.number, sealed
        told.append({**fields, "seal": sealed})
    return told


def _plain(row: Row) -> dict[str, object]:
    """As the database gives it back: a number of numpy's is written otherwise, and its seal would not fit."""
    return {
        "game": int(row.game),
        "number": int(row.number),
        "at": float(row.at),
        "source": str(row.source),
        "confidence": float(row.confidence),
        "event": str(row.event),
        "readings": str(row.readings),
    }


def file_of(url: str | Path) -> Path | None:
    """The file of a log; None where it is not kept in one. Raises StoreError for what is no log's address."""
    return _file_of(_as_url(url))


def lock_of(file: Path) -> Path:
    """The file whose lock says that a program keeps this log: one for all names that it is reached by."""
    real = Path(os.path.realpath(file))
    return real.with_name(f"{real.name}.lock")


def in_use(name: str) -> str:
    """What is said of a log that another program keeps."""
    return (
        f"Another Fifth Seat is running with the log {name}: use that one, or stop it first. "
        "A second table is started in a folder of its own, with another --port."
    )


def _is_file_or_memory(url: URL) -> bool:
    return url.drivername.startswith("sqlite")


def _file_of(url: URL) -> Path | None:
    in_file = _is_file_or_memory(url) and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if in_file else None


def _as_url(url: str | Path) -> URL:
    said = str(url)
    if not said.strip():
        raise StoreError("No log is named: give a file, or postgresql://user@host/name.")
    if "://" not in said:
        return URL.create("sqlite", database=said)
    try:
        parsed = make_url(said)
    except ArgumentError as error:
        raise StoreError(
            f"{said!r} is not the address of a log: give a file, or postgresql://user@host/name."
        ) from error
    if parsed.drivername == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in KINDS:
        raise StoreError(f"{parsed.drivername} is not a log that can be kept: use a file (SQLite) or PostgreSQL.")
    return parsed


def _open(url: URL) -> Engine:
    # A log in memory is one connection: a second one would see an empty log.
    options: dict[str, Any] = {}
    if not _is_file_or_memory(url):
        options = {"pool_size": 1, "max_overflow": 0}  # the connection that holds the lock is the one that writes
    elif _file_of(url) is None:
        options = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    try:
        engine = create_engine(url, **options)
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
    """Make the tables in an empty database, bring those of an older version up to date; refuse one that holds something
    else under our name."""
    there = inspect(connection)
    if _events.name in there.get_table_names():
        columns = {c["name"] for c in there.get_columns(_events.name)}
        if not columns.issuperset(_COLUMNS):
            missing = ", ".join(c for c in _COLUMNS if c not in columns)
            raise StoreError(
                f"{name} holds a log of another version (it lacks {missing}). Keep it, and give another --store."
            )
        if "seal" not in columns:
            _seal_all(connection)
        _metadata.create_all(connection)
        return
    if connection.dialect.name == "sqlite" and there.get_table_names():
        raise StoreError(f"{name} is a database of another program. Give another file as --store.")
    _metadata.create_all(connection)


def _seal_all(connection: Connection) -> None:
    """Seals a log that was written before there were seals."""
    connection.execute(text(f"ALTER TABLE {_events.name} ADD COLUMN seal VARCHAR({LENGTH})"))
    game, before = None, ""
    for row in connection.execute(select(*_events.columns).order_by(_events.c.game, _events.c.number)).all():
        before = seal(before if row.game == game else "", *row[: len(_COLUMNS)])
        game = row.game
        here = (_events.c.game == row.game) & (_events.c.number == row.number)
        connection.execute(_events.update().where(here).values(seal=before))


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
