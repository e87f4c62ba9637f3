"""How strong the coach is: whole games against simpler players at the same table, on duplicate deals.

`python -m tests.bench.ladder --games 2000` plays every rung until so many games of it are done, and prints them with
95 % intervals. Each deal is played twice, the two kinds of players in each other's seats. What is played is kept in
the state file after every ten deals, so a run may be stopped and goes on where it was. The table of point "true to
life" comes first: four equal players against the statistics of online play, coaches and two weaker kinds: on one card
stronger players leave fewer wall games and win sooner. What was played of the default state file is kept in the
repository, each rung with digests of its own of what its players use and how they play: games decided otherwise are
never added up, and a change to one player leaves the rungs of the others as they are.
"""

import json
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # said before numpy is loaded: its threads spin while they wait

from engine.card import read_card
from engine.hands import HandTable
from engine.tile import Seat
from tests.bench.rungs import BUDGETS_MS, LIFE, RUNGS, SPENT, Alike, deal_of
from tests.bench.unchanged import Deal, moves, uses

PRACTICE = Path(__file__).parents[2] / "engine" / "cards" / "practice.card"
LAKESIDE = Path(__file__).parents[1] / "cards" / "lakeside.card"  # in the manner of the League's
CARDS = (PRACTICE, LAKESIDE)
KEPT_EVERY = 10  # deals
LIFE_BANDS = ((0, 5), (1, 13), (2, 27), (3, 41), (4, 51), (5, 56))  # win share in per cent by jokers held
STATE = Path(__file__).with_name("ladder.json")
_MIDDLING = RUNGS["odds per hand : nearest hand"]
LIVES: dict[str, Alike] = {
    "four coaches": LIFE,
    "four who make for the likeliest hand": Alike(_MIDDLING.a),
    "four who make for the nearest hand": Alike(_MIDDLING.b),
}
BESIDE = 2_000  # games of the two weaker kinds: a share of one in ten is then known to 1.3 in 100
WITNESSES = 50  # deals, of two games each, that show whether a change to the code is one to the play


def _add(tally: dict[str, Any], told: dict[str, int]) -> None:
    for key, n in told.items():
        tally[key] = tally.get(key, 0) + n
    for key, n in (
        ("points2", told["points"] ** 2),
        ("aa", told["a"] ** 2),
        ("bb", told["b"] ** 2),
        ("ab", told["a"] * told["b"]),
    ):
        tally[key] = tally.get(key, 0) + n
    tally["deals"] = tally.get("deals", 0) + 1


def _live(table: HandTable, seed: int, tally: dict[str, Any], four: Alike) -> None:
    """One game of four equal players, added to their table of life."""
    (result,) = four(table, seed)
    tally["games"] = tally.get("games", 0) + 1
    for seat, held in zip(Seat, result.jokers, strict=True):
        seen = tally.setdefault("jokers", {}).setdefault(str(min(held, 5)), [0, 0])
        seen[0] += 1
        seen[1] += result.winner is seat
    if result.winner is None:
        tally["wall"] = tally.get("wall", 0) + 1
        return
    tally.setdefault("seats", [0, 0, 0, 0])[result.winner] += 1
    tally["left"] = tally.get("left", 0) + result.left
    tally["left2"] = tally.get("left2", 0) + result.left**2


def share(n: int, of: int) -> str:
    """A share in per cent with its 95 % interval (Wilson)."""
    if not of:
        return "-"
    p, z = n / of, 1.96
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:5.1f} % ({100 * (middle - half):.1f} ... {100 * (middle + half):.1f})"


def ratio(tally: dict[str, Any]) -> str:
    """How many times as often the first kind wins, with its 95 % interval over the deals."""
    n, a, b = tally["deals"], tally["a"], tally["b"]
    if not a or not b:
        return f"{a} : {b}"
    variance = (
        (tally["aa"] / n - (a / n) ** 2) / (a / n) ** 2
        + (tally["bb"] / n - (b / n) ** 2) / (b / n) ** 2
        - 2 * (tally["ab"] / n - a * b / n**2) / (a * b / n**2)
    ) / n
    spread = math.exp(1.96 * math.sqrt(max(0.0, variance)))
    return f"{a / b:5.2f} ({a / b / spread:.2f} ... {a / b * spread:.2f})"


def advantage(tally: dict[str, Any]) -> str:
    """Points that a player of the first kind wins from those of the other, a game, with the 95 % interval over the
    deals: two of each kind sit at the table, and a deal is two games."""
    n = tally["deals"]
    mean = tally.get("points", 0) / n
    spread = 1.96 * math.sqrt(max(0.0, tally.get("points2", 0) / n - mean**2) / n)
    return f"{mean / 4:+.2f} ({(mean - spread) / 4:+.2f} ... {(mean + spread) / 4:+.2f})"


def print_life(title: str, tally: dict[str, Any]) -> None:
    games = tally.get("games", 0)
    if not games:
        return
    seats = tally.get("seats", [0, 0, 0, 0])
    wins, east, others = sum(seats), seats[0], sum(seats[1:]) / 3
    ahead = 100 * (east - others) / games
    half = 196 * math.sqrt((east / games) * (1 - east / games) * 4 / 3 / games)
    mean = tally.get("left", 0) / max(1, wins)
    spread = 1.96 * math.sqrt(max(0.0, tally.get("left2", 0) / max(1, wins) - mean**2) / max(1, wins))
    print(f"{title}, {games} games")
    print(f"  wall games            {share(tally.get('wall', 0), games)}   life: 3 ... 13 %")
    print(f"  East ahead of others  {ahead:5.1f} points ({ahead - half:.1f} ... {ahead + half:.1f})   life: 1 ... 4")
    print(f"  tiles left at a win   {mean:5.1f} ({mean - spread:.1f} ... {mean + spread:.1f})   life: 29 ... 41")
    for held, life in LIFE_BANDS:
        n, won = tally["jokers"].get(str(held), [0, 0])
        print(f"  wins with {held} jokers     {share(won, n)} of {n}   life: {life} % +- 6")


