"""How the parts of the program are doing, in words that a page can show."""

from dataclasses import dataclass, field

from server.pace import Pace


@dataclass(frozen=True, slots=True)
class Status:
    """How a part is doing, in plain words. `ok` False is a fault, shown on every page; None: there is no such part.

    `opening` is what is not yet there and will be in a moment: it is said, and looks like no fault.

    `pace` are a camera's numbers. They change with every picture, so two statuses that differ in nothing else are equal
    and no page is told.
    """

    ok: bool | None
    says: str
    mend: str = ""
    opening: bool = False
    pace: Pace | None = field(default=None, compare=False)


WRITTEN = Status(None, "What happens is written")
WELL = Status(None, "All parts of the program are running")
