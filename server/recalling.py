"""What the house remembers, tried one by one before a table is served with it. Whatever cannot be used any more is
dropped with a sentence, as if it had never been answered; it never keeps the program from starting.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from device.address import read_address
from engine.rules.ruleset import RuleSet, read_ruleset
from server.house import Memory
from server.outline import NOT_FIXED, Outline, remembered, second_remembered
from server.shelf import Shelf, ShelfError
from server.tile_sets import TileSets
from vision.picture.camera import open_camera
from vision.plane.calibration import CalibrationError
from vision.read.tileset import TileSet


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the house's answers stand for; camera and light are addresses, and stay with the house."""

    outline: Outline = NOT_FIXED
    tile_set: TileSet | None = None
    rules: RuleSet | None = None
    second_outline: Outline = NOT_FIXED


def recall(memory: Memory, shelf: Shelf, tiles: Path) -> Recalled:
    """Tries what `memory` tells, with the house's cards on `shelf` and its tile sets in the folder `tiles`. What
    cannot be used is dropped from the memory."""
    _camera(memory)
    _light(memory)
    _card(memory, shelf)
    return Recalled(_outline(memory), _tile_set(memory, tiles), _rules(memory), _second_outline(memory))


_WHICH = {"camera": "camera", "second": "second camera"}


def _camera(memory: Memory) -> None:
    """Only what is no address at all: a camera that is not there is said by who opens it, and may come later."""
    for field, source in (("camera", memory.house.camera), ("second", memory.house.second)):
        if source is not None and source.startswith(("demo:", "demo-second:")):
            try:
                open_camera(source).close()
            except (ValueError, OSError) as problem:
                memory.drop(field, f"The {_WHICH[field]} that was remembered cannot be used: {_short(problem)}")


def _second_outline(memory: Memory) -> Outline:
    with suppress(CalibrationError):
        return second_remembered(memory)
    memory.drop("second_outlined", "Where the table lies in the second picture cannot be read: it is found anew.")
    return NOT_FIXED


def _light(memory: Memory) -> None:
    if memory.house.light:
        try:
            read_address(memory.house.light)
        except ValueError as problem:
            memory.drop("light", f"The light that was remembered cannot be used: {_short(problem)}")


def _card(memory: Memory, shelf: Shelf) -> None:
    """Which card is played the shelf knows; the house only that somebody has chosen it."""
    card = memory.house.card
    if card is not None and not shelf.has(card):
        memory.drop("card", f"The card that was remembered, {card[:40]!r}, is not there. Please choose one.")


def _outline(memory: Memory) -> Outline:
    says = "Where the table lies cannot be read any more. Please show it once more."
    if not memory.house.outlined:
        return NOT_FIXED
    with suppress(CalibrationError):
        return remembered(memory)
    memory.drop("outlined", says)
    return NOT_FIXED


def _tile_set(memory: Memory, folder: Path) -> TileSet | None:
    name = memory.house.tiles
    if not name:
        return None
    try:
        return TileSets(folder).read(name)
    except ShelfError as problem:
        memory.drop("tiles", f"{problem} The built-in tile sets are read with.")
    return None


def _rules(memory: Memory) -> RuleSet | None:
    if memory.house.rules is None:
        return None
    try:
        return read_ruleset(memory.house.rules)
    except ValueError as problem:
        memory.drop("rules", f"The house rules that were remembered are none any more: {_short(problem)}")
    return None


def _short(problem: Exception) -> str:
    """What is wrong as one sentence that fits a page."""
    text = str(problem).rstrip(".")
    return f"{text[:200]}{'...' if len(text) > 200 else '.'}"
