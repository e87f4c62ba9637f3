"""What somebody types where a camera is asked for, read before anything opens it: an address that cannot be one, and a
file name that no system takes, are said at once and kept nowhere."""

from pathlib import Path
from urllib.parse import urlsplit

NO_CAMERA = (
    "That cannot be a camera. The address of one in the house's network is like rtsp://192.168.1.50/stream; "
    "a video file is one on the machine that runs Fifth Seat."
)


def can_be_camera(source: str) -> bool:
    """Whether `source` can name a camera or a file at all, there or not, and be remembered until next week.

    >>> can_be_camera("rtsp://192.168.1.50/stream"), can_be_camera("http://["), can_be_camera("http://:8080")
    (True, False, False)
    """
    try:
        if "://" in source:
            parts = urlsplit(source)
            return parts.port != 0 and (parts.scheme.startswith("demo") or bool(parts.hostname))
        Path(source).exists()
    except (OSError, ValueError):
        return False
    return source.isprintable()
