"""What the commands do where their output or input is not what a shell usually gives: gone, closed, or a full disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "server.cli"]
RULES = [*PROGRAM, "rules"]
RANK = [*PROGRAM, "rank", "--rack", "1B"]
HELP = [*PROGRAM, "--help"]
KEPT = Path(__file__).parents[1] / "engine" / "sight" / "recordings" / "slow_machine.jsonl"
WATCH = [*PROGRAM, "watch", str(KEPT), "--card", "none"]
FULL = Path("/dev/full")


def shell(words: str) -> subprocess.CompletedProcess[str]:
    """Run by a shell, `$PROGRAM` standing for the program."""
    environment = {**os.environ, "PROGRAM": " ".join(PROGRAM)}
    return subprocess.run(["sh", "-c", words], capture_output=True, text=True, timeout=60, check=False, env=environment)


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", [RULES, RANK])
def test_a_full_disk_under_the_output_is_told_in_a_sentence(command: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == "What there is to say cannot be written: No space left on device.\n"


@pytest.mark.parametrize("command", [RULES, RANK, HELP, WATCH, [*PROGRAM, "card"], [*PROGRAM, "rules", "--help"]])
def test_a_reader_that_goes_away_is_no_answer_of_no(command: list[str]) -> None:
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_a_camera_that_does_not_answer_is_told_in_one_sentence_without_the_libraries_own_words() -> None:
    words = [*PROGRAM, "watch", "http://127.0.0.1:9/video"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("http://127.0.0.1:9/video does not answer.")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_what_cannot_be_done_is_so_though_nobody_reads_why() -> None:
    assert shell("{ { sleep 0.2; $PROGRAM card check none.card; echo $? >&3; } 2>&1 | true; } 3>&1").stdout == "2\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_closed_streams_are_empty_ones() -> None:
    assert shell("$PROGRAM light sim:// --only turn --each 0 >&-").returncode == 0
    nothing = shell("$PROGRAM card check - <&-")
    assert (nothing.returncode, nothing.stderr.splitlines()[0]) == (1, "-, line 1, column 1: there is no hand here")


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """The log would be that file, and what a library prints would stand in it."""
    code = "import sys; from server import cli; cli._open_streams(); print(open(sys.argv[1], 'w').fileno())"
    done = shell(f'{sys.executable} -c "{code}" {tmp_path / "log"} <&- 2>&-')
    assert int(done.stdout) > 2
