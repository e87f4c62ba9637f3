import random
from collections.abc import Iterator
from math import log

import pytest
from hypothesis import given, settings, strategies as st

from engine.event import (
    Corrected,
    Discarded,
    Event,
    Exposed,
    ExposureChanged,
    GameBegun,
    JokerExchanged,
    MahJongg,
    Resynced,
)
from engine.rules.referee import Accepted, Proposal, Rules, Source, legal, rule
from engine.sight.believed import expected, faces, remaining
from engine.sight.explanation import Explanation
from engine.sight.observation import Observation, Sight
from engine.sight.propose import propose
from engine.state import Phase, State, evolve, replay
from engine.tile import Seat, Tile, codes, read_tiles
from tests.table import after, as_seen, events, seen, sight

P1, P2, P3, P4 = Seat
B3, B8, C7, D2, JOKER = Tile.B3, Tile.B8, Tile.C7, Tile.D2, Tile.JOKER


LAID = "7C 2D WD E 1C"  # the discards of `midgame`


def test_a_table_as_believed_needs_no_explanation(midgame: State) -> None:
    found = propose(midgame, as_seen(midgame))
    assert found == Explanation((), 0, 0)
    assert found.confidence == 1.0


def test_what_is_expected_is_what_lies_open(midgame: State) -> None:
    believed = expected(midgame)
    assert codes(believed.discards) == LAID
    assert believed.exposures == ((B3, B3, JOKER), (), (), ())
    left = remaining(believed)
    assert (left[B3], left[JOKER], left[C7], left[B8]) == (2, 7, 3, 4)


def test_a_new_tile_among_the_discards_is_discarded_by_whoever_is_on_turn(midgame: State) -> None:
    found = propose(midgame, seen(f"{LAID} 8B", {P1: ["3B 3B J"]}, hands=(P4,)))
    assert events(found) == [Discarded(P4, B8)]
    assert found.leftover == 0
    assert found.confidence > 0.99


def test_a_doubtful_discard_tells_what_else_it_may_be(midgame: State) -> None:
    doubtful = sight(B3, 0.6, else_=B8)
    found = propose(midgame, seen([*read_tiles(LAID), doubtful], {P1: ["3B 3B J"]}))
    act = found.acts[0]
    # Two 3 Bams and four 8 Bams are still to come: 0.6 * 2 against 0.4 * 4.
    assert act.event == Discarded(P4, B8)
    assert act.confidence == pytest.approx(1.6 / 2.8, abs=0.03)
    assert act.alternatives[0][0] is B3
    assert act.alternatives[0][1] == pytest.approx(1.2 / 2.8, abs=0.03)


def test_a_call_from_hand_to_hand_leaves_no_discard_to_see(midgame: State) -> None:
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P2: ["9D 9D J"]}, hands=(P2,)))
    d9 = Tile.D9
    assert events(found) == [Discarded(P4, d9), Exposed(P2, d9, P4, (d9, d9, Tile.JOKER))]


def test_a_single_hand_out_of_turn_is_believed_over_the_turn(midgame: State) -> None:
    found = propose(midgame, seen(f"{LAID} 8B", {P1: ["3B 3B J"]}, hands=(P2,)))
    resynced, discarded = events(found)
    assert isinstance(resynced, Resynced)
    assert (resynced.turn, discarded) == (P2, Discarded(P2, B8))


def test_a_hand_nobody_saw_brought_one_tile_at_most(midgame: State) -> None:
    found = propose(midgame, seen(f"{LAID} 8B", {P1: ["3B 3B J"]}, hands=()))
    assert events(found) == [Discarded(P4, B8)]
    found = propose(midgame, seen(f"{LAID} 8B 9D", {P1: ["3B 3B J"]}, hands=()))
    assert len(found.acts) == found.leftover == 1


def test_of_two_new_tiles_and_one_hand_the_clearer_is_taken(midgame: State) -> None:
    false_find = sight(Tile.C9, 0.2)
    found = propose(midgame, seen([*read_tiles(LAID), false_find, sight(B8)], {P1: ["3B 3B J"]}, hands=(P4,)))
    assert events(found) == [Discarded(P4, B8)]
    assert found.leftover == 0  # so unclear a find is no reason to ask anybody


