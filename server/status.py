"""How the parts of the program are doing, in words that a page can show."""

from dataclasses import dataclass, field

from server.pace import Pace


@dataclass(frozen=True, slots=True)
class Status:
    """How a part is doing, in plain words. `ok` False is a fault, shown on every page; None: there is no such part.

    `pace` are a camera's numbers. They change with every picture, so two statuses that differ in nothing else are equal
    and no page is told.
    """

    ok: bool | None
    says: str
    mend: str = ""
    pace: Pace | None = field(default=None, compare=False)


WRITTEN = Status(None, "What happens is written")
WELL = Status(None, "All parts of the program are running")
