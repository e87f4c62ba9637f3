"""The coach's own process: `python -m server.coaching.thinking [CALMER]` reads questions from its standard input until
that ends, and writes the answers. It holds the card, and of a game only what it is just asked about.
"""

import logging
import os
import pickle
import sys
from contextlib import suppress
from typing import BinaryIO

from engine.hands import HandTable
from server.trace import Discreet

CALMER = 5  # so much less of the processor than the table gets
CALMEST = 15  # for what can wait


TABLE = "table"  # stands in a question for the card's table, which both sides have


class _Question(pickle.Unpickler):
    def __init__(self, questions: BinaryIO, table: HandTable | None) -> None:
        super().__init__(questions)
        self._table = table

    def persistent_load(self, _: object) -> HandTable | None:
        return self._table


def main() -> None:
    with suppress(OSError, AttributeError):  # not on every system
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else CALMER)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    written = logging.StreamHandler(sys.stderr)
    written.setFormatter(Discreet())  # a question holds somebody's rack
    logging.getLogger().addHandler(written)
    table: HandTable | None = None
    while True:
        try:
            card = pickle.load(questions)
            table = table if card is None else HandTable(card)
            work, about = _Question(questions, table).load()
        except EOFError:
            return  # the table's process has ended, however it did
        try:
            told = (True, None if work is None else work(table, *about))
        except Exception:  # whatever it is, the next question may be answered
            logging.getLogger("coach").exception("a question could not be answered")
            told = (False, None)
        pickle.dump(told, answers)
        answers.flush()


if __name__ == "__main__":
    main()
