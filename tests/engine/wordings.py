"""Remarks in many wordings, from `wordings.txt`, which says how it is written."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

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
    for line, letters, *rows in (rows for rows in _blocks() if rows[0][0] not in "!+"):
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


def together(each: int) -> list[tuple[str, str | None, str]]:
    """For each line with several remarks as many ways as `each` to say all of them: which wordings, in which order, and
    what parts them. The same ways each time."""
    chance, found = Random(5), {}
    for line, letters, *rows in (rows for rows in _blocks() if rows[0].startswith("+")):
        for _ in range(each):
            said = [chance.choice(_remarks([row])) for row in rows]
            chance.shuffle(said)
            text = said[0]
            for remark in said[1:]:
                text += chance.choice(_BEFORE_WITH if remark.startswith("w") else _PARTED_BY) + remark
            found[line[1:].strip(), letters.removeprefix("=").strip() or None, text] = None
    return list(found)


_PARTED_BY = (", ", ", ", ", ", "; ", " - ", " w/ ", " & ", ". ", " ")
_BEFORE_WITH = (", ", " ")
