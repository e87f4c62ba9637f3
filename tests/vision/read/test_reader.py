import json
from importlib import resources

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.sight.observation import CERTAIN
from engine.tile import CODES, N_KINDS, Tile
from models import WeightsError
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Floats32
from vision.read import weights
from vision.read.crops import HEIGHT, MARGIN, WIDTH, alight, beside, cut, grown, sizes, taken, upright
from vision.read.reader import ALONE, Reader, ReaderError, SecondOpinion, opinion, weighed
from vision.read.sightings import N_LABELS, NOT_A_FACE, Sightings
from vision.read.tileset import TileSet


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def test_a_crop_shows_the_tile_upright_with_its_margin() -> None:
    image = np.zeros((120, 160, 3), np.uint8)
    image[40:80, 50:80] = (0, 0, 255)
    image[40:60, 50:65] = (255, 0, 0)  # the tile's upper left quarter
    quad = np.array([[49.5, 39.5], [79.5, 39.5], [79.5, 79.5], [49.5, 79.5]])
    crops = cut(image, grown(np.stack([quad, np.roll(quad, 2, 0)])))
    assert crops.shape == (2, HEIGHT, WIDTH, 3)
    edge = MARGIN / (1 + 2 * MARGIN)
    left, top = int(WIDTH * edge), int(HEIGHT * edge)
    assert crops[0, top - 2, WIDTH // 2].tolist() == [0, 0, 0]
    assert crops[0, top + 4, left + 4].tolist() == [255, 0, 0]
    assert crops[1, -top - 4, -left - 4].tolist() == [255, 0, 0]


def test_a_crop_that_leaves_the_picture_is_still_a_crop() -> None:
    image = np.full((40, 40, 3), 200, np.uint8)
    quads = np.array([[[-30, -30], [5, -30], [5, 10], [-30, 10]], [[100, 100], [130, 100], [130, 140], [100, 140]]])
    assert cut(image, quads.astype(float)).shape == (2, HEIGHT, WIDTH, 3)


def test_reads_sets_it_never_saw_well_above_chance_and_is_sure_of_little_it_gets_wrong(reader: Reader) -> None:
    right, sure_wrong, n = 0, 0, 0
    for family in ("heirloom", "newport"):
        image, quads, tiles = laid_out(family, whole_set(), 44)
        log_p = reader.see(taken(image, quads)).log_p
        read = log_p[:, :N_KINDS].argmax(1)
        wrong = read != np.array([int(t) for t in tiles])
        right += int((~wrong).sum())
        sure_wrong += int((wrong & (np.exp(log_p.max(1)) > 0.98)).sum())
        n += len(tiles)
    assert right / n > 0.6
    assert sure_wrong / n < 0.06


def test_a_glance_sees_a_face_wherever_one_is_read_either_way_up_and_hardly_any_on_a_cloth(reader: Reader) -> None:
    image, quads, _ = laid_out("newport", whole_set(), 44)
    seen = taken(image, quads)
    read = np.exp(reader.see(seen).best) > 0.7
    for crops in (seen.crops, seen.crops[:, ::-1, ::-1]):
        assert (np.exp(reader.glance(crops))[read] > 0.1).all()
    cloth = np.random.default_rng(0).normal(110, 4, (40, HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert (np.exp(reader.glance(cloth)) < 0.1).mean() > 0.9
    assert reader.glance(cloth[:0]).shape == (0,)


@pytest.mark.parametrize("scale", [0.5, 1.0])
def test_a_second_opinion_is_heard(reader: Reader, scale: float) -> None:
    right, plain = 0, 0
    for family in ("newport", "onyx"):  # neither network learned them
        image, quads, tiles = laid_out(family, whole_set(), 44)
        low = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        small = taken(low, ((quads + 0.5) * scale - 0.5).astype(np.float32))
        kinds = np.array([int(t) for t in tiles])
        right += int((reader.see(small).log_p[:, :N_KINDS].argmax(1) == kinds).sum())
        faces, _, points = reader.run(np.concatenate([small.crops, small.crops[:, ::-1, ::-1]]))
        logits, point = (one.reshape(2, len(kinds), -1).mean(0) for one in (faces, points))
        alone = opinion(logits, point, reader.tile_set, reader.temperature)
        plain += int((alone[:, :N_KINDS].argmax(1) == kinds).sum())
    assert right > plain


def test_whether_it_is_a_face_at_all_stays_as_likely_by_the_second_opinion() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(0, 4, (2, 20, N_LABELS)).astype(np.float32)
    none = np.zeros((20, 1), np.float32)
    before, after = (np.exp(opinion(one, none, ALONE, 0.8)) for one in (first, weighed(first, second, 0.7, 0.8)))
    np.testing.assert_allclose(after[:, N_KINDS], before[:, N_KINDS], atol=1e-5)
    assert (after[:, :N_KINDS].argmax(1) != before[:, :N_KINDS].argmax(1)).any()


def test_tiles_read_for_certain_are_read_by_the_reader_alone() -> None:
    image, quads, _ = laid_out("harbour", [[(t, 0) for t in (Tile.C1, Tile.D3, Tile.B7, Tile.EAST)]], 66)
    alone, asked = Reader(), []

    class Silent(SecondOpinion):
        def logits(self, crops: NDArray[np.uint8]) -> Floats32:
            asked.append(len(crops))
            return np.zeros((len(crops), N_LABELS), np.float32)

    alone._second = Silent()

    def asked_of(scale: float, blur: float) -> int:
        asked.clear()
        low = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.GaussianBlur(low, (0, 0), blur), np.uint8)
        alone.see(taken(picture, ((quads + 0.5) * scale - 0.5).astype(np.float32)))
        return sum(asked)

    assert asked_of(1.0, 9.0) > asked_of(1.0, 0.9) == 0
    assert asked_of(1 / 3, 3.0) > asked_of(1 / 3, 0.3) == 0


def test_a_crop_beside_is_one_of_a_quad_that_lies_so_far_off() -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.C2, 0), (Tile.SOUTH, 0)]], 60)
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), 2), np.uint8)
    there = beside(upright(image, quads)).reshape(4, 2, HEIGHT, WIDTH, 3).astype(np.int16)
    pixel = sizes(quads)[0, 0] * (1 + 2 * MARGIN) / WIDTH  # of a crop, in the picture's
    off = round(WIDTH * MARGIN / (1 + 2 * MARGIN)) * pixel
    inner = (slice(None), slice(4, -4), slice(4, -4))
    for k, way in enumerate(((off, 0), (-off, 0), (0, off), (0, -off))):
        moved = upright(image, quads + np.array(way, np.float32)).astype(np.int16)
        apart = [np.abs(moved[inner] - crops[inner]).mean() for crops in there]
        assert int(np.argmin(apart)) == k
        assert apart[k] < min(apart[:k] + apart[k + 1 :]) / 3
    assert beside(there[0, :0].astype(np.uint8)).shape == (0, HEIGHT, WIDTH, 3)


