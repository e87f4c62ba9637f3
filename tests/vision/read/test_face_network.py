"""Both networks that are asked of some tiles only."""

import numpy as np
import pytest

from engine.tile import N_KINDS, Tile
from tests.tiles_laid import laid_out
from vision.read.crops import taken
from vision.read.face_network import FaceNetwork
from vision.read.reader import SecondOpinion
from vision.read.strangers import Strangers
from vision.read.weights import BATCH, card

SHOWN = (Tile.C1, Tile.D3, Tile.B7, Tile.EAST, Tile.RED)


@pytest.fixture(scope="module", params=[SecondOpinion, Strangers])
def network(request: pytest.FixtureRequest) -> FaceNetwork:
    made = request.param()
    assert isinstance(made, FaceNetwork)
    return made


def test_crops_are_read_alike_either_way_up_however_many_there_are(network: FaceNetwork) -> None:
    image, quads, tiles = laid_out("harbour", [[(t, 0) for t in SHOWN]], 30)
    crops = taken(image, quads).crops
    said = network.logits(crops)
    assert said.shape == (len(SHOWN), N_KINDS + 1)
    np.testing.assert_allclose(network.logits(crops[:, ::-1, ::-1]), said, atol=1e-4)
    many = network.logits(np.concatenate([crops] * (1 + BATCH // len(SHOWN))))
    np.testing.assert_allclose(many[-len(SHOWN) :], said, atol=1e-4)
    assert [int(t) for t in tiles] == said[:, :N_KINDS].argmax(1).tolist()


def test_it_is_as_sure_as_its_card_says(network: FaceNetwork) -> None:
    assert network.temperature == card(network.name)["temperature"]
