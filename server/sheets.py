"""What a page shows at one moment, and how it is told to a page that shows an earlier one: line by line, so that an
event costs no more than what it changed. Nothing about the game.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from weakref import WeakKeyDictionary

# Of a part that has changed all over, beyond so many lines between the first and the last that differ, looking for what
# stayed costs more than sending it.
_MOST_LINES = 400


@dataclass(frozen=True, eq=False)
class Sheet:
    """The live parts of a page by the id of their place, the number of the last event, and of the game."""

    number: int
    parts: Mapping[str, str]
    game: int = 0
    _whole: list[str] = field(default_factory=list)
    _told: "WeakKeyDictionary[Sheet, str]" = field(default_factory=WeakKeyDictionary)

    def news(self, before: "Sheet | None") -> str:
        """The message that makes a page with the sheet `before` show this one; None for a page that shows anything.

        JSON: `after` is the number, in the game `game`, `parts` what is new by place: the whole as text, or every
        `Change` of its lines, the last first. One message serves all who had the same.
        """
        if before is self:
            return "{}"
        if before is None:
            if not self._whole:
                self._whole.append(self._message({}))
            return self._whole[0]
        told = self._told.get(before)
        if told is None:
            told = self._told[before] = self._message(before.parts)
        return told

    def _message(self, had: Mapping[str, str]) -> str:
        new = {name: change(had.get(name), text) for name, text in self.parts.items() if had.get(name) != text}
        return json.dumps(
            {"after": self.number, "game": self.game, "parts": new}, ensure_ascii=False, separators=(",", ":")
        )


Change = tuple[int, int, list[str]]
"""From line, to line (not with it), and the lines that stand there instead."""


@lru_cache(maxsize=64)  # a part that stands on several pages is compared once
def change(before: str | None, after: str) -> str | list[Change]:
    """What to tell of a text: the whole, or the runs of lines that differ, the last first, whichever is shorter.

    >>> change("a\\nb\\nc", "a\\nx\\nc")
    'a\\nx\\nc'
    >>> change("<ul>" + 20 * "\\nold" + "\\n</ul>", "<ul>\\nnew" + 20 * "\\nold" + "\\n</ul>")
    [(1, 1, ['new'])]
    """
    if before is None:
        return after
    old, new = before.split("\n"), after.split("\n")
    shortest = min(len(old), len(new))
    head = next((n for n in range(shortest) if old[n] != new[n]), shortest)
    tail = next((n for n in range(shortest - head) if old[-1 - n] != new[-1 - n]), shortest - head)
    runs = _runs(old[head : len(old) - tail], new[head : len(new) - tail])
    changes = [(head + a, head + b, lines) for a, b, lines in reversed(runs)]
    told = sum(12 + sum(len(line) + 3 for line in lines) for _, _, lines in changes)
    return changes if told < len(after) else after


def _runs(old: list[str], new: list[str]) -> list[Change]:
    """The runs of lines in `old` that are others in `new`, the first first."""
    if not old or not new or max(len(old), len(new)) > _MOST_LINES:
        return [(0, len(old), new)]
    found = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(a, b, new[c:d]) for what, a, b, c, d in found if what != "equal"]
