"""Tiles held beside a household's own pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.finds import finds_of, squares
from tests.tiles_laid import sure_of
from vision.judge.evidence import judged
from vision.judge.known import NOTHING, Known
from vision.judge.pictures import pictures
from vision.judge.shown import reader
from vision.read.crops import HEIGHT, WIDTH
from vision.read.laying import Pictures
from vision.read.sightings import NOT_A_FACE
from vision.read.tileset import TileSet

POINTS = np.array([[1.0, 0.0, 0.0], [0.98, 0.199, 0.0], [0.0, 0.0, 1.0]], np.float32)  # the first two all but the same


def written(word: str, turn: float = 0.0, shift: float = 0.0, larger: float = 1.0, noise: int = 0) -> np.ndarray:
    """A black tile with a word on it."""
    crop = np.full((HEIGHT, WIDTH, 3), 30, np.uint8)
    cv2.putText(crop, word, (3, 38), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (120, 200, 230), 1, cv2.LINE_AA)
    matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), turn, larger)
    matrix[:, 2] += np.array(shift)
    crop = np.asarray(cv2.warpAffine(crop, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    seen = crop + np.random.default_rng(noise).normal(0, 6, crop.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def set_of(**words: str) -> TileSet:
    """A set of three faces, which bear these words."""
    faces = tuple(Tile[kind] for kind in words)
    crops = tuple(cv2.imencode(".png", written(word, noise=9))[1].tobytes() for word in words.values())
    return TileSet("ours", faces, POINTS, 0.8, 18.0, "", crops)


def beside_pictures(log_p: np.ndarray, points: np.ndarray, crops: np.ndarray, tiles: TileSet) -> np.ndarray:
    """log p (n, 37) by the pictures alone."""
    finds = replace(finds_of(log_p, squares(*[WIDTH] * len(crops))), points=points, crops=crops)
    out = log_p.copy()
    out[:, :N_KINDS] += pictures(finds, Known.around(finds, NOTHING, tiles))
    return np.asarray(out - np.logaddexp.reduce(out, axis=1, keepdims=True))


def read(crop: np.ndarray, as_kind: Tile, tiles: TileSet, point: int = 0) -> np.ndarray:
    return beside_pictures(sure_of(as_kind), POINTS[[point]], crop[None], tiles)[0]


@pytest.mark.parametrize(("turn", "shift", "larger"), [(0, 0, 1), (5, 2, 1.05), (-6, -2, 0.95), (180, 1, 1)], ids=str)
def test_of_two_faces_that_resemble_it_a_tile_is_the_one_whose_picture_lies_on_it(
    turn: float, shift: float, larger: float
) -> None:
    tiles = set_of(NORTH="NORTH", SOUTH="SOUTH", B3="3 BAM")
    log_p = read(written("NORTH", turn, shift, larger), Tile.SOUTH, tiles)
    assert log_p[:N_KINDS].argmax() == Tile.NORTH
    assert np.exp(log_p).sum() == pytest.approx(1.0, abs=1e-4)
    assert log_p[Tile.NORTH] > np.log(0.95)
    assert log_p[NOT_A_FACE] == pytest.approx(sure_of(Tile.SOUTH)[0, NOT_A_FACE], abs=0.1)


def test_a_picture_that_fits_makes_an_unsure_reading_sure() -> None:
    unsure = np.log(np.full((1, N_KINDS + 1), 0.001))
    unsure[0, Tile.SOUTH], unsure[0, Tile.NORTH] = np.log(0.5), np.log(0.46)
    tiles = set_of(NORTH="NORTH", SOUTH="SOUTH", B3="3 BAM")
    told = beside_pictures(unsure.astype(np.float32), POINTS[[1]], written("SOUTH")[None], tiles)
    assert told[0, Tile.SOUTH] > np.log(0.95)


def test_a_face_far_off_is_tried_where_a_tile_is_unlike_the_picture_of_its_own() -> None:
    tiles = set_of(JOKER="1 x", SOUTH="SOUTH", SOAP="SOAP")
    between = np.array([[0.8, 0.0, 0.6]], np.float32)
    for word, point, kind in (
        ("SOAP", between, Tile.SOAP),
        ("1 x", between, Tile.JOKER),
        ("SOAP", POINTS[:1], Tile.JOKER),
    ):
        log_p = beside_pictures(sure_of(Tile.JOKER), point, written(word)[None], tiles)
        assert log_p[0].argmax() == kind


@pytest.mark.parametrize("word", ["MAHJ", "I I I"])
def test_what_fits_no_picture_stays_as_it_was_read(word: str) -> None:
    tiles = set_of(NORTH="NORTH", SOUTH="SOUTH", B3="3 BAM")
    np.testing.assert_allclose(read(written(word), Tile.SOUTH, tiles), sure_of(Tile.SOUTH)[0], atol=1e-5)


def test_pictures_that_cannot_be_told_apart_tell_nothing() -> None:
    tiles = set_of(B6="6", B9="6", B3="3 BAM")
    np.testing.assert_allclose(read(written("6"), Tile.B9, tiles), sure_of(Tile.B9)[0], atol=1e-5)


def test_a_set_without_pictures_tells_nothing() -> None:
    tiles = TileSet("built-in", (Tile.NORTH, Tile.SOUTH, Tile.B3), POINTS, 0.6, 18.0, "")
    np.testing.assert_allclose(read(written("NORTH"), Tile.SOUTH, tiles), sure_of(Tile.SOUTH)[0], atol=1e-5)


@pytest.mark.parametrize("grey", [0, 128, 255], ids=["black", "grey", "burnt out"])
def test_a_picture_that_shows_nothing_fits_nothing(grey: int) -> None:
    """A blank soap, photographed in too much light."""
    words = set_of(NORTH="NORTH", SOAP="", B3="3 BAM")
    blank = cv2.imencode(".png", np.full((HEIGHT, WIDTH, 3), grey, np.uint8))[1].tobytes()
    tiles = replace(words, crops=(words.crops[0], blank, words.crops[2]))
    np.testing.assert_allclose(read(written("I I I"), Tile.NORTH, tiles), sure_of(Tile.NORTH)[0], atol=1e-5)
    assert read(written("NORTH"), Tile.SOAP, tiles, point=1).argmax() == Tile.NORTH
    flat = np.full((HEIGHT, WIDTH, 3), grey, np.uint8)
    np.testing.assert_allclose(read(flat, Tile.SOAP, tiles, point=1), sure_of(Tile.SOAP)[0], atol=1e-5)


def test_what_is_no_tile_anyhow_is_laid_upon_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mat may bear hundreds of prints."""
    laid: list[int] = []

    def fits(self: Pictures, crop: np.ndarray, width: float, which: np.ndarray) -> np.ndarray:
        laid.append(len(which))
        return np.zeros(len(which))

    monkeypatch.setattr(Pictures, "fits", fits)
    none = sure_of(Tile.SOUTH)
    none[0, NOT_A_FACE] = 12.0
    none = np.asarray(none - np.logaddexp.reduce(none, axis=1, keepdims=True), np.float32)
    for log_p, times in ((none, 0), (sure_of(Tile.SOUTH), 1)):
        finds = replace(finds_of(log_p, squares(WIDTH)), points=POINTS[[1]], crops=written("SOUTH")[None])
        judged(finds, set_of(NORTH="NORTH", SOUTH="SOUTH", B3="3 BAM"))
        assert len(laid) == times


