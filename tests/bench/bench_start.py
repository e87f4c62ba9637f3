"""What a command costs before it says anything: processor time, user and system, of `fifthseat score` from its start to
its end, beside a bare `import numpy` in the same run: `python -m tests.bench.bench_start`.

Each is started afresh, in turns, and the quickest counts: other work on the machine only ever adds. Ends with 1 where
scoring a hand costs more than MOST_S.
"""

import argparse
import os
import subprocess
import sys

MOST_S = 0.4
HAND = "F F 1B 1B 1B J 2B 2B 4B 4B 5B 5B 5B 5B"
SCORE = ("-m", "server.cli", "score", "--hand", HAND, "--from", "P3")
BARE = ("-c", "import numpy")


def cost_s(words: tuple[str, ...]) -> float:
    """Seconds of processor time of one run of Python."""
    running = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0, words
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    pairs = [(cost_s(SCORE), cost_s(BARE)) for _ in range(runs)]
    score_s, bare_s = (min(costs) for costs in zip(*pairs, strict=True))
    print(f"fifthseat score {score_s:.3f} s, import numpy {bare_s:.3f} s: {score_s / bare_s:.1f} times")
    return 1 if score_s > MOST_S else 0


if __name__ == "__main__":
    sys.exit(main())
