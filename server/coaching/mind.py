"""Where the coach thinks: in a process of its own, so that neither the table nor a page ever waits for it. What it is
asked about is one player's own view; an answer is kept for as long as it may be asked again.
"""

import asyncio
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from engine.card import Card
from engine.hands import HandTable
from server.coaching.thinking import CALMER, TABLE

T = TypeVar("T")
KEPT = 64
PATIENCE_S = 60.0  # with a question, on a machine however busy; an answer takes milliseconds, a start seconds


class CoachAway(RuntimeError):
    """No answer could be had. The text is a sentence."""


AWAY = "The coach is away for a moment. The game goes on without it."


class _Question(pickle.Pickler):
    """Sends no card's table along: the other side has it."""

    def persistent_id(self, part: object) -> str | None:
        return TABLE if isinstance(part, HandTable) else None


class Mind:
    """Begins to think when first asked; one question at a time. `calmer`: so much less of the processor than the table
    gets, as `nice` counts it."""

    def __init__(self, calmer: int = CALMER) -> None:
        self._calmer = calmer
        self._process: subprocess.Popen[bytes] | None = None
        self._forgotten: Callable[[], object] = lambda: None  # ends the process of one that nobody closed
        self._known: Card | None = None  # the card that the process has
        self._card: Card | None = None  # the card that `_answers` are about
        self._answers: dict[object, Any] = {}
        self._busy = threading.Lock()

    async def ask(self, table: HandTable, work: Callable[..., T], *about: Any) -> T:
        """What `work(table, *about)` comes to. `work` is a function of a module, `about` are values that are equal when
        the answer is. Raises CoachAway."""
        if table.card is not self._card:
            self._card = table.card
            self._answers.clear()
        key = (work, about)
        if key not in self._answers:
            answer: T = await asyncio.to_thread(self._ask, table.card, work, about)
            self._answers[key] = answer
            if len(self._answers) > KEPT:
                del self._answers[next(iter(self._answers))]
        kept: T = self._answers[key]
        return kept

    async def warm(self, table: HandTable) -> None:
        """Learn the card, so that the first answer is quick."""
        with suppress(CoachAway):
            await asyncio.to_thread(self._ask, table.card, None, ())

    def close(self) -> None:
        """End its process, whatever it is doing."""
        if (process := self._process) is not None:
            process.kill()
        with self._busy:
            self._end()

    def _ask(self, card: Card, work: Callable[..., T] | None, about: tuple[Any, ...]) -> T:
        """Away from the event loop. A process that has died is begun anew, once."""
        with self._busy:
            if work is None and self._known is card:
                raise CoachAway(AWAY)
            for _ in range(2):
                try:
                    fine, answer = self._told(card, work, about)
                except (OSError, EOFError, pickle.UnpicklingError):
                    self._end()
                    continue
                if fine:
                    told: T = answer
                    return told
                break
        raise CoachAway(AWAY)

    def _told(self, card: Card, work: Callable[..., T] | None, about: tuple[Any, ...]) -> tuple[bool, Any]:
        if self._process is None:
            command = [sys.executable, "-m", "server.coaching.thinking", str(self._calmer)]
            # A group of its own: a Ctrl+C is for the table, whose end then ends this one.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
            self._forgotten = weakref.finalize(self, _ended, self._process)
        process = self._process
        asked, told = process.stdin, process.stdout
        assert asked is not None
        assert told is not None
        given_up = threading.Timer(PATIENCE_S, process.kill)
        given_up.start()
        try:
            pickle.dump(None if self._known is card else card, asked)
            _Question(asked).dump((work, about))
            asked.flush()
            self._known = card
            fine, answer = pickle.load(told)
        finally:
            given_up.cancel()
        return bool(fine), answer

    def _end(self) -> None:
        self._forgotten()
        self._process, self._known = None, None


def _ended(process: "subprocess.Popen[bytes]") -> None:
    with suppress(OSError):
        process.kill()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()
