"""The lamp at a running table: taps go in at the server's door, what the simulated lamp shows comes out, pattern by
pattern as `docs/light.md` draws them."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from device.light import BEAT_S, LightFrame, frame
from device.link import Keeper, Light
from device.patterns import PATTERNS
from device.simulated import SimulatedLamp
from engine.event import Discarded, Drawn, GameBegun, MahJongg, WallGame
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import preset
from engine.tile import Seat, Tile, Wind, read_tiles
from server.access import COOKIE, Access
from server.alerts import Alert
from server.app import create_app
from server.indicator import Indicator, Night, read_night
from server.live import keep_lit
from server.status import Status
from server.store import Store
from server.table import Table
from server.web.site import Folders
from server.window import CallWindow
from tests.waiting import until

pytestmark = pytest.mark.live

P1, P2, P3, P4 = Seat
BEATS = 8
WINDOW_S = 6.0
NAMES = {pattern.name: pattern for pattern in PATTERNS}
WINNING = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")


class Evening:
    """A table with its pages, a clock and an hour that stand still until they are told to go on, and a lamp."""

    def __init__(self, folder: Path, rules: Rules | None = None, store: Store | None = None) -> None:
        self.now = 1000.0
        self.hour = time(20, 0)
        self.table = Table(store or Store("sqlite://"), rules, clock=lambda: self.now, call_window_s=WINDOW_S)
        self.access = Access.fresh()
        self.indicator = Indicator(self.table, Night(time(22, 0), time(7, 0)), lambda: self.hour)
        app = create_app(self.table, self.access, indicator=self.indicator, folders=Folders(cards=folder / "cards"))
        self.client = TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000))
        self.lamp = SimulatedLamp()
        self._keeper = Keeper(lambda: self.lamp)
        self._time_s = 0.0

    def post(self, path: str, who: str = "referee", **fields: object) -> None:
        self.client.cookies.set(COOKIE, self.access.passes[who].token)
        answer = self.client.post(path, data=fields)
        assert answer.status_code == 200, answer.text

    def tap(self, *events: str) -> None:
        """Each is tapped by the seat that it begins with, or else by the referee."""
        for event in events:
            who = event.split()[0]
            self.post("/act", who if who in Seat.__members__ else "referee", event=event, after=self.table.number)

    def sees(self, *events: GameBegun | Discarded | Drawn | MahJongg | WallGame) -> None:
        for event in events:
            answer = self.table.submit(Proposal(event, Source.CAMERA))
            assert isinstance(answer, Accepted), answer

    def shows(self) -> tuple[LightFrame, ...]:
        """Two seconds of the lamp, a quarter of a second each, from the moment it was told."""
        self._time_s += 60.0
        seen = []
        for beat in range(BEATS):
            self._keeper.view = self.indicator.view()
            self._keeper.round(self._time_s + beat * BEAT_S)
            seen.append(self.lamp.shown)
        return tuple(seen)


def drawn(name: str) -> tuple[LightFrame, ...]:
    """The pattern as its picture shows it."""
    return tuple(frame(NAMES[name].view, beat * BEAT_S) for beat in range(BEATS))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    running = Evening(tmp_path)
    with running.client:
        yield running


def _begun(evening: Evening) -> None:
    evening.sees(GameBegun(P1))


def _discarded(evening: Evening) -> None:
    evening.sees(GameBegun(P1), Discarded(P1, Tile.SOAP), Discarded(P2, Tile.SOAP))


def _setup(evening: Evening) -> None:
    evening.tap("P1 is East")


def _dealt(evening: Evening) -> None:
    evening.tap("P1 is East", "walls built", "deal 14 13 13 13")


def _pass(evening: Evening, times: int) -> None:
    _dealt(evening)
    for _ in range(times):
        evening.tap(*(f"{seat.name} passes" for seat in Seat))


def _vote(evening: Evening) -> None:
    _pass(evening, 3)


def _courtesy(evening: Evening) -> None:
    _vote(evening)
    evening.tap("P1 votes no")


def _turn(evening: Evening) -> None:
    evening.sees(GameBegun(P1), Discarded(P1, Tile.SOAP))
    evening.tap("P2 draws", "P2 racks")


def _round(evening: Evening) -> None:
    """Three rounds of the house rules in which East stays after a wall game; West's round begins with P1 again."""
    for game in range(9):
        evening.sees(GameBegun(Seat(game % 4), concealed=_dealt_to(Seat(game % 4))))
        if game < 8:
            evening.sees(MahJongg(Seat(game % 4), WINNING))
    evening.sees(Discarded(P1, Tile.SOAP))
    evening.tap("P2 draws", "P2 racks")


