"""A lone tablet without a camera: whole games by touch, and every kind of act within reach."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from engine import event as e, notation
from engine.card import read_card
from engine.event import Event
from engine.faults import Cause
from engine.hands import HandTable
from engine.rules.referee import Accepted, Proposal, Rules, Source
from engine.rules.ruleset import ruleset
from engine.state import Phase
from engine.tile import Seat, Tile, code
from server.access import Access, player
from server.acts import Act
from server.app import create_app
from server.cards import practice_card_text
from server.offers import Desk
from server.people import People, plain
from server.sheet import sheet
from server.store import Store
from server.table import Table
from server.turn import turn_of
from server.web.site import Folders
from tests.browsing import CHROMIUM, Device, Place, complaints, hurry, open_page, see
from tests.tablet import Tablet, charleston

P1, P2, P3, P4 = Seat
TABLET = (768, 1024)


@pytest.fixture
def tablet(browser: Any, place: Place) -> Iterator[Tablet]:
    page = open_page(browser, place, "/all", joins="all", size=TABLET)
    yield Tablet(page, place)
    page.context.close()


@pytest.fixture(scope="module")
def device(browser: Any) -> Iterator[Device]:
    """One for all that is only looked at: a browser that has read the scripts once shows the next page sooner."""
    shows = Device(browser, remembers=False)
    yield shows
    shows.page.context.close()


def sized(device: Device, width: int, height: int) -> Device:
    device.page.set_viewport_size({"width": width, "height": height})
    return device


def named(tablet: Tablet) -> None:
    page = tablet.page
    for seat, who in zip(Seat, ("Ruth", "Bea", "Rose", "Ann"), strict=True):
        page.get_by_role("button", name="The table ...").click()
        form = page.locator("dialog[open] .called").nth(seat)
        form.locator("input[name=name]").fill(who)
        tablet.press(form.get_by_role("button", name="Keep"))
        page.locator("dialog[open]").wait_for(state="detached")


def test_a_game_to_its_win_and_one_to_the_end_of_the_wall(tablet: Tablet, place: Place) -> None:
    page, table = tablet.page, place.table
    hurry(page)
    page.reload()
    named(tablet)
    tablet.tap("Bea")  # is East
    tablet.says("Bea is East")
    tablet.tap("The tiles are dealt Then the Charleston")
    charleston(tablet)
    tablet.says("Bea: discard")
    tablet.discard(Tile.B3)
    tablet.says("Rose: draw and discard")
    tablet.discard(Tile.SOAP)  # the draw is implied
    tablet.row("Ruth", "Call")
    tablet.says("Ruth calls")
    page.get_by_text("With jokers").click()
    tablet.tap("Pung: two Soaps and one Joker")
    tablet.says("Ruth: discard")
    tablet.discard(Tile.C7)
    tablet.tap("Has drawn To take a Joker, or Mah Jongg")
    tablet.tap("Take the Joker Give the Soap to Ruth's group")
    assert table.state.racks[P1].exposures[0].tiles == (Tile.SOAP,) * 3
    tablet.discard(Tile.C1)
    tablet.tap("Undo: Bea discards 1 Crak")
    tablet.discard(Tile.C2)

    hand = next(
        x for x in HandTable(read_card(practice_card_text())).hands if not {Tile.SOAP} & {t for g in x for t in g.tiles}
    )
    tablet.tap("Has drawn To take a Joker, or Mah Jongg")
    tablet.tap("Mah Jongg Fourteen that win")
    tablet.says("Rose says Mah Jongg")
    page.get_by_role("button", name="Show the fourteen").click()
    for left, tile in zip(range(13, -1, -1), (t for group in hand for t in group.tiles), strict=True):
        page.locator(f"dialog[open] button[aria-label='Add {tile.words}']").click()
        see(page, "dialog[open] h2", f"{left} more tile" if left else "All fourteen")
    tablet.press(page.locator("dialog[open]").get_by_role("button", name="Show Mah Jongg"))
    tablet.says("Mah Jongg! Rose wins")
    assert table.state.winner is P3

    page.get_by_role("button", name="Next game: Rose is East").click()
    tablet.says("Rose is East")
    assert (table.game, table.state.east) == (2, P3)
    assert page.locator(".rows").count() == 0
    tablet.tap("The tiles are dealt Then the Charleston")
    charleston(tablet)
    pack = (tile for tile in Tile if tile is not Tile.JOKER for _ in range(tile.copies))
    while table.state.wall:
        tablet.discard(next(pack))
    tablet.tap("The wall is used up Nobody wants the last discard")
    tablet.says("Wall game: nobody wins")
    page.get_by_role("button", name="Next game: Ann is East").wait_for()
    assert table.state.phase is Phase.OVER


def said(tablet: Tablet, who: str, name: str, tile: Tile | None = None) -> None:
    """What waits behind a player's name, with the tile that it asks for."""
    tablet.page.get_by_role("button", name=f"{who} ...", exact=True).click()
    button = tablet.page.locator("#sheet[open]").get_by_role("button", name=name)
    if tile is None:
        tablet.press(button.first)
    else:
        button.first.click()
        tablet.press(tablet.page.locator(f"#picker[open] button[data-tile='{code(tile)}']"))
    tablet.page.locator("dialog[open]").first.wait_for(state="detached")


