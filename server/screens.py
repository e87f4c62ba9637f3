"""Pages and the parts of them that change: what each shows, rendered on the server. Hidden tiles never leave it.

A page is a template with the live parts in it; a part is rendered again when the table changes and sent to the pages
that show it. Who looks decides which view it is rendered from.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from engine import notation
from engine.event import Drawn, Racked
from engine.ledger import money, sticks
from engine.state import Phase
from engine.tile import Seat, Tile, Wind, code
from engine.view import referee_view, table_view
from server import words
from server.access import ALL_SEATS_ROLE, REFEREE_ROLE, ROLES, Access, Visitor
from server.acts import Opens
from server.faces import faces_version
from server.indicator import Indicator
from server.judging import FINDINGS, declaration, may_judge
from server.lamp import lamp_svg
from server.moments import moment
from server.people import PLACES, People, Sentence, people_of, plain
from server.qr import qr_svg
from server.racks import Racks
from server.reckoning import paid, reckon, transfer_words
from server.seat_screen import all_context, seat_context
from server.table import Alert, Audience, Table

# The live parts of each page, in the order in which they are sent.
PARTS: Mapping[str, tuple[str, ...]] = {
    "start": ("status",),
    "table": ("status", "hub", "headline", "notices", "felt", "moment"),
    "screen": ("status", "hub", "headline", "notices", "felt", "moment"),
    "seat": ("status", "moment", "notices", "ring", "turn", "own", "around"),
    "all": ("status", "moment", "notices", "ring", "all_turn", "all_rows", "around"),
    "referee": ("status", "headline", "moment", "questions", "log", "glance"),
    "ledger": ("status", "ledger"),
    "camera": ("status",),
    "setup": ("status", "checks"),
    "step": ("status",),
    "card": ("status",),
    "enrol": ("status",),
    "join": ("status",),
    "hand_on": ("status",),
    "error": ("status",),
}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the pages tell about the program around the table. `address` is the page's own on the house's network, as
    tablets reach it; `card` and `tiles` name tonight's card and the set of tiles that the camera knows."""

    address: str = "http://localhost:8000"
    card: str = "The practice card"
    tiles: str = "The built-in tile sets"


def role_words(role: str, people: People) -> str:
    """What a role is called where it is taken, left and handed on: `Ruth's seat`, `the right seat`."""
    if role == REFEREE_ROLE:
        return "the referee"
    if role == ALL_SEATS_ROLE:
        return "all four seats"
    seat = Seat[role]
    return f"{people.whose(seat)} seat" if people.named(seat) else f"the {PLACES[seat]} seat"


def roles_of(visitor: Visitor) -> tuple[str, ...]:
    """The roles of a device in the order in which a page tells them."""
    seats = (ALL_SEATS_ROLE,) if visitor.plays_for_all else ()
    own = tuple(seat.name for seat in sorted(visitor.seats) if not seats or seat is visitor.seat)
    return (*((REFEREE_ROLE,) if visitor.referee else ()), *seats, *own)


def tile_html(tile: Tile, size: str = "m") -> Markup:
    """One tile; its name is the text of the picture."""
    return Markup('<img class="tile {}" src="/tiles/{}.svg?{}" alt="{}" width="30" height="40">').format(
        size, code(tile), faces_version(), tile.words
    )


def tiles_html(tiles: tuple[Tile, ...], size: str = "m") -> Markup:
    return Markup("").join(tile_html(t, size) for t in tiles)


def sentence_html(sentence: Sentence, size: str = "xs") -> Markup:
    """A sentence with its tiles drawn in place."""
    return Markup("").join(tile_html(p, size) if isinstance(p, Tile) else escape(p) for p in sentence)


