"""Staged situations: a script of what hands do at a table, shown to the fold as the eyes would show it, with its truth.

A situation is a text that a player can read. Each line is what happens until the table rests again; acts are parted by
semicolons: `P2 lays 3B`; `P3 takes` the last discard; `P3 exposes 3B 3B J`; `P1 swaps 3B P3 0` (a natural for a joker
of P3's exposure 0); `P3 puts J 0` (one more tile to its own exposure 0); `P3 withdraws 0` (the exposure goes back); `P1
shows 3B 3B ...` (a hand laid open); `P1 hides` it again; `P2 reaches` (a hand that changes nothing); `P4 covers 2` and
`P4 uncovers 2` (discards counted from 0); `P4 nudges 2 20 -10` (mm); `P4 slides 34 0` (all discards, mm); `P4 heaps`
(all discards pushed together); `P4 sweeps`; `unseen 3` (discard 3 is not found in this rest); `reads 3 as 8B 0.6`;
`blinks` (of this rest only two looks are taken, and what is new in it is less sure; `blinks 4`: four); `lamp`
(everything is met again a little beside its place); `waits 20` (s). Lines with `->` are the truth: the acts that the
log must hold at the end, in any order; `asks 1` allows so many words to the table, `rereads 1` so many changes of what
was told before.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from engine import event as e
from engine.sight.observation import Observation, Sight
from engine.state import Phase
from engine.tile import Seat, Tile, code, read_tiles
from server.cli_watch import TICK_S, FrameClock, rules_from
from server.final import final_table
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from tests.table import sight

FOLDER = Path(__file__).parents[1] / "engine" / "sight" / "situations"
LOOKS, BLINK = 6, 2
HASTY = 0.95  # how surely a rest that broke off reads what it saw first
LOOK_S, ACT_S = 0.13, 1.6


@dataclass(slots=True)
class Lain:
    """A discard as it lies (mm); `covered` while something lies over it, `looked` as often as it has been seen."""

    tile: Tile
    x: float
    y: float
    covered: bool = False
    looked: int = 0


@dataclass(slots=True)
class Outcome:
    """What the fold made of a situation."""

    wanted: Counter[str]
    told: Counter[str]
    questions: list[str]
    accused: list[str]
    table_right: bool
    allowed: int = 0
    changes: int = 0
    most_changes: int = 1000
    waits_s: list[float] = field(default_factory=list)

    @property
    def right(self) -> int:
        return sum((self.wanted & self.told).values())

    @property
    def missed(self) -> list[str]:
        return sorted((self.wanted - self.told).elements())

    @property
    def invented(self) -> list[str]:
        return sorted((self.told - self.wanted).elements())

    @property
    def well(self) -> bool:
        """Whether all is told as it was, nobody accused, and no more asked than may be."""
        asked = len(self.questions) <= self.allowed
        steady = self.changes <= self.most_changes
        return not self.missed and not self.invented and not self.accused and self.table_right and asked and steady


@dataclass
class Director:
    """The table as it is, and a watcher that is shown it. `done` are the acts of this line in the words of the truth,
    `gone_s` when the hand of each had left the table, `told_s` when it was told first."""

    clock: FrameClock = field(default_factory=FrameClock)
    discards: list[Lain] = field(default_factory=list)
    racks: list[list[list[Tile]]] = field(default_factory=lambda: [[] for _ in Seat])
    open_hands: dict[Seat, list[Tile]] = field(default_factory=dict)
    hands: list[Seat] = field(default_factory=list)
    unseen: set[int] = field(default_factory=set)
    readings: dict[int, tuple[Tile, float]] = field(default_factory=dict)
    looks: int = LOOKS
    placed: int = 0
    questions: list[str] = field(default_factory=list)
    accused: list[str] = field(default_factory=list)
    told: list[e.Event] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    gone_s: dict[str, float] = field(default_factory=dict)
    told_s: dict[str, float] = field(default_factory=dict)
    chance: Random = field(default_factory=lambda: Random(7))

    def __post_init__(self) -> None:
        self.table = Table(Store("sqlite://"), rules_from("none", "league"), clock=self.clock)
        self.watcher = Watcher(self.table)
        self._game, self._number = self.table.game, 0
        self._alerts: set[str] = set()
        self.rest()

    def play(self, line: str) -> None:
        """One line of a script, and the rest after it."""
        for act in line.split(";"):
            self._act(act.split())
        self.rest()

    def _act(self, words: list[str]) -> None:
        if words[0] in Seat.__members__:
            seat = Seat[words[0]]
            if not self.hands or self.hands[-1] is not seat:
                self.hands.append(seat)
            self._by(seat, words[1], words[2:])
        else:
            self._itself(words[0], words[1:])

    @property
    def waits_s(self) -> list[float]:
        """From the hand's going to the word of it, of each act that was told in the words of the truth."""
        return [at - self.gone_s[words] for words, at in self.told_s.items() if words in self.gone_s]

    def _by(self, seat: Seat, verb: str, words: list[str]) -> None:
        rack = self.racks[seat]
        said = {"lays": "discards", "exposes": "exposes", "swaps": "swaps", "shows": "wins"}.get(verb)
        if said is not None:
            shown = [] if verb == "shows" else sorted(words) if verb == "exposes" else words
            self.done.append(" ".join([seat.name, said, *shown]))
        match verb:
            case "lays":
                n, self.placed = self.placed, self.placed + 1
                self.discards.append(Lain(_tile(words[0]), 34.0 * (n % 10) - 150, 40.0 * (n // 10) - 120))
            case "takes":
                self.discards.pop(int(words[0]) if words else -1)
            case "exposes":
                rack.append(list(read_tiles(" ".join(words))))
            case "swaps":
                group = self.racks[Seat[words[1]]][int(words[2])]
                group[group.index(Tile.JOKER)] = _tile(words[0])
            case "puts":
                rack[int(words[1])].append(_tile(words[0]))
            case "withdraws":
                rack.pop(int(words[0]))
            case "shows":
                self.open_hands[seat] = list(read_tiles(" ".join(words)))
            case "hides":
                del self.open_hands[seat]
            case "covers" | "uncovers":
                for word in words:
                    self.discards[int(word)].covered = verb == "covers"
            case "reaches":
                pass
            case "nudges":
                lain = self.discards[int(words[0])]
                lain.x, lain.y = lain.x + float(words[1]), lain.y + float(words[2])
            case "slides":
                for lain in self.discards:
                    lain.x, lain.y = lain.x + float(words[0]), lain.y + float(words[1])
            case "heaps":
                self._heap()
            case "sweeps":
                self.discards, self.racks, self.open_hands, self.placed = [], [[] for _ in Seat], {}, 0
            case _:
                raise ValueError(f"nobody {verb}")

    def _itself(self, verb: str, words: list[str]) -> None:
        match verb:
            case "unseen":
                self.unseen |= {int(w) for w in words}
            case "reads":
                self.readings[int(words[0])] = _tile(words[2]), float(words[3])
            case "blinks":
                self.looks = int(words[0]) if words else BLINK
            case "lamp":
                for lain in self.discards:
                    lain.x, lain.y = lain.x + self.chance.uniform(-2, 2), lain.y + self.chance.uniform(-2, 2)
            case "waits":
                self._until(self.clock.time_s + float(words[0]))
            case _:
                raise ValueError(f"nothing {verb}")

    def _heap(self) -> None:
        """Pushed together: each lies elsewhere, none upon another."""
        spots = [(27.0 * (k % 6) - 70, 36.0 * (k // 6) - 40) for k in range(len(self.discards))]
        self.chance.shuffle(spots)
        for lain, (x, y) in zip(self.discards, spots, strict=True):
            lain.x, lain.y = x, y

    def rest(self) -> None:
        """The table is looked at."""
        self._until(self.clock.time_s + ACT_S)
        self.gone_s |= {words: self.clock.time_s for words in self.done if words not in self.gone_s}
        self.done = []
        for looks in range(1, self.looks + 1):
            self.clock.time_s += LOOK_S
            self.watcher.observe(self._seen(looks))
            self._pass()
        self.unseen, self.readings, self.looks = set(), {}, LOOKS
        self.hands = [] if looks == LOOKS else self.hands

    def _seen(self, looks: int) -> Observation:
        lies = [(k, d) for k, d in enumerate(self.discards) if not d.covered and k not in self.unseen]
        for _, lain in lies:
            lain.looked += 1
        discards = tuple(replace(self._read(k, lain), x_mm=lain.x, y_mm=lain.y, frames=lain.looked) for k, lain in lies)
        p1, p2, p3, p4 = (
            tuple(tuple(replace(sight(t, 0.99), frames=looks) for t in group) for group in self._groups(seat))
            for seat in Seat
        )
        return Observation(self.clock.time_s, discards, (p1, p2, p3, p4), (), tuple(self.hands), looks)

    def _groups(self, seat: Seat) -> list[list[Tile]]:
        shown = self.open_hands.get(seat)
        return [*self.racks[seat], *([shown] if shown else [])]

    def _read(self, k: int, lain: Lain) -> Sight:
        tile = lain.tile
        if k not in self.readings:
            return sight(tile, HASTY if self.looks < LOOKS and lain.looked <= self.looks else 0.99)
        other, p = self.readings[k]
        return sight(other, p, else_=tile)

    def _until(self, time_s: float) -> None:
        while self.clock.time_s < time_s:
            self.clock.time_s += TICK_S
            self._pass()

    def _pass(self) -> None:
        self.watcher.passed(self.clock.time_s)
        if self.table.window_left == 0.0:
            self.table.touch()
        if self.table.game != self._game:
            self._game, self._number = self.table.game, 0
        for entry in self.table.log[self._number :]:
            self.told.append(entry.event)
            self.told_s.setdefault(words_of(entry.event) or "", self.clock.time_s)
            if isinstance(entry.event, e.Corrected):
                self._correct(entry.event)
            if isinstance(entry.event, e.Retracted):
                undone = entry.event.number
                self.told.remove(next(x.event for x in self.table.log if x.number == undone))
        self._number = self.table.number
        now = {f"{a.key}: {a.says}" for a in self.table.alerts}
        for alert in self.table.alerts:
            text = f"{alert.key}: {alert.says}"
            if text not in self._alerts:
                (self.questions if alert.rule is None else self.accused).append(text)
        self._alerts = now

    def _correct(self, event: e.Corrected) -> None:
        was = next((x.event for x in self.table.log if x.number == event.number), None)
        if was in self.told:
            self.told[self.told.index(was)] = event.event

    @property
    def as_believed(self) -> bool:
        """Whether the log's table is the one that lies there; a hand laid open aside."""
        state = self.table.state
        if state.phase is Phase.OVER:
            return True
        final = final_table(state)
        exposures = final["exposures"]
        assert isinstance(exposures, dict)
        racks = [sorted(sorted(code(t) for t in group) for group in rack) for rack in self.racks]
        believed = [sorted(sorted(group) for group in exposures[seat.name]) for seat in Seat]
        discards = final["discards"]
        assert isinstance(discards, list)
        return racks == believed and Counter(discards) == Counter(code(d.tile) for d in self.discards)


def _tile(word: str) -> Tile:
    return read_tiles(word)[0]


def words_of(event: e.Event) -> str | None:
    """An act in the words of a script's truth; None for what no eye sees."""
    match event:
        case e.Discarded(seat, tile):
            return f"{seat.name} discards {code(tile)}"
        case e.Exposed(seat, _, _, tiles):
            return f"{seat.name} exposes {' '.join(sorted(code(t) for t in tiles))}"
        case e.ExposureChanged(seat, group, tiles):
            return f"{seat.name} changes {group} {' '.join(sorted(code(t) for t in tiles))}"
        case e.JokerExchanged(seat, owner, group, tile):
            return f"{seat.name if seat is not None else '?'} swaps {code(tile)} {owner.name} {group}"
        case e.MahJongg(seat):
            return f"{seat.name} wins"
        case e.WallGame():
            return "wall game"
        case e.GameAbandoned():
            return "game abandoned"
        case _:
            return None


def staged(text: str) -> Outcome:
    """A situation played, and what came of it."""
    wanted: Counter[str] = Counter()
    allowed, most_changes = 0, 1000
    director = Director()
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line.startswith("->"):
            words = line[2:].split()
            if words[1] in ("exposes", "changes"):
                at = 3 if words[1] == "changes" else 2
                words = [*words[:at], *sorted(words[at:])]
            wanted[" ".join(words)] += 1
        elif line.startswith("asks "):
            allowed = int(line.split()[1])
        elif line.startswith("rereads "):
            most_changes = int(line.split()[1])
        elif line:
            director.play(line)
    told = Counter(said for event in director.told if (said := words_of(event)) is not None)
    changes = sum(isinstance(event, e.Corrected | e.Resynced) for event in director.told)
    right = director.as_believed
    waits_s = director.waits_s
    return Outcome(wanted, told, director.questions, director.accused, right, allowed, changes, most_changes, waits_s)


def situations() -> list[Path]:
    """The files, by name."""
    return sorted(FOLDER.glob("*.txt"))


def not_yet(text: str) -> str:
    """Why a situation is not followed yet, as its file says; empty where it is."""
    return next((line.removeprefix("# not yet:").strip() for line in text.splitlines() if "# not yet:" in line), "")
