"""How whoever shows the table learns that something changed."""

import asyncio


class Subscription:
    """Tells that something changed, latest wins: however many changes there were, one `changed()` returns."""

    def __init__(self, listening: set[asyncio.Event]) -> None:
        self._listening = listening
        self._event = asyncio.Event()

    async def __aenter__(self) -> "Subscription":
        self._listening.add(self._event)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.discard(self._event)

    def wake(self) -> None:
        """Make `changed()` return though nothing changed."""
        self._event.set()

    async def changed(self, timeout_s: float | None = None) -> bool:
        """Wait for the next change; False when `timeout_s` passed without one."""
        try:
            async with asyncio.timeout(timeout_s):  # with no task of its own, as `wait_for` has: every page waits here
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True
