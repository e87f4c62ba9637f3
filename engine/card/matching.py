"""Groups that take the number of another group: `[kongs match pair]`, `[kongs any no. in run]`.

Works on printed forms: which groups follow, and at which places stand the numbers that they may take. Wherever those
numbers move afterwards, the followers go with them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from engine.card.notes import ALL_NUMBERS, SIZE_OF, GroupsMove, Match, Move, Notes
from engine.card.pattern import GroupPattern, Kind, Symbol
from engine.card.values import HAND_SIZE

Groups = tuple[GroupPattern, ...]
Place = tuple[int, int]  # group, symbol
ANY_NUMBER = tuple(range(1, HAND_SIZE))  # of a match: however many times it is printed
_MOVABLE = (Kind.NUMBER, Kind.VARIABLE)


class PatternConflict(ValueError):
    """The groups and the notes of an alternative do not go together."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(frozen=True, slots=True)
class Follow:
    """`followers`: the groups that take a number, all the same. `leaders`: one place for each number they may take."""

    followers: frozenset[int]
    leaders: tuple[Place, ...]


def follows_of(groups: Groups, notes: Notes) -> tuple[tuple[Follow, ...], tuple[GroupsMove, ...]]:
    """What the notes let follow what, and the notes that move groups for themselves. Raises PatternConflict where the
    printed groups do not fit the words."""
    wanted: dict[tuple[int, ...], tuple[int, ...]] = {}
    matched = {size for match in notes.matches for size in match.sizes}
    matches, apart = list(notes.matches), []
    for note in notes.groups_move:
        if not note.each and set(note.sizes) <= matched:
            continue  # "like kongs 3 or 6, kongs match pair": it only says which of the pairs
        if not note.each and set(note.sizes) & matched:
            raise PatternConflict(
                f"one note says what the {words_of(note.sizes)} may be, another what some of them match",
                "Say it of each: [pungs 1 or 2, kongs match pair].",
            )
        if notes.move is Move.RUN and not note.each and _chosen_in_run(groups, note):
            matches.append(Match(note.sizes, ANY_NUMBER))
        else:
            apart.append(note)
    for match in sorted(matches, key=lambda match: match.of == ANY_NUMBER):  # what is printed alike follows alike
        sizes = set(match.sizes)
        others = {size for of, taken in wanted.items() if of != match.of for size in taken}
        if match.of == ANY_NUMBER:
            sizes -= others  # the number of a pair is one of the numbers
        if sizes & others:
            raise PatternConflict(
                f"two notes say what the {words_of(sorted(sizes & others))} match",
                "Drop one, or write two forms with or.",
            )
        if sizes:
            wanted[match.of] = tuple(sorted({*wanted.get(match.of, ()), *sizes}))
    follows = (_follow(groups, Match(sizes, of), notes) for of, sizes in wanted.items())
    return tuple(follow for follow in follows if follow is not None), tuple(apart)


def led(groups: Groups, follows: Sequence[Follow]) -> Iterator[Groups]:
    """The groups with every follower taking the number of one of its leaders, each way once."""
    seen = set()
    for places in product(*(follow.leaders for follow in follows)):
        taken = list(groups)
        for follow, (group, symbol) in zip(follows, places, strict=True):
            number = groups[group].symbols[symbol]
            for i in follow.followers:
                taken[i] = replace(groups[i], symbols=(number,) * len(groups[i].symbols))
        way = tuple(taken)
        if way not in seen:
            seen.add(way)
            yield way


def _chosen_in_run(groups: Groups, wanted: GroupsMove) -> bool:
    """`[run, kongs 1, 2 or 3]` beside a printed 1, 2, 3: the kongs take a number of the run, wherever the run goes."""
    chosen = {g.symbols[0] for g in groups if _follows(g, wanted.sizes)}
    printed = {s.value for s in chosen if s.kind is Kind.NUMBER}
    if not printed or (set(wanted.numbers) <= printed and (len(wanted.numbers) == 1 or not wanted.chosen)):
        return False  # written with x, or said of what is printed
    others = {s.value for g in groups if not _follows(g, wanted.sizes) for s in g.symbols if s.kind is Kind.NUMBER}
    if wanted.numbers == ALL_NUMBERS or not set(wanted.numbers) <= others:
        words = words_of(wanted.sizes)
        raise PatternConflict(
            f"the other numbers run, and it is not clear which numbers the {words} may be",
            f"If a number of the run, write [{words} any no. in run]; if the number of a pair, [{words} match pair]"
            "; if it is free of the run, write it x: xxxxb [x even].",
        )
    return True


def words_of(sizes: Collection[int]) -> str:
    return " and ".join(word for word, size in SIZE_OF.items() if size in sizes)


def _follows(group: GroupPattern, sizes: Sequence[int]) -> bool:
    return group.all_of(*_MOVABLE) and len(group.symbols) in sizes


