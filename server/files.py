"""How files are written, whole or not at all: the small ones that the program keeps beside its log, and those that
somebody names. The small ones are read without trust."""

import contextlib
import errno
import json
import math
import os
import stat
from collections.abc import Mapping
from pathlib import Path

_AS_IT_IS = getattr(os, "O_BINARY", 0)  # Windows writes other ends of lines else
LARGEST_B = 100_000  # none of them has a tenth of it


def write_whole(path: Path, text: str) -> None:
    """Writes a file, whole or not at all, and on the disk; nobody but its owner can read it, at no time. Raises
    OSError."""
    _put(path, text.encode(), 0o600)


def write_named(path: Path, content: str | bytes) -> None:
    """Writes a file of somebody's own, whole or not at all: what stood there stays until all of the new one is on the
    disk. As readable as it was, or as files are here; where a link leads; straight into what is no file, /dev/stdout,
    say. Raises OSError, which names `path`."""
    content = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        there = Path(os.path.realpath(path))
        if there.exists() and not os.access(there, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _put(there, content, stat.S_IMODE(there.stat().st_mode) if there.exists() else None)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(path)) from problem


def may_be_written(file: Path, *read: str | Path) -> None:
    """Raises ValueError where a file that is to be written is one of those that are `read`, which would be lost; and
    where it can be no file, before the work is done for it."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder: name a file in it")
    if not file.parent.is_dir():
        raise ValueError(f"{file}: there is no folder {file.parent}; make it, or name another file")
    if file.is_file() and any(os.path.exists(source) and os.path.samefile(source, file) for source in read):
        raise ValueError(f"{file} is what is read here, and would be overwritten: name another file")


def _put(path: Path, content: bytes, mode: int | None) -> None:
    """With these rights from its first byte on; None are the usual ones."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    try:
        number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _AS_IT_IS, 0o666 if mode is None else mode)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(mode)  # what is taken off new files is not taken off what stood there
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):  # half a file on a full disk is in the way
            fresh.unlink(missing_ok=True)
        raise


def read_object(path: Path) -> Mapping[str, object]:
    """The file's JSON object. Raises OSError, and ValueError where it holds none, is far too long or nested without
    end."""
    with path.open("rb") as file:
        text = file.read(LARGEST_B + 1)
    if len(text) > LARGEST_B:
        raise ValueError("far too long")
    return object_of(text.decode("utf-8"))


def object_of(text: str) -> Mapping[str, object]:
    """The JSON object of a text. Raises ValueError where it is none, is nested without end, or holds a number that is
    none (`NaN`, `Infinity`, 1e999): Python reads those, and they stop whoever counts with them."""
    try:
        told = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except RecursionError as error:
        raise ValueError("nested without end") from error
    if not isinstance(told, dict):
        raise ValueError("no object")
    return told


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number")
    return number
