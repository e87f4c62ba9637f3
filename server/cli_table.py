"""The commands that look after the table's corner of the room: `calibrate` and `doctor`."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from engine.tile import code
from models import WeightsError
from server.cards import named_card
from server.failing import fail, told
from server.files import may_be_written, write_named
from server.house import Memory
from server.settings import Settings, SettingsError, read_settings
from server.shelf import Shelf
from server.store import Store, StoreError, file_of
from server.tile_sets import TileSets
from vision.arrays import Image
from vision.picture.camera import CameraLost, open_camera
from vision.picture.photo import Photo, open_photo
from vision.plane.calibration import CalibrationError, TablePlane, calibrate, find_markers, from_corners
from vision.plane.sheet import marker_sheet
from vision.read.crops import HEIGHT, WIDTH
from vision.read.reader import Reader
from vision.read.tileset import read_tile_set


def mount(app: typer.Typer) -> None:
    app.command("calibrate")(calibrate_table)
    app.command("doctor")(doctor)


def calibrate_table(
    source: Annotated[str | None, typer.Argument(help="A camera, video file or picture that shows the table.")] = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the table is written.")] = Path("table.json"),
    corners: Annotated[
        str | None,
        typer.Option(
            help="Without markers: the table's corners in pixels, \"x,y x,y x,y x,y\", from P1's far left round."
        ),
    ] = None,
    sheet: Annotated[Path | None, typer.Option(help="Write the printable marker sheet (PDF) and stop.")] = None,
    paper: Annotated[str, typer.Option(help="A4 or Letter, for --sheet.")] = "A4",
) -> None:
    """Fix the table: where it lies in the camera's picture."""
    try:
        if sheet is not None:
            may_be_written(sheet)
            write_named(sheet, marker_sheet(paper))
            typer.echo(
                f"Wrote {sheet}: print it at 100 %, cut, and lay the four squares near the table's corners.", err=True
            )
            return
        if source is None:
            raise CalibrationError("Say which camera, video or picture shows the table, for instance 0 or table.jpg.")
        may_be_written(output, source)
        plane = _plane(_one_picture(source), corners)
        write_named(output, plane.text)
        typer.echo(
            f"Wrote {output}: found by {plane.found_by}, {plane.half_mm * 2:.0f} mm between the markers.", err=True
        )
    except (CalibrationError, CameraLost, ValueError, OSError) as problem:
        fail(problem)


def _plane(picture: Photo, corners: str | None) -> TablePlane:
    if corners is not None:
        try:
            points = np.array([[float(v) for v in word.split(",")] for word in corners.split()]).reshape(4, 2)
        except ValueError as problem:
            raise CalibrationError('Corners are four points "x,y x,y x,y x,y" in pixels.') from problem
        return from_corners(points, picture.size_wh)
    plane = calibrate(picture.image)
    if plane is None:
        seen = len(find_markers(picture.image))
        raise CalibrationError(
            f"Only {seen} of the four markers can be seen, three are needed. Print them with `fifthseat calibrate "
            "--sheet markers.pdf`, keep cups and sleeves off them, or give the corners with --corners."
        )
    return plane.scaled(picture.size_wh)


