"""The words that are understood in brackets, and what each of them does to the notes of a form.

Printed cards say one thing in many ways ("Any 3 Suits, Like Pungs 2 or 5 in Opp. Suits"); each way is one pattern here.
"""

import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import NoReturn

from engine.card.matching import ANY_NUMBER
from engine.card.nearest import nearest, way_out
from engine.card.notes import (
    GroupsMove,
    GroupsRun,
    Match,
    Move,
    NoteError,
    Notes,
    Place,
    Said,
    agreed,
    read_numbers,
    split_notes,
    with_said,
)
from engine.card.plainly import plainly
from engine.card.vocabulary import (
    COUNT,
    DRAGON,
    GROUP,
    GROUPS,
    IN_SUITS,
    MATCH,
    NUMBERS,
    SUIT_COUNT,
    WIND,
    YEAR_WORD,
    as_number,
    compiled,
    counted,
    place_in,
    sizes_in,
)

_CONTINUES = rf"(run|consec|odd\b|even\b|(?!no joker){NUMBERS}( |$)|[1-9])"  # words that go on with what was said
_COUNTED = rf"\b{SUIT_COUNT} suits$"  # after which a remark about numbers begins
_LIKE_IN = rf"\b(?:in )?(?:any |the )?(?P<n>{SUIT_COUNT}(?:(?:,? or|,) {SUIT_COUNT})*) suits?(?: only)?$"
_SUITS = {"b": 0, "c": 1, "d": 2}


class _NoNumbers(NoteError):
    """Words that are no choice of numbers."""


def add_note(notes: Notes, text: str) -> None:
    """Put one note into effect. Raises NoteError."""
    note = plainly(re.sub(r"\s*/\s*", "/", text.lower().strip(" .")))
    unread: NoteError | None = None
    try:
        if _understood(notes, note):
            return
    except _NoNumbers as error:  # "like even nos. & matching dragons" is two remarks
        unread = error
    trial = deepcopy(notes)
    if _in_parts(trial, note.split()):
        notes.become(trial)
        return
    raise unread or NoteError(
        f"the note [{text}] means nothing to me",
        f'{way_out(note)} Words for the players go in quotes: "{text}"',
        text,
        (*nearest(note), f'"{text}"'),
    )


def _understood(notes: Notes, note: str) -> bool:
    for pattern, act in _ACTS:
        if found := compiled(pattern).fullmatch(note):
            act(notes, found)
            return True
    return False


def _in_parts(notes: Notes, words: list[str]) -> bool:
    """Several remarks that no comma parts, `any 3 consec. nos. in any 3 suits`: the longest that is known, then the
    rest. A remark does not begin in the middle of what another says of numbers: `kongs any 2 | consec. nos.`"""
    while words and words[0] in ("and", "in", "&"):
        words = words[1:]
    if not words:
        return True
    for upto in range(len(words), 1, -1):
        rest, said = " ".join(words[upto:]), " ".join(words[:upto])
        if re.match(_CONTINUES, rest) and not (re.match(r"[123] suits?\b", rest) or re.search(_COUNTED, said)):
            continue
        trial = deepcopy(notes)
        try:
            known = _understood(trial, plainly(said.strip(" .")))
        except NoteError:
            continue
        if known and _in_parts(trial, words[upto:]):
            notes.become(trial)
            return True
    return False


def _numbers_of(found: re.Match[str], group: str) -> tuple[int, ...]:
    return _numbers(found[group] or "")


def _numbers(words: str) -> tuple[int, ...]:
    numbers = read_numbers(words)
    if numbers is None:
        raise _NoNumbers(
            f"{words.strip()!r} is not a choice of numbers",
            "Write even, odd, 369, 2 or 5, 1-7 (single numbers from 1 to 9).",
        )
    return numbers


def _moves(notes: Notes, move: Move) -> None:
    """One bracket says one thing about the numbers. Raises NoteError where it says two."""
    if notes.said not in (None, move) and {notes.said, move} != {Move.LIKE, Move.ANY}:
        first = notes.said.value if notes.said is not None else ""
        raise NoteError(
            f"one note says [{first}] and another [{move.value}]",
            "Keep the one that the card prints, and drop the other.",
        )
    notes.said = notes.move = move


