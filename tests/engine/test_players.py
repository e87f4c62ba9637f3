"""Simulated players: sensible, lawful, repeatable."""

from importlib.resources import files
from random import Random

from engine.card import read_card
from engine.hands import HandTable, counts_of, fits
from engine.players import (
    MAH_JONGG,
    Exchange,
    choose_blind,
    choose_courtesy,
    choose_discard,
    choose_exchange,
    choose_pass,
    wants_call,
    wants_second_charleston,
)
from engine.tile import Tile, read_tile, read_tiles
from tests.bench.selfplay import WALL, play

TABLE = HandTable(read_card(files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")))
SMALL = HandTable(
    read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FF 11a 222a 3333a DDDa C 30\n3. NNNN EEEE WWWW SS X 25")
)


def racks(n: int, seed: int, size: int = 13) -> list[list[Tile]]:
    chance = Random(seed)
    return [chance.sample(WALL, size) for _ in range(n)]


def test_the_pass_is_three_tiles_of_the_rack_and_never_a_joker() -> None:
    """CHAR-03, CHAR-06."""
    for rack in racks(60, seed=1):
        passed = choose_pass(TABLE, rack)
        assert len(passed) == 3
        assert Tile.JOKER not in passed
        assert all(passed.count(tile) <= rack.count(tile) for tile in passed)


def test_with_too_few_naturals_fewer_tiles_are_passed() -> None:
    assert choose_pass(TABLE, [Tile.JOKER] * 8 + [Tile.B1] * 2) == (Tile.B1, Tile.B1)


def test_the_pass_keeps_what_the_hand_needs() -> None:
    rack = read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 9D 9C 6D")
    assert set(choose_pass(SMALL, rack)) == set(read_tiles("9D 9C 6D"))


def test_blind_and_courtesy_passes_stay_within_their_bounds() -> None:
    for rack in racks(40, seed=2):
        assert 0 <= choose_blind(TABLE, rack) <= 3
        offered = choose_courtesy(TABLE, rack)
        assert len(offered) <= 3
        assert Tile.JOKER not in offered
    near = read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B")
    assert choose_blind(SMALL, near) == 3
    assert choose_courtesy(SMALL, near) == ()
    assert not wants_second_charleston(SMALL, near)


def test_the_discard_is_a_tile_of_the_concealed_rack() -> None:
    exposures = [read_tiles("1B 1B J J")]
    tiles = read_tiles("F F 1B 1B J J 2B 2B 2B 2B 3B 3B 9D 3B")
    assert choose_discard(SMALL, tiles, exposures) is read_tile("9D")


def test_jokers_are_not_discarded_while_anything_can_be_won() -> None:
    for rack in racks(60, seed=3, size=14):
        tile = choose_discard(TABLE, rack)
        assert tile in rack
        assert tile is not Tile.JOKER


def test_a_player_gives_up_a_hand_whose_tiles_are_gone() -> None:
    rack = read_tiles("1B 1B 1B 1B 2B 2B 2B 2B 3B N N N E E")
    assert choose_discard(SMALL, rack) in read_tiles("N E")
    visible = counts_of([Tile.FLOWER] * 7)
    assert choose_discard(SMALL, rack, (), visible) in read_tiles("1B 2B 3B")


def test_a_discard_that_completes_the_hand_is_mah_jongg_even_a_single_or_a_pair() -> None:
    """CALL-05."""
    assert wants_call(SMALL, read_tiles("F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B 3B"), (), Tile.FLOWER) is MAH_JONGG


def test_a_call_exposes_a_group_of_the_hand_with_the_called_tile() -> None:
    tiles = read_tiles("F F 1B 1B 1B J 2B 2B 2B 3B 3B 9D 9D")
    exposure = wants_call(SMALL, tiles, (), read_tile("1B"))
    assert exposure is not None
    assert exposure is not MAH_JONGG
    assert exposure == read_tiles("1B 1B 1B 1B")
    assert fits(SMALL, [exposure])


def test_no_call_for_a_pair_and_none_for_a_joker() -> None:
    """CALL-03, DISC-03."""
    tiles = read_tiles("F 9D 9C 9B 5D N N N E E E W W")
    assert wants_call(SMALL, tiles, (), Tile.FLOWER) is None
    assert wants_call(SMALL, tiles, (), Tile.JOKER) is None


def test_every_call_leaves_a_hand_that_can_be_won() -> None:
    chance = Random(5)
    calls = 0
    for rack in racks(300, seed=4):
        tile = chance.choice(rack)
        answer = wants_call(TABLE, rack, (), tile, seed=7)
        if isinstance(answer, tuple):
            calls += 1
            assert tile in answer
            assert set(answer) <= {tile, Tile.JOKER}
            held = list(answer)
            held.remove(tile)
            assert all(held.count(t) <= rack.count(t) for t in held)
            assert fits(TABLE, [answer])
    assert calls > 5


def test_a_joker_is_taken_for_a_tile_that_is_not_needed_as_much() -> None:
    tiles = read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 3B 3B 3B 5D 3B")
    offered = [read_tiles("9C 9C J"), read_tiles("5D 5D J J")]
    assert choose_exchange(SMALL, tiles, (), offered) == Exchange(1, read_tile("5D"))
    assert choose_exchange(SMALL, tiles, (), offered[:1]) is None


def test_the_same_sight_and_seed_give_the_same_decision_and_seeds_differ() -> None:
    rack = racks(1, seed=6, size=14)[0]
    assert {choose_discard(TABLE, rack, seed=3) for _ in range(5)} == {choose_discard(TABLE, rack, seed=3)}
    assert play(TABLE, 11) == play(TABLE, 11)
    assert len({play(TABLE, seed).turns for seed in range(4)}) > 1


def test_whole_games_end_with_a_hand_of_the_card_or_an_empty_wall() -> None:
    results = [play(TABLE, seed) for seed in range(25)]
    assert sum(result.win is not None for result in results) >= 15
    for result in results:
        assert result.win is not None or result.turns > 60
