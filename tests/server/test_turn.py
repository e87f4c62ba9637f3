"""What a seat's page offers first: a sentence to its player, few large buttons, groups a few at a time."""

import pytest
from fastapi.testclient import TestClient

from engine import event as e
from engine.card import read_card
from engine.event import Event
from engine.faults import Cause
from engine.hands import HandTable
from engine.notation import read as parse
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.tile import Seat, Tile, read_tiles
from engine.view import light_view, table_view
from server.access import Access, player
from server.acts import next_east
from server.app import create_app
from server.cards import practice_card_text
from server.judging import ruled_false
from server.my_card import Held, my_card
from server.offers import AT_ONCE, Desk
from server.people import People, plain
from server.seat_screen import all_context, chances_of, ring_of
from server.status import Status
from server.store import Store
from server.table import Table
from server.turn import Turn, turn_of
from server.words import to_win_words
from tests import visiting

P1, P2, P3, P4 = Seat
PEOPLE = People(("Ruth", "Bea", "Rose", "Ann"))


class Table4:
    """A table, looked at from its seats; its clock is moved by hand."""

    def __init__(self, *events: Event, window_s: float = 0.0) -> None:
        self.now_s = 1000.0
        rules = Rules(table=HandTable(read_card(practice_card_text())))
        self.table = Table(Store("sqlite://"), rules, clock=lambda: self.now_s, call_window_s=window_s)
        self.happens(*events)

    def happens(self, *events: Event) -> None:
        for event in events:
            answer = self.table.submit(Proposal(event, Source.TABLET))
            assert isinstance(answer, Accepted), (event, answer)

    def turn(self, seat: Seat, own: str = "", you: bool = True) -> Turn:
        return turn_of(Desk(self.table, seat, PEOPLE, read_tiles(own), you))

    def says(self, seat: Seat, own: str = "") -> str:
        return plain(self.turn(seat, own).says)


def labels(turn: Turn) -> list[str]:
    return [act.label for act in turn.great]


def test_each_seat_is_told_what_it_may_do_in_the_second_person() -> None:
    four = Table4(e.GameBegun(P1))
    assert four.says(P1) == "Your turn: discard"
    assert four.says(P2) == "Ruth discards"
    four.happens(e.Discarded(P1, Tile.B3))
    assert four.says(P2) == "Your turn: draw"
    assert labels(four.turn(P2)) == ["I have drawn", "Call"]
    assert four.says(P3) == "Ruth discards 3 Bam"
    assert labels(four.turn(P3)) == ["Call", "Mah Jongg"]
    assert four.says(P1) == "Bea draws"
    four.happens(e.Called(P3))
    assert four.says(P3) == "You call 3 Bam"
    assert four.says(P4) == "Rose calls 3 Bam"


def test_a_tile_that_was_called_is_spoken_of_and_not_the_one_that_lies_there_last() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Discarded(P2, Tile.C7))
    four.happens(e.Exposed(P4, Tile.C7, P2, (Tile.C7,) * 3))
    assert four.says(P1) == "Ann called 7 Crak"
    assert labels(four.turn(P1)) == ["Mah Jongg"]


def test_the_ring_says_what_the_buttons_offer() -> None:
    """Who wins may have a tile that another has exposed, until that one discards (CALL-09): no longer."""
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Discarded(P2, Tile.C7))
    assert (ring_of(four.table).open, ring_of(four.table).to_win) == (True, False)
    four.happens(e.Exposed(P4, Tile.C7, P2, (Tile.C7,) * 3))
    ring, turn = ring_of(four.table), four.turn(P1)
    assert (ring.tile, ring.open, ring.to_win) == (Tile.C7, False, True)
    assert turn.great[0].note == "Call it to win"
    assert plain(turn.note) == "It may be called only to win, until Ann discards."
    four.happens(e.Discarded(P4, Tile.B9), e.Drawn(P1), e.Racked(P1))
    assert (ring_of(four.table).open, ring_of(four.table).to_win) == (False, False)
    assert all(act.note != "Call it to win" for s in Seat for act in (*four.turn(s).great, *four.turn(s).plain))


