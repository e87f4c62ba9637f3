"""Codes, tokens, and who is near."""

import json
import stat
from pathlib import Path

import pytest

from engine.tile import Seat
from server.access import REFEREE, TRIES, TRIES_S, VISITOR, Access, AccessError, is_local_name, is_near, qr_svg


def test_codes_differ_and_hold_nothing_that_is_misread() -> None:
    for _ in range(50):
        codes = [p.code for p in Access.fresh().passes.values()]
        assert len(set(codes)) == 5
        assert not set("".join(codes)) & set("O0I1L5S2Z8BAEU")


def test_a_token_not_a_code_opens_the_seat() -> None:
    access = Access.fresh(host_is_referee=False)
    visitor, token = access.join(access.code("P4"), "192.168.1.9", 0.0)
    assert visitor.seat is Seat.P4
    assert access.visitor(token, "192.168.1.9") == visitor
    assert access.visitor(access.code("P4"), "192.168.1.9") == VISITOR
    assert access.visitor(None, "127.0.0.1") == VISITOR


def test_a_players_cookie_counts_before_being_this_machine() -> None:
    access = Access.fresh()
    assert access.visitor(None, "127.0.0.1") == REFEREE
    assert access.visitor(access.passes["P2"].token, "127.0.0.1").seat is Seat.P2
    assert access.visitor("nonsense", "192.168.1.9") == VISITOR


def test_guesses_from_one_address_wait_and_others_do_not() -> None:
    access = Access.fresh()
    for n in range(TRIES):
        with pytest.raises(AccessError, match="not a code"):
            access.join("ZZZZ", "192.168.1.9", float(n))
    with pytest.raises(AccessError, match="Too many"):
        access.join(access.code("P1"), "192.168.1.9", TRIES_S - 1)
    assert access.join(access.code("P1"), "192.168.1.10", TRIES_S - 1)[0].seat is Seat.P1
    assert access.join(access.code("P1"), "192.168.1.9", TRIES_S + TRIES)[0].seat is Seat.P1


def test_codes_outlive_a_restart_and_are_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "codes.json"
    first = Access.kept(file)
    assert Access.kept(file).passes == first.passes
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"P1": {"code": "X"}}', json.dumps({"P1": 3})])
def test_a_torn_file_of_codes_is_replaced(tmp_path: Path, torn: str) -> None:
    file = tmp_path / "codes.json"
    file.write_text(torn)
    access = Access.kept(file)
    assert Access.kept(file).passes == access.passes


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("192.168.0.7", True),
        ("10.1.2.3", True),
        ("172.20.0.1", True),
        ("169.254.3.4", True),
        ("::1", True),
        ("fe80::1%eth0", True),
        ("fd00::5", True),
        ("::ffff:192.168.1.2", True),
        ("::ffff:8.8.8.8", False),
        ("8.8.8.8", False),
        ("2001:4860:4860::8888", False),
        ("", False),
        ("nonsense", False),
    ],
)
def test_near_is_this_house(address: str, near: bool) -> None:
    assert is_near(address) is near


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost:8555", True),
        ("table", True),
        ("table.local:8555", True),
        ("[fe80::1]:8555", True),
        ("192.168.1.20", True),
        ("rebind.example:8555", False),
        ("192.168.1.20.nip.io", False),
    ],
)
def test_a_local_name(host: str, local: bool) -> None:
    assert is_local_name(host) is local


def test_a_qr_code_is_black_on_white_svg() -> None:
    svg = qr_svg("http://192.168.1.20:8555/join/ABCD")
    assert svg.startswith("<svg")
    assert "#fff" in svg
    assert "<script" not in qr_svg("<script>")
