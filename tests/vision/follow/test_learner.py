from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from threading import Event, Thread
from unittest.mock import patch

import numpy as np
import pytest

from engine.sight.observation import LOOKS
from engine.tile import N_KINDS, Tile
from tests.once import once
from tests.strange_set import KNOWN, STRANGE, rested
from tests.tiles_laid import laid_out
from vision.arrays import Floats
from vision.follow.asking import MOST, WORTH, question
from vision.follow.drawings import drawn
from vision.follow.learner import MOST_TILES, AtOnce, Learner
from vision.follow.learnt import Fact, Rested
from vision.follow.numbered import figures_told
from vision.follow.tracks import Track
from vision.plane.zones import Place, Zone
from vision.read.counts import Counts
from vision.read.crops import taken, upright
from vision.read.numerals import Numerals
from vision.read.reader import Reader
from vision.read.strangers import Strangers
from vision.read.together import Shown, Together
from vision.read.whole import RIGHT, Others, Whole, widened

Row = tuple[tuple[Tile, int], ...]
WINDS: Row = tuple((Tile(27 + k % 4), 0) for k in range(9))
SUITS = tuple(tuple((Tile(9 * suit + k), 0) for k in range(9)) for suit in range(3))
Held = tuple[list[Rested], np.ndarray]


DRAWN, FIGURES_TOLD = once(drawn, Numerals), once(figures_told, Numerals)  # most tests here show the same few tiles
NETWORKS = {network.__name__: network() for network in (Strangers, Numerals, Whole, Counts, Together)}


@pytest.fixture(autouse=True)
def _worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.follow.sorting.drawn", DRAWN)
    monkeypatch.setattr("vision.follow.sorting.figures_told", FIGURES_TOLD)
    for name, opened in NETWORKS.items():
        monkeypatch.setattr(f"vision.follow.learner.{name}", lambda _, opened=opened: opened)


@pytest.fixture(scope="module")
def strange() -> Held:
    return rested(STRANGE)


def learner_of(tiles: list[Rested]) -> Learner:
    learner = Learner()
    learner.hold(tiles)
    return learner


def reads(learner: Learner, born: list[int]) -> np.ndarray:
    p = learner.reads(born)
    assert p.any(1).all()
    return np.asarray(p.argmax(1))


def test_an_unknown_set_is_named_better_than_it_is_read(strange: Held) -> None:
    tiles, truth = strange
    learner = learner_of(tiles)
    assert learner.due
    learner.think()
    assert not learner.due
    alone = np.array([t.log_p[:N_KINDS].argmax() for t in tiles])
    named = reads(learner, [t.born for t in tiles])
    assert (named == truth).mean() > (alone == truth).mean() + 0.1
    p = learner.reads([t.born for t in tiles])
    np.testing.assert_allclose(p.sum(1), 1.0)
    assert not learner.reads([9999]).any()


def test_tiles_that_bear_one_drawing_are_found(strange: Held) -> None:
    tiles, truth = strange
    learner = learner_of(tiles)
    learner.think()
    held = learner.learnt
    assert held is not None
    pure = sum(np.bincount(truth[held.of == k]).max() for k in np.unique(held.of))
    assert pure / len(truth) > 0.93


def test_a_set_that_the_reader_knows_is_left_alone() -> None:
    tiles, _ = rested(KNOWN)
    learner = learner_of(tiles)
    learner.think()
    assert learner.learnt is None
    assert not learner.reads([0]).any()
    learner.tell(Fact(tiles[0].born, frozenset({Tile.RED})))  # one tile put right spoils no other
    learner.think()
    assert learner.learnt is None


