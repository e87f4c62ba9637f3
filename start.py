"""Sets Fifth Seat up in its own folder (.venv) and starts it. Needs nothing but Python 3.11 or newer.

python3 start.py demo     the simulated table: no camera, no light, no questions
python3 start.py test     the tests
python3 start.py check    lint, layers and types, for developers
python3 start.py COMMAND  any other `fifthseat` command, such as `run` or `see photo.jpg`
"""

# An old Python must be able to read this file so far that it can say it is too old: nothing in it is younger than 2.7.
import sys

if sys.version_info < (3, 11):
    found = ".".join(str(part) for part in sys.version_info[:3])
    sys.stderr.write("Fifth Seat needs Python 3.11 or newer; this is %s. Get one from python.org.\n" % found)
    sys.exit(2)

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
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
CONSTRAINTS = HOME / "constraints.txt"
NEWEST_TESTED = 3, 13  # the versions in constraints.txt may have no packages for a later Python
THIS_PYTHON = "%d.%d" % sys.version_info[:2]
BRINGS = {"dev": ["test", "dev"]}  # what developers need holds what the tests need


class Trouble(Exception):
    """The set-up cannot go on; the text says why and what to do."""


def main():
    words = sys.argv[1:] or ["--help"]
    verb, rest = words[0], words[1:]
    if verb in ("--help", "-h"):
        print(__doc__)
        return 0
    try:
        set_up({"test": "test", "check": "dev"}.get(verb, ""))
        return {"test": run_tests, "check": check}.get(verb, lambda more: fifthseat([verb] + more))(rest)
    except Trouble as problem:
        say(str(problem))
    except OSError as problem:
        say("The set-up could not go on: %s" % problem)
    except KeyboardInterrupt:
        say("\nInterrupted. Start again whenever you like: it goes on from here.")
        return 130
    return 2


def say(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def set_up(extra):
    """The project's own environment, made once, and again whenever what it needs has changed or something is missing.

    The stamp is written when all is in place and not before: without it nothing counts as done.
    """
    if not (HOME / "pyproject.toml").exists():
        raise Trouble(
            "The set-up could not go on: this folder is not whole, pyproject.toml is missing. Fetch it again."
        )
    stamp = read_stamp()
    if stamp.get("wanted") == wanted() and extra in stamp["extras"] and is_whole(stamp):
        return
    say("Setting up Fifth Seat in .venv (the first time takes a minute or two) ...")
    if (stamp and not is_whole(stamp)) or not has_pip():
        make_environment()
        stamp = {}
    extras = (stamp["extras"] if stamp.get("wanted") == wanted() else [""]) + BRINGS.get(extra, [extra])
    forget(STAMP)
    install(extra)
    write_stamp(list(dict.fromkeys(extras)))
    say("All is in place.")


def wanted():
    """What the environment depends on, as a short text: it is made again when that changes."""
    told = [(HOME / "pyproject.toml").read_bytes(), str(HOME).encode(), THIS_PYTHON.encode()]
    if CONSTRAINTS.exists():
        told.append(CONSTRAINTS.read_bytes())
    return hashlib.sha256(b"\0".join(told)).hexdigest()


def read_stamp():
    """What was set up; nothing where the set-up was not finished, or by another version of this file."""
    try:
        told = json.loads(STAMP.read_text(encoding="utf-8"))
        return told if isinstance(told, dict) and {"wanted", "extras", "python", "holds"} <= told.keys() else {}
    except (OSError, ValueError):
        return {}


def write_stamp(extras):
    holds = sorted(str(p.relative_to(VENV)) for folder in packages() for p in folder.iterdir())
    told = {"wanted": wanted(), "extras": extras, "python": THIS_PYTHON, "holds": holds}
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(told, indent=1), encoding="utf-8")
    fresh.replace(STAMP)


def packages():
    return [p for p in list(VENV.glob("lib/python*/site-packages")) + [VENV / "Lib" / "site-packages"] if p.is_dir()]


def is_whole(stamp):
    """Whether all that was put there is still there, and its Python: a link to one that was removed leads nowhere."""
    return bool(stamp) and PYTHON.exists() and all((VENV / entry).exists() for entry in stamp["holds"])


def has_pip():
    """Whether the environment is one of this Python in which pip answers: one whose making was interrupted is not."""
    if not PYTHON.exists():
        return False
    try:
        asked = subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and "(python %s)" % THIS_PYTHON in asked.stdout


def forget(file):
    if file.exists():
        file.unlink()


