# ruff: noqa: E501  lists of names read better unbroken
"""Fetches the open fonts and pictures that designers' sets are printed with (`vision.training.stock`).

    python -m vision.training.gather --stock training/stock

brings the packages below from the npm registry in the versions named, by `npm pack` (which runs nothing of them), and
keeps of each what is drawn with and its licence: `fonts/NAME-WEIGHT.woff`, `icons/NAME/{icons,info,metadata}.json`,
`licences/NAME`. A package whose own licence is not one of `FREE` is refused. What is there already is not fetched again.
"""

import argparse
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

FREE = frozenset({"MIT", "Apache-2.0", "CC0-1.0", "OFL-1.1", "ISC", "Unlicense"})
FONT_VERSION = "5.3.0"
FONTS = (
    # upright and plain
    "roboto", "open-sans", "poppins", "montserrat", "lato", "nunito", "oswald", "raleway", "rubik", "kanit", "outfit", "figtree",
    "barlow-condensed", "league-gothic", "archivo-black", "anton", "bebas-neue", "fjalla-one", "teko", "antonio", "staatliches",
    "exo-2", "orbitron", "audiowide", "michroma", "syncopate", "russo-one", "quantico", "rajdhani", "chakra-petch", "jockey-one",
    # with serifs and slabs
    "playfair-display", "merriweather", "lora", "eb-garamond", "libre-baskerville", "cormorant-garamond", "abril-fatface", "dm-serif-display",
    "bodoni-moda", "old-standard-tt", "prata", "yeseva-one", "cinzel", "cinzel-decorative", "roboto-slab", "arvo", "zilla-slab", "rokkitt",
    "alfa-slab-one", "bree-serif", "graduate", "patua-one", "ultra", "gloock", "rufina", "spectral", "bitter",
    # rounded and playful
    "comfortaa", "quicksand", "fredoka", "varela-round", "baloo-2", "titan-one", "lilita-one", "luckiest-guy", "bangers", "chewy",
    "bubblegum-sans", "sniglet", "bowlby-one-sc", "rammetto-one", "passion-one", "modak", "coiny", "carter-one", "paytone-one", "righteous",
    "black-ops-one", "bungee", "creepster", "monoton", "limelight", "ewert", "rye", "sancreek", "fascinate", "shrikhand", "lalezar",
    "gugi", "zen-dots", "goldman", "saira-stencil-one", "special-elite", "press-start-2p", "vt323", "silkscreen",
    # written by hand or brush
    "pacifico", "lobster", "lobster-two", "dancing-script", "caveat", "caveat-brush", "kalam", "permanent-marker", "amatic-sc", "satisfy",
    "kaushan-script", "courgette", "great-vibes", "berkshire-swash", "yellowtail", "rock-salt", "schoolbell", "patrick-hand", "indie-flower",
    "architects-daughter", "gochi-hand", "sriracha", "cookie", "grand-hotel", "medievalsharp", "uncial-antiqua", "unifrakturcook",
    "poiret-one", "italiana", "federo", "josefin-sans", "tenor-sans", "marcellus", "philosopher", "almendra", "metamorphous",
)  # fmt: skip
WEIGHTS = ("400", "700", "900")  # of those that a font has, the first and the last are taken
ICONS = {
    "fluent-emoji-flat": "1.2.6",
    "noto": "1.2.9",
    "noto-v1": "1.2.5",
    "fxemoji": "1.2.2",
    "tabler": "1.2.41",
    "ph": "1.2.2",
    "flat-color-icons": "1.2.3",
}


def packed(package: str, version: str, into: Path) -> Path:
    """Fetches one package; the archive. Raises RuntimeError where the registry has none."""
    command = ["npm", "pack", "--silent", "--pack-destination", str(into), f"{package}@{version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{package} {version} could not be fetched: {done.stderr.strip()[-200:]}")
    return into / done.stdout.split()[-1]


def _read(archive: tarfile.TarFile, name: str) -> bytes | None:
    """A file of a package; None where it has none of that name."""
    try:
        held = archive.extractfile(f"package/{name}")
    except KeyError:
        return None
    return held.read() if held else None


def _keep_licence(archive: tarfile.TarFile, name: str, licence: str, stock: Path) -> None:
    text = _read(archive, "LICENSE") or _read(archive, "license.txt") or b""
    (stock / "licences").mkdir(parents=True, exist_ok=True)
    (stock / "licences" / name).write_bytes(f"{name}: {licence}\n\n".encode() + text)


def font(name: str, path: Path, stock: Path) -> int:
    """Keeps the Latin files of a font package; how many. Raises ValueError where its licence asks for more."""
    with tarfile.open(path) as archive:
        licence = str(json.loads(_read(archive, "package.json") or b"{}").get("license"))
        if licence not in FREE:
            raise ValueError(f"{name} is under {licence}")
        held = [w for w in WEIGHTS if _read(archive, f"files/{name}-latin-{w}-normal.woff")]
        kept = sorted({*held[:1], *held[-1:]})
        for weight in kept:
            (stock / "fonts").mkdir(parents=True, exist_ok=True)
            woff = _read(archive, f"files/{name}-latin-{weight}-normal.woff") or b""
            (stock / "fonts" / f"{name}-{weight}.woff").write_bytes(woff)
        _keep_licence(archive, name, licence, stock)
    return len(kept)


def icons(name: str, path: Path, stock: Path) -> int:
    """Keeps the pictures of an icon package; how many. Raises ValueError where its licence asks for more."""
    with tarfile.open(path) as archive:
        licence = str(json.loads(_read(archive, "info.json") or b"{}").get("license", {}).get("spdx"))
        if licence not in FREE:
            raise ValueError(f"{name} is under {licence}")
        folder = stock / "icons" / name
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("icons.json", "info.json", "metadata.json"):
            (folder / file).write_bytes(_read(archive, file) or b"{}")
        _keep_licence(archive, name, licence, stock)
    return len(json.loads((stock / "icons" / name / "icons.json").read_text(encoding="utf-8"))["icons"])


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--stock", type=Path, default=Path("training/stock"))
    given = words.parse_args()
    wanted = [(f"@fontsource/{name}", FONT_VERSION, font) for name in FONTS]
    wanted += [(f"@iconify-json/{name}", version, icons) for name, version in ICONS.items()]
    for package, version, keep in wanted:
        name = package.split("/")[1]
        if (given.stock / "licences" / name).exists():
            continue
        for_a_while = Path(tempfile.mkdtemp())
        try:
            print(f"{package} {version}: {keep(name, packed(package, version, for_a_while), given.stock)}", flush=True)
        except (RuntimeError, ValueError) as why:
            print(f"left out: {why}", flush=True)
        finally:
            shutil.rmtree(for_a_while)


if __name__ == "__main__":
    main()
