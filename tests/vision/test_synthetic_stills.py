"""Pictures of the simulated table: what the truth says is there can be seen there."""

import cv2
import numpy as np
import pytest

from engine.tile import Seat, Tile
from vision.plane.calibration import calibrate
from vision.plane.zones import groups, place
from vision.synthetic.faces.catalogue import face_count, face_image
from vision.synthetic.lens import Lens
from vision.synthetic.look import Look, choose
from vision.synthetic.mats import printed_mat
from vision.synthetic.stills import SeenTile, Still, cuttings, render_still


@pytest.fixture(scope="module")
def clean() -> Still:
    """Late in a game, good light, no noise."""
    return render_still(31, "clean+soft+overhead+plain", (1920, 1080), moment=0.9, hands=0)


def test_the_same_seed_gives_the_same_still() -> None:
    a, b = (render_still(12, "", (640, 360)) for _ in range(2))
    assert np.array_equal(a.image, b.image)
    assert [t.tile for t in a.tiles] == [t.tile for t in b.tiles]
    assert not np.array_equal(a.image, render_still(13, "", (640, 360)).image)


@pytest.mark.parametrize("seed", range(40, 60))
def test_the_whole_table_is_in_the_picture(seed: int) -> None:
    look = choose(seed, "", (1280, 720))
    corners = np.array([[x, y, 0] for x in (-look.half, look.half) for y in (-look.half, look.half)])
    seen = look.lens.project(corners)
    assert (seen > -6).all()
    assert (seen < np.array(look.size_wh) + 6).all()
    assert np.ptp(seen[:, 1]) > 0.85 * 720 or np.ptp(seen[:, 0]) > 0.85 * 1280


def test_a_lens_finds_the_ground_it_projects() -> None:
    lens = Lens((1280, 720), (120.0, 380.0, 1200.0), (5.0, -8.0, 0.0), 0.1, 0.8, -0.05)
    points = np.random.default_rng(1).uniform(-400, 400, (50, 2))
    for height in (0.0, 22.0):
        back = lens.ground(lens.project(np.c_[points, np.full(50, height)]), height)
        assert np.abs(back - points).max() < 0.05


def test_p1_sits_at_the_bottom_and_p2_on_the_right() -> None:
    look = choose(3, "overhead", (1280, 720))
    bottom, right = look.lens.project(np.array([[0, 400, 0], [400, 0, 0]]))
    assert bottom[1] > 600
    assert right[0] > 850


def test_all_tiles_are_there_once(clean: Still) -> None:
    kinds = [t.tile for t in clean.tiles]
    assert sorted(kinds) == sorted(t for t in Tile for _ in range(t.copies))


def test_quads_lie_in_the_picture_clockwise(clean: Still) -> None:
    assert len(clean.face_up) > 25
    for t in clean.face_up:
        assert (t.quad > 0).all()
        assert (t.quad < (1920, 1080)).all()
        assert cv2.contourArea(t.quad.astype(np.float32), oriented=True) > 0  # y grows downward: positive is clockwise
        assert t.facing > 0.7


def rectified(still: Still, tile: SeenTile) -> np.ndarray:
    to = np.array([[0, 0], [36, 0], [36, 48], [0, 48]], np.float32)
    crop = cv2.warpPerspective(still.image, cv2.getPerspectiveTransform(tile.quad.astype(np.float32), to), (36, 48))
    return crop[4:-4, 4:-4].astype(np.float32)


def printed(look: Look, tile: Tile) -> list[np.ndarray]:
    found = []
    for variant in range(face_count(look.family, tile)):
        art = cv2.resize(face_image(look.family, tile, variant, 96), (36, 48), interpolation=cv2.INTER_AREA)
        alpha = art[..., 3:].astype(np.float32) / 255
        face = art[..., :3] * alpha + np.array(look.body, np.float32) * (1 - alpha)
        found.append(cv2.GaussianBlur(face, (0, 0), 0.8)[4:-4, 4:-4])
    return found


def alike(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.mean([np.corrcoef(a[..., c].ravel(), b[..., c].ravel() + 1e-3)[0, 1] for c in range(3)]))


