"""The starter is run as a newcomer does, by another Python process, in a folder of its own. Nothing is fetched: what is
set up there is a project of a few lines that needs no packages, built by a back end that lies beside it.
"""

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
START = ROOT / "start.py"
CLOSED = "http://127.0.0.1:9/simple"  # nobody listens at the discard port

_PROJECT = """
[build-system]
requires = [{requires}]
build-backend = "builder"
backend-path = ["."]

[project]
name = "fifthseat"
version = "0.1"
"""
_BUILDER = """
import sys, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    name = "fifthseat-0.1-py3-none-any.whl"
    with zipfile.ZipFile(folder + "/" + name, "w") as wheel:
        wheel.writestr("fifthseat.pth", {home!r})
        wheel.writestr("fifthseat-0.1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: fifthseat\\nVersion: 0.1\\n")
        said = "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        wheel.writestr("fifthseat-0.1.dist-info/WHEEL", said)
        wheel.writestr("fifthseat-0.1.dist-info/RECORD", "")
    return name
"""

_WITH_PIP = """
import runpy, sys, venv
from pathlib import Path

def put_in_place(builder, context):
    packages, = Path(context.env_dir).glob("lib/python*/site-packages")
    for part in Path({pip!r}).iterdir():
        (packages / part.name).symlink_to(part)

venv.EnvBuilder._setup_pip = put_in_place
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class Folder:
    """A copy of the project as it is fetched, its parts small. `pip`: where one lies that is put into environments, as
    is done in a moment; None for the one that Python brings along."""

    def __init__(self, home: Path, pip: Path | None = None) -> None:
        self.home = home
        self.pip = pip
        self.venv = home / ".venv"
        (home / "server").mkdir(parents=True)
        (home / "server" / "cli.py").write_text("import sys; print('fifthseat', *sys.argv[1:], sys.version_info[1])")
        (home / "builder.py").write_text(_BUILDER.format(home=str(home)))
        (home / "constraints.txt").write_text("numpy==2.0\n")
        shutil.copy(START, home)
        self.needs("")

    def needs(self, build: str) -> None:
        (self.home / "pyproject.toml").write_text(_PROJECT.format(requires=build))

    def start(self, *words: str, python: str = sys.executable, **variables: str) -> "subprocess.CompletedProcess[str]":
        by = () if self.pip is None else ("-c", _WITH_PIP.format(pip=str(self.pip)))
        command = [python, *by, str(self.home / "start.py"), *words]
        return subprocess.run(
            command, env=self.environment(variables), cwd=self.home, capture_output=True, text=True, timeout=300
        )

    @staticmethod
    def environment(variables: dict[str, str]) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))}
        return {**kept, "PIP_INDEX_URL": CLOSED, "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0", **variables}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "our house")  # a space, as in many people's folders


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """A folder in which all is set up, by Python's own pip; a copy of that for what is set up later."""
    made, pip = Folder(tmp_path_factory.mktemp("start") / "done"), tmp_path_factory.mktemp("pip")
    assert made.start("demo").returncode == 0
    for part in made.venv.glob("lib/python*/site-packages/pip*"):
        shutil.copytree(part, pip / part.name)
    made.pip = pip
    return made


@pytest.fixture
def ready(folder: Folder, done: Folder) -> Folder:
    """A folder as it is fetched, for which pip is at hand."""
    folder.pip = done.pip
    return folder


def test_the_first_start_sets_up_and_the_second_starts_at_once(done: Folder) -> None:
    again = done.start("score", "--hand", "1B")
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.startswith("fifthseat score --hand 1B")


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_needs_no_set_up(words: tuple[str, ...], folder: Folder) -> None:
    told = folder.start(*words)
    assert told.returncode == 0
    assert "python3 start.py demo" in told.stdout
    assert not folder.venv.exists()


def test_a_folder_that_is_not_whole_is_told_in_a_sentence(folder: Folder) -> None:
    (folder.home / "pyproject.toml").unlink()
    told = folder.start("demo")
    assert told.returncode == 2
    assert "pyproject.toml is missing" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_first_start_offline_is_told_and_the_next_one_online_goes_on(ready: Folder) -> None:
    ready.needs('"no-such-builder>=1"')
    offline = ready.start("demo")
    assert offline.returncode == 2
    assert "Is this machine online?" in offline.stderr
    assert "Traceback" not in offline.stderr
    assert not (ready.venv / "fifthseat.stamp").exists()
    ready.needs("")
    online = ready.start("demo")
    assert online.returncode == 0, online.stderr
    assert online.stdout.startswith("fifthseat demo")


@pytest.mark.parametrize("left", ["no pip", "a python that is none"])
def test_a_set_up_that_was_interrupted_early_is_made_whole_by_the_next_start(ready: Folder, left: str) -> None:
    stamp = ready.venv / "fifthseat.stamp"
    if left == "no pip":
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", ready.venv], check=True)
        stamp.write_text('{"wanted": "')  # and half a stamp
    else:
        (ready.venv / "bin").mkdir(parents=True)
        (ready.venv / "bin" / "python").symlink_to("/no/such/python")
    told = ready.start("demo")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("fifthseat demo")
    assert json.loads(stamp.read_text())["extras"] == [""]


def test_what_developers_need_holds_what_the_tests_need(ready: Folder) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "fifthseat[test]" in project["optional-dependencies"]["dev"]
    assert "Setting up" in ready.start("check").stderr
    assert "Setting up" not in ready.start("test").stderr


