import numpy as np

from engine.tile import N_KINDS, Tile
from vision.follow.asking import MOST, SHOWN, WORTH, question
from vision.follow.chances import Names, named
from vision.follow.learnt import Fact, Learnt

CROP = np.zeros((64, 48, 3), np.uint8)
OPEN, SURE = np.full(6, 1 / 6), np.array([1.0, 0, 0, 0, 0, 0])


def learnt(tries: list[list[Tile]], ways: np.ndarray, family: list[int], copies: int = 3) -> Learnt:
    k = len(tries[0])
    of = np.repeat(np.arange(k), copies)
    seen = np.array([[int(t) for t in row] for row in tries])
    sure, typical = (seen == seen[0]).mean(0), np.tile(np.arange(copies, dtype=np.float64), k)
    each, names = (
        np.eye(N_KINDS)[seen[0]],
        Names(
            seen[0],
            np.eye(N_KINDS)[seen[0]],
            np.array(family),
            1.0,
            np.full(len(family), 2.0),
            np.zeros((len(family), 9)),
        ),
    )
    believed = named(names, of, np.log(np.eye(k)[of] + 1e-3), np.log(each[of] + 1e-3), np.zeros(len(of), np.bool_))
    return Learnt(
        np.arange(len(of)), of, seen[0], sure, seen, np.array(family), ways, typical, believed, np.ones(len(of))
    )


def crops(held: Learnt) -> dict[int, np.ndarray]:
    return {int(b): CROP for b in held.born}


def test_the_suits_are_asked_for_first_while_they_are_open() -> None:
    held = learnt([[Tile.B1, Tile.C1, Tile.D1, Tile.RED]], OPEN, [0, 1, 2, -1])
    what = question(held, crops(held), frozenset())
    assert what is not None
    assert what.says == "Which of these tiles is a Bam? Tap one, whatever its number."
    assert len(what.born) == 3
    assert what.born == (2, 5, 8), "the most typical of each"
    assert question(held, crops(held), frozenset({what.key})) is not None


def test_nothing_is_asked_that_settles_little() -> None:
    held = learnt([[Tile.B1, Tile.C1, Tile.D1, Tile.RED]], SURE, [0, 1, 2, -1])
    assert question(held, crops(held), frozenset()) is None


def test_a_kind_is_asked_for_where_several_may_be_it() -> None:
    held = learnt([[Tile.RED, Tile.GREEN], [Tile.GREEN, Tile.RED]] * 4, SURE, [-1, -1])
    what = question(held, crops(held), frozenset({"drawing-0", "drawing-3"}))
    assert what is not None
    assert what.says in ("Which of these tiles is the Red Dragon?", "Which of these tiles is the Green Dragon?")
    assert what.worth >= WORTH
    assert len(what.born) <= SHOWN
    assert MOST == 3


def test_an_answer_says_what_a_tile_is_and_none_of_these_what_they_are_not() -> None:
    held = learnt([[Tile.RED, Tile.GREEN], [Tile.GREEN, Tile.RED]] * 4, SURE, [-1, -1])
    what = question(held, crops(held), frozenset({"drawing-0", "drawing-3"}))
    assert what is not None
    first, second = what.born
    assert what.answered(0) == (Fact(first, what.kinds),)
    assert what.answered(None) == (Fact(first, what.kinds, False), Fact(second, what.kinds, False))


def test_it_is_asked_what_tiles_are_that_may_be_many_things() -> None:
    tries = [[Tile.RED, Tile(k)] for k in range(8)]
    held = learnt(tries, SURE, [-1, -1])
    what = question(held, crops(held), frozenset())
    assert what is not None
    assert what.says == "What are these 3 tiles?"
    assert what.born == (5, 4, 3), "the most typical first"
    assert set(what.likely) <= {Tile(k) for k in range(8)}
    assert len(what.likely) == SHOWN
    assert what.named(Tile.SOAP) == (Fact(5, frozenset({Tile.SOAP})),), "whatever was thought likely"
    assert question(held, crops(held), frozenset({what.key})) is not what
    assert question(held, crops(held), frozenset(), what) is what
    alone = learnt(tries, SURE, [-1, -1], copies=1)
    assert (found := question(alone, crops(alone), frozenset())) is not None
    assert found.says == "What is this tile?"
