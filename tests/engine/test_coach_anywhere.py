"""The same advice on every machine: linear algebra rounds differently on different processors."""

import os
import subprocess
import sys

DECIDED = """
from tests.bench.ladder import LAKESIDE, decided_by
from engine.card import read_card
from engine.hands import HandTable
print(decided_by(HandTable(read_card(LAKESIDE.read_text(encoding="utf-8"))), deals=1))
"""
PROCESSORS = ("Haswell", "Nehalem")  # OpenBLAS can be told to compute as on these


def test_what_is_worth_the_same_is_chosen_alike_on_every_processor() -> None:
    said = set()
    for processor in PROCESSORS:
        given = {**os.environ, "OPENBLAS_CORETYPE": processor}
        run = subprocess.run([sys.executable, "-c", DECIDED], env=given, capture_output=True, text=True, check=True)
        said.add(run.stdout.strip())
    assert len(said) == 1
