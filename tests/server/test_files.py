"""Small files beside the log: whatever stands in one of them, the program starts without it."""

import stat
from pathlib import Path

import pytest

from engine.tile import Seat
from server.access import ROLES, Access
from server.coaching.memory import FILE, CoachMemory, Help
from server.coaching.solo.game import read_secrets
from server.files import LARGEST_B, object_of, read_object, write_whole
from server.persons import read_same
from server.remembered import read_facts

TORN = ["", "{", "[]", "null", '"a"', "[" * 99_999, '{"a":' * 19_000, "\x00", '{"passes": 1}', '{"chosen": {"P1": []}}']
TORN += ['{"seed": Infinity, "strength": "steady", "help": "none", "passes": {}}', '{"a": NaN}', '{"a": [1e999]}']


@pytest.mark.parametrize("text", [*TORN, "1" * (LARGEST_B + 1)])
def test_a_torn_file_counts_as_one_that_is_not_there(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_text(text, encoding="utf-8")
    assert CoachMemory(tmp_path).help(Seat.P1) is Help.NONE
    assert read_secrets(path) is None
    assert len(Access.kept(path).passes) == len(ROLES)
    path.write_bytes(b"\xff\xfe" + text.encode())
    assert CoachMemory(tmp_path).most is Help.FULL


@pytest.mark.parametrize("text", TORN)
def test_a_torn_fact_counts_as_never_kept(text: str) -> None:
    assert read_same(text) == {}
    assert read_facts({"rules": text, "same": text}).rules is None


def test_what_is_written_is_read_and_nobody_else_can(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    (tmp_path / "file.json.new").write_text("left behind", encoding="utf-8")
    (tmp_path / "file.json.new").chmod(0o666)
    write_whole(path, '{"a": 1}')
    assert read_object(path) == object_of('{"a": 1}') == {"a": 1}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
