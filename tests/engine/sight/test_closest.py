"""A whole hand laid open of which one face is always read as another: the hand of the card that it comes closest to."""

import numpy as np
import pytest
from fastapi.testclient import TestClient
from scipy.optimize import linear_sum_assignment

from engine.event import Discarded, Event, Exposed, GameBegun, MahJongg
from engine.rules.referee import Rules
from engine.rules.ruling import Accepted, Proposal, Source
from engine.sight.closest import assigned, closest
from engine.sight.games import UNCLEAR
from engine.sight.observation import SAID_S, Sight
from engine.state import Phase
from engine.tile import Tile, codes, read_tiles
from server.access import COOKIE, Access
from server.app import create_app
from server.store import Store
from tests.racks import practice
from tests.table import sight
from tests.watching import P1, P2, P3, P4, Evening

C2, C4, C7, C8, B9 = Tile.C2, Tile.C4, Tile.C7, Tile.C8, Tile.B9
LAN = ("192.168.1.30", 40000)
TWOS = [sight(C7, 0.97, else_=C2)] * 3  # every 2 Crak of the set is taken for a 7 Crak
EIGHTS = [sight(C4, 0.97, else_=C8)] * 2
OPEN: list[str | list[Sight]] = [[*TWOS, sight(Tile.JOKER)], "9B 9B 9B", "N N N", "1B 1B", EIGHTS]


@pytest.mark.parametrize("seed", range(20))
def test_the_assignment_is_the_cheapest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    losses = rng.integers(0, 9, (14, 14)).astype(float) if seed % 2 else rng.uniform(0, 9, (14, 14))
    losses[rng.uniform(size=losses.shape) < 0.4] = np.inf
    losses[np.arange(14), rng.permutation(14)] = rng.uniform(0, 30, 14)  # one way is finite
    theirs = losses[linear_sum_assignment(losses)].sum()
    ours = assigned(losses)
    assert sorted(ours.tolist()) == list(range(14))
    assert losses[np.arange(14), ours].sum() == pytest.approx(theirs)


def row(groups: list[str | list[Sight]]) -> list[Sight]:
    return [s for g in groups for s in ([sight(t) for t in read_tiles(g)] if isinstance(g, str) else g)]


def test_the_one_hand_that_explains_every_misread_tile_is_found() -> None:
    found = closest(row(OPEN), (), practice())
    assert found is not None
    assert codes(found.tiles) == "2C 2C 2C J 9B 9B 9B N N N 1B 1B 8C 8C"
    assert found.loss == pytest.approx(5 * 3.476, abs=0.01)


def test_between_two_hands_that_are_as_close_none_is_chosen() -> None:
    """The same hand in Craks and in Dots, of tiles that may as well be either."""
    either = [*[sight(C2, 0.5, else_=Tile.D2)] * 4, *[sight(C8, 0.5, else_=Tile.D8)] * 2]
    sure = row(["9B 9B 9B", "N N N", "1B 1B"])
    assert closest([*either, *sure], (), practice()) is None
    found = closest([*either[1:], sight(C2), *sure], (), practice())
    assert found is not None
    assert codes(found.tiles) == "2C 2C 2C 8C 8C 2C 9B 9B 9B N N N 1B 1B"
    assert closest([*either[1:], *sure], (), practice()) is None, "thirteen tiles"


def test_what_stood_exposed_is_a_whole_group_of_the_hand() -> None:
    hand = [*[sight(C7, 0.4, else_=C2)] * 4, *row(["9B 9B 9B", "N N N", "1B 1B", "8C 8C"])]
    kong = closest(hand, ((0, 1, 2, 3), (4, 5, 6)), practice())
    pung = closest(hand, ((0, 1, 2),), practice())
    assert kong is not None
    assert pung is not None
    assert (kong.tiles.count(C2), pung.tiles.count(C2)) == (4, 3)
    assert kong.loss < pung.loss


@pytest.fixture
def played() -> Evening:
    """An evening on the practice card; the second player has exposed a kong and a pung."""
    evening = Evening(Store("sqlite://"))
    evening.table.choose_rules(Rules(table=practice()))
    events: tuple[Event, ...] = (
        GameBegun(P1),
        Discarded(P1, C7),
        Exposed(P2, C7, P1, (C7, C7, C7, Tile.JOKER)),
        Discarded(P2, Tile.EAST),
        Discarded(P3, B9),
        Exposed(P2, B9, P3, (B9,) * 3),
        Discarded(P2, Tile.EAST),
        *(Discarded(seat, Tile.D1) for seat in (P3, P4, P1)),
    )
    for event in events:
        assert isinstance(evening.table.submit(Proposal(event, Source.CAMERA)), Accepted), event
    evening.rest("E E 1D 1D 1D", {P2: OPEN[:2]}, hands=(P1,))
    return evening


