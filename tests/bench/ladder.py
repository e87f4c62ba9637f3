"""How strong the coach is: whole games against simpler players at the same table, on duplicate deals.

`python -m tests.bench.ladder --games 2000` plays every rung until so many games of it are done, and prints them with
95 % intervals. Each deal is played twice, the two kinds of players in each other's seats. What is played is kept in
the state file after every ten deals, so a run may be stopped and goes on where it was. The table of point "true to
life" comes first: four coaches, against the statistics of online play. What was played of the default state file is
kept in the repository, with a digest of how the players decide: games decided otherwise are never added up.
"""

import hashlib
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.card import read_card
from engine.charleston import Stage
from engine.coaching.known import Known
from engine.coaching.odds import Habits
from engine.event import Exposed, MahJongg
from engine.hands import HandTable
from engine.rules.scoring import payments
from engine.tile import Seat, Tile
from tests.bench.players import Passing, Player, Strength, Swap
from tests.bench.tables import play, shuffled

PRACTICE = Path(__file__).parents[2] / "engine" / "cards" / "practice.card"
LAKESIDE = Path(__file__).parents[1] / "cards" / "lakeside.card"  # in the manner of the League's
CARDS = (PRACTICE, LAKESIDE)
KEPT_EVERY = 10  # deals
LIFE_BANDS = ((0, 5), (1, 13), (2, 27), (3, 41), (4, 51), (5, 56))  # win share in per cent by jokers held
STATE = Path(__file__).with_name("ladder.json")
_TIMED = 200_000  # decisions of a player that are timed: a longer run would hold millions of numbers
_SPENT: dict[str, list[float]] = {}  # seconds of processor time per decision, by name of the player


@dataclass(frozen=True, slots=True)
class Clocked(Player):
    """A player whose decisions are timed."""

    name: str = ""

    def _note(self, began: float) -> None:
        spent = _SPENT.setdefault(self.name, [])
        if len(spent) < _TIMED:
            spent.append(time.process_time() - began)

    def passing(self, known: Known, stage: Stage) -> Passing:
        began = time.process_time()
        answer = Player.passing(self, known, stage)
        self._note(began)
        return answer

    def discard(self, known: Known) -> Tile:
        began = time.process_time()
        answer = Player.discard(self, known)
        self._note(began)
        return answer

    def call(self, known: Known, tile: Tile) -> tuple[Tile, ...]:
        began = time.process_time()
        answer = Player.call(self, known, tile)
        self._note(began)
        return answer

    def exchange(self, known: Known) -> Swap | None:
        began = time.process_time()
        answer = Player.exchange(self, known)
        self._note(began)
        return answer


BUDGETS_MS = (1.0, 4.0, 16.0)  # a decision; the shipped coach and all simpler players stay within the first
FURTHER = {4.0: 3, 16.0: 8}  # with more the coach compares so many discards by one draw more


def _with_budget(budget_ms: float) -> Clocked:
    return Clocked(further=FURTHER[budget_ms], name=f"coach with {budget_ms:.0f} ms")


def _player(strength: Strength, **habits: bool) -> Clocked:
    name = strength.value + "".join(f" without {h}" for h in habits)
    return Clocked(strength, habits=Habits(**habits), name=name)


COACH = _player(Strength.COACH)
RUNGS: dict[str, tuple[Clocked, Clocked]] = {
    "coach : nearest hand": (COACH, _player(Strength.NEAREST)),
    "coach : odds per hand": (COACH, _player(Strength.ODDS)),
    "coach : acceptance": (COACH, _player(Strength.ACCEPTANCE)),
    "coach : random": (COACH, _player(Strength.RANDOM)),
    "odds per hand : nearest hand": (_player(Strength.ODDS), _player(Strength.NEAREST)),
    "coach : without jokers planned": (COACH, _player(Strength.COACH, jokers=False)),
    "coach : without exposures around": (COACH, _player(Strength.COACH, around=False)),
    "coach : without safe discards": (COACH, _player(Strength.COACH, safety=False)),
    "coach : without Charleston memory": (COACH, _player(Strength.COACH, memory=False)),
    **{f"coach with {ms:.0f} ms : coach": (_with_budget(ms), COACH) for ms in FURTHER},
}


def deal_of(table: HandTable, seed: int, pair: tuple[Player, Player]) -> dict[str, int]:
    """Wins, wins given away, exposures and points of either kind over the two games of one deal."""
    told = dict.fromkeys(("a", "b", "gave_a", "gave_b", "wall", "shown_a", "shown_b", "points"), 0)
    wall = shuffled(seed)
    for turned in (0, 1):
        result = play(table, wall, [pair[(seat + turned) % 2] for seat in range(4)])
        for event in result.log[-1:]:
            if isinstance(event, MahJongg):
                told["points"] += sum(n for seat, n in enumerate(payments(event)) if (seat + turned) % 2 == 0)
        for event in result.log:
            if isinstance(event, Exposed):
                told["shown_" + "ab"[(event.seat + turned) % 2]] += 1
        if result.winner is None:
            told["wall"] += 1
            continue
        told["ab"[(result.winner + turned) % 2]] += 1
        if result.giver is not None:
            told["gave_" + "ab"[(result.giver + turned) % 2]] += 1
    return told


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


