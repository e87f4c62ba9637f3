"""The card: its typed notation, the checks a typist needs, and the concrete hands it stands for. No I/O here.

>>> card = read_card('''
... == Gaps ==
... 1. FF 1111a 22a 44a 5555a [run] X 25
... ''')
>>> len(card.lines[0].hands)   # five runs in three suits
15
"""

from engine.card.reading import draft_card, read_card, read_draft
from engine.card.remembered import Remembered
from engine.card.sketch import FormSketch, Reading, Sketch
from engine.card.values import HAND_SIZE, Card, CardError, Group, Hand, Line, Problem, Remedy

__all__ = [
    "HAND_SIZE",
    "Card",
    "CardError",
    "FormSketch",
    "Group",
    "Hand",
    "Line",
    "Problem",
    "Reading",
    "Remedy",
    "Remembered",
    "Sketch",
    "draft_card",
    "read_card",
    "read_draft",
]
