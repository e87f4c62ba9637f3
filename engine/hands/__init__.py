"""Racks and hands: distance, wins, what exposures allow, the ranking, and proofs that a hand is dead. No I/O here."""

from engine.hands.choices import CallJudged, PassJudged, calls_judged, passes_judged
from engine.hands.proof import DeadCause, DeadProof, dead_by_proof, prospects
from engine.hands.ranking import (
    Chance,
    Judged,
    discards_judged,
    draws_judged,
    rank,
)
from engine.hands.table import Exposure, HandTable, Win, all_but_jokers, concealed_counts, counts_of, fits, wins

__all__ = [
    "CallJudged",
    "Chance",
    "DeadCause",
    "DeadProof",
    "Exposure",
    "HandTable",
    "Judged",
    "PassJudged",
    "Win",
    "all_but_jokers",
    "calls_judged",
    "concealed_counts",
    "counts_of",
    "dead_by_proof",
    "discards_judged",
    "draws_judged",
    "fits",
    "passes_judged",
    "prospects",
    "rank",
    "wins",
]
