import ipaddress
import socket

from server.network import addresses, is_free


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
