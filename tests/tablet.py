"""The page of a lone tablet, and what is tapped on it; or pressed, by whoever has no pointer."""

from typing import Any

from engine.tile import Tile, code
from tests.browsing import Place, see

WAY = 90  # keys from one button to another at most: on the page for all seats lie a row a player and 42 tiles
# How many keys it is away at least, by what lies between that every Tab stops at; none where it has the focus.
_AWAY = """e => {
  if (e === document.activeElement) return e.matches(":focus-visible") ? 0 : "unseen";
  const within = document.querySelector("dialog:modal") ?? document;
  const stops = [...within.querySelectorAll("button:enabled, summary, a[href]")].filter(
    (one) => one.tabIndex === 0 && !one.closest("[inert]") && one.checkVisibility({visibilityProperty: true}));
  const from = stops.indexOf(document.activeElement);
  return from < 0 ? 1 : Math.max(1, stops.indexOf(e) - from);
}"""
_TAKEN = "() => !document.activeElement.hasAttribute('aria-disabled')"  # right after a change of buttons none is


class Tablet:
    """The one page, and taps on it; each waits until the page has heard what it did."""

    def __init__(self, page: Any, place: Place) -> None:
        self.page, self.place = page, place

    def tap(self, name: str, more: int = 1) -> None:
        """The button of that name, which writes `more` events or more."""
        self.press(self.page.get_by_role("button", name=name, exact=True), more)

    def press(self, button: Any, more: int = 1) -> None:
        before, game = self.place.table.number, self.place.table.game
        self.click(button)
        at_least = before + more
        self.page.wait_for_function(
            "([n, g]) => Number(document.getElementById('after').value) >= n || g", arg=[at_least, False]
        )
        assert self.place.table.game == game

    def click(self, button: Any) -> None:
        button.click()

    def discard(self, tile: Tile) -> None:
        self.press(self.page.locator(f".pad button[data-key='discard {code(tile)}']"))

    def row(self, who: str, name: str) -> None:
        row = self.page.locator(".rows li", has=self.page.get_by_role("heading", name=who, exact=True))
        self.press(row.get_by_role("button", name=name))

    def says(self, text: str) -> None:
        see(self.page, ".says", text)


class Keys(Tablet):
    """The same by keys alone: Tab to a button, which then shows that it has the focus, and Enter. `pressed` counts
    them."""

    def __init__(self, page: Any, place: Place) -> None:
        super().__init__(page, place)
        self.pressed = 0

    def click(self, button: Any) -> None:
        button.wait_for()
        given_up = self.pressed + WAY
        while away := button.evaluate(_AWAY):
            assert away != "unseen", f"{button}: nobody sees that it has the focus"
            assert self.pressed < given_up, f"{WAY} times Tab do not lead to {button}"
            for _ in range(away):
                self.page.keyboard.press("Tab")
                self.pressed += 1
        self.page.wait_for_function(_TAKEN)
        self.page.keyboard.press("Enter")
        self.pressed += 1


def charleston(tablet: Tablet) -> None:
    """Three passes, nobody wants a second round, one pair exchanges."""
    for way in ("to the right", "across", "to the left"):
        tablet.says(f"Put three tiles {way}")
        tablet.tap("All four have passed", 4)
    tablet.row("Rose", "No, stop")
    for who, count in (("Ruth", "2"), ("Rose", "1"), ("Bea", "None")):
        tablet.row(who, count)
