"""Pictures of patterns: the lamp as it moves, and its rhythm as a score, for those who see it on paper.

python -m device.picture docs/light
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from device.light import BEAT_S, DARK, Colour, LightFrame, frame
from device.patterns import PATTERNS
from engine.tile import Seat
from engine.view import LightView

BEATS = 8  # every rhythm repeats within two seconds
_LAMP, _EDGE, _GAP, _ROW, _BEAT, _WORDS = 120, 12, 4, 15, 16, 150
_OFF, _GROUND, _INK = "#2b322f", "#161a18", "#d8ddd8"
_CELLS = ("left", "middle", "right")


def picture(view: LightView) -> str:
    """An SVG of the lamp for a view, P1 at the bottom, and beside it which cells are lit in which beats."""
    frames = beats(view)
    rows = _score(frames)
    height = max(_LAMP, len(rows) * _ROW + 10) + 2 * _GAP
    width = _LAMP + _WORDS + BEATS * _BEAT + 3 * _GAP
    cells = lamp(frames, _LAMP, _EDGE, _GAP)
    score = "".join(_row(n, name, colours) for n, (name, colours) in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="10"><rect width="{width}" height="{height}" rx="8" fill="{_GROUND}"/>'
        f'<g transform="translate({_GAP} {_GAP})">{cells}{_names()}</g>'
        f'<g transform="translate({_LAMP + 3 * _GAP} {_GAP + 8})">{score}</g></svg>\n'
    )


def beats(view: LightView) -> list[LightFrame]:
    """What the lamp shows for a view, beat by beat, until it begins again."""
    return [frame(view, beat * BEAT_S) for beat in range(BEATS)]


def lamp(frames: Sequence[LightFrame], size: float, edge: float, gap: float, inset: float = 0) -> str:
    """The sixteen cells as SVG in a square of this size; they blink by themselves. `edge`: the depth of a side's cells,
    `gap` the room between them, `inset` what is left around them."""
    return "".join(_cell(box, [f.cells[i] for f in frames]) for i, box in enumerate(_boxes(size, edge, gap, inset)))


def _boxes(size: float, edge: float, gap: float, inset: float) -> list[tuple[float, float, float, float]]:
    """(x, y, width, height) of the sixteen cells in the order of `LightFrame.cells`."""
    long = (size - 2 * edge - 4 * gap) / 3
    along = [edge + gap + i * (long + gap) for i in range(3)]
    near, far = inset, size - edge - inset
    bottom = [(x, far, long, edge) for x in along]
    right = [(far, y, edge, long) for y in reversed(along)]
    top = [(x, near, long, edge) for x in reversed(along)]
    left = [(near, y, edge, long) for y in along]
    half, wide = size / 2, size / 9
    before, after = half - 2 - wide, half + 2
    centre = [(x, y, wide, wide) for x, y in ((before, before), (after, before), (after, after), (before, after))]
    return [*bottom, *right, *top, *left, *centre]


def _cell(box: tuple[float, float, float, float], colours: Sequence[Colour]) -> str:
    x, y, width, height = box
    shown = [_css(c) for c in colours]
    steady = next((c for c in shown if c != _OFF), _OFF)  # where movement is not wanted, what lights up at all
    moving = (
        f'<animate attributeName="fill" values="{";".join(shown)}" dur="{BEATS * BEAT_S:g}s" calcMode="discrete" '
        'repeatCount="indefinite"/>'
    )
    inner = moving if len(set(shown)) > 1 else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" fill="{steady}">{inner}</rect>'


def _names() -> str:
    """Who sits where, inside the sides."""
    half, inner = _LAMP / 2, _EDGE + 13
    at = {Seat.P1: (half, _LAMP - inner + 5), Seat.P2: (_LAMP - inner, half + 4)}
    at |= {Seat.P3: (half, inner + 3), Seat.P4: (inner, half + 4)}
    return "".join(
        f'<text x="{x:g}" y="{y:g}" fill="{_INK}" text-anchor="middle">{s.name}</text>' for s, (x, y) in at.items()
    )


def _score(frames: Sequence[LightFrame]) -> list[tuple[str, list[Colour]]]:
    """One row for each group of cells with the same rhythm, named by where they are."""
    groups: dict[tuple[Colour, ...], list[int]] = {}
    for i in range(len(frames[0].cells)):
        rhythm = tuple(f.cells[i] for f in frames)
        if any(c != DARK for c in rhythm):
            groups.setdefault(rhythm, []).append(i)
    return [(_place(cells), list(rhythm)) for rhythm, cells in groups.items()]


def _place(cells: Sequence[int]) -> str:
    """Where some of the sixteen cells are, in words.

    >>> _place([0, 2]), _place([4]), _place([0, 3, 6, 9]), _place([12, 13, 14, 15])
    ('P1 ends', 'P2 middle', 'every left end', 'centre')
    """
    names: dict[str, list[str]] = {}
    for seat in Seat:
        mine = tuple(_CELLS[i - 3 * seat] for i in cells if 3 * seat <= i < 3 * seat + 3)
        words = {_CELLS: "side", ("left", "right"): "ends"}.get(mine, ", ".join(mine))
        words = words + " end" if words in ("left", "right") else words
        if mine:
            names.setdefault(words, []).append(seat.name)
    centre = [i - 11 for i in cells if i >= 12]
    said = [f"{'every' if len(seats) == 4 else ' '.join(seats)} {words}" for words, seats in names.items()]
    if centre:
        said.append("centre" if len(centre) == 4 else "centre " + " ".join(map(str, centre)))
    return "; ".join(said)


def _row(n: int, name: str, colours: Sequence[Colour]) -> str:
    y = n * _ROW
    beats = "".join(
        f'<rect x="{_WORDS + i * _BEAT}" y="{y - 8}" width="{_BEAT - 2}" height="10" rx="2" fill="{_css(c)}"/>'
        for i, c in enumerate(colours)
    )
    return f'<text x="0" y="{y + 1}" fill="{_INK}">{name}</text>{beats}'


def _css(colour: Colour) -> str:
    """An LED's linear light as a screen shows it."""
    if colour == DARK:
        return _OFF
    return "#" + "".join(f"{round(255 * (v / 255) ** (1 / 2.2)):02x}" for v in colour)


def draw(folder: Path) -> list[Path]:
    """Writes a picture for every pattern, named after it."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{pattern.name}.svg" for pattern in PATTERNS]
    for file, pattern in zip(files, PATTERNS, strict=True):
        file.write_text(picture(pattern.view), encoding="utf-8")
    return files


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
