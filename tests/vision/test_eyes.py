from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.tile import SET_SIZE, Tile, code
from tests.once import once
from tests.tiles_laid import laid_out, overlap, sure_of
from vision.arrays import Image
from vision.enrol import coarse_copies, learn, sample
from vision.eyes import Eyes
from vision.judge.evidence import Judged
from vision.judge.known import Lying, Window
from vision.judge.prints import Prints
from vision.judge.relocate import MOST
from vision.plane.calibration import calibrate
from vision.read.crops import taken
from vision.read.finder import Found
from vision.read.sightings import Sightings
from vision.read.weights import cores
from vision.see import drawn, readings, see
from vision.synthetic.stills import render_still


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return Eyes()


def test_a_window_sees_the_same_tile_in_the_pixels_of_the_whole_picture(eyes: Eyes) -> None:
    image, quads, tiles = laid_out("harbour", [[(Tile.C2, 0)], [(Tile.D5, 0)]], 30, seed=4)
    x, y = quads[1].mean(0).astype(int)
    seen = eyes.sight_window(image, Window((x - 60, y - 60, x + 60, y + 60)))
    best = int(np.argmax([overlap(quad, quads[1]) for quad in seen.quads]))
    assert overlap(seen.quads[best], quads[1]) > 0.6
    assert seen.tiles[best] == tiles[1]


def test_where_tiles_are_at_rest_nothing_is_looked_for(eyes: Eyes) -> None:
    image, quads, tiles = laid_out("harbour", [[(Tile.C2, 0), (Tile.D5, 0), (Tile.B3, 0)]], 30, seed=4)
    quads = quads.astype(np.float32)
    box = Window((0, 0, image.shape[1], image.shape[0]))
    new = eyes.sight_window(image, box, Lying.of(image, quads[:2], quads[:2]))
    assert new.tiles == (tiles[2],)
    assert len(eyes.sight_window(image, box, Lying.of(image, quads, quads))) == 0


def test_a_window_outside_the_picture_is_empty(eyes: Eyes) -> None:
    assert len(eyes.sight_window(np.zeros((50, 50, 3), np.uint8), Window((80, 80, 120, 120)))) == 0


@pytest.mark.parametrize(("style", "seed"), [("temple", 29), ("newport", 21)])
def test_what_lies_badly_in_a_window_is_laid_anew_where_that_is_asked(eyes: Eyes, style: str, seed: int) -> None:
    still = render_still(seed, style=style, size_wh=(1280, 720), moment=0.9, hands=0)
    shown = [t for t in still.tiles if t.face_up and t.region == "discards" and t.occluded < 0.1]
    quads = np.array([t.quad for t in shown], np.float32)
    lying = Lying.of(still.image, quads)

    def right(anew: int) -> set[int]:
        seen = eyes.sight_window(still.image, Window((0, 0, 1280, 720), 1.0, anew), lying)
        there = list(zip(seen.quads, seen.tiles, strict=True))
        return {
            k for k, t in enumerate(shown) if any(overlap(q, quads[k]) > 0.6 and face is t.tile for q, face in there)
        }

    at_a_glance, closely = right(0), right(MOST)
    assert at_a_glance < closely
    assert len(closely) > 0.85 * len(shown)


@pytest.mark.parametrize("seed", [904, 906, 910])  # dice, and squares and flowers printed on cloth
def test_on_a_table_with_markers_only_what_is_as_large_as_a_tile_is_one(
    eyes: Eyes, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eyes.finder, "find", once(eyes.finder.find))
    monkeypatch.setattr(eyes.finder, "find_closely", once(eyes.finder.find_closely))
    monkeypatch.setattr(eyes.reader, "see", once(eyes.reader.see))
    still = render_still(seed, style="newport", size_wh=(1920, 1080), moment=0.02, hands=0)
    truth = [t.quad.mean(0) for t in still.tiles if t.face_up]
    plane = calibrate(still.image)
    assert plane is not None
    seen = see(still.image, eyes, plane)
    assert all(min(np.linalg.norm(tile.quad.mean(0) - at) for tile in seen) < 10 for at in truth)
    assert len(seen) <= len(truth) + 1  # a print as large as a tile
    assert len(see(still.image, eyes)) >= len(seen)


def test_a_reading_tells_face_alternatives_and_quad_and_no_zone_without_a_table(eyes: Eyes) -> None:
    image, _, _ = laid_out("harbour", [[(Tile.B7, 0), (Tile.RED, 0)]], 44)
    told: list[dict[str, Any]] = [reading.as_json() for reading in see(image, eyes)]
    assert [tile["face"] for tile in told] == ["7B", "RD"]
    for tile in told:
        assert (tile["zone"], tile["seat"], tile["group"]) == (None, None, None)
        assert len(tile["quad"]) == 4
        assert 0 < tile["confidence"] <= 1
        assert len(tile["alternatives"]) == 3
        assert all(p <= tile["confidence"] for _, p in tile["alternatives"])


