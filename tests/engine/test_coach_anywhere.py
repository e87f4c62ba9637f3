"""The same advice on every machine: linear algebra rounds differently on different processors."""

import os
import subprocess
import sys

DECIDED = """
from engine.card import read_card
from engine.hands import HandTable
from tests.bench.ladder import LAKESIDE
from tests.bench.rungs import RUNGS
from tests.bench.unchanged import moves
table = HandTable(read_card(LAKESIDE.read_text(encoding="utf-8")))
for name, rung in RUNGS.items():
    print(name, moves(table, rung, deals=1))
"""
PROCESSORS = ("Haswell", "Nehalem")  # OpenBLAS can be told to compute as on these


def test_what_is_worth_the_same_is_chosen_alike_on_every_processor() -> None:
    said = set()
    for processor in PROCESSORS:
        given = {**os.environ, "OPENBLAS_CORETYPE": processor}
        run = subprocess.run([sys.executable, "-c", DECIDED], env=given, capture_output=True, text=True, check=True)
        said.add(run.stdout.strip())
    assert len(said) == 1