def test_ring_and_light_call_nobody_to_a_discarded_joker() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.JOKER), window_s=9.0)
    assert (ring_of(four.table).open, ring_of(four.table).left) == (False, None), "it is dead (JOK-09)"
    assert not light_view(four.table.state).window
    assert not table_view(four.table.state).window
    four.happens(e.Drawn(P2), e.Discarded(P2, Tile.JOKER, Tile.B3))
    assert ring_of(four.table).open, "by the name that it was given it may be called"


def test_of_a_tile_that_a_dead_hand_keeps_the_ring_and_the_button_show_that_very_tile() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.C7), e.Discarded(P2, Tile.B3))
    four.happens(e.Called(P4, True), e.FalseMahJongg(P4))
    ring, turn = ring_of(four.table), four.turn(P3)
    assert (ring.tile, ring.to_win) == (Tile.B3, True)
    assert [act.tiles for act in turn.great] == [(Tile.B3,)]
    assert plain(turn.says) == "Ann took 3 Bam"


def test_fourteen_that_win_with_a_tile_which_another_has_exposed_can_be_shown() -> None:
    own = "F F 1C 1C 1C 1C 2C 2C 4C 4C 5C 5C 5C"
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Discarded(P2, Tile.C5))
    four.happens(e.Exposed(P4, Tile.C5, P2, (Tile.C5, Tile.JOKER, Tile.JOKER)), e.Called(P3, True))
    win = four.turn(P3, own).great[0]
    assert win.label == "Show Mah Jongg"
    four.happens(parse(win.text))
    assert four.table.state.winner is P3


def test_no_page_has_more_than_two_large_buttons_in_play() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    steps = ((), (e.Held(P4),), (e.HoldEnded(P4), e.Called(P3)), (e.CallRetracted(P3), e.Drawn(P2)), (e.Declared(P2),))
    for step in steps:
        four.happens(*step)
        assert all(len(four.turn(seat).great) <= 2 for seat in Seat), step


def test_a_call_offers_at_most_three_groups_at_a_look_and_folds_the_jokers_away() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Called(P3))
    found = four.turn(P3).groups
    assert [len(a.tiles) for a in found.natural] == [3, 4]
    assert all(Tile.JOKER not in a.tiles for a in found.natural)
    assert all(len(sized.first) <= AT_ONCE for sized in found.sized)
    assert [sized.name for sized in found.sized] == ["Pung", "Kong", "Quint", "Sextet"]


def test_only_groups_of_tiles_that_she_holds_are_offered_once_all_of_them_are_known() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Called(P3))
    thirteen = "3B J 1D 2D 4D 5D 6D 7D 8D 9D 1C 2C 4C"
    found = four.turn(P3, thirteen).groups
    assert not found.natural
    assert [a.tiles for sized in found.sized for a in sized.first] == [(Tile.B3, Tile.B3, Tile.JOKER)]
    assert found.only


def test_a_tap_on_ones_own_tile_discards_it_on_ones_turn_only() -> None:
    four = Table4(e.GameBegun(P1))
    assert four.turn(P1, "3B 5D").discards
    assert not four.turn(P2, "3B 5D").discards


@pytest.mark.parametrize(
    ("passes", "says"),
    [(0, "Put three tiles to the right"), (1, "Put three tiles across"), (2, "Put three tiles to the left")],
)
def test_the_charleston_says_what_the_hands_do(passes: int, says: str) -> None:
    four = Table4(e.EastChosen(P1), e.Dealt())
    for _ in range(passes):
        four.happens(*(e.Passed(seat) for seat in Seat))
    assert four.says(P3) == says
    four.happens(e.Passed(P3))
    assert four.says(P3) == "Waiting for Ruth, Bea and Ann"


