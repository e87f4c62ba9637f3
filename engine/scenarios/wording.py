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
from collections.abc import Collection, Mapping
from difflib import get_close_matches

from engine.faults import COSTS_NOTHING, ENDS, KILLS, Cause, resting_on
from engine.tile import Seat, Tile, read_tile

_SEAT = "(P[1-4])"
_TILE = "(?:[1-9][BCD]|RD|GD|WD|[NEWSFJ])"
_CALLS = "(?:calls|claims|wants|asks for)"
_OWN = "(?:the|an?|her|his|their|one|another)"
_TAKES_BACK = "(?:retracts|withdraws|takes back|cancels)"
_DYING = "(dies|is warned|is dead|is declared dead|goes dead)"
_NAMING = r"dies|warned|is dead|declared dead|goes dead|abandoned|because|because of|for|of|by|dead:|dies:"
_BEFORE_TILES = (  # words behind which a wind is a tile
    "discards|discarded|discard|draws|drawn|named|names|(?:naming|names|calls|calling) it|as|calls|claims|wants|"
    "asks for|calling|holds|shows|exposes|"
    r"exposed|passes|hand|jongg|swaps|exchanges|redeems|throws|courtesy \d with|changes(?: \d+)? to"
)
_THE_TILE = rf"(?:(?:{_OWN} )?(?:discard|tile)|{_TILE})"
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5}
_FEW = (("none", 0), ("one", 1), ("two", 2), ("three", 3))
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


def act_and_reason(line: str) -> tuple[str, str]:
    """An act that must be refused, and why: the reason stands behind ` -- `, a tab, or two spaces or more; a rule's id
    or a fault's name behind one, where it is not what the act itself names."""
    for parting in (r"\s+(?:--|\u2013|\u2014)\s+", r"\s*\t\s*|\s{2,}"):
        act, *why = re.split(parting, line.strip(), maxsplit=1)
        if why:
            return act.strip(), why[0].strip()
    named = re.fullmatch(r"(.+?) \(?([A-Z]\w*-\d\d|[A-Z]+(?:_[A-Z]+)+)\)?", line.strip())
    if named is not None and not re.search(rf"\b(?:{_NAMING})$", named[1], re.IGNORECASE):
        return named[1], named[2]
    return line.strip(), ""


def unended(line: str) -> str:
    """The line without a full stop at its end."""
    return re.sub(r"(?<=\w)\.$", "", line)


def seated(line: str, names: Mapping[str, Seat], winds: Mapping[str, Seat]) -> str:
    """The line with names and winds replaced by seats, and by tiles where a wind is a tile; what is quoted stays. Keys
    are in lower case."""
    line = _tiles(line)
    words = "|".join(re.escape(w) for w in sorted((*names, *winds), key=len, reverse=True))
    found, at = "", 0
    for match in re.finditer(rf'"[^"]*"|\b({words})\b', line, re.IGNORECASE):
        word, rest = (match[1] or "").lower(), line[match.end() :]
        found, at = found + line[at : match.start()], match.end()
        if not word or (_person(found, rest) if word in names else _role(found, rest, names)):
            found += match[0]
        elif word in names:
            found += names[word].name
        elif re.match(r" winds?\b", rest, re.IGNORECASE) or (rest[:1] not in ("'", ":") and _tile_comes(found)):
            found += word[0].upper()
        else:
            found += winds[word].name
    return re.sub(rf"\b({_TILE}) winds?\b", r"\1", found + line[at:], flags=re.IGNORECASE)


def _person(before: str, rest: str) -> bool:
    """Whether a name is that of somebody in the ledger or at a place, and not of a seat."""
    return before.strip().lower() in ("balance", "score") or (not before and rest.startswith(" sits "))


def _role(before: str, rest: str, names: Mapping[str, Seat]) -> bool:
    """Whether a wind says what somebody is: `P2 is East`, `next East P2`, `East is P2`, `east P2`."""
    if re.search(r"\b(?:is|been|next|for) $", before, re.IGNORECASE):
        return not rest.startswith("'s")
    seat = "|".join(("P[1-4]", *(re.escape(name) for name in names)))
    return not before and re.fullmatch(rf" (?:is )?(?:{seat})", rest, re.IGNORECASE) is not None


