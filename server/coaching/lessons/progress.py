"""How far everybody has come in the lessons, by name, in a small file beside the house's own. No clock."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from zlib import crc32

from engine.lessons.course import Asked, Lesson, Read
from engine.naming import LONGEST, clean
from server.files import LARGEST_B
from server.house import HouseError, kept, recalled

FILE = "fifthseat-lessons.json"
FORMAT = "fifthseat lessons 1"
NAMELESS = "\n"  # begins the key of whoever has not said a name; nothing of hers is written down
MOST = 120  # learners that are remembered; whoever came longest ago is forgotten first
MOST_NAMELESS = 60  # of whom no name is known; apart, for any device can be another one each time it asks


@dataclass(frozen=True, slots=True)
class Way:
    """One learner in one lesson. `step` is the place in its steps, `again` are kinds of questions answered wrongly
    that come once more at the end; `acts` counts pages read and questions answered, `right` of `asked` were right.
    `done`: she has once come to the end."""

    step: int = 0
    again: tuple[str, ...] = ()
    acts: int = 0
    asked: int = 0
    right: int = 0
    done: bool = False

    def at(self, lesson: Lesson) -> Read | Asked | None:
        """What comes now; None at the end."""
        if self.step < len(lesson.steps):
            return lesson.steps[self.step]
        return Asked(self.again[0]) if self.again else None

    def seed(self, name: str, lesson: Lesson) -> int:
        """Of the question that comes now: the same for as long as it is not answered, another one after that."""
        return crc32(f"{name.casefold()}\n{lesson.key}\n{self.acts}".encode())

    def on(self, lesson: Lesson) -> "Way":
        """After a page has been read, or a question passed over that this card has not."""
        if self.step < len(lesson.steps):
            return self._ended(replace(self, step=self.step + 1, acts=self.acts + 1), lesson)
        return self._ended(replace(self, again=self.again[1:], acts=self.acts + 1), lesson)

    def answered(self, lesson: Lesson, kind: str, *, right: bool) -> "Way":
        """After an answer. A kind that was answered wrongly comes again, until it is answered rightly."""
        now = self.on(lesson)
        if not right:
            now = replace(now, again=(*(k for k in now.again if k != kind), kind), done=self.done)
        return replace(now, asked=now.asked + 1, right=now.right + right)

    @staticmethod
    def _ended(now: "Way", lesson: Lesson) -> "Way":
        return replace(now, done=now.done or now.at(lesson) is None)

    def begun_again(self) -> "Way":
        return replace(self, step=0, again=(), asked=0, right=0)


class Progress:
    """Kept in `folder / FILE`; a `folder` of None keeps nothing beyond the running program. A file that cannot be read
    counts as an empty one."""

    def __init__(self, folder: Path | None) -> None:
        self._path = None if folder is None else folder / FILE
        self._people: dict[str, dict[str, Way]] = {}  # whoever came last stands last
        self._read()

    def ways(self, name: str) -> Mapping[str, Way]:
        """How far somebody is, by the lessons' keys. Names are told apart as at the table, whatever their letters'
        size."""
        return self._people.get(_known_by(self._people, name), {})

    def way(self, name: str, key: str) -> Way:
        return self.ways(name).get(key, Way())

    def keep(self, name: str, key: str, way: Way) -> None:
        """Raises HouseError where it cannot be kept; it holds in memory all the same."""
        called = _known_by(self._people, name)
        ways = {**self._people.pop(called, {}), key: way}
        self._people[called] = ways
        self._forget(MOST_NAMELESS, nameless=True)
        self._forget(MOST, nameless=False)
        self._write()

    def rename(self, key: str, name: str) -> None:
        """Whoever had not said her name has done so: what she has done is hers, unless that name had done more."""
        done = self._people.pop(key, {})
        for lesson, way in done.items():
            if self.way(name, lesson).acts < way.acts:
                with suppress(HouseError):
                    self.keep(name, lesson, way)

    @property
    def names(self) -> frozenset[str]:
        """Of whom it is known how far they have come."""
        return frozenset(name for name in self._people if not name.startswith(NAMELESS))

    def take_out(self, name: str) -> None:
        """Nothing is known of her any more. Raises HouseError as `keep`."""
        if self._people.pop(_known_by(self._people, name), None) is not None:
            self._write()

    def _forget(self, most: int, *, nameless: bool) -> None:
        """Keeps the `most` that came last, of those with a name or of those without."""
        alike = [key for key in self._people if key.startswith(NAMELESS) == nameless]
        for key in alike[: max(0, len(alike) - most)]:
            del self._people[key]

    def _told(self) -> str:
        people = {
            name: {key: asdict(way) for key, way in ways.items()}
            for name, ways in self._people.items()
            if not name.startswith(NAMELESS)
        }
        return json.dumps({"format": FORMAT, "people": people}, ensure_ascii=False, separators=(",", ":"))

    def _write(self) -> None:
        if self._path is None:
            return
        most = MOST
        while len((told := self._told()).encode()) >= LARGEST_B:  # one that is larger would not be read again
            most -= 10
            self._forget(most, nameless=False)
        kept(self._path, told + "\n")

    def _read(self) -> None:
        people = recalled(self._path, FORMAT).get("people") if self._path is not None else None
        for name, ways in people.items() if isinstance(people, dict) else ():
            if 0 < len(name) <= LONGEST and clean(name) == name and isinstance(ways, dict):
                read = {str(key): way for key, one in ways.items() if (way := _way(one)) is not None}
                self._people[name] = read


def _known_by(people: Mapping[str, object], name: str) -> str:
    return next((known for known in people if known.casefold() == name.casefold()), name)


def _way(told: object) -> Way | None:
    """A way as it was written; None where it is none."""
    with suppress(TypeError, KeyError, ValueError):
        if isinstance(told, dict):
            numbers = {key: int(told[key]) for key in ("step", "acts", "asked", "right")}
            if min(numbers.values()) >= 0:
                again = tuple(str(kind) for kind in told["again"])[:40]
                return Way(again=again, done=bool(told["done"]), **numbers)
    return None
