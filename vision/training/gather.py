# ruff: noqa: E501  lists of names read better unbroken
"""Fetches the open fonts and pictures that designers' sets are printed with (`vision.training.stock`).

    python -m vision.training.gather --stock training/stock

brings the packages below from the npm registry in the versions named, by `npm pack` (which runs nothing of them), and
keeps of each what is drawn with and its licence: `fonts/NAME-WEIGHT.woff`, `more/NAME-WEIGHT.woff`,
`icons/NAME/{icons,info,metadata}.json`, `licences/NAME`. A package whose own licence is not one of `FREE` is refused.
What is there already is not fetched again.
"""

import argparse
import json
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from functools import partial
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
MORE_FONTS = (
    "abel", "aldrich", "alegreya", "alegreya-sans", "arbutus", "arbutus-slab", "archivo", "archivo-narrow", "asap", "asul", "averia-libre",
    "averia-sans-libre", "averia-serif-libre", "baloo-bhai-2", "baloo-da-2", "barlow", "barrio", "baumans", "belleza", "bentham", "bevan",
    "big-shoulders-display", "black-han-sans", "boogaloo", "bungee-inline", "bungee-shade", "butcherman", "butterfly-kids", "cabin", "cabin-sketch",
    "cantata-one", "cardo", "catamaran", "caudex", "ceviche-one", "chango", "chelsea-market", "cherry-cream-soda", "cherry-swash", "chonburi",
    "clicker-script", "concert-one", "contrail-one", "corben", "cormorant", "cormorant-infant", "coustard", "covered-by-your-grace", "crafty-girls",
    "crete-round", "crimson-pro", "crimson-text", "crushed", "cutive", "damion", "dawning-of-a-new-day", "dela-gothic-one", "delius", "delius-unicase",
    "della-respira", "diplomata", "do-hyeon", "domine", "dosis", "dotgothic16", "dynalight", "eagle-lake", "east-sea-dokdo", "eater", "electrolize",
    "elsie-swash-caps", "emilys-candy", "encode-sans", "encode-sans-condensed", "englebert", "enriqueta", "fanwood-text", "faster-one", "felipa",
    "finger-paint", "fira-sans", "fjord-one", "flamenco", "flavors", "fondamento", "fontdiner-swanky", "forum", "francois-one", "frank-ruhl-libre",
    "freckle-face", "fresca", "fugaz-one", "gaegu", "galindo", "gamja-flower", "gelasio", "geo", "germania-one", "gfs-didot", "give-you-glory", "glegoo",
    "glory", "gorditas", "goudy-bookletter-1911", "grandstander", "gravitas-one", "griffy", "hachi-maru-pop", "halant", "hanalei-fill", "handlee",
    "herr-von-muellerhoff", "hi-melody", "hind", "holtwood-one-sc", "homemade-apple", "ibm-plex-sans", "ibm-plex-serif", "im-fell-dw-pica",
    "im-fell-english", "inika", "inter", "irish-grover", "italianno", "itim", "jolly-lodger", "josefin-slab", "jost", "joti-one", "jua", "junge",
    "just-another-hand", "just-me-again-down-here", "kaisei-decol", "karla", "kelly-slab", "kenia", "khand", "kiwi-maru", "knewave", "kotta-one",
    "kranky", "kreon", "kristi", "krona-one", "la-belle-aurore", "leckerli-one", "lekton", "lemon", "lexend", "libre-caslon-display", "libre-caslon-text",
    "life-savers", "linden-hill", "londrina-solid", "love-ya-like-a-sister", "loved-by-the-king", "m-plus-rounded-1c", "macondo", "major-mono-display",
    "mali", "manrope", "marck-script", "margarine", "maven-pro", "merienda", "metal-mania", "miltonian-tattoo", "miss-fajardose", "mitr",
    "mochiy-pop-one", "modern-antiqua", "molengo", "monofett", "monsieur-la-doulaise", "montaga", "montez", "mountains-of-christmas", "mr-dafoe",
    "mulish", "neuton", "news-cycle", "nobile", "norican", "nosifer", "nothing-you-could-do", "noticia-text", "noto-sans", "noto-serif", "nova-round",
    "nunito-sans", "offside", "oldenburg", "oleo-script", "oregano", "overpass", "ovo", "oxanium", "oxygen", "pangolin", "pathway-gothic-one",
    "patrick-hand-sc", "peralta", "petit-formal-script", "piedra", "pirata-one", "play", "playfair", "playfair-display-sc", "podkova", "poetsen-one",
    "poller-one", "pompiere", "poor-story", "port-lligat-slab", "potta-one", "pragati-narrow", "princess-sofia", "prociono", "prompt", "pt-sans",
    "pt-sans-narrow", "pt-serif", "public-sans", "quattrocento", "questrial", "racing-sans-one", "raleway-dots", "rampart-one", "ranchers", "rasa",
    "red-hat-display", "redressed", "reenie-beanie", "reggae-one", "revalia", "ribeye", "risque", "rocknroll-one", "rosarivo", "rouge-script",
    "rozha-one", "rubik-mono-one", "ruda", "ruge-boogie", "ruluko", "ruthie", "sail", "saira", "saira-condensed", "sanchez", "sarabun", "sarina",
    "scope-one", "seaweed-script", "secular-one", "sevillana", "shadows-into-light", "share-tech", "share-tech-mono", "shippori-mincho", "shojumaru",
    "short-stack", "sigmar-one", "signika", "signika-negative", "simonetta", "sintony", "sirin-stencil", "six-caps", "skranji", "slabo-27px", "slackey",
    "smokum", "snowburst-one", "sofadi-one", "sofia-sans-condensed", "sonsie-one", "sora", "sorts-mill-goudy", "source-sans-3", "source-serif-4",
    "space-grotesk", "spicy-rice", "stardos-stencil", "stick", "stint-ultra-condensed", "stint-ultra-expanded", "strait", "sue-ellen-francisco",
    "suez-one", "sunshiney", "supermercado-one", "swanky-and-moo-moo", "syne", "tangerine", "tinos", "titillium-web", "tomorrow", "trade-winds",
    "train-one", "trirong", "trocchi", "unbounded", "unica-one", "unkempt", "unlock", "urbanist", "vampiro-one", "varela", "vast-shadow", "vibur",
    "vidaloka", "viga", "volkhov", "vollkorn", "voltaire", "waiting-for-the-sunrise", "work-sans", "yanone-kaffeesatz", "yesteryear", "young-serif",
    "yrsa", "yusei-magic", "zen-maru-gothic", "zeyada",
)  # fmt: skip
"""Of these figures alone are learned from (`vision.training.numerals`)."""
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


def font(name: str, path: Path, stock: Path, folder: str = "fonts") -> int:
    """Keeps the Latin files of a font package in a folder of the stock; how many. Raises ValueError where its licence asks for more."""
    with tarfile.open(path) as archive:
        licence = str(json.loads(_read(archive, "package.json") or b"{}").get("license"))
        if licence not in FREE:
            raise ValueError(f"{name} is under {licence}")
        held = [w for w in WEIGHTS if _read(archive, f"files/{name}-latin-{w}-normal.woff")]
        kept = sorted({*held[:1], *held[-1:]})
        for weight in kept:
            (stock / folder).mkdir(parents=True, exist_ok=True)
            woff = _read(archive, f"files/{name}-latin-{weight}-normal.woff") or b""
            (stock / folder / f"{name}-{weight}.woff").write_bytes(woff)
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
    wanted: list[tuple[str, str, Callable[[str, Path, Path], int]]] = []
    wanted += [(f"@fontsource/{name}", FONT_VERSION, font) for name in FONTS]
    wanted += [(f"@fontsource/{name}", FONT_VERSION, partial(font, folder="more")) for name in MORE_FONTS]
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
