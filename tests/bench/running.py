"""The real program, running in an empty folder for a bench: started, listened to, and what processor time it uses."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PATIENCE_S = 240.0  # until the program answers
PROGRAM = "from server.cli import app; app()"
ADDRESS = r"(http://localhost:\d+)\n"


def started(folder: Path, camera: str, program: str = PROGRAM) -> "subprocess.Popen[bytes]":
    """The program on that camera, in a process group of its own; what it says is kept in the folder."""
    command = [sys.executable, "-c", program, "run", "--port", "0", "--camera", camera]
    around = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "FIFTHSEAT_ANNOUNCE": "no"}
    with (folder / "said").open("wb") as said:
        return subprocess.Popen(command, cwd=folder, stderr=said, env=around, start_new_session=True)


def told(folder: Path, running: "subprocess.Popen[bytes]", wanted: str = ADDRESS) -> str:
    """The first group of what it is waited for to say."""
    give_up_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_s and running.poll() is None:
        if found := re.search(wanted, (folder / "said").read_text("utf-8")):
            return found[1]
        time.sleep(0.2)
    raise RuntimeError(f"the program does not say {wanted}: {(folder / 'said').read_text('utf-8')}")


def group(leader: int) -> Iterator[int]:
    """The processes of a group."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getpgid(int(folder.name)) == leader:
                yield int(folder.name)


def processor_s(pid: int) -> float:
    """The processor time that a process has had; 0 where it is gone."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0
