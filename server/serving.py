"""How the pages are served, and to how many: a house has a few tablets, and whoever opens hundreds of connections, or
opens them and says nothing, gets no more of this machine than they do.
"""

import asyncio
from collections import Counter
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

# Four players, their teachers, big screens: a browser opens up to six connections to load a page and keeps one a page.
MOST_CONNECTIONS = 400
MOST_FROM_ONE = 96
HEAD_S = 10.0  # so long a request may take to say what it wants
IDLE_S = 15  # so long a connection is kept for the next request
HEAD_BYTES = 16 * 1024
# Pages say nothing over their sockets.
SOCKET_BYTES = 4 * 1024
LEAVE_S = 3  # when the program ends, so long it waits for pages that are being sent


class Doorkeeper:
    """Counts who is inside, all of them and by address. One for one server."""

    def __init__(self, most: int = MOST_CONNECTIONS, most_from_one: int = MOST_FROM_ONE) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._inside: Counter[str] = Counter()

    def lets_in(self, address: str) -> bool:
        """Whether one more from `address` may come in; it is then counted until it `leaves`."""
        if self._inside.total() >= self._most or self._inside[address] >= self._most_from_one:
            return False
        self._inside[address] += 1
        return True

    def leaves(self, address: str) -> None:
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]


def pages_config(app: Any, host: str, port: int, keeper: Doorkeeper | None = None) -> uvicorn.Config:
    """The server's settings for `app`."""
    requests, socket = _protocols(keeper or Doorkeeper())
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        log_config=None,
        lifespan="off",
        http=requests,
        ws=socket,
        ws_max_size=SOCKET_BYTES,
        ws_max_queue=4,
        backlog=256,
        # What is sent is small already, and to squeeze it for each tablet costs more than the house's network.
        ws_per_message_deflate=False,
        timeout_keep_alive=IDLE_S,
        timeout_graceful_shutdown=LEAVE_S,
        h11_max_incomplete_event_size=HEAD_BYTES,
        proxy_headers=False,  # nobody stands between: an address that somebody claims is not believed
    )


def _protocols(keeper: Doorkeeper) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The protocols of a connection, with `keeper` at its door: for requests, and for a page's socket that takes the
    connection over. It is counted as long as it stays."""

    class Socket(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            keeper.leaves(_address(self.transport))
            super().connection_lost(exc)

    class Requests(H11Protocol):
        """Closed when it does not say in time what it wants."""

        _let_in = False
        _patience: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            self._let_in = keeper.lets_in(_address(transport))
            if not self._let_in:
                transport.abort()
                return
            super().connection_made(transport)
            self._wait(True)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._let_in:
                self._wait(False)
                keeper.leaves(_address(self.transport))
                super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._let_in:
                super().data_received(data)
                self._wait(self.conn.their_state is h11.IDLE)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            super().handle_websocket_upgrade(event)
            self._wait(False)

        def _wait(self, unsaid: bool) -> None:
            """Keeps the time while the head of a request is not whole."""
            if self._patience is not None and not unsaid:
                self._patience.cancel()
                self._patience = None
            elif self._patience is None and unsaid:
                self._patience = self.loop.call_later(HEAD_S, self.transport.close)

    return Requests, Socket


def _address(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""
