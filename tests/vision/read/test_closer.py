import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.accuracy import boxes_of, matched
from tests.bench.afar import drawn
from vision.eyes import Eyes
from vision.read.closer import as_large, parts
from vision.read.finder import BEST_WIDTH, Finder, Found
from vision.read.sightings import Sightings

WIDE, TALL = 1600, 1200


def tiles_at(places: list[tuple[float, float]], width: float) -> np.ndarray:
    """Upright tiles of that width with their upper left there, pixels."""
    tile = np.array([[0, 0], [1, 0], [1, 4 / 3], [0, 4 / 3]]) * width
    return np.array([tile + place for place in places], np.float32).reshape(-1, 4, 2)


def test_where_many_small_things_lie_together_it_is_looked_closer_and_nowhere_else() -> None:
    table = [(400.0 + 30 * (k % 5), 300.0 + 40 * (k // 5)) for k in range(20)]
    quads = tiles_at([*table, (1200, 900), (1300, 100)], 15)
    scores = np.full(len(quads), 0.5, np.float32)
    (part,) = parts(quads, scores, (WIDE, TALL), BEST_WIDTH, WIDE * TALL)
    assert part.zoom == pytest.approx(2)
    assert part.holds(quads).tolist() == [True] * 20 + [False] * 2
    x0, y0, x1, y1 = part.box
    assert 300 < x0 < 400
    assert 200 < y0 < 300
    assert part.box == (x0, y0, x1, y1)
    assert x1 < 700
    assert y1 < 600


def test_tiles_that_are_large_enough_are_left_as_they_are_and_few_half_sure_things_ask_for_nothing() -> None:
    table = [(40.0 * (k % 5), 60.0 * (k // 5)) for k in range(20)]
    sure = np.full(20, 0.9, np.float32)
    assert parts(tiles_at(table, 36), sure, (WIDE, TALL), BEST_WIDTH, WIDE * TALL)[0].zoom < 1
    assert parts(tiles_at(table[:3], 12), sure[:3], (WIDE, TALL), BEST_WIDTH, WIDE * TALL) == []
    assert parts(tiles_at([], 12), sure[:0], (WIDE, TALL), BEST_WIDTH, WIDE * TALL) == []


def test_a_large_part_is_enlarged_no_more_than_may_be_spent() -> None:
    table = [(30.0 * (k % 50), 40.0 * (k // 50)) for k in range(1000)]
    (part,) = parts(tiles_at(table, 12), np.full(1000, 0.9, np.float32), (WIDE, TALL), BEST_WIDTH, 2e6)
    x0, y0, x1, y1 = part.box
    assert (x1 - x0) * (y1 - y0) * part.zoom**2 <= 2e6 * 1.001


def test_a_closer_look_begins_with_the_first_look_at_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, other = drawn(16, 62_602).image, drawn(16, 62_603).image
    fresh, finder, looks = Finder().find_closely(picture), Finder(), list[float]()
    look = finder.look

    def counted(image: np.ndarray, scale: float, *threshold: float) -> Found:
        looks.append(scale)
        return look(image, scale, *threshold)

    monkeypatch.setattr(finder, "look", counted)
    counts = []
    for before in (picture, other):
        finder.find(before)
        looks.clear()
        closely = finder.find_closely(picture)
        counts.append(len(looks))
        assert closely.quads == pytest.approx(fresh.quads, abs=1e-3)
    assert counts[0] == counts[1] - 1


def test_a_table_photographed_from_a_chair_is_looked_at_closer_by_itself() -> None:
    picture = drawn(16, 62_602)
    eyes = Eyes()

    def found(seen: Sightings) -> int:
        return int((matched(boxes_of(seen.quads), np.exp(seen.best), picture.boxes, picture.ignored) >= 0).sum())

    closely = found(eyes.sight_photo(picture.image))
    assert closely > 0.9 * len(picture.tiles)
    hasty = eyes.judge(picture.image, eyes.finder.find(picture.image)).sightings()
    assert found(hasty) < 0.75 * closely


def test_an_empty_room_asks_for_no_closer_look() -> None:
    cloth = np.clip(np.random.default_rng(3).normal((60, 100, 50), 6, (400, 700, 3)), 0, 255).astype(np.uint8)
    assert len(Finder().find_closely(cloth)) == 0


def aslant(places: NDArray[np.float64], part: float = 1.0) -> NDArray[np.float32]:
    """Quads (n, 4, 2) of things so large, as a part of a tile, that lie at places (n, 2) on a table seen aslant."""
    tile = np.array([[-0.5, -0.66], [0.5, -0.66], [0.5, 0.66], [-0.5, 0.66]]) * part
    corners = (places[:, None] + tile).reshape(-1, 2)
    depth = 1 + 0.04 * corners[:, 1:]
    return (corners / depth * 40 + (900, 400)).reshape(-1, 4, 2).astype(np.float32)


def test_what_is_far_too_small_for_where_it_lies_is_no_tile_of_the_table() -> None:
    rng = np.random.default_rng(4)
    seen = aslant(rng.uniform(-10, 10, (24, 2)))
    far, near = aslant(np.array([[0.0, 14.0], [3.0, -12.0]]))
    assert np.ptp(np.linalg.norm(np.stack([far, near])[:, 1] - np.stack([far, near])[:, 0], axis=1)) > 30
    print_of_a_card = aslant(rng.uniform(-6, 6, (40, 2)), 0.45)
    both = np.concatenate([[far, near], print_of_a_card])
    assert as_large(both, seen).tolist() == [True, True, *[False] * 40]
    mixed = np.concatenate([seen, print_of_a_card[:8]])  # some of it was taken for tiles
    assert as_large(both, mixed).tolist() == [True, True, *[False] * 40]
    assert as_large(both, seen[:3]).all()  # so few tell nothing


def test_a_single_row_tells_nothing_of_how_large_tiles_are_across_it() -> None:
    rng = np.random.default_rng(3)
    for waver in (0.0, 0.08):
        row = aslant(np.column_stack([np.linspace(-8, 8, 12), -6 + rng.normal(0, waver, 12)]))
        elsewhere = aslant(np.column_stack([rng.uniform(-8, 8, 30), rng.uniform(-3, 10, 30)]))
        assert as_large(elsewhere, row).all()