def _tile_comes(before: str) -> bool:
    """Whether a tile follows these words, and no seat."""
    if re.search(rf"\b(?:swaps|exchanges|redeems) {_TILE} $", before, re.IGNORECASE):
        return False
    return (
        re.search(rf"(?:\b(?:{_BEFORE_TILES}|{_TILE}),?|/) (?:and )?(?:the |an? )?$", before, re.IGNORECASE) is not None
    )


def cause_named(words: str) -> str:
    """The cause or rule of `because of a wrong count`: WRONG_COUNT. Raises ValueError for what is neither."""
    plain = re.sub(r"^(?:because(?: of)?|for|of|by)\b:? ?", "", words.strip(), flags=re.IGNORECASE)
    name = _by_tile(re.sub(r"^(?:an?|the) ", "", plain, flags=re.IGNORECASE).upper().replace(" ", "_"))
    known = {_by_tile(cause.name): cause.name for cause in Cause} | {
        rule: rule for cause in Cause for rule in cause.rules
    }
    if name in known:
        return known[name]
    close = get_close_matches(name, known, 1)
    hint = f"; did you mean {known[close[0]]}" if close else "; write one like WRONG_COUNT, or a rule like DEAD-01"
    raise ValueError(f"{plain!r} is no cause that the rules know{hint}")


def by_rule(name: str, among: Collection[Cause]) -> str:
    """The name of a cause; where a rule is named, of the one among these that rests on it."""
    cause = None if name in Cause.__members__ else resting_on(name, among)
    return name if cause is None else cause.name


def _by_tile(name: str) -> str:
    """The name of a cause where `joker` has become the tile's code."""
    return re.sub("JOKERS?", "J", name)


def plain_act(line: str) -> str:
    """An act in the form of `engine.notation` or of docs/scenarios.md, as far as its words can be told."""
    line = re.sub(r'\b(says|announces|declares) "([^"]*?)[!.]?"', r"\1 \2", line, flags=re.IGNORECASE).removesuffix("!")
    why = r"([a-z_ ]+?|(?:for |because of |by )?[a-z]+-\d+)"
    cause = re.fullmatch(rf"{_SEAT}(?:'s hand)? {_DYING}[:,]? {why}( plays on)?", line, re.IGNORECASE)
    if cause is not None:
        warned = cause[2].lower() == "is warned"
        verb, among = ("is warned", COSTS_NOTHING) if warned else ("dies", KILLS)
        return f"{cause[1]} {verb} {by_rule(cause_named(cause[3]), among)}{cause[4] or ''}"
    ended = re.fullmatch(r"((?:the )?game (?:is )?abandoned) ([a-z]+-\d+)( replayed)?", line, re.IGNORECASE)
    if ended is not None:
        return f"game abandoned {by_rule(cause_named(ended[2]), ENDS)}{ended[3] or ''}"
    if re.fullmatch(rf"{_SEAT}(?:'s hand)? {_DYING}", line, re.IGNORECASE):
        raise ValueError(f"{line!r} wants a cause: P2 dies WRONG_COUNT; what must hold is written -> P2 is dead")
    return _through((*_SLIPS, *_ACTS), _tiles(line))


def way_passed(line: str) -> str | None:
    """Which way an act says that tiles are passed: `right`, `left` or `across`; None where it does not say."""
    passing = re.fullmatch(
        rf"(?:{_SEAT}|everybody|everyone|all) pass(?:es)?\b.*?\b(right|left|across)\b.*", line, re.IGNORECASE
    )
    return None if passing is None else passing[2].lower()


def called_tile(line: str) -> Tile | None:
    """The tile that a call names, `3B` of `P3 calls the 3 Bam`; None where it names none."""
    calling = re.fullmatch(rf"{_SEAT} {_CALLS} (?:the )?({_TILE})\b.*", _tiles(line), re.IGNORECASE)
    return None if calling is None else read_tile(calling[2])


def picked_up(line: str) -> Tile | None:
    """The tile that somebody picks: it may be a wall's, or the discard."""
    picking = re.fullmatch(rf"{_SEAT} (?:picks|lifts)(?: up)? ({_TILE})", _tiles(line), re.IGNORECASE)
    return None if picking is None else read_tile(picking[2])


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
    return "".join(part if part[:1] == '"' else _tiles_in(part) for part in re.split(r'("[^"]*")', line))


