"""Tiles of a set that the reader does not know are read by another network; of one it knows a few, to be sure."""

from functools import cache

import numpy as np
import pytest

from engine.sight.observation import CERTAIN, SURE
from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out, whole_set
from vision.arrays import Floats32, Image, Quads
from vision.eyes import Eyes, InCompany
from vision.judge.company import in_company
from vision.judge.doubt import PLENTY, agreeing, faces_of, known_to_both
from vision.judge.evidence import Judged
from vision.read.crops import taken
from vision.read.reader import Reader
from vision.read.strangers import Strangers

STRANGE = ("worded-4", "strip-804", "header-4", "emblem-906")  # numbers that neither training nor any measurement draws


def refused(self: Strangers, crops: np.ndarray) -> Floats32:
    raise AssertionError("so few tiles tell nothing of their set")


@cache
def laid(family: str) -> tuple[Image, Quads, list[Tile], Eyes, Judged]:
    """The tiles of a family laid out, eyes, and what these find there."""
    image, quads, tiles = laid_out(family, whole_set(), 40, seed=3)
    eyes = Eyes()
    return image, quads, tiles, eyes, eyes.judge_at_leisure(image)


def read_right(family: str) -> tuple[int, int]:
    """Of the tiles of a family, laid out: read right, seen."""
    image, quads, tiles, eyes, found = laid(family)
    seen = eyes.together(found, image)[1]
    away = np.linalg.norm(seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    return sum(seen.tiles[k] == tiles[int(row.argmin())] for k, row in enumerate(away)), len(seen)


@pytest.mark.parametrize("family", ["harbour", "clerk"])
def test_what_is_read_surely_of_a_set_that_the_reader_knows_is_read_by_it_alone(
    family: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, logits = list[int](), Strangers.logits

    def counted(self: Strangers, crops: np.ndarray) -> Floats32:
        asked.append(len(crops))
        return logits(self, crops)

    monkeypatch.setattr(Strangers, "logits", counted)
    eyes = Eyes()
    image, _, _ = laid_out(family, whole_set(), 40, seed=3)
    found = eyes.judge_at_leisure(image)
    read, *others = eyes.in_company(found)
    assert len(read.seen) > 40
    assert not read.at_once
    assert not others
    assert sum(asked) <= PLENTY  # whether it is known both say, of a few tiles
    tiles = found.take(np.flatnonzero(found.kept()))
    by_reader = eyes.once_more(tiles, eyes.reader.tile_set)
    alone = in_company(by_reader, tiles.finds.points)
    surely = np.exp(faces_of(alone).max(1)) >= SURE
    assert surely.mean() > 0.9
    assert np.array_equal(read.said[surely], alone[surely])


def test_what_neither_surely_knows_is_read_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    eyes = Eyes()
    image, _, _ = laid_out("newport", whole_set(), 40, seed=3)
    found = eyes.judge_at_leisure(image)

    def ways(known: float) -> tuple[InCompany, ...]:
        monkeypatch.setattr("vision.eyes.how_known", lambda *_: known)
        return eyes.in_company(found, image)

    assert [one.at_once for one in ways(SURE)] == [False]
    assert [one.at_once for one in ways(0.4)] == [True]
    both = ways(0.7)
    assert [one.at_once for one in both] == [False, True]
    by_reader, by_others = (np.exp(one.said.astype(np.float64)) for one in both)
    right = [min(float(p[:, :N_KINDS].max(1).mean()), CERTAIN) for p in (by_reader, by_others)]
    worth = [p / (1 - p) for p in right]  # each counts as much as it says itself that it is right
    mixed = (worth[0] * by_reader + worth[1] * by_others) / sum(worth)
    assert np.allclose(np.exp(eyes.together(found, image)[0].log_p), mixed, atol=1e-3)
    assert not np.allclose(by_reader, by_others, atol=0.1)


@pytest.mark.parametrize("family", ["counted-30618", "header-30011"])
def test_of_a_set_half_known_the_surer_reading_counts_more(family: str) -> None:
    image, quads, tiles = laid_out(family, whole_set(), 36, seed=3)
    eyes = Eyes()
    found = eyes.judge_at_leisure(image)
    by_reader, by_others = eyes.in_company(found, image)
    away = np.linalg.norm(by_others.seen.quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    truth = np.array([int(tiles[int(row.argmin())]) for row in away])
    reads = (by_reader.said, eyes.together(found, image)[0].log_p, by_others.said)
    alone, both, others = (int((faces_of(log_p).argmax(1) == truth).sum()) for log_p in reads)
    assert alone < 0.8 * others
    assert both >= others - 1


def test_a_set_of_which_two_networks_say_two_things_is_not_known() -> None:
    one = log_p_of(np.arange(24) % N_KINDS)
    other = log_p_of(np.arange(24) * 5 % N_KINDS)
    known = 0.98
    assert known_to_both(agreeing(known, one, one)) > 0.9
    assert known_to_both(agreeing(known, one, other)) < 0.1
    assert known_to_both(agreeing(1 - known, one, one)) < known_to_both(agreeing(known, one, one))


def log_p_of(kinds: np.ndarray) -> np.ndarray:
    """Log p (n, 37) of tiles read for sure as these kinds."""
    p = np.full((len(kinds), N_KINDS + 1), 0.001)
    p[np.arange(len(kinds)), kinds] = 1 - 0.001 * N_KINDS
    return np.log(p)


def test_few_tiles_tell_nothing_of_their_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strangers, "logits", refused)
    image, _, _ = laid_out("worded-4", [[(Tile.B5, 0), (Tile.C5, 0), (Tile.D5, 0)]], 40, seed=3)
    assert len(Eyes().sight(image)) > 0


def test_unknown_sets_are_read_better(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it = [read_right(family) for family in STRANGE]
    monkeypatch.setattr("vision.eyes.how_known", lambda *_: 1.0)
    without = [read_right(family) for family in STRANGE]
    assert [n for _, n in with_it] == [n for _, n in without]  # what is no tile is none to either
    assert sum(right for right, _ in with_it) > 1.15 * sum(right for right, _ in without)


def test_whether_there_is_a_face_at_all_is_not_asked_again() -> None:
    image, quads, _ = laid_out("harbour", [[(Tile.C2, 0), (Tile.D5, 0), (Tile.B3, 0)]], 40, seed=4)
    finds = Reader().see(taken(image, quads))
    log_p = finds.log_p.copy()
    log_p[1] = np.log(np.full(N_KINDS + 1, 0.3 / N_KINDS))
    log_p[1, N_KINDS] = np.log(0.7)
    said = Strangers().read(finds.crops, log_p)
    assert np.allclose(said[:, N_KINDS], log_p[:, N_KINDS])
    assert np.allclose(np.exp(said.astype(np.float64)).sum(1), 1, atol=1e-4)
    assert Strangers().read(finds.crops[:0], log_p[:0]).shape == (0, N_KINDS + 1)