def test_a_hand_that_lies_open_is_taken_for_the_mah_jongg_it_comes_closest_to_where_nobody_plays_on(
    played: Evening,
) -> None:
    doubtful: list[str | list[Sight]] = [[*[sight(C7, 0.89, else_=C2)] * 3, sight(Tile.JOKER)], *OPEN[1:4]]
    doubtful.append([sight(C4, 0.89, else_=C8)] * 2)
    played.at(10.0).rest("E E 1D 1D 1D", {P2: doubtful}, hands=(P2,))
    assert played.alert(UNCLEAR) is not None
    played.watcher.passed(10.0 + SAID_S - 1)
    assert played.state.phase is Phase.PLAY
    played.watcher.passed(10.0 + SAID_S + 1)
    assert played.state.phase is Phase.OVER
    won = played.said[-1]
    assert isinstance(won, MahJongg)
    assert won.seat is P2
    assert sorted(won.tiles) == sorted(read_tiles("2C 2C 2C J 9B 9B 9B N N N 1B 1B 8C 8C"))
    assert codes(played.state.racks[P2].exposures[0].tiles) == "2C 2C 2C J"
    assert played.alert(UNCLEAR) is None


@pytest.mark.parametrize(
    "groups",
    [
        pytest.param(["2C 2C 2C J", "9B 9B 9B", "N N N", "1B 1B", "8C 7C"], id="a pair that is none"),
        pytest.param(["2C 2C 2C J", "9B 9B 9B", "N N N", "1B 2B", "8C 8C"], id="another pair"),
        pytest.param(["2C 2C 2C J", "9B 9B 9B", "N N S", "1B 1B", "8C 8C"], id="a tile of a pung"),
        pytest.param(["2C 2C 2C J", "9B 9B 9B", "N N N", "1B 1B", "8D 8D"], id="a pair of another suit"),
    ],
)
def test_a_hand_that_a_tile_read_for_certain_contradicts_is_asked_about_however_long_it_lies_there(
    groups: list[str | list[Sight]], played: Evening
) -> None:
    """It may well be a false mah jongg."""
    played.at(10.0).rest("E E 1D 1D 1D", {P2: groups}, hands=(P2,))
    assert played.alert(UNCLEAR) is not None
    played.watcher.passed(10.0 + 10 * SAID_S)
    assert played.state.phase is Phase.PLAY
    assert not any(isinstance(event, MahJongg) for event in played.said)


def test_one_tap_answers_what_a_hand_laid_open_is(played: Evening) -> None:
    groups: list[str | list[Sight]] = ["2C 2C 2C J", "9B 9B 9B", "N N N", "1B 1B", "8C 7C"]
    played.at(10.0).rest("E E 1D 1D 1D", {P2: groups}, hands=(P2,))
    question = played.alert(UNCLEAR)
    assert question is not None
    (choice,) = question.choices
    assert isinstance(choice.event, MahJongg)
    assert sorted(choice.event.tiles) == sorted(read_tiles("2C 2C 2C J 9B 9B 9B N N N 1B 1B 8C 8C"))
    client = TestClient(
        create_app(played.table, access := Access.fresh()), base_url="http://192.168.1.20:8555", client=LAN
    )
    client.cookies.set(COOKIE, access.passes["P2"].token)
    told = client.post("/answer", data={"key": UNCLEAR, "choice": 0})
    assert told.status_code == 200, told.text
    assert played.state.phase is Phase.OVER
    assert played.state.winner is P2
    assert played.alert(UNCLEAR) is None


def test_a_hand_that_was_asked_about_is_none_where_play_goes_on(played: Evening) -> None:
    played.at(10.0).rest("E E 1D 1D 1D", {P2: OPEN}, hands=(P2,))
    played.at(14.0).rest("E E 1D 1D 1D 3D", {P2: OPEN[:2]}, hands=(P2,))
    played.watcher.passed(40.0)
    assert played.state.phase is Phase.PLAY
    assert isinstance(played.said[-1], Discarded)


def test_a_hand_that_lay_open_when_the_table_was_swept_had_won(played: Evening) -> None:
    played.at(10.0).rest("E E 1D 1D 1D", {P2: OPEN}, hands=(P2,))
    for time_s in range(12, 30, 2):
        played.at(time_s).rest("", hands=(P1, P2, P3, P4))
    assert any(isinstance(entry.event, MahJongg) for entry in played.table.log_of(1))


def test_discards_that_leave_no_room_for_a_hand_laid_open_were_misread(played: Evening) -> None:
    """Three 1 Bams lie there as they are read, and two stand in a hand that is read well."""
    b1, d1 = Tile.B1, Tile.D1
    for seat, tile in ((P2, b1), (P3, b1), (P4, b1), (P1, Tile.WEST)):
        assert isinstance(played.table.submit(Proposal(Discarded(seat, tile), Source.CAMERA)), Accepted)
    bams = [sight(b1), sight(b1, 0.99, else_=d1), sight(b1)]
    lie = [*[sight(t) for t in read_tiles("E E 1D 1D 1D")], *bams, sight(Tile.WEST)]
    played.rest(lie, {P2: OPEN[:2]}, hands=(P1,))
    hand: list[str | list[Sight]] = [*OPEN[:2], "N N N", "1B 1B", "8C 8C"]
    clear: list[str | list[Sight]] = ["2C 2C 2C J", *hand[1:]]
    played.at(10.0).rest(lie, {P2: clear}, hands=(P2,))
    assert isinstance(played.said[-1], MahJongg)
    assert codes([d.tile for d in played.state.discards]) == "E E 1D 1D 1D 1B 1D 1B W"
