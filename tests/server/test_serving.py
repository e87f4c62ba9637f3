"""The server as the program runs it, and what it does with those who open connections and say nothing, too many of
them, or too much.
"""

import asyncio
import collections
import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from server import guards, serving
from server.access import COOKIE, Access
from server.app import create_app
from server.network import reserve
from server.serving import Doorkeeper, pages_config
from server.store import Store
from server.table import Table
from server.web import live

pytestmark = pytest.mark.live

PATIENCE_S = 20.0
FEW = 6


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, Access]]:
    """A running server with little patience and few places, its port and codes."""
    monkeypatch.setattr(serving, "HEAD_S", 0.6)
    monkeypatch.setattr(guards, "BODY_S", 0.6)
    monkeypatch.setattr(live, "MOST_PAGES", 2)
    access = Access.fresh(host_is_referee=False)
    servers: list[uvicorn.Server] = []
    with reserve("127.0.0.1", 0) as door:
        port = door.getsockname()[1]

        async def run() -> None:
            app = create_app(Table(Store("sqlite://")), access)
            servers.append(uvicorn.Server(pages_config(app, "127.0.0.1", port, Doorkeeper(FEW + 2, FEW))))
            await servers[0].serve([door])

        thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
        thread.start()
        until = time.monotonic() + PATIENCE_S
        while not (servers and servers[0].started) and time.monotonic() < until:
            time.sleep(0.02)
        yield port, access
        servers[0].should_exit = True
        thread.join(PATIENCE_S)


def ask(port: int, request: bytes, then: bytes = b"") -> bytes:
    """All that the server answers until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
        line.sendall(request)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while said := line.recv(65536):
                answer += said
                if then:
                    line.sendall(then)
                    then = b""
        return answer


GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def test_who_says_nothing_or_half_a_sentence_is_sent_away(served: tuple[int, Access]) -> None:
    port, _ = served
    begun_s = time.monotonic()
    assert ask(port, b"") == b""
    assert ask(port, b"GET /table HTTP/1.1\r\nHost: 127") == b""
    keep = GET.replace(b"Connection: close\r\n", b"")
    assert ask(port, keep, then=b"GET /half").count(b"HTTP/1.1 200") == 1
    assert time.monotonic() - begun_s < 10
    assert b"200 OK" in ask(port, GET)


def test_half_a_body_is_told_that_it_took_too_long(served: tuple[int, Access]) -> None:
    port, _ = served
    head = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    answer = ask(port, head + b"Connection: close\r\nContent-Length: 100\r\n\r\ncode=A")
    assert b" 408 " in answer.split(b"\r\n")[0]


def test_a_head_without_end_is_refused(served: tuple[int, Access]) -> None:
    port, _ = served
    answer = ask(port, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 40_000)
    assert b" 200 " not in answer
    assert b"200 OK" in ask(port, GET)


def test_one_address_gets_so_many_connections_and_when_they_go_others_come_in(served: tuple[int, Access]) -> None:
    port, access = served
    with contextlib.ExitStack() as held:
        for n in range(FEW):
            head = {"cookie": f"{COOKIE}={access.carry(None, ['P1'])}"}
            line = held.enter_context(connect(f"ws://127.0.0.1:{port}/live/table", additional_headers=head))
            assert "parts" in str(line.recv(PATIENCE_S)), n
        assert ask(port, GET) == b""
    until = time.monotonic() + PATIENCE_S
    while b"200 OK" not in ask(port, GET):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_many_addresses_together_get_no_more_than_all() -> None:
    keeper = Doorkeeper(most=5, most_from_one=2)
    assert [keeper.lets_in(f"10.0.0.{n // 2}") for n in range(6)] == [True] * 5 + [False]
    keeper.leaves("10.0.0.0")
    assert keeper.lets_in("10.0.0.9")
    assert not keeper.lets_in("10.0.0.9")


def opens(address: str, head: dict[str, str]) -> bool:
    try:
        with connect(address, additional_headers=head) as line:
            return bool(line.recv(PATIENCE_S))
    except InvalidStatus:
        return False


def test_one_device_gets_so_many_pages(served: tuple[int, Access]) -> None:
    port, access = served
    head = {"cookie": f"{COOKIE}={access.carry(None, ['P1'])}"}
    address = f"ws://127.0.0.1:{port}/live/table"
    with connect(address, additional_headers=head) as first, connect(address, additional_headers=head) as second:
        assert first.recv(PATIENCE_S)
        assert second.recv(PATIENCE_S)
        assert not opens(address, head)
    until = time.monotonic() + PATIENCE_S
    while not opens(address, head):  # the two are not yet seen to have gone
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_socket_takes_no_long_speech(served: tuple[int, Access]) -> None:
    port, _ = served
    with connect(f"ws://127.0.0.1:{port}/live/table") as line:
        line.recv(PATIENCE_S)
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            collections.deque(iter(lambda: line.recv(PATIENCE_S), None), maxlen=0)
