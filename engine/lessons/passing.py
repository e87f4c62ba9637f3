"""Questions on the Charleston: what to pass, what may be passed, where to, and how it goes on."""

from dataclasses import replace
from itertools import combinations

from engine.charleston import BLIND, Stage, courtesy_count, receiver
from engine.coaching import advise_pass
from engine.coaching.choosing import Mind
from engine.coaching.known import Known
from engine.coaching.reach import best_by_line
from engine.event import Dealt, EastChosen, Passed, Voted, WallsBuilt
from engine.lessons.question import SHOWN, Choice, Matter, Question, Row, sorted_rack, yes_or_no
from engine.players import RackWorth
from engine.state import State
from engine.tile import Seat, Tile
from engine.wording import joined, listed

CLEARLY = 0.6  # a pass is clearly worse that leaves so small a part of what the best one leaves
PASSES = (Stage.FIRST_RIGHT, Stage.FIRST_ACROSS, Stage.FIRST_LEFT)
SECOND = (Stage.SECOND_LEFT, Stage.SECOND_ACROSS, Stage.SECOND_RIGHT)


def which_three(matter: Matter) -> Question | None:
    """A dealt rack: which three tiles the coach would pass."""
    rack = tuple(sorted(matter.wall()[:13]))
    known = Known(matter.table, Seat.P2, rack, stage=Stage.FIRST_RIGHT, rules=matter.rules.ruleset)
    advice = advise_pass(known, Stage.FIRST_RIGHT)
    kept = list(rack)
    for tile in advice.tiles:
        kept.remove(tile)
    best = best_by_line(Mind(replace(known, rack=tuple(kept))))
    if len(advice.tiles) != 3 or not best:
        return None
    worse = _clearly_worse(matter, known, advice.tiles)
    if len(worse) < SHOWN - 1:
        return None
    table = matter.table
    hand, name = table.hands[best[0][0]], table.lines[table.line_of[best[0][0]]].name
    wanted = {tile for group in hand for tile in group.tiles}
    said = [Choice(listed(advice.tiles), (advice.tiles,))]
    for three in worse[: SHOWN - 1]:
        serving = [t for t in three if t in wanted]
        why = (
            f"{name} wants {listed(serving)}." if serving else "They serve the hands within reach more than others do."
        )
        said.append(Choice(listed(three), (three,), why=why))
    choices, right = matter.mixed(said, [True, False, False, False])
    why = " ".join((advice.says, *(reason.says for reason in advice.reasons)))
    shown = (Row("Your rack", sorted_rack(rack)),)
    return Question("Which three would you pass?", choices, right, why, shown, rules=("CHAR-24", "DEAL-08"))


