"""Nothing stops in silence: the loop's own tasks are started again when they fail, and every page says so.

The camera's thread is watched by `server.sight`, the light's by `device.link`.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

from server.service import Service
from server.status import WELL, Status
from server.table import Table

ROUND_S = 1.0
QUIET_S = 60.0  # so long after a part has stumbled last the pages say no more of it
RETRY_S, LONGEST_RETRY_S = 1.0, 30.0
PROVE_S, PROVE_AGAIN_S = 60.0, 3.0  # how often the log is tried while it is well, and while it is not

_MEND = "What went wrong stands in fifthseat.log. If this stays, start the program again; the game is kept."
_log = logging.getLogger(__name__)


class Watchdog:
    """Watches over one table's tasks. Lives on the event loop."""

    def __init__(
        self, table: Table, service: Service | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._table = table
        self._service = service or Service("")
        self._clock = clock
        self._stumbled_at: float | None = None
        self._proved_at = clock()

    def hear(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on hear of whatever fails on the loop and nobody waits for."""
        loop.set_exception_handler(self._failed)

    async def keep_going(self, part: str, work: Callable[[], Awaitable[None]]) -> None:
        """Does `work` until it ends by itself; where it fails it is begun again, sooner the longer it has gone well."""
        wait_s = RETRY_S
        while True:
            began = self._clock()
            try:
                await work()
                return
            except Exception as error:  # whatever it is: said, written down, and the work begun again
                self.stumbled(part, error)
            wait_s = RETRY_S if self._clock() - began > QUIET_S else min(LONGEST_RETRY_S, wait_s * 2)
            await asyncio.sleep(wait_s)

    async def watch(self) -> None:
        """Looks after everything, once a second, for good."""
        self._service.ready()
        while True:
            self.round()
            await asyncio.sleep(ROUND_S)

    def round(self) -> None:
        """One look: the system hears that the loop is alive, and the log is tried now and then."""
        now = self._clock()
        self._service.alive()
        if self._stumbled_at is not None and now - self._stumbled_at > QUIET_S:
            self._stumbled_at = None
            self._table.set_program(WELL)
        if now - self._proved_at >= (PROVE_AGAIN_S if self._table.keeping.ok is False else PROVE_S):
            self._proved_at = now
            self._table.prove_log()

    def stumbled(self, part: str, error: BaseException) -> None:
        """A part has failed and goes on: said on every page, written down whole, in a flood of failures once a
        second."""
        now = self._clock()
        if self._stumbled_at is None or now - self._stumbled_at >= ROUND_S:
            _log.error("%s stumbled", part, exc_info=error)
            self._stumbled_at = now
        self._table.set_program(Status(False, f"{part} stumbled and goes on.", _MEND))

    def _failed(self, loop: asyncio.AbstractEventLoop, told: dict[str, Any]) -> None:
        error = told.get("exception")
        if isinstance(error, Exception):
            self.stumbled("A part of the program", error)
        else:
            _log.error(str(told.get("message", "the loop was told of a failure")))
