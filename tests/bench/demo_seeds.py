"""Finds the two games of the demo anew, where other players or another card play them otherwise:
`python -m tests.bench.demo_seeds`. What it prints belongs into vision/synthetic/show.py; tests/vision/test_show.py says
what is wanted of them.
"""

from collections.abc import Callable
from itertools import count

from engine.tile import Seat
from vision.synthetic.acting import Acting
from vision.synthetic.camera import first_east
from vision.synthetic.game import Called, Discarded, Exchanged, Game, Waits, Won
from vision.synthetic.look import choose
from vision.synthetic.show import CHALLENGE, ShowGame, worn_tile

LONGEST_S = 165.0  # of the first game: three minutes with something in hand
WORN_AT = 6  # the worn tile is this discard of the second game


def first_will_do(seed: int, east: Seat) -> bool:
    """A call, an exchange and a win, soon."""
    acts = list(Game(seed, east).acts())
    if not isinstance(acts[-1], Won) or not {Called, Exchanged} <= {type(act) for act in acts}:
        return False
    return list(Acting(choose(1, "", (1280, 720)), Game(seed, east)).deeds())[-1].t_settled < LONGEST_S


def second_will_do(seed: int, east: Seat) -> bool:
    """The worn tile early and left lying, then somebody's mistake and the challenge."""
    worn = worn_tile(ShowGame(seed, east))
    if worn is None:
        return False
    acts = list(ShowGame(seed, east).acts())
    lies = next(i for i, act in enumerate(acts) if isinstance(act, Discarded) and act.tile == worn)
    before = sum(isinstance(act, Discarded) for act in acts[: lies + 1])
    called = any(isinstance(act, Called) and act.tile == worn for act in acts)
    return before == WORN_AT and not called and Waits(CHALLENGE) in acts[lies:]


def first_of(fits: Callable[[int, Seat], bool], east: Seat) -> int:
    return next(seed for seed in count() if fits(seed, east))


if __name__ == "__main__":
    east = first_east(1)
    print(f"FIRST, SECOND = {first_of(first_will_do, east)}, {first_of(second_will_do, east.right)}")
