"""What the house has set up, in one small file, so that next week begins where tonight ended.

Every field is None until somebody has answered; an empty text is the answer "none": no camera, no light, no own tiles.
What the program is started with (flags, variables, `fifthseat.toml`) wins over it. No clock, no network, no devices.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from engine.rules.ruleset import RuleSet, read_ruleset
from engine.tile import Seat

FILE = "fifthseat-house.json"
OUTLINE = "fifthseat-outline.json"
FORMAT = "fifthseat house 1"
LONGEST_NAME = 20
LONGEST = 400  # characters of an address or a file's name
Names = tuple[str, str, str, str]
NOBODY: Names = ("", "", "", "")


class HouseError(OSError):
    """What was set up cannot be kept. The text says why and what to do."""


@dataclass(frozen=True, slots=True)
class House:
    """`camera` and `light` are addresses as `--camera` and `--light` take them, `tiles` the name of a tile set, `card`
    of a card, `names` are by seat, `rules` as `read_ruleset` reads them, `east` the seat that was tapped or `dice`.
    `outlined`: where the table lies has been fixed; the plane itself is a file beside this one. `ready`: somebody has
    once tapped "Start the game". `turn`: so many seats to the right of the markers' first one sits the house's."""

    camera: str | None = None
    outlined: bool = False
    turn: int = 0
    light: str | None = None
    tiles: str | None = None
    card: str | None = None
    names: Names = NOBODY
    east: str | None = None
    rules: str | None = None
    ready: bool = False

    @property
    def ruleset(self) -> RuleSet | None:
        """The house's rules; None where nobody has chosen any, or what was kept is none any more."""
        with suppress(ValueError):
            return None if self.rules is None else read_ruleset(self.rules)
        return None

    def name(self, seat: Seat) -> str:
        """Who sits there; empty where nobody has said."""
        return self.names[seat]

    def named(self, seat: Seat, name: str) -> "House":
        """With `name` at `seat`; an empty one takes the name away."""
        names = list(self.names)
        names[seat] = plain_name(name)
        return replace(self, names=(names[0], names[1], names[2], names[3]))


def plain_name(text: str) -> str:
    """A person's name in one line and of bearable length."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())[:LONGEST_NAME].strip()


class Memory:
    """The house in the file `folder / FILE`. `trouble` is a sentence where that could not be read; the house is then
    an empty one, and the file is put aside when another is written. A `folder` of None keeps nothing."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.trouble = ""
        self._torn = False
        self.house = self._read()

    @property
    def outline(self) -> Path | None:
        """The file of the table's outline, whether or not it is there."""
        return None if self.folder is None else self.folder / OUTLINE

    def keep(self, house: House) -> None:
        """The house from now on, on the disk when this returns. Raises HouseError; it holds in memory all the same."""
        self.house = house
        if self.folder is None:
            return
        path = self.folder / FILE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if self._torn and path.exists():
                path.replace(path.with_suffix(".torn.json"))
            write_whole(path, json.dumps({"format": FORMAT, **asdict(house)}, indent=1, ensure_ascii=False) + "\n")
        except OSError as error:
            raise HouseError(
                f"What was set up cannot be kept in {path}: {error.strerror}. It holds for this evening."
            ) from error
        self._torn, self.trouble = False, ""

    def change(self, **fields: object) -> None:
        """`keep` with these fields changed."""
        self.keep(replace(self.house, **fields))  # type: ignore[arg-type]  # the caller names fields of House

    def _read(self) -> House:
        if self.folder is None:
            return House()
        path = self.folder / FILE
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(told, dict) or told.get("format") != FORMAT:
                raise ValueError("no house")
        except FileNotFoundError:
            return House()
        except OSError as error:
            self.trouble = f"{path} cannot be read ({error.strerror}): what was set up before is not known."
        except ValueError:
            self._torn = True
            self.trouble = (
                f"{path} is torn: what was set up before is not known. Set up once more, and it is whole again."
            )
        else:
            return read_house(told)
        return House()


def read_house(told: Mapping[str, object]) -> House:
    """The house of a JSON object; what is not as it should be counts as never answered."""
    found: dict[str, object] = {}
    for field in fields(House):
        value = told.get(field.name)
        if field.name == "names":
            if isinstance(value, list) and len(value) == 4 and all(isinstance(n, str) for n in value):
                found["names"] = tuple(plain_name(n) for n in value)
        elif field.name in ("outlined", "ready"):
            found[field.name] = value is True
        elif field.name == "turn":
            found["turn"] = value if isinstance(value, int) and 0 <= value < 4 else 0
        elif isinstance(value, str) and len(value) <= LONGEST:
            found[field.name] = value
    if found.get("east") not in (None, "dice", *Seat.__members__):
        found.pop("east")
    return House(**found)  # type: ignore[arg-type]  # each value was checked above


def write_whole(path: Path, text: str) -> None:
    """Writes a file for its owner's eyes, whole or not at all, and on the disk. Raises OSError."""
    fresh = path.with_name(path.name + ".new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
