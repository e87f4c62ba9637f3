"""From a photograph of a card to rows of notation to look over: text, colours, and what is doubtful about each.

Nothing is guessed about words: where a remark or a heading is printed, that is said, and its picture is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Image
from vision.cards.grammar import Group, Row, row_of
from vision.cards.inks import BLACK, Ink, Palette, ink_at
from vision.cards.letters import Letters, Text, stretched, texts
from vision.cards.lines import LONGEST_PX, Piece, find_pieces, ink_of, strip_of, without_light

WAYS_OF_A_PIECE, WAYS_OF_A_ROW = 5, 80
WHOLE = 9.0  # in log-likelihood: a reading with fourteen tiles in each form is believed over one so much likelier
CLOSE = 4.0  # another whole reading that is not so much less likely makes a row doubtful
DIM = -1.2  # log-likelihood per row below which even a whole reading is doubtful
UPRIGHT = 0.25  # of the rows that hold tiles: with fewer values behind whole rows the picture may be turned
GLANCE = 60  # pieces of print that tell which way up it is
SPECK = 2  # letters: what stands alone and has no more is dirt, or the weave of the cloth
FAR, FARTHEST = (
    3.2,
    60.0,
)  # of a letter's height: beyond the one only a value belongs to the row, beyond the other nothing


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One row of notation. `kind` is hand, heading or remark; `doubts` say why it should be looked at, empty where
    nothing is doubtful; `words` says that a remark is printed which has to be typed. `quad` (4, 2) is around it, pixels
    of the photograph, clockwise from its top-left."""

    text: str
    kind: str
    doubts: tuple[str, ...]
    words: bool
    column: int
    quad: NDArray[Any]


@dataclass(slots=True)
class _Line:
    """A printed row: its pieces from left to right, what they may say, and what was decided."""

    pieces: list[Piece]
    strips: list[Floats32]
    ways: list[list[Text]]
    row: Row = field(default_factory=lambda: Row(()))
    signs: str = ""
    places: list[tuple[int, int]] = field(default_factory=list)  # of each letter: its piece, and its step there
    log: float = 0.0
    rival: float = -np.inf  # the log-likelihood of the next best whole reading that says something else
    colours: dict[int, tuple[int, bool]] = field(default_factory=dict)  # by the place of a group

    @property
    def tall(self) -> float:
        return float(np.median([piece.tall for piece in self.pieces]))

    @property
    def left(self) -> float:
        return self.pieces[0].start[0]

    @property
    def right(self) -> float:
        return self.pieces[-1].end[0]

    @property
    def low(self) -> float:
        return self.pieces[0].start[1]


class CardReader:
    """Reads photographs of cards. One object may be used by one thread at a time."""

    def __init__(self, threads: int = 1) -> None:
        self._letters = Letters(threads)

    def read(self, image: Image) -> list[ReadRow]:
        """The rows of the card in a photograph (H, W, 3) BGR, column by column, each from the top down; whichever way
        up it was taken, as the card is read."""
        scale = min(1.0, LONGEST_PX / max(image.shape[:2]))
        if scale < 1:
            image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        lines, turns = self._lines(image), 0
        if _valued(lines) < UPRIGHT * sum(1 for line in lines if line.row.groups) or not lines:
            turns = max(range(4), key=lambda k: (_valued(self._lines(_turned(image, k), GLANCE)), k == 0))
            lines = self._lines(_turned(image, turns)) if turns else lines
        lines = [line for line in lines if len(line.signs) > SPECK or line.row.value is not None]
        _colour(lines)
        rows = [_told(entry, column) for column, entries in enumerate(_columns(lines)) for entry in entries]
        return [replace(row, quad=_turned_back(row.quad, turns, image.shape[:2]) / scale) for row in rows]

    def _lines(self, image: Image, most: int | None = None) -> list[_Line]:
        """The printed rows of a picture, decided upon; with `most` pieces of print, those halfway down."""
        plain = without_light(image)
        pieces = find_pieces(ink_of(plain))
        if most is not None and len(pieces) > most:
            over = (len(pieces) - most) // 2
            pieces = sorted(pieces, key=lambda piece: piece.start[1])[over : over + most]
        strips = [strip_of(plain, piece) for piece in pieces]
        logs = self._letters.read([stretched(ink_of(strip)) for strip in strips])
        lines = _rows(pieces, strips, [texts(log)[:WAYS_OF_A_PIECE] for log in logs])
        for line in lines:
            _decide(line)
        return lines


def _valued(lines: Sequence[_Line]) -> int:
    """How many rows are fourteen tiles with their value behind them: print that stands on its head has none."""
    return sum(1 for line in lines if line.row.whole and line.row.value is not None)


