"""The small files that the program keeps beside its log: written whole or not at all, and read without trust."""

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path

LARGEST_B = 100_000  # none of them has a tenth of it


def write_whole(path: Path, text: str) -> None:
    """Writes a file, whole or not at all, and on the disk; nobody but its owner can read it, at no time. Raises
    OSError."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


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
