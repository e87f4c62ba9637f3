"""The lessons on the pages: every step of every lesson, what was done kept by name over a restart, and a question that
went wrong that comes again."""

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from engine.card import read_card
from engine.event import Named
from engine.hands import HandTable
from engine.lessons.course import LESSONS, Asked, Lesson, asked
from engine.lessons.question import Question
from engine.rules.referee import Proposal, Rules, Source
from engine.rules.rulebook import RULES, Home
from engine.tile import Seat
from server.access import Access
from server.app import create_app
from server.cards import practice_card_text
from server.coaching.lessons.progress import FILE, MOST, NAMELESS, Progress, Way
from server.coaching.mind import Mind
from server.devices import Devices
from server.house import Memory
from server.store import Store
from server.table import Table
from server.web.site import Room

PRACTICE = HandTable(read_card(practice_card_text()))
BY_KEY = {one.key: one for one in LESSONS}
SCORING = BY_KEY["scoring"]
House = Callable[..., TestClient]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Opens a house whose files lie in `tmp_path`, with nobody at the table."""
    with ExitStack() as stack:

        def opened(card: HandTable | None = PRACTICE, table: Table | None = None, joins: str = "") -> TestClient:
            table = table or Table(Store("sqlite://"), Rules(table=card))
            access = Access.fresh(host_is_referee=False)
            app = create_app(table, access, room=Room(Devices(table), Memory(tmp_path)))
            client = stack.enter_context(TestClient(app, base_url="http://localhost", client=("127.0.0.1", 1)))
            stack.callback(app.state.looking_back.close)
            stack.callback(app.state.mind.close)
            if joins:
                client.get(f"/join/{access.code(joins)}")
            return client

        yield opened


def learns_as(client: TestClient, name: str) -> None:
    assert client.post("/lessons/who", data={"name": name}).status_code == 200


def shown(text: str) -> str:
    """What stands on a page, without its marks; tiles by their names."""
    text = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r" \1 ", text)
    main = text.partition("<main")[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", main)))


def way_of(folder: Path, name: str, one: Lesson) -> Way:
    return Progress(folder).way(name, one.key)


def due(folder: Path, name: str, one: Lesson, card: HandTable = PRACTICE) -> Question:
    """The question that comes now."""
    way = way_of(folder, name, one)
    now = way.at(one)
    assert isinstance(now, Asked)
    found = asked(card, now.kind, way.seed(name, one), Rules().ruleset)
    assert found is not None
    return found


def wrong(found: Question) -> list[int]:
    return [min(k for k in range(len(found.choices)) if k not in found.right)]


def answer(client: TestClient, one: Lesson, acts: int, chosen: list[int]) -> str:
    told = client.post(f"/lessons/{one.key}", data={"acts": acts, "chosen": [str(n) for n in chosen]})
    assert told.status_code == 200
    return told.text


def through(client: TestClient, folder: Path, name: str, one: Lesson, mistakes: int = 0) -> list[str]:
    """All pages of a lesson, the first answers wrong, the others right."""
    pages = []
    for _ in range(60):
        page = client.get(f"/lessons/{one.key}").text
        pages.append(page)
        way = way_of(folder, name, one)
        if way.at(one) is None:
            return pages
        if "That is my answer" not in page:
            client.post(f"/lessons/{one.key}/on", data={"acts": way.acts})
            continue
        found = due(folder, name, one)
        right = sorted(found.right) if found.several else sorted(found.right)[:1]
        pages.append(answer(client, one, way.acts, wrong(found) if mistakes > 0 else right))
        mistakes -= 1
    raise AssertionError("it does not end")


def test_every_lesson_is_gone_through_to_its_end_without_a_game(house: House, tmp_path: Path) -> None:
    client = house()
    learns_as(client, "Ruth")
    read = ""
    for one in LESSONS:
        pages = [shown(page) for page in through(client, tmp_path, "Ruth", one)]
        assert f"That was {one.title}" in pages[-1]
        assert "every one of them" in pages[-1]
        assert way_of(tmp_path, "Ruth", one).done
        read += " ".join(pages)
    assert re.search(r"\bP[1-4]\b|[A-Z]+-\d\d\b", read) is None, "a code on a page"
    titles = [rule.title for rule in RULES.values() if rule.home is Home.TAUGHT]
    assert [title for title in titles if title not in read] == []
    assert shown(client.get("/lessons").text).count("Done") == len(LESSONS)


def test_a_wrong_answer_tells_why_and_its_kind_comes_again(house: House, tmp_path: Path) -> None:
    client = house()
    learns_as(client, "Ruth")
    pages = [shown(page) for page in through(client, tmp_path, "Ruth", SCORING, mistakes=1)]
    told = next(page for page in pages if "Not quite" in page)
    assert "Not this" in told
    assert "Your answer" in told
    assert " pays " in told
    assert "Another question of this kind comes later." in told
    assert "Another one of a kind that went wrong before." in pages[-3]
    way = way_of(tmp_path, "Ruth", SCORING)
    assert (way.asked - way.right, way.again, way.done) == (1, (), True)


def test_what_was_done_is_kept_by_name_over_a_restart(house: House, tmp_path: Path) -> None:
    client = house()
    learns_as(client, "Ruth")
    client.post("/lessons/scoring/on", data={"acts": 0})
    again = house()
    learns_as(again, "ruth")
    assert "Step 2 of" in shown(again.get("/lessons/scoring").text)
    learns_as(again, "Bea")
    assert "Step 1 of" in shown(again.get("/lessons/scoring").text)
    assert set(json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["people"]) == {"Ruth"}


def test_an_answer_that_is_sent_twice_counts_once(house: House, tmp_path: Path) -> None:
    client = house()
    learns_as(client, "Ruth")
    client.post("/lessons/scoring/on", data={"acts": 0})
    chosen = sorted(due(tmp_path, "Ruth", SCORING).right)[:1]
    answer(client, SCORING, 1, chosen)
    answer(client, SCORING, 1, chosen)
    client.post("/lessons/scoring/on", data={"acts": 0})
    assert way_of(tmp_path, "Ruth", SCORING).acts == 2


def test_the_coach_learns_the_card_while_the_list_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    warmed = []

    async def warm(_: Mind, table: HandTable) -> None:
        warmed.append(table)

    monkeypatch.setattr(Mind, "warm", warm)
    house().get("/lessons")
    assert warmed == [PRACTICE]


def test_a_question_stays_the_same_until_it_is_answered(house: House, tmp_path: Path) -> None:
    client = house()
    learns_as(client, "Ruth")
    client.post("/lessons/scoring/on", data={"acts": 0})
    first = shown(client.get("/lessons/scoring").text)
    assert shown(client.get("/lessons/scoring").text) == first
    assert "Nothing is chosen yet" in client.post("/lessons/scoring", data={"acts": 1}).text
    assert shown(client.get("/lessons/scoring").text) == first
    answer(client, SCORING, 1, [0])
    assert shown(client.get("/lessons/scoring").text) != first


def test_without_a_name_a_device_goes_on_for_itself_and_nothing_is_written(house: House, tmp_path: Path) -> None:
    client = house()
    assert client.get("/lessons/scoring").status_code == 200
    client.post("/lessons/scoring/on", data={"acts": 0})
    assert "Step 2 of" in shown(client.get("/lessons/scoring").text)
    other = TestClient(client.app, base_url="http://localhost", client=("127.0.0.1", 2))
    assert "Step 1 of" in shown(other.get("/lessons/scoring").text)
    assert not (tmp_path / FILE).exists() or "scoring" not in (tmp_path / FILE).read_text(encoding="utf-8")
    learns_as(client, "Ruth")  # and what she has done is hers
    assert way_of(tmp_path, "Ruth", SCORING).step == 1


def test_who_sits_at_a_seat_learns_by_the_name_of_the_seat(house: House) -> None:
    table = Table(Store("sqlite://"), Rules(table=PRACTICE))
    table.submit(Proposal(Named(Seat.P2, "Bea"), Source.REFEREE))
    client = house(table=table, joins="P2")
    assert "kept for Bea" in shown(client.get("/lessons").text)
    learns_as(client, "Ruth")
    assert "kept for Ruth" in shown(client.get("/lessons").text)
    table.submit(Proposal(Named(Seat.P2, "Cora"), Source.REFEREE))
    assert "kept for Cora" in shown(client.get("/lessons").text)


def test_a_table_without_a_card_learns_with_the_practice_card(house: House) -> None:
    client = house(card=None)
    assert "the practice card" in shown(client.get("/lessons").text)
    client.post("/lessons/scoring/on", data={"acts": 0})
    page = shown(client.get("/lessons/scoring").text)
    assert any(line.name in page for line in PRACTICE.lines)


def test_a_card_that_has_nothing_to_ask_of_a_kind_is_passed_over(house: House, tmp_path: Path) -> None:
    card = HandTable(read_card("== T ==\n1. FF 1111a 2222a 3333a X 25\n2. FFFF 444a 555a 6666a X 25"))
    client = house(card=card)
    learns_as(client, "Ruth")
    one = BY_KEY["card"]
    for _ in range(40):
        page = client.get("/lessons/card").text
        way = way_of(tmp_path, "Ruth", one)
        if way.at(one) is None:
            break
        assert "Which of these lines pays most" not in page
        if "That is my answer" not in page:
            client.post("/lessons/card/on", data={"acts": way.acts})
        else:
            found = due(tmp_path, "Ruth", one, card)
            answer(client, one, way.acts, sorted(found.right) if found.several else sorted(found.right)[:1])
    assert way_of(tmp_path, "Ruth", one).done


@pytest.mark.parametrize("path", ["/lessons/unicorn", "/lessons/card/unicorn?seed=1", "/lessons/unicorn/stands?seed=1"])
def test_there_is_no_other_lesson(house: House, path: str) -> None:
    assert house().get(path).status_code == 404


def test_junk_in_the_file_counts_as_nothing(tmp_path: Path) -> None:
    told = '{"format": "fifthseat lessons 1", "people": {"Ruth": {"card": {"step": %s, "again": []}}, "Bea": 3}}'
    for text in ("", "[]", *(told % number for number in ("-1", "Infinity", "NaN", "1e999", "null", "[]"))):
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        assert Progress(tmp_path).way("Ruth", "card") == Way()


def test_who_came_longest_ago_is_forgotten_first(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    for k in range(MOST + 1):
        progress.keep(f"Name {k}", "card", Way(step=1, acts=1))
    assert progress.way("Name 0", "card") == Way()
    assert Progress(tmp_path).way(f"Name {MOST}", "card").step == 1


def test_however_much_is_done_the_file_can_be_read_again(tmp_path: Path) -> None:
    progress, way = Progress(tmp_path), Way(10**9, tuple(f"a kind of question {k}" for k in range(8)), 10**9, 99, 99)
    for k in range(MOST):
        for lesson in LESSONS:
            progress._people.setdefault(f"Name {k}", {})[lesson.key] = way
    progress.keep("Ruth", "card", way)
    again = Progress(tmp_path)
    assert again.way("Ruth", "card") == way
    assert again.way("Name 0", "card") == Way()
    assert again.way(f"Name {MOST - 1}", "card") == way


def test_devices_without_a_name_push_nobody_out_who_has_one(tmp_path: Path) -> None:
    progress = Progress(tmp_path)
    progress.keep("Ruth", "card", Way(step=1, acts=1))
    for k in range(3 * MOST):
        progress.keep(f"{NAMELESS}{k}", "card", Way(step=1, acts=1))
    assert progress.way("Ruth", "card").step == 1
    assert progress.way(f"{NAMELESS}0", "card") == Way()