def _live(table: HandTable, seed: int, tally: dict[str, Any]) -> None:
    """One game of four coaches, added to the table of life."""
    result = play(table, shuffled(seed), [COACH] * 4)
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


def _print_life(tally: dict[str, Any]) -> None:
    games = tally.get("games", 0)
    if not games:
        return
    wins = sum(tally["seats"])
    east, others = tally["seats"][0], sum(tally["seats"][1:]) / 3
    ahead = 100 * (east - others) / games
    half = 196 * math.sqrt((east / games) * (1 - east / games) * 4 / 3 / games)
    mean = tally["left"] / max(1, wins)
    spread = 1.96 * math.sqrt(max(0.0, tally["left2"] / max(1, wins) - mean**2) / max(1, wins))
    print(f"four coaches, {games} games")
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
    for name, spent in sorted(_SPENT.items()):
        ordered = sorted(spent)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        mean = sum(ordered) / len(ordered)
        over = "  ".join(f"{100 * sum(s > ms / 1000 for s in spent) / len(spent):.2f} %" for ms in BUDGETS_MS)
        print(
            f"  {name:<34} {1000 * mean:6.2f} ms a decision, p95 {1000 * p95:6.2f} ms, {len(ordered)} decisions, ",
            end="",
        )
        print(f"over {', '.join(f'{ms:.0f}' for ms in BUDGETS_MS)} ms: {over}")


def main(
    games: Annotated[int, typer.Option(help="Games a rung.")] = 20_000,
    card: Annotated[list[Path] | None, typer.Option(help="The cards to play.")] = None,
    state: Annotated[Path, typer.Option(help="Where what is played is kept.")] = STATE,
    only: Annotated[str, typer.Option(help="Only rungs whose name holds this; `life` for the table alone.")] = "",
) -> None:
    """Play on until every rung has so many games, then print them; by default on two cards of different manner."""
    kept: dict[str, Any] = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    for path in card or CARDS:
        table = HandTable(read_card(path.read_text(encoding="utf-8")))
        here = _begun(kept, path.name, table)
        _play_on(table, games, here, only, lambda: _keep(kept, state))
        print(f"{path.name}: {len(table.lines)} lines, {len(table)} hands")
        _print_life(here["life"])
        for name in RUNGS:
            if only in name and name in here["rungs"]:
                _print_rung(name, here["rungs"][name])
    _print_times()


def decided_by(table: HandTable, deals: int = 2) -> str:
    """A digest of how games of the coach against every other player go on the card, move by move: other decisions,
    other games, another digest."""
    digest = hashlib.sha256()
    for pair in RUNGS.values():
        for deal in range(deals):
            game = play(table, shuffled(-1 - deal), [pair[seat % 2] for seat in range(4)])
            digest.update(repr(game.log).encode())
    return digest.hexdigest()[:16]


def _begun(kept: dict[str, Any], card: str, table: HandTable) -> dict[str, Any]:
    """What was played on the card by players who decide as they do now; games decided otherwise are left out."""
    digest = decided_by(table)
    if card in kept and kept[card].get("decided") != digest:
        print(f"{card}: the games kept were decided otherwise; begun anew")
        del kept[card]
    here: dict[str, Any] = kept.setdefault(card, {"decided": digest, "life": {}, "rungs": {}})
    return here


def _play_on(table: HandTable, games: int, here: dict[str, Any], only: str, keep: Callable[[], None]) -> None:
    """Plays on one card until the table of life and every rung have so many games, ten deals of each in turn."""
    while True:
        todo = [n for n in RUNGS if only in n and 2 * here["rungs"].get(n, {}).get("deals", 0) < games]
        living = only in ("", "life") and here["life"].get("games", 0) < games
        if not todo and not living:
            return
        if living:
            for _ in range(KEPT_EVERY):
                _live(table, 1_000_000 + here["life"].get("games", 0), here["life"])
        for name in todo:
            tally = here["rungs"].setdefault(name, {})
            for _ in range(KEPT_EVERY):
                _add(tally, deal_of(table, tally.get("deals", 0), RUNGS[name]))
        keep()


def _keep(kept: dict[str, Any], state: Path) -> None:
    written = state.with_suffix(".part")
    written.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    written.replace(state)


if __name__ == "__main__":
    typer.run(main)