def _run(notes: Notes, found: re.Match[str]) -> None:
    _moves(notes, Move.RUN)
    _place(notes, found)
    parity = found["parity"] or found["parity2"]
    said = ("odd", "even").index(parity) if parity else None
    notes.parity = agreed("numbers for the run", notes.parity, said, None)
    notes.step = 2 if parity else int(found["step"] or notes.step)
    notes.consecutive |= "consec" in found[0]
    count = counted(found["count"] or found["count2"])
    notes.run_length = agreed("lengths of the run", notes.run_length, count, 0)


def _groups_run(notes: Notes, found: re.Match[str]) -> None:
    """`kongs any 2 consec. nos.`: only these groups run, the other numbers stay."""
    _place(notes, found)
    sizes = sizes_in(found["groups"])
    parity = found["parity"] or found["parity2"]
    step = 2 if parity else int(found["step"] or 1)
    odd = ("odd", "even").index(parity) if parity else None
    notes.groups_run += (GroupsRun(sizes, counted(found["count"]), step, odd),)


def _what_of(notes: Notes, found: re.Match[str]) -> NoReturn:
    """`kongs any 2`: two numbers, or the number 2?"""
    n, groups = found["n"], found["groups"]
    raise NoteError(
        f"it is not clear what [{found[0]}] means",
        f"For {n} different numbers write [{groups} any {n} nos.], for the number {n} write [{groups} {n}s only].",
    )


def _nothing_of(groups: str) -> NoReturn:
    """`pungs and kongs`, and no word about them."""
    raise NoteError(
        f"the note [{groups}] does not say what of them",
        f"Write what they may be, as in [{groups} any no.], or leave the note out.",
    )


def _like(notes: Notes, found: re.Match[str]) -> None:
    counted = re.search(_LIKE_IN, found["which"] or "")
    numbers = _numbers(re.sub(_LIKE_IN, "", found["which"] or ""))
    notes.narrow(numbers)
    _moves(notes, Move.LIKE)
    _place(notes, found)
    if counted:
        _suits(notes, counted)


def _only(notes: Notes, found: re.Match[str]) -> None:
    """`odd nos. only` narrows what moves."""
    notes.narrow(_numbers_of(found, "which"))
    notes.move = Move.LIKE if notes.move is Move.FIXED else notes.move


def _numbers_only(notes: Notes, found: re.Match[str]) -> None:
    """`2s and 8s only`: what may move moves to these, and what stays must be these."""
    numbers = _numbers_of(found, "which")
    if notes.move is Move.LIKE:
        notes.narrow(numbers)
    else:
        notes.stays, notes.printed_numbers = notes.move is Move.FIXED, numbers


def _groups(notes: Notes, found: re.Match[str]) -> None:
    """`kongs 2, 4, 6 or 8`, `like odd pairs`, `quints any 2 nos.`"""
    sizes = sizes_in(found["groups"])
    which = " ".join(found[part] or "" for part in ("before", "which"))
    like = bool(re.search(r"\blike\b", found[0]))
    chosen = bool(re.search(r"\b(any|or|like|odd|even)\b", found[0]))
    _place(notes, found)
    if not which.strip() and not found["each"] and not like:
        if not place_in(found[0]):
            _nothing_of(found[0])
        return  # "pairs in third suit": the letters say it
    numbers = _numbers(which.replace("like", " "))
    name = f"group{len(notes.groups_move)}"
    notes.domains[name] = numbers
    each = counted(found["each"])
    notes.groups_move += (GroupsMove(name, sizes, numbers, like, each, chosen, " suit" in found[0]),)


def _matches(notes: Notes, found: re.Match[str]) -> None:
    """`kongs match pair`, `like kongs must match a pair`, `kongs any no. in run`."""
    parts = found.groupdict()
    sizes = sizes_in(found["groups"])
    if parts.get("of"):
        of = sizes_in(found["of"])
        if len(sizes) > 1 and of[0] in sizes:  # "any pair kongs match pair", without a comma
            raise NoteError(f"it is not clear what [{found[0]}] means", "Part two remarks by a comma.")
    else:
        of = ANY_NUMBER if parts.get("number") else ()
    notes.matches += (Match(sizes, () if of == sizes else of),)


def _dragons_match(notes: Notes, found: re.Match[str]) -> None:
    if found["of"]:
        notes.dragons_match += sizes_in(found["of"])
    else:
        _say_of_dragons(notes, found, "matching")