def test_what_goes_wrong_at_a_table_is_said_by_taps_alone(tablet: Tablet, place: Place) -> None:
    page, table = tablet.page, place.table
    named(tablet)
    tablet.tap("Ruth")
    tablet.tap("The tiles are dealt Then the Charleston")
    said(tablet, "Ann", "Passed the wrong way")
    for way in ("to the right", "across"):
        tablet.says(f"Put three tiles {way}")
        tablet.tap("All four have passed", 4)
    for who in ("Ruth", "Bea", "Rose"):
        said(tablet, who, "Passed, 3 unseen")
    said(tablet, "Ann", "Passed, 2 unseen")
    tablet.row("Rose", "No, stop")
    tablet.tap("No courtesy at all", 4)
    tablet.discard(Tile.B3)
    said(tablet, "Ruth", "It was named wrongly", Tile.B8)
    tablet.row("Ruth", "Say its right name")
    tablet.row("Ann", "Call")
    page.get_by_text("With jokers").click()
    tablet.tap("Pung: two 3 Bam and one Joker")
    said(tablet, "Ann", "Make it three 3 Bam and one Joker")
    assert len(table.state.racks[P4].exposures[0].tiles) == 4
    tablet.discard(Tile.C1)
    said(tablet, "Ruth", "Tiles fell open")
    said(tablet, "Ruth", "A wall tile was turned up")
    said(tablet, "Rose", "Discarded out of turn", Tile.D9)
    assert table.state.racks[P3].dead is Cause.OUT_OF_TURN
    said(tablet, "Ruth", "Had a Joker of Ann's wrongly", Tile.B4)
    assert table.state.racks[P4].dead is Cause.WRONG_EXCHANGE
    see(page, ".others", "Dead hand")


# The camera's and the clock's; and what is not a button of an event: undo, put right, names, dice, payments, the rules
# have forms of their own, and fourteen tiles are laid one by one.
BESIDE = {
    e.TimePassed, e.Resynced, e.Retracted, e.Named, e.SatOut, e.DiceRolled, e.Paid, e.RulesChosen, e.MahJongg,
    e.WallBroken,
}  # fmt: skip


def offered(*events: e.Event, rules: Rules | None = None) -> set[type]:
    """The kinds of act that the one tablet offers for any seat after these."""
    table = Table(Store("sqlite://"), rules or Rules())
    for event in events:
        answer = table.submit(Proposal(event, Source.TABLET))
        assert isinstance(answer, Accepted), (event, answer)
    tablet, found = player(*Seat), set[type]()
    for seat in Seat:
        desk = Desk(table, seat, People(), you=False)
        turn = turn_of(desk)
        acts = [*turn.great, *turn.plain, *turn.groups.natural, *(a for s in sheet(desk, tablet) for a in s.acts)]
        found |= kinds(acts)
    return found


