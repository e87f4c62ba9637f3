"""The program told to end by another program, or by a terminal that is closed."""

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.live, pytest.mark.skipif(os.name == "nt", reason="has no such signals")]


@pytest.mark.parametrize("told", ["SIGTERM", "SIGHUP"])
def test_the_demo_leaves_nothing_behind(told: str, tmp_path: Path) -> None:
    around = {**os.environ, "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-m", "server.cli", "demo", "--port", "0", "--size", "720p"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=around, preexec_fn=_answered) as demo:
        try:
            assert demo.stderr is not None
            while "localhost" not in (line := demo.stderr.readline()):
                assert line, "it ended before it served"
            assert demo.stderr.readline() == "\n"
            assert "ends it; nothing of it is kept" in demo.stderr.readline()  # `communicate` may miss what was read
            serving = http.client.HTTPConnection(line.rpartition("/")[2].strip(), timeout=30)
            serving.request("GET", "/healthz")
            assert serving.getresponse().status in (200, 503)  # 503 while the eyes are being opened
            serving.close()
            assert [f.name[:15] for f in tmp_path.iterdir()] == ["fifthseat-demo-"]
            demo.send_signal(signal.Signals[told])
            _, said = demo.communicate(timeout=30)
        finally:
            demo.kill()
    assert demo.returncode == 0
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


def _answered() -> None:
    """In the program that is started: a signal that the tests were told to ignore, as under nohup, is not ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
