"""Begins where the shipped weights end: makes the state that a learner goes on from out of a network in `models`.

    python -m vision.training.resume finder         # writes training/finder.pt
    python -m vision.training.resume corners        # writes training/corners.pt
    python -m vision.training.resume bands          # writes training/bands.pt
    python -m vision.training.resume reader --patches training/crops        # writes training/reader.pt
    python -m vision.training.resume second --patches training/afar         # writes training/second.pt
    python -m vision.training.resume strangers --patches training/crops     # writes training/strangers.pt
    python -m vision.training.resume indices --patches training/crops       # writes training/indices.pt
    python -m vision.training.resume counts --patches training/crops        # writes training/counts.pt
    python -m vision.training.resume raised --patches training/raised       # writes training/raised.pt
    python -m vision.training.resume together       # writes training/together.pt
    python -m vision.training.resume numerals       # writes training/numerals.pt

What is shipped has its batch norms folded into its convolutions. They are unfolded by looking at drawn patches: each
norm gets the mean and the spread of what it sees there, and undoes both, so that the network says what it said before.
What reads tiles or figures together has none there, and is taken as it is. The optimizer starts anew.
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from vision.read.corners import EXACT, WIDER, View
from vision.read.crops import alight, cut, grown, planes
from vision.training.figure_sets import drawn_set
from vision.training.nets import (
    CornersNet,
    CountsNet,
    FinderNet,
    IndicesNet,
    RaisedNet,
    ReaderNet,
    TogetherNet,
    of_shares,
)
from vision.training.numerals import NumeralsNet, font_files, fonts_of
from vision.training.publish import MODELS, NETWORKS, read_head

ENOUGH = 128  # patches looked at; of the corner network, the tiles in them


def held_by(path: Path) -> dict[str, NDArray[np.float32]]:
    """What an ONNX file holds, by its names."""
    return {one.name: np.array(numpy_helper.to_array(one)) for one in onnx.load(str(path)).graph.initializer}


def weights_of(path: Path) -> list[dict[str, Tensor]]:
    """The `weight` and `bias` of each convolution and each full layer of an ONNX file, in the order they are run."""
    held = {name: torch.from_numpy(value) for name, value in held_by(path).items()}
    nodes = [node for node in onnx.load(str(path)).graph.node if node.op_type in ("Conv", "Gemm")]
    return [{"weight": held[node.input[1]], "bias": held[node.input[2]]} for node in nodes]


def module_of(node: str) -> str:
    """The layer by whose name a node of an ONNX file is called: of `/layers.0/thinks/thinks.2/MatMul` it is
    `layers.0.thinks.2`, for a layer of a row is called by the row's name too."""
    parts = list[str]()
    for part in node.strip("/").split("/")[:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()
        parts.append(part)
    return ".".join(parts)


def as_it_is(path: Path, net: nn.Module) -> None:
    """Gives a network, all but a `body` with batch norms, what an ONNX file of it holds: most by its name, the weights
    of full layers turned, by the layers that ask for them, and what is by no layer by its size. Raises RuntimeError
    where the file is another network's."""
    held, all_of_it = held_by(path), net.state_dict()
    mine = {name: value for name, value in all_of_it.items() if not name.startswith("body.")}
    state = {name: torch.from_numpy(value) for name, value in held.items() if name in mine}
    asked = [node for node in onnx.load(str(path)).graph.node if node.op_type == "MatMul" and node.input[1] in held]
    state |= {f"{module_of(node.name)}.weight": torch.from_numpy(held[node.input[1]].T.copy()) for node in asked}
    left = [v for name, v in held.items() if name not in mine and name not in {node.input[1] for node in asked}]
    for name in mine.keys() - state.keys():
        of_size = [v for v in left if v.size == mine[name].numel() > 1]
        if len(of_size) == 1:
            state[name] = torch.from_numpy(of_size[0].reshape(mine[name].shape))
    if missing := mine.keys() - state.keys():
        raise RuntimeError(f"{path.name} is another network's: it has no {min(missing)}")
    net.load_state_dict(all_of_it | state)


def unfold(net: nn.Module, layers: list[dict[str, Tensor]], look_at: Tensor) -> None:
    """Gives a network (its layers registered in the order they are run) the folded weights, and its batch norms what
    they need for it to say the same of any picture; `look_at` (n, 3, H, W) is what the norms learn their means from.
    Raises ValueError where the layers are not those of the network."""
    mine = [one for one in net.modules() if isinstance(one, nn.Conv2d | nn.Linear)]
    if [tuple(one.weight.shape) for one in mine] != [tuple(of["weight"].shape) for of in layers]:
        raise ValueError("these weights are another network's")
    order = list(net.modules())
    norms: list[nn.BatchNorm2d] = []
    with torch.no_grad():
        for one, of in zip(mine, layers, strict=True):
            one.weight.copy_(of["weight"])
            if one.bias is not None:
                one.bias.copy_(of["bias"])
                continue
            norm = order[order.index(one) + 1]
            assert isinstance(norm, nn.BatchNorm2d)
            assert norm.running_var is not None
            norm.running_var.fill_(1 - norm.eps)
            norm.bias.copy_(of["bias"])
            norms.append(norm)
        met: dict[nn.Module, Tensor] = {}
        watched = [norm.register_forward_hook(lambda which, came, _: met.update({which: came[0]})) for norm in norms]
        net.eval()
        net(look_at)
        for watch in watched:
            watch.remove()
        for norm in norms:
            came = met[norm].transpose(0, 1).flatten(1)
            assert norm.running_mean is not None
            assert norm.running_var is not None
            norm.running_mean.copy_(came.mean(1))
            norm.running_var.copy_(came.var(1))
            norm.weight.copy_((norm.running_var + norm.eps).sqrt())
            norm.bias.add_(norm.running_mean)


def _patches(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Some patches and their quads."""
    with np.load(min(folder.glob("*.npz"))) as data:
        return data["image"][:ENOUGH], data["quads"][:ENOUGH]


def _tiles(images: NDArray[np.uint8], quads: NDArray[np.float32], view: View) -> NDArray[np.uint8]:
    """The tiles of patches, cut out as a network of such a view sees them."""
    crops = [
        cut(image, grown(mine[~np.isnan(mine[:, 0, 0])], view.around), view.size)
        for image, mine in zip(images, quads, strict=True)
    ]
    return np.concatenate(crops)[: 8 * ENOUGH]


def numerals_as_shipped(stock: Path) -> NumeralsNet:
    """What reads figures; its norms look at figures of the fonts in the stock."""
    net, path, rng = NumeralsNet(), MODELS / "numerals.onnx", np.random.default_rng(1)
    as_it_is(path, net)
    fonts = fonts_of(font_files(stock)[:ENOUGH])
    seen = np.concatenate([drawn_set(rng, fonts).patches for _ in range(ENOUGH // 4)])
    convolutions = sum(isinstance(one, nn.Conv2d) for one in net.body)
    unfold(net.body, weights_of(path)[:convolutions], torch.from_numpy(seen[:, None]))
    return net


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("which", choices=(*NETWORKS, "numerals"))
    words.add_argument("--patches", type=Path, default=Path("training/patches"))
    words.add_argument("--stock", type=Path, default=Path("training/stock"), help="of fonts, for the numerals")
    words.add_argument("--save", type=Path, default=None)
    given = words.parse_args()
    if given.which == "numerals":
        _keep(given, numerals_as_shipped(given.stock))
        return
    finds = given.which == "finder"
    view = WIDER if given.which == "bands" else EXACT
    makes: dict[str, Callable[[], nn.Module]] = {
        "finder": FinderNet,
        "corners": partial(CornersNet, view.size),
        "bands": partial(CornersNet, view.size),
        "indices": IndicesNet,
        "counts": CountsNet,
        "raised": RaisedNet,
    }
    net = TogetherNet() if given.which == "together" else makes.get(given.which, ReaderNet)()
    if isinstance(net, TogetherNet):
        as_it_is(MODELS / "together.onnx", net)
        _keep(given, net)
        return
    if given.which in ("reader", "second", "strangers", "indices", "counts", "raised"):
        with np.load(min(given.patches.glob("*.npz"))) as data:
            seen = data["crops"][: 8 * ENOUGH]
            seen = seen if given.which == "raised" else alight(seen)
    else:
        images, quads = _patches(given.patches)
        seen = images if finds else _tiles(images, quads, view)
    held = weights_of(MODELS / f"{given.which}.onnx")
    if finds:
        held[0]["weight"] = of_shares(held[0]["weight"])
    unfold(net, held, torch.from_numpy(planes(seen)))
    if isinstance(net, IndicesNet):
        # one of each group, in order
        none = [float(one) for one in held_by(MODELS / "indices.onnx").values() if one.ndim == 0]
        net.none.data.copy_(torch.tensor(none))
    _keep(given, net)


def _keep(given: argparse.Namespace, net: nn.Module) -> None:
    """Writes the state that a learner goes on from."""
    state = {"net": net.state_dict(), "step": int(read_head(MODELS / f"{given.which}.md")["steps"])}
    save = given.save or Path(f"training/{given.which}.pt")
    torch.save(state | {"smooth": net.state_dict()}, save)
    print(f"{save}: as shipped, {state['step']} steps")


if __name__ == "__main__":
    main()
