"""What happened at the table, from pictures alone: clips with ground truth, followed by sight, judged event by event.

    python -m tests.bench.witness --scenes ../shared/scenes/dev ../shared/scenes/dev2 --own

Seeing is kept in `--cache`, so that following once more takes seconds: `--any-eyes` takes what other code has seen.
`--fps 10`, `--lines 720`, `--gamma 2` and `--quarters 2` show the clips as other cameras would; `--variants` plays each
clip as it is and in each of these ways, and prints every F1 beside the plain one. Printed are, per clip:
events right of those wanted; `missed`; `invented`, told and not wanted; F1; questions and other words to the table;
wrong alerts (each names a rule, and the players of the clips keep all); seconds from the hand's going to the event, the
median and the worst; the final table's tiles, right of all. With `-v` every missed and invented event. `--staged` plays
the situations of tests/engine/sight/situations in their place, which need no pictures: looks come there 0.13 s apart,
and seconds are from the hand's going too.
"""

import argparse
import json
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from engine import notation
from engine.event import Event
from server.final import final_table
from server.store import Store
from tests.bench.at_table import AtTable
from tests.bench.clips import KINDS, Clip, Looked, Variant, Want, clips, looked
from tests.bench.staged import situations, staged

ALL = "all"
EARLY_S, LATE_S = 0.5, 3.0  # around an act, in which it has to be told

VARIANTS = {
    "plain": Variant(),
    "10 fps": Variant(fps=10),
    "720 lines": Variant(lines=720),
    "gamma 2": Variant(gamma=2),
    "turned": Variant(quarters=2),
}

Told = dict[str, object]
"""An event in the form of `watch --json`, with its `time_s`."""


@dataclass(slots=True)
class Count:
    """What came of a clip, or of several."""

    wanted: int = 0
    right: int = 0
    invented: int = 0
    questions: int = 0
    accused: int = 0
    tiles: int = 0
    tiles_right: int = 0
    waits_s: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name) + getattr(other, f.name))

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, self.wanted + self.right + self.invented)

    @property
    def words(self) -> str:
        waits = sorted(self.waits_s) or [0.0]
        return (
            f"{self.right:3}/{self.wanted:<3} missed {self.wanted - self.right:2} invented {self.invented:2} "
            f"F1 {self.f1:.3f}  questions {self.questions:2} wrong alerts {self.accused}  "
            f"{statistics.median(waits):4.1f} s ({waits[-1]:.1f})  table {self.tiles_right}/{self.tiles}"
        )


class Replay(AtTable):
    """A table and its watcher fed from what was seen; keeps all that is told and said."""

    def __init__(self, card: str | None) -> None:
        super().__init__(Store("sqlite://"), card)
        self.told: list[Told] = []
        self.questions: list[str] = []
        self.accusations: list[str] = []
        self._game, self._number = self.table.game, 0
        self._alerts: set[str] = set()

    def run(self, done: Looked) -> None:
        for seen in done.seen:
            self.observe(seen)
        self.until(done.ends_s)
        self.watcher.ended()
        self.note()

    def note(self) -> None:
        table = self.table
        if table.game != self._game:
            self._game, self._number = table.game, 0
        for entry in table.log[self._number :]:
            self.told.append({"time_s": self.clock.time_s, **_facts(entry.event)})
        self._number = table.number
        now = {f"{a.key}: {a.says}" for a in table.alerts}
        for alert in table.alerts:
            text = f"{alert.key}: {alert.says}"
            if text not in self._alerts:
                kept = self.questions if alert.rule is None else self.accusations
                kept.append(f"{self.clock.time_s:6.1f} s: {text}")
        self._alerts = now


def _facts(event: Event) -> Told:
    return dict(notation.as_json(event))


def alike(want: Want, told: Told) -> int:
    """2 where it is that event, 1 where it is one of its kind in its time, 0 else."""
    at = told["time_s"]
    assert isinstance(at, float)
    if want.kind != told.get("event") or not want.t0 - EARLY_S <= at <= want.t + LATE_S:
        return 0
    seats = (want.seat, None) if want.kind == "joker_exchanged" else (want.seat,)
    tiles = told.get("tiles", [told.get("tile")])
    assert isinstance(tiles, list)
    same = want.kind == "mah_jongg" or sorted(tiles) == sorted(want.tiles)
    return 2 if same and told.get("seat") in seats else 1


def judged(wanted: Sequence[Want], told: Sequence[Told]) -> tuple[list[tuple[Want, Told | None]], list[Told]]:
    """Each wanted event with what was told of it, and what was told beside."""
    used: set[int] = set()
    pairs: list[tuple[Want, Told | None]] = []
    for want in wanted:
        ranked = sorted(
            ((alike(want, t), -abs(float(str(t["time_s"])) - want.t), k) for k, t in enumerate(told) if k not in used),
            reverse=True,
        )
        if ranked and ranked[0][0] == 2:
            used.add(ranked[0][2])
            pairs.append((want, told[ranked[0][2]]))
        else:
            pairs.append((want, None))
    kinds = set(KINDS.values())
    return pairs, [t for k, t in enumerate(told) if k not in used and t.get("event") in kinds]


