"""WLED in the home network, against a stand-in with a real socket."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from device.address import read_address
from device.lamp import Bell
from device.layout import pixels
from device.light import LightFrame, frame
from device.link import Keeper, Light
from device.patterns import PATTERNS
from device.trouble import LampError, words_for
from device.wled_http import ASK_S, WledHttp
from tests.device.wled_board import WledBoard

pytestmark = pytest.mark.live

TURN, EAST = (frame(next(p.view for p in PATTERNS if p.name == name), 0.0) for name in ("turn", "east"))
LAYOUT = read_address("wled+http://x").layout


class Server(ThreadingHTTPServer):
    """WLED's web side; `busy` answers so many requests with 503, `mute` holds every answer back."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.board = WledBoard(40)
        self.busy = 0
        self.status = 200
        self.mute = threading.Event()
        self.release = threading.Event()
        self.uptime_s = 10

    @property
    def url(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, format: str, *args: object) -> None:
        return

    def answer(self, status: int, value: object) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        if self.server.mute.is_set():
            self.server.release.wait(30)
            return
        self.server.uptime_s += 1
        info = {"ver": "0.15.0", "uptime": self.server.uptime_s, "leds": {"count": self.server.board.leds}}
        self.answer(self.server.status, info if self.path == "/json/info" else "no")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.busy:
            self.server.busy -= 1
            self.answer(503, {"error": 3})
            return
        assert self.path == "/json/state"
        if self.server.status == 200:
            self.server.board.post(json.loads(body))
        self.answer(self.server.status, {"success": True})


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.release.set()
        running.shutdown()
        thread.join()


def bring(lamp: WledHttp, shown: LightFrame, now_s: float) -> float:
    """Lets the lamp send until it is content; returns the time then."""
    for _ in range(100):
        due_s = lamp.show(shown, now_s)
        if due_s > now_s + 1:
            return now_s
        now_s = max(now_s, due_s)
    raise AssertionError("it never comes to an end")


def test_the_table_is_shown_and_only_changes_are_sent(server: Server) -> None:
    lamp = WledHttp(server.url, LAYOUT)
    now_s = bring(lamp, TURN, 0.0)
    assert server.board.shown[:36] == pixels(TURN, LAYOUT)
    before = len(server.board.messages)
    now_s = bring(lamp, EAST, now_s)
    assert server.board.shown[:36] == pixels(EAST, LAYOUT)
    assert len(server.board.messages) == before + 1
    bring(lamp, EAST, now_s)
    assert len(server.board.messages) == before + 1
    lamp.close()


def test_a_lamp_that_restarted_is_told_everything_again(server: Server) -> None:
    lamp = WledHttp(server.url, LAYOUT)
    now_s = bring(lamp, TURN, 0.0)
    server.board.boot()
    server.uptime_s = 0
    bring(lamp, TURN, now_s + ASK_S)
    assert server.board.shown[:36] == pixels(TURN, LAYOUT)
    lamp.close()


def test_a_busy_lamp_is_asked_again(server: Server) -> None:
    server.busy = 5
    lamp = WledHttp(server.url, LAYOUT)
    bring(lamp, TURN, 0.0)
    assert server.board.shown[:36] == pixels(TURN, LAYOUT)
    lamp.close()


def test_too_few_leds_are_said(server: Server) -> None:
    server.board.leds = 30
    lamp = WledHttp(server.url, LAYOUT)
    bring(lamp, TURN, 0.0)
    assert lamp.trouble is not None
    assert "30 LEDs" in lamp.trouble
    lamp.close()


def test_something_else_at_the_address_is_said() -> None:
    class Printer(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

        def do_GET(self) -> None:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Printer) as printer:
        thread = threading.Thread(target=printer.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        lamp = WledHttp(f"127.0.0.1:{printer.server_address[1]}", LAYOUT)
        with pytest.raises(LampError, match="not WLED"):
            lamp.show(TURN, 0.0)
        lamp.close()
        printer.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\xff\x00\x13garbage",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,2,3,4]",
        b"HTTP/1.1 200 OK\r\n" * 400,
    ],
    ids=["nothing", "garbage", "JSON of something else", "a flood of headers"],
)
def test_whatever_answers_the_lamp_is_lost_and_tried_again(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        keeper = Keeper(lambda: WledHttp(f"127.0.0.1:{listener.getsockname()[1]}", LAYOUT))
        due_s = keeper.round(10.0)
        thread.join()
    assert not keeper.ok
    assert 10.0 < due_s <= 11.0
    assert keeper.status.endswith((".", "?"))
    keeper.close()


def test_a_lamp_that_was_switched_off_and_on_shows_the_latest_view(server: Server) -> None:
    address = server.server_address
    keeper = Keeper(lambda: WledHttp(f"127.0.0.1:{address[1]}", LAYOUT))
    keeper.view = next(p.view for p in PATTERNS if p.name == "turn")
    now_s = 0.0
    for _ in range(40):
        now_s = max(now_s + 0.001, min(keeper.round(now_s), now_s + 1.0))
    assert keeper.ok
    assert server.board.shown[:36] == pixels(TURN, LAYOUT)
    server.status = 500  # as a lamp that is starting answers
    keeper.view = next(p.view for p in PATTERNS if p.name == "east")
    keeper.round(now_s + 0.01)
    assert "500" in keeper.status
    server.board.boot()
    server.status = 200
    for _ in range(40):
        now_s = max(now_s + 0.001, min(keeper.round(now_s), now_s + 1.0))
    assert server.board.shown[:36] == pixels(EAST, LAYOUT)
    keeper.close()


def test_nothing_at_the_address_is_said(server: Server) -> None:
    lamp = WledHttp("127.0.0.1:1", LAYOUT)
    with pytest.raises(ConnectionRefusedError) as caught:
        lamp.show(TURN, 0.0)
    assert "check the address" in words_for(caught.value)
    lamp.close()


def test_an_address_that_no_network_has_is_said_in_plain_words() -> None:
    with pytest.raises(UnicodeError) as caught:
        socket.getaddrinfo("x" * 390, 80)
    assert "not known in this network" in words_for(caught.value)


def test_a_mute_lamp_does_not_hold_up_the_table_and_the_latest_view_comes_when_it_speaks(server: Server) -> None:
    server.mute.set()
    bell = Bell()
    with Light(f"wled+http://{server.url}") as light:
        for pattern in PATTERNS * 100:
            light.show(pattern.view)
        server.mute.clear()
        server.release.set()
        light.show(next(p.view for p in PATTERNS if p.name == "turn"))
        for _ in range(4000):
            if server.board.shown[:36] == pixels(TURN, LAYOUT):
                break
            bell.wait(0.005)
        assert server.board.shown[:36] == pixels(TURN, LAYOUT)
    bell.close()
