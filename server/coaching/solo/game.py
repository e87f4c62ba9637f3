"""A table for one: a log and a referee as at the real table, tiles dealt by the program, three simulated players. Its
log is its own: the house's ledger knows nothing of it.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from engine import event as e
from engine.charleston import BLIND, PASS_SIZE, Stage
from engine.event import Event
from engine.layers import unbegun
from engine.opening import dealt
from engine.rules.playing import reserve
from engine.rules.ruling import Accepted, Proposal, Rules, Source
from engine.state import Phase
from engine.tile import Seat, Tile, codes, read_tiles
from server.acts import next_east
from server.clock import OnwardClock
from server.coaching.memory import CoachMemory, Help
from server.coaching.mind import CoachAway, Mind
from server.coaching.position import Asks
from server.coaching.seeing import position_of
from server.coaching.solo.choices import YOU, Could, Offer, could, no_win, offered
from server.coaching.solo.dealer import Dealer, pass_key
from server.coaching.solo.robots import Deed, Move, Strength, move
from server.files import read_object, write_whole
from server.log import row_of
from server.passing import has_done
from server.people import people_of, plain
from server.store import Row, Store, StoreError
from server.table import Table
from server.turn import Turn
from server.words import sentence

OTHERS = (Seat.P2, Seat.P3, Seat.P4)
NAMES = ("Olive", "Pearl", "Hazel", "Ivy")  # one more than is needed: hers may be among them
NAMELESS = "Player"
PACE_S = 1.1  # between two acts of the others: so long it takes to see what happened
IDLE_S = 30.0
FORMAT = "fifthseat solo 1"
_ENDS = (e.MahJongg, e.WallGame, e.GameAbandoned)


@dataclass(slots=True)
class Secrets:
    """What only the dealer knows, kept beside the log: the `seed` of the first game, and by game who gave what."""

    seed: int
    strength: Strength
    help: Help = Help.NONE
    passes: dict[int, dict[str, tuple[Tile, ...]]] = field(default_factory=dict)


class SoloGame:
    """One player's table for one. `path` keeps it, None keeps it in memory alone. `past` is what had happened, where
    it does not begin anew; `as_played` then says how it ended the first time."""

    def __init__(
        self,
        rules: Rules,
        mind: Mind,
        secrets: Secrets,
        path: Path | None,
        pace_s: float = PACE_S,
        past: Sequence[Row] = (),
    ) -> None:
        store = Store("sqlite://" if path is None else path.with_suffix(".db"))
        if past:
            store.append(past)
        self.table = Table(store, rules, clock=OnwardClock())
        self.as_played = ""
        self.coach = CoachMemory(None)
        self.secrets = secrets
        self._mind = mind
        self._path = path
        self.pace_s = pace_s
        self._passed_by: tuple[int, int] = (0, 0)  # the discard, by game and number, that she lets go
        self._known: tuple[int, frozenset[int]] = (0, frozenset())
        self._number = 0
        self._dealer = self._fresh()
        self.keep()

    def road(self, number: int) -> "SoloGame":
        """The other road: the same deal as it lay after event `number` of this game, for another choice, with the same
        players. It is kept in memory alone, and this game stays as it is."""
        table = self.table
        past = [
            row_of(table.game, replace(entry, source=Source.LOG)) for entry in table.log[:number]
        ]  # not to be undone
        secrets = replace(self.secrets, passes={g: dict(p) for g, p in self.secrets.passes.items()})
        other = SoloGame(table.rules, self._mind, secrets, None, self.pace_s, past)
        other.coach.choose(YOU, self.coach.help(YOU))
        other.as_played = self.as_played or self._ended()
        return other

    def _ended(self) -> str:
        """How the game ended, in a sentence; empty while it is played."""
        table = self.table
        if table.state.phase is not Phase.OVER:
            return ""
        last = next((x for n in range(table.number, 0, -1) if isinstance(x := table.standing(n), _ENDS)), None)
        return "" if last is None else plain(sentence(last, people_of(table.state)))

    # What the page asks.

    @property
    def hand(self) -> tuple[Tile, ...]:
        """What stands on her rack."""
        self.follow()
        return self._dealer.hand(YOU)

    @property
    def waits(self) -> bool:
        """Whether the others wait for her to call the last discard, or to let it go."""
        return self._offer().waits

    def said(self, turn: Turn) -> Turn:
        """What she may do, as her page offers it."""
        return offered(turn, self._offer())

    def no_win(self, proposed: Event) -> str:
        """Why she does not say Mah Jongg yet, where she is about to and her tiles do not win."""
        here, hands = position_of(self.table, YOU, self.hand), self.table.rules_in_force.table
        return "" if here is None or hands is None else no_win(hands, here, proposed)

    def _offer(self) -> Offer:
        table, last = self.table, self.table.state.last_discard
        coached = self.coach.help(YOU).amount >= Help.LEGAL.amount
        here, hands = position_of(table, YOU, self.hand), table.rules_in_force.table
        if here is None or hands is None or here.asks is not Asks.CALL or last is None or last.seat is YOU:
            return Offer(coached, Could(), False)
        found = could(hands, here, coached=coached)
        let_go = self._passed_by == (table.game, self._discard_number())
        called = any(call.seat is YOU for call in table.state.calls)
        return Offer(coached, found, found.either and not let_go and not called)

    def call_her(self, name: str) -> None:
        """What she is called, where that can be a name."""
        self._say(e.Named(YOU, name))

    def let_go(self) -> None:
        """She does not want the last discard."""
        self._passed_by = (self.table.game, self._discard_number())
        self.table.tell()

    def passing(self, tiles: tuple[Tile, ...]) -> Event | str:
        """Her pass or offer with these tiles, to be submitted; a sentence where that cannot be. On the passes that may
        be blind, what she gives less goes on unseen."""
        now = self.table.state.charleston
        if (
            now is None
            or self.table.state.phase is not Phase.CHARLESTON
            or has_done(now, YOU, self.table.state.players)
        ):
            return "There is nothing to pass now."
        if now.stage is Stage.VOTE:
            return "Say first whether there is a second Charleston."
        if Tile.JOKER in tiles:
            return "A Joker may never be passed."
        if Counter(tiles) - Counter(self.hand):
            return "That tile is not among yours."
        courtesy, blind = now.stage is Stage.COURTESY, PASS_SIZE - len(tiles)
        if blind < 0 or (blind and not courtesy and now.stage not in BLIND):
            return f"Tap {'at most three tiles' if courtesy else 'three tiles'}: you have tapped {len(tiles)}."
        self._keep_pass(now.stage, YOU, tiles)
        return e.CourtesyOffered(YOU, len(tiles)) if courtesy else e.Passed(YOU, blind=blind)

    # What the others do.

    async def run(self) -> None:
        """Goes on until it is cancelled."""
        async with self.table.subscribe() as changes:
            while True:
                try:
                    acted = await self._step()
                except (StoreError, CoachAway):
                    acted = False
                if acted:
                    await asyncio.sleep(self.pace_s)
                else:
                    await changes.changed(IDLE_S)

    async def _step(self) -> bool:
        """One act of the dealer or of a simulated player; False where all wait for her."""
        self.follow()
        state = self.table.state
        match state.phase:
            case Phase.SETUP:
                return self._begin()
            case Phase.CHARLESTON:
                return await self._charleston()
            case Phase.PLAY:
                return await self._play()
            case Phase.OVER:
                return False

    def _begin(self) -> bool:
        table = self.table
        hers = table.state.names[YOU]
        if not hers:
            return self._say(e.Named(YOU, NAMELESS))
        others = (name for name in NAMES if name.casefold() != hers.casefold())
        for seat, name in zip(OTHERS, others, strict=False):
            if table.state.names[seat] != name:
                return self._say(e.Named(seat, name))
        if not table.state.east_known:
            east = next_east(table)
            if table.evening is not None and east is None:
                return False
            return self._say(e.EastChosen(east or Seat(self.secrets.seed % 4)))
        return self._say(e.Dealt(dealt(table.state.east, table.state.players)))

    async def _charleston(self) -> bool:
        now = self.table.state.charleston
        if now is None:
            return False
        for seat in OTHERS:
            if has_done(now, seat, self.table.state.players):
                continue
            made = await self._move(seat)
            if self.table.state.charleston is not now or made is None:
                return True
            if made.deed is Deed.VOTE:
                return self._say(e.Voted(seat, made.yes))
            if made.deed in (Deed.PASS, Deed.COURTESY):
                tiles = self._complete(seat, made.tiles) if made.deed is Deed.PASS else made.tiles
                self._keep_pass(now.stage, seat, tiles)
                said = e.CourtesyOffered(seat, len(tiles)) if made.deed is Deed.COURTESY else e.Passed(seat)
                return self._say(said)
        return False

    def _complete(self, seat: Seat, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        """Three tiles: those she would pass, and others that are no Jokers. She passes nothing unseen."""
        rest = list(self._dealer.hand(seat))
        for tile in tiles:
            rest.remove(tile)
        return (*tiles, *(t for t in rest if t is not Tile.JOKER))[:3]

    async def _play(self) -> bool:
        state = self.table.state
        if self.table.paused or state.held_by is not None or state.declared is not None or state.calls:
            return False
        if state.holder is not None:
            return state.holder is not YOU and await self._turn(state.holder)
        if state.last_discard is not None and state.window:
            if await self._called():
                return True
            if self.waits:
                return False
        return self._draw()

    async def _turn(self, seat: Seat) -> bool:
        made = await self._move(seat)
        if made is None:
            return True
        match made.deed:
            case Deed.WIN:
                return self._say(e.MahJongg(seat, made.tiles))
            case Deed.EXCHANGE:
                return self._say(e.JokerExchanged(seat, made.owner, made.group, made.tiles[0]))
            case Deed.DISCARD:
                return self._say(e.Discarded(seat, made.tiles[0]))
            case _:
                return self._say(e.Discarded(seat, self._dealer.hand(seat)[0]))

    async def _called(self) -> bool:
        """Whether a simulated player takes the last discard: to win at once, for a group when she has let it go."""
        last = self.table.state.last_discard
        if last is None or last.tile is Tile.JOKER:
            return False
        wishes: list[tuple[Seat, Move]] = []
        for step in (1, 2, 3):
            seat = Seat(((last.seat if last.seat is not None else YOU) + step) % 4)
            if seat is YOU or seat is last.seat:
                continue
            made = await self._move(seat)
            if self.table.state.last_discard is not last:
                return True
            if made is not None and made.deed in (Deed.WIN, Deed.EXPOSE):
                wishes.append((seat, made))
        if any(self._wins(seat, made, last.seat) for seat, made in wishes):
            return True
        if self.waits or self.table.state.calls:
            return False
        return any(
            self._say(e.Exposed(seat, last.tile, last.seat, made.tiles))
            for seat, made in wishes
            if made.deed is Deed.EXPOSE and last.seat is not None
        )

    def _wins(self, seat: Seat, made: Move, source: Seat | None) -> bool:
        return made.deed is Deed.WIN and not self.waits and self._say(e.MahJongg(seat, made.tiles, source=source))

    def _draw(self) -> bool:
        turn = self.table.state.turn
        if turn is YOU:  # she draws herself; that nothing is left to draw she need not say
            return self.table.state.wall <= reserve(self.table.rules_in_force) and self._say(e.WallGame())
        return self._say(e.Drawn(turn)) or self._say(e.WallGame())

    async def _move(self, seat: Seat) -> Move | None:
        """What she would do; None where the table has gone on meanwhile."""
        here = position_of(self.table, seat, self._dealer.hand(seat))
        hands, number = self.table.rules_in_force.table, self.table.number
        if here is None or hands is None:
            return Move(Deed.NOTHING)
        passed, received = self._dealer.handed(seat)
        here = replace(here, known=replace(here.known, passed=passed, received=received))
        made = await self._mind.ask(hands, move, here, self.secrets.strength, self.secrets.seed + seat)
        return made if self.table.number == number else None

    def _say(self, event: Event) -> bool:
        said = isinstance(self.table.submit(Proposal(event, Source.LOG)), Accepted)
        self.follow()
        return said

    # The tiles.

    def follow(self) -> None:
        """Brings the dealer to where the log is, and her rack with it."""
        table = self.table
        past = (table.game, table.gone)
        if past != self._known:
            self._known, self._number, self._dealer = past, 0, self._fresh()
        if self._number < table.number:
            standing = [table.standing(n) for n in range(self._number + 1, table.number + 1) if n not in table.gone]
            self._dealer.follow(x for x in standing if not isinstance(x, e.Retracted))
            self._number = table.number
        held = self._dealer.hand(YOU)
        if (table.own(YOU) or ()) != held:
            table.set_own(YOU, held)

    def _fresh(self) -> Dealer:
        table = self.table
        given = self.secrets.passes.setdefault(table.game, {})
        must = self.table.rules.of("C-06") == "must_match"
        return Dealer(self.secrets.seed * 1000 + table.game, unbegun(("", "", "", "")), given, must)

    def _discard_number(self) -> int:
        """The number of the event by which the last discard came."""
        found = (n for n in range(self.table.number, 0, -1) if isinstance(self.table.standing(n), e.Discarded))
        return next(found, 0)

    # What is kept.

    def _keep_pass(self, stage: Stage, seat: Seat, tiles: tuple[Tile, ...]) -> None:
        self.secrets.passes.setdefault(self.table.game, {})[pass_key(stage, seat)] = tiles
        self.keep()

    def keep(self) -> None:
        """Before what it says is written in the log, so that no more than a pass that was never made is there."""
        if self._path is None:
            return
        told = {
            "format": FORMAT,
            "seed": self.secrets.seed,
            "strength": self.secrets.strength.value,
            "help": self.coach.help(YOU).value,
            "passes": {str(g): {k: codes(t) for k, t in p.items()} for g, p in self.secrets.passes.items()},
        }
        with suppress(OSError):  # it goes on in memory
            write_whole(self._path, json.dumps(told) + "\n")


def read_secrets(path: Path) -> Secrets | None:
    """What was kept; None where nothing can be read."""
    try:
        told: Any = read_object(path)
        passes = {int(g): {k: read_tiles(t) for k, t in p.items()} for g, p in told["passes"].items()}
        return Secrets(int(told["seed"]), Strength(told["strength"]), Help(told["help"]), passes)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def fresh_secrets(strength: Strength, chance: Random) -> Secrets:
    return Secrets(chance.randrange(1, 1_000_000), strength)