def _print_rung(name: str, tally: dict[str, Any]) -> None:
    games = 2 * tally["deals"]
    one, other = name.split(" : ")
    print(f"{name}: {ratio(tally)} times as many wins, {games} games, wall games {share(tally['wall'], games)}")
    print(f"    {one} wins {advantage(tally)} points a player and game")
    for kind, title in (("a", one), ("b", other)):
        gave = tally[f"gave_{kind}"] / games
        print(f"    {title:<26} {tally[kind]:>6} wins, gives away {gave:.3f} a game, shows {tally['shown_' + kind]}")


def _print_times() -> None:
    for name, spent in sorted(SPENT.items()):
        ordered = sorted(spent)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        mean = sum(ordered) / len(ordered)
        over = "  ".join(f"{100 * sum(s > ms / 1000 for s in spent) / len(spent):.2f} %" for ms in BUDGETS_MS)
        print(
            f"  {name:<34} {1000 * mean:6.2f} ms a decision, p95 {1000 * p95:6.2f} ms, {len(ordered)} decisions, ",
            end="",
        )
        print(f"over {', '.join(f'{ms:.0f}' for ms in BUDGETS_MS)} ms: {over}")


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is played on one card: tallies by name, each with the digests of those who played it."""

    table: HandTable
    lives: dict[str, Any]
    rungs: dict[str, Any]


def main(
    games: Annotated[int, typer.Option(help="Games a rung.")] = 20_000,
    card: Annotated[list[Path] | None, typer.Option(help="The cards to play.")] = None,
    state: Annotated[Path, typer.Option(help="Where what is played is kept.")] = STATE,
    only: Annotated[str, typer.Option(help="Only rungs whose name holds this; `life` for the table alone.")] = "",
    witnesses: Annotated[int, typer.Option(help="Deals to be played where the code has changed.")] = WITNESSES,
) -> None:
    """Play on until every rung has so many games, then print them; by default on two cards of different manner."""
    kept: dict[str, Any] = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    ladders = {path.name: _begun(kept, path, only, witnesses) for path in card or CARDS}
    keep(kept, state)
    SPENT.clear()
    for name, here in ladders.items():
        _play_on(here, games, only, lambda: keep(kept, state))
        print(f"{name}: {len(here.table.lines)} lines, {len(here.table)} hands")
        for title, tally in here.lives.items():
            print_life(title, tally)
        for rung in RUNGS:
            if only in rung and here.rungs.get(rung, {}).get("deals"):
                _print_rung(rung, here.rungs[rung])
    _print_times()


def _begun(kept: dict[str, Any], path: Path, only: str, witnesses: int) -> Ladder:
    """What was played on the card by players who decide as they do now. Rungs that are not asked for stay as kept."""
    table = HandTable(read_card(path.read_text(encoding="utf-8")))
    here = kept.setdefault(path.name, {})
    lives, rungs = here.setdefault("lives", {}), here.setdefault("rungs", {})
    for name, four in LIVES.items():
        if _living(only):
            lives[name] = still_right(lives.get(name, {}), f"{path.name}, {name}", table, four, witnesses)
    for name, rung in RUNGS.items():
        if only in name:
            rungs[name] = still_right(rungs.get(name, {}), f"{path.name}, {name}", table, rung, witnesses)
    return Ladder(table, lives, rungs)


def still_right(tally: dict[str, Any], title: str, table: HandTable, deal: Deal, witnesses: int) -> dict[str, Any]:
    """The tally, with the digests of today's players; an empty one where those who played it decided otherwise."""
    now = uses(table, deal)
    changed = tally.get("uses") != now
    if not changed and "moves" in tally:
        return tally
    witnessed = moves(table, deal, int(tally["moves"].split()[0]) if "moves" in tally else witnesses)
    if tally and changed and tally.get("moves") != witnessed:
        print(f"{title}: the games kept were decided otherwise; begun anew")
        tally = {}
    return {**tally, "uses": now, "moves": witnessed}


def _living(only: str) -> bool:
    return only in ("", "life")


def _play_on(here: Ladder, games: int, only: str, keep: Callable[[], None]) -> None:
    """Plays on one card until the table of life and every rung have so many games, ten deals of each in turn."""
    while True:
        todo = [n for n in RUNGS if only in n and 2 * here.rungs[n].get("deals", 0) < games]
        living = [
            (tally, four)
            for name, four in LIVES.items()
            if _living(only)
            and (tally := here.lives[name]).get("games", 0) < (games if four is LIFE else min(games, BESIDE))
        ]
        if not todo and not living:
            return
        for tally, four in living:
            for _ in range(KEPT_EVERY):
                _live(here.table, 1_000_000 + tally.get("games", 0), tally, four)
        for name in todo:
            tally = here.rungs[name]
            for _ in range(KEPT_EVERY):
                _add(tally, deal_of(here.table, tally.get("deals", 0), RUNGS[name]))
        keep()


def keep(kept: dict[str, Any], state: Path) -> None:
    written = state.with_suffix(".part")
    written.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    written.replace(state)


if __name__ == "__main__":
    typer.run(main)