def _one_picture(source: str) -> Photo:
    """The tenth frame (a camera's first ones are dark) or the last before it."""
    path = Path(source)
    if path.is_file() and path.suffix.lower() in {".jpg", ".jpeg", ".png", ".bmp", ".webp"}:
        return open_photo(path)
    camera = open_camera(source)
    try:
        image: Image | None = None
        for k, frame in enumerate(camera.frames()):
            image = frame.image
            if k >= 10:
                break
    finally:
        camera.close()
    if image is None:
        raise CameraLost(f"{source} shows no picture.")
    return Photo(image, (image.shape[1], image.shape[0]))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: whether it is well, and a sentence that says so or what to mend."""

    name: str
    well: bool
    says: str


def examine(settings: Settings, memory: Memory) -> Iterator[Finding]:
    """Each part in turn, as the settings say and, where they say nothing, the house's memory. What neither names is
    passed over where the game can go on without it."""
    camera = settings.camera or memory.house.camera
    light = settings.light if settings.light is not None else memory.house.light
    for trouble in memory.troubles:
        yield Finding("set-up", False, trouble)
    yield _check("Python", lambda: f"{sys.version_info.major}.{sys.version_info.minor}")
    yield _check("models", _models)
    if camera:
        yield _check("camera", lambda: _camera(camera))
    if second := settings.second_beside(memory.house.second):
        yield _check("second camera", lambda: _camera(second))
    if settings.tile_set is not None or memory.house.tiles:
        yield _check("tiles", lambda: _tiles(settings, memory))
    yield _check("card", lambda: _card(settings))
    if light:
        yield _check("light", lambda: _light(light))
    yield _check("store", lambda: _store(settings))
    yield _check("address", lambda: _address(settings.port))


def _check(name: str, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, look())
    except (OSError, ValueError, StoreError, WeightsError) as problem:
        return Finding(name, False, told(problem))


def _models() -> str:
    from vision.eyes import Eyes
    from vision.read.corners import Bands
    from vision.read.indices import Indices
    from vision.read.numerals import HIGH, WIDE, Numerals
    from vision.read.reader import SecondOpinion
    from vision.read.strangers import Strangers

    Strangers().logits(np.zeros((1, HEIGHT, WIDTH, 3), np.uint8))  # opened only when it is asked, as are the next
    SecondOpinion().logits(np.zeros((1, HEIGHT, WIDTH, 3), np.uint8))
    Indices().signs(np.zeros((1, HEIGHT, WIDTH, 3), np.uint8))
    Numerals().read(np.zeros((1, HIGH, WIDE), np.float32), np.zeros(1, np.int64))
    Bands().lay(np.zeros((HEIGHT, WIDTH, 3), np.uint8), np.array([[[9, 9], [30, 9], [30, 37], [9, 37]]], np.float32))
    seen = Eyes().sight(np.full((240, 320, 3), 90, np.uint8))
    return f"the finder and all readers answer ({len(seen)} tiles on an empty picture)"


def _camera(source: str) -> str:
    picture = _one_picture(source)
    markers = len(find_markers(picture.image))
    width, height = picture.size_wh
    fixed = "the table can be fixed" if markers >= 3 else "lay out the marker sheet or tap the corners"
    return f"{width} x {height}, {markers} of 4 markers seen: {fixed}"


def _tiles(settings: Settings, memory: Memory) -> str:
    given = settings.tile_set
    tiles = read_tile_set(given) if given is not None else TileSets(Path("tiles")).read(memory.house.tiles or "")
    reader = Reader(tiles)  # a set of another version may be none to this one
    missing = ", ".join(code(tile) for tile in reader.tile_set.missing)
    return f"{tiles.name}: " + (f"without {missing}; photograph them and teach it again" if missing else "all 36 faces")


def _card(settings: Settings) -> str:
    if settings.card is not None:
        card = named_card(settings.card, settings.chosen)
    else:
        card, trouble = Shelf(settings.cards).load_tonight(settings.chosen)
        if trouble:
            raise ValueError(trouble)
    return f"{card.name}: {len(card.lines)} lines"


def _light(url: str) -> str:
    from device.link import Light

    with Light(url) as light:
        if not light.wait_ok(4.0):  # a board that restarted when it was opened is there after two seconds
            raise ValueError(light.status)
        return light.status


def _store(settings: Settings) -> str:
    """Reads all of the log, too. One that nobody named and that is not there yet is not made."""
    url, file = settings.store, file_of(settings.store)
    if "store" not in settings.model_fields_set and file is not None and not file.exists():
        if not os.access(file.absolute().parent, os.W_OK):
            raise OSError(f"{file.absolute().parent} may not be written to: the log cannot be kept there.")
        return f"{url} is made when the table is first served"
    store = Store(url)
    try:
        events = store.verify()
    finally:
        store.close()
    return f"{url} can be written, and all of it is whole (events: {events})"


def _address(port: int) -> str:
    from server.network import addresses, is_free

    if not is_free(port):
        raise OSError(f"port {port} is taken by another program; choose another with --port")
    return " or ".join(f"http://{host}:{port}" for host in addresses())


def doctor(
    camera: Annotated[str | None, typer.Option(help="A camera to try.")] = None,
    second: Annotated[str | None, typer.Option(help="A second camera to try.")] = None,
    card: Annotated[Path | None, typer.Option(help="A card to read.")] = None,
    light: Annotated[str | None, typer.Option(help="A light to try.")] = None,
    store: Annotated[str | None, typer.Option(help="A log to open.")] = None,
    port: Annotated[int | None, typer.Option(help="The pages' port.")] = None,
) -> None:
    """Check cameras, models, tiles, card, light, store and address; say in plain words what to mend. What is not said
    here is taken from fifthseat.toml, and from what the set-up remembers."""
    well = True
    try:
        settings = read_settings(camera=camera, second=second, card=card, light=light, store=store, port=port)
        memory = Memory(Path())
    except SettingsError as problem:  # no part can be told: all would be looked for where it is not
        fail(problem)
    for finding in examine(settings, memory):
        well &= finding.well
        typer.echo(f"{'ok  ' if finding.well else 'MEND'}  {finding.name}: {finding.says}")
    raise typer.Exit(0 if well else 1)