def test_a_real_interrupt_is_a_sentence_and_the_next_start_goes_on(ready: Folder) -> None:
    command = [sys.executable, str(ready.home / "start.py"), "demo"]
    begun = subprocess.Popen(
        command,
        env=ready.environment({}),
        cwd=ready.home,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Whatever runs the tests in the background may have left Ctrl+C ignored, and a child would inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert begun.stderr is not None
    assert begun.stderr.readline().startswith("Setting up Fifth Seat")
    os.killpg(begun.pid, signal.SIGINT)  # as a terminal does: to all that run in it
    _, said = begun.communicate(timeout=120)
    assert begun.returncode == 130, said
    assert "Start again whenever you like" in said
    assert ready.start("demo").returncode == 0


@pytest.mark.parametrize("lost", ["the interpreter", "a package"])
def test_what_was_lost_later_is_put_back(done: Folder, lost: str) -> None:
    if lost == "the interpreter":
        (done.venv / "bin" / "python").unlink()
        (done.venv / "bin" / "python").symlink_to("/usr/local/bin/python3.99")
    else:
        stamp = json.loads((done.venv / "fifthseat.stamp").read_text())
        (entry,) = (e for e in stamp["holds"] if e.endswith("fifthseat.pth"))
        (done.venv / entry).unlink()
    told = done.start("demo")
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("fifthseat demo")
    assert "Setting up" in told.stderr
    assert done.start("demo").stderr == ""


def other_python() -> str | None:
    """A Python new enough for us that is not the one that runs the tests."""
    known = sorted(Path.home().glob(".pyenv/versions/3.1*/bin/python"))
    for python in [*map(str, known), *filter(None, (shutil.which(f"python3.{minor}") for minor in range(11, 20)))]:
        asked = subprocess.run(
            [python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True
        )
        if asked.returncode == 0 and sys.version_info[:2] != tuple(map(int, asked.stdout.split())) >= (3, 11):
            return python
    return None


def test_an_upgraded_python_gets_an_environment_of_its_own(done: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(done, "pip", None)
    other = other_python()
    if other is None:
        pytest.skip("there is only one Python here")
    assert done.start("demo").stdout.split()[-1] == str(sys.version_info[1])
    upgraded = done.start("demo", python=other)
    assert upgraded.returncode == 0, upgraded.stderr
    assert upgraded.stdout.split()[-1] != str(sys.version_info[1])


def test_a_python_that_is_too_old_can_read_it_as_far_as_the_sentence() -> None:
    tree = ast.parse(START.read_text(encoding="utf-8"), feature_version=(3, 7))
    young = (ast.JoinedStr, ast.AnnAssign, ast.Starred, ast.NamedExpr, ast.Match, ast.Nonlocal, ast.AsyncFunctionDef)
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, young)]
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.cause]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [f.name for f in functions if f.returns or any(a.annotation for a in f.args.args) or f.args.kwonlyargs]


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.8", "3.9", "3.10"])
def test_an_old_python_gets_the_sentence(version: str, folder: Folder) -> None:
    found = next(
        iter(sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))), shutil.which(f"python{version}")
    )
    if found is None or subprocess.run([found, "-V"], capture_output=True).returncode:
        pytest.skip(f"there is no Python {version} here")
    told = folder.start("demo", python=str(found))
    assert told.returncode == 2
    assert told.stderr.startswith(f"Fifth Seat needs Python 3.11 or newer; this is {version}.")
    assert "Traceback" not in told.stderr


def test_what_it_runs_ends_with_it(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    waits = f"""
import pathlib, signal, sys
signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path({str(ended)!r}).touch(), sys.exit(3)))
print("begun", flush=True)
sys.stdin.read()
"""
    code = f"import start, sys; sys.exit(start.run([sys.executable, '-c', {waits!r}]))"
    begin, pipe = [sys.executable, "-c", code], subprocess.PIPE
    with subprocess.Popen(begin, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        program.terminate()
        assert program.wait(20) == 3
    assert ended.exists()


def test_what_pip_tells_becomes_a_word_for_whoever_waits() -> None:
    asked = (
        "import importlib.util as u; s = u.spec_from_file_location('start', 'start.py'); m = u.module_from_spec(s);"
        "s.loader.exec_module(m);"
        "print(m.progress('Downloading onnxruntime-1.32.0-cp311-cp311-linux_x86_64.whl (17.4 MB)'));"
        "print(m.progress('Installing collected packages: a, b, c'));"
        "print(m.progress('Requirement already satisfied'))"
    )
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["fetching onnxruntime (17.4 MB)", "putting 3 packages in place", ""]


@pytest.mark.parametrize(("variables", "later"), [({}, True), ({"PYTHONDONTWRITEBYTECODE": "1"}, False)])
def test_what_could_not_be_compiled_when_it_is_used_is_compiled_at_once(
    variables: dict[str, str], later: bool, folder: Folder
) -> None:
    asked = [sys.executable, "-c", "import start; print(*start.by_pip('.'))"]
    told = subprocess.run(
        asked, cwd=ROOT, env=folder.environment(variables), capture_output=True, text=True, check=True
    ).stdout.split()
    assert ("--no-compile" in told) == later
    assert "--editable" in told


def test_it_only_needs_the_standard_library() -> None:
    check = f"import runpy, sys; sys.argv = ['start.py', '--help']; runpy.run_path({str(START)!r})"
    assert subprocess.run([sys.executable, "-S", "-c", check], timeout=60).returncode == 0


def test_every_dependency_is_pinned_to_a_version_that_it_allows() -> None:
    pins = {}
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        if not line.startswith("#"):
            name, _, version = line.partition("==")
            pins[canonicalize_name(name)] = version
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [Requirement(r) for r in project["dependencies"] + extras["test"] + extras["dev"] + extras["postgres"]]
    for requirement in (r for r in asked if r.name != "fifthseat"):
        assert canonicalize_name(requirement.name) in pins, f"{requirement.name} is not in constraints.txt"
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), str(requirement)
