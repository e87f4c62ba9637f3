"""The command about the light, run as a user runs it."""

import json
from typing import Any

import pytest
import typer
from serial.tools import list_ports, list_ports_common
from typer.testing import CliRunner, Result

from device.patterns import PATTERNS
from server.cli_light import mount


def run(*arguments: str) -> Result:
    app = typer.Typer()
    app.command("other")(lambda: None)  # a program of one command would take its name for an argument
    mount(app)
    return CliRunner().invoke(app, ["light", *arguments])


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def port(path: str, vendor: int | None, product: int, serial_number: str | None, place: str) -> Any:
    info = list_ports_common.ListPortInfo(path, skip_link_detection=True)
    info.vid, info.pid, info.serial_number, info.location = vendor, product, serial_number, place
    return info


def test_test_shows_every_pattern_on_the_simulated_light() -> None:
    result = run("sim://", "--test", "--each", "0", "--json")
    assert result.exit_code == 0
    *patterns, light = objects(result)
    assert [row["pattern"] for row in patterns] == [p.name for p in PATTERNS]
    assert light["ok"]
    assert light["light"] == "sim://"


def test_the_simulated_light_is_drawn_in_the_terminal() -> None:
    result = run("sim://", "--only", "east", "--each", "0")
    assert result.exit_code == 0
    assert "# # #" in result.stdout
    assert "East" in result.stdout


def test_find_names_boards_by_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in = [
        port("/dev/ttyUSB0", 0x1A86, 0x7523, None, "1-1"),
        port("/dev/ttyUSB1", 0x1A86, 0x7523, None, "1-2"),
        port("/dev/ttyACM0", 0x2341, 0x0043, "758", "1-3"),
        port("/dev/ttyACM1", 0x18D1, 0x4EE7, "phone", "1-4"),
    ]
    monkeypatch.setattr(list_ports, "comports", lambda: plugged_in)
    result = run("--find", "--json")
    assert result.exit_code == 0
    assert [row["adalight"] for row in objects(result)] == [
        "adalight://2341:0043:758",
        "adalight://1a86:7523?at=1-1",
        "adalight://1a86:7523?at=1-2",
    ]
    assert "wled+serial://2341:0043:758" in run("--find").stdout


def test_find_with_nothing_plugged_in_says_what_there_is_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", list)
    result = run("--find")
    assert result.exit_code == 1
    assert "sim://" in result.stderr


@pytest.mark.parametrize("arguments", [("lamp://",), (), ("sim://", "--only", "disco"), ("sim://?leds=x",)])
def test_a_slip_ends_with_two_and_one_sentence(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_light_that_is_not_there_is_said_and_ends_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.cli_light.PATIENCE_S", 0.3)
    result = run("adalight:///dev/no-such-port", "--json")
    assert result.exit_code == 1
    (row,) = objects(result)
    assert not row["ok"]
    assert "not plugged in" in row["says"]
