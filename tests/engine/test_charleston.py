"""Where tiles go in the Charleston, stage by stage (CHAR-02), and how many in the courtesy pass (CHAR-20)."""

import pytest

from engine.charleston import BLIND, Charleston, Stage, courtesy_count, receiver
from engine.event import CharlestonEnded, Dealt, Event, Passed
from engine.state import replay
from engine.tile import Seat

P1, P2, P3, P4 = Seat
WAYS = {  # who gets what P1, P2, P3 and P4 pass; P2 sits at P1's right
    Stage.FIRST_RIGHT: (P2, P3, P4, P1),
    Stage.FIRST_ACROSS: (P3, P4, P1, P2),
    Stage.FIRST_LEFT: (P4, P1, P2, P3),
    Stage.SECOND_LEFT: (P4, P1, P2, P3),
    Stage.SECOND_ACROSS: (P3, P4, P1, P2),
    Stage.SECOND_RIGHT: (P2, P3, P4, P1),
}


@pytest.mark.parametrize("stage", WAYS, ids=lambda stage: stage.value)
def test_tiles_go_right_across_left_and_back(stage: Stage) -> None:
    assert tuple(receiver(stage, seat) for seat in Seat) == WAYS[stage]


def test_the_six_passes_come_in_their_order_with_a_vote_between() -> None:
    now, stages = Charleston(), []
    while now.stage is not Stage.COURTESY:
        stages.append(now.stage)
        for seat in Seat:
            now = now.voted(seat, True, True) if now.stage is Stage.VOTE else now.passed(seat, 3)
    first, second = list(WAYS)[:3], list(WAYS)[3:]
    assert stages == [*first, Stage.VOTE, *second]
    assert [stage for stage in stages if stage.second] == second
    assert [stage for stage in stages if stage.passing] == [*first, *second]
    assert (first[-1], second[-1]) == BLIND


def test_a_stage_is_over_when_all_four_have_passed_and_not_before() -> None:
    now = Charleston().passed(P1, 3).passed(P4, 3).passed(P2, 2).took(P1)
    assert (now.stage, now.out, now.taken) == (Stage.FIRST_RIGHT, (3, 2, None, 3), (P1,))
    now = now.passed(P3, 0)
    assert (now.stage, now.out, now.taken) == (Stage.FIRST_ACROSS, (None,) * 4, ())


def test_one_no_is_enough_and_says_whether_a_courtesy_pass_follows() -> None:
    vote = Charleston(Stage.VOTE).voted(P1, True, True)
    assert vote.stage is Stage.VOTE
    assert vote.voted(P3, False, True).stage is Stage.COURTESY
    assert vote.voted(P3, False, False).stage is Stage.DONE
    assert vote.voted(P3, False, False).votes == (True, None, False, None)


def test_courtesy_is_over_when_it_is_settled_for_all_who_sit_opposite_somebody() -> None:
    now = Charleston(Stage.COURTESY).offered(P1, 2, (P1, P2, P3)).offered(P2, 0, (P1, P2, P3))
    assert now.stage is Stage.COURTESY
    assert now.offered(P3, 1, (P1, P2, P3)).stage is Stage.DONE
    four = Charleston(Stage.COURTESY)
    for seat in (P1, P2, P3):
        four = four.offered(seat, 1, tuple(Seat))
    assert (four.stage, four.offers) == (Stage.COURTESY, (1, 1, 1, None))


def test_none_from_one_settles_it_for_both() -> None:
    now = Charleston(Stage.COURTESY).offered(P1, 0, tuple(Seat)).offered(P2, 2, tuple(Seat))
    assert [now.settled(seat) for seat in Seat] == [True, True, True, False]
    assert [now.exchanged(seat, False) for seat in Seat] == [0, None, 0, None]
    assert now.stage is Stage.COURTESY
    done = now.offered(P4, 3, tuple(Seat))
    assert (done.stage, done.exchanged(P2, False), done.exchanged(P4, True)) == (Stage.DONE, 2, 0)
    assert now.offered(P4, 0, tuple(Seat)).offered(P3, 3, tuple(Seat)).stage is Stage.DONE


@pytest.mark.parametrize(
    ("one", "other", "must_match", "count"), [(2, 1, False, 1), (2, 1, True, 0), (3, 3, True, 3), (0, 2, False, 0)]
)
def test_the_smaller_number_is_exchanged(one: int, other: int, must_match: bool, count: int) -> None:
    assert courtesy_count(one, other, must_match) == count


def test_tiles_in_the_middle_are_out_of_the_rack_less_what_is_blind_or_owed_and_back_at_an_early_end() -> None:
    begun: list[Event] = [Dealt((14, 13, 13, 13), 99), Passed(P1), Passed(P2, 1), Passed(P3, owed=1), Passed(P4, 1, 1)]
    assert [rack.concealed for rack in replay(begun[:4]).racks] == [11, 11, 11, 13]
    assert [rack.concealed for rack in replay(begun).racks] == [14, 13, 13, 13]
    ended = replay([*begun[:4], CharlestonEnded(False)])
    assert [rack.concealed for rack in ended.racks] == [14, 13, 13, 13]


def test_once_the_tiles_are_dealt_east_is_known_whether_anybody_said_so_or_not() -> None:
    assert not replay([]).east_known
    assert replay([Dealt()]).east_known