def practice() -> Rules:
    return Rules(table=HandTable(read_card(practice_card_text())))


def won() -> tuple[e.Event, ...]:
    """East is dealt a hand of the card."""
    hands = practice().table
    assert hands is not None
    tiles = next(tuple(t for group in hand for t in group.tiles) for hand in hands.hands)
    return e.GameBegun(P1), e.MahJongg(P1, tiles)


def kinds(acts: Iterable[Act]) -> set[type]:
    """Of what these buttons propose."""
    return {type(notation.read(act.text.replace("{tile}", "9B"))) for act in acts if act.text}


def test_every_kind_of_act_is_within_reach_of_one_tablet() -> None:
    passes = tuple(e.Passed(seat) for _ in range(3) for seat in Seat)
    dealt = (e.EastChosen(P1), e.Dealt())
    begun = (e.GameBegun(P1), e.Discarded(P1, Tile.B1))
    exposed = (*begun, e.Exposed(P3, Tile.B1, P1, (Tile.B1, Tile.B1, Tile.JOKER)))
    after = (*exposed, e.Discarded(P3, Tile.C2), e.Drawn(P4))
    found = set[type]().union(
        offered(),
        offered(e.EastChosen(P1)),
        offered(*dealt, e.Passed(P1), e.Passed(P2)),  # what comes from her left lies there
        offered(e.EastChosen(P1), e.Dealt()),
        offered(*dealt, *passes),
        offered(*dealt, *passes, e.Voted(P1, False)),
        offered(*begun),
        offered(*begun, e.Called(P3)),
        offered(*begun, e.Held(P3)),
        offered(*exposed),
        offered(*exposed, e.Called(P2, True)),
        offered(*after),
        offered(*after, e.Declared(P4)),
        offered(*after, e.Challenged(P1, P3)),
        offered(e.GameBegun(P1), e.BetPlaced(P1), rules=Rules(ruleset(["C-28=bettor"]))),
        offered(*won(), rules=practice()),
        offered(e.GameBegun(P1), e.Discarded(P1, Tile.B1, Tile.B2)),
        offered(e.GameBegun(P1, concealed=(14, 13, 13, 12))),
        offered(e.GameBegun(P1, wall=0), e.Discarded(P1, Tile.B1)),
    )
    assert {kind for kind, _ in notation.FORMS} - found == BESIDE


def test_a_device_that_plays_for_one_says_nothing_for_another() -> None:
    table = Table(Store("sqlite://"), Rules())
    for event in (e.GameBegun(P1), e.Discarded(P1, Tile.B1)):
        table.submit(Proposal(event, Source.TABLET))
    desk = Desk(table, P3, People())
    kinds = {
        type(notation.read(a.text.replace("{tile}", "9B"))) for s in sheet(desk, player(P2)) for a in s.acts if a.text
    }
    assert kinds <= {e.WallGame}
    own = {
        type(notation.read(a.text.replace("{tile}", "9B"))) for s in sheet(desk, player(P3)) for a in s.acts if a.text
    }
    assert e.Called in own
    assert not own & {e.HandDied, e.Warned, e.GameAbandoned, e.BetPlaced}


def test_the_sheets_of_the_table_write_dice_payments_and_names(tmp_path: Path) -> None:
    table, access = Table(Store("sqlite://"), Rules()), Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path / "cards"))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as tablet:
        assert tablet.get("/all", follow_redirects=False).status_code == 303
        tablet.post("/join", data={"code": access.code("all")})
        assert "The first die" not in tablet.get("/all/table").text
        rolls = ((P1, 1), (P2, 6), (P3, 2), (P4, 2))
        for seat, die in rolls:
            dice = {"seat": seat.name, "first": die, "second": die, "after": table.number}
            assert tablet.post("/all/roll", data=dice).json()["ok"]
        assert table.state.east is P2
        tapped = {"seat": "P4", "name": " Ann ", "after": table.number}
        assert tablet.post("/name", data=tapped).json()["ok"]
        assert table.state.names[P4] == "Ann"
        paid = {"payer": "P1", "taker": "P4", "points": 25, "why": "a bet", "after": table.number}
        assert tablet.post("/all/pay", data=paid).json()["ok"]
        assert table.state.paid == (-25, 0, 0, 25)
        assert not tablet.post("/all/pay", data={**paid, "taker": "P1", "after": table.number}).json()["ok"]
        assert "Ann" in tablet.get("/all/log").text


