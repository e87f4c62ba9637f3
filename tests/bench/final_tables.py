"""The table at the end of a game: as it was played, as the log has it, and what a person would have to put right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.state import State
from engine.tile import CODES, Seat, Tile
from server.final import final_table
from vision.synthetic.game import SET, Act, Called, Discarded, Exchanged, Won


@dataclass(frozen=True, slots=True)
class FinalTable:
    """Discards as counts, each seat's exposures, their tiles in codes and in order; who won."""

    discards: Counter[str]
    exposures: dict[str, list[list[str]]]
    winner: Seat | None


def played(acts: Iterable[Act]) -> FinalTable:
    """After what simulated players did."""
    discards: list[Tile] = []
    exposures: dict[Seat, list[list[Tile]]] = {s: [] for s in Seat}
    winner = None
    for act in acts:
        match act:
            case Discarded(_, tile):
                discards.append(SET[tile])
            case Called(seat, _, _, tiles):
                discards.pop()
                exposures[seat].append([SET[t] for t in tiles])
            case Exchanged(_, owner, group, index, tile):
                exposures[owner][group][index] = SET[tile]
            case Won(seat, _, _, _, source):
                winner = seat
                if source is not None:
                    discards.pop()
            case _:
                pass
    shown = {s.name: sorted(sorted(CODES[t] for t in g) for g in exposures[s]) for s in Seat}
    return FinalTable(Counter(CODES[t] for t in discards), shown, winner)


def told(state: State) -> FinalTable:
    """As the log has it."""
    final = final_table(state)
    discards, exposures = final["discards"], final["exposures"]
    assert isinstance(discards, list)
    assert isinstance(exposures, dict)
    shown = {seat: sorted(sorted(g) for g in groups) for seat, groups in exposures.items()}
    return FinalTable(Counter(discards), shown, state.winner)


def faults(want: FinalTable, got: FinalTable) -> list[str]:
    """Each correction that a person would have to make, in words; what the winner exposed is seen in the hand."""
    lost, added = sorted((want.discards - got.discards).elements()), sorted((got.discards - want.discards).elements())
    found = [f"{here} is in the log as {there}" for here, there in zip(lost, added, strict=False)]
    found += [f"{code} is not in the log" for code in lost[len(added) :]]
    found += [f"{code} was never discarded" for code in added[len(lost) :]]
    for seat in Seat:
        here, there = want.exposures[seat.name], got.exposures[seat.name]
        if seat is not want.winner and here != there:
            found.append(f"{seat.name} exposed {here}, in the log {there}")
    if want.winner is not got.winner:
        names = [w.name if w is not None else "nobody" for w in (want.winner, got.winner)]
        found.append(f"{names[0]} won, in the log {names[1]}")
    return found
