import ipaddress
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import vision
from server.network import addresses, is_free, reserve

pytestmark = pytest.mark.live


def test_there_is_always_an_address_and_each_is_one() -> None:
    found = addresses()
    assert found
    assert len(set(found)) == len(found)
    for address in found:
        ipaddress.IPv4Address(address)
    loopback = [a for a in found if a.startswith("127.")]
    assert loopback in ([], ["127.0.0.1"])
    assert not loopback or len(found) == 1


def test_a_port_that_somebody_listens_on_is_not_free() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        assert not is_free(taken.getsockname()[1])


def test_a_port_that_was_given_back_is_free() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as once:
        once.bind(("0.0.0.0", 0))
        port = once.getsockname()[1]
    assert is_free(port)


def test_a_reserved_port_is_taken_before_anything_is_served() -> None:
    with reserve("127.0.0.1", 0) as door:
        port = door.getsockname()[1]
        assert not is_free(port)
        with pytest.raises(OSError, match="in use"):
            reserve("127.0.0.1", port)


def test_an_answer_in_two_parts_is_not_held_back() -> None:
    with reserve("127.0.0.1", 0) as door, socket.create_connection(door.getsockname()):
        visitor, _ = door.accept()
        with visitor:
            assert visitor.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_nothing_is_reported_to_anybody() -> None:
    """The library that runs the networks reports to its maker, unless one variable is set before it is loaded."""
    program = "import os, vision.read.weights; print(os.environ['ORT_DISABLE_TELEMETRY'])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout == "1\n"
    root = Path(vision.__file__).parent.parent
    loading = [p for room in ("vision", "server", "engine", "device") for p in (root / room).rglob("*.py")]
    loading = [p for p in loading if "training" not in p.parts and "import onnxruntime" in p.read_text("utf-8")]
    assert [p.name for p in loading] == ["weights.py"], "whoever loads it elsewhere has to switch it off there, too"