def test_a_courtesy_is_four_numbers_and_then_what_is_exchanged() -> None:
    four = Table4(e.EastChosen(P1), e.Dealt())
    for _ in range(3):
        four.happens(*(e.Passed(seat) for seat in Seat))
    assert labels(four.turn(P2)) == ["Yes, again", "No, stop"]
    four.happens(e.Voted(P2, False))
    assert labels(four.turn(P2)) == ["None", "1", "2", "3"]
    four.happens(e.CourtesyOffered(P2, 3), e.CourtesyOffered(P4, 1))
    assert plain(four.turn(P2).note) == "Exchange 1 with Ann."


def at_the_courtesy() -> Table4:
    four = Table4(e.EastChosen(P1), e.Dealt(), *(e.Passed(seat) for _ in range(3) for seat in Seat))
    four.happens(e.Voted(P2, False))
    return four


def test_the_last_pair_of_a_courtesy_is_told_what_it_exchanges_until_the_first_discard() -> None:
    four = at_the_courtesy()
    four.happens(e.CourtesyOffered(P1, 0), e.CourtesyOffered(P2, 3), e.CourtesyOffered(P4, 1))
    assert [plain(four.turn(seat).note) for seat in Seat] == [
        "",
        "You and Ann exchange 1. ",
        "",
        "You and Bea exchange 1. ",
    ]
    four.happens(e.Discarded(P1, Tile.B3))
    assert not any("exchange" in plain(four.turn(seat).note) for seat in Seat)


def test_the_one_tablet_hears_by_name_what_each_pair_of_a_courtesy_exchanges() -> None:
    four = at_the_courtesy()
    four.happens(e.CourtesyOffered(P1, 2))
    assert plain(four.turn(P1, you=False).note) == "Ruth would exchange 2."
    four.happens(e.CourtesyOffered(P3, 1))
    assert plain(four.turn(P1, you=False).note) == "Ruth and Rose exchange 1."
    four.happens(e.CourtesyOffered(P2, 3), e.CourtesyOffered(P4, 0))
    assert plain(four.turn(P1, you=False).note) == (
        "Ruth and Rose exchange 1. Bea and Ann exchange nothing. Tap the discard."
    )


def test_who_sits_opposite_one_who_wants_none_is_not_asked() -> None:
    four = Table4(e.EastChosen(P1), e.Dealt(), *(e.Passed(seat) for _ in range(3) for seat in Seat))
    four.happens(e.Voted(P2, False), e.CourtesyOffered(P4, 0))
    assert labels(four.turn(P2)) == []
    assert plain(four.turn(P2).note) == "Nothing is exchanged with Ann."
    assert four.says(P2) == "Waiting for Ruth and Rose"


@pytest.mark.parametrize("wins", [False, True])
def test_of_two_who_call_the_one_tablet_turns_to_who_may_have_the_tile(wins: bool) -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Called(P3, wins), e.Called(P2, wins))
    shown = all_context(four.table, player(*Seat))
    assert shown["at"] is P2


def test_the_tile_that_a_hand_died_over_is_told_as_the_one_that_may_be_won_with() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.JOKER), e.Drawn(P2), e.Discarded(P2, Tile.C5))
    assert to_win_words(four.table.state, PEOPLE) == ""
    four.happens(e.Called(P4, True), ruled_false(four.table, P4))
    assert to_win_words(four.table.state, PEOPLE) == "Ann took 5 Crak. It may be called only to win"


def test_the_next_game_has_one_button_that_names_its_east() -> None:
    four = Table4(e.GameBegun(P4), e.GameAbandoned(Cause.THREE_DEAD))
    assert next_east(four.table) is P1
    assert labels(four.turn(P1)) == ["Next game: You are East"]
    assert labels(four.turn(P2)) == ["Next game: Ruth is East"]
    four.happens(e.EastChosen(P1))
    assert labels(four.turn(P3)) == ["The tiles are dealt"]


def test_who_is_east_is_asked_only_where_nobody_knows() -> None:
    assert labels(Table4().turn(P2)) == ["Ruth", "I am", "Rose", "Ann"]


