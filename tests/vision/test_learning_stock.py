"""What designers' sets for training are printed with, and how their tiles are laid out."""

import io
import json
import tarfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tile import Tile
from vision.synthetic.faces.designer import MANNERS, OURS, UNLEARNED, Designed
from vision.training import gather, pool
from vision.training.crops import BIRDS, DESIGNED, NONE, Bin, deck_of, drawn_from, from_ground, from_sheet, odds_among
from vision.training.labels import NOTHING, UNTOLD, Written, on_its_head, written
from vision.training.laid import lay
from vision.training.mean import best_share
from vision.training.pool import Pool
from vision.training.printed import BIRDLESS, LOOSE, Loose, Printed
from vision.training.stock import FIRST, FIRST_LOOSE, LEARNED, kept_back, pictures_of, set_of


def package(path: Path, files: dict[str, bytes]) -> Path:
    """An archive as the registry serves it."""
    with tarfile.open(path, "w:gz") as archive:
        for name, held in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(held)
            archive.addfile(entry, io.BytesIO(held))
    return path


def drawings(folder: Path, licence: str, names: list[str]) -> Path:
    body = '<path fill="currentColor" d="M0 0h24v24H0z"/>'
    told = {"icons": {name: {"body": body} for name in names}, "width": 24}
    return package(
        folder / "drawings.tgz",
        {
            "info.json": json.dumps({"license": {"spdx": licence}}).encode(),
            "icons.json": json.dumps(told).encode(),
            "metadata.json": json.dumps({"categories": {"Objects": names}}).encode(),
            "license.txt": b"Do as you like.",
        },
    )


def test_a_font_is_kept_in_its_lightest_and_boldest_cut_with_its_licence(tmp_path: Path) -> None:
    files = {f"files/plain-latin-{weight}-normal.woff": weight.encode() for weight in ("400", "700", "900")}
    made = package(tmp_path / "f.tgz", files | {"package.json": b'{"license": "OFL-1.1"}', "LICENSE": b"Open."})
    assert gather.font("plain", made, tmp_path / "stock") == 2
    assert sorted(p.name for p in (tmp_path / "stock/fonts").iterdir()) == ["plain-400.woff", "plain-900.woff"]
    assert (tmp_path / "stock/licences/plain").read_text() == "plain: OFL-1.1\n\nOpen."


@pytest.mark.parametrize("licence", ["GPL-3.0", "CC-BY-SA-4.0", "CC-BY-4.0"])
def test_what_asks_for_more_than_naming_its_makers_is_refused(tmp_path: Path, licence: str) -> None:
    with pytest.raises(ValueError, match=licence):
        gather.icons("drawings", drawings(tmp_path, licence, ["kite"]), tmp_path / "stock")
    assert not (tmp_path / "stock").exists()


def test_a_picture_is_either_learned_or_kept_for_measuring(tmp_path: Path) -> None:
    names = [f"thing{k}x" for k in range(200)]
    assert gather.icons("drawings", drawings(tmp_path, "MIT", names), tmp_path / "stock") == 200
    learned, kept = ({name for name, _ in pictures_of(tmp_path / "stock", kept=which)} for which in (False, True))
    assert 10 < len(kept) < 50
    assert kept == {name for name in names if kept_back(name)}
    assert learned == set(names) - kept


def test_all_cuts_of_a_thing_are_kept_together() -> None:
    for name in ("kite", "acorn", "bell", "fish", "lotus", "umbrella", "anchor"):
        assert len({kept_back(name + cut) for cut in ("", "-fill", "-duotone", "-bold", "-2-filled")}) == 1


def test_manners_kept_for_measuring_are_some_of_all() -> None:
    assert set(UNLEARNED) < set(MANNERS)


def test_designers_sets_have_their_share_however_many_there_are() -> None:
    for many in (1, 40):
        sets = [deck_of(20, {}), deck_of(21, {}), *(deck_of(DESIGNED + k, {}) for k in range(many))]
        assert odds_among(sets, 0.4)[2:].sum() == pytest.approx(0.4)
        assert odds_among(sets, 0.4).sum() == pytest.approx(1.0)
    assert odds_among([deck_of(DESIGNED, {})], 0.4) == pytest.approx([1.0])


