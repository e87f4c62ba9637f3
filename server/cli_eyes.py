"""The commands that look at photographs: `see` and `enrol`; `mount` adds them to a program."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from engine.tile import Tile, code, read_tile
from server.failing import fail
from server.files import may_be_written, write_named
from vision.enrol import Ask, EnrolError, Rows, enrol, read_labels, report
from vision.eyes import Eyes
from vision.judge.doubt import SAYS, strange
from vision.picture.photo import PhotoError, load_photo, open_photo
from vision.plane.calibration import ROUGH, CalibrationError, TablePlane, calibrate, read_plane
from vision.read.reader import ReaderError
from vision.read.tileset import TileSet, TileSetError, read_tile_set, to_json
from vision.read.weights import cores
from vision.see import Reading, drawn, refused, see

Photos = Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Photographs of tiles.")]
SetOption = Annotated[
    Path | None, typer.Option("--tile-set", metavar="FILE", help="Your own set, from `fifthseat enrol`.")
]
TableOption = Annotated[
    Path | None,
    typer.Option("--table", metavar="FILE", help="The table, from `fifthseat calibrate`; else its markers."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a picture.")]
PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif"})
Refused = Annotated[bool, typer.Option("--refused", help="Also what is taken for no tile, and why.")]
Draw = Annotated[Path | None, typer.Option("--draw", metavar="DIR", help="Also write each picture with what was read.")]


def mount(app: typer.Typer) -> None:
    """Adds the commands to the program's own."""
    app.command("see")(see_photos)
    app.command("enrol")(enrol_set)


def open_eyes(tile_set: Path | None) -> Eyes:
    """The eyes for the set in a file, or for any set. Exits 2 when the file is no set."""
    try:
        chosen: TileSet | None = read_tile_set(tile_set) if tile_set else None
        return Eyes(chosen, cores())
    except (TileSetError, ReaderError) as error:
        fail(str(error))


def _line(tile: Reading) -> str:
    where = [tile.zone.value] if tile.zone else []
    where += [tile.seat.name] if tile.seat is not None else []
    where += [f"group {tile.group}"] if tile.group is not None else []
    x, y = tile.quad.mean(0)
    return f"  {tile.face.words:13s} {tile.confidence:4.0%}  at {x:.0f}, {y:.0f}  {' '.join(where)}".rstrip()


def see_photos(
    images: Photos,
    tile_set: SetOption = None,
    table: TableOption = None,
    as_json: Json = False,
    draw: Draw = None,
    why_not: Refused = False,
) -> None:
    """What the camera sees in photographs: every face-up tile, how sure, and where on the table it lies."""
    eyes = open_eyes(tile_set)
    given: TablePlane | None = None
    if table:
        try:
            given = read_plane(table)
        except CalibrationError as error:
            fail(str(error))
    failed = False
    written: set[Path] = set()
    for path in images:
        try:
            photo = open_photo(path)
        except PhotoError as error:
            print(error, file=sys.stderr)
            failed = True
            continue
        image, (wide, high) = photo.image, photo.size_wh
        plane = given.scaled(image.shape[1::-1]) if given else calibrate(image, ROUGH)
        tiles = see(image, eyes, plane)
        known = eyes.own_set or not strange(np.array([tile.confidence for tile in tiles]))
        in_file = [replace(tile, quad=photo.in_file(tile.quad)) for tile in tiles]
        if as_json:
            told = {"image": str(path), "width": wide, "height": high, "tiles": [tile.as_json() for tile in in_file]}
            print(json.dumps(told | {"set_known": known}), flush=True)
        else:
            count = f"{len(tiles) or 'no'} tile{'' if len(tiles) == 1 else 's'}"
            print(f"{path}: {count}" + ("" if plane else ", no table in sight"))
            for line in map(_line, in_file):
                print(line, flush=True)
            for quad, says in refused(image, eyes, plane) if why_not else ():
                print("  {}  at {:.0f}, {:.0f}".format(says, *photo.in_file(quad).mean(0)), flush=True)
        if not known:
            print(f"{path}: {SAYS} (fifthseat enrol)", file=sys.stderr)
        if draw:
            try:
                draw.mkdir(parents=True, exist_ok=True)
                called = [path.stem, *(f"{path.stem} {k}" for k in range(2, len(images) + 1))]
                file = next(file for file in (draw / f"{name}.png" for name in called) if file not in written)
                written.add(file)
                may_be_written(file, *images)
                _write_picture(file, drawn(image, tiles))
            except ValueError as error:
                fail(error)
            except OSError as error:
                fail(f"{draw}: pictures cannot be written there ({error.strerror or error})")
    if failed:
        raise typer.Exit(2)


