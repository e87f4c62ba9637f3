"""Puts a trained network into the `models` package: exports it and rewrites its card's head.

    python -m vision.training.publish finder        # from training/finder.pt
    python -m vision.training.publish corners       # from training/corners.pt
    python -m vision.training.publish bands         # from training/bands.pt
    python -m vision.training.publish reader        # from training/reader.pt, with its temperature measured
    python -m vision.training.publish second        # from training/second.pt
    python -m vision.training.publish strangers     # from training/strangers.pt
    python -m vision.training.publish indices       # from training/indices.pt
    python -m vision.training.publish counts        # from training/counts.pt
    python -m vision.training.publish together      # from training/together.pt
    python -m vision.training.publish raised        # from training/raised.pt
    python -m vision.training.publish finder --share 0.6    # so far from what is shipped toward training/finder.pt

The head is the JSON between the first two lines of three dashes; the words below it are kept.
"""

import argparse
import hashlib
import json
import warnings
from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import numpy_helper

from engine.tile import CODES, N_KINDS
from vision.read.corners import EXACT, WIDER
from vision.read.crops import AROUND, HEIGHT, LEARNED_MARGIN, WIDTH
from vision.read.together import FEATURES, PAIRS
from vision.training import nets

MODELS = Path(__file__).parents[2] / "models"

NETWORKS = ("finder", "corners", "bands", "reader", "second", "strangers", "indices", "counts", "together", "raised")

Axes = dict[str, dict[int, str]]
Shown = tuple[torch.Tensor, ...]


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


def exported(net: torch.nn.Module, target: Path, shown: Shown, axes: Axes) -> None:
    """Writes a network as ONNX, given something to show it; `axes`: what it takes, then all that it says, by name, each
    with its sides of any length."""
    net.eval()
    names = list(axes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            shown,
            str(target),
            input_names=names[: len(shown)],
            output_names=names[len(shown) :],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )


def mixed(before: onnx.ModelProto, target: Path, share: float) -> None:
    """Moves the network in `target` back toward what it was `before`, of the same layers: its weights are `share` of
    the way from those to its own. Its norms are folded into them, so that nothing has to be measured anew."""
    now = onnx.load(str(target))
    layers = [[n for n in of.graph.node if n.op_type in ("Conv", "Gemm")] for of in (before, now)]
    was = {one.name: numpy_helper.to_array(one) for one in before.graph.initializer}
    pairs = {
        mine: theirs
        for old, new in zip(*layers, strict=True)
        for theirs, mine in zip(old.input[1:], new.input[1:], strict=True)
    }
    for one in now.graph.initializer:
        if one.name in pairs:
            old, new = was[pairs[one.name]], numpy_helper.to_array(one)
            one.CopyFrom(numpy_helper.from_array((old * (1 - share) + new * share).astype(new.dtype), one.name))
    onnx.save(now, str(target))


def carded(net: torch.nn.Module, target: Path, steps: int, head: dict[str, Any]) -> None:
    """Rewrites the head of the card of a network that was written, after so many steps of training; what is not in
    `head` stays."""
    card = target.with_suffix(".md")
    of = {
        "steps": int(steps),
        "parameters": int(sum(p.numel() for p in net.parameters())),
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
    }
    write_head(card, read_head(card) | head | of)
    print(f"{target.name}: {target.stat().st_size / 1e6:.2f} MB, {of['parameters']} parameters, {steps} steps")


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("which", choices=NETWORKS)
    words.add_argument("--weights", type=Path, default=None)
    words.add_argument("--share", type=float, default=1.0, help="how far from what is shipped toward these weights")
    given = words.parse_args()
    weights = torch.load(given.weights or Path(f"training/{given.which}.pt"), weights_only=True)
    target = MODELS / f"{given.which}.onnx"
    net, shown, axes, head = _network(given.which)
    net.load_state_dict(weights["smooth"])
    before = onnx.load(str(target)) if given.share < 1 else None
    exported(nets.OfBytes(net) if isinstance(net, nets.FinderNet) else net, target, shown, axes)
    if before is not None:
        mixed(before, target, given.share)
    carded(net, target, weights["step"], head)


