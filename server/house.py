"""What the house has set up, in one small file, so that next week begins where tonight ended.

Every field is None until somebody has answered; an empty text is the answer "none": no camera, no light, no own tiles.
What the program is started with (flags, variables, `fifthseat.toml`) wins over it. No clock, no network, no devices.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from engine.naming import LONGEST as LONGEST_NAME, clean
from engine.tile import Seat
from server.files import read_object, write_whole

FILE = "fifthseat-house.json"
OUTLINE, SECOND_OUTLINE = "fifthseat-outline.json", "fifthseat-outline-2.json"
FORMAT = "fifthseat house 1"
LONGEST = 400  # characters of an address or a file's name
FIELD_WORDS = {
    "camera": "the camera",
    "outlined": "the table's outline",
    "turn": "who sits where in the picture",
    "light": "the light",
    "tiles": "the tile set",
    "card": "the card",
    "fifth": "the fifth player",
    "east": "who is East",
    "rules": "the house rules",
    "ready": "the set-up",
    "replays": "who may look back",
    "racks": "the cameras at the racks",
    "second": "the second camera",
    "second_outlined": "the table's outline in the second camera's picture",
    "second_turn": "how the second camera hangs",
}
Names = tuple[str, str, str, str]
NOBODY: Names = ("", "", "", "")


class HouseError(OSError):
    """What was set up cannot be kept. The text says why and what to do."""


def kept(path: Path, text: str, what: str = "That", until: str = "for now") -> None:
    """A small file written whole, its folder made. Raises HouseError with what cannot be kept, and until when it holds
    all the same."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    except OSError as error:
        raise HouseError(f"{what} cannot be kept in {path}: {error.strerror}. It holds {until}.") from error


def recalled(path: Path, form: str) -> Mapping[str, object]:
    """What was kept in a small file of that form; nothing where it cannot be read or is another."""
    try:
        told = read_object(path)
    except (OSError, ValueError):
        return {}
    return told if told.get("format") == form else {}


@dataclass(frozen=True, slots=True)
class House:
    """`camera` and `light` are addresses as `--camera` and `--light` take them, `tiles` the name of a tile set, `card`
    of a card, `names` are by seat, `fifth` sat out last, empty where nobody did, `rules` as `read_ruleset` reads them,
    `east` the seat that was tapped or `dice`.
    `outlined`: where the table lies has been fixed; the plane itself is a file beside this one. `ready`: somebody has
    once tapped "Start the game". `turn`: so many seats to the right of the markers' first one sits the house's.
    `replays`: the players may look back at what the camera saw, not the referee alone. `racks`: by seat the camera at
    that rack, after the mark of the device that it reads for; empty where there is none. `second` is a second camera
    above the table, with its own outline in a file of its own; `second_turn`: so many seats to the right of where it
    has them the seats really are."""

    camera: str | None = None
    outlined: bool = False
    turn: int = 0
    light: str | None = None
    tiles: str | None = None
    card: str | None = None
    names: Names = NOBODY
    fifth: str = ""
    east: str | None = None
    rules: str | None = None
    ready: bool = False
    replays: bool = False
    racks: Names = NOBODY
    second: str | None = None
    second_outlined: bool = False
    second_turn: int | None = None