def test_a_second_clear_tile_is_left_unexplained(midgame: State) -> None:
    found = propose(midgame, seen([*read_tiles(LAID), sight(Tile.C9), sight(B8)], {P1: ["3B 3B J"]}, hands=(P4,)))
    assert len(found.acts) == 1
    assert found.leftover == 1


def test_a_fifth_tile_of_a_kind_is_another_that_looks_like_it(fresh: State) -> None:
    state = after(fresh, Discarded(P1, B3), Discarded(P2, B3), Discarded(P3, B3), Discarded(P4, B3))
    fifth = sight(B3, 0.97, else_=B8)
    found = propose(state, seen([*read_tiles("3B 3B 3B 3B"), fifth]))
    assert events(found) == [Discarded(P1, B8)]
    assert found.confidence > 0.9


def test_faces_weigh_what_is_still_to_come() -> None:
    left = [t.copies for t in Tile]
    left[B3] = 1
    ranked = faces(sight(B3, 0.5, else_=B8), left)
    assert ranked[0][0] is B8
    assert ranked[0][1] == pytest.approx(0.8, abs=0.03)
    assert sum(p for _, p in ranked) == pytest.approx(1)


@pytest.mark.parametrize("group", ["1C 1C 1C", "1C J J", "1C 1C J J", "1C 1C 1C 1C J"])
@pytest.mark.parametrize("caller", [P1, P2, P4])
def test_a_discard_that_stands_on_a_rack_with_its_like_was_called(midgame: State, group: str, caller: Seat) -> None:
    shown: dict[Seat, list[str | list[Sight]]] = {P1: ["3B 3B J"]}
    shown = {**shown, caller: [*shown.get(caller, []), group]}
    found = propose(midgame, seen("7C 2D WD E", shown, hands=(caller,)))
    assert events(found) == [Exposed(caller, Tile.C1, P3, read_tiles(group))]
    assert (found.leftover, found.hidden) == (0, 0)
    assert found.confidence > 0.95


def test_a_group_left_of_an_older_one_is_the_new_one(midgame: State) -> None:
    found = propose(midgame, seen("7C 2D WD E", {P1: ["1C 1C 1C", "3B 3B J"]}, hands=(P1,)))
    assert events(found) == [Exposed(P1, Tile.C1, P3, read_tiles("1C 1C 1C"))]


@pytest.mark.parametrize(
    "shown",
    [["1C 1C 1C", "3B 3B J"], ["3B 3B J", "1C 1C 1C"], ["1C 1C 1C 3B 3B J"]],
    ids=["left", "right", "touching"],
)
def test_exposures_are_known_again_in_any_order(midgame: State, shown: list[str]) -> None:
    state = after(midgame, Exposed(P1, Tile.C1, P3, read_tiles("1C 1C 1C")))
    found = propose(state, seen("7C 2D WD E", {P1: list(shown)}))
    assert (found.acts, found.leftover, found.hidden) == ((), 0, 0)
    joker_gone = [group.replace("J", "3B") for group in shown]
    found = propose(state, seen("7C 2D WD E", {P1: list(joker_gone)}))
    assert events(found) == [JokerExchanged(P1, P1, 0, B3)]


def test_of_two_discards_alike_the_last_is_the_called_one(fresh: State) -> None:
    state = after(fresh, Discarded(P1, C7), Discarded(P2, B3), Discarded(P3, B3))
    found = propose(state, seen("7C 3B", {P1: ["3B 3B J"]}))
    assert events(found) == [Exposed(P1, B3, P3, (B3, B3, JOKER))]
    assert (found.leftover, found.hidden) == (0, 0)


def test_a_group_of_hardly_readable_tiles_is_read_by_what_was_called(midgame: State) -> None:
    blurred = [sight(Tile.C1, 0.4, else_=Tile.C4), sight(Tile.C4, 0.5, else_=Tile.C1), sight(JOKER, 0.9)]
    found = propose(midgame, seen("7C 2D WD E", {P1: ["3B 3B J"], P4: [blurred]}, hands=(P4,)))
    assert events(found) == [Exposed(P4, Tile.C1, P3, read_tiles("1C 1C J"))]


