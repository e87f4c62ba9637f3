"""Teaches the reader.

    python -m vision.training.crops --out training/crops &       # one core draws
    python -m vision.training.reader --minutes 60                # one core learns; stop and start again as you like
    python -m vision.training.reader --minutes 60 --frozen 6 --cached   # only the last parts learn, five times as quick
    python -m vision.training.reader --minutes 60 --teacher training/shipped.pt   # what it knows stays what it says
    python -m vision.training.reader --minutes 60 --crops training/afar   # small tiles as the same ones near by

Three things are learned together: the face among 37 (36 kinds and "not a known face"), whether the crop is upside down,
and an embedding in which every drawing of every set lies near its own proxy and far from the proxies of the other
drawings of its set, so that a few photographs of a new set are enough to tell its faces apart.

Writes `training/reader.pt`, to go on from and to publish (`vision.training.publish`).
"""

import argparse
import copy
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as nnf

from vision.read.crops import HEIGHT, WIDTH, alight
from vision.training.crops import ARTS, NONE
from vision.training.nets import EMBEDDING, ReaderNet, lay_last
from vision.training.pool import Pool, Rows
from vision.training.trainer import follow

BATCH = 128
PEAK_RATE = 2.5e-3
SETS = 3240  # room for so many
SHARPNESS = 14.0  # of the softmax over proxies
SMOOTHING = 0.05
SAVED_EVERY = 8.0  # minutes: with the proxies and their moments it is a quarter of a gigabyte
EMBEDDED = 4.0  # how much it counts that embeddings lie where a teacher's do
HELD, SOFT = 0.3, 2.0  # how much the label of a crop counts that a teacher reads right, and how softly it says it
Said = tuple[Tensor, Tensor, Tensor]  # of (n,) crops: logits of the face (n, 37) and the turn (n, 1), embeddings (n, E)


class Proxies(nn.Module):
    """A point in the embedding for every drawing of every set; used only while learning."""

    def __init__(self) -> None:
        super().__init__()
        self.points = nn.Embedding(SETS * ARTS, EMBEDDING, sparse=True)
        nn.init.normal_(self.points.weight, std=0.1)
        self.known = torch.zeros(SETS, ARTS, dtype=torch.bool)

    def forward(self, embedding: Tensor, sets: Tensor, arts: Tensor) -> Tensor:
        """How badly the drawings are told from the other drawings of their set."""
        rows = nnf.normalize(self.points(sets[:, None] * ARTS + torch.arange(ARTS)), dim=2)
        logits = SHARPNESS * torch.bmm(rows, embedding[:, :, None])[:, :, 0]
        logits = logits.masked_fill(~self.known[sets], -30.0)
        return nnf.cross_entropy(logits, arts)


