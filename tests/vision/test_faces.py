"""Every family draws a whole set, by paths alone, with faces that a player can tell apart."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.tile import Tile, code
from vision.synthetic.faces import catalogue as faces
from vision.synthetic.faces.art import art_families
from vision.synthetic.faces.designer import MANNERS, Designed
from vision.synthetic.faces.families import HELD_OUT, RESERVED, SETS
from vision.synthetic.faces.mixes import mix

FLUFFY = Path(__file__).parents[2].parent / "shared" / "art" / "fluffy"
SMALL_PX = 64
ALIKE = 1.2  # mean difference of grey levels, 0..255, under which two faces would be taken for one
SAME_FAMILY = (
    9.0  # mean difference over a set under which two families are one drawing with jitter; the nearest pair has 14
)


def _faces(family: str) -> list[tuple[Tile, int]]:
    return [(tile, v) for tile in Tile for v in range(faces.face_count(family, tile))]


def _printed(family: str, tile: Tile, variant: int, body: float = 240) -> NDArray[np.float32]:
    """The face printed on a grey body; dark inks are told from light ones whatever the family's own body."""
    image = faces.face_image(family, tile, variant, SMALL_PX).astype(np.float32)
    alpha = image[..., 3:] / 255
    out = image[..., :3] * alpha + np.float32(body) * (1 - alpha)
    return np.asarray(out, np.float32)


def _own_body(family: str) -> float:
    return float(np.mean(faces.body_colours(family)[0]))


def _shape(family: str, tile: Tile) -> NDArray[np.float32]:
    """What is printed, without its colours, softened so that a shift by a pixel counts little."""
    alpha = faces.face_image(family, tile, 0, SMALL_PX)[..., 3].astype(np.float32)
    return np.asarray(cv2.GaussianBlur(alpha, (0, 0), 1.5), np.float32)


def test_there_are_enough_families_and_held_out_ones_are_among_them() -> None:
    assert len(faces.FAMILIES) >= 30
    assert len(set(HELD_OUT)) == 3
    assert set(HELD_OUT) <= set(faces.FAMILIES)


@pytest.mark.parametrize("family", faces.FAMILIES)
def test_a_family_has_all_kinds_as_paths_without_text(family: str) -> None:
    assert faces.face_count(family, Tile.FLOWER) == 8
    for tile, variant in _faces(family):
        root = ElementTree.fromstring(faces.face_svg(family, tile, variant))
        assert root.get("viewBox") == "0 0 300 400"
        assert not [e for e in root.iter() if e.tag.endswith(("text", "image", "use"))]


@pytest.mark.parametrize("family", faces.FAMILIES)
def test_the_faces_of_a_family_differ(family: str) -> None:
    body = _own_body(family)
    drawn = {(t, v): _printed(family, t, v, body) for t, v in _faces(family)}
    blank = [t for (t, v), image in drawn.items() if float(np.abs(image - body).mean()) < 0.5]
    assert set(blank) <= {Tile.SOAP}, "only a soap may be blank"
    alike = [
        f"{code(a[0])}{a[1]} and {code(b[0])}{b[1]}"
        for a, b in combinations(drawn, 2)
        if float(np.abs(drawn[a] - drawn[b]).mean()) < ALIKE
    ]
    assert not alike


def test_families_differ_in_drawing_not_in_colour() -> None:
    kinds = [t for t in Tile if t not in (Tile.SOAP, Tile.FLOWER, Tile.JOKER)]
    whole = {f: np.stack([_shape(f, t) for t in kinds]) for f in faces.FAMILIES}
    near = {(a, b): float(np.abs(whole[a] - whole[b]).mean()) for a, b in combinations(whole, 2)}
    assert {pair: d for pair, d in near.items() if d < SAME_FAMILY} == {}


def test_an_image_has_the_shape_asked_for_and_is_shared() -> None:
    image = faces.face_image("harbour", Tile.D5, 0, 100)
    assert image.shape == (100, 75, 4)
    assert image.dtype == np.uint8
    assert image is faces.face_image("harbour", Tile.D5, 0, 100)
    assert not image.flags.writeable


def test_an_unknown_family_or_variant_is_refused_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="harbour"):
        faces.face_svg("nonesuch", Tile.B1)
    with pytest.raises(ValueError, match="3 Bam"):
        faces.face_svg("harbour", Tile.B3, 1)


def test_a_mixed_family_is_the_same_each_time_and_another_by_its_number() -> None:
    one, two = faces.mixed_families(2, first=5)
    assert (one, two) == ("mix-5", "mix-6")
    again = mix(5)
    assert all(again.draw(t, 0) in faces.face_svg(one, t) for t in Tile)
    assert faces.face_svg(one, Tile.C3) != faces.face_svg(two, Tile.C3)


def test_mixed_families_leave_the_parts_of_held_out_sets_alone() -> None:
    for seed in range(150):
        one = mix(seed)
        used = {one.bams.stick, one.bird, one.dots.mark, one.craks.hand, one.flowers.lettering, one.flowers.hand}
        assert not used & RESERVED


def test_no_training_family_uses_a_reserved_part() -> None:
    for name in set(faces.FAMILIES) - set(HELD_OUT):
        one = SETS[name]
        used = {one.bams.stick, one.bird, one.dots.mark, one.craks.hand, one.flowers.lettering, one.flowers.hand}
        assert not used & RESERVED, name


def test_a_folder_without_the_drawings_gives_no_families(tmp_path: Path) -> None:
    assert art_families(tmp_path) == ()


def test_drawings_from_a_folder_come_with_our_flowers_and_jokers() -> None:
    if not FLUFFY.is_dir():
        pytest.skip("../shared is absent")
    names = art_families(FLUFFY)
    assert len(names) >= 6
    for tile in (Tile.B1, Tile.C5, Tile.EAST, Tile.FLOWER, Tile.JOKER):
        assert faces.face_image(names[1], tile, 0, SMALL_PX)[..., 3].any()


@pytest.mark.parametrize("manner", MANNERS)
def test_a_designers_set_has_all_kinds_and_says_which_number_each_is(manner: str) -> None:
    for number in (3, 8):
        family = f"{manner}-{number}"
        assert all(faces.face_svg(family, tile, v) for tile, v in _faces(family))
        suited = [_printed(family, tile, 0) for tile in Tile if tile < Tile.NORTH]
        apart = [float(np.abs(a - b).max()) for suit in range(3) for a, b in combinations(suited[9 * suit :][:9], 2)]
        assert min(apart) > 60


def test_a_designers_set_is_the_same_each_time_and_other_numbers_are_other_sets() -> None:
    one, again, other = (Designed("header", number) for number in (5, 5, 6))
    drawn = [[of.draw(tile, 0) for tile in Tile] for of in (one, again, other)]
    assert drawn[0] == drawn[1]
    assert sum(a != b for a, b in zip(drawn[0], drawn[2], strict=True)) > 30


def test_a_manner_that_nobody_knows_is_no_family() -> None:
    assert faces.known("banner-7")
    assert not faces.known("upsidedown-7")
