"""The board with the real firmware, built once a run; skipped, with the reason, where the tools are absent."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.firmware.build import Built, build
from tests.absent import absent
from tests.device.board import Board

HERE = Path(__file__).parent
TOOLS = "apt install gcc-avr avr-libc libsimavr-dev gcc"


@pytest.fixture(scope="session")
def firmware(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if shutil.which("avr-gcc") is None:
        absent("avr-gcc", TOOLS)
    return build(tmp_path_factory.mktemp("firmware"))


@pytest.fixture(scope="session")
def board_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        absent("a C compiler", TOOLS)
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        absent("simavr", TOOLS)
    program = tmp_path_factory.mktemp("board") / "board"
    source = str(HERE / "board.c")
    subprocess.run([str(compiler), "-O2", "-I/usr/include/simavr", source, "-lsimavr", "-o", str(program)], check=True)
    return program


@pytest.fixture
def board(board_program: Path, firmware: Built) -> Iterator[Board]:
    with Board(board_program, firmware.hex) as running:
        running.tell(
            "skip 20"
        )  # the board hears, and may be reset, once it has greeted: start and greeting take about 6 ms
        yield running
