"""The starter is run as a newcomer does, by another Python process; nothing is fetched here."""

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

START = Path(__file__).resolve().parents[1] / "start.py"


@pytest.fixture
def start() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fifthseat_start", START)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_needs_no_set_up(words: tuple[str, ...], tmp_path: Path) -> None:
    copy = tmp_path / "start.py"
    copy.write_bytes(START.read_bytes())
    done = subprocess.run([sys.executable, copy, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "python3 start.py demo" in done.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == ["start.py"]


def test_a_folder_that_is_not_whole_is_told_in_a_sentence(tmp_path: Path) -> None:
    copy = tmp_path / "start.py"
    copy.write_bytes(START.read_bytes())
    done = subprocess.run([sys.executable, copy, "demo"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "could not go on" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_finished_set_up_is_not_done_again(start: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]")
    wanted = hashlib.sha256(b"[project]" + str(tmp_path).encode()).hexdigest()
    start.HOME, start.STAMP = tmp_path, tmp_path / "stamp"
    start.PYTHON = tmp_path / "no-python"  # running it would fail
    start.STAMP.write_text(f"{wanted}\n\ntest")
    start.set_up("")
    start.set_up("test")


def test_it_only_needs_the_standard_library() -> None:
    check = f"import runpy, sys; sys.argv = ['start.py', '--help']; runpy.run_path({str(START)!r})"
    assert subprocess.run([sys.executable, "-S", "-c", check], timeout=60).returncode == 0