def _tiles_in(line: str) -> str:
    line = re.sub(
        r"\b([1-9])[ -]?(b|c|d)(?:ams?|ra[ck]ks?|racks?|raks?|ots?|amboos?)\b",
        lambda m: m[1] + _SUITS[m[2].lower()],
        line,
        flags=re.IGNORECASE,
    )
    line = re.sub(r"\b(red|green|white) dragons?\b", lambda m: _DRAGONS[m[1].lower()], line, flags=re.IGNORECASE)
    line = re.sub(r"\bsoaps?\b", "WD", line, flags=re.IGNORECASE)
    line = re.sub(r"\bflowers?\b", "F", line, flags=re.IGNORECASE)
    line = re.sub(r"(\bexposes\b.*) jokers?(?= from\b)", r"\1 J", line, flags=re.IGNORECASE)
    line = re.sub(r"\bjokers?\b(?! (?:from|is|may))", "J", line, flags=re.IGNORECASE)
    line = re.sub(rf"\b(?:the|an?) (?={_TILE}\b)", "", line, flags=re.IGNORECASE)
    if re.search(r"\bshows\b", line, re.IGNORECASE):  # exposures may be told apart by commas too
        parted = rf"\b({_TILE} {_TILE} {_TILE})(?:,| and|, and) (?={_TILE} {_TILE} {_TILE}\b)"
        line = re.sub(parted, r"\1 / ", line, flags=re.IGNORECASE)
    line = re.sub(rf"\b({_TILE}),(?= (?:and )?(?:{'|'.join(_COUNTS)}|{_TILE})\b)", r"\1", line, flags=re.IGNORECASE)
    line = re.sub(rf"(?<=[\dA-Z]) and (?={_TILE}\b|(?:{'|'.join(_COUNTS)}) {_TILE}\b)", " ", line)
    return re.sub(
        rf"\b({'|'.join(_COUNTS)}) ({_TILE})s?\b",
        lambda m: " ".join([m[2]] * _COUNTS[m[1].lower()]),
        line,
        flags=re.IGNORECASE,
    )


