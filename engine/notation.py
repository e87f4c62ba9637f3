"""Events as text, one line each, the same in logs and scenarios; and as JSON for programs.

>>> write(read("P3 exposes 3B 3B J calling 3B from P1"))
'P3 exposes 3B 3B J calling 3B from P1'
>>> as_json(read("P2 discards 3b"))
{'event': 'discarded', 'seat': 'P2', 'tile': '3B'}

Every event has one form. In the table below `{field}` stands for a value, `[...]` for what is left out when it holds
the field's default, `[words=field]` for a yes-or-no field that is true when the words stand there.
"""

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from typing import Any, cast

from engine import event as events
from engine.event import Event
from engine.faults import Cause
from engine.tile import Seat, Tile, code, codes, read_tile, read_tiles

_Type = type[Any]

FORMS: tuple[tuple[_Type, str], ...] = (
    (
        events.GameBegun,
        "game begins {east}[ players {players}][ holding {concealed}][ wall {wall}][ exposed {exposures}]"
        "[ discards {discards}]",
    ),
    (events.Drawn, "{seat} draws[ {tile}][ from the wrong end=wrong_end][ unseen=inferred][ out of turn=out_of_turn]"),
    (events.Racked, "{seat} racks"),
    (events.Discarded, "{seat} discards {tile}[ named {named}][ out of turn=out_of_turn]"),
    (events.Called, "{seat} calls[ for mah jongg=mah_jongg]"),
    (events.CallRetracted, "{seat} takes back the call"),
    (events.Exposed, "{seat} exposes {tiles} calling {called} from {source}"),
    (events.ExposureChanged, "{seat} changes {group} to {tiles}"),
    (events.JokerExchanged, "{seat_or_nobody} swaps {tile} {owner} {group}[ wrongly=wrong]"),
    (
        events.MahJongg,
        "{seat} mah jongg {tiles}[ from {source}][ line {line}][ value {value}][ joker from {exchanged}]"
        "[ misnamed=misnamed][ jokerless=jokerless]",
    ),
    (events.HandDied, "{seat} dies {cause}[ returning {returned}][ plays on=plays_on]"),
    (events.WallGame, "wall game"),
    (events.Retracted, "undo {number}"),
    (events.Corrected, "correct {number}: {event}"),
    (events.Resynced, "resync turn {turn} holding {concealed} exposed {exposures} discards {discards}"),
    (events.RulesChosen, "rules[ {options}]"),
    (events.DiceRolled, "{seat} rolls {dice}"),
    (events.EastChosen, "{seat} is East"),
    (events.WallsBuilt, "walls built[ {stacks}]"),
    (events.WallBroken, "{seat} breaks the wall at {stacks}"),
    (events.Dealt, "deal[ {concealed}][ wall {wall}]"),
    (events.Passed, "{seat} passes[ {tiles}][ blind {blind}][ owing {owed}]"),
    (events.LastTileTaken, "{seat} takes the missing tile"),
    (events.PassTaken, "{seat} takes the pass"),
    (events.Voted, "{seat} votes {second}[ with courtesy {courtesy}]"),
    (events.CourtesyOffered, "{seat} courtesy {count}[ with {tiles}]"),
    (events.CharlestonEnded, "charleston ends[ with courtesy {courtesy}]"),
    (events.TimePassed, "{seconds} seconds pass[ and the window closes=closes]"),
    (events.Held, "{seat} says hold"),
    (events.HoldEnded, "{seat} says pass"),
    (events.Taken, "{seat} takes the discard"),
    (events.NameCorrected, "{seat} corrects the name"),
    (events.DrawReturned, "{seat} puts the draw back"),
    (events.ExposureTakenBack, "{seat} takes back the exposure"),
    (events.Declared, "{seat} declares mah jongg"),
    (events.DeclarationRetracted, "{seat} takes back mah jongg"),
    (events.FalseMahJongg, "{seat} shows a false mah jongg[ {tiles}][ from {source}][ value {value}]"),
    (events.ThrownIn, "{seat} throws in"),
    (events.Challenged, "{seat} challenges {other}"),
    (events.ChallengeDisputed, "{seat} disputes {other}"),
    (events.Warned, "{seat} is warned {cause}"),
    (events.GameAbandoned, "game abandoned {cause}[ replayed=replayed]"),
    (events.Paid, "paid {points}[ for {why}]"),
    (events.BetPlaced, "bet on {seat}"),
    (events.BetCancelled, "bet cancelled"),
    (events.FoundAlive, "{seat} is found alive"),
    (events.Named, "{seat} is named {name}"),
    (events.SatOut, "{name} sits out"),
    (events.WallGameBet, "bet on the wall game"),
    (events.Announced, "{seat} announces {value}[ jokerless=jokerless]"),
    (events.TilesMixed, "tiles mixed"),
    (events.Pivoted, "{seat} changes places"),
    (events.EastMistaken, "{seat} should have been East"),
    (events.PlayersChosen, "{players} play"),
)

