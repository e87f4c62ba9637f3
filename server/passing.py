"""The Charleston step by step: what the hands do, who is waited for, what comes next."""

from dataclasses import dataclass

from engine.charleston import BLIND, Charleston, Stage, receiver
from engine.tile import Seat
from server.acts import Act, allowed
from server.offers import Desk
from server.table import Table

_WAYS = {
    Stage.FIRST_RIGHT: ("to the right", "from the left"),
    Stage.FIRST_ACROSS: ("across", "from across"),
    Stage.FIRST_LEFT: ("to the left", "from the right"),
    Stage.SECOND_LEFT: ("to the left", "from the right"),
    Stage.SECOND_ACROSS: ("across", "from across"),
    Stage.SECOND_RIGHT: ("to the right", "from the left"),
}
_STEPS = (
    (Stage.FIRST_RIGHT, "Right"),
    (Stage.FIRST_ACROSS, "Across"),
    (Stage.FIRST_LEFT, "Left"),
    (Stage.VOTE, "Again?"),
    (Stage.SECOND_LEFT, "Left"),
    (Stage.SECOND_ACROSS, "Across"),
    (Stage.SECOND_RIGHT, "Right"),
    (Stage.COURTESY, "Courtesy"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the Charleston: `at` is "done", "now", "to come", or "left out" where nobody plays it."""

    name: str
    at: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the Charleston is: its `steps`, who of the players has a part in the present one, and of the four, by
    seat, who has done it."""

    steps: tuple[Step, ...]
    asked: tuple[Seat, ...]
    done: tuple[bool, ...]


def progress(now: Charleston, players: tuple[Seat, ...]) -> Progress:
    """Of `players`; without four of them there is a courtesy pass alone (P3-02)."""
    stages = [stage for stage, _ in _STEPS]
    here = stages.index(now.stage) if now.stage in stages else len(stages)

    def at(i: int, stage: Stage) -> str:
        if stage.second and False in now.votes:
            return "left out"
        return "done" if i < here else "now" if i == here else "to come"

    four = len(players) == len(Seat)
    steps = tuple(Step(name, at(i, stage)) for i, (stage, name) in enumerate(_STEPS) if four or stage is Stage.COURTESY)
    asked = tuple(seat for seat in players if now.stage is not Stage.COURTESY or seat.across in players)
    return Progress(steps, asked, tuple(has_done(now, seat, players) for seat in Seat))


def has_done(now: Charleston, seat: Seat, players: tuple[Seat, ...]) -> bool:
    """Whether `seat` has passed, voted or said its number at the present step, or is asked for none: opposite an empty
    seat there is nobody to exchange with."""
    if now.stage is Stage.VOTE:
        return now.votes[seat] is not None
    if now.stage is Stage.COURTESY:
        return now.settled(seat) or seat.across not in players
    return now.out[seat] is not None


def after_deal(players: tuple[Seat, ...]) -> str:
    """What follows the deal before East discards; nothing where no two sit opposite each other."""
    if len(players) == len(Seat):
        return "Charleston"
    return "courtesy pass" if any(seat.across in players for seat in players) else ""


def after_deal_words(players: tuple[Seat, ...]) -> str:
    """`Then the Charleston`."""
    follows = after_deal(players)
    return f"Then the {follows}" if follows else ""


def rule_of(stage: Stage, must_match: bool) -> str:
    """What holds at this step, for everybody who looks at the table. `must_match`: of the courtesy's numbers (C-06)."""
    if stage is Stage.VOTE:
        return "It is played only if all four want it"
    if stage is Stage.COURTESY:
        same = "Nothing is exchanged unless the two numbers are the same"
        return same if must_match else "The smaller of the two numbers is exchanged"
    return "Three tiles face down to the middle; jokers are never passed"


def hands_do(desk: Desk, now: Charleston) -> tuple[str, str]:
    """What to do at this step, and what comes after it."""
    rule = f"{rule_of(now.stage, must_match(desk.table))}."
    if now.stage is Stage.VOTE:
        return "A second Charleston?", rule
    if now.stage is Stage.COURTESY:
        whom = f"with {desk.people.of(desk.seat.across)}" if desk.you else "across"
        return f"How many {whom}?", rule
    to, source = _WAYS[now.stage]
    gets = receiver(now.stage, desk.seat)
    gives = next(s for s in Seat if receiver(now.stage, s) is desk.seat)
    if not desk.you:
        return f"Put three tiles {to}", "All four at once, then each takes three. Jokers are never passed."
    tail = f"Your three are for {desk.people.of(gets)}. Then take three {source}, from {desk.people.of(gives)}."
    return f"Put three tiles {to}", f"{tail} Jokers are never passed."


def waited_for(desk: Desk, now: Charleston) -> str:
    """Who has yet to do the present step."""
    players = desk.table.state.players
    return desk.people.listed(s for s in players if not has_done(now, s, players))


def step_acts(desk: Desk, now: Charleston) -> tuple[Act, ...]:
    """The large buttons of this step."""
    name = desk.seat.name
    if now.stage is Stage.VOTE:
        return (Act(f"{name} votes yes", "Yes, again"), Act(f"{name} votes no", "No, stop"))
    if now.stage is Stage.COURTESY:
        return tuple(Act(f"{name} courtesy {n}", str(n) if n else "None") for n in range(4))
    return (Act(f"{name} passes", "I have passed" if desk.you else "Has passed", (), "Three tiles"),)


def blind_acts(desk: Desk, now: Charleston) -> tuple[Act, ...]:
    """Passing on some of the tiles that come in, unseen: on the last pass of each round only."""
    if now.stage not in BLIND:
        return ()
    texts = [(n, f"{desk.seat.name} passes blind {n}") for n in (1, 2, 3)]
    return tuple(Act(text, f"{n} of them unseen") for n, text in texts if allowed(desk.table, text))


def must_match(table: Table) -> bool:
    """Whether the numbers of a courtesy have to be the same at this table (C-06)."""
    return table.rules_in_force.of("C-06") == "must_match"


def courtesy_words(desk: Desk, now: Charleston) -> str:
    """What the two opposite exchange, once that is settled; what was said before."""
    if not desk.you:
        opened = (s for s in Seat if now.offers[s] is not None and now.exchanged(s, must_match(desk.table)) is None)
        said = (f"{desk.people.of(s)} would exchange {now.offers[s]}." for s in opened)
        return " ".join(filter(None, (courtesy_settled(desk, now), *said)))
    if now.stage is Stage.COURTESY and desk.seat.across not in desk.table.state.players:
        return "Nobody sits opposite you, so you exchange nothing."
    other = now.offers[desk.seat.across]
    across = desk.people.of(desk.seat.across)
    count = now.exchanged(desk.seat, must_match(desk.table))
    if count is None:
        return f"{across} would exchange {other}." if other is not None else ""
    return f"Exchange {count} with {across}." if count else f"Nothing is exchanged with {across}."


def courtesy_settled(desk: Desk, now: Charleston) -> str:
    """Who exchanges how many, as far as that is settled and one of the two wanted to: of her own pair to a player, of
    both pairs to the tablet that plays for all."""
    told = []
    for one in (desk.seat,) if desk.you else (Seat.P1, Seat.P2):
        count = now.exchanged(one, must_match(desk.table))
        if count is not None and (now.offers[one] or now.offers[one.across]):
            who = "You" if desk.you else desk.people.of(one)
            told.append(f"{who} and {desk.people.of(one.across)} exchange {count or 'nothing'}.")
    return " ".join(told)


def for_everybody(stage: Stage) -> tuple[tuple[str, str], ...]:
    """What one tap can say for all who have not: words, and what is sent."""
    if stage is Stage.VOTE:
        return (("All want a second", "yes"),)
    if stage is Stage.COURTESY:
        return (("No courtesy at all", "none"),)
    return (("All four have passed", "passed"),)