def test_a_charleston_may_still_come_first_where_the_camera_saw_the_tiles_stand() -> None:
    four = Table4(e.GameBegun(P1))
    assert "The Charleston comes first" in [a.label for a in four.turn(P2).plain]
    four.happens(e.Discarded(P1, Tile.B3))
    assert "The Charleston comes first" not in [a.label for a in four.turn(P2).plain]


def test_the_ring_stays_the_same_for_a_third_of_its_time() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), window_s=9.0)
    first = ring_of(four.table)
    assert (first.open, first.left, first.seconds) == (True, 1.0, 3.0)
    four.now_s += 2.0
    assert ring_of(four.table) == first
    four.now_s += 2.0
    assert ring_of(four.table) != first
    four.happens(e.Held(P3))
    assert ring_of(four.table).seconds is None, "the clock stands"


def test_no_dead_hand_is_among_the_hints() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.Exposed(P3, Tile.B3, P1, read_tiles("3B 3B J")))
    own = read_tiles("1D 2D 3D 4D 5D 6D 7D 8D 9D 1C")
    assert all(chance.alive for chance in chances_of(four.table, P3, own))


def test_the_card_in_hand_fills_in_what_is_held_and_what_a_joker_stands_for() -> None:
    hands = HandTable(read_card(practice_card_text()))
    line = next(x for x in hands.lines if any(g.jokers for g in x.hands[0]))
    hand = line.hands[0]
    group = next(g for g in hand if g.jokers)
    four = Table4(e.GameBegun(P1))
    tiles = (*group.tiles[1:], Tile.JOKER)
    ranking = chances_of(four.table, P1, tiles)
    drawn = [row for _, rows in my_card(hands, ranking, tiles) for row in rows]
    assert len(drawn) == len(hands.lines)
    near = [row for row in drawn if row.near]
    assert near
    filled = [place.held for row in near for places in row.groups for place in places]
    assert filled.count(Held.TILE) >= len(group.tiles) - 1
    assert Held.JOKER in filled


def test_after_a_draw_the_page_asks_for_the_tile_where_the_others_are_followed() -> None:
    thirteen = "1B 1B 2B 2B 3B 3B 4B 4B 5B 5B 6B 6B 7B"
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3))
    assert not four.turn(P2, thirteen).asks_drawn, "nothing is drawn yet"
    four.happens(e.Drawn(P2))
    assert four.turn(P2, thirteen).asks_drawn
    assert not four.turn(P2, f"{thirteen} 7B").asks_drawn, "it has been said"
    assert not four.turn(P2).asks_drawn, "her tiles are not followed"
    assert not four.turn(P2, thirteen, you=False).asks_drawn, "the tablet for all follows nobody's tiles"
    assert not four.turn(P3, thirteen).asks_drawn


def test_a_win_is_told_once_on_a_seats_page() -> None:
    won = Table4(e.GameBegun(P1))
    line = won.table.rules.table.lines[0].name if won.table.rules.table is not None else ""
    won.table.submit(Proposal(e.MahJongg(P1, (), line), Source.REFEREE))
    assert won.table.state.winner is P1
    assert {won.says(seat) for seat in Seat} == {"The game is over"}, "who won stands in the middle"
    assert plain(won.turn(P2, you=False).says) == "Mah Jongg! Ruth wins", "nobody's own page"


def test_a_call_that_comes_to_nothing_is_told_why() -> None:
    four = Table4(e.GameBegun(P3), e.Discarded(P3, Tile.B3), e.Called(P4), e.Called(P2))
    assert plain(four.turn(P2).note) == "Ann calls it too, and comes before you in turn."
    assert plain(four.turn(P4).note) == "Which group do you show?"
    four.happens(e.CallRetracted(P4))
    assert plain(four.turn(P2).note) == "Which group do you show?"
    alone = "1B 2B 4B 5B 6B 7B 8B 9B 1C 2C 3C 4C 5C"
    assert plain(four.turn(P2, alone).note).startswith("With these tiles it makes no group of three or more.")


