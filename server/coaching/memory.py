"""What the house remembers of teaching, in a small file beside the house's own: how much help there may be at this
table, and how much each seat has chosen. No tile is ever in it.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from enum import Enum
from pathlib import Path

from engine.tile import Seat
from server.house import HouseError, kept, recalled

FILE = "fifthseat-coach.json"
FORMAT = "fifthseat coach 1"


class Help(Enum):
    """How much the coach says, from nothing to everything."""

    NONE = "none"
    LEGAL = "legal"
    NUDGE = "nudge"
    FULL = "full"

    @property
    def amount(self) -> int:
        return _ORDER.index(self)

    def at_most(self, most: "Help") -> "Help":
        return self if self.amount <= most.amount else most


_ORDER = tuple(Help)
# What each is called, what it gives, and what everybody reads of it on the table's page.
WORDS: Mapping[Help, tuple[str, str, str]] = {
    Help.NONE: ("None", "The coach is silent.", ""),
    Help.LEGAL: ("Only the rules", "What I may do now, and why not.", "Help: rules"),
    Help.NUDGE: ("A nudge", "A hint first, more when I ask.", "Help: nudges"),
    Help.FULL: ("Full", "The hands within reach and what to do.", "Help: full"),
}


class CoachMemory:
    """Kept in `folder / FILE`; a `folder` of None keeps nothing. A file that cannot be read counts as an empty one."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE
        self.most = Help.FULL
        self._chosen: dict[Seat, Help] = {}
        self._read()

    def chosen(self, seat: Seat) -> Help | None:
        """What was chosen at `seat`; None where nobody has chosen anything."""
        return self._chosen.get(seat)

    def help(self, seat: Seat) -> Help:
        """How much help there is at `seat`: what was chosen there, no more than the host allows."""
        return self._chosen.get(seat, Help.NONE).at_most(self.most)

    def choose(self, seat: Seat, how: Help) -> None:
        """Raises HouseError where it cannot be kept; it holds in memory all the same."""
        self._chosen[seat] = how
        self._keep()

    def forget(self, seat: Seat) -> None:
        """Another sits there, who has chosen nothing yet."""
        if self._chosen.pop(seat, None) is not None:
            with suppress(HouseError):  # it is forgotten all the same, until the next start
                self._keep()

    def allow(self, most: Help) -> None:
        """The most help that anybody may have. Raises HouseError as `choose`."""
        self.most = most
        self._keep()

    def _keep(self) -> None:
        if self._path is None:
            return
        told = {
            "format": FORMAT,
            "most": self.most.value,
            "chosen": {seat.name: how.value for seat, how in self._chosen.items()},
        }
        kept(self._path, json.dumps(told, indent=1, ensure_ascii=False) + "\n")

    def _read(self) -> None:
        told = recalled(self._path, FORMAT) if self._path is not None else {}
        with suppress(ValueError):
            self.most = Help(told.get("most"))
        chosen = told.get("chosen")
        for name, how in chosen.items() if isinstance(chosen, dict) else ():
            with suppress(KeyError, ValueError):
                self._chosen[Seat[name]] = Help(how)
