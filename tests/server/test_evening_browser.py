"""A whole evening from an empty home folder: set-up by touch, three games on a laptop, a tablet and two phones, and
what everybody owes at its end. The program as it runs; nobody touches a shell."""

import re
from pathlib import Path
from typing import Any

from engine.card import read_card
from engine.hands import HandTable
from engine.tile import Tile, code
from server.cards import practice_card_text
from tests.browsing import told, watch
from tests.server.test_live import program

LAPTOP, TABLET, PHONE, LYING_PHONE = (1280, 800), (1024, 768), (390, 844), (844, 390)
PATIENCE_MS = 90_000  # the networks and the simulated table share two busy cores with other tests
MIDDLE = "#moment .moment:not(.past)"


class Device:
    """One device at the table: taps on its page, and the number of the last event that it has heard of."""

    def __init__(self, browser: Any, size: tuple[int, int]) -> None:
        self.errors: list[str] = []
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
        self.page = self.new_page()

    def new_page(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        watch(page)
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        return page

    def opens(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("body[data-heard=yes]").wait_for(state="attached")

    def tap(self, name: str, *, exact: bool = False) -> None:
        self.page.get_by_role("button", name=name, exact=exact).first.tap()

    def act(self, button: Any) -> None:
        """A tap that writes at least one event; waits until this page has heard of it."""
        before = self._heard()
        button.first.tap()
        self.page.wait_for_function("n => Number(document.getElementById('after').value) > n", arg=before)

    def does(self, name: str, *, exact: bool = False) -> None:
        self.act(self.page.get_by_role("button", name=name, exact=exact))

    def sees(self, selector: str, text: str) -> None:
        self.page.locator(selector, has_text=text).first.wait_for(state="visible")

    def told(self, text: str) -> None:
        """Wait until this has stood in the middle of the page, if only for a moment."""
        told(self.page, text)

    def _heard(self) -> int:
        return int(self.page.locator("#after").input_value())


class OneForAll(Device):
    """The tablet in the middle, which plays for whoever has no device."""

    def discards(self, tile: Tile) -> None:
        self.act(self.page.locator(f".pad button[data-key='discard {code(tile)}']"))

    def row(self, who: str, name: str) -> None:
        row = self.page.locator(".rows li", has=self.page.get_by_role("heading", name=who, exact=True))
        self.act(row.get_by_role("button", name=name))

    def lays_open(self, tiles: tuple[Tile, ...]) -> None:
        self.tap("Show the fourteen")
        for left, tile in zip(range(len(tiles) - 1, -1, -1), tiles, strict=True):
            self.page.locator(f"dialog[open] button[aria-label='Add {tile.words}']").tap()
            self.sees("dialog[open] h2", f"{left} more tile" if left else "All fourteen")
        self.act(self.page.locator("dialog[open]").get_by_role("button", name="Show Mah Jongg"))


def sets_up(laptop: Device, url: str) -> None:
    """Every step by touch, to the first tile that the camera tells; then the camera rests: these are not there."""
    page = laptop.page

    def at(path: str) -> None:
        page.wait_for_url(f"**{path}")
        page.locator("body[data-heard=yes]").wait_for(state="attached")

    def onward(path: str) -> None:
        page.get_by_role("link", name="Next").first.tap()
        at(path)

    page.goto(url)
    at("/setup")
    page.get_by_role("link", name="Begin").tap()
    at("/setup/camera")
    laptop.tap("The simulated table")
    page.locator("figure[data-state=live] img:not([hidden])").wait_for()
    onward("/setup/outline")
    onward("/setup/light")
    laptop.tap("On the page")
    page.locator("button[aria-pressed=true]", has_text="On the page").wait_for()
    onward("/setup/tiles")
    laptop.tap("Read without a set of our own")
    at("/setup/card")
    laptop.tap("Stepping Stones (practice card)")
    at("/setup/names")
    for place, name in (("bottom", "Ann"), ("right", "Bea"), ("top", "Carol"), ("left", "Dot")):
        page.locator(f".at-{place}").tap()
        page.locator("#who-name").fill(name)
        laptop.tap("Keep this name")
        page.locator(f".at-{place}.named", has_text=name).wait_for()
        at("/setup/names")
    onward("/setup/east")
    page.locator(".at-bottom").tap()
    page.locator(".at-bottom[aria-pressed=true]").wait_for()
    at("/setup/east")
    onward("/setup/rules")
    laptop.tap("These are our rules")
    at("/setup")
    laptop.tap("Start the game")
    at("/table")
    page.locator(".discards img").first.wait_for()
    page.goto(f"{url}/setup/camera")
    page.locator("body[data-heard=yes]").wait_for(state="attached")
    laptop.tap("No camera")
    at("/setup/light")


def codes(laptop: Device, url: str) -> dict[str, str]:
    """What the start page shows to be typed, by whose it is."""
    laptop.opens(f"{url}/")
    found = laptop.page.locator(".joins li").evaluate_all(
        "all => all.map(li => [li.querySelector('h3').textContent, li.querySelector('.code').textContent])"
    )
    return {name.split("'")[0].strip().lower(): typed.strip() for name, typed in found}


def joins_by_typing(phone: Device, url: str, typed: str) -> None:
    phone.opens(f"{url}/")
    phone.page.get_by_label("Code of your seat").press_sequentially(typed.lower())
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**/seat/P2")
    phone.page.locator("body[data-heard=yes]").wait_for(state="attached")


def joins_by_scanning(phone: Device, url: str, scanned: str) -> None:
    phone.page.goto(f"{url}/join/{scanned}")
    if "/join/" in phone.page.url:  # a device that is something already, as all are that run on this machine, is asked
        phone.tap("Yes, that as well")
    phone.page.wait_for_url(re.compile(r"/(seat/P1|all)"))
    phone.page.locator("body[data-heard=yes]").wait_for(state="attached")


def test_an_evening_of_three_games(browser: Any, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    hands = HandTable(read_card(practice_card_text())).hands
    without_soap = (x for x in hands if not {Tile.SOAP, Tile.B3} & {t for g in x for t in g.tiles})
    fourteen = tuple(t for group in next(without_soap) for t in group.tiles)
    with program(home) as url:
        laptop, tablet = Device(browser, LAPTOP), OneForAll(browser, TABLET)
        ann, bea = Device(browser, PHONE), Device(browser, LYING_PHONE)
        sets_up(laptop, url)
        typed = codes(laptop, url)
        joins_by_typing(bea, url, typed["bea"])
        joins_by_scanning(ann, url, typed["ann"])
        joins_by_scanning(tablet, url, next(c for who, c in typed.items() if "all" in who))
        table, referee = laptop.page, laptop.new_page()
        laptop.opens(f"{url}/table")
        referee.goto(f"{url}/referee")
        referee.locator("body[data-heard=yes]").wait_for(state="attached")
        begin_anew(referee)
        first_game(laptop, referee, tablet, ann, bea, fourteen)
        second_game(laptop, referee, tablet, bea)
        third_game(laptop, tablet, ann, fourteen)
        laptop.opens(f"{url}/ledger")
        for name in ("Ann", "Bea", "Carol", "Dot"):
            laptop.sees("main", name)
        laptop.sees("main", "pays")
        assert not re.search(r"\bP[1-4]\b", table.locator("main").inner_text())
        for device in (laptop, tablet, ann, bea):
            assert device.errors == []
        settled = laptop.page.locator("#ledger").inner_text()
    with program(home) as url:  # the plug was pulled: next week the evening is in the book as it was
        laptop.opens(f"{url}/ledger")
        assert sums(laptop.page.locator("#ledger").inner_text()) == sums(settled)


def sums(ledger: str) -> list[str]:
    return re.findall(r"[-+−]?\d+", ledger)


def begin_anew(referee: Any) -> None:
    """The game of the simulated table is put away: two taps, for it is not over."""
    referee.get_by_role("button", name="New game").first.tap()
    referee.get_by_role("button", name="Begin a new game").tap()


def charleston(tablet: OneForAll, *without_device: str) -> None:
    """Three passes that the tablet says for all, no second round, no courtesy."""
    for way in ("to the right", "across", "to the left"):
        tablet.sees(".says", f"Put three tiles {way}")
        tablet.does("All four have passed")
    tablet.row(without_device[0], "No, stop")
    for who in ("Ann", "Bea"):  # who sit opposite are not asked
        tablet.row(who, "None")


def first_game(laptop: Device, referee: Any, tablet: OneForAll, ann: Device, bea: Device, fourteen: Any) -> None:
    """A call, an exchange, a tile put right, a challenge, a win, and who pays."""
    for device in (tablet, ann):
        device.sees(".says", "The next game")
    ann.does("Next game: You are East")
    for device in (laptop, tablet, bea):
        device.sees("main", "Ann")
    tablet.does("The tiles are dealt Then the Charleston")
    charleston(tablet, "Carol")
    ann.sees(".says", "discard")
    ann.tap("Discard ...")
    ann.act(ann.page.locator("dialog[open] button[data-tile='3B']"))
    laptop.page.locator(".discards img[alt='3 Bam']").wait_for()
    tablet.row("Carol", "Call")
    laptop.sees("main", "Carol calls")
    tablet.page.get_by_text("With jokers").tap()
    tablet.does("Pung: two 3 Bam and one Joker")
    laptop.told("Carol calls 3 Bam, exposes a pung")
    tablet.discards(Tile.C7)
    tablet.does("Has drawn To take a Joker, or Mah Jongg")
    tablet.does("Take the Joker Give the 3 Bam to Carol's group")
    tablet.discards(Tile.C1)
    # The 1 Crak was a 9 Crak: the referee puts it right.
    referee.locator("#happened summary").tap()
    referee.locator(".log button", has=referee.locator("img[alt='1 Crak']")).first.tap()
    referee.locator("dialog[open] img[alt='9 Crak']").first.tap()
    laptop.page.locator(".discards img[alt='9 Crak']").wait_for()
    bea.tap("More", exact=True)
    bea.act(bea.page.get_by_role("button", name="Is Carol dead?"))
    laptop.told("Bea asks: is Carol's hand dead?")
    referee.locator(MIDDLE).get_by_role("button", name="Not dead").tap()
    for device in (laptop, ann, bea):
        device.told("Carol's hand is not dead")
    tablet.does("Has drawn To take a Joker, or Mah Jongg")
    tablet.does("Mah Jongg Fourteen that win")
    laptop.told("says Mah Jongg")
    tablet.lays_open(fourteen)
    laptop.told("wins: Mah Jongg")
    laptop.told("twice for self-drawn")


def second_game(laptop: Device, referee: Any, tablet: OneForAll, bea: Device) -> None:
    """A false mah jongg, a dead hand, and a wall game."""
    bea.tap("Next game: You are East")
    tablet.sees(".says", "Bea is East")
    tablet.does("The tiles are dealt Then the Charleston")
    charleston(tablet, "Dot")
    bea.act(bea.page.get_by_role("button", name="Mah Jongg"))
    laptop.told("Bea says Mah Jongg: lay it open")
    referee.locator(MIDDLE).get_by_role("button", name="Not valid").tap()
    for device in (laptop, tablet, bea):
        device.told("Bea's Mah Jongg is not valid")
    laptop.sees(".player.p2", "Dead hand")
    pack = (tile for tile in Tile if tile is not Tile.JOKER for _ in range(tile.copies))
    while tablet.page.locator(".pad").count():
        tablet.discards(next(pack))
    tablet.does("The wall is used up Nobody wants the last discard")
    laptop.sees("main", "Wall game")


def third_game(laptop: Device, tablet: OneForAll, ann: Device, fourteen: Any) -> None:
    """Ann wins on Carol's discard: the discarder pays twice what the others pay."""
    tablet.tap("Next game: Carol is East")
    tablet.sees(".says", "Carol is East")
    tablet.does("The tiles are dealt Then the Charleston")
    charleston(tablet, "Bea")
    tablet.discards(fourteen[0])
    ann.act(ann.page.get_by_role("button", name="Mah Jongg"))
    laptop.told("Ann says Mah Jongg: lay it open")
    tablet.lays_open(fourteen[1:])  # the first one is the discard
    for device in (laptop, ann):
        device.told("Ann wins: Mah Jongg")