def test_a_call_behind_a_nearer_hold_waits_and_says_for_whom() -> None:
    four = Table4(e.GameBegun(P3), e.Discarded(P3, Tile.B3), e.Called(P2), e.Held(P4))
    assert plain(four.turn(P2).note) == "Ann says Hold and comes before you in turn: wait for an answer."
    assert four.turn(P2).groups.empty
    four.happens(e.HoldEnded(P4))
    assert plain(four.turn(P2).note) == "Which group do you show?"


def test_who_named_a_discard_wrongly_is_asked_for_its_right_name() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3, Tile.B8))
    assert four.says(P1) == "You named it 8 Bam"
    assert labels(four.turn(P1)) == ["Say its right name"]
    assert labels(four.turn(P3)) == ["Mah Jongg"], "nobody calls it for a group before"
    for seat in (P2, P3):
        assert plain(four.turn(seat).note).startswith("It was named 8 Bam. Until it has its right name")
    four.happens(e.NameCorrected(P1))
    assert plain(four.turn(P2).note) == ""
    assert four.says(P1) == "Bea draws"
    assert labels(four.turn(P3)) == ["Call", "Mah Jongg"]


def test_whose_hand_is_dead_is_told_why_and_what_that_means() -> None:
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), e.HandDied(P3, Cause.WRONG_EXPOSURE))
    assert four.says(P3) == "Your hand is dead"
    assert plain(four.turn(P3).note) == "Tiles exposed incorrectly. A dead hand is out of the game, and still pays."


def test_nobody_is_told_that_another_draws_where_no_tile_is_left() -> None:
    four = Table4(e.GameBegun(P1, wall=0), e.Discarded(P1, Tile.B3))
    assert four.says(P2) == "Your turn: no tile to draw"
    assert (four.says(P1), *four.turn(P3).note) == ("No tile is left to draw", "No tile is left to draw")


def test_who_is_asked_is_asked_as_you_on_her_own_page() -> None:
    four = Table4(e.GameBegun(P1))
    assert next(a.asks for a in four.turn(P1).great if a.label == "Discard ...") == "Which tile do you discard?"
    four.happens(e.Discarded(P1, Tile.B3), e.Called(P3))
    assert plain(four.turn(P3, you=False).note) == "Which group is shown?", "on the tablet that all share"


def test_in_a_break_no_camera_rests_where_there_is_none() -> None:
    four = Table4(e.GameBegun(P1))
    four.table.set_paused(True)
    assert plain(four.turn(P2).note) == "A break: the clock stands."
    four.table.set_camera(Status(True, "Camera 0"))
    assert plain(four.turn(P2).note) == "A break: the camera's eyes rest."


def test_a_hand_that_is_out_is_shown_no_hands_to_aim_at() -> None:
    four = Table4(e.GameBegun(P1))
    tiles = read_tiles("1B 1B 2B 2B 2B 3C 3C 5D 6D 7D N E F J")
    assert chances_of(four.table, P1, tiles)
    four.happens(e.FalseMahJongg(P1))
    assert chances_of(four.table, P1, tiles) == ()


def test_a_ring_whose_time_is_over_shows_that_the_tile_may_be_called_yet() -> None:
    """By the rules it may until the next player racks or discards: the buttons said so, and the ring looked closed."""
    four = Table4(e.GameBegun(P1), e.Discarded(P1, Tile.B3), window_s=6.0)
    with TestClient(
        create_app(four.table, Access.fresh()), base_url="http://192.168.1.20:8555", client=visiting.LAN
    ) as page:
        assert 'class="runs-out"' in page.get("/table").text
        four.now_s += 10.0
        assert four.turn(P3).great[1].note == "Call it to win"
        four.table.tell()
        shown = page.get("/table").text
        assert "It may still be called" in shown
        assert 'class="yet"' in shown
        four.happens(e.Drawn(P2), e.Racked(P2))
        shown = page.get("/table").text
        assert "It can no longer be called" in shown
        assert 'class="yet"' not in shown
