"""The link against a world in which everything about a lamp goes wrong, and the table that must not notice."""

import errno
import termios
import threading
import time
from collections.abc import Callable

import pytest
import serial
from hypothesis import HealthCheck, given, settings, strategies as st

from device.adalight import write_frame
from device.address import read_address
from device.buttons import Press
from device.find import Board
from device.lamp import Bell
from device.layout import pixels
from device.light import BEAT_S, LightFrame, frame
from device.link import REST_S, RETRY_S, Keeper, Light
from device.opening import Opening
from device.patterns import PATTERNS
from device.serial_lamp import Port
from engine.tile import Seat
from tests.device.adalight_board import AdalightBoard
from tests.device.wled_board import WledBoard

pytestmark = pytest.mark.live

AnyBoard = WledBoard | AdalightBoard

FAULTS: tuple[Callable[[], Exception], ...] = (
    lambda: serial.SerialException("device reports readiness to read but returned no data"),
    lambda: serial.SerialTimeoutException("Write timeout"),
    lambda: serial.PortNotOpenError(),
    lambda: OSError(errno.EIO, "Input/output error"),
    lambda: OSError(errno.ENODEV, "No such device"),
    lambda: PermissionError(errno.EACCES, "Permission denied"),
    lambda: BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
    lambda: termios.error(5, "Input/output error"),
    lambda: TimeoutError("timed out"),
    lambda: TypeError("argument must be an int, or have a fileno() method."),  # pyserial, closed under its reader
    lambda: ValueError("file descriptor cannot be a negative integer (-1)"),
)


class World:
    """One board, its socket, and the faults that are to come."""

    def __init__(self, board: AnyBoard) -> None:
        self.board = board
        self.now_s = 1000.0
        self.plugged = True
        self.path = "/dev/ttyUSB0"
        self.hung = False
        self.faults: list[tuple[str, Exception]] = []
        self.short_write = False
        self.coming = b""
        self.open_ports: set[WorldPort] = set()
        self.opened = 0

    def fault(self, where: str) -> None:
        for i, (place, error) in enumerate(self.faults):
            if place == where:
                del self.faults[i]
                raise error

    def plugged_in(self) -> tuple[Board, ...]:
        return (Board(self.path, 0x1A86, 0x7523, "77"),) if self.plugged else ()

    def open(self, path: str) -> Port:
        self.fault("open")
        if not self.plugged or path != self.path:
            raise serial.SerialException(errno.ENOENT, f"could not open port {path}")
        assert not self.open_ports, "a port is opened while another is still open"
        return WorldPort(self)


class WorldPort:
    """The port of a `World`, as pyserial would be."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.plug = world.path
        world.open_ports.add(self)
        world.opened += 1

    def _there(self) -> None:
        if not self.world.plugged or self.plug != self.world.path:
            raise OSError(errno.EIO, "Input/output error")
        assert self in self.world.open_ports, "a closed port is used"

    def write(self, data: bytes) -> int:
        world = self.world
        self._there()
        half = data[: len(data) // 2]
        if any(place == "write" for place, _ in world.faults):
            world.board.feed(half)
            world.board.give_up()
        world.fault("write")
        if world.hung:
            raise serial.SerialTimeoutException("Write timeout")
        if world.short_write:
            world.short_write = False
            world.board.feed(half)
            world.board.give_up()
            return len(half)
        world.coming += world.board.feed(data)
        return len(data)

    def read(self, most: int) -> bytes:
        self._there()
        self.world.fault("read")
        data, self.world.coming = self.world.coming[:most], self.world.coming[most:]
        return data

    def wait(self, bell: Bell, timeout_s: float) -> None:
        self._there()
        self.world.fault("wait")
        bell.wait(0.0)
        if not self.world.coming:
            self.world.now_s += timeout_s

    def close(self) -> None:
        self.world.open_ports.discard(self)
        self.world.fault("close")


def step(keeper: Keeper, world: World, bell: Bell, most_s: float) -> None:
    """One turn of the link's loop, in which at most `most_s` seconds pass."""
    end_s = world.now_s + most_s
    due_s = keeper.round(world.now_s)
    keeper.wait(bell, min(due_s, end_s) - world.now_s)
    if not world.open_ports:  # then the bell was waited for, with a real clock; the world's has to be wound
        world.now_s = max(world.now_s, min(due_s, end_s))


class Unhurried(Bell):
    """A bell in a world whose time is wound by hand."""

    def wait(self, timeout_s: float, *fds: int) -> bool:
        return super().wait(0.0, *fds)


