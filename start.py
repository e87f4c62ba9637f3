"""Sets Fifth Seat up in its own folder (.venv) and starts it. Needs nothing but Python 3.11 or newer.

python3 start.py demo     the simulated table: no camera, no light, no questions
python3 start.py test     the tests
python3 start.py check    lint, layers and types, for developers
python3 start.py COMMAND  any other `fifthseat` command, such as `run` or `see photo.jpg`
"""

import hashlib
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
import venv
from pathlib import Path

HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "fifthseat.stamp"


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036  whoever starts this may have an older one
        found = ".".join(map(str, sys.version_info[:3]))
        print(f"Fifth Seat needs Python 3.11 or newer; this is {found}. Get one from python.org.", file=sys.stderr)
        return 2
    verb, *rest = sys.argv[1:] or ["--help"]
    if verb in ("--help", "-h"):
        print(__doc__)
        return 0
    try:
        set_up({"test": "test", "check": "dev"}.get(verb, ""))
        return {"test": run_tests, "check": check}.get(verb, lambda more: fifthseat([verb, *more]))(rest)
    except subprocess.CalledProcessError as problem:
        print(f"The set-up stopped at: {' '.join(map(str, problem.cmd[:6]))} ...", file=sys.stderr)
        print("Is this machine online? The first start fetches Python packages. Then start again.", file=sys.stderr)
        return 2
    except OSError as problem:
        print(f"The set-up could not go on: {problem}", file=sys.stderr)
        return 2


def set_up(extra: str) -> None:
    """The project's own environment, made once and again whenever what it needs has changed."""
    done = STAMP.read_text().split("\n") if STAMP.exists() else []
    wanted = hashlib.sha256((HOME / "pyproject.toml").read_bytes() + str(HOME).encode()).hexdigest()
    if done[:1] == [wanted] and extra in done[1:]:
        return
    print("Setting up Fifth Seat in .venv (the first time takes a minute or two) ...", file=sys.stderr, flush=True)
    if not PYTHON.exists():
        make_environment()
    target = f"{HOME}[{extra}]" if extra else str(HOME)
    subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", "--editable", target], check=True)
    kept = done[1:] if done[:1] == [wanted] else [""]
    STAMP.write_text("\n".join([wanted, *dict.fromkeys([*kept, extra])]))


def make_environment() -> None:
    """A virtual environment with pip in it, also where the system's Python came without ensurepip (Debian)."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        venv.EnvBuilder(clear=True).create(VENV)
        fetch_pip()
    else:
        venv.EnvBuilder(clear=True, with_pip=True).create(VENV)


def fetch_pip() -> None:
    """Pip's wheel installs itself: a wheel can be run as a program."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/pip/"
    wanted = urllib.request.Request(index, headers={"Accept": "text/html"})
    with urllib.request.urlopen(wanted, timeout=60) as answer:
        listed = answer.read().decode("utf-8")
    wheels = re.findall(r'href="([^"#]*/pip-([0-9.]+)-py3-none-any\.whl)#sha256=([0-9a-f]{64})"', listed)
    if not wheels:
        raise OSError(f"the package index {index} lists no pip; install your system's python3-venv and start again")
    link, _, digest = max(wheels, key=lambda wheel: [int(part) for part in wheel[1].split(".")])
    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(folder) / link.rsplit("/", 1)[1]
        with urllib.request.urlopen(urllib.parse.urljoin(index, link), timeout=120) as answer:
            data = answer.read()
        if hashlib.sha256(data).hexdigest() != digest:
            raise OSError("the package index sent a damaged pip; start again")
        wheel.write_bytes(data)
        subprocess.run([PYTHON, wheel / "pip", "install", "--quiet", wheel], check=True)


def fifthseat(words: list[str]) -> int:
    return subprocess.run([PYTHON, "-m", "server.cli", *words]).returncode


def run_tests(words: list[str]) -> int:
    return subprocess.run([PYTHON, "-m", "pytest", *words], cwd=HOME).returncode


def check(words: list[str]) -> int:
    """Lint, format, layers, types: the first that objects ends it."""
    for tool in (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["lint-imports"], ["mypy"]):
        print("$", " ".join(tool), flush=True)
        code = subprocess.run([BIN / tool[0], *tool[1:]], cwd=HOME).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