def _say_of_dragons(notes: Notes, found: re.Match[str], said: str) -> None:
    notes.dragons = with_said(notes.dragons, Said(said, sizes_in(found[0])))


def _any(notes: Notes, found: re.Match[str]) -> None:
    notes.narrow(_numbers_of(found, "which"))
    _moves(notes, Move.ANY)
    notes.count = agreed("counts of numbers", notes.count, counted(found["count"]), 0)


def _fixed(notes: Notes, found: re.Match[str]) -> None:
    _moves(notes, Move.FIXED)
    notes.stays = True


def _says(field: str, value: bool = True) -> Callable[[Notes, re.Match[str]], None]:
    """What only switches a field of the notes on or off."""
    return lambda notes, found: setattr(notes, field, value)


def _domain(notes: Notes, found: re.Match[str]) -> None:
    for name in re.findall(r"[xy]", found["names"]):
        notes.domains[name] = _numbers_of(found, "which")


def _winds(notes: Notes, found: re.Match[str]) -> None:
    notes.winds = tuple(dict.fromkeys(re.findall(r"[news]", re.sub(r"\bor\b|and", "", found["which"]))))


def _pair(notes: Notes, found: re.Match[str]) -> None:
    notes.pair_any = True
    notes.pair_in_run |= "run" in found[0]
    notes.pair_numbers = notes.domains["pair"] = _numbers_of(found, "which") if found["which"] else notes.pair_numbers


def _any_winds(notes: Notes, found: re.Match[str]) -> None:
    more = (counted(found["count"]) or 1, sizes_in(found[0]))
    notes.any_winds = tuple(dict.fromkeys((*notes.any_winds, more)))


def _dragon(notes: Notes, found: re.Match[str]) -> None:
    names = [{"r": "RED", "g": "GREEN"}.get(word[0], "SOAP") for word in re.findall(DRAGON, found["dragons"])]
    said = (" or " if re.search(r"\bor\b|/", found["dragons"]) else " and ").join(dict.fromkeys(names))
    notes.named_dragons = with_said(notes.named_dragons, Said(said, sizes_in(found[0])))


def _suits(notes: Notes, found: re.Match[str]) -> None:
    notes.suits = agreed("suits", notes.suits, tuple(map(as_number, re.findall(SUIT_COUNT, found["n"]))), ())


def _suit(notes: Notes, found: re.Match[str]) -> None:
    notes.fixed_suits[found["colour"]] = _SUITS[found["suit"]]


def _years(notes: Notes, found: re.Match[str]) -> None:
    first, last = int(found["first"]), int(found["last"] or found["first"])
    if last < first or last - first > 999:
        raise NoteError(f"years {first} to {last} is no span", "Write the earlier year first, as in [years 2000-2099].")
    notes.years = tuple(range(first, last + 1))


def _dragons(notes: Notes, found: re.Match[str]) -> None:
    said = found[0]
    matching = "match" in said or place_in(said) == "same"
    opposite = "opp" in said or place_in(said) == "other"
    if re.search(r"\bsame\b", said) and not matching:
        which = "same"
    elif place_in(said) == "third":
        which = "third suit"
    elif matching and opposite:
        which = f"matching {'or' if re.search(r'or|/', said) else 'and'} opposite"
    else:
        which = "matching" if matching else "opposite" if opposite else "any"
    of_suits = "" if which == "any" else r"(?! (?:suit|colou?r))"  # "dragons any 2 suits" are two dragons
    notes.count_dragons(map(as_number, re.findall(rf"\b{COUNT}\b{of_suits}", said)))
    _say_of_dragons(notes, found, which)


def _no_jokers_in(notes: Notes, found: re.Match[str]) -> None:
    """`no jokers in pungs`, `no jokers in 246 or 8s`."""
    for word in filter(None, re.split(r",|/|\b(?:and|or)\b|&|\s", found["where"])):
        notes.no_jokers_in += tuple(map(str, sizes_in(word))) or (word,)


def _named_winds(notes: Notes, found: re.Match[str]) -> None:
    notes.named_winds = tuple(dict.fromkeys(word[0] for word in re.findall(WIND, found["winds"])))