def test_a_misread_discard_is_put_right_by_the_group_that_took_it(fresh: State) -> None:
    state = after(fresh, Discarded(P1, C7), Discarded(P2, B3))
    found = propose(state, seen("7C", {P4: ["8B 8B 8B"]}, hands=(P4,)))
    assert events(found) == [
        Corrected(state.number, Discarded(P2, B8)),
        Exposed(P4, B8, P2, (B8, B8, B8)),
    ]
    assert found.leftover == 0


def test_the_corrected_log_accepts_the_call() -> None:
    log: list[Event] = [GameBegun(P1), Discarded(P1, C7), Discarded(P1.right, B3)]
    state = State()
    facts: list[Event] = []
    for event in log:
        ruling = rule(state, Proposal(event, Source.CAMERA), Rules())
        assert isinstance(ruling, Accepted)
        facts += ruling.events
        state = replay(facts)
    corrected, exposed = events(propose(state, seen("7C", {P4: ["8B 8B 8B"]}, hands=(P4,))))
    facts.append(corrected)
    state = replay(facts)
    assert isinstance(rule(state, Proposal(exposed, Source.CAMERA), Rules()), Accepted)


def test_a_joker_that_reads_as_its_natural_was_exchanged(midgame: State) -> None:
    found = propose(midgame, seen(LAID, {P1: ["3B 3B 3B"]}, hands=(P4, P1)))
    assert events(found) == [JokerExchanged(P4, P1, 0, B3)]
    assert found.confidence > 0.95


def test_a_joker_hardly_likelier_its_natural_was_not_exchanged(midgame: State) -> None:
    unsure = sight(B3, 0.6, else_=JOKER)
    found = propose(midgame, seen(LAID, {P1: [[sight(B3), sight(B3), unsure]]}, hands=(P4,)))
    assert events(found) == []
    assert found.leftover == 0


def test_a_joker_misread_as_some_other_tile_was_not_exchanged(midgame: State) -> None:
    flower = sight(Tile.FLOWER, 0.6, else_=JOKER)
    found = propose(midgame, seen(LAID, {P1: [[sight(B3), sight(B3), flower]]}, hands=(P4,)))
    assert events(found) == []


def test_the_right_one_of_two_groups_has_its_joker_exchanged(midgame: State) -> None:
    state = after(midgame, Exposed(P1, Tile.C1, P3, (Tile.C1, JOKER, JOKER)), Discarded(P1, Tile.D9))
    found = propose(state, seen("7C 2D WD E 9D", {P1: ["3B 3B J", "1C 1C J"]}, hands=(P2,)))
    assert events(found) == [JokerExchanged(P2, P1, 1, Tile.C1)]


def test_two_jokers_of_one_group_exchanged_between_looks(midgame: State) -> None:
    state = after(midgame, Exposed(P1, Tile.C1, P3, (Tile.C1, JOKER, JOKER)), Discarded(P1, Tile.D9))
    found = propose(state, seen("7C 2D WD E 9D", {P1: ["3B 3B J", "1C 1C 1C"]}, hands=(P2,)))
    assert events(found) == [JokerExchanged(P2, P1, 1, Tile.C1)] * 2


WON = "8B 8B 8B 8B 8C 8C 8C F F F F 6D 6D 6D"


def test_fourteen_tiles_shown_on_ones_turn_are_a_mah_jongg(midgame: State) -> None:
    groups = ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", "6D 6D 6D"]
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P4: list(groups)}, hands=(P4,)))
    assert events(found) == [MahJongg(P4, read_tiles(WON), None, None)]
    assert found.leftover == 0


def test_a_fifteenth_that_is_no_tile_does_not_hide_the_mah_jongg(midgame: State) -> None:
    """The end of a rack that the reader takes for a soap beside the last group."""
    log_p = list(sight(Tile.SOAP).log_p)
    log_p[Tile.SOAP], log_p[-1] = log(0.9), log(0.1)
    end_of_rack = Sight(tuple(log_p), 0.0, 0.0)
    last = [*(sight(Tile.D6) for _ in range(3)), end_of_rack]
    groups: list[str | list[Sight]] = ["8B 8B 8B 8B", "8C 8C 8C", "F F F F", last]
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P4: groups}, hands=(P4,)))
    assert events(found) == [MahJongg(P4, read_tiles(WON), None, None)]