def score(clip: Clip, replay: Replay, done: Looked) -> Count:
    """How the replay measures up to the clip's truth."""
    pairs, extra = judged(clip.wanted, replay.told)
    count = Count(len(pairs), invented=len(extra), questions=len(replay.questions), accused=len(replay.accusations))
    for want, told in pairs:
        if told is None:
            near = [_words(t) for t in replay.told if want.t0 - EARLY_S <= float(str(t["time_s"])) <= want.t + LATE_S]
            count.notes.append(f"{want.t:6.1f} s  MISSED {want.seat} {want.kind} {' '.join(want.tiles)}; told {near}")
        else:
            count.right += 1
            count.waits_s.append(float(str(told["time_s"])) - want.t)
    count.notes += [f"{t['time_s']:6.1f} s  INVENTED {_words(t)}" for t in extra]
    count.notes += [f"{text}  (question)" for text in replay.questions]
    count.notes += [f"{text}  (WRONG ALERT)" for text in replay.accusations]
    count.notes += [f"{at:6.1f} s: camera: {says}" for at, says in done.said]
    final = final_table(replay.table.state)
    got, want_tiles = _heaps(final["discards"], final["exposures"]), _heaps(list(clip.discards), clip.exposures)
    count.tiles_right = sum((got & want_tiles).values())
    count.tiles = sum((got | want_tiles).values())
    return count


def _heaps(discards: object, exposures: object) -> Counter[tuple[int, str]]:
    """The tiles by where they lie: 0 for the discards, then the seats."""
    assert isinstance(discards, list)
    racks = [[t for g in exposures[s] for t in g] for s in exposures] if isinstance(exposures, dict) else exposures
    heaps = Counter((0, t) for t in discards)
    assert isinstance(racks, list | tuple)
    for n, rack in enumerate(racks, 1):
        heaps.update((n, t) for t in rack)
    return heaps


def _words(told: Told) -> str:
    kept = {k: v for k, v in told.items() if k not in ("time_s", "event")}
    return f"{told.get('event')} {json.dumps(kept)[:160]}"


def followed(chosen: Sequence[Clip], given: argparse.Namespace, enrolled: bool, variant: Variant) -> dict[str, Count]:
    """What came of each clip, by its name, shown in that variant."""
    counts = {}
    for clip in chosen:
        done = looked(clip, enrolled, variant, given.cache, not given.any_eyes)
        replay = Replay("none")
        replay.run(done)
        counts[clip.name] = count = score(clip, replay, done)
        print(f"{clip.name:9} {'own     ' if enrolled else 'built-in'} {count.words}", flush=True)
        for note in count.notes if given.verbose else ():
            print(f"    {note}")
    counts[ALL] = _summed(counts.values())
    print(f"{ALL:9} {'own     ' if enrolled else 'built-in'} {counts[ALL].words}", flush=True)
    return counts


def _summed(counts: Iterable[Count]) -> Count:
    total = Count()
    for count in counts:
        total.add(count)
    return total


def in_variants(chosen: Sequence[Clip], given: argparse.Namespace, enrolled: bool) -> None:
    """Each clip in each of `VARIANTS`; at the end a table of F1, of the others what they differ by."""
    counts = {}
    for name, variant in VARIANTS.items():
        print(f"-- {name}")
        counts[name] = followed(chosen, given, enrolled, variant)
    print("-- F1  " + " ".join(f"{name:>10}" for name in VARIANTS))
    for clip in (*(c.name for c in chosen), ALL):
        plain = counts["plain"][clip].f1
        others = (f"{counts[name][clip].f1 - plain:+10.3f}" for name in VARIANTS if name != "plain")
        print(f"{clip:9}{plain:8.3f} " + " ".join(others))


def in_situations(given: argparse.Namespace) -> None:
    total, right = Count(), 0
    for path in situations():
        if given.only and not any(word in path.stem for word in given.only):
            continue
        came = staged(path.read_text(encoding="utf-8"))
        count = Count(sum(came.wanted.values()), came.right, len(came.invented), len(came.questions), len(came.accused))
        count.tiles, count.tiles_right, count.waits_s = 1, int(came.table_right), came.waits_s
        total.add(count)
        right += came.well
        print(f"{path.stem:36} {count.words}", flush=True)
        for note in (*came.missed, *came.invented, *came.questions, *came.accused) if given.verbose else ():
            print(f"    {note}")
    print(f"{'all':36} {total.words}; {right} of {total.tiles} as they were")


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--scenes", type=Path, nargs="+", default=[])
    words.add_argument("--staged", action="store_true", help="the staged situations")
    words.add_argument("--only", nargs="*", help="clips whose names hold one of these")
    words.add_argument("--own", action="store_true", help="each clip's set enrolled; else the built-in ones")
    words.add_argument("--both", action="store_true", help="once with the built-in sets, once enrolled")
    words.add_argument("--cache", type=Path, default=Path("/var/tmp/witness"))
    words.add_argument("--any-eyes", action="store_true", help="take the newest that was seen, whatever code saw it")
    words.add_argument("--fps", type=float, default=0.0)
    words.add_argument("--lines", type=int, default=0)
    words.add_argument("--gamma", type=float, default=1.0)
    words.add_argument("--quarters", type=int, default=0)
    words.add_argument("--variants", action="store_true", help="as it is, and as other cameras would show it")
    words.add_argument("-v", "--verbose", action="store_true")
    given = words.parse_args()
    if given.staged:
        in_situations(given)
        return
    given.cache.mkdir(parents=True, exist_ok=True)
    chosen = [c for c in clips(given.scenes) if not given.only or any(word in c.name for word in given.only)]
    for enrolled in (False, True) if given.both else (given.own,):
        known = [c for c in chosen if c.sheets is not None or not enrolled]
        if given.variants:
            in_variants(known, given, enrolled)
        else:
            followed(known, given, enrolled, Variant(given.fps, given.lines, given.gamma, given.quarters))


if __name__ == "__main__":
    main()
