"""Which wins may be had with a called tile, by what is agreed. Asks of no game: a typed hand is judged by it too."""

from collections.abc import Sequence

from engine.faults import Cause
from engine.hands import Win
from engine.rules.ruleset import RuleSet
from engine.tile import Tile


def won_by_call(
    found: Sequence[Win], tile: Tile | None, exposures: Sequence[Sequence[Tile]], ruleset: RuleSet
) -> tuple[tuple[Win, ...], Cause | None]:
    """Which of these wins may be had with a called `tile` (None: not known which), by C-09 and C-08; and where there
    are none, why."""
    if ruleset.of("C-09") == "self_drawn_only":
        found = [w for w in found if not w.line.concealed]
        if not found:
            return (), Cause.CONCEALED_WIN_CALLED
    if ruleset.of("C-08") == "banned" and tile is not None and all(tile not in e for e in exposures):
        found = [w for w in found if any(g.alike and len(g.tiles) > 1 and tile in g.tiles for g in w.hand)]
        if not found:
            return (), Cause.SINGLE_WIN_BANNED
    return tuple(found), None