def _dealt_to(east: Seat) -> tuple[int, int, int, int]:
    first, second, third, fourth = (14 if seat is east else 13 for seat in Seat)
    return first, second, third, fourth


def _after(seconds: float) -> Callable[[Evening], None]:
    def opened(evening: Evening) -> None:
        _discarded(evening)
        evening.now += seconds

    return opened


def _call(evening: Evening) -> None:
    _discarded(evening)
    evening.now += 3.5
    evening.tap("P4 calls")
    evening.now += 60.0  # a call stops the clock of the window


def _hold(evening: Evening) -> None:
    _discarded(evening)
    evening.tap("P4 says hold")
    evening.now += 60.0


def _dead(evening: Evening) -> None:
    _turn(evening)
    evening.post("/act", event="P3 dies WRONG_COUNT", after=evening.table.number)


def _alert(evening: Evening) -> None:
    _turn(evening)
    evening.table.raise_alert(Alert("question", "I did not see clearly: was this 3 Bam or 8 Bam?"))


def _won(evening: Evening) -> None:
    evening.sees(GameBegun(P1), Discarded(P1, Tile.B5))
    evening.sees(MahJongg(P3, WINNING, source=P1))


def _wall_game(evening: Evening) -> None:
    evening.sees(GameBegun(P1, wall=0), Discarded(P1, Tile.SOAP))
    evening.tap("wall game")


def _over(evening: Evening) -> None:
    _begun(evening)
    evening.tap("game abandoned WRONG_COUNT")


def _paused(evening: Evening) -> None:
    _turn(evening)
    evening.post("/pause", "P3", paused="yes")


def _lost(evening: Evening) -> None:
    _turn(evening)
    evening.table.set_camera(Status(False, "The camera is unplugged."))


def _night(evening: Evening) -> None:
    _turn(evening)
    evening.hour = time(23, 30)


WAYS: dict[str, Callable[[Evening], None]] = {
    "setup": _setup,
    "charleston": _vote,
    "pass-right": _dealt,
    "pass-across": lambda evening: _pass(evening, 1),
    "pass-left": lambda evening: _pass(evening, 2),
    "courtesy": _courtesy,
    "east": _begun,
    "turn": _turn,
    "round": _round,
    "window": _discarded,
    "window-half": _after(3.5),
    "window-closing": _after(5.0),
    "call": _call,
    "hold": _hold,
    "dead": _dead,
    "alert": _alert,
    "mah-jongg": _won,
    "wall-game": _wall_game,
    "over": _over,
    "paused": _paused,
    "camera-lost": _lost,
    "night": _night,
}


def test_every_pattern_has_a_way_to_it() -> None:
    assert set(WAYS) == set(NAMES)


@pytest.mark.parametrize("name", [name for name in WAYS if name != "round"])  # its rules are not the League's
def test_a_running_table_comes_to_show_the_pattern(evening: Evening, name: str) -> None:
    WAYS[name](evening)
    assert evening.shows() == drawn(name)


def test_rounds_are_counted_where_the_rules_have_them(tmp_path: Path) -> None:
    running = Evening(tmp_path, Rules(preset("house-002")))
    with running.client:
        _round(running)
        assert running.indicator.view().round_wind is Wind.WEST
        assert running.shows() == drawn("round")


def test_east_moves_to_the_right_as_the_next_game_is_set_up(evening: Evening) -> None:
    evening.sees(GameBegun(P3, concealed=_dealt_to(P3)), MahJongg(P3, WINNING))
    evening.post("/new-game")
    assert evening.indicator.view().east is P4
    assert "Left seat is East next" in evening.client.get("/table").text
    evening.tap("P2 is East")  # the table knows better
    assert evening.indicator.view().east is P2


def test_an_evening_goes_on_after_a_restart_and_ends_with_the_night(tmp_path: Path) -> None:
    store = Store(tmp_path / "log.db")
    first = Evening(tmp_path, Rules(preset("house-002")), store)
    for game in range(5):
        first.sees(GameBegun(Seat(game % 4), concealed=_dealt_to(Seat(game % 4))), MahJongg(Seat(game % 4), WINNING))
    again = Table(store, first.table.rules, clock=lambda: first.now + 60)
    assert again.evening is not None
    assert (again.evening.round, again.evening.east) == (2, P2)
    tomorrow = Table(store, first.table.rules, clock=lambda: first.now + 20 * 3600)
    assert tomorrow.evening is None
    store.close()


