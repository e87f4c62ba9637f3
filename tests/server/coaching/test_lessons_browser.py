"""A lesson in a real browser: from the start page, by touch on a phone and by keys on a tablet, a wrong answer with its
reason, and another question of that kind later.
"""

import re
from typing import Any

import pytest

from engine.lessons.course import asked
from engine.rules.ruleset import LEAGUE
from tests.browsing import Place, open_page, see
from tests.measuring import measured

WITHIN_MS = 60_000
STEPS = 30


def told_right(place: Place, address: str) -> bool:
    """Whether what was chosen was right, by the engine, from the address of an answer's page."""
    found = re.search(r"/([a-z-]+)\?seed=(\d+)&(.*)$", address)
    assert found is not None
    table = place.table.rules_in_force.table
    assert table is not None
    question = asked(table, found[1], int(found[2]), LEAGUE)
    assert question is not None
    return question.answered(frozenset(int(n) for n in re.findall(r"chosen=(\d)", found[3])))


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["tablet", "phone"])
def test_a_lesson_is_taken_to_its_end(browser: Any, place: Place, size: tuple[int, int]) -> None:
    keys = size[0] > 600
    page = open_page(browser, place, "/", size=size)
    page.get_by_role("link", name="Take a lesson").click()
    see(page, "h1", "Lessons", WITHIN_MS)
    page.get_by_label("My name").fill("Ruth")
    page.get_by_role("button", name="That is me").click()
    see(page, "main", "kept for Ruth", WITHIN_MS)
    page.get_by_role("link", name="Around the table").click()
    wrongly, again, found = 0, 0, []
    for _ in range(STEPS):
        page.locator(".lesson-read, .lesson-ask, .welcome").first.wait_for(timeout=WITHIN_MS)
        if page.get_by_text("That was Around the table").count():
            break
        if page.locator(".lesson-read").count():
            press(page, "Go on", keys)
            continue
        again += page.get_by_text("Another one of a kind that went wrong before").count()
        if page.locator(".lesson-ask input").first.get_attribute("type") == "radio" and keys:
            page.locator(".lesson-ask input").first.focus()
            page.keyboard.press("Space")
        else:
            page.locator(".lesson-ask label").first.click()
        found += measured(page) if not wrongly else []
        press(page, "That is my answer", keys)
        page.locator(".lesson-told").wait_for(timeout=WITHIN_MS)
        right = told_right(place, page.url)
        see(page, ".lesson-told h1", "Right" if right else "Not quite")
        assert page.locator(".lesson-told p").first.inner_text()
        assert page.locator(".judged .is-right").count() >= 1
        assert page.locator(".judged .is-wrong", has_text="Not this").count() == (not right)
        found += measured(page) if not right and not wrongly else []
        wrongly += not right
        page.get_by_role("link", name="Go on").click()
        page.wait_for_url("**/lessons/table")
    assert (wrongly > 0) == (again > 0)
    assert found == []
    page.get_by_role("link", name="All lessons").first.click()
    see(page, "main", "Lessons", WITHIN_MS)
    page.context.close()


def press(page: Any, name: str, keys: bool) -> None:
    """A button by touch, or by the keys alone."""
    button = page.get_by_role("button", name=name)
    if keys:
        button.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
    else:
        with page.expect_navigation():
            button.click()
