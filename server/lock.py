"""One program per file: a lock that the system lets go when the program ends, however it ends."""

import os
import sys
from pathlib import Path


class InUse(OSError):
    """Another program holds the lock."""


class FileLock:
    """Held from the moment it is made until `release`, or until the program ends. Raises InUse where another holds it,
    OSError where the file cannot be made. The file stays behind: what counts is who holds it."""

    def __init__(self, path: Path) -> None:
        self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _hold(self._file)
        except OSError as error:
            self.release()
            raise InUse(f"{path} is held by another program") from error

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)  # closing lets go
            self._file = None


def _hold(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
