"""What looking costs, against a net of the size everyone else uses, on the same pictures in the same run.

    python -m tests.bench.bench_eyes [--rounds 7]

The yardstick is a convolutional net of about 2.6 million parameters and 6.5 GFLOP at 640 x 640 with random weights,
shaped like a small one-stage detector (five strides, fusing neck, three heads) and built here; its answers mean
nothing, its work is that of such a detector. Everything runs on one thread. Prints medians in milliseconds and how many
times cheaper the eyes are.
"""

import server  # noqa: F401  it says how many threads numpy may have, before numpy is loaded

# isort: split
import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from engine.tile import Tile
from vision.enrol import coarse_copies, learn, sample
from vision.eyes import Eyes
from vision.follow.settle import LOOK_PX
from vision.judge.company import in_company
from vision.judge.known import NOTHING, Known, Lying, Window
from vision.judge.pictures import pictures
from vision.picture.frame import EncodedFrame
from vision.read.crops import taken
from vision.read.finder import widths
from vision.read.finds import Finds
from vision.read.tileset import TileSet
from vision.read.weights import cores

WIDTHS = (16, 32, 64, 128, 256)
DEPTH = (0, 1, 2, 3, 2)


def message(*fields: tuple[int, int | str | bytes]) -> bytes:
    """A protocol buffer of numbered fields, as ONNX files are made of: numbers, texts, and messages within it."""
    out = bytearray()
    for number, value in fields:
        if isinstance(value, int):
            out += _varint(number << 3) + _varint(value)
        else:
            held = value.encode() if isinstance(value, str) else value
            out += _varint(number << 3 | 2) + _varint(len(held)) + held
    return bytes(out)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes((*out, value))


FLOAT, INTS, STRING = 1, 7, 3  # of tensors; of attributes


