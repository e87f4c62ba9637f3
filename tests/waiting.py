"""Waiting for what another thread or task is about to do."""

import asyncio
from collections.abc import Callable
from typing import Any

PATIENCE_S = 120.0  # the machine has two cores and other tests to run


async def until(true: Callable[[], Any], patience_s: float = PATIENCE_S) -> None:
    """Looks again and again whether something is so. Raises TimeoutError."""
    async with asyncio.timeout(patience_s):
        while not true():
            await asyncio.sleep(0.01)
