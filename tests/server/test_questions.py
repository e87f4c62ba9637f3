"""Who is asked, who answers, and who sees the camera's crop: the referee and the one concerned, and nobody else."""

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from engine.event import Declared, Discarded, Drawn, GameBegun, MahJongg, Resynced
from engine.rules.ruling import Accepted, Proposal, Source
from engine.tile import Seat, Tile
from server.access import ALL_SEATS_ROLE, COOKIE, Access
from server.alerts import Alert, Audience, Choice
from server.app import create_app
from server.store import Store
from server.table import Table

P1, P2, P3, P4 = Seat
LAN = ("192.168.1.30", 40000)
PICTURE = b"\xff\xd8 of the discards"
CHOICES = (Choice(Discarded(P1, Tile.B3), 0.6), Choice(Discarded(P1, Tile.B8), 0.4))


@pytest.fixture
def table() -> Table:
    found = Table(Store("sqlite://"))
    assert isinstance(found.submit(Proposal(GameBegun(P1), Source.CAMERA)), Accepted)
    return found


@pytest.fixture
def access() -> Access:
    return Access.fresh()


def who(table: Table, access: Access, role: str = "") -> TestClient:
    client = TestClient(create_app(table, access), base_url="http://192.168.1.20:8555", client=LAN)
    if role:
        client.cookies.set(COOKIE, access.passes[role].token)
    return client


def asks(table: Table, audience: Audience = Audience.ALL, choices: tuple[Choice, ...] = CHOICES) -> None:
    says = "I did not see clearly: was this 3 Bam or 8 Bam?"
    table.raise_alert(Alert("question", says, seat=P1, choices=choices, audience=audience, picture=PICTURE))


@pytest.mark.parametrize(("choices", "words"), [((), "It is settled"), (CHOICES[:1], "No"), (CHOICES, "None of these")])
def test_a_referee_who_plays_puts_a_remark_away_where_she_reads_it(
    table: Table, access: Access, choices: tuple[Choice, ...], words: str
) -> None:
    asks(table, choices=choices)
    button = f'<form hx-post="/dismiss" class="row"><button name="key" value="question" class="quiet">{words}</button>'
    host = who(table, access, "referee")
    for role, page in ((ALL_SEATS_ROLE, "/all"), ("P1", "/seat/P1")):
        alone = who(table, access, role).get(page).text
        assert "I did not see clearly" in alone
        assert "/dismiss" not in alone
        host.post("/join", data={"code": access.code(role)})
        assert button in host.get(page).text
    assert host.post("/dismiss", data={"key": "question", "page": "all"}).json()["ok"]
    assert not table.alerts


@pytest.mark.parametrize("audience", [Audience.ALL, Audience.CONCERNED])
def test_the_crop_is_for_the_referee_and_the_one_concerned(table: Table, access: Access, audience: Audience) -> None:
    asks(table, audience)
    for role in ("referee", "P1", ALL_SEATS_ROLE):
        answer = who(table, access, role).get("/question.jpg?key=question")
        assert (answer.status_code, answer.content) == (200, PICTURE), role
        assert answer.headers["cache-control"] == "no-store"
    for role in ("", "P2", "P3", "P4"):
        assert who(table, access, role).get("/question.jpg?key=question").status_code == 404, role
    referee = who(table, access, "referee")
    assert referee.get("/question.jpg?key=other").status_code == 404
    table.clear("question")
    assert referee.get("/question.jpg?key=question").status_code == 404


def test_what_is_for_the_referee_alone_is_kept_from_the_one_concerned(table: Table, access: Access) -> None:
    asks(table, Audience.REFEREE)
    assert who(table, access, "P1").get("/question.jpg?key=question").status_code == 404
    assert "3 Bam or 8 Bam" not in who(table, access, "P1").get("/seat/P1").text
    assert who(table, access, "P1").post("/answer", data={"key": "question", "choice": 1}).status_code == 403


def test_the_question_stands_with_tiles_and_crop_on_the_pages_of_those_who_may_answer(
    table: Table, access: Access
) -> None:
    asks(table, Audience.CONCERNED)
    for role, path in (("referee", "/referee"), ("P1", "/seat/P1"), (ALL_SEATS_ROLE, "/all")):
        page = who(table, access, role).get(path).text
        assert 'src="/question.jpg?key=question' in page, role
        assert all(f"<span>{tile.words}</span>" in page for tile in (Tile.B3, Tile.B8)), role
    for role, path in (("P2", "/seat/P2"), ("P2", "/table"), ("", "/table"), ("", "/screen"), ("", "/overlay")):
        assert "3 Bam or 8 Bam" not in who(table, access, role).get(path).text, path
    asks(table, Audience.ALL)
    for role, path in (("P2", "/seat/P2"), ("", "/table")):
        page = who(table, access, role).get(path).text
        assert "3 Bam or 8 Bam" in page
        assert "question.jpg" not in page
        assert 'hx-post="/answer"' not in page
    for role in ("referee", "P1", ""):
        assert ('href="/referee">Answer</a>' in who(table, access, role).get("/table").text) is (role == "referee")


