"""What is printed on a strip: the network's opinion of every step, and the likeliest texts."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models import WeightsError
from vision.arrays import Floats32
from vision.cards.alphabet import BLANK, HEIGHT, SIGNS, STRIDE
from vision.read.weights import open_network

WAYS = 12  # texts followed at once
LIKELY = 0.002  # a letter that is less likely at its step is not followed
BATCH = 24


@dataclass(frozen=True, slots=True)
class Text:
    """`signs` in the letters of `alphabet`; `steps` where each of them stands; `log` the log-likelihood of it all."""

    signs: str
    steps: tuple[int, ...]
    log: float


class Letters:
    """Reads strips. One object may be used by one thread at a time."""

    def __init__(self, threads: int = 1) -> None:
        self._network, head = open_network("letters", threads)
        if head.get("signs") != SIGNS:
            raise WeightsError("models/letters.onnx was trained for other letters: install fifthseat again")

    def read(self, strips: Sequence[Floats32]) -> list[Floats32]:
        """The log-likelihood (steps, letters and blank) of each strip of ink (HEIGHT, W)."""
        order = sorted(range(len(strips)), key=lambda k: strips[k].shape[1])
        told: list[Floats32] = [np.zeros((0, BLANK + 1), np.float32)] * len(strips)
        for first in range(0, len(order), BATCH):
            some = order[first : first + BATCH]
            wide = max(strips[k].shape[1] for k in some)
            held = np.zeros((len(some), 1, HEIGHT, wide), np.float32)
            for at, k in enumerate(some):
                held[at, 0, :, : strips[k].shape[1]] = strips[k]
            said = self._network.run(None, {"strips": held})[0]
            said = said - said.max(2, keepdims=True)
            said -= np.log(np.exp(said).sum(2, keepdims=True))
            for at, k in enumerate(some):
                told[k] = said[at, : strips[k].shape[1] // STRIDE]
        return told


def stretched(ink: Floats32) -> Floats32:
    """The same ink on every strip: the paper 0, the darkest hundredth 1."""
    top = max(0.08, float(np.percentile(ink, 98.5)))
    return np.asarray(np.clip(ink / top, 0, 1.2), np.float32)


def texts(logs: Floats32, ways: int = WAYS) -> list[Text]:
    """The likeliest texts of a strip, best first: all the ways to come to the same text counted together."""
    # By text: log-likelihood that it ends between letters, that it ends in its last letter, and its steps.
    held: dict[str, tuple[float, float, tuple[int, ...]]] = {"": (0.0, -np.inf, ())}
    for step, row in enumerate(logs):
        signs = [int(k) for k in np.nonzero(row > np.log(LIKELY))[0]]
        grown: dict[str, tuple[float, float, tuple[int, ...]]] = {}

        def add(text: str, between: float, ending: float, steps: tuple[int, ...], into: dict = grown) -> None:  # type: ignore[type-arg]
            had = into.get(text)
            if had is None:
                into[text] = (between, ending, steps)
            else:
                into[text] = (float(np.logaddexp(had[0], between)), float(np.logaddexp(had[1], ending)), had[2])

        for text, (between, ending, steps) in held.items():
            both = float(np.logaddexp(between, ending))
            add(text, both + float(row[BLANK]), -np.inf, steps)
            last = SIGNS.index(text[-1]) if text else -1
            for sign in signs:
                if sign == BLANK:
                    continue
                log = float(row[sign])
                if sign == last:
                    add(text, -np.inf, ending + log, steps)
                    if between > -np.inf:
                        add(text + SIGNS[sign], -np.inf, between + log, (*steps, step))
                else:
                    add(text + SIGNS[sign], -np.inf, both + log, (*steps, step))
        best = sorted(grown.items(), key=lambda item: -float(np.logaddexp(item[1][0], item[1][1])))[:ways]
        held = dict(best)
    found = [Text(text, steps, float(np.logaddexp(a, b))) for text, (a, b, steps) in held.items()]
    return sorted(found, key=lambda text: -text.log)
