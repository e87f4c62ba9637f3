"""The Charleston: which pass comes when, who has put tiles out, who wants the second round, what the courtesy moves.

Three passes right, across, left are compulsory (CHAR-01, CHAR-02); three more, left, across, right, need everybody's
consent (CHAR-15, CHAR-16); then opposite players may exchange up to three tiles (CHAR-19). The order is a table, and
nothing here knows whose tiles are which: only how many lie in the middle.
"""

from dataclasses import dataclass, replace
from enum import Enum

from engine.tile import Seat

PASS_SIZE = 3  # CHAR-03


class Stage(Enum):
    """What the Charleston waits for."""

    FIRST_RIGHT = "first right"
    FIRST_ACROSS = "first across"
    FIRST_LEFT = "first left"
    VOTE = "vote on the second Charleston"
    SECOND_LEFT = "second left"
    SECOND_ACROSS = "second across"
    SECOND_RIGHT = "last right"
    COURTESY = "courtesy pass"
    DONE = "done"

    @property
    def passing(self) -> bool:
        return self in _TO

    @property
    def second(self) -> bool:
        return self in (Stage.SECOND_LEFT, Stage.SECOND_ACROSS, Stage.SECOND_RIGHT)


# How far to the right each pass goes.
_TO = {
    Stage.FIRST_RIGHT: 1,
    Stage.FIRST_ACROSS: 2,
    Stage.FIRST_LEFT: 3,
    Stage.SECOND_LEFT: 3,
    Stage.SECOND_ACROSS: 2,
    Stage.SECOND_RIGHT: 1,
}
_NEXT = {
    Stage.FIRST_RIGHT: Stage.FIRST_ACROSS,
    Stage.FIRST_ACROSS: Stage.FIRST_LEFT,
    Stage.FIRST_LEFT: Stage.VOTE,
    Stage.VOTE: Stage.SECOND_LEFT,
    Stage.SECOND_LEFT: Stage.SECOND_ACROSS,
    Stage.SECOND_ACROSS: Stage.SECOND_RIGHT,
    Stage.SECOND_RIGHT: Stage.COURTESY,
    Stage.COURTESY: Stage.DONE,
}
BLIND = (Stage.FIRST_LEFT, Stage.SECOND_RIGHT)  # CHAR-08, CHAR-09


def receiver(stage: Stage, seat: Seat) -> Seat:
    """Who gets what `seat` passes at a passing stage."""
    return Seat((seat + _TO[stage]) % 4)


@dataclass(frozen=True, slots=True)
class Charleston:
    """`out` are the tiles each seat has put in the middle from its own rack at this stage, None before it has;
    `taken` the seats that picked up; `votes` for the second round and `offers` of courtesy, None while unsaid."""

    stage: Stage = Stage.FIRST_RIGHT
    out: tuple[int | None, ...] = (None, None, None, None)
    taken: tuple[Seat, ...] = ()
    votes: tuple[bool | None, ...] = (None, None, None, None)
    offers: tuple[int | None, ...] = (None, None, None, None)

    def passed(self, seat: Seat, own: int) -> "Charleston":
        """After `seat` has put out `own` tiles from its rack; the next stage once everybody has."""
        out = (*self.out[:seat], own, *self.out[seat + 1 :])
        if None in out:
            return replace(self, out=out)
        return replace(self, stage=_NEXT[self.stage], out=(None,) * 4, taken=())

    def took(self, seat: Seat) -> "Charleston":
        return replace(self, taken=(*self.taken, seat))

    def voted(self, seat: Seat, second: bool, courtesy: bool) -> "Charleston":
        """After one vote. `courtesy`: a courtesy pass follows even if there is no second Charleston (C-05)."""
        votes = (*self.votes[:seat], second, *self.votes[seat + 1 :])
        if not second:
            return replace(self, stage=Stage.COURTESY if courtesy else Stage.DONE, votes=votes)
        return replace(self, stage=Stage.VOTE if None in votes else Stage.SECOND_LEFT, votes=votes)

    def offered(self, seat: Seat, count: int, players: tuple[Seat, ...]) -> "Charleston":
        """After one courtesy offer; done when it is settled for every player who sits opposite somebody."""
        after = replace(self, offers=(*self.offers[:seat], count, *self.offers[seat + 1 :]))
        done = all(after.settled(s) for s in players if s.across in players)
        return replace(after, stage=Stage.DONE if done else Stage.COURTESY)

    def settled(self, seat: Seat) -> bool:
        """Whether `seat` need say no number any more: she has, or who sits opposite wants none (CHAR-20)."""
        return self.offers[seat] is not None or self.offers[seat.across] == 0

    def exchanged(self, seat: Seat, must_match: bool) -> int | None:
        """How many tiles `seat` exchanges with who sits opposite; None while that is open."""
        offers = self.offers[seat], self.offers[seat.across]
        if 0 in offers:
            return 0
        one, other = offers
        return None if one is None or other is None else courtesy_count(one, other, must_match)


def courtesy_count(one: int, other: int, must_match: bool) -> int:
    """How many tiles an opposite pair exchanges (C-06, CHAR-20): the smaller number; none unless equal, if it must."""
    if must_match and one != other:
        return 0
    return min(one, other)
