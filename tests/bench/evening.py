"""Evenings of three simulated games each, followed by sight alone: does every game begin and end, is nobody accused, is
every silence said, and how often must somebody touch a page?

    python -m tests.bench.evening --evenings 10 --folder /var/tmp/evenings

The films come from `tests.bench.films` and are made where they are missing (minutes each); `--first K` begins with
evening K, `--enrolled` takes those whose set was enrolled from two photographs, `--size` those of another camera. What
is printed, per evening and mode (`plain`: every frame is looked at; `busy`: the eyes have a third of a machine): games
begun and ended, each in its own time; ended rightly, with the right winner; stuck (half a minute of play without an
event); accusations (an alert that names a rule: the simulated players keep all of them); silences of more than 10 s of
which nothing was said or asked; corrections that a person would have to make to the tables at the games' ends;
questions asked.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from itertools import pairwise

from engine.event import GameBegun, TimePassed
from engine.rules.ruling import Source
from engine.sight.observation import LOOKS, Observation
from engine.state import State
from engine.tile import Seat
from server.store import Store
from tests.bench import films
from tests.bench.at_table import AtTable
from tests.bench.final_tables import FinalTable, faults, played, told
from vision.synthetic.acting import Acting
from vision.synthetic.camera import first_east
from vision.synthetic.game import Called, Discarded, Exchanged, Game, Won, card_table

NEXT_GAME = 1_000_003  # as `vision.synthetic.camera` counts the seeds of an evening's games
SILENT_S = 10.0
STUCK_S = 30.0
LATE_S = 30.0  # after the next game's table was first seen
STAYS_S = 12.0  # the last table lies there, and then, empty, it is looked at once more


@dataclass(frozen=True, slots=True)
class Played:
    """One simulated game: when its table was first seen and when its last act was done (seconds of the film), when each
    act came to rest, and the table at its end."""

    begins_s: float
    ends_s: float
    acts_s: tuple[float, ...]
    table: FinalTable


@dataclass(slots=True)
class Heard:
    """What the assistant wrote and said of an evening, each with its time in seconds of the film: games begun, games
    over with their state, every event, and that something was said of what the eyes are doing; the accusations and the
    questions in words."""

    begun: list[float] = field(default_factory=list)
    over: list[tuple[float, State]] = field(default_factory=list)
    events_s: list[float] = field(default_factory=list)
    said_s: list[float] = field(default_factory=list)
    accusations: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Score:
    """What came of one evening, or of several."""

    games: int = 0
    begun: int = 0
    ended: int = 0
    right_end: int = 0
    stuck: int = 0
    accused: int = 0
    silent: int = 0
    corrections: int = 0
    questions: int = 0
    right_tables: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))

    @property
    def words(self) -> str:
        games = self.games or 1
        return (
            f"begun {self.begun}/{self.games}, ended {self.ended}/{self.games} ({self.right_end} rightly), "
            f"stuck {self.stuck}, accused {self.accused}, silences unsaid {self.silent}, "
            f"{self.corrections / games:.2f} corrections and {self.questions / games:.2f} questions a hand, "
            f"{self.right_tables}/{self.games} tables right"
        )


def truth(film: films.Film, games: int = films.GAMES) -> list[Played]:
    """What the simulated players of that evening do, and when."""
    hands, seed = card_table(film.card), film.seed
    east, starts, found = first_east(seed), 0.0, []
    for k in range(games):
        game = Game(seed + NEXT_GAME * k, east, hands)
        deeds = list(Acting(film.look, game, 1.0).deeds())
        acts_s = tuple(starts + d.t_settled for d in deeds if isinstance(d.act, Discarded | Called | Exchanged | Won))
        ends_s = starts + deeds[-1].t1
        found.append(Played(starts, ends_s, acts_s, played(Game(seed + NEXT_GAME * k, east, hands).acts())))
        starts, east = ends_s, east.right
    return found


class Replay(AtTable):
    """A table and its watcher fed from a recording; keeps what the bench counts."""

    def __init__(self, card: str | None = None) -> None:
        super().__init__(Store("sqlite://"), card)
        self.heard = Heard()
        self._seen: tuple[int, int] = (self.table.game, 0)
        self._alerts: set[str] = set()

    def run(self, observations: Iterator[Observation]) -> None:
        for seen in observations:
            self.observe(seen)
        self.until(self.clock.time_s + STAYS_S)  # as at a table, nobody answers a question by the film's end
        for looks in range(1, LOOKS + 1):  # and the tiles are put away
            time_s = self.clock.time_s + 1.0
            self.observe(Observation(time_s, (), ((), (), (), ()), hands=tuple(Seat), looks=looks))
        self.until(self.clock.time_s + STAYS_S)

    def note(self) -> None:
        table, now, heard = self.table, self.clock.time_s, self.heard
        game, number = self._seen
        if table.game != game:
            number = 0
        for entry in table.log[number:]:
            if isinstance(entry.event, GameBegun) and entry.source is Source.CAMERA:
                heard.begun.append(now)
            if not isinstance(entry.event, TimePassed):
                heard.events_s.append(now)
        self._seen = (table.game, table.number)
        heard.over += [(now, state) for _, state in table.played[len(heard.over) :]]
        texts = {f"{a.key}: {a.says}" for a in table.alerts}
        if table.doing.says or texts - self._alerts:
            heard.said_s.append(now)
        for text in texts - self._alerts:
            alert = next(a for a in table.alerts if f"{a.key}: {a.says}" == text)
            (heard.accusations if alert.rule is not None else heard.questions).append(f"{now:.0f} s: {text}")
        self._alerts = texts


def score(games: list[Played], heard: Heard) -> Score:
    """How what was heard measures up to what was played."""
    found = Score(games=len(games))
    for k, game in enumerate(games):
        after = game.ends_s + LATE_S
        found.begun += any(game.begins_s <= t <= game.begins_s + LATE_S for t in heard.begun)
        ends = [state for t, state in heard.over if game.ends_s - 6.0 <= t <= after]
        found.ended += bool(ends)
        found.right_end += bool(ends) and ends[0].winner is game.table.winner
        amiss = faults(game.table, told(ends[0])) if ends else ["no table at its end"]
        found.right_tables += not amiss
        found.corrections += len(amiss)
        found.notes += [f"game {k + 1}: {fault}" for fault in amiss]
        found.silent += _silences(game, heard, found.notes)
        found.stuck += _stuck(game, heard)
    found.accused = len(heard.accusations)
    found.questions = len(heard.questions)
    found.notes += heard.accusations + heard.questions
    return found


def _silences(game: Played, heard: Heard, notes: list[str]) -> int:
    """Acts that nothing in the log follows within 10 s, with nothing said meanwhile; a run of them is one silence."""
    silences, silent = 0, False
    for at in game.acts_s:
        written = any(at - 1.0 <= t <= at + SILENT_S for t in heard.events_s)
        said = any(at <= t <= at + SILENT_S + 2.0 for t in heard.said_s)
        if not written and not said and not silent:
            silences += 1
            notes.append(f"silent after {at:.0f} s")
        silent = not written and not said
    return silences


def _stuck(game: Played, heard: Heard) -> int:
    """Stretches of half a minute and more in which the players acted and nothing was written."""
    times = [game.begins_s, *(t for t in heard.events_s if game.begins_s <= t <= game.ends_s), game.ends_s]
    gaps = [(a, b) for a, b in pairwise(times) if b - a > STUCK_S]
    return sum(sum(a < t < b - 2.0 for t in game.acts_s) >= 5 for a, b in gaps)


def main() -> int:
    """The command line: see the module's words."""
    words = films.words(__doc__)
    words.add_argument("--kept", action="store_true", help="only those that are there already")
    words.add_argument("--card", default=None, help="`none` plays without one")
    words.add_argument("--notes", action="store_true", help="each fault, question and silence in words")
    given = words.parse_args()
    total = {mode: Score() for mode in films.MODES}
    for evening, film in films.asked(given):
        if not film.made(given.folder):
            if given.kept:
                continue
            films.make(film, given.folder)
        games = truth(film)
        for mode in films.MODES:
            replay = Replay(given.card or given.filmed or None)
            replay.run(films.load(film.path(given.folder, mode)))
            one = score(games, replay.heard)
            print(f"evening {evening} {mode}: {one.words}", flush=True)
            if given.notes:
                print("".join(f"    {note}\n" for note in one.notes), end="", flush=True)
            total[mode].add(one)
    for mode, of in total.items():
        print(f"{mode}: {of.words}")
    whole = all(of.begun == of.ended == of.games and not (of.stuck or of.accused or of.silent) for of in total.values())
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