ACTIONS = st.one_of(
    st.tuples(st.just("view"), st.integers(0, len(PATTERNS) - 1)),
    st.tuples(st.just("pass"), st.sampled_from((0.001, 0.02, 0.1, 0.3, 1.0, 3.0))),
    st.tuples(st.sampled_from(("open", "write", "read", "wait", "close")), st.integers(0, len(FAULTS) - 1)),
    st.tuples(
        st.just("says"), st.sampled_from((b"\n", b"!P1 00 00\n", b"WLED 1\r\n", b"\xff\x00{", b"v", b"!" * 3000))
    ),
    st.tuples(st.sampled_from(("unplug", "plug", "other port", "boot", "hang", "resume", "half", "press")), st.none()),
)


def apply(action: tuple[str, object], keeper: Keeper, world: World, bell: Bell) -> None:
    """One thing that can happen to a lamp."""
    match action:
        case ("view", int(n)):
            keeper.view = PATTERNS[n].view
            bell.ring()
        case ("pass", float(seconds)):
            end_s = world.now_s + seconds
            while world.now_s < end_s:
                step(keeper, world, bell, end_s - world.now_s)
        case ("says", bytes(words)):
            world.coming += words
        case ("unplug", _):
            world.plugged = False
            world.coming = b""
        case ("plug", _):
            if not world.plugged:
                world.plugged = True
                world.coming = world.board.boot()
        case ("other port", _):
            world.path = "/dev/ttyUSB1" if world.path == "/dev/ttyUSB0" else "/dev/ttyUSB0"
            world.coming = world.board.boot()
        case ("boot", _):
            world.coming += world.board.boot()
        case ("hang" | "resume" as what, _):
            world.hung = what == "hang"
        case ("half", _):
            world.short_write = True
        case ("press", _):
            if isinstance(world.board, AdalightBoard):
                world.coming += world.board.press(Press(Seat.P2, 0))
        case (str(where), int(n)):
            world.faults.append((where, FAULTS[n]()))
        case _:
            raise AssertionError(action)


def shown_by(board: AnyBoard, url: str, shown: LightFrame) -> bool:
    layout = read_address(url).layout
    strip = pixels(shown, layout)
    if isinstance(board, WledBoard):
        return board.shown[: layout.length] == strip
    data = write_frame(strip, layout.brightness)[6:]
    return board.shown == tuple((data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3))


def mend(world: World) -> None:
    """From here on nothing goes wrong any more."""
    world.faults.clear()
    world.hung = world.short_write = False
    if not world.plugged:
        world.plugged = True
        world.coming = world.board.boot()


@pytest.mark.parametrize("scheme", ["wled+serial", "adalight"])
def test_after_any_faults_the_lamp_shows_the_latest_view(scheme: str) -> None:
    """100 runs of 50 acts for each scheme: 10,000 steps."""
    url = f"{scheme}://1a86:7523:77?brightness=60"
    bell = Unhurried()
    threads = threading.active_count()

    @given(st.lists(ACTIONS, min_size=50, max_size=50))
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
    def run(actions: list[tuple[str, object]]) -> None:
        world = World(WledBoard(40) if scheme == "wled+serial" else AdalightBoard())
        keeper = Keeper(Opening(read_address(url), port=world.open, plugged_in=world.plugged_in))
        for action in actions:
            apply(action, keeper, world, bell)
            step(keeper, world, bell, 0.05)
            assert len(world.open_ports) <= 1
            assert keeper.status.endswith((".", ")", "?"))
        mend(world)
        keeper.view = PATTERNS[len(repr(actions)) % len(PATTERNS)].view
        apply(("pass", 6.0), keeper, world, bell)
        for _ in range(5):  # the last change of a moving pattern may be on its way
            step(keeper, world, bell, 0.001)
        assert shown_by(world.board, url, keeper.shown)
        assert keeper.shown in [frame(keeper.view, beat * BEAT_S) for beat in range(16)]
        keeper.close()
        assert not world.open_ports

    run()
    bell.close()
    assert threading.active_count() == threads


