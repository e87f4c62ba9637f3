"""Simulated games: legal, whole, and acted out without losing or doubling a tile."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from engine.hands import wins
from engine.tile import Seat, Tile
from tests.truth import SimulatedGame, as_clip
from vision.synthetic.acting import Acting
from vision.synthetic.camera import read_url
from vision.synthetic.game import SET, Called, Discarded, Drawn, Exchanged, Game, WallEnded, Won, practice_table
from vision.synthetic.look import choose
from vision.synthetic.places import square
from vision.synthetic.stage import Stage
from vision.synthetic.table import Band, TablePicture

SEEDS = range(20, 32)


def small(seed: int, speed: float = 1.0) -> Acting:
    return Acting(choose(seed, "", (640, 360)), Game(seed, Seat(seed % 4)), speed)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_is_legal_from_deal_to_end(seed: int) -> None:
    game = Game(seed, Seat(seed % 4))
    racks = [list(r) for r in game.deal.racks]
    assert [len(r) for r in racks] == [14 if s == seed % 4 else 13 for s in range(4)]
    assert len(game.deal.wall) == 99
    wall, discards, shown, turn = list(game.deal.wall), [], [[] for _ in Seat], game.deal.east
    last: object = None
    for act in game.acts():
        match act:
            case Drawn(seat, tile):
                assert (seat, tile) == (turn, wall.pop(0))
                racks[seat].append(tile)
            case Discarded(seat, tile):
                assert seat is turn
                racks[seat].remove(tile)
                discards.append((seat, tile))
                turn = seat.right
            case Called(seat, source, tile, tiles):
                assert discards.pop() == (source, tile)
                assert seat is not source
                assert SET[tile] is not Tile.JOKER
                naturals = {SET[n] for n in tiles} - {Tile.JOKER}
                assert naturals == {SET[tile]}
                assert len(tiles) >= 3
                for n in tiles:
                    if n != tile:
                        racks[seat].remove(n)
                shown[seat].append(list(tiles))
                turn = seat
            case Exchanged(seat, owner, group, index, tile, joker):
                assert seat is turn
                assert SET[joker] is Tile.JOKER
                assert SET[tile] in {SET[n] for n in shown[owner][group]}
                assert shown[owner][group][index] == joker
                shown[owner][group][index] = tile
                racks[seat].remove(tile)
                racks[seat].append(joker)
            case Won(seat, groups, line, tile, source):
                if tile is not None:
                    assert discards.pop() == (source, tile)
                    racks[seat].append(tile)
                assert sorted(n for g in groups for n in g) == sorted(racks[seat])
                fourteen = [SET[n] for g in (*shown[seat], *groups) for n in g]
                won = wins(practice_table(), fourteen, [[SET[n] for n in g] for g in shown[seat]])
                assert line in {w.line.name for w in won}
            case WallEnded():
                assert not wall
        last = act
    assert isinstance(last, Won | WallEnded)


def test_games_show_every_kind_of_act() -> None:
    kinds = Counter(type(act).__name__ for seed in range(8) for act in Game(seed).acts())
    assert set(kinds) >= {"Drawn", "Discarded", "Called", "Exchanged", "Won"}
    assert kinds["Called"] >= 8  # a demo in which nobody calls would prove little


@pytest.mark.parametrize("seed", [21, 26])
def test_every_tile_is_on_the_table_all_the_time(seed: int) -> None:
    acting = small(seed)
    assert sorted(acting.opening) == list(range(152))
    before = dict(acting.opening)
    for deed in acting.deeds():
        assert sorted(acting.where) == list(range(152))
        moved = {n for n in before if before[n] != acting.where[n]}
        told = {c.number for c in deed.carries} | {s[1] for s in deed.slides}
        assert moved <= told
        before = dict(acting.where)


@pytest.mark.parametrize("seed", [21, 26])
def test_tiles_at_rest_do_not_overlap(seed: int) -> None:
    acting = small(seed)
    list(acting.deeds())
    look = acting.look
    middle = [t.pose for t in acting.where.values() if t.band is Band.MIDDLE]
    assert len(middle) > 20
    for i, a in enumerate(middle):
        assert max(abs(a.x), abs(a.y)) <= look.discards + 1e-6
        for b in middle[:i]:
            # in a's own axes the nearest corner of b lies outside a, or the other way round
            assert apart(a, b, look.tile) or apart(b, a, look.tile)


def apart(a: object, b: object, tile: tuple[float, float, float]) -> bool:
    def corners(p: object) -> np.ndarray:
        c, s = np.cos(p.turn), np.sin(p.turn)  # type: ignore[attr-defined]
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(tile[:2]) / 2
        return box @ np.array([[c, s], [-s, c]]) + (p.x, p.y)  # type: ignore[attr-defined]

    c, s = np.cos(a.turn), np.sin(a.turn)  # type: ignore[attr-defined]
    local = (corners(b) - (a.x, a.y)) @ np.array([[c, -s], [s, c]])  # type: ignore[attr-defined]
    w, h = tile[0] / 2 - 0.01, tile[1] / 2 - 0.01
    return bool(
        (local[:, 0] > w).all() or (local[:, 0] < -w).all() or (local[:, 1] > h).all() or (local[:, 1] < -h).all()
    )


def test_the_clock_of_a_game_at_people_s_pace() -> None:
    events = SimulatedGame.of("demo://?seed=5").truth
    starts = [e.t0_s for e in events]
    assert starts == sorted(starts)
    for event, after in pairwise(events):
        assert event.t0_s < event.settled_s
        assert after.t0_s - event.settled_s > 0.85  # the table rests between two acts
    per_act = (events[-1].settled_s - events[0].t0_s) / (len(events) - 1)
    assert 1.5 < per_act < 4.0
    fast = SimulatedGame.of("demo://?seed=5&speed=4").truth
    assert [e.event for e in fast] == [e.event for e in events]
    assert fast[-1].settled_s == pytest.approx(events[-1].settled_s / 4, rel=0.02)


def test_truth_keeps_account_of_all_tiles() -> None:
    game = SimulatedGame.of("demo://?seed=8&speed=4")
    for event in game.truth:
        table = event.table
        exposed = [t for seat in table.exposures for group in seat for t in group]
        assert len(table.discards) + len(exposed) + sum(table.concealed) + table.wall == 152
        assert all(n <= kind.copies for kind, n in Counter([*table.discards, *exposed]).items())
    assert game.truth[-1].event in ("mah_jongg", "wall_game")
    clip = as_clip(game)
    assert [r["type"] for r in clip["events"]][-1] in ("mahjong", "wall_game")
    assert len(clip["final"]["discards"]) == len(game.final.discards)


def test_racks_lose_and_gain_tiles_with_the_acts() -> None:
    acting = small(23)
    for _ in acting.deeds():
        for seat in Seat:
            standing = [t for t in acting.where.values() if t.band is Band.STANDING and t.seat is seat]
            assert len(standing) == len(acting.game.hands[seat].rack)
            assert all(t.pose.turn == square(seat) for t in standing)


def test_no_tile_is_in_two_places_while_hands_move() -> None:
    acting = small(21, speed=10)
    stage = Stage(TablePicture(acting.look), acting)
    seen_carried = 0
    for n in range(500):
        stage.at(n / 20)
        assert sorted((*stage.table.tiles, *stage.carried)) == list(range(152))
        seen_carried += bool(stage.carried)
    assert seen_carried > 50


def test_the_first_dealer_depends_on_the_seed() -> None:
    assert {SimulatedGame(read_url(f"demo://?seed={s}")).east for s in range(4)} == set(Seat)
