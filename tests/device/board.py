"""The simulated board of `board.c` as an object: its port, its buttons, its pictures."""

import selectors
import subprocess
import time
from pathlib import Path
from types import TracebackType

PATIENCE_S = 20.0  # of a busy machine; nothing here waits that long unless something is broken

Colour = tuple[int, int, int]


class Board:
    """One running board. `pictures` are the strips that the LEDs took over, oldest first."""

    def __init__(self, program: Path, firmware: Path) -> None:
        self._process = subprocess.Popen([program, firmware], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdout is not None
        self._out = self._process.stdout
        self._rest = b""
        self.pictures: list[tuple[Colour, ...]] = []
        self.port = self.heard("port").split()[1]

    def tell(self, command: str) -> str:
        """Sends a command and returns the report that answers it."""
        self.send(command)
        answer = {"skip": "skipped", "plug": "port"}.get(command.split()[0], command.split()[0])
        line = self.heard(answer)
        if answer == "port":
            self.port = line.split()[1]
        return line

    def send(self, command: str) -> None:
        """Sends a command without waiting."""
        assert self._process.stdin is not None
        self._process.stdin.write(command.encode() + b"\n")

    def report(self) -> dict[str, int]:
        """Numbers about the life of the board: overruns, gap, wrong, sleeps, stack."""
        return {name: int(value) for name, value in (word.split("=") for word in self.tell("report").split()[1:])}

    def heard(self, word: str) -> str:
        """The next report that begins with `word`; pictures on the way are kept."""
        end_s = time.monotonic() + PATIENCE_S
        while True:
            for line in self._lines(end_s):
                if line.split()[0] == word:
                    return line

    def shows(self, strip: tuple[Colour, ...]) -> bool:
        """Waits until the LEDs take over `strip`."""
        end_s = time.monotonic() + PATIENCE_S
        while not self.pictures or self.pictures[-1] != strip:
            if time.monotonic() > end_s:
                return False
            for _ in self._lines(end_s):
                if self.pictures and self.pictures[-1] == strip:
                    break
        return True

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._out.close()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _lines(self, end_s: float) -> list[str]:
        """One more whole line of the board, as a list of one; empty if none comes soon."""
        while b"\n" not in self._rest:
            with selectors.PollSelector() as selector:
                selector.register(self._out, selectors.EVENT_READ)
                if not selector.select(0.1):
                    if time.monotonic() > end_s:
                        raise TimeoutError("the board says nothing")
                    return []
            data = self._out.read(65536)
            if not data:
                raise ConnectionError("the board has ended")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        text = line.decode()
        if text.startswith("show"):
            self.pictures.append(_picture(text))
        return [text]


def _picture(line: str) -> tuple[Colour, ...]:
    values = bytes.fromhex(line.split()[2]) if len(line.split()) > 2 else b""
    return tuple((values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3))
