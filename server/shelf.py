"""The user's folder of typed cards, and which of them is played tonight. The practice card is always there."""

import re
from pathlib import Path

from engine.card import Card, CardError
from engine.rules.ruleset import LEAGUE, RuleSet
from server.cards import practice_card_text, read_by_rules
from server.files import write_named

PRACTICE = "Stepping Stones (practice card)"  # as the card calls itself
_ONCE = "Practice card"  # what it was called in choices that were kept
SUFFIX = ".card"
_NAME = re.compile(r"[^\W_][\w .'()-]{0,59}")
_WINDOWS_OWN = re.compile(r"(CON|PRN|AUX|NUL|(COM|LPT)[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
_TONIGHT = "tonight.txt"
_GONE = ".deleted"


class ShelfError(ValueError):
    """A card cannot be read or kept. The text says why and what to do."""


class Shelf:
    """Cards as text files in `folder`, which need not exist yet. `given` is a file from anywhere that the program was
    started with: tonight's card until another is chosen."""

    def __init__(self, folder: Path, given: Path | None = None) -> None:
        self.folder = folder
        self.given = given

    def names(self) -> tuple[str, ...]:
        """The card that was given, the practice card, then the user's own by name."""
        own = sorted(p.stem for p in self.folder.glob(f"*{SUFFIX}") if _NAME.fullmatch(p.stem))
        given = self._given_name()
        return (*([given] if given and given not in own else []), PRACTICE, *own)

    def has(self, name: str) -> bool:
        """Whether a card of this name is here, or was kept by the name that the practice card had once."""
        return name == _ONCE or name in self.names()

    def read(self, name: str) -> str:
        """The text of a card. Raises ShelfError."""
        if name in (PRACTICE, _ONCE):
            return practice_card_text()
        try:
            path = self.given if self.given is not None and name == self._given_name() else self._path(name)
            return path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise ShelfError(f"The card {name!r} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise ShelfError(f"The card {name!r} is no text: save it as UTF-8.") from error

    def save(self, name: str, text: str) -> None:
        """Keep `text` under `name`, whole or not at all; what stood there is kept beside it. Raises ShelfError."""
        if name in (PRACTICE, _ONCE):
            raise ShelfError("The practice card stays as it is: give your card another name.")
        path = self._path(name)
        refuse_windows_own(name)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if path.exists():
                write_named(path.with_suffix(f"{SUFFIX}.before"), path.read_bytes())
            write_named(path, text)
        except OSError as error:
            raise ShelfError(f"The card cannot be kept in {self.folder}: {error.strerror}.") from error

    def is_own(self, name: str) -> bool:
        """Whether the user keeps this card here, and may rename and delete it."""
        return is_plain_name(name) and name != PRACTICE and self._path(name).is_file()

    def rename(self, name: str, to: str) -> None:
        """Keep a card under another name; tonight's stays tonight's. Raises ShelfError."""
        path, target = self._own_path(name), self._path(to)
        if to == name:
            return
        refuse_windows_own(to)
        if to in (PRACTICE, _ONCE) or (target.exists() and not target.samefile(path)):
            raise ShelfError(f"There is a card {to!r} already: choose another name.")
        tonight = self.tonight() == name
        try:
            path.replace(target)
        except OSError as error:
            raise ShelfError(f"The card cannot be renamed: {error.strerror}.") from error
        if self.given is not None and self.given.resolve() == path.resolve():
            self.given = target
        elif tonight:
            self.choose(to)

    def delete(self, name: str) -> None:
        """Take a card off the shelf; `restore` brings back the one of its name deleted last. Raises ShelfError."""
        path = self._own_path(name)
        if self.tonight() == name:
            raise ShelfError(f"{name} is tonight's card: play with another one first, then delete it.")
        try:
            path.replace(path.with_suffix(f"{SUFFIX}{_GONE}"))
        except OSError as error:
            raise ShelfError(f"The card cannot be deleted: {error.strerror}.") from error

    def is_gone(self, name: str) -> bool:
        """Whether a deleted card of this name can be brought back."""
        return is_plain_name(name) and self._path(name).with_suffix(f"{SUFFIX}{_GONE}").is_file()

    def restore(self, name: str) -> None:
        """Put a deleted card back. Raises ShelfError."""
        if not self.is_gone(name):
            raise ShelfError(f"There is no deleted card {name!r}.")
        path = self._path(name)
        if path.exists():
            raise ShelfError(f"There is another card {name!r} by now: rename it first.")
        try:
            path.with_suffix(f"{SUFFIX}{_GONE}").replace(path)
        except OSError as error:
            raise ShelfError(f"The card cannot be put back: {error.strerror}.") from error

    def tonight(self) -> str:
        """The card that was given, else chosen last; the practice card where none was, or where it is gone."""
        if given := self._given_name():
            return given
        try:
            name = (self.folder / _TONIGHT).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return PRACTICE
        return name if name in self.names() else PRACTICE

    def tonights_file(self) -> Path | None:
        """The file of tonight's card; None for the practice card."""
        name = self.tonight()
        return self.given or (None if name == PRACTICE else self._path(name))

    def load_tonight(self, ruleset: RuleSet = LEAGUE) -> tuple[Card, str]:
        """The card that was chosen last, to start a table with. Where it cannot be played any more it is the practice
        card, and the second value is a sentence that says why; else that is empty."""
        name = self.tonight()
        try:
            return read_by_rules(self.read(name), None, ruleset), ""
        except ShelfError as error:
            why = str(error)
        except CardError as error:
            first = error.problems[0]
            why = f"The card chosen for tonight, {name}, has a mistake in line {first.line}: {first.message}."
        return read_by_rules(practice_card_text(), None, ruleset), f"{why} The table begins with the practice card."

    def choose(self, name: str) -> None:
        """Play with this card from now on, over a restart too. Raises ShelfError."""
        name = PRACTICE if name == _ONCE else name
        if name not in self.names():
            raise ShelfError(f"There is no card {name!r}: save it first.")
        if name == self._given_name():
            return  # it is tonight's already; whoever starts the program decides whether it will be again
        self.given = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_named(self.folder / _TONIGHT, name + "\n")
        except OSError as error:
            raise ShelfError(f"The choice cannot be kept in {self.folder}: {error.strerror}.") from error

    def _given_name(self) -> str:
        """What the given card is called here: by its file, or, out of this very folder, as the others are."""
        if self.given is None:
            return ""
        ours = self.given.suffix == SUFFIX and self.given.resolve().parent == self.folder.resolve()
        return self.given.stem if ours else self.given.name

    def _own_path(self, name: str) -> Path:
        if not self.is_own(name):
            raise ShelfError(f"{name} is no card of yours here: only those that you saved can be changed.")
        return self._path(name)

    def _path(self, name: str) -> Path:
        if not is_plain_name(name):
            raise ShelfError("A card's name is letters, figures and spaces, at most 60 of them.")
        return self.folder / f"{name}{SUFFIX}"


def is_plain_name(name: str) -> bool:
    """May a file be called this, on every system and inside its own folder?"""
    return _NAME.fullmatch(name) is not None and not name.endswith((".", " "))


def refuse_windows_own(name: str) -> None:
    """A new file is called by none of the names that Windows keeps for its devices, with whatever ending: it would be
    lost there, and could be moved there from no other system. Raises ShelfError."""
    if _WINDOWS_OWN.fullmatch(name):
        raise ShelfError(f"Windows keeps the name {name} for itself: write more of it, Our {name}, say.")
