import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from vision.read.tileset import FAR, TileSet, TileSetError, builtin, from_json, read_tile_set, to_json
from vision.read.weights import card


def small_set() -> TileSet:
    points = np.eye(4, dtype=np.float32)
    faces = (Tile.B1, Tile.B1, Tile.EAST, Tile.JOKER)
    expected = ((Tile.B1, 2, 2),)
    return TileSet("ours", faces, points, 0.7, 18.0, "abc", (b"one", b"two", b"three", b"four"), expected)


def test_a_saved_set_is_the_same_set(tmp_path: Path) -> None:
    (tmp_path / "set.json").write_text(to_json(small_set()))
    again = read_tile_set(tmp_path / "set.json")
    assert (again.name, again.faces, again.weight, again.sharpness) == ("ours", small_set().faces, 0.7, 18.0)
    assert (again.crops, again.expected, again.reader) == (small_set().crops, small_set().expected, "abc")
    np.testing.assert_allclose(again.embeddings, small_set().embeddings, atol=1e-4)


def cut_set(*found: int) -> TileSet:
    """Three tiles, each as it is and as coarse as on the table, and one of them as a camera finds it."""
    faces = tuple(tile for tile in (Tile.B1, Tile.EAST, Tile.JOKER, Tile.EAST) for _ in range(2))
    return TileSet("cut", faces, np.eye(8, dtype=np.float32), 0.7, 18.0, "abc", found=found)


def test_a_tile_that_is_found_cut_off_is_shown_whole_by_another_picture() -> None:
    assert cut_set(1).whole == ((1, 1), (3, 7), (5, 5))
    assert from_json(to_json(cut_set(1))).found == (1,)
    assert cut_set().whole == ((1, 1), (3, 3), (5, 5), (7, 7))
    for wrong in ((0,), (3,), (-1,), (1, 1, 1, 1, 1)):
        with pytest.raises(TileSetError, match="shows whole"):
            cut_set(*wrong)


def png(height: int, width: int, grey: int = 90) -> bytes:
    return cv2.imencode(".png", np.full((height, width, 3), grey, np.uint8))[1].tobytes()


def test_its_pictures_are_its_crops() -> None:
    tiles = replace(small_set(), crops=tuple(png(64, 48, 10 * k) for k in range(4)))
    assert [int(picture[0, 0, 0]) for picture in tiles.pictures] == [0, 10, 20, 30]
    assert {picture.shape for picture in tiles.pictures} == {(64, 48, 3)}


@pytest.mark.parametrize(
    "damaged", [(), (b"",) * 4, (b"no picture",) * 4, (png(64, 48)[:60],) * 4, (png(640, 480),) * 4, (png(64, 48),)]
)
def test_a_set_with_a_damaged_picture_has_none(damaged: tuple[bytes, ...]) -> None:
    assert replace(small_set(), crops=damaged).pictures == ()


def test_likeness_is_the_mean_cosine_to_a_kinds_nearest_prototypes() -> None:
    at = np.array([[0.6, 0.8, 0.0, 0.0]], np.float32)
    alike = small_set().likeness(at)[0]
    assert alike[Tile.B1] == pytest.approx(0.7)
    assert alike[Tile.EAST] == pytest.approx(0.0)
    assert alike[Tile.D9] == FAR


def test_where_a_suit_shares_a_picture_the_winds_promise_what_they_promised() -> None:
    expected = tuple((tile, 0 if tile < Tile.NORTH else 2, 2) for tile in Tile)
    ours = replace(small_set(), expected=expected)
    assert ours.promise == 0.25
    assert ours.promises[: Tile.NORTH].max() < 0.05
    assert ours.promises[Tile.NORTH :].min() > 0.95


def test_says_which_kinds_it_lacks() -> None:
    assert Tile.EAST not in small_set().missing
    assert len(small_set().missing) == 33


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "^not a tile set file: make one"),
        (to_json(small_set())[:-40], "^a torn tile set: copy the file again, or enrol the set again$"),
        ('{"format": "something"}', "fifthseat enrol"),
        ("[1, 2]", "fifthseat enrol"),
        (json.dumps(json.loads(to_json(small_set())) | {"faces": ["1B", "10B", "E", "J"]}), "10B"),
        (json.dumps(json.loads(to_json(small_set())) | {"faces": ["1B", "E", "J"]}), "damaged"),
        (json.dumps(json.loads(to_json(small_set())) | {"weight": 7}), "weight"),
        (json.dumps(json.loads(to_json(small_set())) | {"expected": {"1B": 3}}), "^a damaged tile set: enrol"),
        (json.dumps(json.loads(to_json(small_set())) | {"embeddings": [[1.0], [1.0, 0.0]] * 2}), "do not fit"),
        (json.dumps(json.loads(to_json(small_set())) | {"embeddings": [["one"]] * 4}), "are no numbers"),
        (json.dumps(json.loads(to_json(small_set())) | {"expected": {"1B": [0, -1]}}), "than were tried"),
    ],
    ids=[
        "no set",
        "cut off",
        "another format",
        "a list",
        "no such tile",
        "too few faces",
        "weight out of range",
        "no pair",
        "ragged rows",
        "words",
        "counts",
    ],
)
def test_a_file_that_is_no_set_is_told_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(TileSetError, match=says):
        from_json(text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TileSetError, match=r"nowhere\.json"):
        read_tile_set(tmp_path / "nowhere.json")


def test_the_built_in_set_belongs_to_the_reader_it_is_shipped_with() -> None:
    assert builtin().reader == card("reader")["sha256"]
    assert builtin().missing == ()


def test_in_a_households_set_what_resembles_nothing_is_a_flower_that_was_not_shown() -> None:
    points = np.eye(N_KINDS, N_KINDS + 1, dtype=np.float32)
    own = TileSet("ours", tuple(Tile), points, 1.0, 20.0, "")
    strange, known = np.eye(N_KINDS + 1, dtype=np.float32)[-1:], points[Tile.B1][None]
    assert own.likeness(strange).argmax() == Tile.FLOWER
    assert own.likeness(known).argmax() == Tile.B1
    faces, more = own.faces + (Tile.FLOWER,) * 15, np.concatenate([points, points[[Tile.FLOWER] * 15]])
    for other in (
        replace(own, weight=0.3),
        replace(own, faces=faces, embeddings=more),
        replace(own, faces=own.faces[1:], embeddings=points[1:]),
    ):
        assert other.likeness(strange).max() <= 0