def test_what_is_not_read_for_certain_is_looked_at_once_more_and_read_better(reader: Reader) -> None:
    first, again = 0, 0
    for family in ("newport", "onyx", "heirloom"):  # that neither network learned
        image, quads, tiles = laid_out(family, whole_set(), 44)
        scale = 0.5
        low = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        seen = reader.see(taken(low, ((quads + 0.5) * scale - 0.5).astype(np.float32)))
        once_more = reader.once_more(seen, reader.tile_set)
        certain, kinds = np.exp(seen.best) >= CERTAIN, np.array([int(t) for t in tiles])
        assert 0 < certain.sum() < len(kinds)
        assert (once_more.log_p[~certain] != seen.log_p[~certain]).any(1).all()
        np.testing.assert_array_equal(once_more.log_p[certain], seen.log_p[certain])
        np.testing.assert_allclose(once_more.log_p[:, N_KINDS], seen.log_p[:, N_KINDS], atol=1e-4)
        first, again = first + int((seen.kinds == kinds).sum()), again + int((once_more.kinds == kinds).sum())
    assert again >= first


def test_probabilities_make_sightings(reader: Reader) -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.C2, 0), (Tile.SOUTH, 0)]])
    found = reader.see(taken(image, quads))
    seen = Sightings(found.quads, found.log_p)
    np.testing.assert_allclose(np.exp(seen.log_p).sum(1), 1.0, atol=1e-4)


