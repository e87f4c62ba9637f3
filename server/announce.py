"""The table's name in the house's network, `fifthseat.local`, told by multicast (mDNS), so that nobody types figures.

Never required: where multicast is not to be had, or another table has the name, pages are reached by their address. The
address is looked up again and again, for a machine may be switched on before its network is.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from server.network import addresses

HOST = "fifthseat"
MOST = 9  # tables in one network
ASK_MS = 1200  # how long somebody who has a name may take to say so
LOOK_S = 15.0  # between two looks at this machine's address
_SERVICE = "_http._tcp.local."
_log = logging.getLogger(__name__)


class Announcer:
    """Tells the network one name for this machine: `host`, or with a figure where another has that. `interfaces` as
    `zeroconf.Zeroconf` takes them; all if left out."""

    def __init__(self, port: int, interfaces: list[str] | None = None, host: str = HOST) -> None:
        self._port = port
        self._host = host
        self._interfaces = interfaces
        self._told: Any = None  # AsyncZeroconf, which is loaded when it is first used

    async def tell(self, found: tuple[str, ...]) -> str | None:
        """From now on these addresses go by the name that is given back: the first free of fifthseat.local,
        fifthseat-2.local ... None where the network carries no names."""
        await self.close()
        try:
            zeroconf, asynchronous = await asyncio.to_thread(_library)
            options = {} if self._interfaces is None else {"interfaces": self._interfaces}
            self._told = asynchronous.AsyncZeroconf(**options)
            for number in range(1, MOST + 1):
                name = f"{self._host}.local." if number == 1 else f"{self._host}-{number}.local."
                if not await self._is_taken(zeroconf, name, found):
                    await self._told.async_register_service(self._info(zeroconf, name, found), allow_name_change=True)
                    return name.rstrip(".")
        except Exception:  # a network may refuse in any way: no multicast, no interface, a name that clashes meanwhile
            _log.info("the table's name cannot be told", exc_info=True)
            await self.close()
        return None

    async def close(self) -> None:
        """Takes the name back."""
        told, self._told = self._told, None
        if told is not None:
            with suppress(Exception):
                await told.async_unregister_all_services()
            with suppress(Exception):
                await told.async_close()

    async def _is_taken(self, zeroconf: Any, name: str, ours: tuple[str, ...]) -> bool:
        asked = zeroconf.AddressResolverIPv4(name)
        answered = await asked.async_request(self._told.zeroconf, ASK_MS)
        return bool(answered) and not set(asked.parsed_addresses()) <= set(ours)

    def _info(self, zeroconf: Any, name: str, found: tuple[str, ...]) -> Any:
        title = f"Fifth Seat {name.removesuffix('.local.').removeprefix(self._host).lstrip('-')}".strip()
        return zeroconf.ServiceInfo(
            _SERVICE,
            f"{title}.{_SERVICE}",
            addresses=[socket.inet_aton(address) for address in found],
            port=self._port,
            properties={"path": "/"},
            server=name,
        )


async def keep_announced(
    announcer: Announcer,
    moved: Callable[[str, str | None], None],
    look: Callable[[], tuple[str, ...]] = addresses,
    look_s: float = LOOK_S,
) -> None:
    """Tells the name for as long as it runs, anew whenever this machine's address changes; `moved` hears the likeliest
    address and the name, None where there is none."""
    known: tuple[str, ...] = ()
    try:
        while True:
            found = await asyncio.to_thread(look)
            if found != known:
                known = found
                alone = all(address.startswith("127.") for address in found)
                moved(found[0], None if alone else await announcer.tell(found))
            await asyncio.sleep(look_s)
    finally:
        await announcer.close()


def _library() -> tuple[Any, Any]:
    """The library takes a while to load, and only this needs it."""
    import zeroconf
    import zeroconf.asyncio

    return zeroconf, zeroconf.asyncio
