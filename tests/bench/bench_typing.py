"""What one more letter costs on the page of the card: the whole card read and told again, against reading it anew.

    python -m tests.bench.bench_typing [CARD]

A card of sixty lines is typed letter by letter at the end of each tenth line. Printed are the milliseconds of processor
time a letter takes, the median and the worst twentieth, and how many times quicker that is than a card read for the
first time; on a machine that is busy with other things the last figure is the one to go by.
"""

import argparse
import time
from pathlib import Path
from statistics import median

from engine.card import Remembered, read_draft
from server.card_preview import Teller, preview_rows
from server.cards import practice_card_text
from server.screens import environment

TYPED = "9. F 111a 22a 3333a 4444a X 25 [run]"


def letters(card: str) -> list[str]:
    """The card after every letter that is typed on a row of its own, behind each tenth row of it."""
    rows = card.split("\n")
    return [
        "\n".join([*rows[:at], TYPED[:upto], *rows[at:]])
        for at in range(10, len(rows), 10)
        for upto in range(1, len(TYPED) + 1)
    ]


def costs(card: str, most: int | None = None) -> tuple[list[float], float]:
    """Seconds of processor time for each letter, and for the card read and told for the first time."""
    row = environment().get_template("parts/card_row.html")
    Teller(lambda r: row.render(row=r)).rows(preview_rows(read_draft(card)))  # what is made once is made
    began = time.process_time()
    remembered, teller = Remembered(), Teller(lambda r: row.render(row=r))
    teller.rows(preview_rows(read_draft(card, remembered=remembered)))
    first = time.process_time() - began
    spent = []
    for text in letters(card)[:most]:
        began = time.process_time()
        teller.rows(preview_rows(read_draft(text, remembered=remembered)))
        spent.append(time.process_time() - began)
    return spent, first


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("card", type=Path, nargs="?", help="a card's file; the practice card unless said")
    given = words.parse_args()
    card = given.card.read_text(encoding="utf-8") if given.card is not None else practice_card_text()
    spent, first = costs(card)
    worst = sorted(spent)[int(len(spent) * 0.95)]
    print(f"{len(spent)} letters: {median(spent) * 1000:.1f} ms the median, {worst * 1000:.1f} ms the worst twentieth")
    print(f"the card for the first time: {first * 1000:.0f} ms, {first / median(spent):.1f} times a letter")


if __name__ == "__main__":
    main()