def test_what_is_said_of_one_tile_is_said_of_its_drawing_and_of_its_suit(strange: Held) -> None:
    tiles, truth = strange
    learner = learner_of(tiles)
    for suit in range(2):
        one = int(np.flatnonzero(truth // 9 == suit)[0])
        learner.tell(Fact(one, frozenset(Tile(t) for t in range(9 * suit, 9 * suit + 9))))
    assert learner.due
    learner.think()
    named = reads(learner, [t.born for t in tiles])
    number = truth < 27
    assert (named[number] // 9 == truth[number] // 9).mean() > 0.95
    doubtful = int(learner.reads([t.born for t in tiles]).max(1).argmin())
    other = next(t for t in (Tile.RED, Tile.GREEN, Tile.SOAP) if t != named[doubtful])
    learner.tell(Fact(doubtful, frozenset({other})))
    learner.think()
    assert reads(learner, [doubtful])[0] == other  # whatever it looks like


def test_at_most_three_questions_are_worth_asking_and_true_answers_help(strange: Held) -> None:
    tiles, truth = strange
    learner, asked = learner_of(tiles), frozenset[str]()
    crops = {t.born: t.crop for t in tiles}
    learner.think()
    before = (reads(learner, [t.born for t in tiles]) == truth).mean()
    for _ in range(MOST):
        assert learner.learnt is not None
        what = question(learner.learnt, crops, asked)
        if what is None:
            break
        assert what.worth >= WORTH
        assert what.says.startswith(("Which of these tiles is", "What is this tile?", "What are these"))
        assert question(learner.learnt, crops, asked, what) is what, "it stands until it is answered"
        if what.likely:
            learner.tell(*what.named(Tile(int(truth[what.born[0]]))))
        else:
            right = [k for k, b in enumerate(what.born) if Tile(int(truth[b])) in what.kinds]
            learner.tell(*what.answered(right[0] if right else None))
        asked |= {what.key}
        learner.think()
    after = (reads(learner, [t.born for t in tiles]) == truth).mean()
    assert asked
    assert after > before


def test_it_is_bounded_and_can_be_forgotten(strange: Held) -> None:
    tiles, _ = strange
    learner = learner_of([replace(tiles[0], born=k) for k in range(MOST_TILES + 5)])
    learner.gather(np.zeros((64, 48, 3), np.uint8), [])
    assert len(learner.tiles) == MOST_TILES
    learner.forget()
    assert learner.tiles == ()
    assert learner.learnt is None
    learner.think()
    assert learner.learnt is None


@pytest.mark.parametrize("followed_anew", [False, True])
def test_what_was_forgotten_is_known_again(strange: Held, followed_anew: bool) -> None:
    learner = learner_of(strange[0][:5])
    learner.tell(Fact(2, frozenset({Tile.RED})))
    before = learner.forget()
    if followed_anew:
        learner.begin()
    learner.hold(strange[0][5:6])
    learner.again(before)
    assert [t.crop is s.crop for t, s in zip(learner.tiles, strange[0][:5], strict=True)] == [True] * 5
    assert all((t.born < 0) is followed_anew for t in learner.tiles), "their numbers are others' now"
    (fact,) = learner.facts
    assert next(t for t in learner.tiles if t.born == fact.born).crop is strange[0][2].crop


def test_what_was_gathered_before_the_tiles_were_followed_anew_stays(strange: Held) -> None:
    learner = learner_of(strange[0][:5])
    learner.tell(Fact(2, frozenset({Tile.RED})))
    learner.begin()
    assert len(learner.tiles) == 5
    assert all(t.born < 0 for t in learner.tiles)
    (fact,) = learner.facts
    assert next(t for t in learner.tiles if t.born == fact.born).crop is strange[0][2].crop
    again = [t.born for t in learner.tiles]
    learner.begin()
    assert [t.born for t in learner.tiles] == again


def test_what_is_thought_while_the_tiles_are_followed_anew_is_no_others() -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    for anew in (Learner.begin, Learner.forget):
        learner = Learner()
        learner.gather(image, tracks)
        read = learner.read

        def meanwhile(
            tiles: Sequence[Rested],
            learner: Learner = learner,
            read: Callable[[Sequence[Rested]], tuple[Floats, Shown]] = read,
            anew: Callable[[Learner], object] = anew,
        ) -> tuple[Floats, Shown]:
            out = read(tiles)
            anew(learner)
            return out

        with patch.object(learner, "read", meanwhile):
            learner.think()
        assert learner.learnt is None
        assert not learner.reads([t.born for t in tracks]).any(), "their numbers are others' now"
        learner.gather(image, tracks)
        assert learner.due


def test_it_can_be_forgotten_while_tiles_are_gathered() -> None:
    image, tracks, _ = at_rest("corner-9", (WINDS,))
    learner, began = Learner(), Event()
    learner.gather(image, tracks)

    def forgetting() -> None:
        began.wait()
        learner.forget()

    other = Thread(target=forgetting)

    def slowly(image: np.ndarray, quads: np.ndarray) -> np.ndarray:
        began.set()
        other.join(0.1)
        return upright(image, quads)

    other.start()
    with patch("vision.follow.learner.upright", slowly):
        learner.gather(image, tracks)
    other.join()
    assert not learner.tiles


def test_where_a_joker_is_exchanged_the_new_tile_is_read_and_the_old_one_stays_learned() -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    learner = AtOnce()
    learner.gather(image, tracks)
    first, other = tracks[0], tracks[-1]
    before, held = reads(learner, [first.born])[0], len(learner.tiles)
    changed = replace(first, quad=other.quad, total=other.total, points=other.points)
    learner.gather(image, [changed, *tracks[1:]])
    assert len(learner.tiles) == held, "a discard is only seen otherwise"
    later = [replace(changed, place=replace(first.place, zone=Zone.EXPOSURE)), *tracks[1:]]
    learner.gather(image, later)
    assert not learner.reads([first.born]).any(), "what lies there now is another tile"
    assert len(learner.tiles) == held + 1
    learner.think()
    assert reads(learner, [first.born])[0] == reads(learner, [other.born])[0] != before
    laid = learner.of_track(first.born)
    assert [t.born for t in learner.tiles if t.born < 0] == [laid]
    assert learner.learnt is not None
    drawing = dict(zip(learner.learnt.born.tolist(), learner.learnt.of.tolist(), strict=True))
    assert learner.learnt.kinds[drawing[first.born]] == before
    assert drawing[laid] == drawing[other.born]
    learner.gather(image, later)
    assert len(learner.tiles) == held + 1
    learner.tell(Fact(first.born, frozenset({Tile.JOKER})))  # the answer to what was asked of the tile that lay there
    learner.think()
    assert reads(learner, [first.born])[0] != Tile.JOKER
    learner.begin()
    assert learner.of_track(first.born) == first.born
    assert len(learner.tiles) == held + 1


def test_later_looks_are_cut_out_with_the_bands_that_the_first_was_cut_out_with() -> None:
    image, tracks, _ = at_rest("strip-9", (WINDS,))

    def wider(_: Whole, __: np.ndarray, quads: np.ndarray, ___: Others | None = None) -> np.ndarray:
        return widened(quads, RIGHT, np.full(len(quads), 0.25))

    learner = Learner()
    with patch.object(Whole, "lay", wider):
        learner.gather(image, [replace(t, place=replace(t.place, faces=1)) for t in tracks])
    turned = replace(tracks[0].place, faces=-1)
    aside = [replace(t, place=turned, quad=np.roll(t.quad, 2, axis=0) + np.float32(2)) for t in tracks]
    learner.gather(np.roll(image, (2, 2), (0, 1)), aside)  # the camera was pushed, and they are found the other way up
    for tile in learner.tiles:
        assert tile.faces == 1, "as its picture, the first"
        assert np.abs(tile.later[0].astype(int) - tile.crop).max() <= 1


def test_later_looks_at_a_tile_are_looked_at_with_the_first() -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    learner = AtOnce()
    learner.gather(image, tracks)
    first = {t.born: t for t in learner.tiles}
    darker = np.asarray(image * 0.8, np.uint8)
    other = [replace(tracks[0], points=tracks[-1].points), *tracks[1:]]
    for _ in range(2 * LOOKS):
        learner.gather(darker, other)
    after = {t.born: t for t in learner.tiles}
    assert [len(after[t.born].later) for t in tracks] == [0, *([LOOKS] * (len(tracks) - 1))], "no more than are needed"
    assert all((after[b].crop == first[b].crop).all() for b in first), "asked is with what was seen first"
    learner.think()
    assert learner.learnt is not None
    assert len(learner.learnt.born) == len(tracks)


def test_a_tile_that_is_called_and_laid_down_again_is_one_tile() -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    learner, called = AtOnce(), tracks[0]

    def thought_of(lying: Sequence[Track]) -> list[int]:
        learner.gather(image, lying)
        learner.think()
        assert learner.learnt is not None
        return sorted(learner.learnt.born.tolist())

    born, again = [t.born for t in tracks], replace(called, born=99)
    assert thought_of(tracks) == born
    assert thought_of([*tracks[1:], again]) == [*born[1:], 99]
    assert called.born in {t.born for t in learner.tiles}, "what was asked of it can still be shown"
    assert thought_of([*tracks, again]) == [*born, 99], "it was overlooked: both lie there"
    learner.tell(Fact(called.born, frozenset({Tile.B1})))
    assert thought_of([*tracks[1:], again]) == [*born, 99], "what was said of it counts"
    learner.begin()
    assert len(thought_of(tracks)) == len(tracks) + 1, "those that are followed anew are the ones that lay there"
    assert len(thought_of(tracks[:9])) == len(tracks) + 1, "the table is swept"


@pytest.mark.parametrize("hands", [False, True])
def test_tiles_that_are_gone_make_room_and_those_of_past_hands(hands: bool) -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    learner = Learner()
    for again in range(3 + MOST_TILES // len(tracks)):
        learner.gather(image, [replace(t, born=100 * again + t.born) for t in tracks])
        assert {t.born for t in learner.tiles} >= {100 * again + t.born for t in tracks}, (
            "those that lie there are held"
        )
        assert learner.due
        if again == 1:
            learner.think()
        if hands:
            learner.next_hand()
    assert learner.learnt is not None
    assert {t.born for t in learner.tiles} >= set(learner.learnt.born.tolist()), "what was made of them can be asked"
    assert len(learner.tiles) <= MOST_TILES + len(learner.learnt.born)
    learner.think()
    assert len(learner.learnt.born) <= MOST_TILES


def test_tiles_of_the_next_hand_are_looked_at_once_more() -> None:
    image, tracks, _ = at_rest("corner-9", (*SUITS, WINDS))
    learner = AtOnce()
    learner.gather(image, tracks)
    learner.next_hand()
    learner.gather(image, [replace(t, born=t.born + 50) for t in tracks])
    learner.think()
    assert learner.learnt is not None
    assert len(learner.learnt.born) == 2 * len(tracks)


@cache
def at_rest(family: str, rows: tuple[Row, ...]) -> tuple[np.ndarray, tuple[Track, ...], np.ndarray]:
    """A picture of tiles, a track of each at rest, and what each is (n,)."""
    image, quads, truth = laid_out(family, [list(row) for row in rows], 36, seed=2)
    seen = Reader().see(taken(image, quads))
    log_p, anywhere = seen.log_p.astype(np.float64), Place(Zone.DISCARDS, None, 0.0, 0.0, 0.0, 0.0)
    tracks = tuple(Track(k, anywhere, quad, log_p[k], points=seen.points[k]) for k, quad in enumerate(quads))
    return image, tracks, np.array([int(tile) for tile in truth])


def test_who_thinks_at_once_knows_a_set_once_much_of_it_lies_there() -> None:
    image, tracks, truth = at_rest("corner-9", (*SUITS, WINDS))
    waits, learner = Learner(), AtOnce()
    waits.gather(image, tracks)
    learner.gather(image, tracks)
    assert waits.due
    assert waits.learnt is None
    assert not learner.due
    assert learner.learnt is not None
    named = reads(learner, [t.born for t in tracks])
    alone = np.array([t.face for t in tracks])
    assert (named % 9 == truth % 9).mean() > max((alone % 9 == truth % 9).mean(), 0.7)


def test_of_a_few_tiles_nothing_is_learned_but_of_a_set_that_is_surely_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    image, tracks, _ = at_rest("corner-9", SUITS)
    few, learner, doubtful = AtOnce(), AtOnce(), AtOnce()
    few.gather(image, tracks[:17])
    assert few.learnt is None
    learner.gather(image, tracks)
    assert learner.learnt is not None
    monkeypatch.setattr("vision.follow.learner.how_known", lambda *told: 0.2)
    doubtful.gather(image, tracks)
    assert doubtful.learnt is None, "it may be a set that is known, on a print that is not"


def test_what_is_learned_of_a_set_that_the_reader_may_know_counts_as_it_is_sure_until_somebody_was_asked(
    strange: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner, sureness = learner_of(strange[0]), [0.2]

    def as_sure(log_p: Floats, points: Floats, own_set: bool = False) -> Floats:
        """What the reader says in company, as sure as it is told to be."""
        said = np.full((len(log_p), N_KINDS), 1e-3)
        said[:, 0] = sureness[-1]
        return np.asarray(np.log(said))

    monkeypatch.setattr("vision.follow.learner.in_company", as_sure)

    def counts(known: float) -> float:
        monkeypatch.setattr("vision.follow.learner.how_known", lambda *_: known)
        learner.think()
        return round(float(learner.reads([0]).sum()), 6)

    assert [counts(known) for known in (0.3, 0.95)] == [1.0, 0.0]
    unsure = counts(0.7)
    sureness.append(0.96)
    sure = counts(0.7)
    assert 0.0 < sure < 0.5 < unsure < 1.0
    learner.tell(Fact(0, frozenset({Tile(int(strange[1][0]))})))
    assert counts(0.7) == 1.0


def test_what_is_shown_of_a_suit_is_of_that_suit(strange: Held) -> None:
    learner = learner_of(strange[0])
    learner.think()
    held = learner.learnt
    assert held is not None
    assert held.typical.max() <= 1e-9
    for family in np.unique(held.family[held.family >= 0]):
        mine = np.flatnonzero(held.family[held.of] == family)
        suits = strange[1][mine] // 9
        assert suits[held.typical[mine].argmax()] == np.bincount(suits).argmax()
