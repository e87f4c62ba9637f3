"""How else players say it: what a scenario may write in other words, put into the one form that `notation` reads.

Only words are changed here, never what they mean; what is no act afterwards was none before.

>>> plain_act("P1 discards 3 Bam named Soap")
'P1 discards 3B named WD'
>>> plain_act("P2 redeems 3B from P4"), plain_act("P2 picks")
('P2 swaps 3B P4', 'P2 draws')
>>> plain_wish("it is P2's turn")
'turn P2'
"""

import re

from engine.tile import Seat, Tile, read_tile

_SEAT = "(P[1-4])"
_TILE = "(?:[1-9][BCD]|RD|GD|WD|[NEWSFJ])"
_CALLS = "(?:calls|claims|wants|asks for)"
_SUITS = {"b": "B", "c": "C", "d": "D"}
_DRAGONS = {"red": "RD", "green": "GD", "white": "WD"}


def uncommented(line: str) -> str:
    """The line without a comment at its end: a # after a space, outside quotation marks."""
    quoted = False
    for at, mark in enumerate(line):
        if mark == '"':
            quoted = not quoted
        elif mark == "#" and not quoted and at and line[at - 1].isspace():
            return line[:at].rstrip()
    return line


def plain_act(line: str) -> str:
    """An act in the form of `engine.notation` or of docs/scenarios.md, as far as its words can be told."""
    cause = re.fullmatch(rf"({_SEAT} (?:dies|is warned)) ([a-z]+(?: [a-z]+)*?)( plays on)?", line, re.IGNORECASE)
    if cause is not None:
        return f"{cause[1]} {cause[3].upper().replace(' ', '_')}{cause[4] or ''}"
    return _through((*_SLIPS, *_ACTS), _tiles(line))


def way_passed(line: str) -> str | None:
    """Which way an act says that tiles are passed: `right`, `left` or `across`; None where it does not say."""
    passing = re.fullmatch(rf"(?:{_SEAT}|everybody|all) pass(?:es)?\b.*?\b(right|left|across)\b.*", line, re.IGNORECASE)
    return None if passing is None else passing[2].lower()


def called_tile(line: str) -> Tile | None:
    """The tile that a call names, `3B` of `P3 calls the 3 Bam`; None where it names none."""
    calling = re.fullmatch(rf"{_SEAT} {_CALLS} (?:the )?({_TILE})\b.*", _tiles(line), re.IGNORECASE)
    return None if calling is None else read_tile(calling[2])


def plain_given(line: str) -> str:
    """What is given, in one of the forms of docs/scenarios.md."""
    return _through(_GIVENS, _tiles(line))


def plain_wish(line: str) -> str:
    """An expectation in one of the forms of docs/scenarios.md."""
    return _through(_WISHES, _tiles(line))


def _through(table: tuple[tuple[str, str], ...], line: str) -> str:
    for pattern, better in table:
        line = re.sub(pattern, better, line, flags=re.IGNORECASE)
    return line


def _tiles(line: str) -> str:
    """Tiles that are spelt out, as codes; what is quoted stays."""
    if '"' in line:
        return line
    line = re.sub(
        r"\b([1-9])[ -]?(b|c|d)(?:ams?|ra[ck]ks?|racks?|raks?|ots?|amboos?)\b",
        lambda m: m[1] + _SUITS[m[2].lower()],
        line,
        flags=re.IGNORECASE,
    )
    line = re.sub(r"\b(red|green|white) dragons?\b", lambda m: _DRAGONS[m[1].lower()], line, flags=re.IGNORECASE)
    line = re.sub(r"\bsoaps?\b", "WD", line, flags=re.IGNORECASE)
    line = re.sub(r"\bflowers?\b", "F", line, flags=re.IGNORECASE)
    return re.sub(r"\b(a )?jokers?\b(?! (?:from|is|may))", "J", line, flags=re.IGNORECASE)


