"""The command `enrol`: a household's own tile set from a few photographs."""

import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from engine.tile import Tile, code, read_tile
from vision.enrol import EnrolError, enrol, read_labels, report
from vision.eyes import Eyes
from vision.photo import PhotoError, load_photo
from vision.tileset import write_tile_set

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}


def mount(app: typer.Typer) -> None:
    app.command("enrol")(enrol_set)


def enrol_set(
    photos: Annotated[Path, typer.Option(help="A folder of photographs of face-up tiles, in rows.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the tile set is written.")],
    labels: Annotated[
        Path | None, typer.Option(help="Names: `photo.jpg:` and a line per row, top row first, left to right; ? skips.")
    ] = None,
    name: Annotated[str | None, typer.Option(help="What to call the set; else the file's name.")] = None,
) -> None:
    """Learn the household's own tiles; 1 where a face is missing (the set is written all the same)."""
    try:
        pictures = _pictures(photos)
        named = read_labels(labels.read_text(encoding="utf-8")) if labels is not None else None
        ask = _ask if labels is None and sys.stdin.isatty() else None
        done = enrol(name or output.stem, pictures, Eyes(), named, ask)
        write_tile_set(done.tile_set, output)
    except (EnrolError, UnicodeDecodeError, OSError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(2) from problem
    for warning in done.warnings:
        typer.echo(warning, err=True)
    typer.echo(report(done))
    missing = [code(tile) for tile, count in done.photographed if count == 0]
    if missing:
        typer.echo(f"Missing: {' '.join(missing)}. Photograph those and enrol again.", err=True)
        raise typer.Exit(1)


def _pictures(folder: Path) -> dict[str, NDArray[np.uint8]]:
    """Every photograph of the folder by name; one that cannot be read is named and passed over."""
    if not folder.is_dir():
        raise EnrolError(f"{folder} is no folder; give the folder with the photographs.")
    found: dict[str, NDArray[np.uint8]] = {}
    for path in sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES):
        try:
            found[path.name] = load_photo(path)
        except PhotoError as problem:
            typer.echo(str(problem), err=True)
    if not found:
        raise EnrolError(f"There is no photograph in {folder} (.jpg or .png).")
    return found


def _ask(crop: NDArray[np.uint8], likely: tuple[Tile, ...]) -> Tile | None:
    """Ask on the terminal which face a crop shows; Enter leaves it out."""
    guess = " ".join(code(t) for t in likely[:4])
    while True:
        word = typer.prompt(f"Which tile is this (likely {guess}; Enter to leave it out)", default="", show_default=False)
        if not word.strip():
            return None
        try:
            return read_tile(word.strip())
        except ValueError as problem:
            typer.echo(str(problem), err=True)
