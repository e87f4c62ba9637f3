"""Remarks said in one way. Cards and typists word one thing in many ways ("Opp. Dr.", "Evens only", "Any 4 in a row");
here each way becomes the one that `remarks` knows. Nothing is dropped that could mean something.

>>> plainly("opp. dr."), plainly("any 4 nos. in a row"), plainly("kongs can be 3/6/9")
('opp. dragons', 'any 4 consec. nos.', 'kongs 3 or 6 or 9')
"""

import re
from collections.abc import Callable

from engine.card.nearest import KNOWN
from engine.card.vocabulary import COUNT, GROUP, GROUPS, IN_SUITS, NUMBERS, SUIT_COUNT, YEAR_WORD, compiled

_EITHER_WAY = r"(?:descending|ascending|falling|rising|reverse)"
_ROW = r"in (?:an? )?(?:row|sequence|seq\.?|order)"
_SHOWN = r"(?:shown|printed|given|written)"
_ELSEWHERE = r"in (?:the )?(?:opp\S*|other|third|3rd)(?: 2| two)? suits?"
_BEGINS = r"any|even|odd|like|[1-9]|red|green|white|soap|third|3rd|opp|match|dragons"
_DIGIT = r"[1-9]'?s?"
_SOAP = r"(?:soaps?|white dragons?)"
_ZERO = r"(?:zeroe?'?s?|0'?s?|o)"
_ALLOWED = r"(?:allowed|permitted|used)"
_Said = str | Callable[[re.Match[str]], str]


def _choice(found: re.Match[str]) -> str:
    """`3/6/9`, `3-6-9`."""
    return " or ".join(re.findall("[1-9]", found[0]))


def _any_number(found: re.Match[str]) -> str:
    """`any odd pair in third suit`."""
    return f"{found[2]} any{found[1] or ''} no.{found[3] or ''}"


def _groups_run(found: re.Match[str]) -> str:
    """`any 7 consec. pairs`."""
    return f"{found[3]} any {found[1]}consec.{found[2]} nos.{found[4]}"


def _consecutive(found: re.Match[str]) -> str:
    """`consec. nos. any 3`."""
    return f"any {found[1] or found[2]} consec. nos."


def _dragon_matches(found: re.Match[str]) -> str:
    """`dragon kong same suit as pair`."""
    group = found[1] or found[2]
    return f"{group} matching dragons and dragons match {found[3]}" if group else f"dragons match {found[3]}"


def _any_winds(found: re.Match[str]) -> str:
    return f"any {found[1]} winds" if found[1] else "any wind"