_ACTS = (
    (r"\bmah[ -]?jong{1,2}\b|\bmaj\b", "mah jongg"),
    (rf"^{_SEAT} (?:picks(?: up)?|takes) from the wall$", r"\1 draws"),
    (rf"^{_SEAT} picks\b(?: up\b)?", r"\1 draws"),
    (rf"^{_SEAT} (?:says|announces) mah jongg$", r"\1 declares mah jongg"),
    (rf"^{_SEAT} calls mah jongg$", r"\1 calls for mah jongg"),
    (rf"^{_SEAT} (?:says call|says take it|claims it|calls it|calls for an exposure)$", r"\1 calls"),
    (rf"^{_SEAT} {_CALLS} (?:the )?{_TILE}$", r"\1 calls"),
    (rf"^{_SEAT} passes (?:right|left|across|3 tiles|three tiles)\b(?: (?:right|left|across))?", r"\1 passes"),
    (rf"^({_SEAT} passes\b.*?) (?:to the )?(?:right|left|across)$", r"\1"),
    (r"^(?:everybody|all) pass(?:es)?(?: (?:3|three)(?: tiles)?)?(?: (?:to the )?(?:right|left|across))?$", "all pass"),
    (rf"^{_SEAT} shows ((?:\w{{1,2}} ){{13}}\w{{1,2}})$", r"\1 mah jongg \2"),
    (rf"^{_SEAT} (?:says wait|says stop|holds)$", r"\1 says hold"),
    (
        rf"^{_SEAT} (?:retracts|withdraws|takes back|cancels)(?: the call| her call| his call)?$",
        r"\1 takes back the call",
    ),
    (
        rf"^{_SEAT} (?:exchanges|redeems|swaps) (?:a )?(\S+) "
        rf"(?:for (?:the|a) J(?:oker)? (?:of|from) |with |from |for )?{_SEAT}(?:'s J)?(?= \d|$)",
        r"\1 swaps \2 \3",
    ),
)
_SLIPS = (
    (rf"^{_SEAT} knocks (?:her|his|their)(?: own)? tiles open$", r"\1 is warned KNOCKED_OPEN"),
    (rf"^{_SEAT} (?:turns up|shows) a wall tile$", r"\1 is warned WALL_TILE_SHOWN"),
    (rf"^{_SEAT} passes (?:the wrong way|in the wrong direction)$", r"\1 is warned WRONG_DIRECTION"),
)
_GIVENS = (
    (rf"^{_SEAT} is east$", r"east \1"),
    (rf"^east is {_SEAT}$", r"east \1"),
    (rf"^(?:it is )?{_SEAT}(?:'s turn| is to draw| is next)$", r"turn \1"),
    (rf"^{_SEAT} is to discard$", r"\1 has drawn"),
    (rf"^{_SEAT} (?:exposes|has exposed|exposed) ", r"\1 shows "),
    (rf"^{_SEAT}(?:'s hand)? is dead(?: for(?= ))?", r"\1 is dead"),
    (r"^the (?=wall|charleston|last discard)", ""),
    (r"^charleston (?:at|in) (?:the )?", "charleston "),
    (r"^(?:the )?wall is (?:empty|used up)$", "wall 0"),
)
_WISHES = (
    (r"^(discards|last discard) nothing$", r"\1 none"),
    (rf"^east is {_SEAT}$", r"east \1"),
    (r"\bmah[ -]?jong{1,2}\b", "mah jongg"),
    (rf"^(?:it is )?{_SEAT}(?:'s turn| is next| (?:is )?to draw| draws next)$", r"turn \1"),
    (r"^(?:the )?window is (open|closed)$", r"window \1"),
    (r"^(?:nobody pays|no payments?|nothing is paid)$", "payments 0 0 0 0"),
    (r"^(?:no winner|nobody wins)$", "winner nobody"),
    (rf"^{_SEAT} (?:wins|has won)$", r"winner \1"),
    (rf"^{_SEAT} is not dead$", r"\1 is alive"),
    (r"^(?:the )?game (?:is over|ends)$", "game over"),
    (r"^(?:the )?game (?:continues|is not over)$", "game goes on"),
    (r"^(?:the )?game is replayed$", "game replayed"),
)
HOW_SCORED = ("from", "jokerless", "singles and pairs", "self-drawn")
HOW_WON = (*HOW_SCORED, "joker from", "misnamed", "out of turn")


def how_won(text: str, words: tuple[str, ...]) -> dict[str, Seat | None]:
    """The words after a win's value, with the seat that `from` and `joker from` name. Raises ValueError for others."""
    said: dict[str, Seat | None] = {}
    rest = re.sub(r" (?:on a discard )?from the wall\b| drawn\b| self[ -](?:drawn|picked)\b", " self-drawn", text)
    rest = re.sub(r" on (?:a|the) discard(?= from)| by(?= joker)", "", rest).strip().lower()
    while rest:
        for word in sorted(words, key=len, reverse=True):
            found = re.match(rf"{word} (p[1-4])(?: |$)" if word.endswith("from") else rf"{word}()(?: |$)", rest)
            if found is not None:
                said[word] = Seat[found[1].upper()] if found[1] else None
                rest = rest[found.end() :]
                break
        else:
            known = ", ".join(f"{w} P2" if w.endswith("from") else w for w in words)
            raise ValueError(f"{rest!r} is not understood: after the value may stand {known}")
    return said
