"""The same board in any socket, and never another one."""

from pathlib import Path

import pytest
from serial.tools import list_ports, list_ports_common

from device.find import Board, Search, boards, kind
from device.trouble import LampError

CH340 = Board("/dev/ttyUSB0", 0x1A86, 0x7523, "", "1-1.1")
TWIN = Board("/dev/ttyUSB1", 0x1A86, 0x7523, "", "1-1.2")
UNO = Board("/dev/ttyACM0", 0x2341, 0x0043, "7583", "1-2")
OTHER_UNO = Board("/dev/ttyACM1", 0x2341, 0x0043, "9999", "1-3")
PHONE = Board("/dev/ttyACM2", 0x18D1, 0x4EE7, "X", "1-4")


def found(target: str, *plugged_in: Board, place: str | None = None) -> str:
    return Search(target, place, lambda: plugged_in).path()


def test_an_identity_finds_its_board_wherever_it_is() -> None:
    assert found("2341:0043:7583", CH340, UNO, OTHER_UNO) == "/dev/ttyACM0"
    assert found("2341:0043:9999", CH340, UNO, OTHER_UNO) == "/dev/ttyACM1"
    assert found("2341:0043", CH340, UNO) == "/dev/ttyACM0"


def test_a_serial_number_is_never_half_matched() -> None:
    with pytest.raises(LampError, match="not plugged in"):
        found("2341:0043:758", UNO)


def test_nothing_named_takes_the_only_board_that_could_be_a_lamp() -> None:
    assert found("", PHONE, CH340) == "/dev/ttyUSB0"
    with pytest.raises(LampError, match="not plugged in"):
        found("", PHONE)


def test_twins_are_told_apart_by_their_socket() -> None:
    with pytest.raises(LampError, match=r"1a86:7523\?at=1-1\.1, 1a86:7523\?at=1-1\.2"):
        found("1a86:7523", CH340, TWIN)
    assert found("1a86:7523", CH340, TWIN, place="1-1.2") == "/dev/ttyUSB1"


def test_a_twin_that_comes_later_does_not_take_over() -> None:
    plugged: list[Board] = [CH340]
    search = Search("1a86:7523", plugged_in=lambda: tuple(plugged))
    assert search.path() == CH340.path
    plugged.append(TWIN)
    assert search.path() == CH340.path


def test_a_path_is_followed_to_another_one(tmp_path: Path) -> None:
    path = tmp_path / "ttyUSB0"
    path.touch()
    here, there = Board(str(path), 0x1A86, 0x7523, "1"), Board(str(tmp_path / "ttyUSB7"), 0x1A86, 0x7523, "1")
    plugged = [here]
    search = Search(str(path), plugged_in=lambda: tuple(plugged))
    assert search.path() == str(path)
    plugged[:] = [there]
    assert search.path() == there.path
    plugged[:] = [Board(str(path), 0x2341, 0x0043, "9")]
    with pytest.raises(LampError, match="not plugged in"):
        search.path()


def test_a_path_with_nothing_at_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(LampError, match="nothing at"):
        found(str(tmp_path / "ttyUSB0"))


def test_the_boards_of_this_machine_are_listed_by_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def port(path: str, vendor: int | None, serial_number: str | None) -> list_ports_common.ListPortInfo:
        info = list_ports_common.ListPortInfo(path, skip_link_detection=True)
        info.vid, info.pid, info.serial_number, info.location = vendor, 0x7523, serial_number, "1-1"
        return info

    monkeypatch.setattr(
        list_ports, "comports", lambda: [port("/dev/ttyUSB1", 0x1A86, None), port("/dev/ttyS0", None, None)]
    )
    (board,) = boards()
    assert board.identity == "1a86:7523"
    assert "WLED" in kind(board)