def drawn(shift: int = 0) -> np.ndarray:
    """A light tile with a bar across its top and a ring below, so far to the right."""
    crop = np.full((HEIGHT, WIDTH, 3), 225, np.uint8)
    cv2.rectangle(crop, (8 + shift, 8), (40 + shift, 18), (60, 60, 200), -1)
    cv2.circle(crop, (24 + shift, 40), 10, (40, 140, 40), 4)
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), 1.0), np.uint8)


def own_set() -> TileSet:
    crops = [written("NORTH"), written("SOUTH"), drawn()]
    pngs = tuple(cv2.imencode(".png", crop)[1].tobytes() for crop in crops)
    return TileSet("ours", (Tile.NORTH, Tile.SOUTH, Tile.B3), POINTS, 0.8, 18.0, "", pngs)


def nats_of_a_stranger(crop: np.ndarray, tiles: TileSet) -> float:
    """By how much the reader makes it likelier that there is a tile where its network sees no face at all."""
    none = np.log(np.full((1, N_KINDS + 1), 1e-4, np.float32))
    none[0, NOT_A_FACE] = np.log(0.99)
    finds = replace(finds_of(none), points=POINTS[[2]], crops=crop[None])
    return float(reader(finds, Known.around(finds, NOTHING, tiles))[0, 0])


@pytest.mark.parametrize("crop", [drawn(), drawn(1), drawn()[::-1, ::-1]], ids=["as it is", "aside", "upside down"])
def test_a_face_that_the_network_never_saw_is_a_tile_where_the_households_picture_lies_on_it(crop: np.ndarray) -> None:
    assert nats_of_a_stranger(np.ascontiguousarray(crop), own_set()) > 2.0


@pytest.mark.parametrize(
    "crop", [written("MAHJ"), written(""), np.full((HEIGHT, WIDTH, 3), 250, np.uint8)], ids=["a word", "noise", "bare"]
)
def test_what_resembles_no_picture_of_the_household_is_no_likelier_a_tile_for_them(crop: np.ndarray) -> None:
    built_in = TileSet("built-in", own_set().faces, POINTS, 0.6, 18.0, "")
    assert nats_of_a_stranger(crop, own_set()) == nats_of_a_stranger(crop, built_in) < -3.0
