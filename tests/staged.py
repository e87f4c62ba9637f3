"""Every page in every phase of a game: what has happened before it is opened, and what is tapped open on it. Pages are
measured and looked at by these."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine import event as e
from engine.card import read_card
from engine.event import Event
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile, read_tiles
from server.alerts import Alert, Audience, Choice
from server.cards import practice_card_text
from server.set_naming import KEY, png
from tests.browsing import Device, Place

P1, P2, P3, P4 = Seat
NAMES = ("Ruth", "Bea", "Rosemarie", "Ann-Kathrin Oppenau")
RACK = read_tiles("3B 3B J F 1C 2C 3C 4D 4D 4D N N WD")
WINNING = tuple(t for group in HandTable(read_card(practice_card_text())).hands[0] for t in group.tiles)


def nothing(page: Any) -> None:
    """The page as it is opened."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`path` opened by a device that has joined as `joins`, after `happened`; `taps` opens what is to be looked at."""

    name: str
    path: str
    joins: str = ""
    happened: Callable[[Place], None] = lambda place: None
    taps: Callable[[Any], None] = nothing

    def opened(self, device: Device, place: Place) -> Any:
        page = device.opens(place, self.path, self.joins)
        if self.path == "/referee":
            page.get_by_text("What happened", exact=True).click()  # folded, as it is found
        self.taps(page)
        page.evaluate("scrollTo(0, 0)")
        page.mouse.move(0, 0)
        return page


def tell(place: Place, *events: Event) -> None:
    """The referee says these."""
    for event in events:
        said = Proposal(event, Source.REFEREE)
        answer = place.do(partial(place.table.submit, said))
        assert isinstance(answer, Accepted), (event, answer)


def seated(place: Place) -> None:
    tell(place, *(e.Named(seat, name) for seat, name in zip(Seat, NAMES, strict=True)))


def dealt(place: Place) -> None:
    seated(place)
    tell(place, e.EastChosen(P1), e.Dealt())


def passing(place: Place) -> None:
    dealt(place)
    place.do(lambda: place.table.set_own(P2, RACK))
    tell(place, e.Passed(P3), e.Passed(P1))


def voting(place: Place) -> None:
    dealt(place)
    tell(place, *(e.Passed(seat) for _ in range(3) for seat in Seat))


def courtesy(place: Place) -> None:
    voting(place)
    tell(place, e.Voted(P2, False))


def _late() -> Iterator[Event]:
    """Seventy discards, and two exposures of each player; whoever comes next is the second."""
    yield e.GameBegun(P1)
    kinds = [t for t in Tile if t not in (Tile.JOKER, Tile.FLOWER)]
    seat = P1
    for n in range(70):
        tile = kinds[n % 34] if n < 68 else Tile.FLOWER
        yield e.Discarded(seat, tile)
        if n in (2, 5, 9, 12, 15, 19, 22, 25):
            caller = Seat(n % 4).right.right
            caller = caller if caller is not seat else caller.right
            yield e.Exposed(caller, tile, seat, (tile, tile, Tile.JOKER))
            seat = caller
            continue
        seat = seat.right


def late(place: Place) -> None:
    seated(place)
    place.happens(*_late())


def mine(place: Place) -> None:
    """The second player's turn, her tiles tapped in."""
    seated(place)
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.C5), e.Exposed(P4, Tile.C5, P1, read_tiles("5C 5C J")))
    place.happens(e.Discarded(P4, Tile.SOAP), e.Drawn(P1), e.Discarded(P1, Tile.D9))
    place.do(lambda: place.table.set_own(P2, RACK))


def drawn(place: Place) -> None:
    mine(place)
    place.happens(e.Drawn(P2))


def untold(place: Place) -> None:
    """Her turn to discard; which tiles she has she has not told."""
    drawn(place)
    place.do(lambda: place.table.set_own(P2, None))


def callable_(place: Place) -> None:
    """The second player may call what another has discarded."""
    mine(place)
    place.happens(e.Drawn(P2), e.Discarded(P2, Tile.SOAP), e.Discarded(P3, Tile.B3))


def called(place: Place) -> None:
    callable_(place)
    tell(place, e.Called(P2))


def declared(place: Place) -> None:
    drawn(place)
    tell(place, e.Declared(P2))


def challenged(place: Place) -> None:
    mine(place)
    tell(place, e.Challenged(P2, P4))


def false(place: Place) -> None:
    declared(place)
    tell(place, e.FalseMahJongg(P2))