def test_upside_down_tiles_are_read_alike_and_turned_to_their_own_top(reader: Reader) -> None:
    row = [(t, 0) for t in (Tile.C1, Tile.C3, Tile.C7, Tile.NORTH, Tile.EAST, Tile.RED, Tile.JOKER, Tile.B7)]
    image, quads, tiles = laid_out("harbour", [row, row], 44, overturned=frozenset((1, c) for c in range(8)))
    given = np.concatenate([quads[:8], np.roll(quads[8:], 2, 1)])  # a finder gives both rows the same way up
    seen = reader.see(taken(image, given))
    log_p, turned = seen.log_p, seen.quads
    own_top = np.linalg.norm(turned - quads, axis=2).max(1) < 1
    assert own_top.mean() >= 0.85
    read = log_p[:, :N_KINDS].argmax(1)
    assert (read[:8] == read[8:]).mean() >= 0.85
    assert (read == np.array([int(t) for t in tiles])).mean() > 0.7


def test_bare_cloth_is_no_known_face(reader: Reader) -> None:
    rng = np.random.default_rng(0)
    cloth = np.clip(rng.normal((60, 100, 50), 8, (300, 300, 3)), 0, 255).astype(np.uint8)
    quads = np.array([[[x, 100], [x + 30, 100], [x + 30, 140], [x, 140]] for x in (50, 120, 200)], np.float32)
    log_p = reader.see(taken(cloth, quads)).log_p
    assert (log_p[:, NOT_A_FACE] > np.log(0.5)).all()


def test_no_quads_no_readings(reader: Reader) -> None:
    seen = reader.see(taken(np.zeros((50, 50, 3), np.uint8), np.zeros((0, 4, 2), np.float32)))
    assert seen.log_p.shape == (0, 37)
    assert seen.quads.shape == (0, 4, 2)


def test_prototypes_overrule_the_networks_opinion_by_their_weight() -> None:
    logits = np.zeros((1, 37), np.float32)
    logits[0, Tile.B1] = 6
    point = np.array([[1.0, 0.0]], np.float32)
    points = np.array([[1, 0], [0, 1]], np.float32)
    trusted = TileSet("s", (Tile.C9, Tile.B1), points, 1.0, 20.0, "")
    assert opinion(logits, point, trusted, 1.0).argmax() == Tile.C9
    ignored = TileSet("s", (Tile.C9, Tile.B1), points, 0.0, 20.0, "")
    assert opinion(logits, point, ignored, 1.0).argmax() == Tile.B1
    none = [float(np.exp(opinion(logits, point, s, 1.0)[0, NOT_A_FACE])) for s in (trusted, ignored)]
    assert none[0] == pytest.approx(none[1], rel=1e-3)


def test_what_resembles_no_face_of_a_set_with_few_flowers_is_a_flower_if_it_looks_more_like_one() -> None:
    logits = np.zeros((4, 37), np.float32)
    logits[[0, 1, 2, 3], [Tile.FLOWER, Tile.FLOWER, Tile.B7, Tile.B7]] = 6
    logits[[2, 3], [Tile.GREEN, Tile.FLOWER]] = 3
    points = np.eye(len(Tile), 40, dtype=np.float32)
    near = (0.65, 0.97, 0.65, 0.65)  # to the household's Green Dragon; other faces of a set are seldom farther than .7
    seen = np.zeros((4, 40), np.float32)
    seen[:, int(Tile.GREEN)], seen[:, -1] = near, np.sqrt(1 - np.square(near))
    read = {
        flowers: opinion(logits, seen, TileSet("s", (*Tile, *[Tile.FLOWER] * (flowers - 1)), every, 1.0, 36.0, ""), 1.0)
        for flowers in (1, 16)
        for every in (np.concatenate([points, np.repeat(points[[int(Tile.FLOWER)]], flowers - 1, 0)]),)
    }
    assert [Tile(int(k)) for k in read[1].argmax(1)] == [Tile.FLOWER, Tile.GREEN, Tile.GREEN, Tile.FLOWER]
    assert (read[16].argmax(1) == Tile.GREEN).all()  # all its flowers were shown


def test_what_is_neither_a_flower_nor_what_it_resembles_is_still_read_as_something() -> None:
    logits = np.zeros((1, 37), np.float32)
    logits[0, Tile.B7] = 400  # so sure that all others round to nothing
    points = np.eye(len(Tile), 40, dtype=np.float32)
    seen = np.zeros((1, 40), np.float32)
    seen[0, int(Tile.GREEN)], seen[0, -1] = 0.65, np.sqrt(1 - 0.65**2)
    read = opinion(logits, seen, TileSet("s", tuple(Tile), points, 1.0, 36.0, ""), 1.0)
    assert np.isfinite(read).all()
    assert read.argmax() == Tile.GREEN