class Memory:
    """The house in `folder / FILE`. Where that could not be read the house is an empty one, and the file is put
    aside when another is written; an answer in it that is none counts as never given. A `folder` of None keeps
    nothing."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._unread = ""
        self._dropped: dict[str, str] = {}
        self._torn = False
        self.house = self._read()

    @property
    def troubles(self) -> tuple[str, ...]:
        """A sentence for the whole file where it could not be read, and one for each answer that could not be used and
        has not been given again."""
        return (*([self._unread] if self._unread else []), *self._dropped.values())

    def drop(self, field: str, says: str) -> None:
        """That answer cannot be used, for the reason that `says` tells: as if it had never been given. The rest
        stays."""
        self.house = replace(self.house, **{field: getattr(House(), field)})
        self._dropped[field] = says

    @property
    def outline(self) -> Path | None:
        """The file of the table's outline, whether or not it is there."""
        return None if self.folder is None else self.folder / OUTLINE

    @property
    def second_outline(self) -> Path | None:
        """The same in the second camera's picture."""
        return None if self.folder is None else self.folder / SECOND_OUTLINE

    def keep(self, house: House) -> None:
        """The house from now on, on the disk when this returns. Raises HouseError; it holds in memory all the same."""
        before, self.house = self.house, house
        self._dropped = {f: says for f, says in self._dropped.items() if getattr(before, f) == getattr(house, f)}
        if self.folder is None:
            return
        path = self.folder / FILE
        if self._torn and path.exists():
            with suppress(OSError):  # then it cannot be written either, which is said below
                path.replace(path.with_suffix(".torn.json"))
        told = json.dumps({"format": FORMAT, **asdict(house)}, indent=1, ensure_ascii=False)
        kept(path, told + "\n", "What was set up", "for this evening")
        self._torn = False
        if replace(house, names=before.names, fifth=before.fifth) != before:  # names are kept by themselves
            self._unread = ""

    def change(self, **fields: Any) -> None:
        """`keep` with these fields of the house changed."""
        self.keep(replace(self.house, **fields))

    def _read(self) -> House:
        if self.folder is None:
            return House()
        path = self.folder / FILE
        try:
            told = _object(path)
        except FileNotFoundError:
            return House()
        except OSError as error:
            self._unread = f"{path} cannot be read ({error.strerror}): what was set up before is not known."
        except ValueError:
            self._torn = True
            self._unread = (
                f"{path} is torn: what was set up before is not known. Set up once more, and it is whole again."
            )
        else:
            house, self._dropped = read_house(told)
            return house
        return House()


def _object(path: Path) -> Mapping[str, object]:
    """The file's JSON object. Raises OSError, and ValueError where it is none of ours."""
    told = read_object(path)
    if told.get("format") != FORMAT:
        raise ValueError("no house")
    return told


def read_house(told: Mapping[str, object]) -> tuple[House, dict[str, str]]:
    """The house of a JSON object, and for each answer in it that is none a sentence; that counts as never given."""
    found: dict[str, Any] = {}
    dropped: dict[str, str] = {}
    for field in fields(House):
        value = told.get(field.name)
        if value is None:
            continue
        if field.name == "names":
            found["names"], why = _names(value)
        elif field.name == "racks":
            found["racks"], why = _racks(value)
        else:
            why = "" if _sound(field.name, value) else f"What was remembered of {FIELD_WORDS[field.name]} is none."
            found[field.name] = value
        if why:
            dropped[field.name] = why
            if field.name not in ("names", "racks"):
                del found[field.name]
    return House(**found), dropped


def _sound(name: str, value: object) -> bool:
    match name:
        case "outlined" | "ready" | "replays" | "second_outlined":
            return isinstance(value, bool)
        case "turn" | "second_turn":
            return type(value) is int and 0 <= value < len(Seat)
        case "east":
            return value == "dice" or (isinstance(value, str) and value in Seat.__members__)
        case _:
            return isinstance(value, str) and len(value) <= LONGEST and value.isprintable()


def _names(value: object) -> tuple[Names, str]:
    """The names that can be used, each once, and a sentence where some cannot."""
    if not isinstance(value, list) or len(value) != len(Seat):
        return NOBODY, "The names that were remembered are none: please say who sits where."
    names: list[str] = []
    for told in value:
        name = clean(told)[:LONGEST_NAME].strip() if isinstance(told, str) else ""
        names.append("" if name.casefold() in {n.casefold() for n in names} else name)
    whole = all(isinstance(t, str) and (n or not t.strip()) for n, t in zip(names, value, strict=True))
    says = "Some of the names that were remembered cannot be told apart or read: please say who sits there."
    return (names[0], names[1], names[2], names[3]), "" if whole else says


def _racks(value: object) -> tuple[Names, str]:
    """The cameras at the racks, and a sentence where what was remembered is none."""
    if isinstance(value, list) and len(value) == len(Seat):
        told = [t if isinstance(t, str) and len(t) <= LONGEST and t.isprintable() else "" for t in value]
        if told == value:
            return (told[0], told[1], told[2], told[3]), ""
    return NOBODY, f"What was remembered of {FIELD_WORDS['racks']} is none: choose them again on the seats' pages."