def coloured(hue: int) -> np.ndarray:
    """A face whose upper half is white and whose lower half has a colour of its own."""
    face = np.full((144, 108, 4), 255, np.uint8)
    face[72:, :, :3] = cv2.cvtColor(np.full((1, 1, 3), (hue, 255, 255), np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return face


def test_laid_tiles_are_where_and_which_way_up_they_are_said_to_be() -> None:
    faces = [coloured(hue) for hue in (0, 60, 120)]
    right = tried = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        image, quads, which = lay(rng, faces, 40.0)
        assert len(quads) == len(which) >= 2
        for quad, face in zip(quads, which, strict=True):
            low = quad[2:].mean(0) * 0.7 + quad[:2].mean(0) * 0.3
            high = quad[2:].mean(0) * 0.3 + quad[:2].mean(0) * 0.7
            below, above = (image[int(p[1]), int(p[0])].astype(int) for p in (low, high))
            tried += 1
            right += int((below - above).argmax() == (2, 1, 0)[face])
    assert right > 0.7 * tried  # dark tiles have their colours changed over, and some pictures are grey


def shard(folder: Path, name: str, tile: int) -> None:
    np.savez(folder / name, tile=np.array([tile]))


def tiles_of(taken: Pool) -> set[int]:
    """What comes in many batches."""
    rng = np.random.default_rng(1)
    return {int(tile) for _ in range(40) for tile in taken.batch(rng, 8)["tile"]}


def test_who_goes_on_learning_has_the_crops_of_whoever_learned_before(tmp_path: Path) -> None:
    for k in range(3):
        shard(tmp_path, f"{k}.npz", k)
    first = Pool(tmp_path)
    assert [first.refresh(), first.refresh(), first.refresh()] == [2, 3, 3]
    second = Pool(tmp_path)
    shard(tmp_path, "9.npz", 9)
    assert [second.refresh(), second.refresh(), second.refresh()] == [2, 4, 4]
    assert tiles_of(second) == {0, 1, 2, 9}


def test_the_oldest_crops_go_when_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "POOL", 2)
    taken = Pool(tmp_path)
    for k in range(4):
        shard(tmp_path, f"{k}.npz", k)
        taken.refresh()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["2.taken", "3.taken"]
    assert tiles_of(taken) == {2, 3}


def test_crops_with_another_networks_word_do_not_mix_with_those_without(tmp_path: Path) -> None:
    shard(tmp_path, "1.npz", 1)
    np.savez(tmp_path / "2.npz", tile=np.array([2]), logits=np.zeros((1, 37), np.float16))
    with pytest.raises(ValueError, match="logits"):
        Pool(tmp_path).refresh()


def test_weights_that_read_any_kind_of_picture_worse_are_not_chosen() -> None:
    assert best_share({0.0: [0.4, 0.95], 0.5: [0.6, 0.948], 1.0: [0.7, 0.90]}) == 0.5
    assert best_share({0.0: [0.4, 0.95], 0.5: [0.6, 0.94], 1.0: [0.7, 0.90]}) == 0.0
    assert best_share({0.0: [0.4, 0.95], 0.5: [0.6, 0.96], 1.0: [0.7, 0.95]}) == 1.0


def test_the_one_bam_of_a_set_to_learn_from_is_mostly_a_bird_and_no_other_face_changes() -> None:
    pairs = [(Printed("corner", number), Designed("corner", number)) for number in range(60)]
    birds = sum(mine.draw(Tile.B1, 0) != usual.draw(Tile.B1, 0) for mine, usual in pairs)
    assert abs(birds / len(pairs) - (1 - BIRDLESS)) < 0.15
    others = [tile for tile in Tile if tile is not Tile.B1]
    assert all(mine.draw(tile, 0) == usual.draw(tile, 0) for mine, usual in pairs for tile in others)


def test_a_number_stands_for_one_set_and_no_manner_that_measures_is_among_them() -> None:
    sets = [set_of(number, OURS) for number in (*range(FIRST, FIRST + 14), FIRST_LOOSE, FIRST_LOOSE + 1)]
    assert [one.manner for one in sets] == [*LEARNED, *LEARNED, LOOSE, LOOSE]
    assert not set(LEARNED) & set(UNLEARNED)


@pytest.mark.parametrize("number", range(FIRST_LOOSE, FIRST_LOOSE + 24))
def test_what_a_loose_set_says_stands_on_its_tiles(number: int) -> None:
    loose = Loose(LOOSE, number)
    for tile in (Tile.B3, Tile.C9, Tile.NORTH, Tile.FLOWER):
        bare = f'<g transform="translate({loose._below[0]:.5g}'
        assert loose.draw(tile, 0).count("<") > bare.count("<")
    x, y, high = loose._index[1:4]
    assert 0 < x < 300
    assert 0 < y < 400
    assert 40 < high < 125
    assert loose.draw(Tile.C3, 0) != loose.draw(Tile.C4, 0)


def said(manner: str, tile: Tile, **plan: int) -> Written:
    """What is written on a tile of the first set that was planned so."""
    sets = (Designed(manner, number) for number in range(500))
    return written(next(one for one in sets if plan.items() <= one._plan.items()), tile, 0)


def test_it_is_known_what_is_written_on_a_face() -> None:
    number, suit, honour = NOTHING
    assert said("corner", Tile.C5, content=2) == Written(4, suit, honour)
    assert said("corner", Tile.C5, content=1) == Written(4, 1, honour)  # the suit's word below its picture
    assert said("header", Tile.D2, word=1, content=2) == Written(1, 2, honour)  # "2 DOT"
    assert said("counted", Tile.B7) == Written(UNTOLD, suit, honour)  # counted, not written
    assert said("worded", Tile.WEST) == Written(number, suit, Tile.WEST - Tile.NORTH)
    assert said("counted", Tile.EAST, winds=0) == Written(number, suit, Tile.EAST - Tile.NORTH)  # a needle
    assert said("panel", Tile.RED, dragons=1) == Written(*NOTHING)  # a figure alone
    assert said("panel", Tile.RED, dragons=3) == Written(*NOTHING)  # DRAGON, whichever
    assert said("panel", Tile.SOAP, soap=2) == Written(number, suit, Tile.SOAP - Tile.NORTH)
    assert said("panel", Tile.FLOWER, flowers=3) == Written(0, suit, honour)
    assert said("giant", Tile.JOKER, joker=2) == Written(number, suit, Tile.JOKER - Tile.NORTH)


def test_a_figure_on_its_head_is_what_it_looks_like() -> None:
    assert on_its_head(np.array([5, 1, 1])).tolist() == [8, NOTHING[1], NOTHING[2]]
    assert on_its_head(np.array([*NOTHING])).tolist() == [*NOTHING]
    assert on_its_head(np.array([1, 3, 3])).tolist() == [NOTHING[0], NOTHING[1], 3]


def test_of_many_drawings_the_one_bam_comes_oftener() -> None:
    deck = deck_of(20, {tile: [coloured(5 * int(tile))] * 4 for tile in Tile})
    drawn = [drawn_from(np.random.default_rng(seed), deck)[0] for seed in range(60)]
    assert all(len(order) == 24 for order in drawn)
    assert sum(bool((deck.tiles[order] == Tile.B1).any()) for order in drawn) > BIRDS * len(drawn)


def test_half_a_tile_beside_another_is_no_tile_and_nor_is_a_bare_table() -> None:
    deck = deck_of(20, {Tile(k): [coloured(hue)] for k, hue in enumerate((0, 60, 120))})
    laid, bare = Bin([], []), Bin([], [])
    for seed in range(8):
        from_sheet(np.random.default_rng(seed), deck, laid)
        from_ground(np.random.default_rng(seed), bare)
    faces = [tile for tile, *_ in laid.labels]
    assert 0 < faces.count(NONE) < 0.5 * len(faces)
    assert bare.labels
    assert {tile for tile, *_ in bare.labels} == {NONE}