@pytest.mark.parametrize(
    "then",
    [
        (),
        (e.Discarded(P1, Tile.B3),),
        (e.Discarded(P1, Tile.B3), e.Held(P3)),
        (e.Challenged(P3, P2), e.FoundAlive(P2)),
    ],
    ids=["to discard", "may call", "hold", "challenged"],
)
def test_what_is_said_for_a_player_is_not_said_as_by_her(then: tuple[Event, ...]) -> None:
    table = Table(Store("sqlite://"), Rules())
    for event in (e.GameBegun(P1), *then):
        assert isinstance(table.submit(Proposal(event, Source.REFEREE)), Accepted), event
    for seat in Seat:
        desk = Desk(table, seat, People(("Ruth", "Bea", "Rose", "Ann")), you=False)
        turn = turn_of(desk)
        acts = (*turn.great, *turn.plain, *(a for s in sheet(desk, player(*Seat)) for a in s.acts))
        words = [plain(turn.says), plain(turn.note), *(f"{a.label}. {a.note}" for a in acts)]
        assert [w for w in words if re.search(r"\b(I|me|my|you|your)\b", w, re.IGNORECASE)] == []


def test_where_nobody_has_a_name_yet_each_name_is_asked_for_by_the_seat(tmp_path: Path) -> None:
    table, access = Table(Store("sqlite://"), Rules()), Access.fresh(host_is_referee=False)
    app = create_app(table, access, folders=Folders(cards=tmp_path / "cards"))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as tablet:
        tablet.post("/join", data={"code": access.code("all")})
        asked = re.findall(r'<label for="called-P\d">([^<]*)<', tablet.get("/all/table").text)
    assert asked == ["Bottom seat", "Right seat", "Top seat", "Left seat"]


def test_no_two_buttons_are_called_the_same_to_whoever_does_not_see_what_they_stand_beside(
    browser: Any, place: Place
) -> None:
    host = open_page(browser, place, "/", joins="referee")
    host.context.request.post(f"{place.url}/sit", form={"role": "P2"})
    host.reload()
    heard = re.findall(r"- (?:button|link) \"([^\"]+)\"", host.locator(".device").aria_snapshot())
    assert len(heard) == len(set(heard)) == 6, heard
    host.context.close()
    page = open_page(browser, place, "/all", joins="all", size=TABLET)
    page.get_by_role("button", name="The table ...").click()
    heard = re.findall(r"- button \"([^\"]+)\"", page.locator("dialog[open] .names").aria_snapshot())
    assert len(heard) == len(set(heard)) == 4, heard
    page.keyboard.press("Escape")
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.C5))
    see(page, "#all_rows h2", "Left seat")
    heard = re.findall(r"- form \"([^\"]+)\"", page.locator("#all_rows").aria_snapshot())
    assert heard == ["Right seat", "Top seat", "Left seat"]
    page.context.close()


_BEYOND = """() => [...document.querySelectorAll(".pick-grid button")].filter((button) => {
  const tile = button.querySelector(".tile").getBoundingClientRect(), own = button.getBoundingClientRect();
  return own.width && (tile.left < own.left || tile.right > own.right); }).length"""


def test_tiles_do_not_lie_over_each_other_where_the_browser_writes_twice_as_large(browser: Any, place: Place) -> None:
    staged(place)
    place.happens(e.Drawn(P1), e.Discarded(P1, Tile.C1), e.Drawn(P2))
    large = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    writes_large = browser.browser_type.launch(executable_path=CHROMIUM, args=large)
    page = open_page(writes_large, place, "/seat/P2", "P2", (1024, 768))
    page.get_by_text("What did you draw?").click()
    page.locator(".pick-grid button:visible").first.wait_for()
    assert page.evaluate(_BEYOND) == 0
    writes_large.close()


