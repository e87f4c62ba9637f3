"""What the notes of a form make of its printed numbers and winds: which move, and together with which others.

Works on patterns only; suits, numbers and winds are chosen afterwards, in `compiling`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from engine.card.matching import Follow, Groups, PatternConflict, follows_of, led, words_of
from engine.card.notes import ALL_NUMBERS, GroupsMove, GroupsRun, Move, Notes, Said, said_of
from engine.card.pattern import GroupPattern, Kind, Symbol
from engine.tile import Tile

__all__ = ["PatternConflict", "digits_of", "moved"]


def moved(groups: Groups, notes: Notes) -> list[Groups]:
    """The groups with printed digits and winds turned into what the notes make of them; several ways where a pair may
    choose its number. Raises PatternConflict."""
    free = _free_suits(_any_wind(groups, notes), notes)
    return [way for named in _named_dragons(free, notes) for way in _moved(named, notes)]


def _moved(groups: Groups, notes: Notes) -> list[Groups]:
    notes = _pair_in_a_row(groups, notes)
    several = len(digits_of(groups)) > 1
    follows, apart = follows_of(groups, notes)
    followers = frozenset(i for follow in follows for i in follow.followers)
    for wanted in apart:
        groups = _move_groups(groups, wanted, several, notes)
    for running in notes.groups_run:
        groups = _run_groups(groups, running, notes)
    ways = _paired(groups, notes, follows, followers) if notes.pair_any else list(led(groups, follows))
    digits = digits_of([group for way in ways for group in way])
    return [_shifted(way, notes, digits) for way in ways]


def _pair_in_a_row(groups: Groups, notes: Notes) -> Notes:
    """`3369a 3333b 3333c [pair any 3, 6 or 9]`: where no pair stands alone it is the doubled number of the row."""
    if not _doubled(groups) or any(g.alike and len(g.symbols) == 2 and digits_of([g]) for g in groups):
        return notes
    pairs = [wanted for wanted in notes.groups_move if wanted.sizes == (2,)]
    if len(pairs) != 1:
        return notes
    others = tuple(wanted for wanted in notes.groups_move if wanted not in pairs)
    return replace(notes, groups_move=others, pair_any=True, pair_numbers=pairs[0].numbers)


def _paired(groups: Groups, notes: Notes, follows: Sequence[Follow], followers: frozenset[int]) -> list[Groups]:
    """`[pair any]`: the ways to choose the number of the pair."""
    if any(len(follow.leaders) > 1 for follow in follows):
        return list(led(groups, follows))  # 112233a 1111b 1111c: the pairs are printed, and the kongs choose
    pairs = [g for i, g in enumerate(groups) if i not in followers and g.all_of(Kind.NUMBER) and len(g.symbols) == 2]
    if not _doubled(groups) and len(pairs) == 1:  # "pair any no." of a pair that stands alone
        if notes.pair_in_run:
            return list(led(groups, (*follows, _of_the_run(groups, pairs[0]))))
        return list(led(_replaced(groups, pairs, Symbol(Kind.VARIABLE, 0, "pair")), follows))
    return _pair_variants(groups, notes, followers)


def _of_the_run(groups: Groups, pair: GroupPattern) -> Follow:
    """`pair any no. in run`: the pair takes one of the numbers that the other groups print."""
    places: dict[Symbol, tuple[int, int]] = {}
    for i, group in enumerate(groups):
        for j, symbol in enumerate(group.symbols) if group is not pair else ():
            if symbol.kind is Kind.NUMBER:
                places.setdefault(symbol, (i, j))
    if not places:
        raise PatternConflict("the note speaks of a run, and no number beside the pair is printed", "Drop the note.")
    return Follow(frozenset({groups.index(pair)}), tuple(places.values()))


def digits_of(groups: Sequence[GroupPattern]) -> list[int]:
    """The different printed numbers of a form, lowest first."""
    return sorted({s.value for g in groups for s in g.symbols if s.kind is Kind.NUMBER})


def _shifted(groups: Groups, notes: Notes, digits: Sequence[int]) -> Groups:
    """The printed digits as a run, as one like number or as any numbers. `digits`: those of all ways of the form."""
    if notes.move is Move.FIXED:
        return groups
    if not digits:
        if notes.groups_move:
            return groups
        raise PatternConflict(
            f"[{notes.move.value}] moves the printed digits, and there are none",
            "Print the line with digits, as in 11a 222a 3333a [run], or drop the note.",
        )
    if _stay_by_parity(notes, digits):
        return groups
    if notes.move is Move.LIKE and len(digits) > 1:
        raise PatternConflict(
            f"[like] stands for one number, but {', '.join(map(str, digits))} are printed", _in_letters(groups, notes)
        )

    if notes.move is Move.RUN:
        _check_run(digits, notes.step if notes.consecutive else 0, notes.parity)

    def move(symbol: Symbol) -> Symbol:
        if symbol.kind is not Kind.NUMBER:
            return symbol
        match notes.move:
            case Move.RUN:
                return Symbol(Kind.VARIABLE, symbol.value - digits[0], f"run{digits[0]}by{notes.step}")
            case Move.LIKE:
                return Symbol(Kind.VARIABLE, 0, "like")
            case _:
                return Symbol(Kind.VARIABLE, 0, f"any{symbol.value}")

    return tuple(replace(g, symbols=tuple(map(move, g.symbols))) for g in groups)


def _stay_by_parity(notes: Notes, digits: Sequence[int]) -> bool:
    """`1 3 5 7 9 [odds only]`: all there are, so that they stay as they are printed."""
    return notes.move is Move.LIKE and notes.said is None and len(digits) > 1 and tuple(digits) == notes.numbers


def _check_run(digits: Sequence[int], step: int, parity: int | None) -> None:
    """Raises PatternConflict unless the printed numbers are what the words say: `step` apart, 0 where the words do not
    say it; odd or even."""
    printed = ", ".join(map(str, digits))
    if parity is not None and any(digit % 2 == parity for digit in digits):
        raise PatternConflict(
            f"the note says {('odd', 'even')[parity]} numbers, and {printed} are printed",
            "Look once more at the numbers, or drop the word.",
        )
    if step and any(later - digit != step for digit, later in pairwise(digits)):
        raise PatternConflict(
            f"the note says consecutive numbers, and {printed} are printed",
            "Look once more at the numbers. Numbers two apart that move together are [run by 2].",
        )


def _run_groups(groups: Groups, wanted: GroupsRun, notes: Notes) -> Groups:
    """`[kongs any 2 consec. nos.]`: the groups of these sizes run, the others stay."""
    chosen = [g for g in groups if g.all_of(Kind.NUMBER) and len(g.symbols) in wanted.sizes]
    digits, words = digits_of(chosen), words_of(wanted.sizes)
    if not set(wanted.sizes) <= {len(g.symbols) for g in chosen}:
        digits = []  # one of them is not there
    if len(digits) < 2 or (wanted.count and wanted.count != len(digits)):
        said = f"{wanted.count} consecutive {words}" if wanted.count else f"a run of {words}"
        raise PatternConflict(
            f"the note says {said}, and {', '.join(map(str, digits)) or 'none'} are printed",
            "Print them with figures, the lowest first, or drop the note.",
        )
    if notes.move is not Move.FIXED and set(chosen) != {g for g in groups if digits_of([g])}:
        raise PatternConflict(
            f"one note moves the {words}, another all numbers", "Keep the one that the card prints, and drop the other."
        )
    _check_run(digits, wanted.step, wanted.parity)
    name, step = f"run{digits[0]}by{wanted.step}", digits[0]

    def move(symbol: Symbol) -> Symbol:
        return Symbol(Kind.VARIABLE, symbol.value - step, name) if symbol.kind is Kind.NUMBER else symbol

    return tuple(replace(g, symbols=tuple(map(move, g.symbols))) if g in chosen else g for g in groups)


def _replaced(groups: Groups, chosen: Sequence[GroupPattern], symbol: Symbol) -> Groups:
    return tuple(
        replace(g, symbols=tuple(symbol if s.kind is Kind.NUMBER else s for s in g.symbols)) if g in chosen else g
        for g in groups
    )


def _move_groups(groups: Groups, wanted: GroupsMove, several: bool, notes: Notes) -> Groups:
    """`[kongs 2, 4, 6 or 8]`, `[like pungs]`, `[quints any 2 nos.]`: only groups of these sizes move."""
    chosen = [g for g in groups if g.all_of(Kind.NUMBER) and len(g.symbols) in wanted.sizes]
    if chosen and (missing := set(wanted.sizes) - {len(g.symbols) for g in chosen}):
        raise PatternConflict(
            f"the note speaks of {words_of(missing)}, and none of numbers is printed", "Drop the word."
        )
    digits = digits_of(chosen)
    if len(digits) > 1 and (wanted.like or wanted.apart):  # 11a 33a 55a 11b 11c: those that are alone in their suits
        alone = [g for g in chosen if len(digits_of([h for h in groups if h.colour == g.colour])) == 1]
        chosen, digits = (alone, digits_of(alone)) if alone else (chosen, digits)
    words = words_of(wanted.sizes)
    if not chosen:
        return _limit_letters(groups, wanted, notes)
    if wanted.each:
        _check_each(words, wanted.each, digits)
        for digit in digits:
            of_digit = [g for g in chosen if digits_of([g]) == [digit]]
            groups = _replaced(groups, of_digit, Symbol(Kind.VARIABLE, 0, f"{wanted.name}.{digit}"))
        return groups
    if set(wanted.numbers) <= set(digits) and (len(wanted.numbers) == 1 or not wanted.chosen):
        return groups  # "pairs 8s only": said of what is printed
    listed = not wanted.chosen and not set(digits) <= set(wanted.numbers)
    if (len(wanted.numbers) == 1 or listed) and not wanted.like:
        raise PatternConflict(
            f"the note says {words} {', '.join(map(str, wanted.numbers))}, and {', '.join(map(str, digits))} printed",
            "Look once more at the numbers, or drop the note.",
        )
    if len(digits) > 1:
        raise PatternConflict(
            f"one number is meant for the {words}, but {', '.join(map(str, digits))} are printed",
            "Write the number that moves as x, with a note such as [x even], and leave the others as they are.",
        )
    if wanted.like and several and len(chosen) == 1:
        raise PatternConflict(
            f"{words} are called like, and there is only one: like what?",
            "Name every group that takes the same number, as in [like pung and kong any odd no.], or drop the word.",
        )
    if (wanted.like or notes.move is Move.LIKE) and not several:  # every number of the form is the like one
        chosen = list(groups)
    return _replaced(groups, chosen, Symbol(Kind.VARIABLE, 0, wanted.name))


def _check_each(words: str, count: int, printed: Sequence[object]) -> None:
    """Raises PatternConflict unless `count` numbers are printed, as the words promise."""
    if len(printed) != count:
        raise PatternConflict(
            f"the note says any {count} numbers of {words}, and {', '.join(map(str, printed))} "
            f"{'is' if len(printed) == 1 else 'are'} printed",
            "Look once more at the numbers, or drop the note.",
        )


def _limit_letters(groups: Groups, wanted: GroupsMove, notes: Notes) -> Groups:
    """`xxxxb xxxxc [kongs even]`: written with x already, and the words say what x may be."""
    written = [g for g in groups if len(g.symbols) in wanted.sizes and any(s.kind is Kind.VARIABLE for s in g.symbols)]
    if not written:
        raise PatternConflict(
            f"the note speaks of {words_of(wanted.sizes)}, and none of numbers is printed", "Drop the note."
        )
    letters = {s for g in written for s in g.symbols}
    if wanted.each:
        _check_each(words_of(wanted.sizes), wanted.each, sorted(s.name + str(s.value or "") for s in letters))
    if wanted.numbers == ALL_NUMBERS:
        return groups
    if len(letters) > 1 or any(s.value or s.name in notes.domains for s in letters):
        raise PatternConflict(
            f"the note on {words_of(wanted.sizes)} does not say which letter it is about", "Say it of x: [x even]."
        )
    name = next(iter(letters)).name

    def named(symbol: Symbol) -> Symbol:
        return replace(symbol, name=wanted.name) if symbol.name == name else symbol

    return tuple(replace(g, symbols=tuple(map(named, g.symbols))) for g in groups)


def _any_wind(groups: Groups, notes: Notes) -> Groups:
    """`11111a NNNN 22222b [any wind]`: the printed wind is any wind, unless Z stands for it already."""
    if any(s.kind is Kind.WIND for g in groups for s in g.symbols):
        return groups
    for n, sizes in notes.any_winds:
        winds = [g for g in groups if _is_wind(g) and (not sizes or len(g.symbols) in sizes)]
        kinds = sorted({s.value for g in winds for s in g.symbols})
        missing = set(sizes) - {len(g.symbols) for g in winds}
        if missing or len(kinds) != n:
            said = "any wind" if n == 1 else f"any {n} winds"
            printed = f"{len(kinds)} are printed in groups of their own" if kinds else "no wind is printed"
            printed = f"no {words_of(missing)} of winds are printed" if missing else printed
            raise PatternConflict(
                f"the note says {said}, and {printed}", "Write any wind as Z: ZZZZ; two as ZZZ1 ZZZ2."
            )
        named = len({s.name for g in groups for s in g.symbols if s.kind is Kind.WIND})
        names = {kind: Symbol(Kind.WIND, name=f"z{i or ''}") for i, kind in enumerate(kinds, named)}
        groups = tuple(
            replace(g, symbols=tuple(names[s.value] for s in g.symbols)) if g in winds else g for g in groups
        )
    return groups


def _is_wind(group: GroupPattern) -> bool:
    return group.all_of(Kind.TILE) and all(Tile.NORTH <= s.value <= Tile.SOUTH for s in group.symbols)


def _free_suits(groups: Groups, notes: Notes) -> Groups:
    """`[year any suit]`, `[matching or opposite dragon]`, `[same dragon]`: suits that a note decides."""
    dragons = [i for i, g in enumerate(groups) if any(s.kind is Kind.DRAGON for s in g.symbols)]
    years = [i for i, g in enumerate(groups) if any(s.kind is Kind.YEAR for s in g.symbols)]
    if notes.year_any_suit:
        if len(years) != 1:
            raise PatternConflict(
                "the note lets the year be in any suit, and there is not exactly one year on the line",
                "Put * behind the group that may be in any suit: 2026*.",
            )
        groups = _recoloured(groups, years, "*")
    which = {i: said_of(len(groups[i].symbols), notes.dragons) for i in dragons}
    either = [i for i in dragons if which[i] == "matching or opposite"]
    if any(said.what == "matching or opposite" for said in notes.dragons):
        if len(either) != 1:
            raise PatternConflict(
                "the note says matching or opposite, and there is not exactly one group of dragons",
                "Write the choice behind each group, DDDa|b, or write two forms with or.",
            )
        groups = _recoloured(groups, either, "*")
    free = [i for i in dragons if which[i] == "any"]
    groups = _any_dragons(groups, free) if free else groups
    same = [i for i in dragons if which[i] == "same"]
    return _same_dragons(groups, same) if any(groups[i].colour in ("", "*") for i in same) else groups


def _named_dragons(groups: Groups, notes: Notes) -> list[Groups]:
    """`[pair red dragons]`, `[kong red or green dragon]`: the ways to make each D the dragon that the words name. A D
    that they do not speak of is another one."""
    bare = [i for i, g in enumerate(groups) if not g.colour and any(s.kind is Kind.DRAGON for s in g.symbols)]
    ways: list[dict[int, Tile]] = [{}]
    for said in notes.named_dragons:
        meant = [i for i in bare if said_of(len(groups[i].symbols), notes.named_dragons) == said.what]
        ways = [way | more for way in ways for more in _named(groups, meant, said)]
    if not any(ways):
        return [groups]
    for way in tuple(ways):
        others = [dragon for dragon in (Tile.RED, Tile.GREEN, Tile.SOAP) if dragon not in way.values()]
        left = [i for i in bare if i not in way]
        ways.remove(way)
        ways += [way | dict(zip(left, more, strict=True)) for more in permutations(others, len(left))]
    return [_made(groups, way) for way in ways]


def _named(groups: Groups, places: Sequence[int], said: Said) -> list[dict[int, Tile]]:
    """The D at these places become the dragons named; where there is none, they have to be printed."""
    both = said.what.split(" and ")
    dragons = [Tile[name] for name in re.split(" and | or ", said.what)]
    if not places:
        printed = [{len(g.symbols) for g in groups if any(_is_dragon(s, d) for s in g.symbols)} for d in dragons]
        enough = all if len(both) > 1 else any
        if not enough(each and each.issuperset(said.sizes) for each in printed):
            raise PatternConflict(
                f"the note says {_words(said)}, and {'none is' if len(dragons) == 1 else 'they are not'} printed",
                "Write R for Red, G for Green, 0 for Soap.",
            )
        return [{}]
    if len(dragons) == 1:
        return [dict.fromkeys(places, dragons[0])]
    if len(places) != len(both):
        raise PatternConflict(
            f"it is not clear which of the {len(places)} groups of dragons are {_words(said)}",
            "Say of each group which it is, as in [kong red dragon, pair green dragon].",
        )
    return [dict(zip(places, way, strict=True)) for way in permutations(dragons, len(places))]


def _words(said: Said) -> str:
    return re.sub("[A-Z]+", lambda name: Tile[name[0]].words, said.what)


def _made(groups: Groups, dragons: dict[int, Tile]) -> Groups:
    symbols = {i: Symbol(Kind.ZERO) if d is Tile.SOAP else Symbol(Kind.TILE, d) for i, d in dragons.items()}
    return tuple(
        replace(g, symbols=tuple(symbols[i] if s.kind is Kind.DRAGON else s for s in g.symbols)) if i in symbols else g
        for i, g in enumerate(groups)
    )


def _same_dragons(groups: Groups, places: Sequence[int]) -> Groups:
    """`DDD NEWS DDD [same dragon]`: one dragon, and any."""
    if any(g.colour in ("p", "q") for g in groups):
        raise PatternConflict(
            "the note says the same dragon, and the letters p and q are taken",
            "Give dragons that are alike one letter.",
        )
    return _recoloured(groups, places, "p")


def _any_dragons(groups: Groups, dragons: Sequence[int]) -> Groups:
    """`DDDDb [any dragon]`: what the words say goes before the letters (CARD-15); groups of one letter stay alike."""
    letters = list(dict.fromkeys(groups[i].colour for i in dragons if groups[i].colour not in ("", "*")))
    several = [letter for letter in letters if sum(groups[i].colour == letter for i in dragons) > 1]
    if not several:
        return _recoloured(groups, [i for i in dragons if groups[i].colour in letters], "")
    if len(letters) > 2 or any(g.colour in ("p", "q") for i, g in enumerate(groups) if i not in dragons):
        raise PatternConflict(
            "the note says any dragon, and three letters say which",
            "Give dragons that are alike one letter, and leave the letter out behind the others.",
        )
    for letter, free in zip(letters, "pq", strict=False):
        groups = _recoloured(groups, [i for i in dragons if groups[i].colour == letter], free)
    return groups


def _is_dragon(symbol: Symbol, dragon: Tile) -> bool:
    return (symbol.kind is Kind.ZERO and dragon is Tile.SOAP) or (symbol.kind is Kind.TILE and symbol.value == dragon)


def _recoloured(groups: Groups, places: Sequence[int], colour: str) -> Groups:
    return tuple(replace(g, colour=colour) if i in places else g for i, g in enumerate(groups))


def _in_letters(groups: Groups, notes: Notes) -> str:
    """How to write a form in which some numbers stay and like pungs or kongs move: with x."""
    like = [g for g in groups if g.all_of(Kind.NUMBER) and len(g.symbols) >= 3]
    if len(digits_of(like)) != 1:
        return (
            "If these numbers are a run, write [run]; if any numbers, [any numbers]; if one of them moves, write it x."
        )
    text = " ".join("x" * len(g.symbols) + g.text[len(g.symbols) :] if g in like else g.text for g in groups)
    which = f" [x {' or '.join(map(str, notes.numbers))}]" if notes.numbers != ALL_NUMBERS else ""
    return f"Write the number that moves as x: {text}{which}"


def _doubled(groups: Groups) -> list[tuple[int, Symbol, list[Symbol]]]:
    """Groups of single numbers with one of them doubled: place, the double number, all numbers."""
    places = []
    for index, group in enumerate(groups):
        counts = Counter(s for s in group.symbols if s.kind in (Kind.NUMBER, Kind.VARIABLE))
        doubled = [s for s, n in counts.items() if n == 2]
        if len(counts) > 1 and len(doubled) == 1 and max(counts.values()) == 2:
            places.append((index, doubled[0], list(counts)))
    return places


def _pair_variants(groups: Groups, notes: Notes, followers: frozenset[int]) -> list[Groups]:
    """`112345a 1111b 1111c [pair any]`: any number of the run may be the paired one, and kongs of it follow; of
    `followers` a note says so."""
    places = _doubled(groups)
    if len(places) != 1:
        raise PatternConflict(
            "[pair any] needs exactly one group of single numbers with one of them doubled",
            "Write it with the first number doubled, as in 112345a 1111b 1111c [run, pair any]; where several pairs "
            "are printed, as in 112233a 1111b 1111c, say what takes the number of one of them: [kongs match pair].",
        )
    index, printed, numbers = places[0]
    variants = []
    for paired in numbers:
        if paired.kind is Kind.NUMBER and paired.value not in notes.pair_numbers:
            continue
        mixed = tuple(s for n in numbers for s in ((n, n) if n == paired else (n,)))
        way = []
        for other, group in enumerate(groups):
            if other == index:
                way.append(replace(group, symbols=mixed))
            elif notes.others_follow or other in followers:
                way.append(replace(group, symbols=tuple(paired if s == printed else s for s in group.symbols)))
            else:
                way.append(group)
        variants.append(tuple(way))
    return variants
