"""A page of a card to print and to lay beside the printed one: every line with one example in our own tiles.

One HTML text with everything in it: no script, no files beside it.
"""

from html import escape

from engine.card import Card, Group, Line
from engine.tile import Tile

SUIT_COLOURS = ("#1f7a3d", "#b3261e", "#1f4fa3")  # Bams, Craks, Dots: also Green, Red, Soap
_FACE = "#fffdf6"
_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.4 system-ui, sans-serif; color: #1d1b16; background: #fff; margin: 1.5rem auto;
  max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; }
h2 { font-size: 1.05rem; margin: 1.3rem 0 .3rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; width: 100%; }
td { padding: .22rem .5rem .22rem 0; vertical-align: middle; }
td.n { width: 2ch; text-align: right; font-variant-numeric: tabular-nums; }
td.v { width: 4.5rem; white-space: nowrap; font-weight: 600; }
td.h { width: 6.5rem; color: #5a574e; white-space: nowrap; text-align: right; }
.typed { color: #5a574e; font: 12px/1.3 ui-monospace, monospace; }
.group { display: inline-block; margin-right: .7rem; white-space: nowrap; }
svg { vertical-align: middle; margin-right: 1px; }
.x { color: #b3261e; } .c { color: #1f4fa3; }
p.note { color: #5a574e; margin: .2rem 0 0; }
@media print {
  body { margin: 0; max-width: none; font-size: 12px; }
  h2 { break-after: avoid; } tr { break-inside: avoid; }
}
"""


def card_sheet(card: Card) -> str:
    """The page, UTF-8 HTML."""
    year = f" · {card.year}" if card.year else ""
    hands = sum(len(line.hands) for line in card.lines)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(card.name)}</title>',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{escape(card.name)}{year}</h1>",
        f'<p class="note">{len(card.lines)} lines, {hands} hands. Each line shows one of its hands; '
        "other suits, numbers and winds as the line allows.</p>",
    ]
    for section in card.sections:
        lines = [line for line in card.lines if line.section == section]
        parts.append(f"<h2>{escape(section)}</h2>")
        if lines[0].thumb:
            parts.append(f'<p class="note">{escape(lines[0].thumb)}</p>')
        if not lines[0].jokerless_bonus:
            parts.append('<p class="note">No double for a hand without jokers.</p>')
        parts.append("<table>" + "".join(_row(line) for line in lines) + "</table>")
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _row(line: Line) -> str:
    groups = "".join(f'<span class="group">{group_svg(group)}</span>' for group in line.hands[0])
    hands = f"{len(line.hands)} hand{'s' if len(line.hands) != 1 else ''}"
    return (
        f'<tr><td class="n">{line.number}</td><td>{groups}<div class="typed">{escape(line.text)}</div></td>'
        f'<td class="h">{hands}</td><td class="v {line.mark.lower()}">{line.mark} {line.value}</td></tr>'
    )


def group_svg(group: Group) -> str:
    return "".join(tile_svg(tile) for tile in group.tiles)


def tile_svg(tile: Tile, height: int = 34) -> str:
    """One tile as an inline picture, 24 by 32 units; `height` in CSS pixels."""
    return (
        f'<svg width="{height * 3 // 4}" height="{height}" viewBox="0 0 24 32" role="img" aria-label="{tile.words}">'
        f'<rect x=".6" y=".6" width="22.8" height="30.8" rx="3" fill="{_FACE}" stroke="#8b8574"/>{_art(tile)}</svg>'
    )


def _text(words: str, colour: str, size: float, y: float) -> str:
    return (
        f'<text x="12" y="{y}" text-anchor="middle" font-family="Georgia, serif" font-weight="700" '
        f'font-size="{size}" fill="{colour}">{words}</text>'
    )


def _art(tile: Tile) -> str:
    if tile < Tile.NORTH:
        suit, number = divmod(int(tile), 9)
        colour = SUIT_COLOURS[suit]
        return _text(str(number + 1), colour, 17, 18) + _SUIT_MARKS[suit]
    if tile < Tile.GREEN:
        return _text("NEWS"[tile - Tile.NORTH], "#1d1b16", 19, 22.5)
    match tile:
        case Tile.GREEN | Tile.RED:
            letter, colour = ("G", SUIT_COLOURS[0]) if tile is Tile.GREEN else ("R", SUIT_COLOURS[1])
            return _text(letter, colour, 17, 18) + _text("dragon", colour, 5.6, 27)
        case Tile.SOAP:
            blue = SUIT_COLOURS[2]
            frame = (
                f'<rect x="4.5" y="5" width="15" height="15" rx="1.5" fill="none" stroke="{blue}" stroke-width="1.8"/>'
            )
            return frame + _text("soap", blue, 6, 27)
        case Tile.FLOWER:
            petals = "".join(
                f'<circle cx="{x}" cy="{y}" r="3.4" fill="#c2569b"/>'
                for x, y in ((12, 8.4), (16.4, 11.6), (14.7, 16.8), (9.3, 16.8), (7.6, 11.6))
            )
            return petals + '<circle cx="12" cy="13" r="2.6" fill="#f0b429"/>' + _text("flower", "#8a3a6d", 5.6, 27)
        case _:
            return _text("J", "#6b3fa0", 17, 18) + _text("joker", "#6b3fa0", 6, 27)


_SUIT_MARKS = (
    f'<g stroke="{SUIT_COLOURS[0]}" stroke-width="1.7" stroke-linecap="round"><path d="M8 22v6M12 22v6M16 22v6"/></g>',
    _text("crak", SUIT_COLOURS[1], 6.4, 27.5),
    f'<g fill="none" stroke="{SUIT_COLOURS[2]}" stroke-width="1.5"><circle cx="8" cy="25" r="2.6"/>'
    '<circle cx="16" cy="25" r="2.6"/></g>',
)
