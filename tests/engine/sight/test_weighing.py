from engine.event import Discarded, Exposed, GameBegun
from engine.sight.explanation import Act
from engine.sight.propose import propose
from engine.sight.weighing import _neighbours, weighed
from engine.state import State
from engine.tile import Seat, Tile
from tests.table import after, seen, sight

P1, P2, P3, P4 = Seat
B3, JOKER = Tile.B3, Tile.JOKER


def called() -> State:
    return after(State(), GameBegun(P1), Discarded(P1, B3))


def test_a_clear_picture_is_as_sure_as_the_first_chain() -> None:
    shown = seen("", {P3: ["3B 3B J"]}, hands=(P3,))
    found = weighed(called(), shown, (), ())
    assert [a.event for a in found.acts] == [Exposed(P3, B3, P1, (B3, B3, JOKER))]
    assert found.confidence > 0.95


def test_an_exposure_is_no_surer_than_which_of_its_tiles_are_jokers() -> None:
    doubtful = [sight(B3), sight(B3), sight(JOKER, 0.7, else_=B3)]
    shown = seen("", {P3: [doubtful]}, hands=(P3,))
    assert propose(called(), shown).confidence > 0.95, "the first chain does not ask"
    found = weighed(called(), shown, (), ())
    assert [a.event for a in found.acts] == [Exposed(P3, B3, P1, (B3, B3, JOKER))]
    assert 0.5 < found.confidence < 0.9


def test_a_discard_read_as_another_tile_may_still_be_what_it_was_read_as_first() -> None:
    read = Act(Discarded(P1, JOKER), 0.6, ((Tile.FLOWER, 0.3), (Tile.B8, 0.05)))
    (flower,) = (a for chain in _neighbours((read,), seen("")) for a in chain if a.event == Discarded(P1, Tile.FLOWER))
    assert flower.alternatives == ((JOKER, 0.6), (Tile.B8, 0.05)), "nobody is asked whether it was a Flower or a Flower"
