"""Opens a trained network from the `models` package, checked against its card."""

import hashlib
import json
import os
from functools import cached_property
from importlib import resources
from typing import Any, ClassVar

from engine.tile import CODES
from models import WeightsError

# Nothing leaves this house: this library reports its use to its maker unless it is told not to before it is loaded.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime

BATCH = 32  # crops a run of a network; bounds memory


def _share_memory() -> None:
    """One store of working memory for all networks of the program, in whatever thread: most run one after another, and
    each its own would lie idle. It grows by what is asked for (1), not to twice its size."""
    arena = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    plain = onnxruntime.OrtMemoryInfo("Cpu", arena, 0, onnxruntime.OrtMemType.DEFAULT)
    grown = onnxruntime.OrtArenaCfg({"arena_extend_strategy": 1})
    onnxruntime.create_and_register_allocator(plain, grown)


_share_memory()


def cores() -> int:
    """How many threads a program may give to one picture that somebody waits for: a core each, as far as that helps."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(there, 4)  # of networks as small as these more would mostly wait


def card(name: str) -> dict[str, Any]:
    """The machine-readable head of `models/<name>.md`: the JSON between the first pair of lines of three dashes.
    Raises WeightsError."""
    try:
        text = resources.files("models").joinpath(f"{name}.md").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise WeightsError(f"models/{name}.md is missing: install fifthseat again") from None
    parts = text.split("---\n", 2)
    try:
        head = json.loads(parts[1])
    except (IndexError, json.JSONDecodeError):
        raise WeightsError(f"models/{name}.md has no readable head: install fifthseat again") from None
    if not isinstance(head, dict):
        raise WeightsError(f"the head of models/{name}.md is not an object: install fifthseat again")
    return head


def open_network(name: str, threads: int = 1) -> "tuple[onnxruntime.InferenceSession, dict[str, Any]]":
    """The network `models/<name>.onnx` and its card's head. Raises WeightsError when the file is not the one the card
    describes, or its labels are not the tiles in the engine's order."""
    head = card(name)
    try:
        data = resources.files("models").joinpath(f"{name}.onnx").read_bytes()
    except FileNotFoundError:
        raise WeightsError(f"models/{name}.onnx is missing: install fifthseat again") from None
    if hashlib.sha256(data).hexdigest() != head.get("sha256"):
        raise WeightsError(f"models/{name}.onnx is not the file its card describes: install fifthseat again")
    labels = head.get("labels")
    if labels is not None and tuple(labels) != (*CODES, "none"):
        raise WeightsError(f"models/{name}.onnx was trained for other labels than this program's tiles")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # threads that wait by going round take the time of those of the next network
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.enable_mem_pattern = False  # pictures come in many sizes; a plan kept for each costs a third more memory
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"]), head


class Asked:
    """A network that is opened when it is first asked: `name`, of the `models` package. One object may be used by one
    thread at a time."""

    name: ClassVar[str]

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads

    @cached_property
    def _opened(self) -> "tuple[onnxruntime.InferenceSession, dict[str, Any]]":
        return open_network(self.name, self._threads)

    @property
    def _network(self) -> "onnxruntime.InferenceSession":
        return self._opened[0]