def won(place: Place) -> None:
    drawn(place)
    tell(place, e.Declared(P2), e.MahJongg(P2, WINNING))


def walled(place: Place) -> None:
    seated(place)
    place.happens(e.GameBegun(P1, wall=0), e.Discarded(P1, Tile.B1))
    tell(place, e.WallGame())


def asked(place: Place) -> None:
    """A question with two readings, one accusation that somebody made."""
    late(place)
    choices = tuple(Choice(e.Discarded(P3, tile), 0.5) for tile in (Tile.B3, Tile.B8))
    place.do(lambda: place.table.raise_alert(Alert("q", "Was this 3 Bam or 8 Bam?", choices=choices)))
    says = "P4's 5C 5C J fits no hand of the card."
    place.do(lambda: place.table.raise_alert(Alert("f", says, "DEAD-04", P4, "What stands exposed fits no hand.")))


def laid_open(place: Place) -> None:
    """A whole hand that may be Mah Jongg: one tap says so."""
    drawn(place)
    says, choices = "P2's whole hand lies open. Is it Mah Jongg?", (Choice(e.MahJongg(P2, WINNING), 0.6),)
    asked = Alert("unclear", says, seat=P2, choices=choices, audience=Audience.CONCERNED)
    place.do(lambda: place.table.raise_alert(asked))


def played(place: Place) -> None:
    """Three games: a win, a wall game, one put away."""
    won(place)
    place.do(place.table.new_game)
    tell(place, e.GameBegun(P1, wall=0), e.Discarded(P1, Tile.B1), e.WallGame())
    place.do(place.table.new_game)
    tell(place, e.GameBegun(P3), e.Paid((-25, 25, 0, 0), "a challenge"), e.GameAbandoned(Cause.FALSE_MAH_JONGG))


def tap(*names: str) -> Callable[[Any], None]:
    def taps(page: Any) -> None:
        for name in names:
            page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()
        page.locator("dialog[open] :is(h2, h3)").first.wait_for()

    return taps


def go_on(page: Any) -> None:
    """From what is read in a lesson to its first question."""
    page.get_by_role("button", name="Go on").click()
    page.locator(".lesson-ask").wait_for()


def tournament(place: Place) -> None:
    """A game that is paid, and two that a tournament scores."""
    played(place)
    place.do(lambda: place.table.choose_rules(Rules(ruleset(["C-34=tournament"]))))
    shown = (read_tiles("1B 1B 1B"), read_tiles("2B 2B 2B"))
    tiles = (*shown[0], *shown[1], *read_tiles("3B 3B 3B 4B 4B 4B 5B 5B"))
    begun = e.GameBegun(P1, concealed=(14, 7, 13, 13), exposures=((), shown, (), ()))
    tell(place, begun, e.Discarded(P1, Tile.B5), e.MahJongg(P2, tiles, "Run 1", P1, 25))
    tell(place, e.GameBegun(P2, wall=0), e.Discarded(P2, Tile.D9), e.HandDied(P4, Cause.WRONG_COUNT), e.WallGame())


def unknown_set(place: Place) -> None:
    """The eyes ask what tiles of a set are that they do not know."""
    seated(place)
    crop = png(np.full((64, 48, 3), (190, 220, 228), np.uint8))
    likely = (Tile.B5, Tile.C5, Tile.D5, Tile.B1, Tile.B2, Tile.SOAP)
    says = "I do not know this set. What are these 4 tiles?"
    told = Alert(KEY, says, audience=Audience.REFEREE, pictures=(crop,) * 4, about="drawing-7", likely=likely)
    place.do(lambda: place.table.raise_alert(told))


