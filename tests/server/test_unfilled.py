"""What was typed and cannot be taken is answered by a sentence that says what to type; an address that is not for this
device by a page with a way out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from server.access import Access
from server.app import create_app
from server.store import Store
from server.table import Table
from server.web.site import Folders

PAGE = {"accept": "text/html"}


@pytest.fixture
def tablet(tmp_path: Path) -> Iterator[TestClient]:
    access = Access.fresh(host_is_referee=False)
    app = create_app(Table(Store("sqlite://")), access, folders=Folders(cards=tmp_path / "cards"))
    with TestClient(app, base_url="http://192.168.1.20:8555", client=("192.168.1.30", 40000)) as opened:
        opened.post("/join", data={"code": access.code("all")})
        yield opened


@pytest.mark.parametrize(
    ("path", "typed", "says"),
    [
        ("/name", {"seat": "P1", "name": "x" * 61}, "The name may have at most 60 letters: type a shorter one."),
        ("/name", {"seat": "P1"}, "The name is missing: type it, then tap once more."),
        ("/all/pay", {"points": "0"}, "The points have to be a whole number, 1 or more."),
        ("/all/pay", {"points": "many"}, "The points have to be a whole number, 1 or more."),
        ("/all/pay", {"points": "10000"}, "The points may be at most 9999."),
    ],
)
def test_a_field_that_cannot_be_taken_says_what_to_type(
    tablet: TestClient, path: str, typed: dict[str, str], says: str
) -> None:
    given = {"payer": "P1", "taker": "P2"} if path == "/all/pay" else {}
    answer = tablet.post(path, data={**given, **typed, "after": "0"}, headers={"hx-request": "true"})
    assert (answer.status_code, answer.json()["says"]) == (422, says)


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ann 🀄", "Ann\u202eevil", "  Ann  "])
def test_whatever_name_is_typed_no_page_runs_it(tablet: TestClient, name: str) -> None:
    told = tablet.post("/name", data={"seat": "P1", "name": name, "after": "0"}).json()
    assert told["ok"] or told["says"].endswith(".")
    for page in ("/table", "/all", "/", "/ledger", "/setup"):
        assert "<script>alert" not in tablet.get(page).text


def test_what_is_not_for_this_device_is_a_page_with_a_way_out(tablet: TestClient) -> None:
    tablet.post("/leave", data={"role": "all"})
    for path in ("/all/table", "/all/log", "/hand-on/P2", "/hand-on/nobody", "/seat/P9"):
        answer = tablet.get(path, headers=PAGE)
        assert answer.status_code >= 400
        assert "To the start page" in answer.text, path
    answer = tablet.post("/codes", data={"role": ""}, headers=PAGE)
    assert "Only the referee can do that." in answer.text
    assert "To the start page" in answer.text
