"""The tile sets that the house keeps, a file each: photographed, or learned while they were played with."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from server.files import write_whole
from server.shelf import ShelfError, is_plain_name, refuse_windows_own
from vision.read.tileset import TileSet, TileSetError, read_tile_set, to_json

_SUFFIX = ".json"
_GONE = ".deleted"


class NoSuchSet(ShelfError):
    """There is no tile set of that name."""


class TileSets:
    """In `folder`, which need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        return self._named(f"*{_SUFFIX}", lambda path: path.stem)

    def gone(self) -> tuple[str, ...]:
        """Deleted ones that can be brought back."""
        here = self.names()
        deleted = self._named(f"*{_SUFFIX}{_GONE}", lambda path: Path(path.stem).stem)
        return tuple(name for name in deleted if name not in here)

    def free(self, name: str) -> str:
        """That name, with a figure where a set has it."""
        names = (name, *(f"{name} {k}" for k in range(2, 100)))
        return next((n for n in names if not self._path(n).exists()), names[-1])

    def path(self, name: str) -> Path:
        """The file of a set that is here. Raises ShelfError."""
        if not is_plain_name(name) or not self._path(name).is_file():
            raise NoSuchSet(f"There is no tile set {name[:60]!r}.")
        return self._path(name)

    def read(self, name: str) -> TileSet:
        """Raises ShelfError, in the words of a page."""
        try:
            return read_tile_set(self.path(name))
        except TileSetError:
            raise ShelfError(
                f"The tile set {name} cannot be read: its file is damaged, or is none. Choose another, or teach your"
                " tiles anew."
            ) from None

    def keep(self, tiles: TileSet, name: str, instead: str = "") -> Path:
        """Keep a set under that name, whole or not at all, `instead` of one that may be replaced. Raises ShelfError."""
        if not is_plain_name(name):
            raise ShelfError("A set's name is letters, figures and spaces, at most 60 of them.")
        if name != instead:
            refuse_windows_own(name)
        if name != instead and self._path(name).exists():
            raise ShelfError(f"There is a set {name} already: give this one another name.")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(name), to_json(replace(tiles, name=name)))
        except OSError as error:
            raise ShelfError(f"The set cannot be kept in {self.folder}: {error.strerror}.") from error
        return self._path(name)

    def rename(self, name: str, to: str) -> TileSet:
        """The set under its new name. Raises ShelfError."""
        path, tiles = self.path(name), self.read(name)
        self.keep(tiles, to, instead=name)
        if not self._path(to).samefile(path):
            self._move(path, None)
        return replace(tiles, name=to)

    def delete(self, name: str) -> None:
        """Take a set away; `restore` brings back the one of its name deleted last. Raises ShelfError."""
        path = self.path(name)
        self._move(path, path.with_name(path.name + _GONE))

    def restore(self, name: str) -> None:
        """Raises ShelfError."""
        if name not in self.gone():
            raise NoSuchSet(f"There is no deleted tile set {name[:60]!r}.")
        path = self._path(name)
        self._move(path.with_name(path.name + _GONE), path)

    def _move(self, path: Path, to: Path | None) -> None:
        try:
            if to is None:
                path.unlink()
            else:
                path.replace(to)
        except OSError as error:
            raise ShelfError(f"The tile set cannot be moved in {self.folder}: {error.strerror}.") from error

    def _named(self, pattern: str, called: Callable[[Path], str]) -> tuple[str, ...]:
        return tuple(sorted(name for name in map(called, self.folder.glob(pattern)) if is_plain_name(name)))

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{_SUFFIX}"
