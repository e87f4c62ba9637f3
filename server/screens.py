"""Pages and the parts of them that change: what each shows, rendered on the server. Hidden tiles never leave it.

A page is a template with the live parts in it; a part is rendered again when the table changes and sent to the pages
that show it. Who looks decides which view it is rendered from.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from zlib import crc32

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from engine import notation
from engine.event import Drawn, Event, Racked
from engine.rules.ledger import money, sticks
from engine.rules.playing import reserve
from engine.rules.walls import next_wall
from engine.state import Phase, State
from engine.tile import Seat, Tile, Wind, code
from engine.view import TableView, referee_view, table_view
from server import words
from server.access import ALL_SEATS_ROLE, REFEREE_ROLE, ROLES, Access, Visitor
from server.acts import Opens, chief
from server.alerts import Audience
from server.coaching.memory import WORDS as HELP_WORDS, CoachMemory, Help
from server.corrections import read_tile_of
from server.ends import seen_ends, told_ends, unseen_game
from server.faces import faces_version
from server.fifth import bets
from server.indicator import Indicator
from server.judging import declaration, findings, may_judge
from server.lamp import lamp_svg
from server.log import Entry
from server.moments import Moment, moment
from server.parts import KEPT, PARTS, SHARED, Shared, shared_on
from server.passing import must_match, rule_of
from server.people import PLACES, People, Sentence, people_of, plain
from server.photo_size import MEGABYTE, MOST_MB, TOO_LARGE
from server.qr import qr_svg
from server.questions import SHOWN, asked_on
from server.racks import Racks
from server.reckoning import paid, reckon, transfer_notes, transfer_words
from server.seat_screen import ForOne, all_context, at_a_table_for_one, ring_of, seat_context
from server.sheets import Sheet
from server.shelf import PRACTICE
from server.show import Show
from server.steps import rules_words
from server.sums import bet_stands, money_words, points_words
from server.table import Table
from server.turn import Turn
from server.whole_game import dispute_acts

LATEST = 10  # discards shown large, in their order
_MOST_KEPT = 32
NEWEST = 24  # events that the referee's page tells; earlier ones when they are asked for
BUILTIN_TILES = "The built-in tile sets"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the pages tell about the program around the table. `address` is the page's own on the house's network, as
    tablets reach it, `named` the same by the table's name there, empty where it has none; `card` and `tiles` name
    tonight's card and the set of tiles that the camera knows. `show` is the demo, None at a real table. `table_name`
    is what a club calls this one of its tables, empty where there is one."""

    address: str = "http://localhost:8000"
    card: str = PRACTICE
    tiles: str = BUILTIN_TILES
    show: Show | None = None
    named: str = ""
    table_name: str = ""


def older_discards(view: TableView) -> tuple[tuple[Tile, int], ...]:
    """What lies there beside the latest, like tiles together, by kind."""
    counted = Counter(d.tile for d in view.discards[:-LATEST])
    return tuple(sorted(counted.items()))


_ALL_SEATS = {4: "all four seats", 3: "all three seats", 2: "both seats"}


def role_words(role: str, state: State) -> str:
    """What a role is called where it is taken, left and handed on: `Ruth's seat`, `the right seat`."""
    if role == REFEREE_ROLE:
        return "the referee"
    if role == ALL_SEATS_ROLE:
        return _ALL_SEATS[len(state.players)]
    seat, people = Seat[role], people_of(state)
    return f"{people.whose(seat)} seat" if people.named(seat) else f"the {PLACES[seat]} seat"


def roles_of(visitor: Visitor) -> tuple[str, ...]:
    """The roles of a device in the order in which a page tells them."""
    seats = (ALL_SEATS_ROLE,) if visitor.plays_for_all else ()
    own = tuple(seat.name for seat in sorted(visitor.seats) if not seats or seat is visitor.seat)
    return (*((REFEREE_ROLE,) if visitor.referee else ()), *seats, *own)


@lru_cache(maxsize=1024)
def tile_html(tile: Tile, size: str = "m") -> Markup:
    """One tile; its name is the text of the picture."""
    return Markup('<img class="tile {}" src="/tiles/{}.svg?{}" alt="{}" width="30" height="40">').format(
        size, code(tile), faces_version(), tile.words
    )


