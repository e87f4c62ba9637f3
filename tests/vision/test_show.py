"""The demo's first two games: what has to be in them is there, in time."""

import pytest

from vision.synthetic.acting import Acting
from vision.synthetic.camera import Waiting, first_east
from vision.synthetic.game import SET, Called, Discarded, Exchanged, Game, TookBack, Waits, Won
from vision.synthetic.look import choose
from vision.synthetic.show import CHALLENGE, CHARLESTON, FIRST, MOST_AT_ONCE_S, SECOND, WORN, Cues, ShowGame, worn_tile

EAST = first_east(1)  # the demo's own seed
THREE_MINUTES_S = 180.0


def test_the_first_game_shows_a_call_an_exchange_and_a_win_within_three_minutes() -> None:
    deeds = list(Acting(choose(1, "", (1280, 720)), Game(FIRST, EAST)).deeds())
    kinds = [type(deed.act) for deed in deeds]
    assert Called in kinds
    assert Exchanged in kinds
    assert kinds[-1] is Won
    assert deeds[-1].t_settled < THREE_MINUTES_S


def test_the_second_waits_for_the_charleston_and_for_a_challenge_after_which_the_dead_hand_rests() -> None:
    game = ShowGame(SECOND, EAST.right)
    acts = list(game.acts())
    assert acts[0] == Waits(CHARLESTON)
    at = acts.index(Waits(CHALLENGE))
    mistake = next(a for a in acts if isinstance(a, Called) and a.seat is game.dead)
    assert not len(game.table.after([tuple(SET[n] for n in mistake.tiles)]))
    assert isinstance(acts[at - 1], Discarded), "the table waits once the exposure is fixed by a discard"
    assert acts[at + 1] == TookBack(mistake.seat, 0, mistake.tiles)
    assert all(getattr(a, "seat", None) is not game.dead for a in acts[at + 2 :] if not isinstance(a, Won))


def test_a_tile_of_the_second_game_is_worn_and_is_discarded_before_the_mistake() -> None:
    number = worn_tile(ShowGame(SECOND, EAST.right))
    assert number is not None
    assert SET[number] is WORN
    acts = list(ShowGame(SECOND, EAST.right).acts())
    lies = next(i for i, a in enumerate(acts) if isinstance(a, Discarded) and a.tile == number)
    assert sum(isinstance(a, Discarded) for a in acts[: lies + 1]) == 6, "as the demo says"
    assert lies < acts.index(Waits(CHALLENGE))
    assert not any(isinstance(a, Called) and a.tile == number for a in acts)


def test_what_goes_back_stands_on_the_rack_again() -> None:
    acting = Acting(choose(1, "", (1280, 720)), ShowGame(SECOND, EAST.right))
    back = next(deed for deed in acting.deeds() if isinstance(deed.act, TookBack))
    assert isinstance(back.act, TookBack)
    assert [c.number for c in back.carries] == list(back.act.tiles)
    assert back.t0 < back.t_settled <= back.t1
    assert all(b[0] > a[0] for a, b in zip(back.way, back.way[1:], strict=False))


def test_a_game_stands_still_until_its_cue_is_given() -> None:
    cues = Cues()
    waiting = Waiting(cues)
    assert [waiting.stays(cue, t) for cue, t in ((None, 0.0), (None, 0.3), ("x", 2.0), ("x", 3.0), ("x", 5.5))] == [
        0.0,
        0.0,
        pytest.approx(1.7),
        1.0,
        2.5,
    ]
    assert cues.waiting == "x"
    cues.give("x")
    assert waiting.stays("x", 5.6) == 0.0
    assert cues.waiting is None


@pytest.mark.parametrize("speed", [1.0, 3.0])
def test_a_show_is_played_slowly_for_eyes_that_see_few_pictures_of_it(speed: float) -> None:
    waiting = Waiting(Cues(), speed)
    pictures_s = (7.0, 7.1, 7.3, 9.3, 9.4)  # between the third and the fourth the eyes took two seconds
    assert sum(waiting.stays(None, t) for t in pictures_s) == pytest.approx(2.0 - MOST_AT_ONCE_S / speed)


def test_eyes_that_see_few_pictures_do_not_step_over_what_the_game_waits_for() -> None:
    for speed in (1.0, 4.0):
        acting = Acting(choose(1, "", (1280, 720)), ShowGame(SECOND, EAST.right), speed)
        waits = [deed for deed in acting.deeds() if isinstance(deed.act, Waits)]
        assert [deed.act for deed in waits] == [Waits(CHARLESTON), Waits(CHALLENGE)]
        assert all(deed.t1 - deed.t0 > MOST_AT_ONCE_S / speed for deed in waits)


def test_without_cues_nothing_is_waited_for() -> None:
    waiting = Waiting(None)
    assert sum(waiting.stays("x", float(t)) for t in range(5)) == 0.0