@lru_cache(maxsize=1)
def environment() -> Environment:
    found = Environment(
        loader=PackageLoader("server", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(
        tile=tile_html,
        tiles=tiles_html,
        sentence=sentence_html,
        player_words=words.player_words,
        window_words=words.window_words,
        event_words=words.sentence,
        source_words=words.SOURCES,
        minor=lambda event: isinstance(event, Drawn | Racked),
        qr=lambda text: Markup(qr_svg(text)),
        write=notation.write,
        spoken=words.spoken,
        plain=plain,
        cause_words=words.cause_words,
        money=money,
        sticks=sticks,
        transfer_words=transfer_words,
        Seat=Seat,
        Tile=Tile,
        Phase=Phase,
        Opens=Opens,
        all_tiles=tuple(Tile),
        code=code,
        stamp=_stamp(),
    )
    found.filters.update(capfirst=lambda text: text[:1].upper() + text[1:])
    return found


def _stamp() -> str:
    """Changes when a static file does, so that browsers fetch it anew."""
    static = Path(__file__).parent / "pages" / "static"
    return f"{max(int(f.stat().st_mtime) for f in static.rglob('*.*')):x}"


class Screens:
    """Renders pages and parts for one table."""

    def __init__(self, table: Table, access: Access, around: Surroundings, indicator: Indicator) -> None:
        self._table = table
        self._access = access
        self._indicator = indicator
        self.racks = Racks()
        self.around = around
        self.referees = 0  # how many have the referee's page open

    def page(self, name: str, visitor: Visitor, seat: Seat | None = None, **more: object) -> str:
        """The whole page, its live parts filled in."""
        context = self._context(name, visitor, seat)
        parts = {part: Markup(self._part(part, context)) for part in PARTS[name]}
        address = f"/live/{name}" + (f"?seat={seat.name}" if seat is not None else "")
        return (
            environment()
            .get_template(f"{name}.html")
            .render(**{**context, **more, "page": name, "parts": parts, "live": address})
        )

    def parts(self, name: str, visitor: Visitor, seat: Seat | None = None) -> dict[str, str]:
        """The live parts of a page by the id of their place."""
        context = self._context(name, visitor, seat)
        return {part: self._part(part, context) for part in PARTS[name]}

    @staticmethod
    def news(number: int, parts: Mapping[str, str]) -> str:
        """What the socket tells a page: the number of the last event, for its taps, and the parts that are new. htmx
        puts each in its place (https://htmx.org/attributes/hx-swap-oob/)."""
        after = f'<input type="hidden" id="after" name="after" value="{number}" autocomplete="off" hx-swap-oob="true">'
        return after + "".join(f'<div id="{name}" hx-swap-oob="innerHTML">{html}</div>' for name, html in parts.items())

    def piece(self, template: str, visitor: Visitor, **more: object) -> str:
        """A part that is asked for, not pushed: a dialog's contents."""
        return (
            environment()
            .get_template(f"parts/{template}.html")
            .render(**{**self._context(template, visitor, None), **more})
        )

    def _part(self, name: str, context: Mapping[str, object]) -> str:
        return environment().get_template(f"parts/{name}.html").render(context)

    def _context(self, name: str, visitor: Visitor, seat: Seat | None) -> dict[str, object]:
        table, state = self._table, self._table.state
        view, who = table_view(state), people_of(state)
        context: dict[str, object] = {
            "view": view,
            "people": who,
            "visitor": visitor,
            "seat": seat,
            "headline": words.headline(view, who),
            "camera": table.camera,
            "light": table.light,
            "alerts": self._alerts(visitor),
            "lamp": Markup(lamp_svg(self._indicator.view(), who)),
            "paid": paid(state),
            "reckoning": reckon(table.played),
            "number": table.number,
            "game": table.game,
            "table": table,
            "around": self.around,
            "roles": {role: role_words(role, who) for role in roles_of(visitor)},
            "all_roles": {role: role_words(role, who) for role in ROLES},
            "access": self._access,
            **self._moment(visitor),
            "winds": {w: w.name.capitalize() for w in Wind},
        }
        if visitor.referee:
            context |= {
                "referee": referee_view(state),
                "entries": tuple(reversed(table.log)),
                "gone": table.gone,
                "put_right": table.put_right,
                "last_act": table.last_act(),
            }
        if seat is not None and visitor.may_sit(seat):
            context |= seat_context(table, self.racks, visitor, seat)
        if name == "all" and visitor.plays_for_all:
            context |= all_context(table, visitor)
        return context

    def _moment(self, visitor: Visitor) -> dict[str, object]:
        """What stands in the middle of the page, and whether who looks may answer it."""
        table = self._table
        found = moment(table, table.now)
        judged = found.seat if found is not None and found.answer else None
        said = declaration(table)
        return {
            "moment": found,
            "judges": judged is not None and may_judge(visitor, judged, self.referees > 0),
            "judge_words": "The referee answers." if self.referees else "The other players answer.",
            "asks_line": table.rules_in_force.table is not None and not (said is not None and said.valid),
            "findings": FINDINGS,
        }

    def _alerts(self, visitor: Visitor) -> tuple[Alert, ...]:
        return tuple(a for a in self._table.alerts if visitor.referee or a.audience is Audience.ALL)
