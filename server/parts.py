"""The live parts of each page, and who shares them."""

from collections.abc import Mapping
from enum import Enum
from functools import cache

# In the order in which they are sent.
PARTS: Mapping[str, tuple[str, ...]] = {
    "start": ("status", "tries"),
    "table": ("status", "hub", "ring", "headline", "notices", "felt", "moment", "tries"),
    "screen": ("status", "hub", "ring", "headline", "notices", "felt", "moment"),
    "overlay": ("ring", "headline", "lower"),
    "seat": ("status", "moment", "asks", "ring", "turn", "own", "around"),
    "all": ("status", "moment", "asks", "ring", "all_turn", "all_rows", "all_asides", "around"),
    "referee": ("status", "ring", "headline", "moment", "questions", "log", "glance"),
    "ledger": ("status", "moment", "ledger"),
    "camera": ("status", "moment"),
    "setup": ("status", "checks"),
    "step": ("status",),
    "second": ("status",),
    "rules": ("status",),
    "card": ("status",),
    "enrol": ("status",),
    "join": ("status",),
    "hand_on": ("status",),
    "error": ("status",),
    "solo": ("status",),
    "review": ("status",),
    "lessons": ("status",),
    "lesson": ("status",),
    "lesson_answer": ("status",),
}

SHOWING = ("screen", "overlay")  # what only shows: no taps, and the same for whoever opens it


class Shared(Enum):
    """Who sees the same in a part, so that it is rendered once for all of them; its template is given no more than that
    hangs on, so that nothing of one page can come to stand on another."""

    BY_ALL = "all"
    BY_REFEREES = "referee"  # all referees the same, and all others the same
    BY_JUDGES = "judges"  # all who may answer what stands in the middle the same, and all others the same
    BY_ASKED = "asked"  # all pages of a seat the same, but for the devices that may answer other questions
    BY_PLACE = "place"  # all pages of a seat the same
    BY_SEAT = "seat"  # all pages of a seat the same, but for the devices that may see its rack or have asked to


# A part that is not listed is rendered for each visitor by itself: right always, and the slowest.
SHARED: Mapping[str, Shared] = {
    "status": Shared.BY_ALL,
    "hub": Shared.BY_ALL,
    "headline": Shared.BY_ALL,
    "felt": Shared.BY_ALL,
    "lower": Shared.BY_ALL,
    "ledger": Shared.BY_ALL,
    "checks": Shared.BY_ALL,
    "tries": Shared.BY_ALL,
    "moment": Shared.BY_JUDGES,
    "notices": Shared.BY_REFEREES,
    "asks": Shared.BY_ASKED,
    "questions": Shared.BY_REFEREES,
    "log": Shared.BY_REFEREES,
    "glance": Shared.BY_REFEREES,
    "ring": Shared.BY_ALL,
    "turn": Shared.BY_SEAT,
    "own": Shared.BY_SEAT,
    "around": Shared.BY_PLACE,
    "all_asides": Shared.BY_ALL,
}

# What these parts are rendered from and nothing else, values all of them that never change within: a part is rendered
# again only when one of them is another. For parts that most events leave as they are.
KEPT: Mapping[str, tuple[str, ...]] = {
    "own": (
        "seat",
        "sees",
        "asked",
        "asking",
        "guest",
        "guests",
        "own",
        "discards",
        "charleston",
        "too_many",
        "chances",
        "helping",
        "tapped_in",
        "complete",
    ),
}


@cache
def shared_on(page: str) -> tuple[Shared | None, ...]:
    """The ways in which the parts of a page are shared."""
    return tuple(dict.fromkeys(SHARED.get(part) for part in PARTS[page]))