def test_each_tile_shows_its_own_face_upright_in_its_quad(clean: Still) -> None:
    """Of all 36 kinds the one that looks most like the picture inside the quad is the one that the truth names."""
    patterns = {t: printed(clean.look, t) for t in Tile if t is not Tile.SOAP}
    right, asked = 0, 0
    for seen in clean.face_up:
        if seen.occluded > 0.02 or seen.tile is Tile.SOAP:  # a blank soap looks like nothing
            continue
        crop = rectified(clean, seen)
        best = max(patterns, key=lambda t: max(alike(crop, p) for p in patterns[t]))
        right += best is seen.tile
        asked += 1
    assert asked > 25
    assert right >= 0.95 * asked


def test_zones_and_groups_follow_from_the_markers(clean: Still) -> None:
    plane = calibrate(clean.image)
    assert plane is not None
    up = clean.face_up
    places = place(plane, np.array([t.quad for t in up]))
    for t, p in zip(up, places, strict=True):
        assert p.zone is not None
        assert p.zone.value == t.region
        assert p.seat == t.seat
    for seat in Seat:
        mine = [(t, p) for t, p in zip(up, places, strict=True) if t.seat is seat and t.region == "exposure"]
        found = groups([p for _, p in mine])
        told: dict[int | None, list[int | None]] = {}
        for t, _ in mine:
            told.setdefault(t.group, []).append(t.order)
        assert [[(mine[i][0].group, mine[i][0].order) for i in g] for g in found] == [
            [(g, o) for o in sorted(told[g], key=lambda v: v or 0)] for g in sorted(told, key=lambda v: v or 0)
        ]


@pytest.mark.parametrize("seed", [61, 62, 63, 64])
def test_markers_calibrate_every_table(seed: int) -> None:
    still = render_still(seed, "", (1280, 720), moment=0.3, hands=0)
    plane = calibrate(still.image)
    assert plane is not None
    mm = np.array([[0.0, 0.0], [250.0, 0.0], [0.0, 250.0], [-200.0, -200.0]])
    true = still.look.lens.project(np.c_[mm, np.zeros(4)])
    scale = still.look.lens.scale_at(0, 0)
    assert np.linalg.norm(plane.to_px(mm) - true, axis=1).max() < 12 * scale  # markers lie 2 mm off on purpose


def test_without_markers_there_is_nothing_to_calibrate() -> None:
    assert calibrate(render_still(61, "bare", (1280, 720), moment=0.3, hands=0).image) is None


def test_concealed_tiles_cannot_be_read_from_above() -> None:
    still = render_still(14, "overhead", (1920, 1080), moment=0.4, hands=0)
    standing = [t for t in still.tiles if t.region == "rack"]
    upright = np.median([abs(cv2.contourArea(t.quad.astype(np.float32))) for t in still.face_up])
    assert standing
    for t in standing:
        assert abs(cv2.contourArea(t.quad.astype(np.float32))) * max(t.facing, 0) < 0.25 * upright


def test_a_hand_hides_tiles() -> None:
    free = render_still(15, "", (1280, 720), moment=0.9, hands=0)
    busy = render_still(15, "", (1280, 720), moment=0.9, hands=3)
    assert [t.tile for t in free.tiles] == [t.tile for t in busy.tiles]
    hidden = [b.occluded - f.occluded for f, b in zip(free.tiles, busy.tiles, strict=True)]
    assert min(hidden) > -1e-9
    assert max(hidden) > 0.9
    changed = np.abs(free.image.astype(int) - busy.image).max(2) > 40
    assert changed.mean() > 0.01


def test_free_tiles_are_not_called_occluded(clean: Still) -> None:
    discards = [t.occluded for t in clean.face_up if t.region == "discards"]
    assert np.median(discards) < 0.02
    assert all(t.occluded <= 1 for t in clean.tiles)


def test_cuttings_carry_their_tiles(clean: Still) -> None:
    for cut in cuttings(clean, 256, 6, seed=2):
        assert cut.image.shape == (256, 256, 3)
        assert any(t.face_up for t in cut.tiles)
        for t in cut.tiles:
            assert (t.quad.mean(0) >= 0).all()
            assert (t.quad.mean(0) < 256).all()
    with pytest.raises(ValueError, match="does not fit"):
        next(cuttings(clean, 2000, 1))


def test_a_corner_of_a_mat_is_drawn_however_large_what_is_printed_there() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        side = int(rng.integers(60, 200))
        assert printed_mat(rng, side, float(rng.uniform(0.3, 6))).shape == (side, side, 3)
