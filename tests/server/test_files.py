"""How files are written; and small ones beside the log: whatever stands in one, the program starts without it."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.tile import Seat
from server.access import ROLES, Access
from server.coaching.memory import FILE, CoachMemory, Help
from server.coaching.solo.game import read_secrets
from server.files import LARGEST_B, may_be_written, object_of, read_object, write_named, write_whole
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


def test_a_named_file_is_as_readable_as_before_and_stays_where_a_link_leads(tmp_path: Path) -> None:
    path, link = tmp_path / "set.json", tmp_path / "link.json"
    write_named(path, "old")
    assert stat.S_IMODE(path.stat().st_mode) & 0o700 == 0o600
    path.chmod(0o664)
    link.symlink_to(path)
    write_named(link, b"new\n")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode), link.is_symlink()) == (b"new\n", 0o664, True)
    write_named(Path(os.devnull), "nowhere")
    assert {p.name for p in tmp_path.iterdir()} == {"set.json", "link.json"}


@pytest.mark.parametrize("write", [write_whole, write_named])
def test_on_a_full_disk_the_old_file_stays_whole(
    tmp_path: Path, full_disk: None, write: Callable[[Path, str], None]
) -> None:
    path = tmp_path / "kept"
    path.write_text("as it was")
    with pytest.raises(OSError, match="No space left"):
        write(path, "new")
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]


def test_what_may_not_be_written_is_told_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    with pytest.raises(OSError, match="directory") as folder:
        write_named(tmp_path, "new")
    assert folder.value.filename == str(tmp_path)
    with pytest.raises(OSError, match="No such file") as nowhere:
        write_named(path / "none", "new")
    assert nowhere.value.filename == str(path / "none")
    path.write_text("x")
    may_be_written(path, tmp_path / "none", "rtsp://camera", tmp_path)
    with pytest.raises(ValueError, match="what is read here"):
        may_be_written(path, f"{tmp_path}/./kept")


def test_files_are_written_in_one_place_alone() -> None:
    """What goes on to be written for hours is the exception: a recording, the log of faults."""
    writes = re.compile(r"\.write_(text|bytes)\(|imwrite\(|open\((?!os.devnull)[^)]*\"[wax]b?\"")
    server = Path(__file__).parents[2] / "server"
    found = [p.name for p in sorted(server.rglob("*.py")) for _ in writes.findall(p.read_text(encoding="utf-8"))]
    assert found == ["cli_watch.py", "files.py", "files.py"]
