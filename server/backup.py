"""Copies of the log: made while the program plays on, checked before they count, put back in its place."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

from server.lock import FileLock, InUse
from server.store import Store, StoreError, file_of, in_use, lock_of

_BESIDE = ("-wal", "-shm")  # SQLite's own files beside an open log
_BESIDE_BYTES = 1 << 20  # more than those take while a copy is read back


def usual_name(today: date) -> str:
    """What a copy is called where nobody says otherwise."""
    return f"fifthseat-{today.isoformat()}.db"


def back_up(url: str, copy: Path) -> int:
    """Copies the log at `url` into the file `copy`, whole or not at all; how many events it holds. An act that is
    written meanwhile is in it or not. Raises StoreError, also where `copy` is there already."""
    source = _file(url)
    if not source.exists():
        raise StoreError(f"There is no log {source} yet.")
    if not copy.absolute().parent.is_dir():
        raise StoreError(f"The copy {copy} cannot be written: there is no folder {copy.absolute().parent}.")
    if copy.exists():
        raise StoreError(f"{copy} is there already: give another name, or take it away first.")
    part = copy.with_name(f"{copy.name}.part")
    try:
        events = _copied(source, part)
        os.replace(part, copy)
    except OSError as error:
        raise StoreError(f"The copy {copy} cannot be written: {error.strerror}.") from error
    finally:
        _forget(part)
    return events


def put_back(copy: Path, url: str) -> tuple[int, Path | None]:
    """Puts a copy in the place of the log at `url`; how many events it holds, and where the log before is, None where
    there was none. Raises StoreError, and changes nothing, where the copy is damaged or a program keeps the log."""
    file = Path(os.path.realpath(_file(url))) if _file(url).is_symlink() else _file(url)  # the log, not the way to it
    if not copy.exists():
        raise StoreError(f"There is no copy {copy}.")
    part = file.with_name(f"{file.name}.part")
    try:
        lock = FileLock(lock_of(file))
    except InUse as error:
        raise StoreError(in_use(str(file))) from error
    except OSError as error:
        raise StoreError(f"The log {file} cannot be put back: {error.strerror}.") from error
    try:
        events = _copied(copy, part)
        aside = _put_aside(file)
        os.replace(part, file)
    except OSError as error:
        raise StoreError(f"The log {file} cannot be put back: {error.strerror}.") from error
    finally:
        _forget(part)
        lock.release()
    return events, aside


def _copied(source: Path, part: Path) -> int:
    """Copies a log and reads all of the copy; how many events there are."""
    _forget(part)
    if source.is_file() and not source.stat().st_size:  # SQLite takes it for a log in which nothing has happened yet
        raise StoreError(f"{source} is empty: it is no log, and no whole copy of one.")
    files = [source.with_name(source.name + end) for end in ("", *_BESIDE)]
    room_for(sum(file.stat().st_size for file in files if file.is_file()), part.absolute().parent)
    # a copy on a disk that cannot be written has no files beside it, and none can be made
    alone = not any(file.exists() for file in files[1:])
    how = "mode=ro&immutable=1" if alone and not os.access(source.parent, os.W_OK) else "mode=rw"
    if how == "mode=rw" and not os.access(source, os.W_OK):
        how = "mode=ro"
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?{how}", uri=True)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}.") from error
    try:
        with closing(Store(part)) as store:
            return store.verify()
    except StoreError as error:
        raise StoreError(str(error).replace(str(part), str(source))) from error


def room_for(size: int, folder: Path) -> None:
    """Raises StoreError where a copy of so many bytes has no room in that folder; SQLite would blame the log for it."""
    free = shutil.disk_usage(folder).free
    if free < size + _BESIDE_BYTES:
        wanted = -(-(size + _BESIDE_BYTES) // 1_000_000)
        raise StoreError(f"The disk is full: there is no room for a copy in {folder}. It takes {wanted} MB.")


def _put_aside(file: Path) -> Path | None:
    """Moves a log, with what lies beside it, out of the way under a name that was free."""
    if not file.exists():
        return None
    number = 1
    while (aside := file.with_name(f"{file.name}.before-{number}")).exists():
        number += 1
    for end in ("", *_BESIDE):
        with suppress(FileNotFoundError):
            file.with_name(file.name + end).replace(aside.with_name(aside.name + end))
    return aside


def _file(url: str) -> Path:
    file = file_of(url)
    if file is None:
        raise StoreError(f"{url} is no file: copy it with the database's own tools, PostgreSQL's with pg_dump.")
    return file


def _forget(part: Path) -> None:
    for end in ("", *_BESIDE):
        part.with_name(part.name + end).unlink(missing_ok=True)
