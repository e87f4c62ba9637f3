"""A running table with its pages, and a real browser to look at them with."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from engine.card import read_card
from engine.event import Event
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.screens import Surroundings
from server.store import Store
from server.table import Table
from server.web.site import Folders, Room
from tests.absent import absent

PATIENCE_MS = 30_000  # on a quiet machine a tenth of a second; two cores may be busy with something else
# A moment passes by itself: each that could be seen on the page is written down, for whoever looks late.
_WATCH = """window.moments = []; addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("moment");
  const look = () => { const moment = place.querySelector(".moment:not(.past)");
    if (moment?.checkVisibility()) moments.push(moment.textContent.replace(/\\s+/g, " ")); };
  if (!place) return;
  new MutationObserver(look).observe(place, {childList: true, subtree: true, characterData: true});
  look();
});"""
# The first is Chromium without the browser around the page, which nobody sees here: a page opens in half the time.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_TAPS = Path(__file__).parents[1] / "server" / "pages" / "static" / "taps.js"
CHROMIUM = next((path for path in map(shutil.which, _BROWSERS) if path), None)


class Place:
    """A running table: its pages at `url`, and a way to do things on its event loop from the test."""

    def __init__(self, cards: Path) -> None:
        self.table = Table(Store("sqlite://"), Rules(table=HandTable(read_card(practice_card_text()))))
        self.access = Access.fresh(host_is_referee=False)
        self.errors: list[str] = []  # of scripts on pages; none is expected
        self.room: Room | None = None  # none: no camera and no memory
        self.around = Surroundings("http://192.168.1.20:8555")
        self._cards = cards
        self._port = 0
        self._started = threading.Event()
        self._server: uvicorn.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._started.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._started.wait(120), "the pages did not start"

    def stop(self) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(60)

    def do(self, act: Callable[[], Any]) -> Any:
        """Run `act` on the event loop and give back what it answers."""
        assert self._loop is not None

        async def on_the_loop() -> Any:
            return act()

        return asyncio.run_coroutine_threadsafe(on_the_loop(), self._loop).result(60)

    def happens(self, *events: Event, **more: Any) -> None:
        """The camera proposes these."""
        for event in events:
            answer = self.do(partial(self.table.submit, Proposal(event, Source.CAMERA, 0.97), **more))
            assert isinstance(answer, Accepted), answer

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        app = create_app(self.table, self.access, self.around, room=self.room, folders=Folders(cards=self._cards))
        config = uvicorn.Config(app, host="127.0.0.1", port=self._port, log_level="error", lifespan="off")
        self._server = uvicorn.Server(config)
        serving = asyncio.create_task(self._server.serve())
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.02)
        if self._server.started:
            self._port = self._server.servers[0].sockets[0].getsockname()[1]
        self._started.set()
        await serving


@contextmanager
def opened_browser() -> Iterator[Any]:
    if CHROMIUM is None:
        absent("Chromium", "apt install chromium-headless-shell")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@contextmanager
def opened_place(cards: Path) -> Iterator[Place]:
    running = Place(cards)
    running.start()
    yield running
    running.stop()
    assert running.errors == []


class Device:
    """A device with one page open; `remembers` nothing: what pages keep in the browser is gone at the next."""

    def __init__(self, browser: Any, size: tuple[int, int] = (1280, 800), *, remembers: bool = True) -> None:
        self.page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        watch(self.page)
        if not remembers:
            self.page.add_init_script("if (origin !== 'null') { localStorage.clear(); sessionStorage.clear(); }")
        self._errors: list[str] = []
        self.page.on("pageerror", lambda error: self._errors.append(f"{self.page.url}: {error}"))

    def opens(self, place: Place, path: str, joins: str = "") -> Any:
        """The page at `path`, as whoever has joined as `joins` and nothing else; any error on it fails the test."""
        page, context, self._errors = self.page, self.page.context, place.errors
        context.clear_cookies()
        if joins:  # the device's cookies without a page that nobody looks at
            answer = context.request.get(f"{place.url}/join/{place.access.code(joins)}", max_redirects=0)
            assert answer.status == 303, answer.status
        page.goto(place.url + path)
        page.locator("body[data-heard=yes]").wait_for(state="attached")
        if path == "/referee":
            page.get_by_text("What happened", exact=True).click()  # the log is folded away until it is wanted
        return page

    def leaves(self, place: Place) -> None:
        """Hears no more of the place, which may then stop."""
        self.page.goto(f"{place.url}/static/icon.svg")


def open_page(browser: Any, place: Place, path: str, joins: str = "", size: tuple[int, int] = (1280, 800)) -> Any:
    """A page of a fresh browser context, as a device of its own; any error on the page fails the test."""
    return Device(browser, size).opens(place, path, joins)


def see(page: Any, selector: str, text: str, within_ms: int = PATIENCE_MS) -> None:
    """Wait until the first match of `selector` that holds `text` is visible."""
    page.locator(selector, has_text=text).first.wait_for(state="visible", timeout=within_ms)


def watch(page: Any) -> None:
    """From the next page on that this opens, `told` knows what has stood in the middle."""
    page.add_init_script(_WATCH)


def hurry(page: Any) -> None:
    """On what this opens next a button takes a tap almost as soon as it has come, for whoever taps hundreds."""
    slow, fast = "FRESH_MS = 300;", "FRESH_MS = 20;"
    taps = _TAPS.read_text("utf-8")
    assert slow in taps
    page.route("**/taps.js", lambda asks: asks.fulfill(body=taps.replace(slow, fast), content_type="text/javascript"))


def told(page: Any, text: str) -> None:
    """Wait until a moment with `text` stands on the page, or has stood there since it was opened."""
    page.wait_for_function("text => window.moments.some((moment) => moment.includes(text))", arg=text)


_ASK = Path(__file__).with_name("complaining.js").read_text("utf-8")


def complaints(axe: Any, page: Any, *, colours_alone: bool = False) -> list[str]:
    """What axe finds on the page; with `colours_alone` by colours, where the same page in other colours has
    been looked at whole."""
    if not page.evaluate("() => 'axe' in window"):  # half a megabyte to read: once for each page that is opened
        page.evaluate(axe.axe_script)
    found = page.evaluate(_ASK, {"colours": colours_alone, "patience": PATIENCE_MS})
    return [f"{v['id']}: {v['help']}: " + "; ".join(str(n["html"])[:140] for n in v["nodes"][:3]) for v in found]
