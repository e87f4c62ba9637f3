"""A hand with a set that nobody showed, through the program's own parts: camera, eyes, what is asked, what is read."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.tile import Tile
from server.alerts import Alert
from server.devices import Devices
from server.lens import Watching
from server.set_naming import KEY, SAID
from server.store import Store
from server.table import Table
from tests.waiting import until
from vision.follow.asking import MOST
from vision.picture.frame import Frame
from vision.synthetic.stills import Still, render_still

pytestmark = pytest.mark.live

STRANGE, KNOWN = "circled-7103", "heirloom"  # a figure in a disc in the corner of a picture; a classic set


@dataclass
class OneStill:
    """A camera before a table that lies there, thirty pictures a second as fast as they are taken, each with its own
    noise."""

    still: Still
    closed: threading.Event = field(default_factory=threading.Event)

    def frames(self) -> Iterator[Frame]:
        rng, time_s = np.random.default_rng(1), 0.0
        noisy = [
            np.clip(self.still.image + rng.normal(0, 2, self.still.image.shape), 0, 255).astype(np.uint8)
            for _ in range(2)
        ]
        while not self.closed.wait(0.002):
            time_s += 1 / 30
            yield Frame(time_s, noisy[round(time_s * 30) % len(noisy)])

    def close(self) -> None:
        self.closed.set()


class Hand:
    """The end of a hand with a set, looked at."""

    def __init__(self, style: str) -> None:
        self.still = render_still(3, f"{style},felt,clean", moment=1.0, hands=0)
        self.table = Table(Store("sqlite://"))
        self.devices = Devices(self.table, opened=lambda source: lambda: OneStill(self.still))

    @property
    def _tracks(self) -> dict[int, np.ndarray]:
        watched = self.devices._watched
        assert isinstance(watched, Watching)
        return {t.born: t.quad.mean(0) for t in watched.settler.tracks}

    def truth(self, middle: np.ndarray) -> Tile | None:
        """What lies there."""
        near = min(self.still.face_up, key=lambda t: float(np.linalg.norm(t.quad.mean(0) - middle)))
        return near.tile if np.linalg.norm(near.quad.mean(0) - middle) < 8 else None

    @property
    def right(self) -> float:
        """The part of what is told that is read right."""
        watched = self.devices._watched
        assert isinstance(watched, Watching)
        told = [t for t in watched.settler.belief.tiles if t.told]
        pairs = [(t.sight.best, self.truth(t.quad.mean(0))) for t in told]
        return float(np.mean([read is lies for read, lies in pairs if lies is not None]))

    @property
    def asked(self) -> Alert | None:
        return next((a for a in self.table.alerts if a.key == KEY), None)

    def answers(self) -> None:
        """Truly, as far as the pictures show it."""
        what, tracks = self.devices.naming.asked, self._tracks
        assert what is not None
        shown = [self.truth(tracks[b]) for b in what.born]
        if what.likely:
            assert shown[0] is not None
            self.devices.naming.named(shown[0])
            return
        self.devices.naming.answer(next((k for k, tile in enumerate(shown) if tile in what.kinds), None))


async def rested(hand: Hand) -> None:
    await until(lambda: isinstance(hand.devices._watched, Watching))
    watched = hand.devices._watched
    assert isinstance(watched, Watching)
    await until(lambda: watched.settler.belief.rests > 0)


def test_a_set_names_itself_and_what_is_answered_is_read_at_once() -> None:
    hand = Hand(STRANGE)

    async def evening() -> None:
        await hand.devices.watch("one")
        await rested(hand)
        await until(lambda: hand.devices.naming.learner.learnt is not None)
        for _ in range(MOST):
            await hand.devices.naming.settled()
            if hand.asked is None:
                break
            assert hand.asked.says.startswith(("I do not know this set. Which of", "I do not know this set. What "))
            hand.answers()
        await hand.devices.naming.settled()
        assert hand.asked is None
        read = hand.devices.naming.drawings
        truth = {b: hand.truth(at) for b, at in hand._tracks.items()}
        right = [truth[b] is one.tile for one in read for b in one.born if truth.get(b) is not None]
        assert np.mean(right) > 0.7, "the reader alone has .30 of them"
        await hand.devices.close()

    asyncio.run(evening())


def test_a_set_that_the_reader_knows_is_not_asked_about_and_nothing_of_it_is_read_anew() -> None:
    hand = Hand(KNOWN)

    async def evening() -> None:
        await hand.devices.watch("one")
        await rested(hand)
        await hand.devices.naming.settled()
        assert hand.devices.naming.learner.learnt is None
        assert hand.asked is None
        assert all(a.key != SAID for a in hand.table.alerts)
        assert hand.right > 0.9
        await hand.devices.close()

    asyncio.run(evening())
