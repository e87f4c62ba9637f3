"""Observations as text, one JSON object a line: what was seen can be kept, sent, and followed once more.

    {"t": 12.4, "looks": 3, "hands": "P2", "covered": "", "sights": [[-31.5, 12.0, 4, -9.2, {"3B": -0.01, "8B": -4.6}]],
     "discards": [0, 1, 5], "exposures": [[], [[2, 3, 4]], [], []]}

`sights` are those not met in the line before: x and y in mm, the number of pictures, the natural-log likelihood of
every face that is not named, and those of the likeliest faces by code ("?" is no known face). They are numbered from 0
as they come; a sight that has not changed is named by its number again. `"anew": true` is written where it holds.
Likelihoods are rounded to hundredths, places to tenths of a millimetre.
"""

import json
from collections.abc import Iterable, Iterator
from math import exp, isfinite, log

from engine.sight.observation import NEVER, Group, Observation, Sight
from engine.tile import CODES, N_KINDS, Seat

NAMED = -NEVER  # natural log below the likeliest face down to which a face is named

_NAMES = (*CODES, "?")
_NUMBERS = {name: n for n, name in enumerate(_NAMES)}

Seen = dict[Sight, int]


class Writer:
    """Writes observations one by one: `line` gives the next, without its end of line."""

    def __init__(self) -> None:
        self._met: Seen = {}
        self._count = 0

    def line(self, seen: Observation) -> str:
        fresh: list[Sight] = []
        now: Seen = {}
        for sight in _all(seen):
            if sight in self._met:
                now[sight] = self._met[sight]
            elif sight not in now:
                now[sight] = self._count
                fresh.append(sight)
                self._count += 1
        self._met = now
        row = {
            "t": round(seen.time_s, 3),
            "looks": seen.looks,
            "hands": " ".join(s.name for s in seen.hands),
            "covered": " ".join(s.name for s in seen.covered),
            "sights": [_row(s) for s in fresh],
            "discards": [now[s] for s in seen.discards],
            "exposures": [[[now[s] for s in group] for group in rack] for rack in seen.exposures],
        }
        if seen.anew:
            row["anew"] = True
        return json.dumps(row, separators=(",", ":"))


def lines(observations: Iterable[Observation]) -> Iterator[str]:
    """One line for each, without its end of line, as they come."""
    writer = Writer()
    return (writer.line(seen) for seen in observations)


def read(text: Iterable[str]) -> Iterator[Observation]:
    """What `lines` wrote. Raises ValueError, with the line's number, for what it did not write."""
    sights: list[Sight] = []
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            sights += [_sight(fields) for fields in row["sights"]]
            p1, p2, p3, p4 = (_groups(rack, sights) for rack in row["exposures"])
            yield Observation(
                _number(row["t"]),
                _picked(row["discards"], sights),
                (p1, p2, p3, p4),
                _seats(row["covered"]),
                _seats(row["hands"]),
                int(row["looks"]),
                bool(row.get("anew", False)),
            )
        except json.JSONDecodeError as problem:
            raise ValueError(f"line {number} is no observation: it is no JSON") from problem
        except ValueError as problem:
            raise ValueError(f"line {number} is no observation: {problem}") from problem
        except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
            raise ValueError(f"line {number} is no observation as `watch --record` writes them") from problem


def _all(seen: Observation) -> Iterator[Sight]:
    yield from seen.discards
    yield from (s for rack in seen.exposures for group in rack for s in group)


def _row(sight: Sight) -> list[object]:
    top = max(sight.log_p)
    named = [k for k, p in enumerate(sight.log_p) if p > top - NAMED]
    least = top - 2 * NAMED
    others = [max(p, least) for k, p in enumerate(sight.log_p) if k not in named] or [least]
    mean = log(sum(map(exp, others)) / len(others))
    faces = {_NAMES[k]: round(sight.log_p[k], 2) for k in sorted(named, key=lambda k: -sight.log_p[k])}
    return [round(sight.x_mm, 1), round(sight.y_mm, 1), sight.frames, round(mean, 2), faces]


def _sight(fields: list[object]) -> Sight:
    x_mm, y_mm, frames, others, faces = fields
    if not isinstance(faces, dict):
        raise ValueError("a sight has x, y, pictures, the other faces' likelihood, and its faces")
    log_p = [_number(others)] * (N_KINDS + 1)
    for name, value in faces.items():
        log_p[_NUMBERS[name]] = _number(value)
    return Sight(tuple(log_p), _number(x_mm), _number(y_mm), int(_number(frames)))


def _number(value: object) -> float:
    """Python reads NaN, Infinity and 1e999 as numbers; whoever counts with them is stopped, or never done."""
    if not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _picked(numbers: list[int], sights: list[Sight]) -> Group:
    if any(n < 0 for n in numbers):
        raise IndexError("sights are numbered from 0")
    return tuple(sights[n] for n in numbers)


def _groups(rack: list[list[int]], sights: list[Sight]) -> tuple[Group, ...]:
    return tuple(_picked(group, sights) for group in rack)


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat[name] for name in text.split())
