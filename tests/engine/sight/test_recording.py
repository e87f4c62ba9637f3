from dataclasses import replace

import pytest

from engine.sight import recording
from engine.sight.observation import Observation, Sight
from engine.tile import Seat, Tile
from tests.table import seen, sight


def rows() -> list[Observation]:
    lies = replace(sight(Tile.B3, 0.7, else_=Tile.B8), x_mm=-31.5, y_mm=12.0, frames=4)
    other = replace(sight(Tile.SOAP), x_mm=40.0, y_mm=0.5)
    return [
        seen([lies], hands=(Seat.P2,), looks=1, time_s=1.25),
        seen([lies, other], {Seat.P3: ["2D 2D J", "F F F"]}, looks=2, time_s=1.35),
        replace(seen([other], looks=1, time_s=4.0), anew=True),
    ]


def plain(sights: tuple[Sight, ...]) -> list[tuple[Tile, float, float, int]]:
    return [(s.best, s.x_mm, s.y_mm, s.frames) for s in sights]


def test_what_is_written_is_read_again() -> None:
    before = rows()
    after = list(recording.read(recording.lines(before)))
    for now, then in zip(after, before, strict=True):
        assert (now.time_s, now.looks, now.hands, now.anew) == (then.time_s, then.looks, then.hands, then.anew)
    for one, other in zip(before, after, strict=True):
        assert plain(one.discards) == plain(other.discards)
        assert [[plain(g) for g in rack] for rack in one.exposures] == [
            [plain(g) for g in rack] for rack in other.exposures
        ]
        for a, b in zip(one.discards, other.discards, strict=True):
            assert b.log_p == pytest.approx(a.log_p, abs=0.7)
            assert b.log_p[a.best] == pytest.approx(a.log_p[a.best], abs=0.006)


def test_what_was_read_is_written_alike() -> None:
    text = list(recording.lines(rows()))
    assert list(recording.lines(recording.read(text))) == text


def test_a_tile_that_lies_still_is_written_once() -> None:
    text = list(recording.lines(rows()))
    assert sum(line.count("-31.5") for line in text) == 1


def _odd(told: str, odd: str) -> str:
    whole = (
        '{"t":1,"looks":3,"hands":"","covered":"","sights":[[0,0,4,-9,{"3B":-1}]],"discards":[0],'
        '"exposures":[[],[],[],[]]}'
    )
    assert whole.count(told) == 1
    return whole.replace(told, odd)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "nonsense",
        "[" * 100_000,
        '{"t":1,"looks":1,"hands":"P9","covered":"","sights":[]}',
        _odd('"covered":""', '"covered":5'),
        _odd('"looks":3', '"looks":Infinity'),
        _odd('"t":1', '"t":NaN'),
        _odd('"t":1', '"t":1e999'),
        _odd('"t":1', '"t":1' + 400 * "0"),
        _odd('"3B":-1', '"3B":NaN'),
        _odd('"3B"', '"3X"'),
        _odd('"discards":[0]', '"discards":[-1]'),
        _odd('"discards":[0]', '"discards":[9]'),
    ],
)
def test_a_line_that_is_none_is_named(line: str) -> None:
    text = [next(recording.lines(rows())), line]
    with pytest.raises(ValueError, match="line 2 is no observation"):
        list(recording.read(text))
