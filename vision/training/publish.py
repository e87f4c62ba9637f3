"""Puts a trained network into the `models` package: exports it and rewrites its card's head.

    python -m vision.training.publish finder        # from training/finder.pt
    python -m vision.training.publish corners       # from training/corners.pt
    python -m vision.training.publish bands         # from training/bands.pt
    python -m vision.training.publish reader        # from training/reader.pt, with its temperature measured
    python -m vision.training.publish strangers     # from training/strangers.pt

The head is the JSON between the first two lines of three dashes; the words below it are kept.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import torch

from engine.tile import CODES
from vision.read.corners import AROUND
from vision.read.crops import HEIGHT, LEARNED_MARGIN, WIDTH
from vision.training import corners, finder, nets, reader

MODELS = Path(__file__).parents[2] / "models"


def write_head(card: Path, head: dict[str, Any]) -> None:
    """Replaces the head of a card, keeping its words; starts a card where there is none."""
    words = f"# {card.stem}\n"
    if card.exists():
        parts = card.read_text(encoding="utf-8").split("---\n", 2)
        words = parts[2] if len(parts) == 3 else words
    card.write_text(f"---\n{json.dumps(head, indent=1)}\n---\n{words}", encoding="utf-8")


def read_head(card: Path) -> dict[str, Any]:
    """The head of a card; empty where there is none."""
    if not card.exists():
        return {}
    head: dict[str, Any] = json.loads(card.read_text(encoding="utf-8").split("---\n", 2)[1])
    return head


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("which", choices=["finder", "corners", "bands", "reader", "strangers"])
    words.add_argument("--weights", type=Path, default=None)
    given = words.parse_args()
    weights = torch.load(given.weights or Path(f"training/{given.which}.pt"), weights_only=True)
    target = MODELS / f"{given.which}.onnx"
    head = read_head(target.with_suffix(".md"))
    net: torch.nn.Module
    if given.which == "finder":
        net = find = nets.FinderNet()
        find.load_state_dict(weights["net"])
        finder.export(find, target)
        head |= {
            "input": "image: (n, 3, H, W) float32 RGB 0..1, H and W multiples of 16",
            "output": "cells: (n, 9, H/4, W/4): heat logit, middle x y (cells from the cell's own), log half sides "
            f"across and along / {nets.SIZE_UNIT} px, cos and sin of the doubled angles across and along",
        }
    elif given.which in ("corners", "bands"):
        net = lay = nets.CornersNet()
        lay.load_state_dict(weights["smooth"])
        corners.export(lay, target)
        head |= {
            "input": f"crops: (n, 3, {HEIGHT}, {WIDTH}) float32 RGB 0..1, a found tile with {AROUND:.2f} of its size "
            "around it",
            "output": "corners: (n, 8): x and y of the corners less those of the quad given, in parts of its width "
            "and height",
        }
    else:
        net = read = nets.ReaderNet()
        read.load_state_dict(weights["smooth"])
        reader.export(read, target)
        head |= {
            "input": f"crops: (n, 3, {HEIGHT}, {WIDTH}) float32 RGB 0..1, a tile with {LEARNED_MARGIN} of its size "
            "around it",
            "output": f"faces: (n, 37) logits; upside: (n, 1) logit; embedding: (n, {nets.EMBEDDING}) of length one",
            "labels": [*CODES, "none"],
            "temperature": head.get("temperature", 1.0),
        }
        if given.which == "reader":
            head["doubt"] = 0.0
    head["steps"] = int(weights["step"])
    head["parameters"] = int(sum(p.numel() for p in net.parameters()))
    head["sha256"] = hashlib.sha256(target.read_bytes()).hexdigest()
    write_head(target.with_suffix(".md"), head)
    print(
        f"{target.name}: {target.stat().st_size / 1e6:.2f} MB, {head['parameters']} parameters, {head['steps']} steps"
    )


if __name__ == "__main__":
    main()
