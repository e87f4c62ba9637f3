"""The unit for systemd, as far as it can be tried without one."""

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest

from server.cli import ROOMS
from server.watchdog import ROUND_S

UNIT = Path(__file__).resolve().parents[1] / "deploy" / "fifthseat.service"


@pytest.fixture
def unit() -> configparser.ConfigParser:
    read = configparser.ConfigParser()
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(UNIT.read_text(encoding="utf-8"))
    return read


def test_it_starts_a_command_that_there_is_in_the_folder_where_it_works(unit: configparser.ConfigParser) -> None:
    program, *words = unit["Service"]["ExecStart"].split()
    assert program == f"{unit['Service']['WorkingDirectory']}/.venv/bin/python"
    assert words[:2] == ["-m", "server.cli"]
    assert words[2] in ROOMS


def test_the_program_says_that_it_is_alive_far_oftener_than_systemd_asks(unit: configparser.ConfigParser) -> None:
    assert unit["Service"]["Type"] == "notify"
    assert int(unit["Service"]["WatchdogSec"]) >= 20 * ROUND_S


def test_systemd_has_nothing_to_say_against_it(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd here")
    text = UNIT.read_text(encoding="utf-8")
    here = text.replace("/home/fifthseat/fifthseat/.venv/bin/python", "/bin/true").replace("=/home/fifthseat", "=/tmp")
    (tmp_path / UNIT.name).write_text(here.replace("User=fifthseat\n", ""))
    told = subprocess.run(["systemd-analyze", "verify", tmp_path / UNIT.name], capture_output=True, text=True)
    assert UNIT.name not in told.stderr, told.stderr
