"""The steps from an unpacked webcam to the first tile: what each asks, what the house has answered, what comes next."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.rules.ruleset import PRESETS, RuleSet
from engine.tile import Seat
from server.house import House
from server.people import People
from server.words import PRESET_WORDS

SIMULATED = "demo://?seed=1&games=0&size=720p"


@dataclass(frozen=True, slots=True)
class Tonight:
    """What the steps are told from: the house's memory, who sits where, and the card, tiles and rules in use. `source`
    is the camera in use, which may be another than the house's own, where the program was started with one; `east` is
    who is East at the table now; `later`: a game is on by other rules, and these hold from the next on."""

    house: House
    people: People
    card: str
    tiles: str
    rules: RuleSet
    source: str | None = None
    east: Seat | None = None
    later: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """`name` is its place in the address; `answer` says in a few words what was chosen, empty where nothing was."""

    name: str
    title: str
    asks: str
    answer: Callable[[Tonight], str]
    eyes: bool = False  # it matters only where a camera looks

    def done(self, tonight: Tonight) -> bool:
        return bool(self.answer(tonight)) or not self.needed(tonight)

    def needed(self, tonight: Tonight) -> bool:
        return not (self.eyes and tonight.source is None and tonight.house.camera == "")


def camera_words(source: str | None) -> str:
    """What a camera is called: without the password in its address, and without the system's names."""
    match source:
        case None:
            return ""
        case "":
            return "No camera"
        case _ if source.startswith("demo:"):
            return "The simulated table"
        case _ if source.startswith("demo-second:"):
            return "The simulated table from another side"
        case _ if source.startswith("demo-rack:"):
            return "The simulated rack"
        case _ if source.isdigit():
            return f"USB camera {source}"
        case _ if source.startswith("/dev/v4l/by-id/"):
            name = source.rsplit("/", 1)[1].removeprefix("usb-").partition("-video-index")[0]
            return name.replace("_", " ")
        case _ if "://" in source:
            return source.split("@")[-1].split("://")[-1]
        case _:
            return source.removeprefix("usb:").replace("\\", "/").rsplit("/", 1)[-1]


def light_words(url: str | None) -> str:
    match url:
        case None:
            return ""
        case "":
            return "No light"
        case _ if url.startswith("sim:"):
            return "On the page"
        case _:
            return "On the table"


def rules_words(rules: RuleSet) -> str:
    """Whose rules they are."""
    for name, known in PRESETS.items():
        if known.differences == rules.differences:
            return PRESET_WORDS[name]
    count = len(rules.differences)
    return f"Our own: {count} difference{'s' if count != 1 else ''} from the League"


def rules_text(rules: RuleSet) -> str:
    """The rules as the house remembers them, for `read_ruleset`."""
    return next((n for n, known in PRESETS.items() if known.differences == rules.differences), "") or " ".join(
        rules.differences
    )


def _named(tonight: Tonight) -> str:
    called = [tonight.people.of(s) for s in Seat if tonight.people.named(s)]
    return ", ".join(called) + (f"; {tonight.people.fifth} sits out" if tonight.people.fifth else "")


def _camera(tonight: Tonight) -> str:
    return camera_words(tonight.house.camera if tonight.source is None else tonight.source)


def _outline(tonight: Tonight) -> str:
    return "Fixed" if tonight.house.outlined else ""


def _tiles(tonight: Tonight) -> str:
    house = tonight.house
    return "" if house.tiles is None else tonight.tiles if house.tiles else "Read without a set of our own"


def _rules(tonight: Tonight) -> str:
    if not tonight.house.rules:
        return ""
    return rules_words(tonight.rules) + (", from the next game on" if tonight.later else "")


def _east(tonight: Tonight) -> str:
    east = tonight.house.east
    if tonight.east is not None:
        return tonight.people.of(tonight.east)
    return "" if not east else "Whoever rolls highest" if east == "dice" else tonight.people.of(Seat[east])


STEPS: tuple[Step, ...] = (
    Step("camera", "Camera", "Which camera looks at the table?", _camera),
    Step("outline", "Table", "Where does the table lie?", _outline, eyes=True),
    Step("light", "Light", "Is there a wind indicator?", lambda t: light_words(t.house.light)),
    Step("tiles", "Tiles", "Whose tiles are these?", _tiles, eyes=True),
    Step("card", "Card", "Which card do you play?", lambda t: t.card if t.house.card is not None else ""),
    Step("names", "Names", "Who sits where?", _named),
    Step("east", "East", "Who is East first?", _east),
    Step("rules", "Rules", "Which rules do you play by?", _rules),
)
BY_NAME = {step.name: step for step in STEPS}


def following(step: Step, tonight: Tonight) -> Step | None:
    """The step after this one that matters; None after the last."""
    rest = STEPS[STEPS.index(step) + 1 :]
    return next((s for s in rest if s.needed(tonight)), None)


def before(step: Step, tonight: Tonight) -> Step | None:
    rest = STEPS[: STEPS.index(step)][::-1]
    return next((s for s in rest if s.needed(tonight)), None)


def first_open(tonight: Tonight) -> Step | None:
    """The first step that nobody has answered."""
    return next((s for s in STEPS if not s.done(tonight)), None)
