"""The closer look: rollouts keep to the tiles that the seat has not seen, count what wins, and are weighed rightly."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching import Handed, Known, chance_to_win, choices, looked_at, played_on, worth_a_look
from engine.coaching.closer import weighed
from engine.coaching.rollouts import others_win, rollout
from engine.hands import HandTable
from engine.tile import Seat, Tile, read_tiles
from engine.turn import Discard
from server.cards import practice_card_text
from tests.bench.endings import Solver

P1, P2, P3, P4 = Seat
SMALL = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. NNNN EEEE WWWW SS X 25"))
PRACTICE = HandTable(read_card(practice_card_text()))
RACK = read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")


def walked(known: Known, choice: tuple[Tile, ...], number: int) -> list[Known]:
    met: list[Known] = []
    rollout(known, choice, number, met.append)
    return met


@pytest.mark.parametrize("number", range(6))
def test_a_rollout_goes_on_with_tiles_that_were_unseen_and_with_no_more_of_them(number: int) -> None:
    thrown = tuple(Discard(t, P3) for t in read_tiles("1B 2B 5D 5D N"))
    passed = (Handed(P2, read_tiles("9C 9C 9C")),)
    shown = ((), (), (read_tiles("2C 2C 2C J"),), ())
    known = Known(PRACTICE, P1, RACK, shown, thrown, wall=80, drawn=True, passed=passed)
    met = walked(known, (Tile.EAST,), number)
    assert met
    for later in met:
        new = Counter(later.rack) + Counter(d.tile for d in later.discards) + Counter(t for g in later.own for t in g)
        new -= Counter(known.rack) + Counter(d.tile for d in known.discards)
        assert all(n <= known.unseen[t] for t, n in new.items())
        assert Counter(later.rack)[Tile.C9] <= 1, "drawn from a rack: three of the four were passed on"
        assert len(later.rack) + sum(map(len, later.own)) == 13
        assert later.exposures[1:] == known.exposures[1:]
        assert not any(d.tile is Tile.JOKER and d.seat is not P1 for d in later.discards)
    assert [k.wall for k in met] == sorted({k.wall for k in met}, reverse=True)


def test_the_same_number_goes_the_same_way_and_another_another() -> None:
    known = Known(PRACTICE, P1, RACK, drawn=True)
    assert walked(known, (Tile.EAST,), 3) == walked(known, (Tile.EAST,), 3)
    assert walked(known, (Tile.EAST,), 3) != walked(known, (Tile.EAST,), 4)


def test_the_last_round_is_counted_and_not_thrown() -> None:
    """Beside the chance that somebody else wins first it is what trying everything finds."""
    rack = read_tiles("F F 1B 1B 1B 1B 2B 2B 2B 2B 3B 3B 3B")
    gone = tuple(Discard(t, P2) for t in read_tiles("9C 9C 9C 9C 8C 8C 8C 8C 7D 7D 7D"))
    known = Known(SMALL, P1, rack, discards=gone, wall=4, turn=P2)
    solver = Solver([h for h in SMALL.hands if h[1].tiles[0] is Tile.B1])
    unseen, other = solver.reduced(known.unseen)
    held, junk = solver.reduced(known.counts)
    exact = solver.waiting(held, junk, unseen, other, draws=1)
    alone = 1 - others_win(known, 4, 0)
    assert rollout(known, None, 0) == pytest.approx(exact * alone)
    assert rollout(known, None, 1) == rollout(known, None, 0)


def test_a_group_is_called_in_a_rollout() -> None:
    rack = read_tiles("F F 1B 1B 1B 2B 2B 2B 3B 3B 3B N S")
    known = Known(SMALL, P1, rack, offered=Tile.B1, turn=P2)
    options = choices(known)
    assert options[0].tiles == read_tiles("1B 1B 1B 1B")
    met = walked(known, options[0].tiles, 1)
    assert met[0].own[0] == options[0].tiles
    assert played_on(known, options[0], range(8)) > 0


def test_what_is_worth_a_closer_look() -> None:
    fourteen = Known(PRACTICE, P1, RACK, drawn=True)
    found = choices(fourteen)
    assert 1 <= len(found) <= 3
    assert [o.worth for o in found] == sorted((o.worth for o in found), reverse=True)
    thirteen = Known(PRACTICE, P1, RACK[1:])
    assert [o.tiles for o in choices(thirteen)] == [()]
    assert choices(thirteen)[0].chance == pytest.approx(chance_to_win(thirteen))
    offered = choices(replace(thirteen, offered=Tile.B2))
    assert () in [o.tiles for o in offered]
    won = Known(SMALL, P1, SMALL.hands[0][0].tiles + tuple(t for g in SMALL.hands[0][1:] for t in g.tiles), drawn=True)
    assert choices(won) == ()


def test_only_in_the_last_turns_is_a_closer_look_worth_it() -> None:
    assert not worth_a_look(Known(PRACTICE, P1, RACK, drawn=True, wall=98))
    assert not worth_a_look(Known(PRACTICE, P1, RACK, drawn=True, wall=12))
    assert worth_a_look(Known(PRACTICE, P1, RACK, drawn=True, wall=11))
    assert worth_a_look(Known(PRACTICE, P1, RACK, drawn=True, wall=4))
    assert not worth_a_look(Known(PRACTICE, P1, RACK[1:], stage=Stage.FIRST_RIGHT))


def test_the_chances_move_together_and_stay_chances() -> None:
    known = Known(PRACTICE, P1, RACK, drawn=True, wall=60)
    found = choices(known)
    for share in (0.0, 0.2, 0.9, 1.0):
        later = looked_at(known, found, share)
        assert [o.tiles for o in later] == [o.tiles for o in found]
        assert all(0 < o.chance < 1 for o in later)
        order = sorted(range(len(found)), key=lambda i: found[i].chance)
        assert order == sorted(range(len(found)), key=lambda i: later[i].chance)
    least, most = looked_at(known, found, 0.0)[0].chance, looked_at(known, found, 1.0)[0].chance
    assert least < most
    assert weighed(0.2, 0.3, 9) < weighed(0.2, 0.6, 9)
    assert looked_at(known, (), 0.5) == ()
