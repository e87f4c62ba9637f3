"""What is said about the whole game and is nobody's own act: who should have been East, who plays at all, and how a
disputed challenge is settled. Buttons only; the referee rules on each.
"""

from dataclasses import dataclass

from engine import notation
from engine.event import EastMistaken, Paid, PlayersChosen
from engine.rules.scoring import DISPUTE, dispute
from engine.rules.settling import CHALLENGE, unsettled
from engine.state import Phase
from engine.tile import Seat
from server.acts import Act, allowed
from server.people import People, people_of
from server.table import Table


@dataclass(frozen=True, slots=True)
class Section:
    """Buttons under a title; `says` is what all of them do, where that is the same."""

    title: str
    acts: tuple[Act, ...]
    says: str = ""


def whole_game(table: Table) -> tuple[Section, ...]:
    """What the referee may say about the whole game, by what it is about; only what is allowed now."""
    who, all_four = people_of(table.state), tuple(Seat)
    found = (
        Section("To be settled", dispute_acts(table, who, *all_four)),
        Section("Another should have been East", east_acts(table, who, *all_four), _mistaken(who.of(table.state.east))),
        Section("Who plays", players_acts(table, who, *all_four)),
    )
    return tuple(section for section in found if section.acts)


def _mistaken(east: str) -> str:
    return f"This game is played to its end. She deals the next one, and {east} is skipped when her deal comes."


def east_acts(table: Table, who: People, *seats: Seat) -> tuple[Act, ...]:
    """For each of `seats` that she, not who dealt, should have been East (R126); whose deal it was by turns first."""
    state = table.state
    due = table.evening.east if table.evening is not None else None
    acts = (
        Act(
            notation.write(EastMistaken(seat)),
            f"{who.of(seat)} should have been East",
            note=_mistaken(who.of(state.east)),
        )
        for seat in sorted(seats, key=lambda s: s is not due)
    )
    return tuple(act for act in acts if allowed(table, act.text))


def players_acts(table: Table, who: People, *seats: Seat) -> tuple[Act, ...]:
    """For each of `seats` that nobody sits there tonight, or that somebody does after all (P3-01)."""
    playing = set(table.state.players)
    acts = []
    for seat in seats:
        others = PlayersChosen(tuple(sorted(playing ^ {seat})))
        stays = seat in playing
        note = f"{_COUNTED[len(others.players)]} play" if others.players else ""
        said = f"Without {who.of(seat)}" if stays else f"{who.of(seat)}: somebody sits there"
        acts.append(Act(notation.write(others), said, note=note))
    return tuple(act for act in acts if allowed(table, act.text))


_COUNTED = {1: "One", 2: "Two", 3: "Three", 4: "Four"}


def dispute_acts(table: Table, who: People, *seats: Seat) -> tuple[Act, ...]:
    """For each challenge that was disagreed with and is not settled yet, which of `seats` was wrong, once the game is
    over: she pays the other (R085)."""
    if table.state.phase is not Phase.OVER:
        return ()
    acts, gone = [], table.gone
    holds = (table.standing(x.number) for x in table.log if x.number not in gone)
    for one, other in unsettled(table.state, holds):
        for wrong, right in ((w, r) for w, r in ((one, other), (other, one)) if w in seats):
            text = notation.write(Paid(dispute(wrong, right), CHALLENGE))
            acts.append(Act(text, f"{who.of(wrong)} was wrong", note=f"And pays {who.of(right)} {DISPUTE}"))
    return tuple(acts)
