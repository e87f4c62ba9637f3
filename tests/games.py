"""Whole games of simple simulated players under the referee: from the dice to the payment.

Every act is proposed, ruled on and folded as at a real table. The driver alone knows the tiles, and after every event
holds the state against them. Deterministic per seed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from engine.card import read_card
from engine.charleston import Stage, courtesy_count, receiver
from engine.event import (
    Called,
    Challenged,
    CourtesyOffered,
    Dealt,
    DiceRolled,
    Discarded,
    Drawn,
    DrawReturned,
    EastChosen,
    Event,
    Exposed,
    ExposureTakenBack,
    FalseMahJongg,
    HandDied,
    Held,
    HoldEnded,
    JokerExchanged,
    MahJongg,
    Passed,
    Racked,
    RulesChosen,
    Taken,
    ThrownIn,
    Voted,
    WallGame,
    WallsBuilt,
)
from engine.faults import Cause
from engine.hands import HandTable, counts_of, wins
from engine.layers import seated
from engine.rules.referee import Proposal, Refused, Rules, Source, rule
from engine.rules.rotation import how_ended
from engine.rules.scoring import Points
from engine.rules.settling import settled
from engine.rules.starting import set_size
from engine.rules.walls import deal, places
from engine.state import Phase, State, evolve
from engine.tile import SUIT_SIZE, Seat, Tile

SET = tuple(tile for tile in Tile for _ in range(tile.copies))


class Broken(AssertionError):
    """An invariant does not hold."""


@dataclass(slots=True)
class Game:
    """One game. `proposals` are all that were made, accepted or not; `log` what was written."""

    rules: Rules
    seed: int
    players: tuple[Seat, ...] = tuple(Seat)
    east: Seat = Seat.P1
    slips: bool = True
    check: bool = True
    chance: Random = field(init=False)
    state: State = field(init=False)
    hands: dict[Seat, list[Tile]] = field(init=False)
    wall: list[Tile] = field(init=False)
    aims: dict[Seat, Counter[Tile]] = field(default_factory=dict)
    groups: dict[Seat, list[tuple[tuple[Tile, ...], bool]]] = field(default_factory=dict)
    closed: set[Seat] = field(default_factory=set)
    drawn: dict[Seat, Tile] = field(default_factory=dict)
    tiles: Counter[Tile] = field(default_factory=Counter)
    log: list[Event] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.state = seated(self.players)
        self.hands = {seat: [] for seat in Seat}
        self.wall = []

    # Proposing

    def propose(self, event: Event, source: Source = Source.TABLET) -> bool:
        """Whether the referee accepts. A refusal leaves the state as it was."""
        proposal = Proposal(event, source)
        self.proposals.append(proposal)
        before = self.state
        ruling = rule(before, proposal, self.rules)
        if isinstance(ruling, Refused):
            if not ruling.fault.says:
                raise Broken(f"no sentence for {event}")
            return False
        for each in ruling.events:
            earlier, self.state = self.state, evolve(self.state, each)
            self.log.append(each)
            self._follow(each, earlier)
            if self.check:
                self._conserved(each)
        return True

    def must(self, event: Event) -> None:
        if not self.propose(event):
            ruling = rule(self.state, Proposal(event, Source.TABLET), self.rules)
            assert isinstance(ruling, Refused)
            raise Broken(f"{event} was refused: {ruling.fault.says}")

    def _follow(self, event: Event, earlier: State) -> None:
        """Moves the real tiles as the event says."""
        match event:
            case Drawn(seat):
                self.drawn[seat] = self.wall.pop(0)
                self.hands[seat].append(self.drawn[seat])
            case DrawReturned(seat):
                self.hands[seat].remove(self.drawn[seat])
                self.wall.insert(0, self.drawn[seat])
            case Discarded(seat, tile):
                self.hands[seat].remove(tile)
            case Exposed(seat, called, _, tiles):
                rest = list(tiles)
                rest.remove(called)
                for tile in rest:
                    self.hands[seat].remove(tile)
            case JokerExchanged(seat, _, _, tile):
                assert seat is not None
                self.hands[seat].remove(tile)
                self.hands[seat].append(Tile.JOKER)
            case HandDied(seat, _, returned):
                for number in returned:
                    self.hands[seat] += earlier.racks[seat].exposures[number].tiles
                asked, kept = earlier.last_discard, self.state.contest
                if earlier.contest is None and kept is not None and kept.hidden and asked is not None:
                    self.hands[seat].append(asked.tile)
            case ExposureTakenBack(seat) if earlier.contest is not None:
                if not earlier.contest.hidden:
                    self.hands[seat] += earlier.racks[seat].exposures[-1].tiles
                self.hands[seat].remove(earlier.contest.discard.tile)
            case MahJongg(seat, _, _, source) if source is not None and earlier.holder is not seat:
                assert earlier.last_discard is not None
                self.hands[seat].append(earlier.last_discard.tile)
            case _:
                pass

    def _conserved(self, event: Event) -> None:
        state = self.state
        if state.phase is Phase.SETUP:
            return
        out = sum(n or 0 for n in state.charleston.out) if state.charleston is not None else 0
        total = sum(r.count for r in state.racks) + len(state.discards) + state.wall + out
        won = state.won_by
        if won is not None and won.source is not None:
            total += 1 - (state.racks[won.seat].count == 14)
        if total != set_size(len(self.players), self.rules):
            raise Broken(f"{total} tiles after {event}")
        if state.wall != len(self.wall):
            raise Broken(f"the wall holds {len(self.wall)}, not {state.wall}, after {event}")
        for seat in Seat:
            held = len(self.hands[seat])
            if state.phase is Phase.PLAY and state.racks[seat].concealed != held:
                raise Broken(f"{seat.name} holds {held}, not {state.racks[seat].concealed}, after {event}")
        there = Counter(self.wall) + Counter(d.tile for d in state.discards)
        there.update(t for seat in Seat for t in self.hands[seat])
        there.update(t for rack in state.racks for e in rack.exposures for t in e.tiles)
        if there != self.tiles:
            raise Broken(f"the tiles are others by {there - self.tiles} and {self.tiles - there} after {event}")

    # Playing

    def play(self) -> Points:
        """To the end; what it pays."""
        self._set_up()
        if self.state.phase is Phase.CHARLESTON:
            self._charleston()
        for seat in self.players:
            self._aim(seat)
        while self.state.phase is Phase.PLAY:
            self._turn()
        points = settled(self.state, self.rules.ruleset)
        if sum(points):
            raise Broken(f"payments {points} do not sum to zero")
        how_ended(self.state)
        return points

    def _dice(self) -> tuple[int, int]:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def _set_up(self) -> None:
        self.must(RulesChosen(self.rules.ruleset.differences))
        if self.rules.of("C-01") == "highest_roll":
            while not self.state.east_known:
                for seat in self.players:
                    self.propose(DiceRolled(seat, self._dice()))
        else:
            self.must(EastChosen(self.east))
        size = set_size(len(self.players), self.rules)
        self.must(WallsBuilt(-(-size // 8)))
        while self.state.broken is None:
            self.propose(DiceRolled(self.state.east, self._dice()))
        tiles = [t for t in SET if size == len(SET) or not Tile.D1 <= t <= Tile.D9]
        assert len(tiles) == size or size == len(SET) - SUIT_SIZE
        self.tiles = Counter(tiles)
        self.chance.shuffle(tiles)
        if size == len(SET):
            standing = dict(zip(places(Seat.P1, 0), tiles, strict=True))
            order = places(self.state.east, self.state.broken, self.rules.ruleset)
            tiles = [standing[place] for place in order]
        taken: set[int] = set()
        for seat, positions in deal(self.state.east, self.players, self.rules.ruleset):
            self.hands[seat] += [tiles[i] for i in positions]
            taken.update(positions)
        self.wall = [t for i, t in enumerate(tiles) if i not in taken]
        held = [len(self.hands[seat]) for seat in Seat]
        self.must(Dealt((held[0], held[1], held[2], held[3]), len(self.wall)))

    def _charleston(self) -> None:
        while self.state.phase is Phase.CHARLESTON:
            now = self.state.charleston
            assert now is not None
            if now.stage.passing:
                self._pass(now.stage)
            elif now.stage is Stage.VOTE:
                seat = next(s for s in self.players if now.votes[s] is None)
                self.must(Voted(seat, self.chance.random() < 0.8))
            else:
                self._courtesy()

    def _pass(self, stage: Stage) -> None:
        passed = {}
        for seat in self.chance.sample(self.players, len(self.players)):
            if self.slips and Tile.JOKER in self.hands[seat] and self.chance.random() < 0.2:
                naturals = [t for t in self.hands[seat] if t is not Tile.JOKER][:2]
                if self.propose(Passed(seat, tiles=(Tile.JOKER, *naturals))):
                    raise Broken("a joker was passed")
            self._aim(seat)
            useless = self._useless(seat)
            rest = [t for t in (Counter(self.hands[seat]) - Counter(useless)).elements() if t is not Tile.JOKER]
            tiles = [*self.chance.sample(useless, min(3, len(useless))), *rest][:3]
            passed[seat] = tiles
            self.must(Passed(seat, tiles=tuple(tiles)))
        for seat, tiles in passed.items():
            for tile in tiles:
                self.hands[seat].remove(tile)
        for seat, tiles in passed.items():
            self.hands[receiver(stage, seat)] += tiles

    def _courtesy(self) -> None:
        seats = [s for s in self.players if s.across in self.players]
        offers = {seat: self.chance.randint(0, 3) for seat in seats}
        for seat in seats:
            self.must(CourtesyOffered(seat, offers[seat]))
        for seat in (s for s in seats if s < s.across):
            other = seat.across
            count = courtesy_count(offers[seat], offers[other], self.rules.of("C-06") == "must_match")
            given = {s: self._spare(s, count) for s in (seat, other)}
            count = min(len(g) for g in given.values())
            for s in (seat, other):
                for tile in given[s][:count]:
                    self.hands[s].remove(tile)
                    self.hands[s.across].append(tile)

    def _spare(self, seat: Seat, count: int) -> list[Tile]:
        spare: list[Tile] = [t for t in self.hands[seat] if t is not Tile.JOKER]
        return spare[:count]

    def _aim(self, seat: Seat) -> None:
        """Settles on the nearest hand of the card and keeps to it."""
        table = self.rules.table
        if table is None:
            return
        missing = table.missing(counts_of(self.hands[seat]))
        best = np.flatnonzero(missing == missing.min())
        h = int(best[self.chance.randrange(len(best))])
        self.closed.discard(seat)
        self.groups[seat] = [(g.tiles, g.jokers) for g in table.hands[h]]
        self.aims[seat] = Counter(t for g in table.hands[h] for t in g.tiles)
        if table.concealed[h]:
            self.closed.add(seat)

    def _useless(self, seat: Seat) -> list[Tile]:
        shown = Counter(t for e in self.state.racks[seat].exposures for t in e.tiles)
        wanted = self.aims.get(seat, Counter()) - shown
        held: Counter[Tile] = Counter(t for t in self.hands[seat] if t is not Tile.JOKER)
        return sorted((held - wanted).elements())

    def _turn(self) -> None:
        state = self.state
        if state.holder is None:
            if state.window and self._answer():
                return
            if self.state.phase is not Phase.PLAY:
                return  # the last but one hand died over a call
            if not self.propose(Drawn(self.state.turn)):
                self.must(WallGame())
                return
            if self.chance.random() < 0.5 and self.state.phase is Phase.PLAY:
                self.propose(Racked(self.state.turn))
        seat = self.state.holder
        if seat is None or self.state.phase is not Phase.PLAY:
            return
        self._exchange(seat)
        if self._declare(seat):
            return
        if self.slips:
            self._slip(seat)
        if self.state.holder is not seat or self.state.phase is not Phase.PLAY:
            return
        useless = self._useless(seat) or self.hands[seat]
        tile = self.chance.choice(useless)
        named = self.chance.choice(SET) if self.slips and self.chance.random() < 0.01 else None
        self.must(Discarded(seat, tile, named))

    def _declare(self, seat: Seat) -> bool:
        tiles = [*self.hands[seat], *(t for e in self.state.racks[seat].exposures for t in e.tiles)]
        return len(tiles) == 14 and self._wins(seat, tiles) and self.propose(MahJongg(seat, tuple(tiles)))

    def _wins(self, seat: Seat, tiles: Sequence[Tile]) -> bool:
        """A quick look at the aim before the card is asked."""
        table = self.rules.table
        if table is None or seat not in self.aims:
            return False
        short = self.aims[seat] - Counter(tiles)
        jokers = tiles.count(Tile.JOKER)
        if short.total() > jokers:
            return False
        exposures = [e.tiles for e in self.state.racks[seat].exposures]
        return bool(wins(table, tiles, exposures))

    def _answer(self) -> bool:
        """Somebody may want the last discard; whether the table changed hands."""
        state = self.state
        last = state.discards[-1]
        if last.tile is Tile.JOKER:
            return False
        for step in (1, 2, 3):
            seat = Seat((last.seat + step) % 4) if last.seat is not None else state.turn
            if seat not in state.alive or seat is last.seat:
                continue
            if self.slips and self.chance.random() < 0.02 and self.propose(Held(seat)):
                self.must(HoldEnded(seat))
            shown = [t for e in state.racks[seat].exposures for t in e.tiles]
            tiles = [*self.hands[seat], *shown, last.tile]
            won = MahJongg(seat, tuple(tiles), source=last.seat)
            if len(tiles) == 14 and self._wins(seat, tiles) and self.propose(won):
                return True
            group = self._group(seat, last.tile)
            if group is None or last.seat is None:
                continue
            if self.chance.random() < 0.5:
                self.propose(Called(seat))
                if self.chance.random() < 0.5:
                    self.propose(Taken(seat))
            if self.propose(Exposed(seat, last.tile, last.seat, group)):
                return True
            if any(c.seat is seat for c in self.state.calls):
                self.propose(HandDied(seat, Cause.WRONG_EXPOSURE))
            elif self.slips and self.chance.random() < 0.004:
                self.propose(FalseMahJongg(seat, source=last.seat, value=30))
                return True
            elif self.slips and self.chance.random() < 0.004:
                self.propose(Discarded(seat, self.chance.choice(self.hands[seat]), out_of_turn=True))
                return True
        return False

    def _group(self, seat: Seat, tile: Tile) -> tuple[Tile, ...] | None:
        if seat in self.closed:
            return None
        shown = [sorted(e.tiles) for e in self.state.racks[seat].exposures]
        for tiles, jokers in self.groups.get(seat, ()):
            if tile not in tiles or not jokers or any(len(s) == len(tiles) and tile in s for s in shown):
                continue
            naturals = min(self.hands[seat].count(tile), len(tiles) - 1)
            lacking = len(tiles) - 1 - naturals
            if lacking <= self.hands[seat].count(Tile.JOKER):
                return (tile,) * (naturals + 1) + (Tile.JOKER,) * lacking
        return None

    def _exchange(self, seat: Seat) -> None:
        for owner in Seat:
            for group, exposure in enumerate(self.state.racks[owner].exposures):
                tile = exposure.natural
                if exposure.jokers and tile is not None and tile in self._useless(seat):
                    self.propose(JokerExchanged(seat, owner, group, tile))

    def _slip(self, seat: Seat) -> None:
        """What people get wrong now and then."""
        luck = self.chance.random()
        if luck < 0.02:
            self.propose(Discarded(seat.right, self.chance.choice(SET)))
        elif luck < 0.03:
            self.propose(Drawn(seat))
        elif luck < 0.034:
            self.propose(FalseMahJongg(seat, value=25))
        elif luck < 0.036:
            self.propose(Drawn(self.chance.choice(self.players), out_of_turn=True))
        elif luck < 0.038:
            other = self.chance.choice(self.players)
            if other is not seat and self.hands[other]:
                self.propose(Discarded(other, self.chance.choice(self.hands[other]), out_of_turn=True))
        elif luck < 0.04:
            self.propose(Challenged(self.chance.choice(self.players), self.chance.choice(self.players)))
        elif luck < 0.042:
            self.propose(ThrownIn(self.chance.choice(self.players)))
        elif luck < 0.046:
            self.propose(HandDied(self.chance.choice(self.players), Cause.WRONG_EXPOSURE))


def tables(card_text: str) -> HandTable:
    """The card's table, read once for many games."""
    return HandTable(read_card(card_text))