@lru_cache(maxsize=1024)
def tiles_html(tiles: tuple[Tile, ...], size: str = "m") -> Markup:
    return Markup("").join(tile_html(t, size) for t in tiles)


@lru_cache(maxsize=4096)
def sentence_html(sentence: Sentence, size: str = "xs") -> Markup:
    """A sentence with its tiles drawn in place."""
    return Markup("").join(tile_html(p, size) if isinstance(p, Tile) else escape(p) for p in sentence)


@lru_cache(maxsize=1024)
def log_row(entry: Entry, stands: Event, gone: bool, put_right: bool, people: People) -> Markup:
    """One event for the referee, as it `stands`. Of a whole log only the newest are ones that nobody has seen."""
    found = {"entry": entry, "stands": stands, "gone": gone, "put_right": put_right, "people": people}
    return Markup(environment().get_template("parts/log_row.html").render(found))


_lamp = lru_cache(maxsize=256)(lamp_svg)


@lru_cache(maxsize=1)
def environment() -> Environment:
    found = Environment(
        loader=PackageLoader("server", "pages"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals.update(
        tile=tile_html,
        tiles=tiles_html,
        sentence=sentence_html,
        log_row=log_row,
        doing=words.doing,
        chief=chief,
        window_words=words.window_words,
        to_win_words=words.to_win_words,
        event_words=lru_cache(maxsize=4096)(words.sentence),
        source_words=words.SOURCES,
        tile_read=read_tile_of,
        minor=lambda event: isinstance(event, Drawn | Racked),
        qr=lambda text: Markup(qr_svg(text)),
        write=notation.write,
        spoken=words.spoken,
        plain=plain,
        cause_words=words.cause_words,
        money=money,
        sticks=sticks,
        transfer_words=transfer_words,
        transfer_notes=transfer_notes,
        points_words=points_words,
        money_words=money_words,
        rules_words=rules_words,
        Seat=Seat,
        Tile=Tile,
        Phase=Phase,
        Opens=Opens,
        all_tiles=tuple(Tile),
        answers_shown=SHOWN,
        print_of=lambda picture: f"{crc32(picture):x}",
        code=code,
        help_words=HELP_WORDS,
        most_photo_bytes=MOST_MB * MEGABYTE,
        too_large=TOO_LARGE,
        stamp=_stamp(),
    )
    found.filters.update(capfirst=lambda text: text[:1].upper() + text[1:])
    return found


def _stamp() -> str:
    """Changes when a static file does, so that browsers fetch it anew."""
    static = Path(__file__).parent / "pages" / "static"
    return f"{max(int(f.stat().st_mtime) for f in static.rglob('*.*')):x}"


_Context = dict[str, object]


@dataclass(slots=True)
class _Moment:
    """What has been rendered since the table last changed, by what it hangs on."""

    version: tuple[int, Surroundings, bool, int]
    contexts: dict[object, _Context] = field(default_factory=dict)
    parts: dict[object, str] = field(default_factory=dict)
    sheets: dict[object, Sheet] = field(default_factory=dict)


class Screens:
    """Renders pages and parts for one table."""

    def __init__(self, table: Table, access: Access, around: Surroundings, indicator: Indicator) -> None:
        self._table = table
        self._access = access
        self._indicator = indicator
        self.racks = Racks()
        table.sitting.told.append(self.racks.free)
        self.coach = CoachMemory(None)
        self.solo: ForOne | None = None  # the table for one, where this is that one's
        self.rooted: Callable[[str], str] = str  # puts what pages ask for under the path that they are served at
        self.around = around
        self.looks_back: Callable[[Visitor], bool] = lambda visitor: False  # who is offered replays
        self.referees = 0  # how many have the referee's page open
        self._moment = _Moment((-1, around, False, 0))
        self._kept: dict[object, tuple[_Context, str]] = {}  # the parts in `KEPT` as they were last, by who sees them

    def page(self, name: str, visitor: Visitor, seat: Seat | None = None, **more: object) -> str:
        """The whole page, its live parts filled in."""
        parts = {part: Markup(text) for part, text in self.sheet(name, visitor, seat).parts.items()}
        address = f"/live/{name}" + (f"?seat={seat.name}" if seat is not None else "")
        context = {**self._context(name, visitor, seat), **more, "page": name, "parts": parts, "live": address}
        return self.rooted(environment().get_template(f"{name}.html").render(context))

    def sheet(self, name: str, visitor: Visitor, seat: Seat | None = None) -> Sheet:
        """The live parts of a page by the id of their place. Visitors who see the same are given the same sheet."""
        moment = self._now()
        hangs_on = {shared: self._hangs_on(name, shared, visitor, seat) for shared in shared_on(name)}
        key = (name, *hangs_on.values())
        if key not in moment.sheets:
            parts = {part: self._part(part, hangs_on[SHARED.get(part)], visitor, seat) for part in PARTS[name]}
            moment.sheets[key] = Sheet(self._table.number, parts, self._table.game)
        return moment.sheets[key]

    def piece(self, template: str, visitor: Visitor, **more: object) -> str:
        """A part that is asked for, not pushed: a dialog's contents."""
        context = {**self._context(template, visitor, None), **more}
        return self.rooted(environment().get_template(f"parts/{template}.html").render(context))

    def _now(self) -> _Moment:
        table = self._table
        version = (table.version, self.around, self.referees > 0, int(table.now))  # what passes by itself is timed
        if self._moment.version != version:
            self._moment = _Moment(version)
        return self._moment

    def _hangs_on(self, page: str, shared: Shared | None, visitor: Visitor, seat: Seat | None) -> tuple[object, ...]:
        """What makes a part that is `shared` so differ between visitors; see `Shared`."""
        match shared:
            case Shared.BY_ALL:
                return (Shared.BY_ALL,)
            case Shared.BY_REFEREES:
                return (Shared.BY_REFEREES, visitor.referee)
            case Shared.BY_JUDGES:
                return (Shared.BY_JUDGES, self._judges(visitor))
            case Shared.BY_ASKED if seat is not None:
                return (Shared.BY_ASKED, seat, visitor.referee, visitor.plays_for_all, visitor.seats)
            case Shared.BY_PLACE if seat is not None:
                return (Shared.BY_PLACE, seat)
            case Shared.BY_SEAT if seat is not None:
                known = self.racks.known(seat, visitor.device)
                return (Shared.BY_SEAT, seat, visitor.seats, visitor.device if known else "")
            case _:
                return (page, visitor, seat)

    def _part(self, name: str, key: tuple[object, ...], visitor: Visitor, seat: Seat | None) -> str:
        moment = self._now()
        if (name, key) not in moment.parts:
            if key not in moment.contexts:
                moment.contexts[key] = self._narrow(key, visitor, seat)
            moment.parts[name, key] = self._rendered(name, key, moment.contexts[key])
        return moment.parts[name, key]

    def _rendered(self, name: str, key: tuple[object, ...], context: _Context) -> str:
        """The text of a part, or the text that stands already where it would come out the same."""
        if name in KEPT:
            context = {word: context[word] for word in KEPT[name]}
            had = self._kept.pop((name, key), None)
            if had is not None and had[0] == context:
                self._kept[name, key] = had
                return had[1]
        text = self.rooted(environment().get_template(f"parts/{name}.html").render(context))
        text = text.replace("</li><li", "</li>\n<li")  # news are told by the line
        if name in KEPT:
            self._kept[name, key] = (context, text)
            if len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]  # the one longest not asked for
        return text

    def _narrow(self, key: tuple[object, ...], visitor: Visitor, seat: Seat | None) -> _Context:
        """What a part may be rendered from that hangs on `key`, and nothing else."""
        match key[0]:
            case Shared.BY_ALL:
                return self._public()
            case Shared.BY_REFEREES:
                return self._public() | self._watched(visitor.referee)
            case Shared.BY_JUDGES:
                return self._public() | self._in_the_middle(self._judges(visitor))
            case Shared.BY_ASKED if seat is not None:
                return {**self._public(), "asks": asked_on(self._table, visitor, seat)}
            case Shared.BY_PLACE if seat is not None:
                return {**self._public(), "seat": seat}
            case Shared.BY_SEAT if seat is not None:
                return {**self._public(), "seat": seat, **self._seated(visitor, seat)}
            case _:
                return self._context(str(key[0]), visitor, seat)

    def _context(self, name: str, visitor: Visitor, seat: Seat | None) -> _Context:
        """All that this visitor may see."""
        context: _Context = {
            **self._public(),
            **self._watched(visitor.referee),
            "visitor": visitor,
            "looks_back": self.looks_back(visitor),
            "seat": seat,
            "roles": {role: role_words(role, self._table.state) for role in roles_of(visitor)},
            "all_roles": {role: role_words(role, self._table.state) for role in ROLES},
            "empty": {seat.name for seat in Seat if seat not in self._table.state.players},
            "access": self._access,
            "asks": asked_on(self._table, visitor, seat),
            **self._in_the_middle(self._judges(visitor)),
        }
        if seat is not None and visitor.may_sit(seat):
            context |= self._seated(visitor, seat)
        if name == "all" and visitor.plays_for_all:
            context |= all_context(self._table, visitor)
        return context

    def _seated(self, visitor: Visitor, seat: Seat) -> _Context:
        helped = self.coach.most.amount >= Help.NUDGE.amount
        found = seat_context(self._table, self.racks, visitor, seat, helped)
        turn = found["turn"]
        found["helping"] = (self.coach.help(seat).value, self.coach.most.value)  # what she has, and the most she may
        found["tapped_in"] = self.solo is None  # whether she says herself which tiles are hers
        if self.solo is not None and isinstance(turn, Turn):
            found["turn"] = at_a_table_for_one(self.solo, self._table, turn)
        return found

    def _judges(self, visitor: Visitor) -> bool:
        """Whether this visitor may answer what stands in the middle."""
        found = self._public()["moment"]
        judged = found.seat if isinstance(found, Moment) and found.answer else None
        return judged is not None and may_judge(visitor, judged, self.referees > 0)

    @property
    def _judge_words(self) -> str:
        """Who answers, for those who do not; at a table for one nobody."""
        if self.solo is not None:
            return ""
        return "The referee answers." if self.referees else "The other players answer."

    def _in_the_middle(self, judges: bool) -> _Context:
        """What stands in the middle of the page, and whether who looks may answer it."""
        table = self._table
        said = declaration(table)
        return {
            "judges": judges,
            "judge_words": self._judge_words,
            "asks_line": table.rules_in_force.table is not None and not (said is not None and said.valid),
            "findings": findings(table.rules_in_force.ruleset),
        }

    def _public(self) -> _Context:
        """What everybody sees."""
        contexts = self._now().contexts
        if "public" not in contexts:
            table, state = self._table, self._table.state
            view, who = table_view(state), people_of(state)
            reckoning = reckon(table.played, table.same_people)
            kept = reserve(table.rules_in_force)
            seats, bettor, pot = paid(state, reckoning)
            contexts["public"] = {
                "view": view,
                "moment": moment(table, table.now),
                "people": who,
                "headline": words.headline(view, who, kept),
                "kept": kept,
                "pass_rule": rule_of(view.stage, must_match(table)) if view.stage is not None else "",
                "camera": table.camera,
                "light": table.light,
                "lamp": Markup(_lamp(self._indicator.view(), who)),
                "bet_stands": bet_stands(state, who),
                "paid": seats,
                "bettor_paid": bettor,
                "into_pot": pot,
                "reckoning": reckoning,
                "told_ends": told_ends(table),
                "seen_ends": seen_ends(table),
                "unseen_game": unseen_game(table),
                "next_wall": next_wall(state, table.rules_in_force.ruleset),
                "number": table.number,
                "game": table.game,
                "table": table,
                "around": self.around,
                "coach": self.coach,
                "solo": self.solo,
                "ring": ring_of(table),
                "latest_shown": LATEST,
                "older": older_discards(view),
                "winds": {w: w.name.capitalize() for w in Wind},
            }
        return contexts["public"]

    def _watched(self, referee: bool) -> _Context:
        """What is noticed, and for a referee the log and all that can be done with it."""
        table = self._table
        alerts = tuple(a for a in table.alerts if referee or a.audience is Audience.ALL)
        if not referee:
            return {"alerts": alerts}
        return {
            "alerts": alerts,
            "referee": referee_view(table.state),
            "entries": tuple(reversed(table.log[-NEWEST:])),
            "newest": NEWEST,
            "gone": table.gone,
            "put_right": table.put_right,
            "last_act": table.last_act(),
            "bets": bets(table),
            "to_settle": bool(dispute_acts(table, people_of(table.state), *Seat)),
        }
