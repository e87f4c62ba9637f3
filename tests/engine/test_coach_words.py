"""What the coach says is English, says each thing once, and does not mislead whoever knows the rules only a little."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import (
    Act,
    Advice,
    Handed,
    Known,
    Why,
    advise_call,
    advise_discard,
    advise_exchange,
    advise_pass,
    advise_switch,
    hands_in_reach,
    reach_of_line,
    safe_discards,
    why_not,
)
from engine.coaching.choosing import Mind, calls
from engine.hands import HandTable
from engine.tile import Seat, Tile, read_tile, read_tiles
from engine.turn import Discard
from tests.bench.ladder import LAKESIDE
from tests.bench.players import Player, Strength
from tests.bench.tables import play, shuffled
from tests.coached import SMALL, TABLE, known as of_first

NAMES = ("", "Olive", "Pearl", "Hazel")


def known(rack: str, **more: object) -> Known:
    return of_first(rack, **({"names": NAMES} | more))


def shown(*groups: str, seat: Seat = Seat.P1) -> tuple[tuple[tuple[Tile, ...], ...], ...]:
    return tuple(tuple(read_tiles(g) for g in groups) if s is seat else () for s in Seat)


def lying(tiles: str) -> tuple[Discard, ...]:
    return tuple(Discard(tile, Seat.P3) for tile in read_tiles(tiles))


def says(mine: Known, line: int) -> str:
    found = reach_of_line(mine, SMALL.lines[line])
    assert found is not None
    return found.says


def test_tiles_of_which_none_has_been_shown_are_not_told_as_rare() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 9D 9C")
    assert "still unseen" not in says(mine, 0)
    assert "Only 2 × 3 Bam are still unseen." in says(replace(mine, discards=lying("3B")), 0)


def test_what_may_be_called_is_told_with_what_it_takes() -> None:
    far = known("F F 1B 1B 1B 2B 2B 2B 2B 3B 3B 9D 9C")
    assert says(far, 0).endswith("All of them belong to groups that may be called.")
    assert says(replace(far, rack=read_tiles("F F 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 3B")), 0).endswith("It may be called.")


def test_the_last_tile_of_a_concealed_line_or_a_pair_may_be_called() -> None:
    concealed = known("F F 1B 1B 2B 2B 2B 3B 3B 3B 3B GD GD")
    assert "It is concealed, but its last tile may be called." in says(concealed, 1)
    pair = known("F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 3B")
    assert says(pair, 0).endswith("No joker helps for Flower (single or pair), but it may be called, for it wins.")
    farther = replace(pair, rack=read_tiles("F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 9D"))
    assert says(farther, 0).endswith("and a call for it must win.")


def test_of_several_singles_a_call_is_for_one_of_them() -> None:
    mine = known("F 1B 2B 2B 2B 3B 3B 3B 3B GD GD GD 9D")
    assert "for 1 Bam and Flower (single or pair), and a call for one of them must win." in says(mine, 1)


def test_a_concealed_line_is_gone_because_something_is_shown() -> None:
    mine = known("F F 2B 2B 2B 3B 3B 3B 3B 9D", exposures=shown("1B 1B 1B 1B"))
    said = why_not(mine, SMALL.lines[1]).says
    assert said == "T 2 cannot be finished any more: it is concealed, and you show 4 × 1 Bam."
    assert "it has no place for 4 × 1 Bam on show" in why_not(mine, SMALL.lines[2]).says


def test_a_line_that_wants_fewer_than_are_held_is_no_reason_to_keep_one() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B F")
    reasons = why_not(replace(mine, rack=read_tiles("F F F 1B 1B 1B 2B 2B 2B 9D 9C N E W")), Tile.FLOWER).reasons
    assert not [r for r in reasons if r.kind is Why.SERVES]
    kept = why_not(mine, read_tile("1B")).reasons
    assert [r.numbers for r in kept if r.kind is Why.SERVES and r.line is SMALL.lines[0]] == [(4, 4)]


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ("9D 6D 9C", "9 Dot, 6 Dot and 9 Crak serve you still less."),
        ("9D", "9 Dot serves you still less."),
        ("", "None of your tiles can well be spared."),
    ],
)
def test_what_serves_still_less_is_said_of_one_or_of_several(
    tiles: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = Advice(Act.PASS, read_tiles(tiles), "")
    monkeypatch.setattr("engine.coaching.asking.advise_pass", lambda _: passed)
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 9D 9C 6D 8C", stage=Stage.FIRST_RIGHT)
    assert why_not(mine, read_tile("8C")).says == told


def test_one_joker_is_told_as_one() -> None:
    rack = "F F 1B 1B 1B 1B 2B 2B 2B J 9D 9C 6D"
    assert advise_pass(known(rack), Stage.FIRST_RIGHT).says.endswith(" Keep the joker: it may never be passed.")
    two = known(rack.replace("2B J", "J J"))
    assert advise_pass(two, Stage.FIRST_RIGHT).says.endswith(" Keep the jokers: they may never be passed.")


def test_a_switch_says_what_makes_the_other_line_better() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 9D N")
    assert advise_switch(mine, SMALL.lines[1]).says == "Switch to T 1: T 2 lacks 6 tiles, and T 1 lacks 3."


def test_an_exchange_is_given_a_reason() -> None:
    mine = known("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B N", drawn=True, turn=Seat.P1)
    advice = advise_exchange(replace(mine, exposures=shown("N N N J", seat=Seat.P2)))
    assert advice.act is Act.EXCHANGE
    assert advice.says == (
        "Give North for the joker in the exposure of Olive: a joker may stand in any group of three or more."
    )


def test_a_hopeless_hand_is_told_to_play_safe() -> None:
    theirs = shown("1D 1D 1D 1D", "2D 2D 2D 2D", seat=Seat.P2)
    mine = known("3D N E W S RD WD 9C 8C 7C 6C 5C 4B 3C", exposures=theirs, wall=8, drawn=True)
    advice = advise_discard(mine)
    assert advice.chance < 0.005
    assert advice.says.endswith("you can hardly win any more, and no hand that shows wants it.")
    assert "away" not in advice.says
    assert advice.tiles != read_tiles("3D")
    assert "hardly" not in advise_discard(replace(mine, exposures=shown(), wall=60)).says


def test_a_joker_that_is_discarded_for_safety_is_not_told_as_useless() -> None:
    lakeside = HandTable(read_card(LAKESIDE.read_text(encoding="utf-8")))
    theirs = ((), groups("N N J J"), (), groups("W W W"))
    rack = read_tiles("1B 2B 7B 8B 1C 5C 7C 9C 5D 6D 7D 9D J J")
    mine = Known(lakeside, Seat.P1, rack, exposures=theirs, wall=31, drawn=True, names=NAMES)
    advice = advise_discard(mine)
    assert advice.tiles == (Tile.JOKER,)
    assert advice.says == "Discard Joker: you can hardly win any more, and nobody can call it."


def test_a_group_that_only_concealed_lines_have_is_told_as_that() -> None:
    table = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. 555a 666a 77a 888a DDDa C 30"))
    mine = replace(known("5B 5B J 6B 6B 7B 7B 8B 8B 8B GD N E"), table=table, offered=read_tile("5B"))
    advice = advise_call(mine, read_tile("5B"))
    assert advice.says == "Let 5 Bam go: no line that may be exposed has such a group."


def test_nothing_is_shown_for_a_hand_that_can_hardly_be_won() -> None:
    theirs = shown("1D 1D 1D 1D", "2D 2D 2D 2D", seat=Seat.P2)
    mine = known("1B 1B 1B 2B 2B 3B F 9D 9C 8C 7C RD WD", exposures=theirs, wall=10, offered=read_tile("1B"))
    advice = advise_call(mine, read_tile("1B"))
    assert calls(Mind(mine), read_tile("1B"))[0].tiles, "it brings a little"
    assert (advice.act, advice.tiles) == (Act.LET_GO, ())
    assert advice.says == ("Let 1 Bam go: you can hardly win any more, and a group on show would only help the others.")
    assert advice_early(mine).act is Act.CALL


def advice_early(mine: Known) -> Advice:
    rack = read_tiles("1B 1B 1B F F 2B 2B 2B 2B 3B 3B 9D WD")
    return advise_call(replace(mine, rack=rack, wall=60, exposures=shown()), read_tile("1B"))


def test_a_danger_is_told_once_and_with_what_the_charleston_told() -> None:
    theirs = shown("1B 1B 1B 1B", seat=Seat.P3)
    mine = known(
        "F 2B 3B 3B N N N E E W W S 9D 9C", exposures=theirs, received=(Handed(Seat.P3, read_tiles("2B")),), wall=40
    )
    advice = why_not(mine, read_tile("2B"))
    told = next(s.says for s in safe_discards(mine) if s.tile is read_tile("2B"))
    assert told == "Pearl may want it for T 1. Pearl passed you one in the Charleston."
    assert advice.says.count("Pearl may want it") == 1
    assert told in advice.says


def test_who_is_the_greatest_danger_is_named_first() -> None:
    theirs = (groups("N N N N", "E E E E", "W W W W"), groups("2B 2B 2B J"), groups("1B 1B 1B J", "2B J J J"), ())
    advice = advise_discard(known("3B 3B", exposures=theirs, wall=30, drawn=True))
    assert advice.tiles == read_tiles("3B")
    assert [r.seat for r in advice.reasons if r.kind is Why.WANTED_BY] == [Seat.P3, Seat.P2]


def groups(*each: str) -> tuple[tuple[Tile, ...], ...]:
    return tuple(read_tiles(g) for g in each)


# What is said at whole tables.

_WRONG = (
    (re.compile(r"\babout under\b"), "a chance is about a number, or under one"),
    (re.compile(r" and [^.,:]* serves you"), "several serve"),
    (re.compile(r"\bOnly [02-9] [^.]*\bis\b|\bOnly 1 [^.]*\bare\b"), "one is, several are"),
    (re.compile(r"\b1 (?:tiles|lines|jokers|more lines)\b|\b(?:[02-9]|\d\d) (?:tile|line|joker)\b(?! of)"), "number"),
    (re.compile(r"(under 1|\b\d+) in 100, (?:against|after [^.]*?) \1 in 100"), "nothing is compared"),
    (re.compile(r"  |\.\.| [.,:]|: *\.|nothing"), "a gap"),
    (re.compile(r"(?:^|[.!] )[a-z]"), "a sentence begins with a capital"),
)


def told(known: Known, what: str, tile: Tile | None) -> Iterator[str]:
    line = known.table.lines[sum(known.rack) % len(known.table.lines)]
    advices = [why_not(known, line), advise_switch(known, line)]
    if what == "pass":
        advices += [advise_pass(known), advise_pass(known, Stage.COURTESY), advise_pass(known, Stage.VOTE)]
    elif what == "call" and tile is not None:
        advices += [advise_call(known, tile)]
    else:
        advices += [advise_discard(known), advise_exchange(known)]
        yield from (s.says for s in safe_discards(known))
    if what != "call":
        advices += [why_not(known, t) for t in dict.fromkeys(known.rack)]
    yield from (a.says for a in advices)
    yield from (r.says for r in hands_in_reach(known, 3))


def test_at_whole_tables_every_sentence_is_english_and_said_once() -> None:
    heard: list[str] = []

    def watch(known: Known, what: str, tile: Tile | None) -> None:
        if (len(known.discards) + known.seat) % 5 == 0:
            heard.extend(told(replace(known, names=NAMES), what, tile))

    pair = Player(Strength.COACH), Player(Strength.RANDOM)
    for seed in range(2):
        play(TABLE, shuffled(seed), [pair[seat % 2] for seat in range(4)], watch)
    assert len(heard) > 1000
    for said in heard:
        assert said.endswith("."), said
        sentences = said.removesuffix(".").split(". ")
        assert len(set(sentences)) == len(sentences), said
        for pattern, why in _WRONG:
            assert not pattern.search(said), (why, said)