def _turned(image: Image, turns: int) -> Image:
    """By so many quarter turns against the clock."""
    return np.ascontiguousarray(np.rot90(image, turns)) if turns else image


def _turned_back(quad: NDArray[Any], turns: int, size: tuple[int, ...]) -> NDArray[Any]:
    """Where a quad (4, 2) of the turned picture lies in the one of `size` (H, W) that was turned."""
    tall, wide = size
    x, y = quad[:, 0], quad[:, 1]
    return np.stack(((x, y), (wide - y, x), (wide - x, tall - y), (y, tall - x))[turns], 1)


def _rows(pieces: Sequence[Piece], strips: Sequence[Floats32], ways: Sequence[list[Text]]) -> list[_Line]:
    """The pieces that stand on one line of a column put together."""
    best = [way[0].signs if way else "" for way in ways]
    order = sorted(range(len(pieces)), key=lambda k: pieces[k].start[0])
    follows: dict[int, int] = {}
    taken: set[int] = set()
    for k in order:
        piece = pieces[k]
        if row_of(best[k]).value is not None:
            continue
        found, nearest = None, FARTHEST * piece.tall
        for j in order:
            other = pieces[j]
            gap = other.start[0] - piece.end[0]
            if j in taken or j == k or not -0.3 * piece.tall < gap < nearest:
                continue
            if abs(other.start[1] - piece.at(other.start[0])) > 0.55 * piece.tall + 0.02 * max(gap, 0):
                continue
            found, nearest = j, gap
        if found is None or not 0.34 < pieces[found].tall / piece.tall < 1.6:
            continue
        row = row_of(best[found])
        alone = row.value is not None and not row.groups
        if nearest < FAR * piece.tall or alone:
            follows[k] = found
            taken.add(found)
    lines = []
    for k in order:
        if k in taken:
            continue
        chain = [k]
        while chain[-1] in follows:
            chain.append(follows[chain[-1]])
        lines.append(_Line([pieces[i] for i in chain], [strips[i] for i in chain], [ways[i] for i in chain]))
    return lines


def _decide(line: _Line) -> None:
    """The likeliest reading of a row, those with fourteen tiles a form before the others."""
    several = [way for way in line.ways if way]
    while np.prod([len(way) for way in several]) > WAYS_OF_A_ROW:
        longest = max(several, key=len)
        several[several.index(longest)] = longest[:-1]
    found: list[tuple[float, float, str, tuple[Text, ...], Row]] = []
    for chosen in product(*several):
        signs = " ".join(text.signs for text in chosen)
        row = row_of(signs)
        log = sum(text.log for text in chosen)
        score = log + WHOLE * row.whole + 2.0 * (row.whole and row.value is not None)
        found.append((score, log, signs, chosen, row))
    if not found:
        return
    found.sort(key=lambda way: -way[0])
    _, line.log, line.signs, best, line.row = found[0]
    line.places = []
    for number, text in enumerate(best):
        line.places += [(number, 0)] * (number > 0) + [(number, step) for step in text.steps]
    others = [log for _, log, _, _, row in found if row.whole and _says(row) != _says(line.row)]
    line.rival = max(others, default=-np.inf)


def _says(row: Row) -> object:
    return tuple(tuple(g.text for g in form) for form in row.forms), row.value, row.concealed


def _colour(lines: Sequence[_Line]) -> None:
    """Which ink every group is printed in."""
    inks: list[tuple[_Line, Group, Ink]] = []
    for line in lines:
        for group in (group for form in line.row.forms for group in form):
            held = line.places[group.at : group.at + len(group.text)]
            piece = held[0][0]
            inks.append((line, group, ink_at(line.strips[piece], [step for p, step in held if p == piece])))
    palette = Palette.of([ink for _, group, ink in inks if any(c in "123456789D" for c in group.text)])
    for line, group, ink in inks:
        line.colours[group.at] = palette.number(ink)


def _columns(lines: Sequence[_Line]) -> list[list[list[_Line]]]:
    """Entries, of one row or more that belong together, by column from left to right, from the top down."""
    if not lines:
        return []
    usual = float(np.median([line.tall for line in lines]))
    columns: list[list[_Line]] = []
    for line in sorted(lines, key=lambda line: line.left):
        for column in columns:
            near = min(column, key=lambda other: abs(other.low - line.low))
            if abs(near.left - line.left) < 7 * usual or near.left < line.left < near.right - 2 * usual:
                column.append(line)
                break
        else:
            columns.append([line])
    return [_entries(sorted(column, key=lambda line: line.low)) for column in columns]


