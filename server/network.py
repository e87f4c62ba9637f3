"""Where other devices at the table can reach this one."""

import socket


def addresses() -> tuple[str, ...]:
    """This machine's addresses on the local network, likeliest first; only 127.0.0.1 where there is none."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: connecting a datagram socket only chooses a way out
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        named = []
    found += [str(entry[4][0]) for entry in named]
    lan = [a for a in dict.fromkeys(found) if not a.startswith("127.")]
    return tuple(lan) or ("127.0.0.1",)


def is_free(port: int) -> bool:
    """Whether the pages could be served on this port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))
        except OSError:
            return False
    return True


def reserve(host: str, port: int) -> socket.socket:
    """A socket that listens at `port` from now on, at any free one for 0. Raises OSError where that is taken."""
    door = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    # Whoever comes in inherits it. Without it the second half of an answer waits until the first is acknowledged, which
    # many devices put off for 40 ms. asyncio sets it by itself where a socket says that it is TCP: this one does not.
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return door