def test_nothing_seen_is_nothing_told() -> None:
    assert readings(Sightings.empty()) == []


def test_what_was_read_is_drawn_on_a_copy(eyes: Eyes) -> None:
    image, _, _ = laid_out("harbour", [[(Tile.B7, 0), (Tile.RED, 0)]], 44)
    before = image.copy()
    picture = drawn(image, see(image, eyes))
    np.testing.assert_array_equal(image, before)
    assert (picture != image).any()
    assert code(Tile.B7) == "7B"


@pytest.mark.parametrize(
    ("quads", "log_p"),
    [
        (np.zeros((1, 4, 3)), sure_of(Tile.B1)),
        (np.zeros((2, 4, 2)), sure_of(Tile.B1)),
        (np.full((1, 4, 2), np.nan), sure_of(Tile.B1)),
        (np.zeros((1, 4, 2)), sure_of(Tile.B1) + 1),
    ],
    ids=["three coordinates", "more quads than readings", "not finite", "no probabilities"],
)
def test_sightings_that_do_not_fit_are_refused(quads: np.ndarray, log_p: np.ndarray) -> None:
    with pytest.raises(ValueError, match="must"):
        Sightings(quads, log_p)


def test_of_a_closer_look_only_what_is_new_is_read_where_it_tells_hardly_more(
    eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = render_still(8108, style="newport", size_wh=(1920, 1080), moment=0.6, hands=0)
    judged, closely = list[int](), list[int]()
    whole, near = eyes.judge, eyes.finder.find_closely

    def judge(image: Image, found: Found, *rest: Any) -> Judged:
        judged.append(len(found))
        return whole(image, found, *rest)

    def find_closely(image: Image) -> Found:
        found = near(image)
        closely.append(len(found))
        return found

    monkeypatch.setattr(eyes, "judge", judge)
    monkeypatch.setattr(eyes.finder, "find_closely", find_closely)
    assert len(eyes.sight_photo(still.image)) > 30
    assert closely, "its tiles are small"
    assert len(judged) == 1


def test_a_photograph_is_read_the_same_on_all_cores() -> None:
    image, _, _ = laid_out("harbour", [[(Tile.B7, 0), (Tile.RED, 0), (Tile.C2, 0), (Tile.D5, 0), (Tile.JOKER, 0)]], 44)
    one, all_of_them = (Eyes(threads=threads).sight_photo(image) for threads in (1, cores()))
    assert one.tiles == all_of_them.tiles
    np.testing.assert_allclose(np.exp(one.log_p), np.exp(all_of_them.log_p), atol=1e-3)


def test_a_set_whose_faces_its_pictures_do_not_tell_apart_is_read_as_an_unknown_one_as_well(eyes: Eyes) -> None:
    rows = [[(tile, 0) for tile in list(Tile)[at : at + 9]] for at in (0, 9, 18)]  # each suit one picture
    image, quads, tiles = laid_out("header-4", rows, 64)
    finds = eyes.reader.see(taken(image, quads))
    coarse = eyes.reader.embed(coarse_copies(finds.crops))
    samples = [sample("", finds, k, coarse[k], tile) for k, tile in enumerate(tiles)]
    own = Eyes(learn("header", samples, eyes.reader).tile_set)
    image, quads, tiles = laid_out("header-4", rows, 30, turn=17, seed=3)
    found = own.judge_at_leisure(image)
    by_pictures = own.in_company(found, image)[0].said
    seen = own.together(found, image)[1]
    nearest = np.linalg.norm(quads.mean(1)[:, None] - seen.quads.mean(1)[None], axis=2).argmin(1)
    right, before = ((log_p[nearest, :-1].argmax(1) == tiles).sum() for log_p in (seen.log_p, by_pictures))
    assert right >= 25 > 2 * before


@pytest.mark.parametrize("printed", [SET_SIZE, SET_SIZE + 1])
def test_a_mat_that_shows_more_of_a_pattern_than_a_set_has_tiles_is_not_stretched(
    monkeypatch: pytest.MonkeyPatch, printed: int
) -> None:
    eyes, photo = Eyes(), np.full((90, 160, 3), 90, np.uint8)
    nothing = eyes.judge(photo, eyes.finder.find(photo))
    prints = Prints(np.zeros((printed, 96), np.float32), np.zeros(printed, np.float32), 0.0)
    assert len(prints) == printed
    monkeypatch.setattr(Eyes, "judge", lambda *_: replace(nothing, known=replace(nothing.known, prints=prints)))
    wide = np.zeros((90, 480, 3), np.uint8), np.array([3.0, 1.0]), nothing
    monkeypatch.setattr("vision.eyes.in_proportion", lambda *_: wide)
    picture, scale, _ = eyes.in_proportion(photo)
    assert (picture is photo) == (printed > SET_SIZE)
    assert scale.tolist() == ([1.0, 1.0] if printed > SET_SIZE else [3.0, 1.0])
