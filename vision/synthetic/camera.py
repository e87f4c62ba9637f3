"""The camera `demo://`: a simulated table, seen like any other. It delivers frames and nothing else."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event
from urllib.parse import parse_qsl, urlsplit

from engine.hands import HandTable
from engine.tile import Seat
from vision.picture.frame import Frame
from vision.synthetic.acting import Acting
from vision.synthetic.game import Game, card_table
from vision.synthetic.look import Look, choose, words_of
from vision.synthetic.show import FIRST, MOST_AT_ONCE_S, MOST_QUIET_S, SECOND, Cues, ShowGame, worn_tile
from vision.synthetic.stage import Sensor, Stage
from vision.synthetic.table import TablePicture

_NEXT_GAME = 1_000_003  # far enough from any seed that a person picks for the next table
_SILENT_S = 2.0  # a table of which nothing is heard for so long stands still, or is gone
_NAMED_SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4k": (3840, 2160)}


class DemoUrlError(ValueError):
    """An address that names no simulated table; the text says what is wrong and what to write."""


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """What a `demo://` address asks for. `games` 0 plays on for ever; `fps` is of the frames delivered; `card` is the
    file of the card that the simulated players play, empty for the practice card. `show`: the first two games are those
    of `vision.synthetic.show`, whatever the seed, where the practice card is played."""

    seed: int = 1
    speed: float = 1.0
    style: str = ""
    size_wh: tuple[int, int] = (1920, 1080)
    games: int = 1
    fps: float = 30.0
    card: str = ""
    show: bool = False


def read_url(url: str) -> DemoSettings:
    """What an address asks for; each part may be left out. Raises DemoUrlError.

    All parts: `demo://?seed=7&speed=4&style=felt,lamp&size=1280x720&games=1&fps=30&card=my.card&show=yes`.
    """
    parts = urlsplit(url)
    if parts.scheme != "demo":
        raise DemoUrlError(f"{url} is not a simulated table; its address begins with demo://")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    try:
        settings = DemoSettings(
            seed=int(_number(given, "seed", 1, int)),
            speed=_number(given, "speed", 1, float),
            style=given.pop("style", ""),
            size_wh=_size(given.pop("size", "") or "1080p"),
            games=int(_number(given, "games", 1, int)),
            fps=_number(given, "fps", 30, float),
            card=given.pop("card", ""),
            show=given.pop("show", "") == "yes",
        )
        words_of(settings.style)
    except ValueError as problem:
        raise DemoUrlError(f"{url}: {problem}") from problem
    if given:
        known = "seed, speed, style, size, games, fps, card and show=yes"
        raise DemoUrlError(f"{url}: {', '.join(given)} is not known; there are {known}")
    if settings.seed < 0 or settings.games < 0:
        raise DemoUrlError(f"{url}: seed and games cannot be negative")
    if not 0.05 <= settings.speed <= 50:
        raise DemoUrlError(f"{url}: speed goes from 0.05 to 50")
    if not 1 <= settings.fps <= 120:
        raise DemoUrlError(f"{url}: fps goes from 1 to 120")
    return settings


def first_east(seed: int) -> Seat:
    """Who deals the first game of a table."""
    return Seat(seed % 4)


def _number(given: dict[str, str], name: str, usual: float, read: Callable[[str], float]) -> float:
    """The number of that name, taken out of `given`. Raises ValueError with a sentence."""
    text = given.pop(name, "")
    try:
        return read(text) if text else usual
    except ValueError:
        raise ValueError(f"{name}={text!r} is no {'whole ' if read is int else ''}number") from None


def _size(text: str) -> tuple[int, int]:
    if text in _NAMED_SIZES:
        return _NAMED_SIZES[text]
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit() and 320 <= int(width) <= 7680 and 180 <= int(height) <= 4320):
        raise ValueError(f"size={text!r} is no picture size; write 1280x720, 720p, 1080p or 4k")
    return int(width), int(height)


@dataclass(frozen=True, slots=True)
class Moment:
    """How far a simulated table has come: game number `game`, 0 the first, `t` seconds from its start; `told_s` is when
    that was so, by the machine's own clock."""

    game: int
    t: float
    told_s: float


