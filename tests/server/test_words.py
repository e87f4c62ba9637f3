"""What pages say: every event has its words, and none tells what only one player may know."""

from dataclasses import replace

import pytest

from engine import event as e, notation
from engine.event import Event
from engine.faults import Cause
from engine.notation import FORMS
from engine.rules.referee import Source
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Proposal
from engine.state import replay
from engine.tile import Seat, Tile
from engine.view import light_view, referee_view, table_view
from server.corrections import corrections, with_tile
from server.judging import findings
from server.lamp import lamp_svg, lamp_words
from server.log import Entry
from server.words import doing, headline, sentence, spoken, window_words

P1, P2, P3, P4 = Seat
GROUP = (Tile.B3, Tile.B3, Tile.JOKER)
EXAMPLES: tuple[Event, ...] = (
    e.GameBegun(P1),
    e.Drawn(P2, Tile.GREEN),
    e.Racked(P2),
    e.Discarded(P2, Tile.B3, Tile.B4),
    e.Called(P3, True),
    e.CallRetracted(P3),
    e.Exposed(P3, Tile.B3, P2, GROUP),
    e.ExposureChanged(P3, 0, GROUP),
    e.JokerExchanged(None, P3, 0, Tile.B3),
    e.MahJongg(P3, GROUP, "2468 1", P2),
    e.HandDied(P3, Cause.WRONG_COUNT),
    e.WallGame(),
    e.Retracted(3),
    e.Corrected(2, e.Drawn(P2, Tile.GREEN)),
    e.Resynced(((), (), (), ()), (), (13, 13, 13, 13), P1),
    e.RulesChosen(("C-20=plays_on",)),
    e.DiceRolled(P1, (3, 4)),
    e.EastChosen(P1),
    e.WallsBuilt(),
    e.WallBroken(P1, 7),
    e.Dealt(),
    e.Passed(P1, 1, 0, (Tile.GREEN, Tile.GREEN)),
    e.PassTaken(P1),
    e.Voted(P1, False),
    e.CourtesyOffered(P1, 2, (Tile.GREEN, Tile.GREEN)),
    e.CharlestonEnded(),
    e.TimePassed(6, True),
    e.Held(P1),
    e.HoldEnded(P1),
    e.Taken(P1),
    e.NameCorrected(P1),
    e.DrawReturned(P1),
    e.ExposureTakenBack(P1),
    e.Declared(P1),
    e.DeclarationRetracted(P1),
    e.FalseMahJongg(P1, GROUP),
    e.ThrownIn(P1),
    e.Challenged(P1, P2),
    e.ChallengeDisputed(P2, P1),
    e.Warned(P1, Cause.PEEKED),
    e.GameAbandoned(Cause.THREE_DEAD),
    e.Paid((25, -25, 0, 0), "2468 1"),
    e.BetPlaced(P1),
    e.BetCancelled(),
    e.WallGameBet(),
    e.Announced(Seat.P3, 25, True),
    e.TilesMixed(),
    e.Pivoted(Seat.P1),
    e.EastMistaken(Seat.P2),
    e.PlayersChosen((Seat.P1, Seat.P2, Seat.P4)),
    e.LastTileTaken(P1),
    e.Named(P1, "Ruth"),
    e.SatOut("Eve"),
    e.FoundAlive(P1),
)


def test_every_kind_of_event_has_an_example_here() -> None:
    assert {type(x) for x in EXAMPLES} == {kind for kind, _ in FORMS}


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_is_a_sentence_that_keeps_secrets(event: Event) -> None:
    words = sentence(event)
    assert spoken(words)[0].isupper() or spoken(words)[0].isdigit()
    assert Tile.GREEN not in words
    assert "Green" not in spoken(words)
    assert "=" not in spoken(words), "a code of programs"


def test_spoken_parts_neighbouring_tiles() -> None:
    assert spoken(sentence(e.Exposed(P3, Tile.B3, P2, GROUP))) == (
        "Top seat calls 3 Bam from Right seat, exposes a pung: 3 Bam 3 Bam Joker"
    )


def test_a_win_that_was_judged_by_looking_ends_without_a_colon() -> None:
    assert spoken(sentence(e.MahJongg(P3, (), "2468 1"))) == "Top seat has Mah Jongg, 2468 1"
    assert spoken(sentence(e.MahJongg(P3, GROUP, "2468 1"))).startswith("Top seat has Mah Jongg, 2468 1: 3 Bam")


def after(*events: Event) -> tuple[str, str, tuple[str, ...]]:
    view = table_view(replay(events))
    return spoken(headline(view)), window_words(view), tuple(doing(view, p) for p in view.players)


def test_the_headline_says_what_the_table_waits_for() -> None:
    begun, thrown = e.GameBegun(P1), e.Discarded(P1, Tile.B3)
    assert after(begun) == ("Bottom seat discards", "No discard yet", ("Discards", "", "", ""))
    assert after(begun, thrown)[:2] == ("Right seat draws", "Bottom seat discarded 3 Bam. It may be called")
    assert after(begun, thrown, e.Held(P3))[0] == "Top seat says Hold: please wait"
    assert after(begun, thrown, e.Called(P3))[0] == "Top seat calls 3 Bam"
    assert after(begun, e.Discarded(P1, Tile.JOKER))[1] == "Bottom seat discarded a Joker: it is dead"
    assert after(begun, e.Discarded(P1, Tile.B3, Tile.B4))[1].startswith(
        "Bottom seat discarded 4 Bam by name, it is 3 Bam. It needs its right name first"
    )
    assert after(begun, e.HandDied(P3, Cause.WRONG_COUNT))[2][P3] == "Dead hand"
    assert after(begun, e.WallGame())[0] == "Wall game: nobody wins"
    assert after(e.Dealt())[0] == "First Charleston: pass right"


