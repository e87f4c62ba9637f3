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
from dataclasses import replace

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

WIDTHS = (16, 32, 64, 128, 256)
DEPTH = (0, 1, 2, 3, 2)


def yardstick() -> "onnxruntime.InferenceSession":
    """The comparison net, ready to run on (1, 3, H, W)."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []

    def conv(source: str, inputs: int, outputs: int, size: int, stride: int) -> str:
        name = f"c{len(nodes)}"
        kernel = rng.normal(0, (2 / (inputs * size * size)) ** 0.5, (outputs, inputs, size, size)).astype(np.float32)
        weights.append(numpy_helper.from_array(kernel, f"{name}_w"))
        pads = [size // 2] * 4
        nodes.append(
            helper.make_node(
                "Conv", [source, f"{name}_w"], [name], kernel_shape=[size] * 2, strides=[stride] * 2, pads=pads
            )
        )
        nodes.append(helper.make_node("Sigmoid", [name], [f"{name}_s"]))
        nodes.append(helper.make_node("Mul", [name, f"{name}_s"], [f"{name}_a"]))
        return f"{name}_a"

    def block(source: str, width: int) -> str:
        inner = conv(conv(source, width, width // 2, 3, 1), width // 2, width, 3, 1)
        nodes.append(helper.make_node("Add", [source, inner], [f"{inner}_r"]))
        return f"{inner}_r"

    def grown(source: str, inputs: int, outputs: int) -> str:
        narrow = conv(source, inputs, outputs, 1, 1)
        nodes.append(helper.make_node("Resize", [narrow, "", "twice"], [f"{narrow}_u"], mode="nearest"))
        return f"{narrow}_u"

    weights.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice"))
    here, levels = "image", []
    for k, (width, depth) in enumerate(zip(WIDTHS, DEPTH, strict=True)):
        here = conv(here, 3 if k == 0 else WIDTHS[k - 1], width, 3, 2)
        for _ in range(depth):
            here = block(here, width)
        levels.append(here)
    outputs = []
    for k in (4, 3, 2):
        if k < 4:
            up = grown(here, WIDTHS[k + 1], WIDTHS[k])
            nodes.append(helper.make_node("Add", [levels[k], up], [f"fused{k}"]))
            here = block(f"fused{k}", WIDTHS[k])
        head = conv(conv(here, WIDTHS[k], 64, 3, 1), 64, 64, 3, 1)
        outputs.append(conv(head, 64, 64 + 37, 1, 1))
    graph = helper.make_graph(
        nodes,
        "yardstick",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, "h", "w"])],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    count = sum(int(np.prod(w.dims)) for w in weights)
    print(f"yardstick: {count / 1e6:.2f} million parameters")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


LOOKS = """
import sys
from vision.eyes import Eyes
from vision.picture.frame import EncodedFrame
eyes = Eyes()
for k in range(3):
    eyes.sight(EncodedFrame(float(k), open(sys.argv[1], "rb").read()).image)
print(next(int(line.split()[1]) // 1024 for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def median_ms(work: Callable[[], object], rounds: int) -> float:
    """Median processor time of one call, in milliseconds, after one to warm up: what others do on the machine hardly
    counts."""
    work()
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)
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


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=7)
    rounds = words.parse_args().rounds
    cv2.setNumThreads(1)
    picture, quads, tiles = table()
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    eyes = Eyes()
    net = yardstick()

    def yard(width: int, height: int) -> float:
        blob = np.random.default_rng(1).random((1, 3, height, width), np.float32)

        def one_frame() -> None:
            whole = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert whole is not None
            cv2.resize(whole, (width, height))
            net.run(None, {"image": blob})

        return median_ms(one_frame, rounds)

    yards = {size: yard(*size) for size in ((640, 384), (960, 544), (1280, 736))}
    for (w, h), ms in yards.items():
        print(f"yardstick, one frame at {w} x {h}: {ms:.0f} ms")
    before = EncodedFrame(0.0, jpeg).small
    idle = median_ms(lambda: cv2.absdiff(EncodedFrame(0.0, jpeg).small, before).max(), rounds)
    x, y = quads[-1].mean(0).astype(int)  # put down beside the others, which lie as they lay
    zoom = LOOK_PX / float(np.median(widths(eyes.sight(picture).quads)))
    others = quads[:-1].astype(np.float32)

    def new_tile() -> None:
        box = (x - 64, y - 64, x + 64, y + 64)
        image = EncodedFrame(0.0, jpeg).image
        seen = eyes.sight_window(image, Window(box, zoom), Lying.of(image, others, others))
        assert len(seen) == 1

    def cold_start() -> None:
        seen = eyes.sight_window(EncodedFrame(0.0, jpeg).image, Window((0, 0, 1920, 1080), zoom))
        in_company(seen.log_p, seen.points)

    fresh = median_ms(new_tile, rounds)
    cold = median_ms(cold_start, rounds)
    photo = median_ms(lambda: eyes.sight(EncodedFrame(0.0, jpeg).image), rounds)
    print(f"idle frame: {idle:.1f} ms, {yards[640, 384] / idle:.1f} times cheaper than the yardstick at 640 x 384")
    print(f"new tile: {fresh:.1f} ms, {yards[960, 544] / fresh:.1f} times cheaper than the yardstick at 960 x 544")
    most = yards[1280, 736]
    print(f"cold start at the table, {len(quads)} tiles: {cold:.0f} ms, {cold / most:.2f} of that at 1280 x 736")
    print(f"the same as a photograph, looked at closer: {photo:.0f} ms, {photo / most:.2f} of it")
    alone = median_ms(lambda: eyes.reader.see(taken(picture, quads[:110])), rounds)
    print(f"of it reading 110 tiles both ways up: {alone:.0f} ms")
    seen = eyes.reader.see(taken(picture, quads))
    own = enrolled(eyes, seen, tiles)
    eyes.use(own)
    mine, all_mine = median_ms(new_tile, rounds), median_ms(cold_start, rounds)
    print(f"with a household's own set, new tile: {mine:.1f} ms, {mine / fresh:.2f} of that with the built-in one")
    print(f"with a household's own set, cold start: {all_mine:.0f} ms, {all_mine / cold:.2f} of that")
    one = replace(seen.take(np.array([0])), points=own.embeddings.mean(0, keepdims=True))  # like everything a little
    one = eyes.reader.read_with(one, own)
    known = Known.around(one, NOTHING, own)
    held = median_ms(lambda: pictures(one, known), rounds)
    print(f"a tile held beside the pictures of three faces: {held:.1f} ms, {held / fresh:.2f} of a new tile")
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(jpeg)
        file.flush()
        told = subprocess.run([sys.executable, "-c", LOOKS, file.name], capture_output=True, text=True, check=True)
    print(f"most memory of a program that looks at three frames: {told.stdout.strip()} MB")


if __name__ == "__main__":
    main()