def test_what_a_player_does_stands_in_one_piece_beside_her_name_in_large_text(device: Device, place: Place) -> None:
    place.happens(e.GameBegun(P1))
    place.do(partial(place.table.submit, Proposal(e.Named(P2, "Ann-Kathrin"), Source.REFEREE)))
    place.do(partial(place.table.submit, Proposal(e.Discarded(P1, Tile.C5), Source.REFEREE)))
    place.do(partial(place.table.submit, Proposal(e.Called(P2, True), Source.REFEREE)))
    page = sized(device, 1280, 800).opens(place, "/all", "all")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator("#around .chip").first.wait_for()
    assert page.locator("#around .chip").evaluate_all("all => all.map(chip => chip.getClientRects().length)") == [1]
    device.leaves(place)


SIZES = {"upright": (390, 844), "on its side": (844, 390), "tablet": (768, 1024)}


def staged(place: Place) -> None:
    """In the middle of a game: a group with a joker, a discard that P2 may call, her tiles tapped in."""
    place.happens(e.GameBegun(P1), e.Discarded(P1, Tile.C5), e.Exposed(P4, Tile.C5, P1, (Tile.C5, Tile.C5, Tile.JOKER)))
    place.happens(e.Discarded(P4, Tile.B3))
    thirteen = (Tile.B3, Tile.B3, Tile.JOKER, *(Tile(n) for n in range(18, 28)))
    place.do(lambda: place.table.set_own(P2, thirteen))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [False, True], ids=["as it is", "text twice as large"])
def test_nothing_has_to_be_moved_sideways(device: Device, place: Place, size: str, large: bool) -> None:
    staged(place)
    for path, joins in (("/seat/P2", "P2"), ("/all", "all")):
        page = sized(device, *SIZES[size]).opens(place, path, joins)
        if large:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
        for step in ((), (e.Called(P2),), (e.CallRetracted(P2), e.Drawn(P1))):
            for event in step:
                place.do(partial(place.table.submit, Proposal(event, Source.TABLET)))
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (path, step)
        place.do(lambda: place.table.undo(None, Source.TABLET))  # the draw: for the next page it is as it was
    device.leaves(place)


def test_the_large_buttons_and_the_rack_are_in_sight_on_a_phone_on_its_side(device: Device, place: Place) -> None:
    staged(place)
    page = sized(device, 844, 390).opens(place, "/seat/P2", "P2")
    place.happens(e.Drawn(P1), e.Discarded(P1, Tile.C1))
    see(page, ".says", "Your turn: draw")
    for selector in (".great-acts", "#own .rack"):
        bottom = page.locator(selector).first.evaluate("e => e.getBoundingClientRect().bottom")
        assert bottom <= 390, selector
    buttons = page.locator("main button:visible").all()
    heights = {b.text_content(): b.evaluate("b => b.getBoundingClientRect().height") for b in buttons}
    assert {name for name, height in heights.items() if height < 48} == set()
    device.leaves(place)


@pytest.mark.parametrize("path", ["/all", "/seat/P2"])
def test_axe_finds_nothing_while_a_group_is_chosen(device: Device, place: Place, path: str) -> None:
    axe_module = pytest.importorskip("axe_playwright_python.sync_playwright")
    staged(place)
    page = sized(device, 1280, 800).opens(place, path, "all" if path == "/all" else "P2")
    place.do(lambda: place.table.submit(Proposal(e.Called(P2), Source.TABLET)))
    page.locator(".choose").wait_for()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert complaints(axe_module.Axe(), page) == [], f"{path} in {scheme}"
    sheets = ("The table ...", "Put right ...", "The card") if path == "/all" else ("More", "The card", "Discards")
    for name in sheets:
        page.get_by_role("button", name=name, exact=True).click()
        heading = page.locator("dialog[open] h2").inner_text()
        page.get_by_role("dialog", name=heading, exact=True).wait_for()  # a screen reader tells one from another
        assert complaints(axe_module.Axe(), page) == [], name
        page.keyboard.press("Escape")
    page.emulate_media(color_scheme="light")
    device.leaves(place)
