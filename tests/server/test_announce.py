"""The table's name in the network, told and asked for on this machine's own loop of it."""

import asyncio
import secrets
import socket
from collections.abc import Awaitable, Callable

import pytest
from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]  # not in its __all__
from zeroconf.asyncio import AsyncZeroconf

from server.announce import Announcer, keep_announced

pytestmark = pytest.mark.live

LOOP = ["127.0.0.1"]


def multicast() -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
        try:
            out.sendto(b"", ("224.0.0.251", 5353))
        except OSError:
            return False
    return True


@pytest.fixture
def carries() -> None:
    if not multicast():
        pytest.skip("this machine's network carries no multicast")


async def asked(name: str) -> list[str]:
    """What a tablet learns that asks the network for a name."""
    tablet = AsyncZeroconf(interfaces=LOOP)
    question = AddressResolverIPv4(f"{name}.")
    try:
        return question.parsed_addresses() if await question.async_request(tablet.zeroconf, 5000) else []
    finally:
        await tablet.async_close()


@pytest.mark.usefixtures("carries")
def test_the_name_leads_to_the_table_and_a_second_table_gets_another() -> None:
    async def evening() -> None:
        ours = f"fifthseat-test-{secrets.token_hex(4)}"  # a table may be running on this machine
        first, second = Announcer(8555, LOOP, ours), Announcer(8556, LOOP, ours)
        try:
            assert await first.tell(("192.168.1.20",)) == f"{ours}.local"
            assert await asked(f"{ours}.local") == ["192.168.1.20"]
            assert await second.tell(("192.168.1.30",)) == f"{ours}-2.local"
            assert await asked(f"{ours}-2.local") == ["192.168.1.30"]
            assert await first.tell(("192.168.1.21",)) == f"{ours}.local", "a machine whose address changed keeps it"
            assert await asked(f"{ours}.local") == ["192.168.1.21"]
        finally:
            await first.close()
            await second.close()

    asyncio.run(evening())


def test_a_network_that_carries_no_names_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(*_: object, **__: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", refusing)
    assert asyncio.run(Announcer(8555).tell(("192.168.1.20",))) is None


class Noted(Announcer):
    """An announcer that notes what it was to tell."""

    def __init__(self) -> None:
        super().__init__(8555)
        self.told: list[tuple[str, ...]] = []
        self.closed = False

    async def tell(self, found: tuple[str, ...]) -> str | None:
        self.told.append(found)
        return "fifthseat.local"

    async def close(self) -> None:
        self.closed = True


def until(enough: Callable[[], bool]) -> Callable[[Awaitable[None]], Awaitable[None]]:
    """Runs something that never ends until there is enough of it."""

    async def run(work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        while not enough():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    return run


def test_a_machine_that_is_on_before_its_network_tells_its_name_when_there_is_one() -> None:
    noted, moved = Noted(), list[tuple[str, str | None]]()
    looks = iter([("127.0.0.1",), ("127.0.0.1",), ("192.168.1.20",), ("192.168.1.20",), ("10.0.0.7", "192.168.1.20")])
    last = ("10.0.0.7", "192.168.1.20")
    work = keep_announced(noted, lambda *now: moved.append(now), lambda: next(looks, last), 0.0)
    asyncio.run(until(lambda: len(moved) == 3)(work))  # type: ignore[arg-type]
    assert moved == [("127.0.0.1", None), ("192.168.1.20", "fifthseat.local"), ("10.0.0.7", "fifthseat.local")]
    assert noted.told == [("192.168.1.20",), ("10.0.0.7", "192.168.1.20")]
    assert noted.closed
