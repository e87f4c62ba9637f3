"""The crops at hand while the reader learns."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

POOL = 100  # shards in memory
Rows = dict[str, np.ndarray]


class Pool:
    """The newest crops, refreshed from the shards as they are drawn, each as `prepare` makes it once. A shard that was
    taken in is called `.taken`, and taken in again by whoever goes on learning."""

    def __init__(self, folder: Path, prepare: Callable[[Rows], Rows] = lambda shard: shard) -> None:
        self._folder, self._prepare = folder, prepare
        self._held: list[Path] = []
        self._shards: list[Rows] = []

    def refresh(self) -> int:
        """Takes in two more shards, new ones first, and removes the files of the oldest beyond `POOL`; returns how many
        are in hand. Raises ValueError where they do not all hold the same: as where the word of another network is
        beside some of them (`vision.training.afar`)."""
        waiting = sorted(self._folder.glob("*.npz"))
        waiting += sorted(set(self._folder.glob("*.taken")) - set(self._held))
        for path in waiting[:2]:
            with np.load(path) as data:
                shard = self._prepare({k: data[k] for k in data.files})
            if self._shards and shard.keys() != self._shards[0].keys():
                raise ValueError(f"{path} holds {sorted(shard)}, other shards beside it {sorted(self._shards[0])}")
            self._shards.append(shard)
            self._held.append(path.rename(path.with_suffix(".taken")))
        for path in self._held[:-POOL]:
            path.unlink()
        self._shards, self._held = self._shards[-POOL:], self._held[-POOL:]
        return len(self._shards)

    def batch(self, rng: np.random.Generator, n: int) -> Rows:
        """Crops at random from a few shards of the pool."""
        picks = rng.integers(len(self._shards), size=4)
        parts = []
        for k in picks:
            shard = self._shards[int(k)]
            rows = rng.integers(len(shard["tile"]), size=n // 4)
            parts.append({name: values[rows] for name, values in shard.items()})
        return {name: np.concatenate([p[name] for p in parts]) for name in parts[0]}