_TILE = r"(?:[1-9][BCD]|RD|GD|WD|[NEWSFJ])"
_TILES = rf"{_TILE}(?: {_TILE})*"
_GROUPS = rf"P[1-4]: {_TILES}(?: / {_TILES})*"
_TEXT = r'"(?:[^"\\\x00-\x1f]|\\.)*"'


@dataclass(frozen=True, slots=True)
class _Kind:
    """How the values of one kind of field are matched, read and written."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _seat(text: str) -> Seat:
    return Seat[text.upper()]


def _cause(text: str) -> Cause:
    if text.upper() not in Cause.__members__:
        raise ValueError(f"{text} is no cause that the rules know")
    return Cause[text.upper()]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in text.split())


def _write_numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(str(n) for n in numbers)


def _read_groups(text: str) -> tuple[tuple[tuple[Tile, ...], ...], ...]:
    shown: list[tuple[tuple[Tile, ...], ...]] = [(), (), (), ()]
    for part in text.split(" ; ") if text.lower() != "none" else ():
        who, _, groups = part.partition(": ")
        shown[_seat(who)] = tuple(read_tiles(g) for g in groups.split(" / "))
    return tuple(shown)


def _write_groups(exposures: tuple[tuple[tuple[Tile, ...], ...], ...]) -> str:
    shown = [f"{seat.name}: {' / '.join(codes(g) for g in exposures[seat])}" for seat in Seat if exposures[seat]]
    return " ; ".join(shown) or "none"


def _maybe_tiles(text: str) -> tuple[Tile, ...]:
    return () if text.lower() == "none" else read_tiles(text)


_SEAT = _Kind(r"P[1-4]", _seat, lambda s: s.name)
_NUMBER = _Kind(r"-?\d{1,9}", int, str)
_FOUR = _Kind(r"-?\d{1,9}(?: -?\d{1,9}){3}", _numbers, _write_numbers)
_QUOTED = _Kind(_TEXT, json.loads, lambda s: json.dumps(s, ensure_ascii=False))
_ONE = _Kind(_TILE, read_tile, code)
_MANY = _Kind(rf"(?:{_TILES}|none)", _maybe_tiles, lambda t: codes(t) or "none")
_YES_NO = _Kind("yes|no", lambda s: s.lower() == "yes", lambda b: "yes" if b else "no")
_CAUSE = _Kind(r"[A-Z][A-Z_0-9]*", _cause, lambda c: c.name)
_KINDS: dict[str, _Kind] = {
    **dict.fromkeys(("seat", "east", "source", "owner", "exchanged", "other", "turn"), _SEAT),
    **dict.fromkeys(("group", "number", "wall", "value", "stacks", "blind", "owed", "count", "seconds"), _NUMBER),
    **dict.fromkeys(("concealed", "points"), _FOUR),
    **dict.fromkeys(("tile", "named", "called"), _ONE),
    **dict.fromkeys(("tiles", "discards"), _MANY),
    **dict.fromkeys(("line", "why", "name"), _QUOTED),
    **dict.fromkeys(("second", "courtesy"), _YES_NO),
    "cause": _CAUSE,
    "seat_or_nobody": _Kind(
        "P[1-4]|somebody",
        lambda s: None if s.lower() == "somebody" else _seat(s),
        lambda s: "somebody" if s is None else s.name,
    ),
    "players": _Kind(
        r"P[1-4](?: P[1-4])*", lambda s: tuple(_seat(w) for w in s.split()), lambda p: " ".join(s.name for s in p)
    ),
    "exposures": _Kind(rf"(?:{_GROUPS}(?: ; {_GROUPS})*|none)", _read_groups, _write_groups),
    "returned": _Kind(r"\d{1,3}(?: \d{1,3})*", _numbers, _write_numbers),
    "dice": _Kind(r"\d{1,3} \d{1,3}", _numbers, _write_numbers),
    "options": _Kind(r"\S+=\S+(?: \S+=\S+)*", lambda s: tuple(s.split()), " ".join),
    "event": _Kind(r"(?!correct ).+", lambda s: read(s), lambda e: write(e)),
}
_FIELD_OF = {"seat_or_nobody": "seat"}


@dataclass(frozen=True, slots=True)
class _Part:
    """Words with the field whose value follows them; `flag`: the words alone say that it is true."""

    words: str
    field: str | None
    optional: bool
    flag: bool = False

    @property
    def pattern(self) -> str:
        words = re.escape(self.words)
        if self.flag:
            return f"(?P<{self.field}>{words})?"
        value = f"(?P<{self.field}>{_KINDS[self.field].pattern})" if self.field else ""
        return f"(?:{words}{value})?" if self.optional else f"{words}{value}"


def _parts(form: str) -> tuple[_Part, ...]:
    found = []
    for optional, plain in re.findall(r"\[([^\]]*)\]|([^\[]+)", form):
        if "=" in optional:
            words, _, field = optional.partition("=")
            found.append(_Part(words, field, True, True))
            continue
        pieces = re.split(r"\{(\w+)\}", optional or plain)
        for words, field in zip(pieces[::2], [*pieces[1::2], None], strict=True):
            if words or field:
                found.append(_Part(words, field, bool(optional)))
    return tuple(found)


_PARTS = {kind: _parts(form) for kind, form in FORMS}
_PATTERNS = tuple((kind, re.compile("".join(p.pattern for p in _PARTS[kind]), re.IGNORECASE)) for kind, _ in FORMS)
_DEFAULTS = {kind: {f.name: f.default for f in fields(kind) if f.default is not MISSING} for kind, _ in FORMS}


def write(event: Event) -> str:
    """The event's line. Raises ValueError when a text in it holds a control character other than a line's end."""
    kind = type(event)
    defaults = _DEFAULTS[kind]
    line = []
    for part in _PARTS[kind]:
        if part.field is None:
            line.append(part.words)
            continue
        name = _FIELD_OF.get(part.field, part.field)
        value = getattr(event, name)
        if part.optional and value == defaults[name]:
            continue
        line.append(part.words if part.flag else part.words + _KINDS[part.field].write(value))
    return "".join(line)


def read(line: str) -> Event:
    """The event of a line, in upper or lower case. Raises ValueError with a sentence for the typist."""
    text = " ".join(line.split()) if '"' not in line else line.strip()
    for kind, pattern in _PATTERNS:
        match = pattern.fullmatch(text)
        if match is not None:
            return _built(kind, match, line)
    raise ValueError(f"{_quoted(line)} is not an act{_hint(text[:_LONGEST])}")


_LONGEST = 80  # of a line as it is quoted; nobody types an act that long


def _quoted(line: str) -> str:
    plain = line.strip()
    return repr(plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}...")


def _built(kind: _Type, match: re.Match[str], line: str) -> Event:
    values: dict[str, Any] = {}
    for name, text in match.groupdict().items():
        if text is None:
            continue
        if name in _KINDS:
            values[_FIELD_OF.get(name, name)] = _KINDS[name].read(text)
        else:
            values[name] = True
    return cast(Event, kind(**values))


def _hint(text: str) -> str:
    """The forms that the typist may have meant: those of the same verb first."""
    verbs = {" ".join(re.findall(r"[a-z]+", re.sub(r"\{\w+\}|\[[^\]]*\]", " ", form))): form for _, form in FORMS}
    words = re.findall(r"[a-z]{2,}", text.lower())
    alike = {verb: form for verb, form in verbs.items() if verb.split()[0] in words}
    close = get_close_matches(" ".join(words), alike, 3, 0.0) or get_close_matches(" ".join(words), verbs, 1, 0.6)
    if not close:
        return "; docs/scenarios.md lists them all"
    return f"; did you mean: {' or '.join(readable(verbs[verb]) for verb in close)}"


def readable(form: str) -> str:
    """A form as documentation shows it: `SEAT discards TILE [named TILE]`.

    >>> readable(dict(FORMS)[events.Discarded])
    'SEAT discards TILE[ named TILE][ out of turn]'
    """
    return re.sub(r"=\w+\]", "]", re.sub(r"\{(\w+)\}", lambda m: _SHOWN.get(m[1], m[1].upper()), form))


_SHOWN = {
    "named": "TILE",
    "called": "TILE",
    "source": "SEAT",
    "owner": "SEAT",
    "other": "SEAT",
    "exchanged": "SEAT",
    "turn": "SEAT",
    "east": "SEAT",
    "seat_or_nobody": "SEAT",
    "concealed": "N N N N",
    "points": "N N N N",
    "dice": "N N",
    "second": "yes|no",
    "courtesy": "yes|no",
    "line": '"TEXT"',
    "why": '"TEXT"',
    "name": '"TEXT"',
    "options": "C-NN=ANSWER ...",
    "players": "SEATS",
    **dict.fromkeys(("group", "number", "wall", "value", "stacks", "blind", "owed", "count", "seconds"), "N"),
    "returned": "N ...",
    "discards": "TILES",
    "exposures": "GROUPS",
    "event": "ACT",
}

# What programs are promised by name even where it holds nothing.
_ALWAYS = {(events.MahJongg, "line"), (events.Drawn, "tile")}
# `number` and `event` are taken: whoever writes a log puts each event's own number beside its name.
_JSON_NAMES = {"source": "from", "event": "replaced_by", "number": "of"}


def name_of(event: Event) -> str:
    """`joker_exchanged` for `JokerExchanged`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()


def as_json(event: Event) -> dict[str, Any]:
    """The event as plain JSON values: its name under `event`, tiles as codes, seats as P1 to P4.

    Fields that hold their default are left out, save the line of a mah jongg and the tile of a draw.
    """
    kind = type(event)
    found: dict[str, Any] = {"event": name_of(event)}
    for field in fields(kind):
        value = getattr(event, field.name)
        default = _DEFAULTS[kind].get(field.name, MISSING)
        if default is MISSING or value != default or (kind, field.name) in _ALWAYS:
            found[_JSON_NAMES.get(field.name, field.name)] = _plain(value, field.name)
    return found


def _plain(value: Any, name: str) -> Any:
    if isinstance(value, Tile):
        return code(value)
    if isinstance(value, Seat | Cause):
        return value.name
    if name == "exposures":
        return {seat.name: [[code(t) for t in g] for g in value[seat]] for seat in Seat}
    if isinstance(value, tuple):
        return [_plain(v, "") for v in value]
    if name == "event":
        return as_json(value)
    return value
