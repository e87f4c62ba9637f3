"""The referee against itself and against counting: perft, legal and rule, conservation, replay."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine import layers
from engine.charleston import Charleston, Stage
from engine.event import (
    Called,
    CallRetracted,
    Discarded,
    Drawn,
    DrawReturned,
    Event,
    Exposed,
    ExposureChanged,
    ExposureTakenBack,
    GameBegun,
    HandDied,
    Held,
    HoldEnded,
    JokerExchanged,
    NameCorrected,
    Racked,
    Retracted,
    WallGame,
)
from engine.faults import Cause
from engine.hands import HandTable
from engine.layers import Laid, seated
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, legal, rule as decide
from engine.rules.rotation import how_ended
from engine.rules.ruleset import LEAGUE, PRESETS, RuleSet, ruleset
from engine.state import Phase, State, evolve, replay
from engine.tile import SET_SIZE, Seat, Tile
from engine.turn import Discard, HoldingFourteen
from tests.engine.test_notation import EVENTS
from tests.games import Game, tables

PRACTICE = Path(__file__).parents[2] / "engine" / "cards" / "practice.card"
RULESETS = [
    *PRESETS.values(),
    ruleset(["C-11=off", "C-10=1", "C-12=none", "C-13=yes", "C-14=draw_only", "C-15=all", "C-22=void"], "odd"),
]


@cache
def card() -> HandTable:
    return tables(PRACTICE.read_text(encoding="utf-8"))


def fold(state: State, event: Event, rules: Rules) -> State:
    ruling = decide(state, Proposal(event, Source.TABLET), rules)
    assert isinstance(ruling, Accepted), f"{event}: {ruling}"
    for each in ruling.events:
        state = evolve(state, each)
    return state


def conserved(state: State) -> bool:
    tiles = sum(rack.count for rack in state.racks) + len(state.discards) + state.wall
    visible = [0] * len(Tile)
    for d in state.discards:
        visible[d.tile] += 1
    for rack in state.racks:
        for e in rack.exposures:
            for t in e.tiles:
                visible[t] += 1
    return tiles == SET_SIZE and all(visible[t] <= t.copies for t in Tile)


def groups(kinds: tuple[Tile, ...]) -> Iterator[tuple[Tile, ...]]:
    """Every group of one to seven tiles of one kind and jokers, naturals first, and one mixed group."""
    for tile in kinds:
        for n in range(8):
            for jokers in range(8 - n):
                if n + jokers:
                    yield (tile,) * n + (Tile.JOKER,) * jokers
    yield (Tile.NORTH, Tile.EAST, Tile.WEST, Tile.SOUTH)


def universe(state: State) -> Iterator[Event]:
    """Every act of the kinds that `legal` speaks of, sensible or not."""
    for seat in Seat:
        yield from (Drawn(seat), Racked(seat), DrawReturned(seat), Held(seat), HoldEnded(seat), NameCorrected(seat))
        yield from (Called(seat), Called(seat, True), CallRetracted(seat))
        yield from (Discarded(seat, t) for t in Tile)
        for owner in Seat:
            for group in range(5):
                yield from (JokerExchanged(seat, owner, group, t) for t in Tile)
        near = {e.natural for r in state.racks for e in r.exposures if e.natural is not None}
        kinds = tuple(sorted(near | ({state.discards[-1].tile} if state.discards else set())))
        for group in range(5):
            yield from (ExposureChanged(seat, group, g) for g in groups(kinds))
        if state.discards:
            last = state.discards[-1]
            for source in Seat:
                yield from (Exposed(seat, last.tile, source, g) for g in groups(kinds))
    yield WallGame()


def canonical(event: Event) -> Event:
    """`legal` lists groups naturals first, and drawn fourths at the end."""
    match event:
        case ExposureChanged(seat, group, tiles):
            return ExposureChanged(seat, group, tuple(sorted(tiles)))
        case Exposed(seat, called, source, tiles):
            return Exposed(seat, called, source, tuple(sorted(tiles)))
        case _:
            return event


def walk(seed: int, rules: Rules, steps: int) -> Iterator[State]:
    """States reached by legal acts, with a dead hand and a misnamed tile now and then."""
    chance = Random(seed)
    state = evolve(State(), GameBegun(Seat.P1, wall=99))
    for _ in range(steps):
        yield state
        acts = list(legal(state, rules))
        exposing = [a for a in acts if isinstance(a, Exposed | JokerExchanged | ExposureChanged)]
        if exposing and chance.random() < 0.3:
            act: Event = chance.choice(exposing)
        elif acts:
            act = chance.choice(acts)
        else:
            return
        if isinstance(act, Discarded) and chance.random() < 0.1:
            act = Discarded(act.seat, act.tile, chance.choice(tuple(Tile)))
        if chance.random() < 0.02 and state.alive:
            act = HandDied(chance.choice(state.alive), Cause.WRONG_EXPOSURE)
        state = fold(state, act, rules)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: r.name)
def test_legal_and_rule_agree_both_ways(rules: RuleSet) -> None:
    playing = Rules(rules)
    for seed in range(2):
        for number, state in enumerate(walk(seed, playing, 60)):
            if number % 20 != 10 * seed:
                continue
            listed = {canonical(e) for e in legal(state, playing)}
            accepted = set()
            for event in universe(state):
                ruling = decide(state, Proposal(event, Source.TABLET), playing)
                if isinstance(ruling, Accepted):
                    accepted.add(canonical(event))
                else:
                    assert ruling.fault.says.endswith("."), ruling.fault
            assert accepted == listed, f"state {number}: {accepted ^ listed}"


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: r.name)
def test_what_stays_in_the_wall_is_not_drawn(rules: RuleSet) -> None:
    playing, kept = Rules(rules), rules.amount("C-24")
    for wall, drawn in ((kept, False), (kept + 1, True)):
        state = fold(evolve(State(), GameBegun(Seat.P1, wall=wall)), Discarded(Seat.P1, Tile.B3), playing)
        acts = list(legal(state, playing))
        assert (Drawn(Seat.P2) in acts, WallGame() in acts) == (drawn, not drawn)


@pytest.mark.parametrize("rules", RULESETS, ids=lambda r: r.name)
def test_what_is_listed_keeps_all_tiles(rules: RuleSet) -> None:
    for seed in range(6):
        for state in walk(seed, Rules(rules), 150):
            assert conserved(state)


# Three tiles of two kinds matter, two seats play: every position to depth n is counted.
TINY = State(
    table=Laid(wall=3),
    game=layers.Game(
        phase=Phase.PLAY, players=(Seat.P1, Seat.P3), turn=HoldingFourteen(Seat.P1, drawn=False, racked=True)
    ),
)


def tiny(state: State) -> list[Event]:
    """The legal acts of a game with 3 Bams and jokers alone."""
    kinds = (Tile.B3, Tile.JOKER)
    return [e for e in legal(state) if not isinstance(e, Discarded) or e.tile in kinds]


def perft(state: State, depth: int) -> int:
    """How many lines of play there are."""
    acts = tiny(state)
    if depth == 1:
        return len(acts)
    return sum(perft(fold(state, act, Rules()), depth - 1) for act in acts)


PERFT = {1: 2, 2: 24, 3: 397, 4: 6367}


@pytest.mark.parametrize("depth", PERFT)
def test_perft(depth: int) -> None:
    counts = {str(act): perft(fold(TINY, act, Rules()), depth - 1) if depth > 1 else 1 for act in tiny(TINY)}
    assert sum(counts.values()) == PERFT[depth], counts


def test_the_first_perft_numbers_by_hand() -> None:
    """P1 discards 3 Bam or a joker. After the joker P3 may draw, discard either (her draw implied): 3 acts. After the
    3 Bam she may besides hold, call, call to win, and expose: with one to four 3 Bams and jokers to six in all."""
    exposures = sum(1 for n in range(1, 5) for j in range(7) if 3 <= n + j <= 6)
    assert perft(TINY, 2) == 3 + 3 + 3 + exposures == PERFT[2]


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", [tuple(Seat), (Seat.P1, Seat.P2, Seat.P3)], ids=["four", "three"])
def test_whole_games_break_nothing_and_replay_to_the_same_state(name: str, players: tuple[Seat, ...]) -> None:
    for seed in range(2):
        game = Game(Rules(PRESETS[name], card()), seed, players)
        game.play()
        assert game.state.phase is Phase.OVER
        assert replay(game.log, seated(players)) == game.state


def test_some_games_are_won_and_some_are_not() -> None:
    ends = set()
    for seed in range(12):
        game = Game(Rules(LEAGUE, card()), seed)
        points = game.play()
        ends.add(how_ended(game.state).value)
        assert bool(any(points)) == (game.state.winner is not None or any(game.state.paid))
    assert {"won", "wall game"} <= ends


def test_an_undone_event_leaves_no_trace() -> None:
    game = Game(Rules(LEAGUE, card()), 5, slips=False)
    game.play()
    for number in range(40, len(game.log), 9):
        if not isinstance(game.log[number - 1], Discarded | Drawn):
            continue
        head = game.log[:number]
        undone = replay([*head, Retracted(number)])
        assert replace(undone, number=0) == replace(replay(head[:-1]), number=0)


class Table(RuleBasedStateMachine):
    """Any sequence of acts, legal or not: the set stays whole, and the log replays to the state."""

    def __init__(self) -> None:
        super().__init__()
        self.house = Rules()
        self.log: list[Event] = []
        self.state = State()

    @initialize(name=st.sampled_from(sorted(PRESETS)), east=st.sampled_from(Seat))
    def begin(self, name: str, east: Seat) -> None:
        self.house = Rules(PRESETS[name])
        held = [14 if seat is east else 13 for seat in Seat]
        self._write(GameBegun(east, concealed=(held[0], held[1], held[2], held[3])))

    def _write(self, event: Event) -> None:
        before = self.state
        ruling = decide(before, Proposal(event, Source.CAMERA), self.house)
        if isinstance(ruling, Refused):
            assert self.state is before
            return
        for each in ruling.events:
            self.state = evolve(self.state, each)
            self.log.append(each)

    @rule(data=st.data())
    def legal_act(self, data: st.DataObject) -> None:
        acts = list(legal(self.state, self.house))
        if acts:
            self._write(data.draw(st.sampled_from(acts)))

    @rule(seat=st.sampled_from(Seat), tile=st.sampled_from(Tile), out=st.booleans())
    def discard(self, seat: Seat, tile: Tile, out: bool) -> None:
        self._write(Discarded(seat, tile, out_of_turn=out))

    @rule(seat=st.sampled_from(Seat), size=st.integers(1, 7), jokers=st.integers(0, 7))
    def expose(self, seat: Seat, size: int, jokers: int) -> None:
        if self.state.discards:
            last = self.state.discards[-1]
            tiles = (last.tile,) * size + (Tile.JOKER,) * jokers
            self._write(Exposed(seat, last.tile, last.seat or Seat.P1, tiles))

    @rule(owner=st.sampled_from(Seat), group=st.integers(-1, 3), tile=st.sampled_from(Tile))
    def exchange(self, owner: Seat, group: int, tile: Tile) -> None:
        self._write(JokerExchanged(None, owner, group, tile))

    @rule(
        seat=st.sampled_from(Seat),
        cause=st.sampled_from([Cause.WRONG_COUNT, Cause.NO_HAND_FITS, Cause.WRONG_EXPOSURE, Cause.DEAD]),
    )
    def die(self, seat: Seat, cause: Cause) -> None:
        self._write(HandDied(seat, cause))

    @invariant()
    def whole(self) -> None:
        if self.state.phase is not Phase.SETUP:
            assert conserved(self.state)

    @invariant()
    def replays(self) -> None:
        assert replay(self.log) == self.state


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=15,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_the_charleston_table_ends_and_never_repeats() -> None:
    seen = []
    now = Charleston()
    while now.stage is not Stage.DONE:
        seen.append(now.stage)
        if now.stage.passing:
            for seat in Seat:
                now = now.passed(seat, 3)
        elif now.stage is Stage.VOTE:
            for seat in Seat:
                now = now.voted(seat, True, True)
        else:
            for seat in Seat:
                now = now.offered(seat, 0, tuple(Seat))
    assert seen == [s for s in Stage if s is not Stage.DONE]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(EVENTS), max_size=25))
@example([Discarded(Seat.P1, Tile.B1), Exposed(Seat.P1, Tile.B1, Seat.P1, (Tile.B1,)), ExposureTakenBack(Seat.P2)])
def test_a_broken_log_is_folded_and_ruled_on_without_a_crash(log: list[Event]) -> None:
    state = State()
    for event in log:
        ruling = decide(state, Proposal(event, Source.CAMERA))
        assert isinstance(ruling, Accepted) or ruling.fault.says
        list(legal(state))
        state = evolve(state, event)
    assert state.number == len(log)


def test_a_tile_that_goes_back_awaits_the_player_after_its_discarder() -> None:
    """Not the one after her who had exposed it: nobody has had a turn."""
    discarded = evolve(evolve(State(), GameBegun(Seat.P1)), Discarded(Seat.P1, Tile.B3))
    exposed = evolve(discarded, Exposed(Seat.P3, Tile.B3, Seat.P1, (Tile.B3,) * 3))
    back = evolve(exposed, ExposureTakenBack(Seat.P3))
    assert (back.turn, back.window, back.last_discard) == (Seat.P2, True, discarded.last_discard)
    lying = replace(discarded, table=replace(discarded.table, discards=(Discard(Tile.B3, None),)))
    found = evolve(evolve(lying, Exposed(Seat.P3, Tile.B3, Seat.P1, (Tile.B3,) * 3)), ExposureTakenBack(Seat.P3))
    assert found.turn is Seat.P3, "nobody knows who discarded it"