def test_fourteen_tiles_with_the_last_discard_among_them_won_by_it(midgame: State) -> None:
    groups = ["1C 1C 1C", "8B 8B 8B 8B", "8C 8C 8C", "F F F F"]
    found = propose(midgame, seen("7C 2D WD E", {P1: ["3B 3B J"], P2: list(groups)}, hands=(P2,)))
    tiles = read_tiles("1C 1C 1C 8B 8B 8B 8B 8C 8C 8C F F F F")
    assert events(found) == [MahJongg(P2, tiles, None, P3)]
    assert (found.leftover, found.hidden) == (0, 0)


def test_nothing_is_told_of_after_a_mah_jongg(midgame: State) -> None:
    """A ring of the table's print comes to sight beside the hand that was won with the last discard."""
    groups = ["1C 1C 1C", "8B 8B 8B 8B", "8C 8C 8C", "F F F F"]
    found = propose(midgame, seen("7C 2D WD E WD", {P1: ["3B 3B J"], P2: list(groups)}, hands=(P2,)))
    tiles = read_tiles("1C 1C 1C 8B 8B 8B 8B 8C 8C 8C F F F F")
    assert events(found) == [MahJongg(P2, tiles, None, P3)]
    assert found.leftover == 1


def test_a_winner_with_an_exposure_shows_the_rest(midgame: State) -> None:
    groups = ["3B 3B J", "8B 8B 8B 8B", "8C 8C 8C", "F F F F"]
    state = after(midgame, Discarded(P4, Tile.D9))
    found = propose(state, seen(f"{LAID} 9D", {P1: list(groups)}, hands=(P1,)))
    assert events(found) == [MahJongg(P1, read_tiles("3B 3B J 8B 8B 8B 8B 8C 8C 8C F F F F"), None, None)]


def test_one_tile_misread_in_a_winning_group_follows_the_others(midgame: State) -> None:
    kong = [sight(B8), sight(B8), sight(Tile.B6, 0.7, else_=B8), sight(B8)]
    groups: list[str | list[Sight]] = [kong, "8C 8C 8C", "F F F F", "6D 6D 6D"]
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P4: groups}, hands=(P4,)))
    event = found.acts[0].event
    assert isinstance(event, MahJongg)
    assert event.tiles[:4] == (B8,) * 4
    assert found.confidence < 0.9


def test_a_nudged_discard_is_no_new_one(midgame: State) -> None:
    """Pushed so far that its track was lost: the same face now comes last."""
    found = propose(midgame, seen("7C WD E 1C 2D", {P1: ["3B 3B J"]}, hands=(P2,)))
    assert events(found) == []
    assert (found.leftover, found.hidden) == (0, 0)


def test_a_hidden_tile_is_waited_for(midgame: State) -> None:
    found = propose(midgame, seen("7C WD E 1C", {P1: ["3B 3B J"]}, hands=(P2,)))
    assert events(found) == []
    assert (found.leftover, found.hidden) == (0, 1)


def test_a_hidden_tile_and_a_discard_are_told_apart(midgame: State) -> None:
    found = propose(midgame, seen("7C WD E 1C 8B", {P1: ["3B 3B J"]}, hands=(P4,)))
    assert events(found) == [Discarded(P4, B8)]
    assert found.hidden == 1


def test_an_exposure_under_a_sleeve_is_not_taken_back(midgame: State) -> None:
    found = propose(midgame, seen(LAID, {P1: ["3B"]}, hands=(P1,)))
    assert events(found) == []
    assert found.hidden == 2


def test_two_discards_between_looks_are_two_turns(midgame: State) -> None:
    found = propose(midgame, seen(f"{LAID} 8B 9D", {P1: ["3B 3B J"]}, hands=(P4, P1)))
    assert events(found) == [Discarded(P4, B8), Discarded(P1, Tile.D9)]