def _clearly_worse(matter: Matter, known: Known, best: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Passes that leave much less than the best one, in an order of chance."""
    rack = RackWorth(known.table, (), known.seen)
    naturals = [t for t in known.rack if t is not Tile.JOKER]

    def left(three: tuple[Tile, ...]) -> float:
        counts = list(known.counts)
        for tile in three:
            counts[tile] -= 1
        return rack.of(counts)

    threes = sorted(set(combinations(naturals, 3)))
    matter.luck.shuffle(threes)
    limit = CLEARLY * left(best)
    found: list[tuple[Tile, ...]] = []
    for three in threes:
        if left(three) < limit and not set(three) & {t for other in found for t in other[:1]}:
            found.append(three)
        if len(found) == SHOWN - 1:
            break
    return found


def _passing_now(matter: Matter, stage: Stage) -> State | None:
    """The table at one pass of the Charleston."""
    begun = (EastChosen(Seat.P1), WallsBuilt(19), Dealt())
    state = matter.after(State(), *begun)
    if state is None or state.charleston is None:
        return None
    return replace(state, game=replace(state.game, charleston=replace(state.charleston, stage=stage)))


def may_pass(matter: Matter) -> Question | None:
    """Whether what somebody puts out may be passed: three tiles, no joker, blind only at the end."""
    stage = matter.luck.choice((*PASSES, *SECOND))
    state = _passing_now(matter, stage)
    if state is None:
        return None
    seat = matter.seats()[0]
    tiles: tuple[Tile, ...] = tuple(t for t in matter.wall() if t is not Tile.JOKER)[:3]
    scene, blind = matter.luck.choice((0, 1, 1, 2, 3, 3)), 0
    if scene == 0:
        tiles = (*tiles[:2], Tile.JOKER)
    elif scene == 1:
        tiles, blind = tiles[:1], 2
    elif scene == 2:
        tiles = tiles[:2]
    refused = matter.ruled(state, Passed(seat, blind, tiles=tiles))
    choices, right = yes_or_no(yes=not refused)
    unseen = f" She adds {blind} of the tiles just passed to her, unseen." if blind else ""
    asks = f"{seat.name} puts out these tiles for the {_named(stage)}.{unseen} May she pass so?"
    why = refused or (
        "Three tiles and no joker; on this pass some may go on unseen." if blind else "Three tiles, and no joker."
    )
    shown = (Row(f"{seat.name} puts out", (tiles,)),)
    return Question(asks, choices, right, why, shown, rules=("CHAR-03", "CHAR-06", "CHAR-08", "CHAR-12"))


def _named(stage: Stage) -> str:
    """`pass to the right of the first Charleston`."""
    way = _way(stage)
    return (
        f"pass {way if way == 'across' else f'to the {way}'} of the {'second' if stage.second else 'first'} Charleston"
    )


def to_whom(matter: Matter) -> Question | None:
    """Who gets what is passed at one step."""
    stage, seat = matter.luck.choice((*PASSES, *SECOND)), matter.seats()[0]
    to = receiver(stage, seat)
    others = [other for other in Seat if other is not seat]
    said = [Choice(f"{o.name}, {_where(seat, o)}", why=f"{o.name} sits {_where(seat, o)}.") for o in others]
    choices, right = matter.mixed(said, [o is to for o in others])
    order = [joined([_way(one) for one in round_]) for round_ in (PASSES, SECOND)]
    why = f"The first Charleston goes {order[0]}, the second {order[1]}."
    asks = f"It is the {_named(stage)}. Who gets {seat.name}'s tiles?"
    return Question(asks, choices, right, why, rules=("CHAR-02", "CHAR-15"))


def _where(seat: Seat, other: Seat) -> str:
    return {seat.right: "at her right", seat.across: "across", seat.left: "at her left"}[other]


def _way(stage: Stage) -> str:
    return _where(Seat.P1, receiver(stage, Seat.P1)).removeprefix("at her ")


def blind_where(matter: Matter) -> Question | None:
    """At which pass tiles may go on unseen."""
    stages = [*PASSES, *SECOND]
    matter.luck.shuffle(stages)
    shown = stages[: SHOWN - 1]
    allowed = [_blind_allowed(matter, stage) for stage in shown]
    if not any(allowed):
        return None
    said = [
        Choice(f"The {_named(stage)}", why="" if ok else "Not on this one.")
        for stage, ok in zip(shown, allowed, strict=True)
    ]
    everywhere = joined([_named(s) for s in BLIND if _blind_allowed(matter, s)], "and at the")
    why = f"Tiles may go on unseen at the {everywhere}. It is for who has too few tiles to spare."
    right = frozenset(k for k, ok in enumerate(allowed) if ok)
    asks = "On which of these passes may you send on tiles without looking at them?"
    return Question(asks, tuple(said), right, why, several=True, rules=("CHAR-08", "CHAR-12"))


def _blind_allowed(matter: Matter, stage: Stage) -> bool:
    state = _passing_now(matter, stage)
    return state is not None and not matter.ruled(state, Passed(Seat.P1, 3))


def second_round(matter: Matter) -> Question | None:
    """The four say whether they want a second Charleston: is it played?"""
    state = _passing_now(matter, Stage.VOTE)
    votes = [matter.luck.random() < 0.75 for _ in Seat]
    if state is None:
        return None
    for seat, wants in zip(Seat, votes, strict=True):
        if state.charleston is None or state.charleston.stage is not Stage.VOTE:
            break
        after = matter.after(state, Voted(seat, wants))
        if after is None:
            return None
        state = after
    played = state.charleston is not None and state.charleston.stage.second
    against = [seat.name for seat, wants in zip(Seat, votes, strict=True) if not wants]
    choices, right = yes_or_no(yes=played)
    why = (
        "All four want it, so it is played, all three passes of it."
        if played
        else "One who does not want it is enough to stop it, and nobody asks her why."
    )
    told = f"{joined(against)} would rather not." if against else "Nobody objects."
    asks = f"The first Charleston is over. {told} Is there a second one?"
    return Question(asks, choices, right, why, rules=("CHAR-16", "CHAR-17"))


def courtesy(matter: Matter) -> Question | None:
    """Two who sit opposite offer numbers: how many tiles change hands."""
    one = matter.seats()[0]
    offers = matter.luck.randrange(4), matter.luck.randrange(4)
    match = matter.rules.of("C-06") == "must_match"
    moved = courtesy_count(*offers, must_match=match)
    said = [Choice(str(n)) for n in range(4)]
    why = f"The smaller number counts: {moved}."
    if match:
        why = f"Both must say the same number at this table, or none is exchanged: {moved} here."
    wishes = f"{one.name} asks for {offers[0]}, {one.across.name} across for {offers[1]}"
    asks = f"Courtesy pass: {wishes}. How many tiles does each give?"
    return Question(asks, tuple(said), frozenset({moved}), why, rules=("CHAR-19", "CHAR-20"))
