"""Puts the mean of the shipped reader and a taught one between the two.

    python -m vision.training.mean --one training/shipped.pt --other training/reader.pt --crops training/chosen*.npz

prints, for each share of the second, how many of the crops each shard holds are read right, and writes
`training/mean.pt` with the share whose worst loss against the first is none, and best otherwise. What is chosen on may
be nothing that is measured later: shards of sets that training learns from, and of what `vision.training.stock` keeps
back; some of their crops must show no face, as on a table, for the mixed network's norms are measured on them. Both
states must come of the same beginning (`vision.training.resume`), and be of a training whose rate had faded.
"""

import argparse
import copy
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.read.crops import alight, planes
from vision.training.crops import NONE

if TYPE_CHECKING:
    import torch

    from vision.training.nets import ReaderNet

    State = dict[str, torch.Tensor]

NORMED = 1000  # crops of each shard that the norms of a mixed network are measured on
SHARES = (0.0, 0.5, 1.0)
HARM = 0.004  # of the tiles of a shard: so many fewer read right is chance


def mean(one: "State", other: "State", share: float) -> "State":
    """The weights `share` of the way from one to the other; counters are the other's."""
    import torch

    return {
        name: torch.lerp(one[name], there, share) if there.dtype.is_floating_point else there
        for name, there in other.items()
    }


def norms_anew(net: "ReaderNet", crops: NDArray[np.uint8]) -> None:
    """Gives each norm the mean and the spread of what it sees of the crops (n, 64, 48, 3): those between two networks'
    are no mixed network's, and cost it more than the mixing."""
    import torch

    for norm in net.modules():
        if isinstance(norm, torch.nn.BatchNorm2d):
            norm.momentum = None  # all parts count alike
            norm.reset_running_stats()
    net.train()
    with torch.no_grad():
        for part in np.array_split(crops, max(1, len(crops) // 256)):
            net(torch.from_numpy(planes(alight(part))))


def right(net: "ReaderNet", crops: NDArray[np.uint8], tiles: NDArray[np.int64]) -> float:
    """The share of the tiles (n, 64, 48, 3) that are read right, each looked at both ways up."""
    import torch

    net.eval()
    faces = []
    with torch.no_grad():
        for part in np.array_split(crops, max(1, len(crops) // 256)):
            both = [net(torch.from_numpy(planes(alight(view))))[0] for view in (part, part[:, ::-1, ::-1])]
            faces.append((both[0] + both[1])[:, :NONE].argmax(1).numpy())
    return float((np.concatenate(faces) == tiles).mean())


def best_share(told: dict[float, list[float]]) -> float:
    """Of the shares and how much of each shard is read right with each: the one that reads most of all together and of
    no shard less than the first does, but for chance. Nothing may be better than the first, whose share is 0."""
    harmless = [s for s, mine in told.items() if all(m >= f - HARM for m, f in zip(mine, told[0.0], strict=True))]
    return max(harmless, key=lambda s: sum(told[s]))


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--one", type=Path, default=Path("training/shipped.pt"))
    words.add_argument("--other", type=Path, default=Path("training/reader.pt"))
    words.add_argument("--crops", type=Path, nargs="+", required=True)
    words.add_argument("--save", type=Path, default=Path("training/mean.pt"))
    given = words.parse_args()
    import torch

    from vision.training.nets import ReaderNet

    torch.set_num_threads(1)
    one, kept = (torch.load(path, weights_only=True) for path in (given.one, given.other))
    shards, seen = [], []
    for path in given.crops:
        with np.load(path) as data:
            real = data["tile"] < NONE
            seen.append(data["crops"][:NORMED])
            shards.append((path.stem, data["crops"][real], data["tile"][real].astype(np.int64)))
    mixed_crops = np.random.default_rng(1).permutation(np.concatenate(seen))
    net, told, states = ReaderNet(), dict[float, list[float]](), dict[float, "State"]()
    for share in SHARES:
        net.load_state_dict(mean(one["net"], kept["net"], share))
        if 0 < share < 1:
            norms_anew(net, mixed_crops)
        states[share] = copy.deepcopy(net.state_dict())
        told[share] = [right(net, crops, tiles) for _, crops, tiles in shards]
        said = ", ".join(f"{name} {r:.3f} of {len(t)}" for (name, _, t), r in zip(shards, told[share], strict=True))
        print(f"share {share:.2f}: {said}", flush=True)
    share = best_share(told)
    torch.save({"smooth": states[share], "net": states[share], "step": kept["step"]}, given.save)
    print(f"{given.save}: share {share:.2f}")


if __name__ == "__main__":
    main()