@dataclass(slots=True)
class _Net:
    """The comparison net as it is built, with random weights. Each part takes the name of what it works on, and gives
    that of what comes out."""

    nodes: list[bytes] = field(default_factory=list)
    weights: list[bytes] = field(default_factory=list)
    parameters: int = 0
    chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def node(self, kind: str, sources: list[str], out: str, *attributes: bytes) -> str:
        given = ((1, name) for name in sources)
        self.nodes.append(message(*given, (2, out), (4, kind), *((5, each) for each in attributes)))
        return out

    def weight(self, values: NDArray[np.float32], name: str) -> str:
        self.weights.append(message(*((1, n) for n in values.shape), (2, FLOAT), (8, name), (9, values.tobytes())))
        self.parameters += values.size
        return name

    def conv(self, source: str, inputs: int, outputs: int, size: int, stride: int) -> str:
        name = f"c{len(self.nodes)}"
        spread = (2 / (inputs * size * size)) ** 0.5
        kernel = self.chance.normal(0, spread, (outputs, inputs, size, size)).astype(np.float32)
        sources = [source, self.weight(kernel, f"{name}_w")]
        shape = (("kernel_shape", [size] * 2), ("strides", [stride] * 2), ("pads", [size // 2] * 4))
        whole = (message((1, what), *((8, n) for n in numbers), (20, INTS)) for what, numbers in shape)
        self.node("Conv", sources, name, *whole)
        self.node("Sigmoid", [name], f"{name}_s")
        return self.node("Mul", [name, f"{name}_s"], f"{name}_a")

    def block(self, source: str, width: int) -> str:
        inner = self.conv(self.conv(source, width, width // 2, 3, 1), width // 2, width, 3, 1)
        return self.node("Add", [source, inner], f"{inner}_r")

    def grown(self, source: str, inputs: int, outputs: int) -> str:
        narrow = self.conv(source, inputs, outputs, 1, 1)
        mode = message((1, "mode"), (4, "nearest"), (20, STRING))
        return self.node("Resize", [narrow, "", "twice"], f"{narrow}_u", mode)

    def heads(self) -> list[str]:
        """The whole net, from `image` to its three outputs."""
        self.weight(np.array([1, 1, 2, 2], np.float32), "twice")
        here, levels = "image", []
        for k, (width, depth) in enumerate(zip(WIDTHS, DEPTH, strict=True)):
            here = self.conv(here, 3 if k == 0 else WIDTHS[k - 1], width, 3, 2)
            for _ in range(depth):
                here = self.block(here, width)
            levels.append(here)
        outputs = []
        for k in (4, 3, 2):
            if k < 4:
                up = self.grown(here, WIDTHS[k + 1], WIDTHS[k])
                here = self.block(self.node("Add", [levels[k], up], f"fused{k}"), WIDTHS[k])
            head = self.conv(self.conv(here, WIDTHS[k], 64, 3, 1), 64, 64, 3, 1)
            outputs.append(self.conv(head, 64, 64 + 37, 1, 1))
        return outputs


def yardstick() -> "onnxruntime.InferenceSession":
    """The comparison net, ready to run on (1, 3, H, W)."""
    net = _Net()
    outputs = [message((1, name), (2, message((1, message((1, FLOAT)))))) for name in net.heads()]
    sides = (message((1, 1)), message((1, 3)), message((2, "h")), message((2, "w")))
    shape = message(*((1, side) for side in sides))
    image = message((1, "image"), (2, message((1, message((1, FLOAT), (2, shape))))))
    graph = message(
        *((1, each) for each in net.nodes),
        (2, "yardstick"),
        *((5, each) for each in net.weights),
        (11, image),
        *((12, each) for each in outputs),
    )
    model = message((1, 9), (7, graph), (8, message((2, 17))))  # version 9 of the format, 17 of its operators
    print(f"yardstick: {net.parameters / 1e6:.2f} million parameters")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


LOOKS = """
import sys
from vision.eyes import Eyes
from vision.picture.frame import EncodedFrame
eyes = Eyes()
for k in range(3):
    eyes.sight(EncodedFrame(float(k), open(sys.argv[1], "rb").read()).image)
print(next(int(line.split()[1]) // 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def median_ms(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.process_time) -> float:
    """Median time of one call, in milliseconds, after one to warm up: of the processor, where what others do on the
    machine hardly counts, or by another clock."""
    work()
    taken = []
    for _ in range(rounds):
        start = clock()
        work()
        taken.append((clock() - start) * 1000)
    return statistics.median(taken)


def table() -> tuple[NDArray[np.uint8], NDArray[np.float32], list[Tile]]:
    """A 1080p picture with 110 tiles about 29 pixels wide, their quads, and what they are."""
    from tests.tiles_laid import laid_out, whole_set

    flat = [pair for row in whole_set() for pair in row] * 3
    rows = [flat[k : k + 11] for k in range(0, 110, 11)]
    part, quads, tiles = laid_out("newport", rows, 29)
    picture = np.full((1080, 1920, 3), (60, 90, 50), np.uint8)
    h, w = min(part.shape[0], 1080), min(part.shape[1], 1500)
    picture[:h, 200 : 200 + w] = part[:h, :w]
    return picture, quads + np.array([200, 0], np.float32), tiles


def enrolled(eyes: Eyes, seen: Finds, tiles: list[Tile]) -> TileSet:
    """The set that these tiles make."""
    coarse = eyes.reader.embed(coarse_copies(seen.crops))
    samples = [sample("", seen, k, coarse[k], tile) for k, tile in enumerate(tiles)]
    return learn("bench", samples, eyes.reader).tile_set


def yards(jpeg: bytes, rounds: int) -> dict[tuple[int, int], float]:
    """What one frame costs the yardstick at three sizes (width, height), milliseconds."""
    net = yardstick()

    def yard(width: int, height: int) -> float:
        blob = np.random.default_rng(1).random((1, 3, height, width), np.float32)

        def one_frame() -> None:
            whole = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert whole is not None
            cv2.resize(whole, (width, height))
            net.run(None, {"image": blob})

        return median_ms(one_frame, rounds)

    found = {size: yard(*size) for size in ((640, 384), (960, 544), (1280, 736))}
    for (w, h), ms in found.items():
        print(f"yardstick, one frame at {w} x {h}: {ms:.0f} ms")
    return found


@dataclass(frozen=True, slots=True)
class _Scene:
    """A table of tiles, `quads` (n, 4, 2) in pixels, as a frame of `jpeg`; its eyes look `zoom` times as near."""

    jpeg: bytes
    quads: NDArray[np.float32]
    eyes: Eyes
    zoom: float

    def new_tile(self) -> None:
        """One is put down beside the others, which lie as they lay."""
        x, y = self.quads[-1].mean(0).astype(int)
        others = self.quads[:-1].astype(np.float32)
        box = (x - 64, y - 64, x + 64, y + 64)
        image = EncodedFrame(0.0, self.jpeg).image
        seen = self.eyes.sight_window(image, Window(box, self.zoom), Lying.of(image, others, others))
        assert len(seen) == 1

    def cold_start(self) -> None:
        """All of them for the first time."""
        whole = Window((0, 0, 1920, 1080), self.zoom)
        seen = self.eyes.sight_window(EncodedFrame(0.0, self.jpeg).image, whole)
        in_company(seen.log_p, seen.points)


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=7)
    rounds = words.parse_args().rounds
    cv2.setNumThreads(1)
    picture, quads, tiles = table()
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    eyes = Eyes()
    yard = yards(jpeg, rounds)
    before = EncodedFrame(0.0, jpeg).small
    idle = median_ms(lambda: cv2.absdiff(EncodedFrame(0.0, jpeg).small, before).max(), rounds)
    scene = _Scene(jpeg, quads, eyes, LOOK_PX / float(np.median(widths(eyes.sight(picture).quads))))
    fresh, cold = median_ms(scene.new_tile, rounds), median_ms(scene.cold_start, rounds)
    photo = median_ms(lambda: eyes.sight(EncodedFrame(0.0, jpeg).image), rounds)
    print(f"idle frame: {idle:.1f} ms, {yard[640, 384] / idle:.1f} times cheaper than the yardstick at 640 x 384")
    print(f"new tile: {fresh:.1f} ms, {yard[960, 544] / fresh:.1f} times cheaper than the yardstick at 960 x 544")
    most = yard[1280, 736]
    print(f"cold start at the table, {len(quads)} tiles: {cold:.0f} ms, {cold / most:.2f} of that at 1280 x 736")
    print(f"the same as a photograph, looked at closer: {photo:.0f} ms, {photo / most:.2f} of it")
    waits = [
        median_ms(partial(some.sight_photo, picture), rounds, time.monotonic) for some in (eyes, Eyes(None, cores()))
    ]
    print(f"a photograph, on a core and on all {cores()}: {waits[0]:.0f} and {waits[1]:.0f} ms that pass")
    alone = median_ms(lambda: eyes.reader.see(taken(picture, quads[:110])), rounds)
    print(f"of it reading 110 tiles both ways up: {alone:.0f} ms")
    seen = eyes.reader.see(taken(picture, quads))
    own = enrolled(eyes, seen, tiles)
    eyes.use(own)
    mine, all_mine = median_ms(scene.new_tile, rounds), median_ms(scene.cold_start, rounds)
    print(f"with a household's own set, new tile: {mine:.1f} ms, {mine / fresh:.2f} of that with the built-in one")
    print(f"with a household's own set, cold start: {all_mine:.0f} ms, {all_mine / cold:.2f} of that")
    one = replace(seen.take(np.array([0])), points=own.embeddings.mean(0, keepdims=True))  # like everything a little
    one = eyes.reader.read_with(one, own)
    known = Known.around(one, NOTHING, own)
    held = median_ms(lambda: pictures(one, known), rounds)
    print(f"a tile held beside the pictures of three faces: {held:.1f} ms, {held / fresh:.2f} of a new tile")
    print(f"most memory of a program that looks at three frames: {memory_mb(jpeg)} MB")


def memory_mb(jpeg: bytes) -> str:
    """Of a program of its own that looks at this frame three times."""
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(jpeg)
        file.flush()
        told = subprocess.run([sys.executable, "-c", LOOKS, file.name], capture_output=True, text=True, check=True)
    return told.stdout.strip()


if __name__ == "__main__":
    main()
