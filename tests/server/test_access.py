"""Codes, tokens, and who is near."""

import json
import stat
from pathlib import Path

import pytest

from engine.tile import Seat
from server.access import (
    ALL_SEATS_ROLE,
    ALL_TRIES,
    ALL_TRIES_S,
    CODE_LENGTH,
    ROLES,
    TRIES,
    TRIES_S,
    VISITOR,
    Access,
    AccessError,
    player,
)
from server.near import is_local_name, is_near
from server.qr import qr_svg

P1, P2, P3, P4 = Seat
HERE, THERE = "127.0.0.1", "192.168.1.9"


def test_codes_differ_and_hold_nothing_that_is_misread() -> None:
    for _ in range(50):
        codes = [p.code for p in Access.fresh().passes.values()]
        assert len(set(codes)) == len(ROLES)
        assert all(len(code) == CODE_LENGTH == 6 for code in codes)
        assert not set("".join(codes)) & set("O0I1L5S2Z8BAEU")


def test_a_token_not_a_code_opens_the_seat() -> None:
    access = Access.fresh(host_is_referee=False)
    cookie = access.carry(None, [access.join(access.code("P4"), THERE, 0.0)])
    visitor = access.visitor(cookie, THERE)
    assert (visitor.seat, visitor.seats, visitor.referee) == (P4, {P4}, False)
    assert visitor.device
    assert access.visitor(access.code("P4"), THERE) == VISITOR
    assert access.visitor("nonsense", THERE) == VISITOR
    assert access.visitor(None, HERE) == VISITOR


def test_the_host_is_the_referee_whatever_else_it_becomes() -> None:
    access = Access.fresh()
    for roles in ((), ("P1",), ("P1", "P2"), (ALL_SEATS_ROLE,)):
        assert access.visitor(access.carry(None, roles), HERE).referee
        assert access.visitor(access.carry(None, roles), HERE).host
        assert not access.visitor(access.carry(None, roles), THERE).referee
    assert access.visitor(None, HERE).seats == frozenset()


def test_a_device_is_several_things_at_once_and_leaves_them_one_by_one() -> None:
    access = Access.fresh()
    cookie = access.carry(None, ["P2"])
    device = access.visitor(cookie, THERE).device
    cookie = access.carry(cookie, ["referee"])
    cookie = access.carry(cookie, ["P4"])
    visitor = access.visitor(cookie, THERE)
    assert (visitor.seat, visitor.seats, visitor.referee, visitor.device) == (P4, {P2, P4}, True, device)
    cookie = access.carry(cookie, drop=["P4"])
    visitor = access.visitor(cookie, THERE)
    assert (visitor.seat, visitor.seats, visitor.referee, visitor.device) == (P2, {P2}, True, device)
    cookie = access.carry(cookie, [ALL_SEATS_ROLE])
    visitor = access.visitor(cookie, THERE)
    assert (visitor.seat, visitor.seats) == (P2, frozenset(Seat))
    assert visitor.plays_for_all
    assert access.visitor(access.carry(cookie, drop=ROLES), THERE) == VISITOR


def test_who_plays_for_several_opens_the_own_seat_first() -> None:
    assert player(P3, P1).first_seat is P3
    access = Access.fresh()
    assert access.visitor(access.carry(None, [ALL_SEATS_ROLE]), THERE).first_seat is P1
    assert VISITOR.first_seat is None


def test_new_codes_put_out_whoever_has_joined_by_the_old_one_and_nobody_else() -> None:
    access = Access.fresh(host_is_referee=False)
    cookie = access.carry(None, ["P1", "P2"])
    old = access.code("P1")
    access.renew(["P1"])
    assert access.visitor(cookie, THERE).seats == {P2}
    with pytest.raises(AccessError):
        access.join(old, THERE, 0.0)
    assert access.join(access.code("P1"), THERE, 0.0) == "P1"


def test_guesses_from_one_address_wait_and_others_do_not() -> None:
    access = Access.fresh()
    for n in range(TRIES):
        with pytest.raises(AccessError, match="not a code"):
            access.join("ZZZZZZ", THERE, float(n))
    with pytest.raises(AccessError, match="Too many"):
        access.join(access.code("P1"), THERE, TRIES_S - 1)
    assert access.join(access.code("P1"), "192.168.1.10", TRIES_S - 1) == "P1"
    assert access.join(access.code("P1"), THERE, TRIES_S + TRIES) == "P1"


def test_a_guesser_with_many_addresses_waits_too() -> None:
    access = Access.fresh()
    for n in range(ALL_TRIES):
        with pytest.raises(AccessError, match="not a code"):
            access.join("ZZZZZZ", f"fe80::{n:x}", n / 10)
    with pytest.raises(AccessError, match="Too many"):
        access.join(access.code("P1"), "fe80::ffff", ALL_TRIES_S - 1)
    assert access.join(access.code("P1"), "fe80::ffff", ALL_TRIES_S + ALL_TRIES) == "P1"


def test_one_address_alone_cannot_use_up_what_all_may_try() -> None:
    access = Access.fresh()
    for second in range(int(ALL_TRIES_S)):
        with pytest.raises(AccessError):
            access.join("ZZZZZZ", THERE, float(second))
    assert access.join(access.code("P1"), "192.168.1.10", ALL_TRIES_S) == "P1"


def test_codes_outlive_a_restart_and_are_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "codes.json"
    first = Access.kept(file)
    assert Access.kept(file).passes == first.passes
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    first.renew(["P1"])
    assert Access.kept(file).passes == first.passes
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in file.parent.iterdir()] == [file.name]


def test_a_file_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "codes.json"
    Access.kept(file)
    file.chmod(0o644)
    Access.kept(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_of_shorter_codes_gets_longer_ones_and_keeps_who_has_joined(tmp_path: Path) -> None:
    file = tmp_path / "codes.json"
    before = {name: {"code": "WXYC", "token": f"{name}-{'t' * 24}"} for name in ("P1", "P2", "P3", "P4")}
    before["referee"] = {"code": "CDFHJK", "token": f"referee-{'t' * 24}"}
    file.write_text(json.dumps(before))
    access = Access.kept(file)
    assert all(len(p.code) == CODE_LENGTH for p in access.passes.values())
    assert access.code("referee") == "CDFHJK"
    assert access.visitor(f"P3-{'t' * 24}.device", THERE).seats == {P3}
    assert len({p.code for p in access.passes.values()}) == len(ROLES)
    assert Access.kept(file).passes == access.passes


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


def test_tables_that_one_machine_serves_share_a_cookie_and_neither_puts_the_other_out() -> None:
    one, two = Access.fresh(), Access.fresh()
    cookie = one.carry(None, ["P1", "referee"])
    cookie = two.carry(cookie, ["P3"])
    assert one.roles(cookie) == ("P1", "referee")
    assert two.roles(cookie) == ("P3",)
    cookie = two.carry(cookie, drop=ROLES)
    assert one.roles(cookie) == ("P1", "referee")
    assert two.roles(cookie) == ()
    assert one.carry(cookie, drop=ROLES) == ""
    for _ in range(40):  # codes made anew: what no longer counts does not pile up for ever
        one.renew(ROLES)
        cookie = one.carry(cookie, ["P1"])
    assert len(cookie) < 2000
    assert one.roles(cookie) == ("P1",)
