"""The coach's own process: `python -m server.coaching.thinking` reads questions from its standard input until that
ends, and writes the answers. It holds the card, and of a game only what it is just asked about.
"""

import os
import pickle
import sys
import traceback
from contextlib import suppress

from engine.hands import HandTable

CALMER = 5  # so much less of the processor than the table gets


def main() -> None:
    with suppress(OSError, AttributeError):  # not on every system
        os.nice(CALMER)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    table: HandTable | None = None
    while True:
        try:
            card, work, about = pickle.load(questions)
        except EOFError:
            return  # the table's process has ended, however it did
        if card is not None:
            table = HandTable(card)
        try:
            told = (True, None if work is None else work(table, *about))
        except Exception:  # whatever it is, the next question may be answered
            traceback.print_exc()
            told = (False, None)
        pickle.dump(told, answers)
        answers.flush()


if __name__ == "__main__":
    main()
