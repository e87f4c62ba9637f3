"""A second camera above the table. It sees what the first one misses, and goes on alone where that one is gone.

Its pictures are looked at in a thread of their own, which gives way to the first one's; what both see is joined in
`vision.follow.views`, and goes on as what one camera saw. Lives on the event loop.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.sight.observation import Observation
from engine.tile import Seat
from server.giving_way import GivingWay
from server.lens import Lens, by_markers
from server.outline import NOT_FIXED, Outline, found
from server.sight import Opened, Seen, Sight, posting
from server.status import Status
from vision.follow.belief import Belief
from vision.follow.settle import Eyes, Settler
from vision.follow.views import OneView, Together, Views
from vision.picture.frame import Picture
from vision.plane.calibration import TablePlane
from vision.plane.outline import seated

NONE = Status(None, "There is no second camera.")
OPENING = Status(False, "The second camera is being opened.", opening=True)
SEES = "The second camera sees the table."
SEEK_S = 1.0  # so often the table is looked for where nobody has shown where it lies
LAG_WORTH_S = 0.15  # less is not worth a word


class SecondLooker:
    """What looks at each of its pictures, in its thread: with `view` they are followed, without one only shown."""

    def __init__(self, lens: Lens, outline: Outline, view: OneView | None = None) -> None:
        self._lens, self._outline, self._view = lens, outline, view
        self._plane = outline.plane
        self._turn = outline.turn if outline.plane is not None else None
        self._sought_s = -np.inf
        self._turned: tuple[TablePlane, int, TablePlane] | None = None
        self._give_way = GivingWay()

    @property
    def plane(self) -> TablePlane | None:
        return self._plane if self._view is None else self._view.plane

    @property
    def belief(self) -> Belief | None:
        return None if self._view is None else self._view.belief

    def fix(self, outline: Outline) -> None:
        """The table lies there from now on. May be called from another thread."""
        self._plane, self._turn = outline.plane, None

    def settle(self, frame: Picture) -> Observation | None:
        self._give_way()
        view = self._view
        if self._turn is not None:
            self._plane, self._turn = by_markers(frame, self._turn) or self._plane, None
        elif self._plane is None and frame.time_s - self._sought_s >= SEEK_S:
            self._sought_s = frame.time_s
            seen = found(frame.image, self._outline)
            self._plane = None if seen is None else seen.plane
        seen_by_view = None
        if view is not None and self._plane is not None:
            if view.plane is None:
                view.plane = _askew(self._plane)
            seen_by_view = view.settle(frame)
        else:
            _ = frame.small  # a torn picture is passed over here too
        self._lens.saw(frame, self._as_seated(self.plane or self._plane), self.belief)
        return seen_by_view

    def _as_seated(self, plane: TablePlane | None) -> TablePlane | None:
        """The table for whoever looks at the picture: with everybody where the first camera has them."""
        turn = None if self._view is None else self._view.views.turn
        if plane is None or not turn:
            return plane
        if self._turned is None or self._turned[0] is not plane or self._turned[1] != turn:
            self._turned = plane, turn, seated(plane, Seat(-turn % len(Seat)))
        return self._turned[2]


def _askew(plane: TablePlane | None) -> TablePlane | None:
    return None if plane is None else replace(plane, askew=True)


class SecondCamera:
    """The second camera of one table. `source` is None without one. Call every method on the event loop."""

    def __init__(self, lens: Lens | None = None) -> None:
        self.source: str | None = None
        self.outline = NOT_FIXED
        self.turn: int | None = None  # as in `North`, where the house remembers it
        self.keep: Callable[[int], None] = lambda turn: None
        self.lens = lens or Lens()
        self.status = NONE
        self.views: Views | None = None
        self._looker: SecondLooker | None = None
        self._sight: Sight | None = None
        self._eyes: Eyes | None = None

    @property
    def together(self) -> Together | None:
        """How it stands with the two while they follow the game; None else."""
        return None if self.views is None else self.views.together

    def joined(self, first: Settler, eyes: Eyes | None, clock: Callable[[], float] | None = time.monotonic) -> Views:
        """The first camera's settler and one for this camera, which looks with `eyes`, seen together."""
        self._eyes = eyes or first.eyes
        self.views = Views((first, Settler(self._eyes, None, first.named)), turn=self.turn, clock=clock)
        return self.views

    def start(
        self, opened: Callable[[str], Opened], said: Callable[[], None], seen: Callable[[Seen], None] | None = None
    ) -> None:
        """Opens it. `said` is called when its status has changed; with `seen` it follows the game by the views that
        were joined last, and that hears what there is to tell."""
        if self.source is None:
            return
        post = posting(asyncio.get_running_loop())

        def told(status: Status) -> None:
            if self._looker is looker:
                self.status = status
                said()

        def news(one: Seen) -> None:
            try:
                if self._looker is looker and seen is not None:
                    self._know()
                    seen(one)
            finally:
                sight.taken_in(one.time_s)

        view = self.views.second if self.views is not None and seen is not None else None
        looker = self._looker = SecondLooker(self.lens, self.outline, view)
        self.status = OPENING
        self._sight = sight = Sight(
            opened(self.source),
            looker,
            seen=lambda one: post(lambda: news(one)),
            status=lambda status: post(lambda: told(status)),
            words=lambda: SEES,
        )
        sight.start()

    def _know(self) -> None:
        turn = None if self.views is None else self.views.turn
        if turn is not None and turn != self.turn:
            self.turn = turn
            self.keep(turn)

    def fix(self, outline: Outline) -> None:
        """The table lies there in its picture from now on."""
        self.outline, self.turn = outline, None
        if self._looker is not None:
            self._looker.fix(outline)
        if self.views is not None and self._eyes is not None:
            named = self.views.settler(0).named
            self.views.renew(1, Settler(self._eyes, _askew(outline.plane), named))

    async def let_go(self) -> None:
        sight, self._sight, self._looker, self.views = self._sight, None, None, None
        self.status = NONE
        if sight is not None:
            await asyncio.to_thread(sight.close)
        self.lens.forget()

    # Words.

    def stands(self, first: Status) -> Status:
        """The state of the cameras, given that of the first."""
        if self.source is None or first.opening or self.status.opening:
            return first
        both = self.together
        if first.ok is True and self.status.ok is False:
            return replace(first, says=f"The second camera: {_small(self.status.says)} The first goes on alone.")
        if first.ok is False and self.status.ok is True and both is not None and both.here[1]:
            says = f"The first camera: {_small(first.says)} The second goes on alone."
            return replace(first, ok=True, says=says)
        return first

    @property
    def says(self) -> str:
        """How it stands with it, in one sentence."""
        both = self.together
        if self.status.ok is not True or both is None:
            return self.status.says
        if self._looker is not None and self._looker.plane is None:
            return "I cannot find the table in the second picture: drag its corners in the set-up."
        belief = self._looker.belief if self._looker is not None else None
        if belief is not None and belief.says:
            return belief.says
        if not both.placed:
            return "The second camera looks on, and takes part as soon as tiles or hands tell which side is whose."
        if both.leads:
            return "The second camera leads: the first does not see the table."
        late_s = both.lag_s or 0.0
        if abs(late_s) < LAG_WORTH_S:
            return SEES
        which = "later" if late_s > 0 else "earlier"
        return f"{SEES[:-1]}, {abs(late_s):.1f} s {which} than the first: that is allowed for."


def _small(says: str) -> str:
    """A sentence after a colon."""
    return says if says[:2].isupper() or says.startswith("I ") else says[:1].lower() + says[1:]