def _together() -> tuple[torch.nn.Module, Shown, Axes, dict[str, Any]]:
    """The same of the network that reads the tiles of a set together."""
    said = {
        "input": f"tiles: (1, n, {FEATURES}) and pairs: (1, n, n, {PAIRS}) float32: `features` of "
        "`vision.read.together`",
        "output": f"kinds: (1, n, {N_KINDS}) log p, in the order of the kinds",
    }
    shown = torch.rand(1, 5, FEATURES), torch.rand(1, 5, 5, PAIRS)
    return nets.TogetherNet(), shown, {"tiles": {1: "n"}, "pairs": {1: "n", 2: "n"}, "kinds": {1: "n"}}, said


def _network(which: str) -> tuple[torch.nn.Module, Shown, Axes, dict[str, Any]]:
    """A network to be filled, what to show it, its axes and what its card says of them."""
    if which == "together":
        return _together()
    tile = (torch.rand(2, 3, HEIGHT, WIDTH),)
    if which == "finder":
        said = {
            "input": "image: (n, 3, H, W) uint8 BGR, H and W multiples of 16",
            "output": "cells: (n, 9, H/4, W/4): heat logit, middle x y (cells from the cell's own), log half sides "
            f"across and along / {nets.SIZE_UNIT} px, cos and sin of the doubled angles across and along",
        }
        axes = {"image": {0: "n", 2: "h", 3: "w"}, "cells": {0: "n", 2: "h4", 3: "w4"}}
        return nets.FinderNet(), (torch.zeros(1, 3, 192, 192, dtype=torch.uint8),), axes, said
    crops = f"crops: (n, 3, {HEIGHT}, {WIDTH}) float32 RGB 0..1"
    if which in ("corners", "bands"):
        view = EXACT if which == "corners" else WIDER
        width, height = view.size
        said = {
            "input": f"crops: (n, 3, {height}, {width}) float32 RGB 0..1, a found tile with {view.around:.2f} of its "
            "size around it",
            "output": "corners: (n, 8): x and y of the corners less those of the quad given, in parts of its width "
            "and height",
        }
        return (
            nets.CornersNet(view.size),
            (torch.rand(2, 3, height, width),),
            {"crops": {0: "n"}, "corners": {0: "n"}},
            said,
        )
    if which == "raised":
        said = {
            "input": f"crops: (n, 3, {HEIGHT}, {WIDTH}) float32 RGB 0..1, a found tile with {AROUND:.2f} of its size "
            "around it, either end up",
            "output": "odds: (n,): log odds that a thing lies there, its edges where the quad's are, and no print",
        }
        return nets.RaisedNet(), tile, {"crops": {0: "n"}, "odds": {0: "n"}}, said
    if which == "indices":
        said = {
            "input": f"{crops}, a tile of an unknown set with a little around it",
            "output": "numbers, suits, honours: (n, 10), (n, 4), (n, 10) log p: 1 to 9, the word of a suit, the sign "
            "of a wind, dragon, flower or joker in the order of the kinds stands somewhere on it; the last: none does. "
            "places: (n, 9, 16, 12) log p: each number stands there",
        }
        axes = {name: {0: "n"} for name in ("crops", "numbers", "suits", "honours", "places")}
        return nets.IndicesNet(), tile, axes, said
    if which == "counts":
        said = {
            "input": f"{crops}, a tile of an unknown set with a little around it, either end up",
            "output": "counts: (n, 10) log p: so many pictures of one kind are shown, from one on; the last: none are "
            "counted",
        }
        return nets.CountsNet(), tile, {"crops": {0: "n"}, "counts": {0: "n"}}, said
    of_faces = {
        "input": f"{crops}, a tile with {LEARNED_MARGIN} of its size around it",
        "output": f"faces: (n, 37) logits; upside: (n, 1) logit; embedding: (n, {nets.EMBEDDING}) of length one",
        "labels": [*CODES, "none"],
        "temperature": read_head(MODELS / f"{which}.md").get("temperature", 1.0),
    } | {"reader": {"doubt": 0.0}, "second": {"share": 0.7}}.get(which, {})
    return nets.ReaderNet(), tile, {name: {0: "n"} for name in ("crops", "faces", "upside", "embedding")}, of_faces


if __name__ == "__main__":
    main()
