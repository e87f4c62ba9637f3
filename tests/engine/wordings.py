"""Remarks in many wordings, from `wordings.txt`, which says how it is written."""

from collections.abc import Iterator
from pathlib import Path

_TEXT = Path(__file__).with_name("wordings.txt").read_text(encoding="utf-8")


def _blocks() -> Iterator[list[str]]:
    for block in _TEXT.split("\n\n"):
        rows = [row for row in block.splitlines() if row and not row.startswith("#")]
        if rows:
            yield rows


def _remarks(rows: list[str]) -> list[str]:
    return [remark.strip() for row in rows for remark in row.split("|") if remark.strip()]


def wordings() -> list[tuple[str, str | None, str]]:
    """Each remark with its line, and the letters that write the same hands, None where the line does so itself."""
    found = []
    for line, letters, *rows in (rows for rows in _blocks() if not rows[0].startswith("!")):
        found += [(line, letters.removeprefix("=").strip() or None, remark) for remark in _remarks(rows)]
    return found


def misfits() -> list[tuple[str, str]]:
    """Each remark with a line that it does not fit."""
    return [
        (rows[0].removeprefix("!").strip(), remark)
        for rows in _blocks()
        if rows[0].startswith("!")
        for remark in _remarks(rows[1:])
    ]