def test_a_hand_that_plays_on_is_not_shown_as_out() -> None:
    """C-19, C-20: it draws and discards like the others, and only cannot win."""
    begun = e.GameBegun(P1)
    events = (e.Discarded(P1, Tile.B3), e.HandDied(P2, Cause.WRONG_COUNT, plays_on=True))
    waits = (e.Drawn(P2), e.Discarded(P2, Tile.B4))
    view = table_view(replay((begun, *events, e.Drawn(P2))))
    assert (doing(view, view.players[P2]), view.players[P2].out) == ("Discards", False)
    assert after(begun, *events, *waits)[2] == ("", "Cannot win", "Draws", "")
    assert light_view(replay((begun, *events))).dead == ()
    assert "is dead" not in spoken(sentence(events[-1]))
    found = dict(findings(ruleset(["C-19=play_on"])))
    assert found[Cause.WRONG_COUNT] == "Cannot win: wrong number of tiles"
    assert found[Cause.WRONG_EXPOSURE] == "Dead: wrong exposure"


def test_the_lamp_is_drawn_with_its_sixteen_cells_and_said_in_words() -> None:
    state = replay([e.GameBegun(P2), e.Discarded(P2, Tile.B3)])
    view = replace(light_view(state), camera_lost=True)
    assert lamp_svg(view).count("<rect") == 17
    assert "<animate" in lamp_svg(view)
    assert lamp_words(view) == "Wind indicator: the discard may be called, Right seat is East, camera lost"


def test_the_light_knows_what_the_table_shows() -> None:
    begun = e.GameBegun(P2)
    dead = light_view(replay([begun, e.HandDied(P4, Cause.WRONG_COUNT), e.Discarded(P2, Tile.B3), e.Called(P1)]))
    assert (dead.east, dead.turn, dead.dead, dead.calls, dead.window) == (P2, P3, (P4,), (P1,), True)
    assert light_view(replay([begun, e.WallGame()])).wall_game
    assert light_view(replay([begun, e.MahJongg(P1, GROUP)])).winner is P1


def test_views_show_counts_of_concealed_tiles_and_none_of_them() -> None:
    state = replay([e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Drawn(P2, Tile.GREEN)])
    assert table_view(state).players[P2].concealed == 14
    for view in (table_view(state), referee_view(state), light_view(state)):
        assert "GREEN" not in repr(view)


def entry(event: Event) -> Entry:
    return Entry(4, 0.0, Source.CAMERA, 0.8, event, ((Tile.B8, 0.15), (Tile.JOKER, 0.02)))


def test_the_likeliest_readings_come_first_and_then_every_other_tile() -> None:
    found = corrections(entry(e.Discarded(P2, Tile.B3)), e.Discarded(P2, Tile.B3))
    assert [c.tiles for c in found.likely] == [(Tile.B8,), (Tile.JOKER,)]
    assert {c.tiles[0] for c in found.tiles} == set(Tile) - {Tile.B3}
    assert [c.label for c in found.seats] == ["It was Bottom seat", "It was Top seat", "It was Left seat"]


def test_an_exposure_is_never_of_jokers_and_its_makeup_can_be_put_right() -> None:
    event = e.Exposed(P4, Tile.B3, P2, GROUP)
    found = corrections(entry(event), event)
    assert [c.tiles for c in found.likely] == [(Tile.B8,)]
    assert (Tile.B3, Tile.B3, Tile.B3) in [c.tiles for c in found.makeup]
    assert GROUP not in [c.tiles for c in found.makeup]
    assert all(c.tiles.count(Tile.B3) <= Tile.B3.copies for c in found.makeup)
    assert with_tile(event, Tile.B8) == e.Exposed(P4, Tile.B8, P2, (Tile.B8, Tile.B8, Tile.JOKER))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_correction_can_be_read_back(event: Event) -> None:
    found = corrections(entry(event), event)
    for one in (*found.likely, *found.tiles, *found.makeup, *found.seats):
        assert isinstance(notation.read(one.text), e.Corrected)
    assert isinstance(Proposal(event, Source.CAMERA).event, type(event))


def test_who_waits_is_not_told_to_draw() -> None:
    begun, thrown = e.GameBegun(P1, wall=1), e.Discarded(P1, Tile.B3)
    assert after(begun, thrown)[2] == ("", "Draws", "", "")
    assert after(begun, thrown, e.Called(P3))[2] == ("", "", "Calls", "")
    assert after(begun, thrown, e.Held(P3))[2] == ("", "", "Hold", "")
    assert after(begun, e.Declared(P1))[2] == ("Says Mah Jongg", "", "", "")
    used_up = table_view(replay((begun, thrown, e.Drawn(P2), e.Discarded(P2, Tile.B4))))
    assert (headline(used_up), {doing(used_up, p) for p in used_up.players}) == (("No tile is left to draw",), {""})
    last = table_view(replay((begun, thrown)))
    assert headline(last, kept=1) == ("No tile is left to draw",)
    assert headline(last) == ("Right seat draws",)


def test_no_courtesy_is_none_and_not_a_nought() -> None:
    assert spoken(sentence(e.CourtesyOffered(P1, 0))) == "Bottom seat offers none for the courtesy pass"
    assert spoken(sentence(e.CourtesyOffered(P1, 2))) == "Bottom seat offers 2 for the courtesy pass"