_ACTS = (
    (r"\bmah[ -]?jong{1,2}\b|\bmah?j\b", "mah jongg"),
    (rf"^{_SEAT} takes (?:(?:{_OWN} )?(?:tile )?from the wall|(?:a|the next) wall tile)$", r"\1 draws"),
    (rf"^{_SEAT} (?:picks up|picks|lifts)\b", r"\1 draws"),
    (rf"^{_SEAT} draws(?: {_OWN} (?:(?:new|next|wall|last) )?tile)?(?: from the wall)?$", r"\1 draws"),
    (rf"^({_SEAT} draws {_TILE}) from the wall$", r"\1"),
    (rf"^{_SEAT} takes (?:a|the last) tile from the wrong end\b", r"\1 draws from the wrong end"),
    (rf"^({_SEAT} draws\b.* from the wrong end) of the wall\b", r"\1"),
    (rf"^{_SEAT} (?:exchanges|swaps) J for {_SEAT}'s {_TILE}$", r"\1 swaps J \2"),
    (rf"^{_SEAT} (?:stops|ends) the charleston$", r"\1 votes no"),
    (rf"^{_SEAT} (?:says no|votes against(?: it)?|(?:refuses|declines) (?:a|the) second charleston)$", r"\1 votes no"),
    (rf"^{_SEAT} (?:says yes|votes for it|agrees to (?:a|the) second charleston)$", r"\1 votes yes"),
    *((rf"^({_SEAT} (?:blind passes|courtesy|offers)|.* passes(?:.* and| all)?) {w}\b", rf"\1 {n}") for w, n in _FEW),
    (rf"^({_SEAT} passes(?: {_TILE})*)(?:,? and| all)? ([1-3]) blind$", r"\1 blind \3"),
    (rf"^{_SEAT} passes (?:1|one)(?: tile)?(?: from {_OWN} rack)? and 2 blind$", r"\1 passes blind 2"),
    (rf"^{_SEAT} passes (?:2|two)(?: tiles)?(?: from {_OWN} rack)? and 1 blind$", r"\1 passes blind 1"),
    (r"^(?:everybody|everyone|all) (?:votes?|says?) (yes|no)$", r"all vote \1"),
    (rf"^{_SEAT} blind passes ([1-3])$", r"\1 passes blind \2"),
    (rf"^{_SEAT} (?:offers|courtesy) ([0-3])(?: tiles?)?(?= with |$)", r"\1 courtesy \2"),
    (rf"^{_SEAT} racks (?:it|{_OWN} (?:(?:drawn|wall|new) )?tile)$", r"\1 racks"),
    (
        rf"^{_SEAT} (?:puts|places|sets) (?:it|{_OWN} (?:(?:drawn|wall) )?tile) "
        r"among (?:her|his|their)(?: own)? tiles$",
        r"\1 racks",
    ),
    (
        rf"^{_SEAT} (?:puts|returns) (?:it|{_OWN} (?:(?:drawn|wall) )?tile) "
        r"(?:back(?: (?:on|to|in) the wall)?|to the wall)$",
        r"\1 puts the draw back",
    ),
    (rf"^{_SEAT} (?:throws|drops)(?: (?:out|away))? ({_TILE})\b", r"\1 discards \2"),
    (
        rf"^({_SEAT} discards J)(?: named|,? (?:naming|and names|calling|and calls) it| as|,? and says) "
        r"\"?same\"?(?= out|$)",
        r"\1",
    ),
    (
        rf"^({_SEAT} discards {_TILE}),?(?: (?:and|but))? "
        rf"(?:as|wrongly named|misnamed(?: as)?|(?:names|naming|calls|calling) it) ({_TILE})\b",
        r"\1 named \3",
    ),
    (rf"^{_SEAT} (?:mis)?names ({_TILE})(?: wrongly)?(?: as)? ({_TILE})$", r"\1 discards \2 named \3"),
    (rf"^({_SEAT} discards {_TILE}) without (?:drawing|picking|a tile)$", r"\1 out of turn"),
    (rf"^{_SEAT} takes (?:back {_THE_TILE}|{_THE_TILE} back)$", r"\1 calls"),
    (rf"^{_SEAT} corrects (?:herself|himself|it|the misnaming)$", r"\1 corrects the name"),
    (rf"^{_SEAT} (?:says|announces) mah jongg$", r"\1 declares mah jongg"),
    (
        rf"^{_SEAT} {_TAKES_BACK} (?:(?:the|her|his|their) )?(?:mah jongg|declaration)$",
        r"\1 takes back mah jongg",
    ),
    (rf"^{_SEAT} (?:says call|says take it)\b", r"\1 calls"),
    (rf"^{_SEAT} {_CALLS} (?:it|(?:the )?(?:tile|discard)|{_TILE})(?= for | to win|$)", r"\1 calls"),
    (rf"^{_SEAT} calls(?: (?:it|{_TILE}))? and exposes ", r"\1 exposes "),
    (rf"^({_SEAT} declares mah jongg) on (?:it|the (?:tile|discard))$", r"\1"),
    (rf"^{_SEAT} rolls (?:an? )?(\d)(?:,| and) (?:an? )?(\d)$", r"\1 rolls \2 \3"),
    (rf"^{_SEAT} (wins|announces) (\d+) points?\b", r"\1 \2 \3"),
    (r"^(?:the )?tiles are mixed$", "tiles mixed"),
    (rf"^{_SEAT} calls(?: mah jongg| to win)$", r"\1 calls for mah jongg"),
    (rf"^{_SEAT} claims mah jongg$", r"\1 calls for mah jongg"),
    (rf"^{_SEAT} calls for (?:an? )?(?:exposure|pung|kong|quint|sextet)$", r"\1 calls"),
    (rf"^{_SEAT} passes (?:right|left|across|3 tiles|three tiles)\b(?: (?:right|left|across))?", r"\1 passes"),
    (rf"^({_SEAT} passes\b.*?) (?:to the )?(?:right|left|across)$", r"\1"),
    (
        r"^(?:everybody|everyone|all) pass(?:es)?(?: (?:3|three)(?: tiles)?)?(?: (?:to the )?(?:right|left|across))?$",
        "all pass",
    ),
    (rf"^{_SEAT} shows ((?:\w{{1,2}} ){{13}}\w{{1,2}})$", r"\1 mah jongg \2"),
    (rf"^{_SEAT} (?:says wait|says stop|holds|asks for (?:a moment|time))$", r"\1 says hold"),
    (rf"^{_SEAT} {_TAKES_BACK}(?: (?:the|her|his|their) call)?$", r"\1 takes back the call"),
    (
        rf"^{_SEAT} (?:takes (?:it|(?:the|her|his|their) call) back|changes (?:her|his|their) mind)$",
        r"\1 takes back the call",
    ),
    (
        rf"^{_SEAT} (?:exchanges|redeems|swaps|trades|gives) (?:a )?(\S+) "
        rf"(?:for (?:(?:the|a) )?J(?:oker)? (?:of|from) |with |from |for |for J in )?{_SEAT}"
        rf"(?:'s (?:J|exposure))?(?= \d|$)",
        r"\1 swaps \2 \3",
    ),
    (
        rf"^{_SEAT} (?:takes|redeems|replaces|claims) "
        rf"(?:{_SEAT}'s J|(?:the |a )?J(?:oker)? (?:from|in) {_SEAT}(?:'s exposure)?) (?:for|with|by) ({_TILE})$",
        r"\1 swaps \4 \2\3",
    ),
    (rf"^{_SEAT} gives ({_TILE}) to {_SEAT} for J$", r"\1 swaps \2 \3"),
    (
        rf"^{_SEAT} (?:puts|places|sets) (?:it|the (?:called )?(?:tile|discard)|{_TILE}) "
        r"on top of (?:her|his|their) rack$",
        r"\1 takes the discard",
    ),
    (rf"^{_SEAT} takes the called tile$", r"\1 takes the discard"),
    (rf"^({_SEAT} exposes .+) off {_SEAT}'s discard$", r"\1 from \3"),
    (rf"^{_SEAT} (?:changes|corrects) (?:the|her|his|their) exposure to ", r"\1 changes to "),
    (rf"^{_SEAT} (?:takes|puts) (?:the|her|his|their) exposure back$", r"\1 takes back the exposure"),
    (r"^the bet is cancelled$", "bet cancelled"),
    (rf"^{_SEAT} challenges {_SEAT}'s hand$", r"\1 challenges \2"),
    (rf"^{_SEAT} (?:calls|declares) {_SEAT}(?:'s hand)? dead$", r"\1 challenges \2"),
    (rf"^{_SEAT} (?:says|asks (?:whether|if)) {_SEAT}(?:'s hand)? is dead$", r"\1 challenges \2"),
    (rf"^{_SEAT} disagrees with {_SEAT}$", r"\1 disputes \2"),
    (rf"^{_SEAT} (?:disagrees|disputes(?: it| the challenge)?)(?: and plays on)?$", r"\1 disagrees"),
    (rf"^{_SEAT} agrees(?: with {_SEAT}| that (?:she|he|the hand|(?:her|his) hand) is dead)$", r"\1 agrees"),
    (rf"^{_SEAT} throws (?:in (?:her|his|their) (?:hand|tiles)|(?:her|his|their) (?:hand|tiles) in)$", r"\1 throws in"),
)
_SLIPS = (
    (rf"^{_SEAT} knocks (?:her|his|their)(?: own)? tiles open$", r"\1 is warned KNOCKED_OPEN"),
    (rf"^{_SEAT} (?:turns up|shows) a wall tile$", r"\1 is warned WALL_TILE_SHOWN"),
    (rf"^{_SEAT} (?:peeks|looks) at (?:the|her|his|their) (?:blind (?:pass|tiles)|pass)$", r"\1 is warned PEEKED"),
    (rf"^{_SEAT} passes (?:the wrong way|in the wrong direction)$", r"\1 is warned WRONG_DIRECTION"),
)
_GIVENS = (
    (rf"^{_SEAT} discards\b(?= {_TILE}\b)", r"\1 discarded"),
    (rf"^{_SEAT} is east$", r"east \1"),
    (rf"^east is {_SEAT}$", r"east \1"),
    (rf"^(?:it is )?{_SEAT}(?:'s turn| is to draw| is next)$", r"turn \1"),
    (rf"^{_SEAT} is to discard$", r"\1 has drawn"),
    (rf"^{_SEAT} (?:exposes|has exposed|exposed) ", r"\1 shows "),
    (rf"^{_SEAT}(?:'s hand)? is dead(?: for(?= ))?", r"\1 is dead"),
    (r"^the (?=wall|charleston|last discard)", ""),
    (rf"^last discard is (?={_TILE}\b)", "last discard "),
    (rf"^{_SEAT} holds (\d{{1,2}}) tiles$", r"\1 has \2 tiles"),
    (r"^charleston (?:at|in) (?:the )?", "charleston "),
    (rf"^({_SEAT} has drawn) {_OWN} (?:wall )?tile$", r"\1"),
    (r"^(charleston) courtesy$", r"\1 courtesy pass"),
    (r"^(charleston) (?:the )?vote$", r"\1 vote on the second Charleston"),
    (r"^(?:the )?wall is (?:empty|used up)$", "wall 0"),
)
_ASKED = "turn|holder|winner|last discard|discards|wall|next wall|window|stage|line|pot|break|round"
_WISHES = (
    (rf"^(?:the )?({_ASKED})(?: is| are| has|:)? (?=\S)", r"\1 "),
    (r"^(wall \d+) tiles$", r"\1"),
    (rf"^({_SEAT} holds \d+) tiles$", r"\1"),
    (rf"^({_SEAT} (?:gets|pays|scores) \d+) points?$", r"\1"),
    (rf"^{_SEAT} (?:receives|is paid) (\d+)(?: points)?$", r"\1 gets \2"),
    (rf"^{_SEAT} (?:is to|must) discard$", r"holder \1"),
    (rf"^({_SEAT} shows) no exposures?$", r"\1 nothing"),
    (r"^(discards|last discard) nothing$", r"\1 none"),
    (rf"^east is {_SEAT}$", r"east \1"),
    (r"^stage courtesy$", "stage courtesy pass"),
    (r"^stage (?:the )?vote$", "stage vote on the second Charleston"),
    (r"\bmah[ -]?jong{1,2}\b", "mah jongg"),
    (rf"^(?:it is )?{_SEAT}(?:'s turn| is next| (?:is )?to draw| draws next)$", r"turn \1"),
    (r"^(?:the )?payments(?: are|:)? \+?(-?\d+),? \+?(-?\d+),? \+?(-?\d+),? \+?(-?\d+)$", r"payments \1 \2 \3 \4"),
    (rf"^{_SEAT} loses (\d+)$", r"\1 pays \2"),
    (r"^(?:everyone|everybody|all) pays? (\d+)(?: each)?$", r"everybody pays \1"),
    (rf"^({_SEAT} and {_SEAT} exchange) (?:nothing|none|no tiles?)$", r"\1 0"),
    (r"^the game goes on$", "game goes on"),
    (r"^(?:nobody pays|no payments?|nothing is paid)$", "payments 0 0 0 0"),
    (r"^(?:no winner|nobody wins)$", "winner nobody"),
    (rf"^{_SEAT} (?:wins|has won|is the winner)$", r"winner \1"),
    (rf"^{_SEAT} is not dead$", r"\1 is alive"),
    (r"^(?:the )?game (?:is over|ends)$", "game over"),
    (r"^(?:(?:the )?game continues|(?:the )?game is not over|play (?:continues|goes on))$", "game goes on"),
    (r"^(?:the )?game is replayed$", "game replayed"),
)
HOW_SCORED = ("from", "jokerless", "singles and pairs", "self-drawn")
HOW_WON = (*HOW_SCORED, "joker from", "misnamed", "out of turn")


def how_won(text: str, words: tuple[str, ...]) -> dict[str, Seat | None]:
    """The words after a win's value, with the seat that `from` and `joker from` name. Raises ValueError for others."""
    said: dict[str, Seat | None] = {}
    drawn = r" (?:on a discard )?from the wall\b| drawn\b| (?:by )?self[ -](?:drawn|picked|pick|draw)\b"
    rest = re.sub(drawn, " self-drawn", text)
    rest = re.sub(r" (?:on|off) (P[1-4])(?:'s discard)?\b", r" from \1", rest, flags=re.IGNORECASE)
    rest = re.sub(r" by (?:an? )?J(?:oker)? exchange(?= from)", " joker", rest, flags=re.IGNORECASE)
    rest = re.sub(r" with(?:out| no) J(?:okers?)?\b", " jokerless", rest, flags=re.IGNORECASE)
    rest = re.sub(r" on (?:a|the) discard(?= from)| by(?= joker)|,", "", rest).strip().lower()
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