def _write_picture(file: Path, image: NDArray[np.uint8]) -> None:
    """As PNG, whatever the file is called: OpenCV itself writes to no name in another script on Windows."""
    write_named(file, cv2.imencode(".png", image)[1].tobytes())


def _photographs(folder: Path) -> dict[str, NDArray[np.uint8]]:
    """The usable pictures of a folder by name; those that are none are told of."""
    if not folder.is_dir():
        fail(f"{folder}: no such folder; put the photographs of your tiles into one and name it")
    photos = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in PICTURES:
            continue
        try:
            photos[path.name] = load_photo(path)
        except PhotoError as error:
            print(error, file=sys.stderr)
    if not photos:
        fail(f"{folder}: no photographs in it; add JPEG or PNG pictures of your tiles, face up and in rows")
    return photos


def _labels(file: Path) -> dict[str, Rows]:
    """What a file of labels says of each photograph. Ends the command where it cannot be understood."""
    try:
        return read_labels(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        fail(f"{file}: cannot be read ({error.strerror}); check the name")
    except UnicodeDecodeError:
        fail(f"{file}: not UTF-8 text; save it as plain text, UTF-8")
    except EnrolError as error:
        fail(f"{file}: {error}")


def _asker(out: Path) -> Ask:
    """Asks on the terminal; the tile in question lies in a picture beside the set that is being written."""
    picture = out.with_name(out.stem + "-which.png")

    def ask(crop: NDArray[np.uint8], likely: tuple[Tile, ...]) -> Tile | None:
        larger = cv2.resize(crop, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
        _write_picture(picture, np.asarray(larger, np.uint8))
        words = ", ".join(code(tile) for tile in likely)
        while True:
            question = f"Which tile is in {picture}? Perhaps {words}; ? leaves it out"
            answer: str = typer.prompt(question, default=code(likely[0]))
            if answer.strip() == "?":
                return None
            try:
                return read_tile(answer.strip())
            except ValueError as error:
                print(error, file=sys.stderr)

    return ask


def enrol_set(
    photos: Annotated[
        Path, typer.Option("--photos", metavar="DIR", help="Photographs of your tiles, face up in rows.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="SET.json", help="Where to save the set.")],
    labels: Annotated[
        Path | None,
        typer.Option("--labels", metavar="FILE", help="Names the tiles row by row; else you are asked."),
    ] = None,
) -> None:
    """Learn your own tiles from one to five photographs. Exits 1 when one of the 36 kinds is missing."""
    try:
        pictured = [p for p in photos.iterdir() if p.suffix.lower() in PICTURES] if photos.is_dir() else []
        may_be_written(out, *pictured, *filter(None, [labels]))
    except ValueError as error:
        fail(error)
    named = _labels(labels) if labels is not None else None
    pictures = _photographs(photos)
    ask = _asker(out) if named is None and sys.stdin.isatty() else None
    try:
        done = enrol(out.stem, pictures, open_eyes(None), named, ask)
        write_named(out, to_json(done.tile_set))
    except EnrolError as error:
        fail(str(error))
    except OSError as error:
        fail(f"{out}: cannot be written ({error.strerror}); name another place")
    for warning in done.warnings:
        print(warning, file=sys.stderr)
    print(report(done))
    print(f"saved as {out}")
    if done.tile_set.missing:
        missing = " ".join(code(tile) for tile in done.tile_set.missing)
        print(f"missing: {missing}; photograph them and enrol again", file=sys.stderr)
        raise typer.Exit(1)