def make_environment():
    """A virtual environment with pip in it, also where the system's Python came without ensurepip (Debian)."""
    if VENV.is_symlink() or VENV.is_file():
        raise Trouble("%s is no folder of ours: take it away, then start again." % VENV)
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        venv.EnvBuilder(clear=True).create(VENV)
        fetch_pip()
        return
    try:
        venv.EnvBuilder(clear=True, with_pip=True).create(VENV)
    except subprocess.CalledProcessError:
        raise Trouble("Python could not make an environment in %s. Is the disk full?" % VENV)


def fetch_pip():
    """Pip's wheel installs itself: a wheel can be run as a program."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/pip/"
    asked = urllib.request.Request(index, headers={"Accept": "text/html"})
    say("  fetching pip")
    try:
        with urllib.request.urlopen(asked, timeout=60) as answer:
            listed = answer.read().decode("utf-8")
        wheels = re.findall(r'href="([^"#]*/pip-([0-9.]+)-py3-none-any\.whl)#sha256=([0-9a-f]{64})"', listed)
        if not wheels:
            raise Trouble("The index %s lists no pip: install your system's python3-venv and start again." % index)
        link, _, digest = max(wheels, key=lambda wheel: [int(part) for part in wheel[1].split(".")])
        with urllib.request.urlopen(urllib.parse.urljoin(index, link), timeout=120) as answer:
            data = answer.read()
    except OSError as problem:
        raise Trouble("%s\n  %s" % (OFFLINE, problem))
    if hashlib.sha256(data).hexdigest() != digest:
        raise Trouble("The package index sent a damaged pip; start again.")
    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(folder) / link.rsplit("/", 1)[1]
        wheel.write_bytes(data)
        if subprocess.run([PYTHON, wheel / "pip", "install", "--quiet", wheel]).returncode:
            raise Trouble("pip could not be put in place. Is the disk full?")


OFFLINE = "The set-up stopped. Is this machine online? The first start fetches Python packages. Then start again."


def install(extra):
    """Fetches what is missing, saying what, and puts it in place."""
    command = by_pip("%s[%s]" % (HOME, extra) if extra else str(HOME))
    usual = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_RETRIES": "2", "PIP_NO_INPUT": "1", "PYTHONUNBUFFERED": "1"}
    pip = subprocess.Popen(
        command, cwd=HOME, env=dict(usual, **os.environ), text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    last = []
    try:
        for line in pip.stdout:
            words = progress(line)
            if words:
                say("  " + words)
            last = last[-9:] + [line.rstrip()]
        failed = pip.wait()
    except KeyboardInterrupt:
        pip.wait()  # it was interrupted too, and tidies up
        raise
    finally:
        pip.stdout.close()
    if failed:
        raise Trouble("%s\n%s" % (OFFLINE, "\n".join("  " + line for line in last if line)))


def by_pip(target):
    """How it is put in place. To compile all that there is takes a third of the time: Python compiles what it comes to
    use, once, where it may write that down."""
    command = [PYTHON, "-m", "pip", "install", "--editable", target]
    if not sys.dont_write_bytecode:
        command.append("--no-compile")
    if CONSTRAINTS.exists() and sys.version_info[:2] <= NEWEST_TESTED:
        command += ["--constraint", CONSTRAINTS.name]  # by its name alone, for pip cuts an address at a space
    return command


def progress(line):
    """What a line of pip's tells somebody who waits; nothing for most."""
    fetched = re.match(r"\s*Downloading ([A-Za-z0-9_.]+)-\S+ \(([^)]+)\)", line)
    if fetched:
        return "fetching %s (%s)" % fetched.groups()
    placed = re.match(r"\s*Installing collected packages: (.+)", line)
    return "putting %d packages in place" % len(placed.group(1).split(",")) if placed else ""


def run(command):
    """Runs a command to its end. Ctrl+C is the command's to obey: it may have something to finish. Where this program
    is told to end, so is the command."""
    running = subprocess.Popen(command, cwd=None if command[2] == "server.cli" else HOME)
    signal.signal(signal.SIGTERM, lambda *_: running.terminate())
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:
            continue


def fifthseat(words):
    return run([PYTHON, "-m", "server.cli"] + words)


ALL_TESTS = ["--numprocesses=auto", "--maxprocesses=4", "--dist=loadfile", "--no-loadscope-reorder"]


def run_tests(words):
    """All tests on every core, those of one file together, for they share pages and programs; or those named."""
    return run([PYTHON, "-m", "pytest"] + (words or ALL_TESTS))


def check(words):
    """Lint, format, layers, types: the first that objects ends it."""
    for tool in (["ruff", "check", "."], ["ruff", "format", "--check", "."], ["lint-imports"], ["mypy"]):
        say("$ " + " ".join(tool))
        code = subprocess.run([BIN / tool[0]] + tool[1:], cwd=HOME).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