def test_a_call_and_the_callers_discard_between_looks(midgame: State) -> None:
    found = propose(midgame, seen("7C 2D WD E 9D", {P1: ["3B 3B J"], P2: ["1C 1C 1C"]}, hands=(P2,)))
    assert events(found) == [Exposed(P2, Tile.C1, P3, read_tiles("1C 1C 1C")), Discarded(P2, Tile.D9)]


def test_an_exchange_and_a_discard_between_looks(midgame: State) -> None:
    found = propose(midgame, seen(f"{LAID} 9D", {P1: ["3B 3B 3B"]}, hands=(P4,)))
    assert events(found) == [JokerExchanged(P4, P1, 0, B3), Discarded(P4, Tile.D9)]


def test_a_tile_added_to_the_exposure_just_made_belongs_to_it(midgame: State) -> None:
    state = after(midgame, Exposed(P2, Tile.C1, P3, read_tiles("1C 1C J")))
    found = propose(state, seen("7C 2D WD E", {P1: ["3B 3B J"], P2: ["1C 1C J J"]}, hands=(P2,)))
    assert events(found) == [ExposureChanged(P2, 0, read_tiles("1C 1C J J"))]


def test_tiles_on_a_rack_that_no_call_explains_are_left_over(midgame: State) -> None:
    found = propose(midgame, seen(LAID, {P1: ["3B 3B J"], P2: ["5D 5D"]}, hands=(P2,)))
    assert events(found) == []
    assert found.leftover == 2


def test_ones_own_discard_cannot_have_been_called(midgame: State) -> None:
    found = propose(midgame, seen("7C 2D WD E", {P1: ["3B 3B J"], P3: ["1C 1C 1C"]}, hands=(P3,)))
    assert events(found) == []
    assert found.leftover == 3


def test_before_play_nothing_is_proposed() -> None:
    found = propose(State(), seen("1B 2B"))
    assert (found.acts, found.leftover) == ((), 2)


def test_a_table_met_again_in_another_order_needs_no_explanation(midgame: State) -> None:
    """After a restart the camera sees the discards in no known order."""
    state = after(midgame, *(Discarded(s, t) for s, t in zip((P4, P1, P2, P3), read_tiles("9D 6B 5C N"), strict=True)))
    found = propose(state, seen("N 5C 6B 9D 1C E WD 2D 7C", {P1: ["3B 3B J"]}, hands=()))
    assert (found.acts, found.leftover, found.hidden) == ((), 0, 0)


def _visible(state: State) -> Iterator[Event]:
    """Acts that move open tiles; of those that show a whole hand the camera makes a mah jongg."""
    for event in legal(state):
        match event:
            case Discarded() | JokerExchanged():
                yield event
            case Exposed(seat, _, _, tiles):
                if sum(len(e.tiles) for e in state.racks[seat].exposures) + len(tiles) < 14:
                    yield event


def _walk(source: random.Random, length: int) -> State:
    """A state that some legal acts lead to; calls and exchanges are drawn more often than play has them."""
    state = after(State(), GameBegun(source.choice(list(Seat))))
    for _ in range(length):
        acts = list(_visible(state))
        rare = [a for a in acts if not isinstance(a, Discarded)]
        choice = source.choice(rare if rare and source.random() < 0.5 else acts or [None])
        if choice is None or state.phase is not Phase.PLAY:
            break
        state = after(state, choice)
    return state


@given(st.integers(0, 2**32), st.integers(0, 30))
@settings(max_examples=120, deadline=None)
def test_any_legal_act_is_explained_by_exactly_that_act(seed: int, length: int) -> None:
    source = random.Random(seed)
    state = _walk(source, length)
    acts = list(_visible(state))
    rare = [a for a in acts if not isinstance(a, Discarded)]
    if not acts:
        return
    act = source.choice(rare if rare and source.random() < 0.7 else acts)
    left = _seen_after(state, act)
    found = propose(state, left)
    assert events(found) == [act]
    assert (found.leftover, found.hidden) == (0, 0)


def _seen_after(state: State, act: Event) -> Observation:
    return as_seen(evolve(state, act))