# Wherever they stand in a note, in this order.
_PHRASES: tuple[tuple[str, _Said], ...] = (
    (r"(?<=[a-z.])(?:-|\.\.+|…) ?(?=(?:any|these|like|all|odds?|evens?)\b)", " "),
    # Short and other forms of single words.
    (r"\bdr(?:ag)?s?\b\.?", "dragons"),
    (r"\bdiff\b\.?", "different"),
    (r"\byrs?\b\.?", "year"),
    (r"\bno\.s\b", "nos."),
    (r"(?<=[1-9] )(?:thru|through) (?=[1-9])", "to "),
    (r"\b(consec|cons|opp|nos?)\.(?=[a-z]{2})", r"\1. "),
    (rf"(?<!\w)(dragons?|winds?|{NUMBERS}): ?(?=any|even|odd|like|[1-9])", r"\1 "),
    (r"\banother suit", "other suit"),
    (r"\b(?:remaining|left over) suit", "third suit"),
    (r"\ban? (?=opp\S* dragon|matching dragon)", ""),
    (r"\bany (?=(?:opp\S*|other) suits?\b)", ""),
    (r"\b(?:any |all )?(?:like|same|identical) (?=dragons?\b(?! (?:in )?(?:the )?same))", "same "),
    (r"\b(dragons?) of (?=(?:the |an? )?(?:opp|other|third|3rd|same))", r"\1 in "),
    (r"\bno[nt][- ]?match(?:ing)?(?= dragon)", "opp."),
    (r"\bmatch\.?(?= dragon)", "matching"),
    (r"\bcons(?:ecs)?\b\.?|\bsequential\b|\bsuccessive\b", "consec."),
    (r"\b(even|odd)s\b", r"\1 nos."),
    (r"\bfrom (?=(?:the )?(?:run|third|3rd|opp|other))", "in "),
    (r"!+$", ""),
    (r"^the (?=same|like)", ""),
    (rf"\b({YEAR_WORD}): ", r"\1 "),
    (r"\b(matching|opp\S*) dragons only", r"\1 dragons"),
    (rf"\b({COUNT}) (?:straight|adjacent|neighbou?ring|running) (?={NUMBERS})", r"\1 consec. "),
    (rf"\b({COUNT}) {NUMBERS} (?:running|consec\S*)", r"\1 consec. nos."),
    (rf"\b({COUNT}) consecutives\b", r"\1 consec. nos."),
    (rf"(consec\S*(?: {NUMBERS})?) {_EITHER_WAY}\b(?: order)?", r"\1"),
    (rf"\b({COUNT}) {_EITHER_WAY} (?={NUMBERS})", r"\1 consec. "),
    (rf"\bin {_EITHER_WAY} order", "in order"),
    (rf"^(?:one|1) (?={NUMBERS}(?: in\b|$))", "any one "),
    (r"\bany (?:(?:one|1) )?of (?=[1-9])", "any "),
    # Numbers in a row; numbers between strokes.
    (rf"((?:any )?{COUNT}|any)( odd| even)?(?: {NUMBERS})? {_ROW}", r"\1 consec.\2 nos."),
    (rf"((?:any )?{COUNT}) ({GROUP}) {_ROW}", r"\1 consec. \2"),
    (rf"\b(?:sequence|run) of (?=(?:any )?{COUNT} consec)", ""),
    (rf"\bsequence of (?={COUNT})", "run of "),
    (rf"({GROUPS}) any run of ({COUNT})\b", r"\1 any \2 consec. nos."),
    (rf"\brun of (?:any )?({COUNT})(?: {NUMBERS})?$", r"run of \1"),
    (rf"(?:any )?({COUNT})[- ](?:no\.?|number) run", r"any run of \1"),
    (rf"(consec\S*(?: {NUMBERS})?) only", r"\1"),
    (rf"({COUNT}) (consec\S*(?: {NUMBERS})?),? each (?:in|of) (?:a )?different suit", r"\1 \2 in \1 suits"),
    (r"\b[1-9]([-/])[1-9](?:\1[1-9])+\b|\b[1-9]/[1-9]\b(?! suits?)", _choice),
    # Groups: "kongs can be", "kong of any no.", "pair in third suit 3 or 6".
    (rf"^{NUMBERS} (?:can|may|must|could|should) be (?=any)", ""),
    (rf"({GROUPS}|\b(?:{YEAR_WORD})) (?:can|may|must|could|should)(?: only)? be\b", lambda found: found[1]),
    (rf"({GROUPS}):? (?:(?:of|either|is|are) )+(?={_BEGINS})", r"\1 "),
    (rf"({GROUPS}): ?(?=any|even|odd|like|[1-9])", r"\1 "),
    (rf"\bany ({COUNT}(?: different)?) (odd|even) ({NUMBERS})", r"any \1 \3 \2"),
    (rf"({GROUP}) (?:any )?same (odd|even) ({NUMBERS})", r"\1 any like \2 \3"),
    (rf"pair any(?: one)? of (?:the |these |those |same )+{NUMBERS}", "pair any no. in run"),
    (r"\bmatch(?:ing|es)? (?:1|one) pair", "match a pair"),
    (rf"(any )?matching ({GROUP}) (?=any|even|odd|[1-9])", r"\1like \2 "),
    (rf"({GROUPS}) any matching (?={NUMBERS})", r"\1 any like "),
    (rf"({GROUPS}),? ({_ELSEWHERE}),? ((?:any |like |even |odd |(?:must )?match\S* |[1-9]).*)", r"\1 \3 \2"),
    # Suits.
    (r"\b(opp\S*|other) (?:2|two) suits", r"\1 suits"),
    (rf"\b({SUIT_COUNT})[- ]suit (?:hand|only)s?", r"\1 suits"),
    (r"(?:any )?single suit|all (?:in )?(?:an? |the )?(?:one|1|same) suit", "any 1 suit"),
    (r"both suits", "2 suits"),
    (r"\ball suits", "3 suits"),
    (rf"must be (?=(?:any |in )*{SUIT_COUNT} suits)", ""),
    (rf"({SUIT_COUNT}) of (?:the )?(?:(?:3|three) )?suits", r"\1 suits"),
    (r"any of (?:the )?(?:3|three) suits", "any 1 suit"),
    (r"(?:each|all) of (?:the )?(?:3|three) suits", "3 suits"),
    (rf"({SUIT_COUNT} suits?) (?:throughout|used|required|needed|of (?:your|the player's) choice)", r"\1"),
    (rf"\b(?:played? in|made of|choose|pick) (?=(?:any )?{SUIT_COUNT} suits?)", ""),
    (r"(?:1|one) (?:per|for each) suit", "3 suits"),
    (rf"(?:(?:must )?us(?:es?|ing)|(?:in )?all) (?:any )?({SUIT_COUNT} (?:different )?suits)", r"\1"),
    (r"\b([123])(?:/| ?- ?)([123]) suits", r"\1 or \2 suits"),
    (rf"\b({SUIT_COUNT}) or any ({SUIT_COUNT}) suits", r"\1 or \2 suits"),
    # Winds.
    (rf"winds? any(?: ({COUNT}))?\b", _any_winds),
    (rf"winds? ({GROUP}) any", r"any wind \1"),
    (rf"({COUNT}) different winds", r"any \1 different winds"),
    (r"\bany any\b", "any"),
)
# What a whole note says.
_NOTES: tuple[tuple[str, _Said], ...] = (
    (rf"(?:(?:all|any) )?same( odd| even)? ({NUMBERS})(?P<rest> .*)?", r"any like\1 \2\g<rest>"),
    (rf"(?:all|any)(?: one| 1)? (?:like|matching) ({NUMBERS})(?P<rest> .*)?", r"any like \1\g<rest>"),
    (rf"all (odd|even)( {NUMBERS})?", r"\1\2"),
    (rf"these (odd|even)(?: {NUMBERS})?(?: only)?", r"\1 nos. only"),
    (
        rf"(?:(?:these|exact|exactly|only|the|fixed|no other) )+{NUMBERS}(?: (?:as )?{_SHOWN})?(?: (?:only|exactly))?|"
        rf"{NUMBERS} {_SHOWN}(?: only)?|(?:the )?{_SHOWN} {NUMBERS}(?: only)?|"
        rf"(?:{NUMBERS} )?(?:(?:only|exactly|just) )*as (?:{_SHOWN}|is)(?: only)?",
        "these nos. only",
    ),
    (rf"({_DIGIT}(?:(?:,? or|,)? ?{_DIGIT})*,? or {_DIGIT})(?: only)?", r"like \1"),
    (rf"({_DIGIT}(?:, ?{_DIGIT})*,? ?(?:&|and) ?{_DIGIT})", r"\1 only"),
    (rf"only ({_DIGIT}(?:(?:,? and|,|,? ?&)? ?{_DIGIT})*)", r"\1 only"),
    (rf"(?:any )?run of ({COUNT}) ({GROUPS})((?: {IN_SUITS})?)", r"\2 any \1 consec. nos.\3"),
    (rf"(?:any )?((?:{COUNT} )?)consec\S*((?: odd| even)?)(?: {NUMBERS})? ({GROUPS})((?: {IN_SUITS})?)", _groups_run),
    (rf"(even|odd) like ({NUMBERS})(?: only)?", r"any like \1 \2"),
    (rf"any (?:one|1) (even|odd) ({NUMBERS})", r"any like \1 \2"),
    (rf"any( odd| even)? ({GROUP})( {IN_SUITS})?", _any_number),
    (rf"any (odd|even) pair (?:in )?({SUIT_COUNT} suits)", r"any \1 pairs in \2"),
    (rf"consec\S*(?: {NUMBERS})?:? any ({COUNT})|{NUMBERS}:? any ({COUNT}) consec\S*", _consecutive),
    (r"(?:in )?different suits", "other suits"),
    (rf"any ({GROUP}) of winds", r"\1 any wind"),
    (rf"(?:any )?like( odd| even)? {NUMBERS} ({GROUPS})", r"like\1 \2"),
    (rf"any pair in (?:the )?run|pair any same {NUMBERS} in (?:the )?run", "pair any no. in run"),
    (rf"any {NUMBERS} pair(?:ed)?|any {NUMBERS} doubled", "pair any no."),
    (rf"any {NUMBERS} ({GROUP})", r"\1 any no."),
    (rf"any pair of {NUMBERS}", "pair any no."),
    (rf"(?:any )?same (odd|even) ({GROUP})", r"like \2 any \1 no."),
    (rf"any (?:one |1 )?suit (?=(?:{YEAR_WORD})$)({YEAR_WORD})", r"\1 any suit"),
    (r"all (3|three) dragons", "any 3 dragons"),
    (
        r"(?:their|its)(?: own)? dragons?|same[- ]suit(?:'s)? dragons?|"
        rf"dragons? (?:in )?(?:the )?same suits?(?: as (?:the |their )?{NUMBERS})?",
        "matching dragons",
    ),
    (
        rf"(?:({GROUP}) )?(?:of )?dragons?(?: ({GROUP}))? (?:in )?(?:the )?same suits? as (?:the |an? |any )?({GROUP})",
        _dragon_matches,
    ),
    (rf"({GROUPS} )?(?:any colou?r dragons?|dragons? any colou?r)", r"\1any dragon"),
    (r"only (red|green|white) dragons?", r"\1 dragons only"),
    (r"dragons? (red|green|white)(?: only)?", r"\1 dragons only"),
    (
        rf"(?:use )?{_SOAP} ?(?:(?:=|is|are|used|as|for) ?)+{_ZERO}|{_ZERO} ?(?:=|is|are) ?(?:an? )?{_SOAP}",
        "soap as zero",
    ),
    (rf"(?:any )?(?:{COUNT} )?(?:flowers?|f'?s?)(?: ?(?:any|=|is|are|design|kind|of|flowers?))*", "any flowers"),
    (
        rf"no jokers?(?: (?:(?:are |is )?{_ALLOWED}|may be used|in (?:this|the) hand))?|without jokers?|"
        rf"jokers? (?:are |is |may )?not (?:be )?{_ALLOWED}",
        "no jokers",
    ),
)
_LIKE_ANOTHER = rf"same( {NUMBERS})? as\b"  # "the same no. as a pair": not any like number


def plainly(note: str) -> str:
    """The note, in lower case, as `remarks` knows it; the notation's own words are plain already."""
    return note if note in KNOWN else reworded(note)


def reworded(note: str) -> str:
    """The note, in lower case, put into plain words, whatever its own are."""
    for pattern, said in _PHRASES:
        note = compiled(pattern).sub(said, note)
    note = " ".join(note.split())
    if compiled(_LIKE_ANOTHER).search(note):
        return note
    for pattern, said in _NOTES:
        if found := compiled(pattern).fullmatch(note):
            return " ".join((found.expand(said) if isinstance(said, str) else said(found)).split())
    return note