def _entries(column: Sequence[_Line]) -> list[list[_Line]]:
    """Rows that are one line of the card: what has no value or not its tiles yet goes on in the next row."""
    entries: list[list[_Line]] = []
    for line in column:
        if entries and _goes_on(entries[-1], line):
            entries[-1].append(line)
        else:
            entries.append([line])
    return entries


def _goes_on(entry: Sequence[_Line], line: _Line) -> bool:
    last = entry[-1]
    if line.low - last.low > 2.6 * max(last.tall, line.tall):
        return False
    if not any(part.row.groups for part in entry) or (last.row.words and not last.row.groups):
        return False
    if not line.row.groups:
        return line.row.value is None and "(" in line.signs  # a remark below its line
    if last.row.open or _other_form(last, line):
        return True
    tiles = sum(sum(part.row.tiles) for part in entry)
    return tiles % 14 != 0 and (tiles + sum(line.row.tiles)) % 14 == 0 and line.row.number is None


def _other_form(last: _Line, line: _Line) -> bool:
    """A whole row without a value, above a whole one that has neither a number: the first form of an either/or."""
    return last.row.whole and last.row.value is None and line.row.whole and line.row.number is None


def _told(entry: Sequence[_Line], column: int) -> ReadRow:
    """An entry in notation."""
    corners = np.concatenate([piece.quad for line in entry for piece in line.pieces])
    low, high = corners.min(0), corners.max(0)
    if len(entry) == 1 and len(entry[0].pieces) == 1:
        quad = entry[0].pieces[0].quad
    else:
        quad = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
    rows = [line.row for line in entry]
    words = any(row.words for row in rows)
    if not any(row.groups for row in rows) or (words and sum(sum(row.tiles) for row in rows) < 5):
        kind = (
            "remark"
            if any(row.words and "(" in line.signs for row, line in zip(rows, entry, strict=True))
            else "heading"
        )
        return ReadRow("", kind, ("words are typed by hand",), True, column, quad)
    forms: list[list[tuple[Group, int, bool]]] = [[]]
    guessed = False
    for line, following in zip(entry, [*entry[1:], None], strict=True):
        for number, form in enumerate(line.row.forms):
            if number:
                forms.append([])
            forms[-1] += [(group, *line.colours[group.at]) for group in form]
        if line.row.open:
            forms.append([])
        elif following is not None and _other_form(line, following):
            forms.append([])
            guessed = True
    value = next((row for row in rows if row.value is not None), None)
    text = " or ".join(" ".join(_written(form)) for form in forms if form)
    if value is not None:
        text += f"   {'C' if value.concealed else 'X'} {value.value}"
    doubts = _doubts(entry, forms, value) + (("are these two forms of one line?",) if guessed else ())
    return ReadRow(text, "hand", doubts, words, column, quad)


def _written(form: Sequence[tuple[Group, int, bool]]) -> list[str]:
    """The groups of a form with letters for their inks: a for the first that is met, and so on."""
    numbers = [ink for group, ink, _ in form if any(c in "123456789" for c in group.text)]
    letters: dict[int, str] = {}
    for ink in numbers:
        letters.setdefault(ink, "abcp"[min(len(letters), 3)])
    written = []
    for group, ink, _ in form:
        text = group.text
        if any(c in "123456789" for c in text):
            text += letters[ink]
        elif set(text) == {"D"} and (ink in letters or ink != BLACK):
            text += letters.setdefault(ink, "abcp"[min(len(letters), 3)])
        written.append(text)
    return written


def _doubts(
    entry: Sequence[_Line], forms: Sequence[Sequence[tuple[Group, int, bool]]], value: Row | None
) -> tuple[str, ...]:
    doubts = []
    tiles = [sum(len(group.text) for group, _, _ in form) for form in forms if form]
    if any(n != 14 for n in tiles):
        doubts.append(f"{' and '.join(map(str, tiles))} tiles, not fourteen")
    if value is None:
        doubts.append("no value was found")
    if any(line.log - line.rival < CLOSE for line in entry if line.row.whole):
        doubts.append("another reading is almost as likely")
    if any(line.log < DIM * max(1, len(line.pieces)) for line in entry):
        doubts.append("the print is not clear")
    coloured = [(g, sure) for form in forms for g, _, sure in form if set(g.text) & set("123456789D")]
    if not all(sure for _, sure in coloured):
        doubts.append("a colour is not clear")
    if any(len({ink for _, ink, _ in form}) > 4 for form in forms):
        doubts.append("more than three colours")
    return tuple(doubts)