def test_a_set_from_another_network_without_pictures_is_refused() -> None:
    foreign = TileSet("old", (Tile.B1,), np.ones((1, 1), np.float32), 0.5, 10.0, "another")
    with pytest.raises(ReaderError, match="enrol it again"):
        Reader(foreign)


def test_weights_with_labels_in_another_order_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    head = weights.card("reader")
    assert tuple(head["labels"]) == (*CODES, "none")
    swapped = head | {"labels": [*reversed(CODES), "none"]}
    monkeypatch.setattr(weights, "card", lambda name: swapped)
    with pytest.raises(WeightsError, match="other labels"):
        weights.open_network("reader")


def test_altered_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    head = weights.card("finder") | {"sha256": "0" * 64}
    monkeypatch.setattr(weights, "card", lambda name: head)
    with pytest.raises(WeightsError, match="not the file its card describes"):
        weights.open_network("finder")


@pytest.mark.parametrize("name", ["finder", "reader"])
def test_a_card_tells_input_output_data_and_licences(name: str) -> None:
    text = resources.files("models").joinpath(f"{name}.md").read_text(encoding="utf-8")
    head = json.loads(text.split("---\n")[1])
    assert {"sha256", "input", "output", "parameters"} <= head.keys()
    for word in ("CC BY 4.0", "riichimahjongdetection", "CC0"):
        assert word in text


def crop_of(body: int, ink: tuple[int, int, int]) -> np.ndarray:
    crop = np.full((HEIGHT, WIDTH, 3), body, np.uint8)
    crop[20:44, 14:34] = ink
    return crop


def test_a_dark_tile_is_read_as_a_light_one_of_the_same_hues() -> None:
    black, shaded, bare = crop_of(28, (60, 60, 230)), crop_of(80, (20, 20, 60)), crop_of(60, (62, 62, 62))
    after = alight(np.stack([black, shaded, bare]))
    assert after[0, 2, 2].min() > 220
    blue, green, red = after[0, 30, 24].astype(int)
    assert red > blue + 60
    assert red > green + 60
    np.testing.assert_array_equal(after[1:], [shaded, bare])


def test_a_light_tile_in_the_dark_with_a_glare_or_a_frame_on_it_is_no_dark_tile() -> None:
    dim = crop_of(75, (25, 25, 60))
    dim[26:38, 12:20] = 250
    dim[10:54, 30:38] = 30
    framed = np.full((HEIGHT, WIDTH, 3), 95, np.uint8)  # a soap in the dark
    cv2.rectangle(framed, (7, 8), (WIDTH - 8, HEIGHT - 9), (70, 20, 20), 2)
    np.testing.assert_array_equal(alight(np.stack([dim, framed])), [dim, framed])


def test_a_tile_seen_from_low_down_is_read_though_its_longer_side_lies_across(reader: Reader) -> None:
    image, quads, tiles = laid_out("harbour", [[(Tile.C2, 0), (Tile.D9, 0), (Tile.B7, 0), (Tile.EAST, 0)]], 48, seed=4)
    low = np.asarray(cv2.resize(image, None, fx=1, fy=0.72, interpolation=cv2.INTER_AREA), np.uint8)
    quads = np.roll(quads * (1, 0.72), 1, axis=1)  # the longer side as the length, as the finder gives them
    seen = reader.see(taken(low, quads.astype(np.float32)))
    log_p, turned = seen.log_p, seen.quads
    assert log_p[:, :N_KINDS].argmax(1).tolist() == tiles
    assert (np.exp(log_p.max(1)) > 0.9).all()
    assert (turned[:, 0, 1] < turned[:, 2, 1]).all()


def test_a_tile_that_looks_square_is_not_turned_because_a_household_set_sees_a_face_in_it_then(reader: Reader) -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.WEST, 0)]], 48, seed=4)
    low = np.asarray(cv2.resize(image, None, fx=1, fy=0.8, interpolation=cv2.INTER_AREA), np.uint8)
    quads = np.asarray(quads * (1, 0.8), np.float32)
    upright, lying = (reader.embed(cut(low, grown(np.roll(quads, k, 1).astype(np.float64))))[0] for k in (0, 1))
    faces = (Tile.GREEN, Tile.NORTH, Tile.WEST)
    mine = TileSet("mine", faces, np.stack([lying, upright, upright]), 1.0, 36.0, reader.sha256)
    turned = Reader(mine).see(taken(low, quads)).quads
    np.testing.assert_allclose(turned[0, 0, 1], turned[0, 1, 1], atol=0.5)  # its short sides still above and below
