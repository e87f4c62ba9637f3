"""What the page of a camera at a rack says: how it is with the picture, and with the reading."""

from server.rack_cameras import AtRack
from vision.rack.follow import RackBelief, Stage


def rack_says(at: AtRack) -> str:
    """One sentence, or two."""
    if at.lost and at.status.opening:
        return "The camera is being opened."
    if at.lost:
        return f"No picture any more: is it plugged in? {at.status.says}"
    if not at.reads:
        return "Only you see this picture. Turn the camera until the whole rack stands in it."
    return reading_says(at.belief)


def reading_says(belief: RackBelief) -> str:
    read, seen = len(belief.tiles), belief.seen
    match belief.stage:
        case Stage.STEADY:
            unsure = (
                " Those with a question mark I am not sure of." if any(not sure(t.sure) for t in belief.tiles) else ""
            )
            return f"{count(read)}, steady.{unsure}"
        case Stage.COVERED:
            return "A hand is before the rack." + (" The last reading stands." if read else "")
        case Stage.FEWER:
            stands = " The last reading stands." if read > seen else ""
            return f"I see {seen} of your {belief.expected.least} tiles: is one lying, covered or in the shade?{stands}"
        case Stage.MORE:
            return f"I see {count(seen)}, and you can hold {belief.expected.most} now. The last reading stands."
        case Stage.NOTHING:
            return "I see no tiles. Set the camera so that the rack fills the width of the picture."
        case _:
            return f"{count(read)}. Looking again…" if read else "Reading your rack…"


def count(n: int) -> str:
    return f"{n} tile{'' if n == 1 else 's'}"


def sure(p: float) -> bool:
    """Whether a tile needs no look of hers."""
    return p >= UNMARKED


UNMARKED = 0.8  # below, a tile of a rack is marked to be looked at