@pytest.mark.parametrize("scheme", ["wled+serial", "adalight"])
@pytest.mark.parametrize("path", ["/dev/ttyUSB0", "/dev/ttyACM3"], ids=["same port", "another port"])
def test_it_is_back_within_two_seconds_of_replugging(scheme: str, path: str) -> None:
    url = f"{scheme}://1a86:7523:77"
    world = World(WledBoard(40) if scheme == "wled+serial" else AdalightBoard())
    bell = Unhurried()
    keeper = Keeper(Opening(read_address(url), port=world.open, plugged_in=world.plugged_in))
    keeper.view = next(p.view for p in PATTERNS if p.name == "turn")
    apply(("pass", 3.0), keeper, world, bell)
    assert shown_by(world.board, url, keeper.shown)
    apply(("unplug", None), keeper, world, bell)
    keeper.view = next(p.view for p in PATTERNS if p.name == "east")
    apply(("pass", 30.0), keeper, world, bell)
    assert "unplugged" in keeper.status or "not plugged in" in keeper.status
    assert not world.open_ports
    world.path = path
    apply(("plug", None), keeper, world, bell)
    apply(("pass", 2.0), keeper, world, bell)
    assert shown_by(world.board, url, keeper.shown)
    assert world.opened == 2
    keeper.close()
    bell.close()


def test_a_view_that_comes_while_the_lamp_is_away_is_all_that_it_shows_later() -> None:
    url = "adalight://1a86:7523:77"
    world = World(AdalightBoard())
    bell = Unhurried()
    world.plugged = False
    keeper = Keeper(Opening(read_address(url), port=world.open, plugged_in=world.plugged_in))
    for name in ("turn", "dead", "east"):
        keeper.view = next(p.view for p in PATTERNS if p.name == name)
        step(keeper, world, bell, 0.01)
    world.plugged = True
    apply(("pass", RETRY_S + 1.2), keeper, world, bell)
    assert isinstance(world.board, AdalightBoard)
    assert shown_by(world.board, url, keeper.shown)
    assert world.board.frames <= 3, "one frame and its refreshing"
    keeper.close()
    bell.close()


def test_a_listener_that_fails_costs_no_light(caplog: pytest.LogCaptureFixture) -> None:
    world = World(AdalightBoard())
    bell = Unhurried()

    def fail(_: object) -> None:
        raise RuntimeError("the table is closed")

    keeper = Keeper(
        Opening(read_address("adalight://"), port=world.open, plugged_in=world.plugged_in), on_press=fail, on_frame=fail
    )
    keeper.view = PATTERNS[7].view
    apply(("pass", 1.0), keeper, world, bell)
    apply(("press", None), keeper, world, bell)
    apply(("pass", 1.0), keeper, world, bell)
    assert shown_by(world.board, "adalight://", keeper.shown)
    assert world.opened == 1
    assert "the table is closed" in caplog.text
    keeper.close()
    bell.close()


class Stuck:
    """A lamp whose driver never returns."""

    words = "a lamp of lead"
    trouble: str | None = None

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.released = threading.Event()

    def show(self, shown: LightFrame, now_s: float) -> float:
        self.entered.set()
        self.released.wait(30)
        return now_s + REST_S

    def hear(self, now_s: float) -> tuple[Press, ...]:
        return ()

    def wait(self, bell: Bell, timeout_s: float) -> None:
        bell.wait(timeout_s)

    def close(self) -> None:
        return


def test_a_lamp_that_never_returns_holds_nobody_up() -> None:
    stuck = Stuck()
    light = Light("sim://", opened=lambda: stuck)
    assert stuck.entered.wait(5)
    began_s = time.perf_counter()
    for _ in range(10_000):
        light.show(PATTERNS[0].view)
    assert time.perf_counter() - began_s < 5, "ten thousand views in less than one lamp's patience"
    light.close(patience_s=0.0)
    stuck.released.set()


def test_the_simulated_lamp_gets_every_frame_and_a_press_comes_back() -> None:
    frames: list[LightFrame] = []
    shown = threading.Event()

    def note(now: LightFrame) -> None:
        frames.append(now)
        shown.set()

    with Light("sim://", on_frame=note) as light:
        light.show(PATTERNS[7].view)
        assert shown.wait(5)
        assert light.shown == frames[-1] == frame(PATTERNS[7].view, 0.0)
        assert "on the page" in light.status
        light.close(patience_s=60.0)  # a busy machine may take its time
    assert "light" not in [thread.name for thread in threading.enumerate()]


def test_a_url_that_means_nothing_is_refused_before_anything_is_started() -> None:
    threads = threading.active_count()
    with pytest.raises(ValueError, match="begins with wled"):
        Light("lamp://table")
    assert threading.active_count() == threads


def test_a_light_whose_thread_died_says_so_and_is_started_again_with_the_next_view() -> None:
    broken = True

    def clock() -> float:
        if broken:
            raise RuntimeError("no time")
        return time.monotonic()

    with Light("sim://", clock=clock) as light:
        light._thread.join(10.0)
        assert not light.ok
        assert "stumbled" in light.status
        broken = False
        light.show(PATTERNS[0].view)
        assert light.wait_ok(10.0)
        assert light.ok