def dressed(crops: np.ndarray, upside: np.ndarray, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Crops as the network takes them, (n, 3, H, W) RGB 0..1, some turned over, lit anew, or partly hidden; dark tiles
    alight, as at the table."""
    n = len(crops)
    turn = rng.random(n) < 0.5
    crops, upside = alight(crops).copy(), upside.copy()
    crops[turn] = crops[turn][:, ::-1, ::-1]
    upside[turn] = np.where(upside[turn] < 0, -1, 1 - upside[turn])
    for k in np.flatnonzero(rng.random(n) < 0.06):  # a finger, a neighbour's edge
        w, h = int(rng.integers(4, WIDTH // 2)), int(rng.integers(4, HEIGHT // 3))
        left, top = int(rng.integers(-4, WIDTH)), int(rng.integers(-4, HEIGHT))
        crops[k, max(top, 0) : top + h, max(left, 0) : left + w] = rng.integers(0, 256, 3)
    x = torch.from_numpy(np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2))).float() / 255
    gain = torch.from_numpy(
        np.exp(rng.normal(0, 0.12, (n, 1, 1, 1))) * np.exp(rng.normal(0, 0.04, (n, 3, 1, 1)))
    ).float()
    lift = torch.from_numpy(rng.normal(0, 0.04, (n, 1, 1, 1))).float()
    return (x * gain + lift).clamp(0, 1), torch.from_numpy(upside.astype(np.int64))


class Learner:
    """The network, the running mean of its weights, the proxies, and what moves them; all that is saved to go on from.
    The first `frozen` parts of the body stay as they are. Of what a teacher with the same frozen parts reads right it
    is pulled, `pulled` strongly, to say what that says; so it is, of crops that come with what the shipped reader says
    of the same tiles near by (`vision.training.afar`), to say that, and to embed all of them as that does."""

    def __init__(self, save: Path, frozen: int, teacher: Path | None = None, pulled: float = 1.0) -> None:
        self.save, self.pulled = save, pulled
        self.teacher: ReaderNet | None = None
        if teacher is not None:
            self.teacher = ReaderNet()
            self.teacher.load_state_dict(torch.load(teacher, weights_only=True)["net"])
            lay_last(self.teacher)
            self.teacher.eval()
        self.net, self.proxies = ReaderNet(), Proxies()
        lay_last(self.net)
        self.smooth = copy.deepcopy(self.net)
        self.best = torch.optim.AdamW(self.net.parameters(), lr=PEAK_RATE, weight_decay=2e-4)
        self.points: torch.optim.Optimizer = torch.optim.SparseAdam(self.proxies.parameters(), lr=5 * PEAK_RATE)
        self.step = 0
        if save.exists():
            self._go_on(torch.load(save, weights_only=True))
        self.frozen = self.net.body[:frozen]
        for weight in self.frozen.parameters():
            weight.requires_grad_(requires_grad=False)

    def _go_on(self, kept: dict[str, Any]) -> None:
        self.net.load_state_dict(kept["net"])
        self.smooth.load_state_dict(kept["smooth"])
        if "proxies" in kept:  # what `vision.training.resume` makes of shipped weights has none
            self.proxies.load_state_dict(kept["proxies"])
            self.best.load_state_dict(kept["best"])
            self.points.load_state_dict(kept["points"])
            self.proxies.known = kept["known"]
        self.step = int(kept["step"])

    def keep(self) -> None:
        """Saves all of it."""
        held = ("net", "smooth", "proxies", "best", "points")
        state = {name: getattr(self, name).state_dict() for name in held}
        torch.save(state | {"known": self.proxies.known, "step": self.step}, self.save.with_suffix(".part"))
        self.save.with_suffix(".part").replace(self.save)

    def prepared(self, rows: Rows, rng: np.random.Generator) -> Rows:
        """Crops dressed and taken through the frozen parts: `deep` (n, C, H, W) float16 in their place."""
        x, upside = dressed(rows["crops"], rows["upside"], rng)
        self.frozen.eval()
        with torch.no_grad():
            some = [self.frozen(part.contiguous(memory_format=torch.channels_last)) for part in x.split(BATCH)]
        deep = torch.cat(some).half().numpy()
        kept = {name: rows[name] for name in ("tile", "set", "art", "logits", "points") if name in rows}
        return kept | {"deep": deep, "upside": upside.numpy()}

    def learn(self, rows: Rows, rate: float) -> list[float]:
        """One step on a batch of what was `prepared`; the losses of face, turn and nearness, the share read right, and
        how far what is said of what a teacher knows is from its word."""
        self.best.param_groups[0]["lr"] = rate
        self.points.param_groups[0]["lr"] = 5 * rate
        tile, sets, arts, upside = (
            torch.from_numpy(rows[k].astype(np.int64)) for k in ("tile", "set", "art", "upside")
        )
        deep = torch.from_numpy(rows["deep"]).float().contiguous(memory_format=torch.channels_last)
        taught = self.teacher is not None or "logits" in rows
        self.net.train(not taught)  # beside a teacher the norms stay its own
        self.frozen.eval()
        faces, turned, embedding = self.net.after(len(self.frozen), deep)
        each = nnf.cross_entropy(faces, tile, label_smoothing=SMOOTHING, reduction="none")
        held, pull = torch.zeros(len(tile), dtype=torch.bool), torch.zeros(())
        if taught:
            its = self._its_word(rows, deep, turned)
            held = its[0].argmax(1) == tile
            near = held | ("logits" in rows)  # what a tile looks like near by holds whether or not it is read right
            if held.any():
                pull = far((faces, turned, embedding), its, held) * held.float().mean()
            if near.any():
                pull = pull + apart(embedding[near], its[2][near]) * near.float().mean()
        face_loss = (each * torch.where(held, HELD, 1.0)).mean()
        told = upside >= 0
        turn_loss = nnf.binary_cross_entropy_with_logits(turned[told, 0], upside[told].float())
        real = (tile != NONE) & (sets < SETS)
        if taught:  # where the others lie is the teacher's to say
            real &= ~near
        self._begin(embedding[real].detach(), sets[real], arts[real])
        near_loss = self.proxies(embedding[real], sets[real], arts[real]) if real.any() else torch.zeros(())
        self.best.zero_grad()
        self.points.zero_grad()
        torch.autograd.backward(face_loss + 0.3 * turn_loss + 0.5 * near_loss + self.pulled * pull)
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.best.step()
        self.points.step()
        self.step += 1
        follow(self.smooth, self.net, self.step)
        right = (faces.argmax(1) == tile).float().mean()
        return [face_loss.item(), turn_loss.item(), near_loss.item(), right.item(), pull.item()]

    def _its_word(self, rows: Rows, deep: Tensor, turned: Tensor) -> Said:
        """What the teacher says of a batch; which way up a tile lies is not asked of what was seen near by, where the
        learner's own word `turned` stands for it."""
        with torch.no_grad():
            if self.teacher is not None:
                return self.teacher.after(len(self.frozen), deep)
            logits, points = (torch.from_numpy(rows[name].astype(np.float32)) for name in ("logits", "points"))
            return logits, turned.detach(), points

    def _begin(self, embedding: Tensor, sets: Tensor, arts: Tensor) -> None:
        """Puts the proxies of drawings not met before where the network already has them."""
        new = ~self.proxies.known[sets, arts]
        with torch.no_grad():
            self.proxies.points.weight[sets[new] * ARTS + arts[new]] = embedding[new]
        self.proxies.known[sets, arts] = True


def far(said: Said, its: Said, held: Tensor) -> Tensor:
    """How far the faces and turns that are said of the crops that are `held` (n,) are from what a teacher says."""
    faces, turned, its_faces, its_turned = said[0][held], said[1][held], its[0][held], its[1][held]
    soft, its_soft = (nnf.log_softmax(one / SOFT, dim=1) for one in (faces, its_faces))
    less = nnf.kl_div(soft, its_soft, log_target=True, reduction="batchmean") * SOFT**2
    return less + 0.3 * nnf.binary_cross_entropy_with_logits(turned, its_turned.sigmoid())


def apart(embedding: Tensor, its: Tensor) -> Tensor:
    """How far embeddings (n, E) are from a teacher's."""
    return EMBEDDED * (1 - (embedding * its).sum(1)).mean()


def learn(given: argparse.Namespace) -> None:
    """Learns until the minutes are up, saving as it goes."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng((given.seed, int(time.time())))
    learner = Learner(given.save, given.frozen, given.teacher, given.pulled)
    pool = Pool(given.crops, (lambda shard: learner.prepared(shard, rng)) if given.cached else (lambda shard: shard))
    while not pool.refresh():
        time.sleep(2.0)
    started, first = time.monotonic(), learner.step
    average = np.zeros(5)
    spent, saved, told = 0.0, 0.0, 0.0
    while spent < given.minutes:
        if learner.step % 20 == 0:
            pool.refresh()
        spent = (time.monotonic() - started) / 60
        fade = 0.5 * (1 + np.cos(np.pi * min(1.0, spent / given.minutes)))
        rate = float(given.rate * min(1.0, (learner.step - first + 1) / 300) * (0.01 + 0.99 * fade))
        rows = pool.batch(rng, BATCH)
        rows = rows if given.cached else learner.prepared(rows, rng)
        average = 0.99 * average + 0.01 * np.array(learner.learn(rows, rate))
        if spent - saved > SAVED_EVERY or spent >= given.minutes:
            saved = spent
            learner.keep()
        if spent - told > 1.0 or spent >= given.minutes:
            told = spent
            print(
                f"{spent:.1f} min, step {learner.step} "
                f"({(learner.step - first) * BATCH / max(spent, 1e-6) / 60:.0f} crops/s), "
                f"pool {pool.refresh()}, "
                f"rate {rate:.1e}, face {average[0]:.3f}, turn {average[1]:.3f}, near {average[2]:.3f}, "
                f"right {average[3]:.3f}, pull {average[4]:.3f}",
                flush=True,
            )


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--minutes", type=float, default=60.0)
    words.add_argument("--rate", type=float, default=PEAK_RATE)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--frozen", type=int, default=0, help="parts of the body that stay as they are")
    words.add_argument("--cached", action="store_true", help="what these make of a crop is kept, not made anew")
    words.add_argument("--teacher", type=Path, default=None, help="whose word is kept to where it reads right")
    words.add_argument("--pulled", type=float, default=1.0, help="how strongly")
    words.add_argument("--crops", type=Path, default=Path("training/crops"))
    words.add_argument("--save", type=Path, default=Path("training/reader.pt"))
    given = words.parse_args()
    learn(given)


if __name__ == "__main__":
    main()
