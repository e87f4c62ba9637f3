"""Where tiles stand and who is dealt which: WALL-05 ... WALL-11, DEAL-01 ... DEAL-05, under C-02 and C-03."""

import pytest

from engine.layers import Game, Laid, Opening, State
from engine.rules.ruleset import LEAGUE, RuleSet, ruleset
from engine.rules.walls import Place, deal, next_wall, places, walls_in_order
from engine.tile import SET_SIZE, Seat

ENDINGS = [LEAGUE, ruleset(["C-03=one_each_then_east"]), ruleset(["C-03=top_bottom"])]


def test_the_next_wall_is_the_one_to_the_left() -> None:  # WALL-08
    assert walls_in_order(Seat.P2) == (Seat.P2, Seat.P1, Seat.P4, Seat.P3)


def test_or_the_one_to_the_right() -> None:  # WALL-09, C-02
    assert walls_in_order(Seat.P2, ruleset(["C-02=right"])) == (Seat.P2, Seat.P3, Seat.P4, Seat.P1)


def test_every_tile_is_taken_once_and_the_counted_stacks_last() -> None:  # WALL-05, WALL-14
    order = places(Seat.P1, 8)
    assert len(set(order)) == len(order) == SET_SIZE
    assert order[0] == Place(Seat.P1, 8, True)
    assert {(p.wall, p.stack) for p in order[-16:]} == {(Seat.P1, n) for n in range(8)}


def test_the_top_tile_before_the_one_beneath() -> None:  # WALL-11
    order = places(Seat.P3, 2)
    assert all(a.top and not b.top and a.stack == b.stack for a, b in zip(order[::2], order[1::2], strict=True))


@pytest.mark.parametrize("rules", ENDINGS, ids=lambda r: r.of("C-03"))
def test_the_deal_gives_east_fourteen(rules: RuleSet) -> None:  # DEAL-01 DEAL-03 DEAL-04 DEAL-05
    held: dict[Seat, list[int]] = {seat: [] for seat in Seat}
    for seat, taken in deal(Seat.P2, ruleset=rules):
        held[seat] += taken
    assert {seat: len(h) for seat, h in held.items()} == {Seat.P1: 13, Seat.P2: 14, Seat.P3: 13, Seat.P4: 13}
    assert sorted(n for h in held.values() for n in h) == list(range(53))
    assert held[Seat.P2][-2:] == [48, 52]  # the first and the third tile of the top row


def test_three_are_dealt_to_without_the_empty_seat() -> None:
    taken = [seat for seat, _ in deal(Seat.P3, (Seat.P1, Seat.P2, Seat.P3))]
    assert taken[:3] == [Seat.P3, Seat.P1, Seat.P2]
    assert Seat.P4 not in taken


def test_a_wall_cannot_be_broken_beyond_its_end() -> None:
    with pytest.raises(ValueError, match="cannot be broken"):
        places(Seat.P1, 19)


def standing(wall: int, broken: int | None = 8, players: tuple[Seat, ...] = tuple(Seat)) -> State:
    """A table whose East is P1, with so many tiles left to draw."""
    game = Game(east=Seat.P1, players=players, opening=Opening(broken=broken))
    return State(table=Laid(wall=wall), game=game)


# East's eleven stacks hold 22 tiles, the others' 38 each, and the eight that were counted off the last 16.
@pytest.mark.parametrize(
    ("wall", "next_one"),
    [
        (131, Seat.P4),
        (130, Seat.P3),
        (93, Seat.P3),
        (92, Seat.P2),
        (54, Seat.P1),
        (17, Seat.P1),
        (16, None),
        (0, None),
    ],
)
def test_the_wall_that_comes_next(wall: int, next_one: Seat | None) -> None:  # WALL-08
    assert next_wall(standing(wall)) is next_one


def test_nobody_knows_the_next_wall_where_the_break_is_unknown() -> None:
    assert next_wall(standing(99, None)) is None


@pytest.mark.parametrize(
    ("options", "players", "wall", "next_one"),
    [
        (["C-27=drop_suit"], (Seat.P1, Seat.P2, Seat.P3), 107, Seat.P4),  # fifteen stacks: seven are East's, 14 tiles
        (["C-27=drop_suit"], (Seat.P1, Seat.P2, Seat.P3), 106, Seat.P3),
        (["C-27=drop_suit"], tuple(Seat), 106, Seat.P3),
        ([], (Seat.P1, Seat.P2, Seat.P3), 131, Seat.P4),
        ([], (Seat.P1, Seat.P2, Seat.P3), 106, Seat.P3),
        (["C-02=right"], tuple(Seat), 131, Seat.P2),
    ],
)
def test_the_next_wall_by_house_rules(
    options: list[str], players: tuple[Seat, ...], wall: int, next_one: Seat | None
) -> None:
    assert next_wall(standing(wall, 8, players), ruleset(options)) is next_one