def _place(notes: Notes, found: re.Match[str]) -> None:
    """`pairs in third suit`, `pair any no. in any suit`: the letters say it; that they do is checked."""
    if (which := place_in(found[0])) == "any":
        notes.any_suit = found[0]
    elif which:
        notes.places += (Place(found[0], which, sizes_in(found[0]), "dragon" in found[0]),)


def _agrees(notes: Notes, found: re.Match[str]) -> None:
    """The card's own words for what the letters already say."""


_PLACE = rf"(?:{GROUP}|[1-9]s|(?=[a-z@]*[0-9])[0-9fnewsdrgxyz@]{{2,}}[abcpq*]?|news|year)"
_WHICH = r"(the|a|an|any|either|one|of|same)"
_OF = r"(match|matching|opp|opp\.|opposite|any|same)"
_ACTS: tuple[tuple[str, Callable[[Notes, re.Match[str]], object]], ...] = (
    (r"these numbers only", _fixed),  # the notation's own words first: for them no other pattern is compiled
    (r"any dragon", _dragons),
    (
        rf"(any )?((same|other) )?((?P<count>{COUNT}) )?((?P<parity>odd|even) )?(run|consec(utive|\.)?)( run)?"
        rf"( (?P<parity2>odd|even))?( of (?P<count2>{COUNT}))?"
        rf"( {NUMBERS})?( in (a )?run)?( by (?P<step>[234])('?s)?)?( {IN_SUITS})?",
        _run,
    ),
    (
        rf"(any )?(?P<groups>{GROUPS})( must be| are| in)?( any| a)?"
        rf"( (?P<count>{COUNT}))?( (?P<parity>odd|even))? (run|consec(utive|\.)?)( run)?( (?P<parity2>odd|even))?"
        rf"( {NUMBERS})?( in (a )?run)?( by (?P<step>[234])('?s)?)?( {IN_SUITS})?",
        _groups_run,
    ),
    (rf"(any )?(like )?(?P<groups>{GROUP}) any (?P<n>[1-9])", _what_of),
    (rf"pair any(?P<which> odd| even)?( {NUMBERS})?( in( the)? run)?", _pair),
    (r"any(?P<which> odd| even)? (nos?\.?|number)( in( the)? run)? may be( the)? (pair|paired|doubled?)", _pair),
    (r"others stay", _says("others_follow", False)),
    (rf"others {MATCH}( {_WHICH})*( {GROUP}| {NUMBERS})?", _agrees),
    (rf"dragons? {MATCH}( {_WHICH})*( (?P<of>{GROUP}))?( {NUMBERS})?( in suits?)?", _dragons_match),
    (
        rf"(any )?((like|same) )?(?P<groups>{GROUPS}) {MATCH}( {_WHICH})*( (?P<of>{GROUP})| (?P<number>{NUMBERS}))?"
        r"( in( the| a)? run)?",
        _matches,
    ),
    (
        rf"(any )?((like|same) )?(?P<groups>{GROUPS}) (must be |may be )?any"
        rf"( one| like)?(?P<number> {NUMBERS}) (in|of)( the| a)? run",
        _matches,
    ),
    (
        rf"(?P<any>any )?(like )?(?P<before>((any|like|even|odd|same) )*)"
        rf"(?P<groups>{GROUP}(( and|,|/| &|)? ?{GROUP})*)( must be| are| is)?"
        rf"( any (?P<each>{COUNT})( different| other)?(?= {NUMBERS}))?"
        rf"(?P<which>( like| any| even| odd| same| [1-9] ?(-|to) ?[1-9](?!\w)|,? or|,? and| &|,? ?[1-9]+('?s)?"
        rf"(?!\w)| nos?\.?| numbers?| only)*)"
        rf"( {IN_SUITS})?",
        _groups,
    ),
    (rf"(any )?like( {NUMBERS})?,?(?P<which> .*)?", _like),
    (rf"any(?P<which> (even|odd|369)( {NUMBERS})?)", _like),
    (r"(?P<which>[1-9]'?s?((,|/| and| or|,? &| ,)* ?[1-9]'?s?)*) only", _numbers_only),
    (rf"(any )?(?P<which>(even|odd)( {NUMBERS})?( only)?)", _only),
    (
        rf"any ((?P<count>{COUNT}) )?(different |other )?{NUMBERS}"
        r"(?P<which> (even|odd|[1-9][1-9 ,]*(or [1-9])?|[1-9] ?(-|to) ?[1-9]|(which|but|that) .*))?",
        _any,
    ),
    (rf"(these|this|only these)( {NUMBERS}| hands?| runs?)?( only)?|{NUMBERS} as printed", _fixed),
    (r"(x and y )?may match|(x, ?y )?same or different", _says("may_match")),
    (r"x ?(!=|<>|≠) ?y|different", _says("may_match", False)),
    (r"(?P<names>[xy](( and |, ?| )[xy])?)( ?= ?| in | is | any |:| )(?P<which>.+)", _domain),
    (r"z ?(=|in|is|any|:)? ?(?P<which>([news]|\bor\b|and|,|/|\s)+)", _winds),
    (
        rf"((any|use|in) )*(?P<n>{SUIT_COUNT}((,? or |, ?){SUIT_COUNT})*) (different )?suits?( only)?",
        _suits,
    ),
    (rf"({YEAR_WORD})( in)?( any)?( one| 1)? suits?", _says("year_any_suit")),
    (rf"({GROUP} )?(any|in any)( one)? suit", _place),
    (r"(any|in any) suits", _agrees),
    (
        rf"({GROUP} |dragons? )?(in )?(an? |the )?(opp(osite|\.)?|other|same|second|2nd)( one)? suits?",
        _place,
    ),
    (rf"({GROUP} )?(in )?(the )?(third|3rd)( one)? suit", _place),
    (r"(?P<colour>[abcpq]) ?(=|is|:)? ?(?P<suit>[bcd])(am|rak|ot|amboo|ircle|haracter)?s?", _suit),
    (r"years? ?(?P<first>\d{4})( ?(-|to) ?(?P<last>\d{4}))?", _years),
    (
        rf"({GROUP} )?((any|use|either) )?(?P<dragons>{DRAGON}(( dragons?)?(,? or |,? and | ?& ?|/){DRAGON})*)"
        rf"( {GROUP})?( dragons?)?( {GROUP})?( only)?",
        _dragon,
    ),
    (
        rf"({GROUPS} )?(of |in )?({COUNT} )?{_OF}(( or| and| &|/) ?{_OF})?( (of )?{COUNT})?( different| other)?"
        rf"( opp\.?| opposite)?( {GROUP})? dragons?( {GROUPS})?( {IN_SUITS})?",
        _dragons,
    ),
    (
        rf"({GROUP} )?({COUNT} )?dragons?( {GROUP})?( in)?( {_OF})(( or| and| &|/) ?{_OF})?( {COUNT})?"
        r"( suits?| colou?rs?| dragons?)?",
        _dragons,
    ),
    (
        rf"({GROUP} )?(in )?(the )?(third|3rd)[- ]suit('?s)? dragons?( {GROUP})?|({COUNT} )?different dragons",
        _dragons,
    ),
    (rf"({GROUP} )?dragons?( {GROUP})?( in| of)? (the )?(third|3rd)( one)? suit", _dragons),
    (
        rf"({GROUP} )?(in )?(the )?(opp(osite|\.)?|other|same|second|2nd)[- ]suit('?s)? dragons?( {GROUP})?",
        _place,
    ),
    (rf"({GROUPS} )?(in )?any( (?P<count>{COUNT}))?( different)?( {GROUP})? winds?( {GROUP})?", _any_winds),
    (r"soap as zero", _says("soap_as_zero")),
    (r"any flowers", _says("flowers_named")),
    (r"no jokers", _says("no_jokers")),
    (
        rf"no jokers? (in|for|on)( the)? (?P<where>{_PLACE}((,|/| and|,? or|,? &)? {_PLACE})*)( only)?",
        _no_jokers_in,
    ),
    (rf"(and |with |w/ ?|w )?(?P<winds>{WIND}(( and| or| ?[,/&-])+ ?{WIND})*)( only)?", _named_winds),
    (r"flowers (are |may be )?(wild|jokers)", _says("flowers_wild")),
    (r"no (jokerless )?bonus", _says("no_bonus")),
)


def gather(bracket_texts: Iterable[str], base: Notes | None = None) -> Notes:
    """All notes of several brackets together. Raises NoteError at the first that is not understood."""
    notes = base or Notes()
    for text in bracket_texts:
        for note in split_notes(text):
            add_note(notes, note)
    notes.narrow_groups()
    return notes