def test_the_one_concerned_answers_for_herself(table: Table, access: Access) -> None:
    asks(table)
    assert who(table, access, "P2").post("/answer", data={"key": "question", "choice": 1}).status_code == 403
    assert who(table, access).post("/answer", data={"key": "question", "choice": 1}).status_code == 403
    assert who(table, access, "P1").post("/answer", data={"key": "question", "choice": 1}).json()["ok"]
    assert [d.tile for d in table.state.discards] == [Tile.B8]
    assert table.alerts == ()
    assert table.log[-1].source is Source.TABLET


def test_a_table_as_it_lies_is_the_referees_to_take(table: Table, access: Access) -> None:
    lies = Resynced(((), (), (), ()), (Tile.B3,), (13, 13, 13, 13), P2)
    asks(table, Audience.CONCERNED, (Choice(lies),))
    page = who(table, access, "P1").get("/seat/P1").text
    assert "3 Bam or 8 Bam" in page
    assert 'hx-post="/answer"' not in page
    assert who(table, access, "P1").post("/answer", data={"key": "question", "choice": 0}).status_code == 403


def test_an_answer_that_comes_after_the_next_act_undoes_nothing(table: Table, access: Access) -> None:
    """What had to be put right before it is the table as it lay when it was asked."""
    lies = Resynced(((), (), (), ()), (Tile.B3,), (13, 13, 13, 13), P2)
    says, concerned = "P2's whole hand lies open. Is it Mah Jongg?", Audience.CONCERNED
    win = (Choice(MahJongg(P2, (Tile.B3,) * 14)),)
    table.raise_alert(Alert("unclear", says, seat=P2, choices=win, first=(lies,), after=1, audience=concerned))
    assert isinstance(table.submit(Proposal(Discarded(P1, Tile.SOAP), Source.TABLET)), Accepted)
    answer = who(table, access, "P2").post("/answer", data={"key": "unclear", "choice": 0})
    assert answer.status_code == 409
    assert "moved on" in answer.text
    assert [d.tile for d in table.state.discards] == [Tile.SOAP]


def test_a_table_taken_as_it_lay_undoes_nothing_that_happened_since(table: Table, access: Access) -> None:
    lies = Resynced(((), (), (), ()), (Tile.B3,), (13, 13, 13, 13), P2)
    asked = Alert("unclear", "I did not see clearly what happened here.", choices=(Choice(lies),), after=1)
    table.raise_alert(asked)
    assert isinstance(table.submit(Proposal(Discarded(P1, Tile.SOAP), Source.TABLET)), Accepted)
    referee = who(table, access, "referee")
    answer = referee.post("/answer", data={"key": "unclear", "choice": 0})
    assert (answer.status_code, "moved on" in answer.text) == (409, True)
    assert [d.tile for d in table.state.discards] == [Tile.SOAP]
    table.raise_alert(replace(asked, after=table.number))  # the camera looked again
    assert referee.post("/answer", data={"key": "unclear", "choice": 0}).status_code == 200
    assert [d.tile for d in table.state.discards] == [Tile.B3]


def test_a_picture_is_in_no_view_for_programs(table: Table, access: Access) -> None:
    asks(table)
    client = who(table, access, "referee")
    for path in ("/api/table", "/api/log", "/healthz"):
        assert "xff" not in client.get(path).text
        assert "of the discards" not in client.get(path).text


def test_while_a_declaration_waits_the_referee_is_not_told_that_there_are_no_questions(
    table: Table, access: Access
) -> None:
    referee = who(table, access, "referee")
    assert "No questions" in referee.get("/referee").text
    assert isinstance(table.submit(Proposal(Declared(P1), Source.TABLET)), Accepted)
    page = referee.get("/referee").text
    assert "says Mah Jongg" in page
    assert "No questions" not in page


def test_the_drawn_tile_is_asked_for_on_that_seats_page_alone(table: Table, access: Access) -> None:
    player = who(table, access, "P2")
    table.submit(Proposal(Discarded(P1, Tile.B3), Source.CAMERA))
    for code in ["1B", "1B", "2B", "2B", "3B", "3B", "4B", "4B", "5B", "5B", "6B", "6B", "7B"]:
        assert player.post("/own", data={"seat": "P2", "add": code}).json()["ok"]
    asks_for = "What did you draw?"
    assert asks_for not in player.get("/seat/P2").text
    table.submit(Proposal(Drawn(P2), Source.TABLET))
    assert asks_for in player.get("/seat/P2").text
    assert asks_for not in who(table, access, "P3").get("/seat/P3").text
    assert player.post("/own", data={"seat": "P2", "add": "9D"}).json()["ok"]
    assert asks_for not in player.get("/seat/P2").text
