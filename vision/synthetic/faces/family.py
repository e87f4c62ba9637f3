"""A family of faces: one drawing chosen for every kind of tile, with its colourway and index."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.tile import Tile
from vision.synthetic.faces.bams import Bams
from vision.synthetic.faces.craks import Craks
from vision.synthetic.faces.dots import Dots
from vision.synthetic.faces.flowers import Flowers
from vision.synthetic.faces.honours import WINDS, DragonFace, WindFace
from vision.synthetic.faces.ink import Ink, group
from vision.synthetic.faces.jokers import Joker
from vision.synthetic.faces.letters import Lettering, word

Colour = tuple[int, int, int]

_PLACES = {"tl": (46, 60), "tr": (254, 60), "bl": (46, 340), "br": (254, 340), "top": (150, 56), "bottom": (150, 344)}


@dataclass(frozen=True, slots=True)
class Index:
    """The small numeral (and wind letter) that American makers add: where, how high, in which paint.

    `where` joins places of tl, tr, bl, br, top, bottom by `+`; `paint` is r g b k y, or `s` for the suit's own colour.
    The lower one of two opposite indices stands on its head.
    """

    where: str
    lettering: Lettering
    size: float = 76
    paint: str = "r"
    winds: bool = True
    mark: bool = False  # dragons too: R and G
    room_share: float = 0.86  # size of the face beside one index; makers differ in how near they set it

    def room(self, face: str) -> str:
        """The face made smaller and moved off, so that the index stands free of most of it."""
        places = self.where.split("+")
        both, one = self.room_share - 0.06, self.room_share
        if len(places) > 1:
            return group(face, 150 - both * 150, 200 - both * 200, both)
        x, y = _PLACES[places[0]]
        dx, dy = (150 - x) * (1 - one) * 0.93, (200 - y) * (1 - one) * 0.86
        return group(face, 150 - one * 150 + dx, 200 - one * 200 + dy, one)

    def draw(self, text: str, suit: str, ink: Ink) -> str:
        """The index `text` on a tile of suit colour `suit`."""
        paint = {"r": ink.red, "g": ink.green, "b": ink.blue, "k": ink.black, "y": ink.gold}
        colour = paint[suit if self.paint == "s" else self.paint]
        out = []
        for i, place in enumerate(self.where.split("+")):
            x, y = _PLACES[place]
            sign = word(text, (0, 0), self.size, self.lettering, colour, 80)
            out.append(group(sign, x, y, 1, 180 if i else 0))
        return "".join(out)


@dataclass(frozen=True, slots=True)
class NumberSet:
    """Suits told apart by one small mark only: a great numeral over it, in the suit's colour."""

    lettering: Lettering
    size: float = 200
    at: tuple[float, float] = (150, 150)
    mark_at: tuple[float, float] = (150, 320)
    mark_size: float = 0.8
    many: bool = False  # two marks side by side

    def draw(self, n: int, mark: str, colour: str) -> str:
        """Numeral `n` in `colour` over `mark` (drawn about the origin, 100 wide)."""
        x, y = self.mark_at
        marks = (-0.6, 0.6) if self.many else (0.0,)
        return word(str(n), self.at, self.size, self.lettering, colour) + "".join(
            group(mark, x + d * 100 * self.mark_size, y, self.mark_size) for d in marks
        )


@dataclass(frozen=True, slots=True)
class Family:
    """How one set is drawn. `bodies`: BGR colours of the tiles it is printed on; `border` lies under every face."""

    ink: Ink
    bams: Bams
    bird: Callable[[Ink], str]
    dots: Dots
    craks: Craks
    winds: WindFace
    dragons: DragonFace
    soap: Callable[[Ink], str]
    flowers: Flowers
    jokers: tuple[Joker, ...]
    bodies: tuple[Colour, ...]
    index: Index | None = None
    numbers: NumberSet | None = None
    border: Callable[[Ink], str] | None = None

    def count(self, tile: Tile) -> int:
        """How many different drawings of this kind there are."""
        match tile:
            case Tile.FLOWER:
                return 8
            case Tile.JOKER:
                return len(self.jokers)
            case _:
                return 1

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face."""
        frame = self.border(self.ink) if self.border else ""
        return frame + self._face(tile, variant)

    def _face(self, tile: Tile, variant: int) -> str:
        ink, index = self.ink, self.index
        if tile < Tile.NORTH:
            suit, n = "grb"[tile // 9], tile % 9 + 1
            if self.numbers is not None:
                return self._numbered(suit, n)
            face = self._suited(suit, n)
            return index.room(face) + index.draw(str(n), suit, ink) if index else face
        match tile:
            case Tile.NORTH | Tile.EAST | Tile.WEST | Tile.SOUTH:
                i = tile - Tile.NORTH
                if not (index and index.winds):
                    return self.winds(i, ink)
                return index.room(self.winds(i, ink)) + index.draw(WINDS[i][0], "b", ink)
            case Tile.GREEN | Tile.RED:
                kind = "g" if tile is Tile.GREEN else "r"
                face = self.dragons(kind, ink)
                return index.room(face) + index.draw(kind.upper(), kind, ink) if index and index.mark else face
            case Tile.SOAP:
                return self.soap(ink)
            case Tile.FLOWER:
                return self.flowers.draw(variant, ink)
            case _:
                return self.jokers[variant](ink)

    def _suited(self, suit: str, n: int) -> str:
        match suit:
            case "g" if n == 1:
                cx, cy, size = self.bams.area
                return group(self.bird(self.ink), cx, cy, 1.25 * size)
            case "g":
                return self.bams.draw(n, self.ink)
            case "r":
                return self.craks.draw(n, self.ink)
            case _:
                return self.dots.draw(n, self.ink)

    def _numbered(self, suit: str, n: int) -> str:
        assert self.numbers is not None
        ink = self.ink
        colour = {"g": ink.green, "r": ink.red, "b": ink.blue}[suit]
        match suit:
            case "g":
                mark = group(self.bams.stick(colour, ink), 0, 0, 1, 0) if n > 1 else group(self.bird(ink), 0, 0, 0.48)
            case "r":
                from_hand = Craks(self.craks.hand, "sign", self.craks.sign, below="r", area=(0, 0, 0.46))
                mark = from_hand.draw(n, ink)
            case _:
                mark = self.dots.mark(colour, ink)
        return self.numbers.draw(n, mark, colour)