class Clock:
    """The time at the simulated tables of this program, told by the cameras above them: a camera at a rack shows the
    same game at the same moment. Any thread may ask."""

    def __init__(self) -> None:
        self._now: dict[DemoSettings, Moment] = {}

    def tell(self, table: DemoSettings, game: int, t: float) -> None:
        self._now[_same(table)] = Moment(game, t, time.monotonic())

    def now(self, table: DemoSettings) -> Moment | None:
        """Where that table is; None where no camera above it runs."""
        told = self._now.get(_same(table))
        return told if told is not None and time.monotonic() - told.told_s < _SILENT_S else None


def _same(table: DemoSettings) -> DemoSettings:
    """What two cameras at one table have in common."""
    return replace(table, size_wh=(0, 0), fps=0.0)


CLOCK = Clock()


class Waiting:
    """The time that a game stands still for a cue, or for whoever looks at too few pictures of it. Times in seconds of
    the source, which pass as the clock's do."""

    def __init__(self, cues: Cues | None, speed: float = 1.0) -> None:
        """`speed`: of the game; where it is played fast a table rests for a shorter time, too."""
        self._cues, self._at_once_s = cues, MOST_AT_ONCE_S / speed
        self._since_s: float | None = None
        self._before_s: float | None = None

    def stays(self, cue: str | None, now_s: float) -> float:
        """By how much the game is put off since this was asked last."""
        passed_s = 0.0 if self._before_s is None else now_s - self._before_s
        self._before_s = now_s
        cues = self._cues
        if cues is None:
            return 0.0
        waits = cue is not None and not cues.given(cue)
        cues.waiting = cue if waits else None
        if not waits:
            self._since_s = None
            return max(0.0, passed_s - self._at_once_s)
        if self._since_s is None:
            self._since_s = time.monotonic()
        if cues.quiet_s(self._since_s, time.monotonic()) > MOST_QUIET_S:
            cues.give(str(cue))
            return 0.0
        return passed_s


def acted(settings: DemoSettings, look: Look, game: int, hands: HandTable) -> Acting:
    """Game number `game` of a table, 0 the first, as it is acted out."""
    east = Seat((first_east(settings.seed) + game) % len(Seat))  # the next to the right, each game
    if settings.show and not settings.card and game < 2:
        play = Game(FIRST, east) if game == 0 else ShowGame(SECOND, east)
        worn = worn_tile(ShowGame(SECOND, east)) if game else None
        return Acting(look, play, settings.speed, worn)
    return Acting(look, Game(settings.seed + _NEXT_GAME * game, east, hands), settings.speed)


class DemoCamera:
    """A simulated table as a camera. Raises DemoUrlError for an address that names none.

    With `realtime` frames come when their time has come, and a slow taker misses some, as with a real camera. Without
    it they come as fast as they are drawn, one after another, their times counted in 1/fps.
    """

    def __init__(self, url: str, realtime: bool = True, cues: Cues | None = None) -> None:
        """`cues` are what a show waits for, each at most so long as nobody says anything; without them it waits not
        at all."""
        self._cues = cues
        self.url = url
        self.settings = read_url(url)
        self.realtime = realtime
        self._closed = Event()

    def frames(self) -> Iterator[Frame]:
        """The frames, until the last game's table has been shown for a while or `close` is called."""
        settings = self.settings
        step, n = 1.0 / settings.fps, 0
        look = choose(settings.seed, settings.style, settings.size_wh)
        table, sensor = TablePicture(look), Sensor(look)
        hands = card_table(settings.card)
        game = 0
        began: float | None = None
        while not self._closed.is_set() and (settings.games == 0 or game < settings.games):
            stage = Stage(table, acted(settings, look, game, hands))
            began = time.monotonic() if began is None else began
            if self.realtime:  # laying out the tiles took a moment
                n = max(n, int((time.monotonic() - began) / step))
            starts, waiting = n * step, Waiting(self._cues, settings.speed)
            while not self._closed.is_set():
                starts += waiting.stays(stage.waits_for, n * step)
                clean = stage.at(n * step - starts)
                CLOCK.tell(settings, game, n * step - starts)
                version = 1_000_000 * game + stage.version
                if stage.ended:
                    break
                yield Frame(n * step, sensor.expose(clean, version))
                n += 1
                if self.realtime:
                    late = time.monotonic() - began
                    n = max(n, int(late / step))
                    self._closed.wait(max(0.0, n * step - late))
            game += 1

    def close(self) -> None:
        """Stop; `frames` ends at its next frame. May be called from another thread, and twice."""
        self._closed.set()
