"""What a discard, a draw, a call and a pass leave: agreement with the ranking."""

from random import Random

import numpy as np

from engine.card import read_card
from engine.hands import (
    HandTable,
    calls_judged,
    counts_of,
    discards_judged,
    draws_judged,
    passes_judged,
    rank,
)
from engine.hands.ranking import FAR
from engine.tile import Tile, codes, read_tile, read_tiles
from tests.racks import near_rack, practice, small


def test_rank_lists_every_line_once_with_exact_distance_and_needs_that_finish_it() -> None:
    table, chance = practice(), Random(9)
    for _ in range(60):
        rack = near_rack(chance.choice(table.hands), chance, 13)
        ranking = rank(table, rack)
        assert [c.line.name for c in ranking] != []
        assert {c.line.name for c in ranking} == {line.name for line in table.lines}
        assert [c.missing for c in ranking if c.alive] == sorted(c.missing for c in ranking if c.alive)
        nearest = dict(
            zip(
                (table.lines[i].name for i in sorted(set(table.line_of.tolist()))),
                np.minimum.reduceat(table.missing(counts_of(rack)), table.first_of_line).tolist(),
                strict=True,
            )
        )
        for c in ranking[:5]:
            assert c.missing == len(c.needs)
            if c.alive:
                assert c.missing == nearest[c.line.name]
            assert c.hand is not None
            complete = counts_of([*rack, *c.needs])
            h = table.hands.index(c.hand)
            assert table.missing(complete)[h] == 0


def test_rank_says_why_a_line_is_dead() -> None:
    table = HandTable(read_card("== T ==\n1. 22a 444a 666a 888a DDDa X 25\n2. FFFF 11111a 22222b X 40"))
    rack = read_tiles("4B 4B 4B 6B 6B 6B 8B 8B 8B GD GD GD 2B")
    seen = read_tiles("2B 2B 2B 2C 2C 2C 2D 2D 2D")
    ranking = rank(table, rack, seen=seen)
    dead = next(c for c in ranking if c.line.number == 1)
    assert not dead.alive
    assert "2 Bam" in dead.why or "2 Crak" in dead.why or "2 Dot" in dead.why
    assert ranking[0].line.number == 2


def test_rank_puts_lines_that_exposures_rule_out_last() -> None:
    ranking = rank(small(), read_tiles("F F 2B 2B 2B WD WD WD 2C 2C 6C 6C 6C"), [read_tiles("2B 2B 2B")])
    assert ranking[0].line.name == "Small 1"
    assert (ranking[-1].hand, ranking[-1].alive) == (None, False)
    assert "nothing may stand exposed" in next(c.why for c in ranking if c.line.number == 4)


def test_discards_judged_names_the_stranger_first() -> None:
    rack = read_tiles("F F 2B 2B 2B WD WD WD 2C 2C 2C 6C 6C 9D")
    first = discards_judged(small(), rack)[0]
    assert (first.tile, first.missing) == (read_tile("9D"), 1)
    assert set(first.useful) >= {read_tile("6C"), Tile.JOKER}
    assert first.outs == sum(t.copies - rack.count(t) for t in first.useful)


def test_discards_judged_agree_with_the_ranking_of_what_is_left() -> None:
    table, chance = practice(), Random(10)
    for _ in range(15):
        rack = near_rack(chance.choice(table.hands), chance)
        for judged in discards_judged(table, rack):
            rest = rack.copy()
            rest.remove(judged.tile)
            assert judged.missing == rank(table, rest)[0].missing
            for tile in Tile:
                nearer = int(table.missing(counts_of([*rest, tile])).min()) < judged.missing
                assert nearer == (tile in judged.useful)


def test_a_discard_is_gone_for_who_made_it() -> None:
    table = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. EE 1111a 2222a 3333a X 25"))
    rack = read_tiles("F F E 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B")
    judged = {j.tile: j.missing for j in discards_judged(table, rack, seen=read_tiles("F F F F F F E E"))}
    assert (judged[read_tile("E")], judged[read_tile("F")]) == (1, 2)
    judged = {j.tile: j.missing for j in discards_judged(table, rack, seen=read_tiles("F F F F F F E E E"))}
    assert judged[read_tile("F")] == FAR


def test_draws_judged_agree_with_the_ranking() -> None:
    table, chance = practice(), Random(11)
    rack = near_rack(chance.choice(table.hands), chance, 13)
    assert dict(draws_judged(table, rack)) == {
        t: int(table.missing(counts_of([*rack, t])).min()) for t in Tile if rack.count(t) < t.copies
    }


def test_what_lies_elsewhere_is_neither_hoped_for_nor_counted_on() -> None:
    table = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25"))
    rack, called = read_tiles("F F 1B 1B 1B 2B 2B 2B 2B 3B 3B 9D 9D"), read_tile("1B")
    drawn = dict(draws_judged(table, rack, (), read_tiles("3B 3B J J J J J J J J")))
    assert (drawn[called], read_tile("3B") in drawn, Tile.JOKER in drawn) == (2, False, False)
    without_flowers = read_tiles("F 1B 1B 1B 2B 2B 2B 2B 3B 3B 9D 9D 9D")
    assert calls_judged(table, without_flowers, (), called, read_tiles("F F F F F F"))
    assert not calls_judged(table, without_flowers, (), called, read_tiles("F F F F F F F"))
    assert all(n == FAR for _, n in draws_judged(table, without_flowers, (), read_tiles("F F F F F F F")))


def test_calls_judged_lists_every_exposure_of_a_called_tile() -> None:
    table = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FFF 111a 222b 33b DDDb X 25"))
    rack = read_tiles("F F 1B 1B J 2B 2B 2B 2B 3B 3B 9D 9D")
    judged = calls_judged(table, rack, (), read_tile("1B"))
    assert [codes(j.exposure) for j in judged][:2] == ["1B 1B 1B J", "1B 1B 1B"]
    assert (
        judged[0].missing
        == table.after([judged[0].exposure]).missing(counts_of(read_tiles("F F 2B 2B 2B 2B 3B 3B 9D 9D"))).min()
    )
    assert judged[0].missing == 2
    assert calls_judged(table, rack, (), read_tile("9D")) == ()
    assert calls_judged(table, rack, (), Tile.JOKER) == ()


def test_passes_judged_agree_with_ranking_what_is_left() -> None:
    table, chance = practice(), Random(12)
    rack = near_rack(chance.choice(table.hands), chance, 13)
    judged = passes_judged(table, rack)
    assert {len(j.tiles) for j in judged} == {3}
    assert not any(Tile.JOKER in j.tiles for j in judged)
    assert [j.missing for j in judged] == sorted(j.missing for j in judged)
    for j in chance.sample(judged, min(40, len(judged))):
        rest = rack.copy()
        for tile in j.tiles:
            rest.remove(tile)
        assert j.missing == int(table.missing(counts_of(rest)).min())


def test_a_tile_that_lies_on_the_table_four_times_is_no_out() -> None:
    pungs = HandTable(read_card("== T ==\n1. 55a 777a 9999a NNNNN X 25"))
    rack = read_tiles("5B 5B 7B 7B 9B 9B 9B 9B N N N J J 1C")
    judged = {j.tile: j for j in discards_judged(pungs, rack, (), read_tiles("7B 7B"))}
    plain = {j.tile: j for j in discards_judged(pungs, rack)}
    assert (judged[Tile.C1].missing, plain[Tile.C1].missing) == (1, 1)
    assert plain[Tile.C1].outs - judged[Tile.C1].outs == 2
