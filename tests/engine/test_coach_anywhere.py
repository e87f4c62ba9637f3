"""The same advice on every machine: linear algebra rounds differently on different processors."""

import os
import subprocess
import sys

DECIDED = """
from engine.card import read_card
from engine.hands import HandTable
from tests.bench.ladder import LAKESIDE, PRACTICE
from tests.bench.rungs import LIFE, RUNGS
from tests.bench.unchanged import moves
lakeside, practice = (HandTable(read_card(path.read_text(encoding="utf-8"))) for path in (LAKESIDE, PRACTICE))
for name, rung in RUNGS.items():
    print(name, moves(lakeside, rung, deals=1))
print(moves(practice, LIFE, deals=8))
"""
PROCESSORS = (("Haswell", ""), ("Nehalem", "X86_V3 X86_V4"))  # OpenBLAS and numpy can be told to compute as on these


def test_what_is_worth_the_same_is_chosen_alike_on_every_processor() -> None:
    said = set()
    for processor, without in PROCESSORS:
        given = {**os.environ, "OPENBLAS_CORETYPE": processor, "NPY_DISABLE_CPU_FEATURES": without}
        run = subprocess.run([sys.executable, "-c", DECIDED], env=given, capture_output=True, text=True, check=True)
        said.add(run.stdout.strip())
    assert len(said) == 1