def test_a_game_put_away_unfinished_moves_no_east(evening: Evening) -> None:
    evening.sees(GameBegun(P2, concealed=_dealt_to(P2)), Discarded(P2, Tile.SOAP))
    evening.post("/new-game")
    assert evening.table.evening is not None
    assert evening.table.evening.east is P2
    assert "Right seat is East next" in evening.client.get("/table").text


def test_the_time_to_call_runs_out_by_thirds_and_then_the_turn_is_shown(evening: Evening) -> None:
    _discarded(evening)
    lefts = []
    for _ in range(4):
        lefts.append(evening.table.window_left)
        assert evening.table.window_next_s == (2.0 if evening.table.window_left else None)
        evening.now += 2.0
    assert lefts == [1.0, 2 / 3, 1 / 3, 0.0]
    assert evening.table.state.window, "by the rules it may still be called until the next player racks"
    third = [frame(evening.indicator.view(), beat * BEAT_S).sides for beat in range(BEATS)]
    assert {tuple(bool(sum(side.middle)) for side in sides) for sides in third} == {(False, False, True, False)}
    evening.sees(Discarded(P3, Tile.B1))
    assert evening.table.window_left == 1.0


def test_hold_a_call_and_a_pause_stop_the_clock(evening: Evening) -> None:
    _discarded(evening)
    evening.now += 1.0
    for stop, go_on in (("P4 says hold", "P4 says pass"), ("P4 calls", "P4 takes back the call")):
        evening.tap(stop)
        evening.now += 100.0
        assert evening.table.window_next_s is None
        evening.tap(go_on)
    evening.post("/pause", "P1", paused="yes")
    evening.now += 100.0
    evening.post("/pause", "P2", paused="no")
    assert evening.table.window_left == 1.0
    evening.now += 1.0
    assert evening.table.window_left == 2 / 3


def test_a_window_that_is_not_timed_stays_whole() -> None:
    assert CallWindow(0.0).left(5.0) is None


def test_only_who_plays_may_pause(evening: Evening) -> None:
    evening.client.cookies.clear()
    assert evening.client.post("/pause", data={"paused": "yes"}).status_code == 403
    assert not evening.table.paused
    evening.post("/pause", "P2", paused="yes")
    assert "Paused" in evening.client.get("/table").text
    assert "Go on" in evening.client.get("/seat/P2").text


@pytest.mark.parametrize(
    ("hour", "dimmed"), [(time(21, 59), False), (time(22, 0), True), (time(3, 0), True), (time(7, 0), False)], ids=str
)
def test_the_night_goes_over_midnight(hour: time, dimmed: bool) -> None:
    night = read_night("22:00-7:00")
    assert night is not None
    assert night.covers(hour) is dimmed


def test_nights_that_are_written_wrong_say_how_to_write_them() -> None:
    assert read_night("never") is None
    for wrong in ("22-7", "25:00-7:00", "late", "22:00"):
        with pytest.raises(ValueError, match="write it like 22:00-7:00"):
            read_night(wrong)


def test_the_light_of_a_live_table_follows_taps_and_time() -> None:
    """The real loop, thread and link, on the simulated lamp."""
    table = Table(Store("sqlite://"), call_window_s=0.3)
    indicator = Indicator(table)

    async def live() -> None:
        with Light("sim://") as light:
            lit = asyncio.create_task(keep_lit(table, indicator, light))
            table.submit(Proposal(GameBegun(P2, concealed=_dealt_to(P2)), Source.CAMERA))
            await until(lambda: light.shown.sides[P2] == frame(NAMES["east"].view, 0.0).sides[P1])
            version = table.version
            table.submit(Proposal(Discarded(P2, Tile.SOAP), Source.CAMERA))
            await until(lambda: light.shown.sides[P4].middle != (0, 0, 0))
            await until(lambda: table.window_left == 0.0)
            await until(lambda: light.shown.sides[P3].middle != (0, 0, 0) and light.shown.sides[P4].middle == (0, 0, 0))
            assert table.version >= version + 4, "the pages were told of each third, too"
            assert table.light.ok
            lit.cancel()

    asyncio.run(live())


def test_the_lights_state_is_on_the_set_up_page_and_its_trouble_on_every_page(evening: Evening) -> None:
    evening.table.set_light(Status(True, "The light shows the table: the WLED board at /dev/ttyUSB0."))
    assert "the WLED board at /dev/ttyUSB0" in evening.client.get("/setup").text
    evening.table.set_light(Status(False, "The light was unplugged."))
    for path in ("/", "/table", "/setup"):
        assert "The light was unplugged." in evening.client.get(path).text
