"""The evenings before this one, from the log: what each came to, and what everybody has won or lost over all of them.
No store and no clock here; games come in with their times.
"""

import csv
import io
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.state import State
from engine.tile import Seat
from server.evening import rested
from server.people import NOBODY_NAMED
from server.persons import NOBODY_ELSE, Same
from server.reckoning import Reckoning, reckon

_NOBODY = frozenset(NOBODY_NAMED.of(seat) for seat in Seat)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would take for a sum to work out


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game: its number, when its first and its last event were written (seconds since 1970), its end."""

    game: int
    began: float
    ended: float
    state: State


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening's games and what they come to; `began` as in `Past`."""

    began: float
    reckoning: Reckoning

    @property
    def date(self) -> str:
        """In this machine's time, as `day_words`."""
        return day_words(self.began)


def day_words(at: float) -> str:
    """`Tuesday 24 November 2026`, in this machine's time; `at` in seconds since 1970."""
    day = time.localtime(at)
    return f"{time.strftime('%A', day)} {day.tm_mday} {time.strftime('%B %Y', day)}"


def evenings(games: Iterable[Past], same: Same = NOBODY_ELSE) -> tuple[Evening, ...]:
    """The games, oldest first, in evenings: after a long rest another one begins. `same`: names that are one
    person's."""
    found: list[list[Past]] = []
    for game in games:
        if not found or rested(found[-1][-1].ended, game.began):
            found.append([])
        found[-1].append(game)
    return tuple(Evening(one[0].began, reckon([(g.game, g.state) for g in one], same)) for one in found)


def season(played: Sequence[Evening]) -> tuple[tuple[str, int], ...]:
    """Everybody's points over all evenings, the most first. Who had no name that evening is nobody in particular."""
    sums: dict[str, int] = {}
    for evening in played:
        for name, points in zip(evening.reckoning.names, evening.reckoning.balances, strict=True):
            if name not in _NOBODY:
                sums[name] = sums.get(name, 0) + points
    return tuple(sorted(sums.items(), key=lambda found: (-found[1], found[0])))


def scores(played: Sequence[Evening]) -> tuple[tuple[str, int], ...]:
    """Everybody's tournament scores over all evenings, the most first; nobody in particular's left out."""
    sums: dict[str, int] = {}
    for name, points in (row for evening in played for row in evening.reckoning.standing):
        if name not in _NOBODY:
            sums[name] = sums.get(name, 0) + points
    return tuple(sorted(sums.items(), key=lambda found: (-found[1], found[0])))


def known_names(played: Sequence[Evening]) -> frozenset[str]:
    """Everybody who has a name in the ledger."""
    return frozenset(name for name, _ in season(played))


def sat_together(games: Iterable[Past], one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether somebody of `one` and somebody of `other` played in the same game."""
    around = ({*names, fifth} for names, fifth in (game.state.sat for game in games))
    return any(one & there and other & there for there in around)


def as_csv(played: Sequence[Evening]) -> str:
    """One row for each game and person, for a spreadsheet: date, game, how it ended, how the sum came, who, points, and
    a tournament's score, which nobody pays and which is no points. What goes back out of a pot that nobody won is a row
    of no game."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(("date", "game", "ended", "sum", "name", "points", "score"))
    for evening in played:
        date = time.strftime("%Y-%m-%d", time.localtime(evening.began))
        for game in evening.reckoning.games:
            for name, points in zip(evening.reckoning.names, game.points, strict=True):
                counts = (0, points) if game.scored else (points, "")
                rows.writerow((date, game.game, _plain(game.says), _plain(game.sum), _plain(name), *counts))
        for name, points in zip(evening.reckoning.names, evening.reckoning.pot_back, strict=False):
            rows.writerow((date, "", "Nobody won the pot: it goes back", "", _plain(name), points, ""))
    return out.getvalue()


def _plain(text: str) -> str:
    """Text that a spreadsheet takes for text."""
    return f"'{text}" if text.startswith(_FORMULA) else text