def _follow(groups: Groups, match: Match, notes: Notes) -> Follow | None:
    """None: what is printed says it all."""
    followers = [i for i, g in enumerate(groups) if _follows(g, match.sizes)]
    numbers = {groups[i].symbols[0] for i in followers}
    if not match.of:  # "kongs match": each other
        if not numbers:
            words = words_of(match.sizes)
            raise PatternConflict(f"the note speaks of {words}, and none of numbers is printed", "Drop the note.")
        if len(numbers) > 1:
            raise PatternConflict(
                f"the {words_of(match.sizes)} do not match: {_listed(numbers)} are printed",
                "Print them with one number, or drop the note.",
            )
        return None
    places = _leaders(groups, followers, match.of)
    of = "number" if match.of == ANY_NUMBER else words_of(match.of).removesuffix("s")
    said = f"the note says {words_of(match.sizes)} match {of}"
    if not followers:
        _check_inside(groups, match, notes, said)
        return None
    if not places:
        raise PatternConflict(f"{said}, and no {of} of numbers is printed", "Drop the note, or look at the groups.")
    limited = _limited(match, notes)
    if numbers == set(places) and len(numbers) > 1 and limited == ALL_NUMBERS:
        return None  # each kong has its pair
    if len(numbers) > 1:
        if len(places) == 1:  # "pair matches kongs" where several pairs are printed: the kongs choose
            leaders = [i for i, g in enumerate(groups) if _follows(g, match.of)]
            if leaders and next(iter(places)) in numbers:
                return Follow(frozenset(leaders), tuple(_leaders(groups, leaders, match.sizes).values()))
        raise PatternConflict(
            f"{said}, one number, but {_listed(numbers)} are printed",
            "Write every way as a form of its own, with or between them.",
        )
    (number,) = numbers
    free = _is_free(number, groups, followers)
    if number not in places and not free:
        raise PatternConflict(
            f"{said}, but {_listed(numbers)} is printed and the {of}s are {_listed(set(places))}",
            f"Print the {words_of(match.sizes)} with the number of one {of}; the note lets them take the others.",
        )
    own = notes.domains.get(number.name, ALL_NUMBERS) if free else ALL_NUMBERS
    allowed = tuple(n for n in limited if n in own)
    _check_limit(groups, allowed, places, notes, said)
    chosen = tuple(p for symbol, p in places.items() if symbol.kind is Kind.VARIABLE or symbol.value in allowed)
    if not chosen:
        raise PatternConflict(
            f"{said}, and none of {_listed(set(places))} is among the numbers allowed",
            f"Allow one that is printed, or drop the note about {words_of(match.sizes)}.",
        )
    return Follow(frozenset(followers), chosen)


def _leaders(groups: Groups, followers: Sequence[int], of: Sequence[int]) -> dict[Symbol, Place]:
    """Numbers that stand so many times in one of the other groups: 11, or the ones of 11233a, are a pair."""
    places: dict[Symbol, Place] = {}
    for i, group in enumerate(groups):
        for symbol, n in Counter(group.symbols).items() if i not in followers else ():
            if symbol.kind in _MOVABLE and n in of:
                places.setdefault(symbol, (i, group.symbols.index(symbol)))
    return places


def _check_inside(groups: Groups, match: Match, notes: Notes, said: str) -> None:
    """A pair inside a mixed group cannot follow, but may agree already: `112345a 1111b`, pair matches kongs. Where
    another note moves one of them, it does no more."""
    inside = set(_leaders(groups, [], match.sizes))
    sizes = {*match.sizes, *match.of}
    moved = (notes.pair_any and 2 in sizes) or any(sizes & {*note.sizes} for note in notes.groups_move)
    if inside and inside <= set(_leaders(groups, [], match.of)) and not moved:
        return
    raise PatternConflict(
        f"{said}, and that is not what is printed",
        f"Print {words_of(match.sizes)} of numbers, or drop the note; a letter behind D says which dragon it is.",
    )


def _limited(match: Match, notes: Notes) -> tuple[int, ...]:
    """The numbers that other notes leave to the followers, `[like kongs 3 or 6, kongs match pair]`."""
    allowed = set(ALL_NUMBERS)
    for wanted in notes.groups_move:
        if not wanted.each and set(wanted.sizes) <= set(match.sizes):
            allowed &= set(wanted.numbers)
    return tuple(sorted(allowed))


def _check_limit(groups: Groups, limited: tuple[int, ...], places: Iterable[Symbol], notes: Notes, said: str) -> None:
    """A choice among printed numbers is clear where they stay, and in a run where it names printed ones."""
    if limited == ALL_NUMBERS or (notes.move is Move.FIXED and all(s.kind is Kind.NUMBER for s in places)):
        return
    printed = {s.value for g in groups for s in g.symbols if s.kind is Kind.NUMBER}
    if notes.move is Move.RUN and set(limited) <= printed and all(s.kind is Kind.NUMBER for s in places):
        return
    raise PatternConflict(
        f"{said}, and which numbers that leaves is not clear where the numbers move",
        "Write every way as a form of its own, with or between them, or drop one of the notes.",
    )


def _is_free(number: Symbol, groups: Groups, followers: Sequence[int]) -> bool:
    """An x that stands in the followers only."""
    others = {s.name for i, g in enumerate(groups) if i not in followers for s in g.symbols}
    return number.kind is Kind.VARIABLE and number.value == 0 and number.name not in others


def _listed(symbols: set[Symbol]) -> str:
    return ", ".join(sorted(str(s.value) if s.kind is Kind.NUMBER else f"{s.name}{s.value or ''}" for s in symbols))
