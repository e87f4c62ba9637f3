"""Typing a card in a real browser: the preview at the caret, remedies, patterns, and what is done with a card."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from server.photo_size import MEGABYTE, MOST_MB, TOO_LARGE
from server.shelf import Shelf
from tests.bench.card_prints import Layout, photographed, printed
from tests.browsing import Place, open_page, see

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
WAIT_MS = 15_000
HEAD = "card: Ours\n== T ==\n"


def opened(browser: Any, place: Place, text: str, size: tuple[int, int] = (1280, 800)) -> Any:
    """The page of a new card with this text in it, read, the caret behind it."""
    page = open_page(browser, place, "/card?name=new", joins="referee", size=size)
    page.set_default_timeout(WAIT_MS)
    page.locator("#text").fill(text)
    page.locator("#text").press("Control+End")
    return page


def arrived(page: Any, name: str) -> None:
    """Wait until the page of this card is there, and its scripts with it."""
    page.wait_for_url(f"**/card?name={name}")
    page.locator("#preview[data-read]").wait_for(state="attached")


def typed(page: Any) -> str:
    return str(page.locator("#text").input_value())


def test_the_line_at_the_caret_is_shown_as_it_grows(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. F 11a 333a")
    see(page, "#now .count", "6 of 14 tiles", WAIT_MS)
    page.locator("#now .growing").wait_for()
    page.keyboard.type(" 5555a 7777a X 25")
    see(page, "#now .all", "3 hands", WAIT_MS)
    page.keyboard.type("\n   or F 11a 333a 5555b 7777b")
    see(page, "#now .all", "9 hands", WAIT_MS)
    assert page.locator("#now .hand").count() == 2
    page.keyboard.type("\n2. FF 2222a 4444b 6666c X 25")
    see(page, "#now .all", "6 hands", WAIT_MS)
    page.keyboard.press("ArrowUp")
    see(page, "#now .all", "9 hands", WAIT_MS)
    page.context.close()


def test_an_empty_row_at_the_caret_shows_how_a_line_looks(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. F 11a 333a 5555a 7777a X 25\n\n")
    see(page, "#sum", "3 hands", WAIT_MS)
    see(page, "#now", "A line looks like this", WAIT_MS)
    page.context.close()


def test_the_row_that_is_being_typed_can_be_read(browser: Any, place: Place) -> None:
    page = opened(browser, place, "card: Ours")
    row = page.locator("#mirror .here")
    row.wait_for()
    box = row.bounding_box()
    assert box is not None
    shown = np.asarray(cv2.imdecode(np.frombuffer(page.screenshot(clip=box), np.uint8), cv2.IMREAD_GRAYSCALE))
    assert np.count_nonzero(shown < 100) > 50, "pixels of dark letters"
    page.context.close()


def test_a_remedy_is_taken_with_a_tap_or_with_the_keyboard_and_undone(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. 222r 444r 66r 888r DDDr X 2S run")
    for tapped, then in (
        ("222a 444a 66a 888a DDDa", "1. 222a 444a 66a 888a DDDa X 2S run"),
        ("X 25", "1. 222a 444a 66a 888a DDDa X 25 run"),
        ("[run]", "1. 222a 444a 66a 888a DDDa X 25 [run]"),
    ):
        page.locator("#now .remedy", has_text=tapped).first.click()
        page.wait_for_function(
            "wanted => document.getElementById('text').value.split('\\n')[2] === wanted", arg=then, timeout=WAIT_MS
        )
        page.locator(f"#preview[data-read='{len(HEAD + then)}']").wait_for(state="attached")
    assert typed(page) == HEAD + "1. 222a 444a 66a 888a DDDa X 25 [run]"
    page.locator("#text").fill(HEAD + "1. 222a 444a 66a 888a DDDa X 2S")
    see(page, "#now .remedy", "X 25", WAIT_MS)
    page.locator("#text").focus()
    page.keyboard.press("Alt+Enter")
    see(page, "#now .all", "3 hands", WAIT_MS)
    page.keyboard.press("Control+z")
    see(page, "#now .remedy", "X 25", WAIT_MS)
    page.context.close()


def test_a_line_to_begin_with_goes_where_the_caret_is(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. 222a 444a 66a 888a DDDa X 25\n\n2. FF 2222a 4444b 6666c X 25")
    see(page, "#sum", "2 lines", WAIT_MS)
    page.get_by_text("Lines to begin with").click()
    page.keyboard.press("Tab")
    page.locator("#text").focus()
    page.locator("#text").press("Control+Home")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Winds, any dragon").click()
    see(page, "#sum", "3 lines", WAIT_MS)
    assert typed(page).split("\n")[3].startswith("NNNN EE WW SSSS DD")
    page.keyboard.press("Control+End")
    page.get_by_role("button", name="Like numbers").click()
    see(page, "#sum", "4 lines", WAIT_MS)
    assert typed(page).split("\n")[5].startswith("11a 1111b 1111c NNNN")
    page.context.close()


def test_typing_goes_on_while_the_table_is_away_and_nothing_is_lost(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. 222a 444a 66a 888a DDDa X 25")
    see(page, "#sum", "1 line", WAIT_MS)
    place.stop()
    page.keyboard.type("\n2. FF 2222a 4444b 6666c X 25")
    see(page, "#sum", "What you type is kept here", WAIT_MS)
    text = typed(page)
    assert page.evaluate("localStorage.getItem('card:new')") == text
    place.start()
    page.route("**/card/check", lambda route: route.continue_(url=f"{place.url}/card/check"))
    see(page, "#sum", "2 lines", WAIT_MS)
    page.context.close()


def test_a_card_is_kept_copied_renamed_deleted_and_brought_back(browser: Any, place: Place, tmp_path: Path) -> None:
    page = opened(browser, place, HEAD + "1. 222a 444a 66a 888a DDDa X 25")
    page.locator("#name").fill("Ours")
    page.get_by_role("button", name="Save", exact=True).click()
    arrived(page, "Ours")
    page.get_by_role("button", name="Duplicate", exact=True).click()
    arrived(page, "new")
    assert page.locator("#name").input_value() == "Ours copy"
    page.keyboard.press("Control+s")
    arrived(page, "Ours%20copy")
    page.locator("#name").fill("Theirs")
    page.get_by_role("button", name="Rename", exact=True).click()
    arrived(page, "Theirs")
    shelf = Shelf(tmp_path / "cards")
    assert shelf.names()[1:] == ("Ours", "Theirs")
    page.get_by_role("button", name="Delete", exact=True).click()
    see(page, "#gone", "Theirs is deleted", WAIT_MS)
    page.locator("#preview[data-read]").wait_for(state="attached")
    assert shelf.names()[1:] == ("Ours",)
    page.get_by_role("button", name="Undo", exact=True).click()
    arrived(page, "Theirs")
    assert shelf.names()[1:] == ("Ours", "Theirs")
    page.context.close()


def test_a_card_goes_out_as_a_file_and_comes_in_again(browser: Any, place: Place, tmp_path: Path) -> None:
    page = opened(browser, place, HEAD + '1. 222a 444a 66a 888a DDDa X 25 "für uns"')
    page.locator("#name").fill("Ours")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export", exact=True).click()
    assert coming.value.suggested_filename == "Ours.card"
    file = tmp_path / "Club card.txt"
    coming.value.save_as(file)
    assert file.read_text(encoding="utf-8") == typed(page)
    page.locator("#text").fill("something else")
    with page.expect_navigation():
        page.locator("#import").set_input_files(file)
    page.locator("#preview[data-read]").wait_for(state="attached")
    see(page, "#sum", "1 line", WAIT_MS)
    assert "für uns" in typed(page)
    assert page.locator("#name").input_value() == "Club card"
    page.context.close()


def imports(page: Any, file: Path, data: bytes) -> None:
    """Press *Import* and choose a file with this in it."""
    file.write_bytes(data)
    with page.expect_file_chooser() as asked:
        page.locator("label[for=import]").click()
    asked.value.set_files(file)


def test_an_imported_card_takes_the_place_of_an_unsaved_one_and_gives_it_back(
    browser: Any, place: Place, tmp_path: Path
) -> None:
    mine = HEAD + "1. 222a 444a 66a 888a DDDa X 25"
    page = opened(browser, place, mine)
    imports(page, tmp_path / "Club.card", (HEAD + "1. FF 2222a 4444b 6666c X 25").encode("utf-16"))
    see(page, "#kept", "This is Club.card: save it to keep it here.", WAIT_MS)
    see(page, "#sum", "6 hands", WAIT_MS)
    assert page.locator("#name").input_value() == "Club"
    page.get_by_role("button", name="Back to what stood here").click()
    see(page, "#sum", "3 hands", WAIT_MS)
    assert typed(page) == mine
    assert page.locator("#name").input_value() == ""
    page.reload()
    see(page, "#kept", "These are your unsaved changes from last time.", WAIT_MS)
    assert typed(page) == mine
    page.context.close()


def test_a_file_that_is_no_card_is_refused_in_a_sentence_and_a_torn_one_is_read_as_far_as_it_goes(
    browser: Any, place: Place, tmp_path: Path
) -> None:
    page = opened(browser, place, HEAD)
    imports(page, tmp_path / "film.card", b"1. FF 2222a 4444b 6666c X 25\n" * 200_000)
    see(page, "#toast", "film.card is far too long for a card.", WAIT_MS)
    imports(page, tmp_path / "picture.card", bytes(range(256)))
    see(page, "#toast", "picture.card is no text.", WAIT_MS)
    assert typed(page) == HEAD
    imports(page, tmp_path / "torn.card", (HEAD + '1. FF 2222a 4444b 6666c X 25 "für').encode()[:-1])
    see(page, "#sum", "6 hands", WAIT_MS)
    page.context.close()


def test_an_emptied_card_is_no_error_of_the_page(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "1. FF 2222a 4444b 6666c X 25")
    see(page, "#sum", "6 hands", WAIT_MS)
    page.locator("#text").fill("")
    see(page, "#sum", "0 lines, 0 hands", WAIT_MS)
    page.context.close()


def test_tonights_card_is_not_deleted_and_a_deleted_one_does_not_displace_another(
    browser: Any, place: Place, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path / "cards")
    for name in ("Ours", "Theirs"):
        shelf.save(name, HEAD + "1. FF 2222a 4444b 6666c X 25")
    page = open_page(browser, place, "/card?name=Ours", joins="referee")
    page.get_by_role("button", name="Play with it tonight").click()
    see(page, ".pickcard", "Ours tonight", WAIT_MS)
    arrived(page, "Ours")
    page.get_by_role("button", name="Delete", exact=True).click()
    see(page, "#toast", "Ours is tonight's card", WAIT_MS)
    page.get_by_role("link", name="Theirs").click()
    arrived(page, "Theirs")
    page.get_by_role("button", name="Delete", exact=True).click()
    see(page, "#gone", "Theirs is deleted", WAIT_MS)
    page.locator("#preview[data-read]").wait_for(state="attached")
    shelf.save("Theirs", "another")
    page.get_by_role("button", name="Undo", exact=True).click()
    see(page, "#toast", "There is another card 'Theirs' by now", WAIT_MS)
    assert shelf.read("Theirs") == "another"
    page.context.close()


def test_a_torn_photograph_is_refused_and_the_next_one_is_read(browser: Any, place: Place, tmp_path: Path) -> None:
    sheet, lines = printed(Layout("small", (1100, 420), 1, 3, 40, False, True), None, 12)
    photo, torn = tmp_path / "card.jpg", tmp_path / "torn.jpg"
    cv2.imwrite(str(photo), photographed(sheet, 13, 1300))
    torn.write_bytes(photo.read_bytes()[:20_000])
    page = opened(browser, place, HEAD)
    page.locator("#photo").set_input_files(torn)
    see(page, "#toast", "the file is torn or damaged", WAIT_MS)
    page.locator("#photo").set_input_files(photo)
    page.locator("#looking").wait_for()
    assert page.locator("#toast").inner_text() == ""
    page.locator("#proposals li[data-kind=hand]").nth(len(lines) - 1).wait_for(timeout=90_000)
    page.get_by_role("button", name="Leave them").click()
    assert typed(page) == HEAD
    page.context.close()


def test_a_photograph_that_is_too_large_is_said_to_be_so_and_not_sent(
    browser: Any, place: Place, tmp_path: Path
) -> None:
    huge = tmp_path / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate((MOST_MB + 1) * MEGABYTE)
    page = opened(browser, place, HEAD)
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator("#photo").set_input_files(huge)
    see(page, "#toast", TOO_LARGE, WAIT_MS)
    assert not [url for url in sent if url.endswith("/card/photo")]
    page.context.close()


def test_a_card_of_sixty_lines_is_printed_on_one_sheet(browser: Any, place: Place) -> None:
    remark = '(Any 3 Suits) "and words of some length"'
    lines = "\n".join(f"{n}. FF {n}{n}a 2222b 4444c {n}{n}a X 25 {remark}" for n in (1, 3, 5, 6, 7, 9))
    text = "\n".join(f"== Section {k} ==\n{lines}" for k in range(10))
    page = opened(browser, place, HEAD + text)
    see(page, "#sum", "60 lines", WAIT_MS)
    page.evaluate("() => { window.print = () => { document.body.dataset.printed = 'yes'; }; }")
    page.get_by_role("button", name="Print", exact=True).click()
    page.locator("body[data-printed=yes]").wait_for(state="attached")
    fits = "() => { const c = document.querySelector('.printed-columns'); return c.scrollWidth <= c.clientWidth + 1; }"
    assert page.evaluate(fits)
    assert page.locator("#sheet .printed-line").count() == 60
    page.emulate_media(media="print")
    assert page.locator("#sheet").is_visible()
    assert not page.locator("#text").is_visible()
    page.context.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800), (640, 400)], ids=lambda size: f"{size[0]}")
def test_nothing_runs_out_of_the_page_and_rows_lie_on_their_numbers(
    browser: Any, place: Place, size: tuple[int, int]
) -> None:
    long = "1. FF 22a 44a 66a 88a 2468b (any 2 suits) C 50 " + '"well kept, and never shown to anybody" ' * 3
    page = opened(browser, place, HEAD + f"{long}\n2. 222a 444a 66a 888a DDDr X 2S\n" * 1, size)
    page.locator("#preview .problem").first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = page.evaluate("""() => { const t = document.getElementById('text'), m = document.getElementById('mirror');
        return [t.scrollHeight - t.clientHeight, t.scrollTop, m.offsetHeight - t.offsetHeight]; }""")
    assert heights == [0, 0, 0]  # nothing to scroll within: what is typed wraps as the rows behind it do
    page.context.close()


def test_lines_read_from_a_photograph_are_looked_over_and_put_on_the_card(
    browser: Any, place: Place, tmp_path: Path
) -> None:
    sheet, lines = printed(Layout("small", (1100, 420), 1, 3, 40, False, True), None, 12)
    photo = tmp_path / "card.jpg"
    cv2.imwrite(str(photo), photographed(sheet, 13, 1300))
    page = opened(browser, place, HEAD)
    page.locator("#photo").set_input_files(photo)
    page.locator("#proposals li[data-kind=hand]").nth(len(lines) - 1).wait_for(timeout=90_000)
    heading = page.locator("#proposals li[data-kind=heading] textarea").first
    heading.fill("Ours")
    fields = page.locator("#proposals li[data-kind=hand] textarea.line")
    for at, made in enumerate(lines):
        fields.nth(at).fill(made.text)  # what a person does with a line that was read wrong
    page.get_by_role("button", name="Put these lines on the card").click()
    see(page, "#sum", f"{len(lines)} lines", WAIT_MS)
    assert "== Ours ==" in typed(page)
    assert lines[0].text in typed(page)
    page.context.close()


def test_what_the_browsers_own_menu_prints_is_no_empty_page(browser: Any, place: Place) -> None:
    page = opened(browser, place, HEAD + "== One ==\n1. FF 2222a 4444b 6666c X 25")
    see(page, "#sum", "1 line", WAIT_MS)
    page.emulate_media(media="print")
    assert page.locator("#preview").is_visible()
    assert not page.locator(".bar").is_visible()
    page.evaluate("document.getElementById('sheet').innerHTML = '<h1>A sheet</h1>'")
    assert page.locator("#sheet").is_visible()
    assert not page.locator("#preview").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#preview").is_visible(), "the next one may be of another card"
    page.context.close()