def unfolded(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")


def first_in_the_log(page: Any) -> None:
    page.get_by_text("What happened", exact=True).click()
    page.locator(".log button").first.click()
    page.locator("dialog[open] h3").first.wait_for()


def _seat(name: str, happened: Callable[[Place], None], taps: Callable[[Any], None] = nothing) -> Scene:
    return Scene(f"seat {name}", "/seat/P2", "P2", happened, taps)


def _all(name: str, happened: Callable[[Place], None], taps: Callable[[Any], None] = nothing) -> Scene:
    return Scene(f"all {name}", "/all", "all", happened, taps)


SCENES: tuple[Scene, ...] = (
    Scene("start", "/"),
    Scene("start asked", "/?seat=P2&wrong=code"),
    Scene("start referee", "/", "referee", seated, unfolded),
    Scene("house rules", "/setup/rules", "referee", seated, unfolded),
    Scene("join", "/", "P1", seated),
    Scene("hand on", "/hand-on/P2", "P2", seated),
    Scene("nowhere", "/nowhere"),
    Scene("setup", "/setup", "referee", seated, unfolded),
    Scene("setup visitor", "/setup", "", seated),
    *(
        Scene(f"setup {step}", f"/setup/{step}", "referee", seated, unfolded)
        for step in ("camera", "outline", "light", "tiles", "card", "names", "east", "rules")
    ),
    Scene("setup who", "/setup/names", "referee", seated, lambda page: page.locator(".at-left").click()),
    Scene("camera", "/camera", "referee", late),
    Scene("table empty", "/table"),
    Scene("table passing", "/table", "", passing),
    Scene("table callable", "/table", "", callable_),
    Scene("table called", "/table", "", called),
    Scene("table late", "/table", "", late),
    Scene("table declared", "/table", "", declared),
    Scene("table challenged", "/table", "", challenged),
    Scene("table won", "/table", "", won),
    Scene("table walled", "/table", "", walled),
    Scene("table asked", "/table", "", asked),
    Scene("screen late", "/screen", "", late),
    Scene("screen won", "/screen", "", won),
    _seat("empty", seated),
    _seat("passing", passing),
    _seat("voting", voting),
    _seat("courtesy", courtesy),
    _seat("mine", mine),
    _seat("drawn", drawn, unfolded),
    _seat("drawn discard", untold, tap("Discard ...")),
    _seat("callable", callable_),
    _seat("called", called),
    _seat("called unfolded", called, unfolded),
    _seat("declared", declared),
    _seat("laid open", laid_open),
    _seat("lay", declared, tap("Show the fourteen")),
    _seat("late", late),
    _seat("won", won),
    _seat("walled", walled),
    _seat("more", drawn, tap("More")),
    _seat("card", drawn, tap("The card")),
    _seat("discards", late, tap("Discards")),
    _all("empty", seated),
    _all("passing", passing),
    _all("voting", voting),
    _all("courtesy", courtesy),
    _all("callable", callable_),
    _all("called", called, unfolded),
    _all("drawn", drawn),
    _all("declared", declared),
    _all("won", won),
    _all("table", drawn, tap("The table ...")),
    _all("log", late, tap("Put right ...")),
    Scene("referee empty", "/referee", "referee", seated),
    Scene("referee late", "/referee", "referee", late, unfolded),
    Scene("referee asked", "/referee", "referee", asked, unfolded),
    Scene("referee unknown set", "/referee", "referee", unknown_set, unfolded),
    Scene("referee declared", "/referee", "referee", declared),
    Scene("referee challenged", "/referee", "referee", challenged),
    Scene("referee laid open", "/referee", "referee", laid_open),
    Scene("referee won", "/referee", "referee", won),
    Scene("referee correct", "/referee", "referee", late, first_in_the_log),
    Scene("referee fresh", "/referee", "referee", late, tap("New game")),
    Scene("referee whole", "/referee", "referee", seated, tap("About the whole game")),
    Scene("referee wrong east", "/referee", "referee", late, tap("About the whole game")),
    Scene("ledger empty", "/ledger", "", seated),
    Scene("ledger", "/ledger", "referee", played, unfolded),
    Scene("ledger evenings", "/ledger", "referee", played, tap("Earlier evenings")),
    Scene("ledger of a tournament", "/ledger", "referee", tournament, unfolded),
    Scene("ledger evenings with a tournament", "/ledger", "referee", tournament, tap("Earlier evenings")),
    Scene("tournament's end", "/table", "referee", tournament),
    Scene("card", "/card", "referee", seated),
    Scene("tiles", "/enrol", "referee", seated),
    Scene("rules", "/rules"),
    Scene("solo", "/solo", "", seated),
    Scene("lessons", "/lessons", "", seated),
    Scene("lesson", "/lessons/calling", "", seated),
    Scene("lesson question", "/lessons/card", "", seated, go_on),
    Scene("lesson answer", "/lessons/card/concealed?seed=3&chosen=0", "", seated),
    Scene("lesson pass", "/lessons/charleston/which-three?seed=2&chosen=0", "", seated),
    Scene("lesson table", "/lessons/defence/may-be-on?seed=4&chosen=1&chosen=2", "", seated),
)
