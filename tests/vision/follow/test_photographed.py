"""A household's own set whose pictures do not tell its faces apart, learned at the table."""

from dataclasses import replace

import numpy as np
import pytest

from engine.sight.observation import FEWEST, SURE
from engine.tile import N_KINDS, Tile
from tests.strange_set import KNOWN, STRANGE, enrolled, rested
from vision.follow.drawings import Dealt
from vision.follow.learner import Learner
from vision.follow.learnt import Rested
from vision.follow.photographed import photographed
from vision.judge.company import in_company
from vision.read.tileset import TileSet, builtin


@pytest.fixture(scope="module")
def own() -> TileSet:
    return enrolled(STRANGE)


def test_faces_of_a_households_own_set_that_share_a_picture_are_told_by_what_is_written_on_them(own: TileSet) -> None:
    tiles, truth = rested(STRANGE, width=28, shown=own)
    by_pictures = np.exp(in_company(*_as_read(tiles), own_set=True)[:, :N_KINDS])
    learner = Learner()
    learner.play_with(own)
    learner.hold(tiles)
    learner.think()
    learned = learner.reads([t.born for t in tiles])
    both = learned + (1 - learned.sum(1, keepdims=True)) * by_pictures
    assert (by_pictures.argmax(1) == truth).sum() < len(truth) - 3
    assert (both.argmax(1) == truth).sum() >= len(truth) - 1
    wrong = both.argmax(1) != truth
    assert not (both.max(1)[wrong] > SURE).any()
    assert {t.born for t in learner.tiles} == {t.born for t in tiles}, "what was photographed lies on no table"


def test_of_a_households_own_set_a_few_tiles_tell(own: TileSet) -> None:
    tiles, truth = rested(STRANGE, tiles=FEWEST, shown=own)
    learner = Learner()
    learner.play_with(own)
    learner.hold(tiles)
    assert learner.due
    learner.think()
    p = learner.reads([t.born for t in tiles])
    assert p.any(1).all()
    assert (p.argmax(1) == truth).sum() >= len(truth) - 1


def test_a_households_own_set_whose_pictures_tell_its_faces_is_read_by_them() -> None:
    own = enrolled(KNOWN)
    learner = Learner()
    learner.play_with(own)
    learner.hold(rested(KNOWN, shown=own)[0])
    learner.think()
    assert learner.learnt is None


def test_of_another_set_that_is_played_with_nothing_is_known(own: TileSet) -> None:
    some = rested(STRANGE, tiles=20)[0]
    learner = Learner()
    learner.hold(some)
    learner.play_with(None)
    assert len(learner.tiles) == 20
    learner.play_with(own)
    assert learner.tiles == ()
    learner.hold(some)
    learner.forget()
    assert learner.shown is own
    learner.play_with(own)
    learner.begin()
    assert learner.shown is own


def _as_read(tiles: list[Rested]) -> tuple[np.ndarray, np.ndarray]:
    return np.stack([t.log_p for t in tiles]), np.stack([t.point for t in tiles])


def test_every_face_is_shown_once_and_every_flower(own: TileSet) -> None:
    shown = [t.shown for t in photographed(own)]
    assert [shown.count(tile) for tile in Tile] == [tile.copies if tile is Tile.FLOWER else 1 for tile in Tile]
    assert len({t.born for t in photographed(own)}) == len(shown)
    assert photographed(builtin()) == photographed(None) == ()


def test_a_tile_that_a_camera_finds_cut_off_is_read_whole_and_is_like_what_is_found(own: TileSet) -> None:
    first, (whole, _) = own.faces[0], own.whole[0]
    again = replace(
        own,
        faces=(*own.faces, first, first),
        embeddings=np.concatenate([own.embeddings, own.embeddings[-2:]]),
        crops=(*own.crops, *own.crops[-2:]),
        found=(0,),
    )
    shown = next(t for t in photographed(again) if t.shown is first)
    assert np.array_equal(shown.crop, own.pictures[whole])
    assert shown.point == pytest.approx(own.embeddings[-1])
    assert len(photographed(again)) == len(photographed(own))


def test_what_was_photographed_tells_which_faces_share_a_picture() -> None:
    kinds = np.array([Tile.C1, Tile.C2, Tile.C3, -1, Tile.B1, Tile.B1, -1, *[Tile.FLOWER] * 3])
    groups = (slice(0, 4), slice(4, 7), slice(7, 10))
    said = [Dealt(2, kinds).shares(np.isin(np.arange(10), np.arange(10)[some])) for some in groups]
    assert said == [True, False, False]
    assert not Dealt(1).shares(np.ones(10, np.bool_))
