"""What networks here are taught with: the weights, the running mean of them, which is what is exported, and what moves
them, for so many minutes; saved to go on from. The reader, which learns more than one thing, has one of its own."""

import argparse
import copy
import time
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
import torch
from torch import Tensor, nn

from vision.training.nets import lay_last

Net = TypeVar("Net", bound=nn.Module)

SMOOTH = 0.997  # of the running mean of the weights
WARM = 200  # steps until the rate is at its peak


@torch.no_grad()
def follow(smooth: nn.Module, net: nn.Module, step: int) -> None:
    """Moves the running mean of the weights a little toward the weights after so many steps, the first ones more."""
    share = min(SMOOTH, step / (step + 50))
    for mean, now in zip(smooth.state_dict().values(), net.state_dict().values(), strict=True):
        if mean.dtype.is_floating_point:
            mean.mul_(share).add_(now, alpha=1 - share)
        else:
            mean.copy_(now)


class Trainer(Generic[Net]):
    """Teaches a network until its minutes are up. What was saved at `save` it goes on from."""

    def __init__(self, net: Net, given: argparse.Namespace, decay: float = 1e-4, longest: float = 1.0) -> None:
        """`given`: `seed`, `save`, `rate` at its peak and `minutes`; `longest`: of the slope, a step."""
        self.net, self._longest = net, longest
        self.save: Path = given.save
        self.rate, self.minutes = float(given.rate), float(given.minutes)
        lay_last(net)
        self.smooth, self.step = copy.deepcopy(net), 0
        self.rng = np.random.default_rng((given.seed, int(time.time())))
        self._moves = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=decay)
        if self.save.exists():
            kept = torch.load(self.save, weights_only=True, map_location="cpu")
            net.load_state_dict(kept["net"])
            self.smooth.load_state_dict(kept["smooth"])
            if "best" in kept:  # not where the shipped weights are gone on from
                self._moves.load_state_dict(kept["best"])
            self.step = int(kept["step"])
        self._first, self._started = self.step, time.monotonic()

    @property
    def spent(self) -> float:
        """Minutes."""
        return (time.monotonic() - self._started) / 60

    def done(self) -> bool:
        """Whether the minutes are up."""
        return self.spent >= self.minutes

    @property
    def pace(self) -> str:
        """How long, how far and how fast, as it is printed."""
        taken = self.step - self._first
        rate = self._moves.param_groups[0]["lr"]
        return f"{self.spent:.1f} min, step {self.step} ({taken / max(self.spent, 1e-6):.0f} a minute), rate {rate:.1e}"

    def learn(self, *missed: Tensor) -> None:
        """One step against all that was missed, scalars with their slopes. The rate rises first, then falls with the
        minutes."""
        fade = 0.5 * (1 + np.cos(np.pi * min(1.0, self.spent / self.minutes)))
        rate = self.rate * min(1.0, (self.step - self._first + 1) / WARM) * (0.01 + 0.99 * fade)
        self._moves.param_groups[0]["lr"] = float(rate)
        self._moves.zero_grad()
        torch.autograd.backward(missed)
        nn.utils.clip_grad_norm_(self.net.parameters(), self._longest)
        self._moves.step()
        self.step += 1
        follow(self.smooth, self.net, self.step)

    def keep(self) -> None:
        """Saves all of it, whole or not at all."""
        state = {"net": self.net.state_dict(), "smooth": self.smooth.state_dict(), "best": self._moves.state_dict()}
        torch.save(state | {"step": self.step}, self.save.with_suffix(".part"))
        self.save.with_suffix(".part").replace(self.save)
