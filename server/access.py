"""Who may do what: a join code per seat, one for the referee; what each may see and propose. Nothing about tiles.

A code is short, to be typed from across a table; whoever has given it carries a long random token in a cookie from then
on. The machine that runs the program counts as the referee. No clock of its own: the time comes in.
"""

import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path

import segno

from engine.tile import Seat

# No letter or figure that looks or sounds like another; no vowels, so no words.
_ALPHABET = "CDFHJKMNPRTVWXY347"
_SEAT_CODE, _REFEREE_CODE = 4, 6
COOKIE = "fifthseat"
TOO_OFTEN = "Too many wrong codes. Wait a minute, then type the code that the referee's start page shows."
WRONG_CODE = "That is not a code of this table. It stands beside each seat on the referee's start page."
TRIES, TRIES_S = 8, 60.0  # so many wrong codes from one address in so many seconds, then it waits


class AccessError(Exception):
    """Not allowed. The text says why and what to do."""


class Role(Enum):
    VISITOR = "visitor"
    SEAT = "seat"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page. `seat` is set for a player; a referee has none. `device` tells apart two that have joined
    one seat; it is a secret of that device."""

    role: Role
    seat: Seat | None = None
    device: str = ""

    @property
    def referee(self) -> bool:
        return self.role is Role.REFEREE

    @property
    def name(self) -> str:
        """Where it sits: P1 ... P4, `referee`, or `visitor`. A join code belongs to one of the first five."""
        return self.seat.name if self.seat is not None else self.role.value

    def may_sit(self, seat: Seat) -> bool:
        """May it see `seat`'s own screen and act for it?"""
        return self.seat is seat


VISITOR = Visitor(Role.VISITOR)
REFEREE = Visitor(Role.REFEREE)
_JOINERS = {**{s.name: Visitor(Role.SEAT, s) for s in Seat}, "referee": REFEREE}


@dataclass(frozen=True, slots=True)
class Pass:
    """The code that is typed or scanned, and the token that a cookie carries afterwards."""

    code: str
    token: str


@dataclass(slots=True)
class Access:
    """The passes of one table. `passes` are by `P1` ... `P4` and `referee`."""

    passes: Mapping[str, Pass]
    host_is_referee: bool = True
    _wrong: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def fresh(cls, *, host_is_referee: bool = True) -> "Access":
        """New codes, all different."""
        codes: set[str] = set()
        passes = {}
        for name in _JOINERS:
            code = _code(_REFEREE_CODE if name == "referee" else _SEAT_CODE)
            while code in codes:
                code = _code(len(code))
            codes.add(code)
            passes[name] = Pass(code, secrets.token_urlsafe(24))
        return cls(passes, host_is_referee)

    @classmethod
    def kept(cls, path: Path, *, host_is_referee: bool = True) -> "Access":
        """The codes kept in `path`, so that tablets stay joined over a restart; new ones, kept there, if none can be
        read. The file is for its owner's eyes only. Raises OSError when it cannot be written."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            passes = {name: Pass(str(found[name]["code"]), str(found[name]["token"])) for name in _JOINERS}
            if all(p.code and len(p.token) >= 16 for p in passes.values()):
                return cls(passes, host_is_referee)
        except (OSError, ValueError, KeyError, TypeError):
            pass  # no file yet, or a torn one: joining again costs a minute
        access = cls.fresh(host_is_referee=host_is_referee)
        access._keep(path)
        return access

    def _keep(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({name: {"code": p.code, "token": p.token} for name, p in self.passes.items()}, indent=1)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)

    def code(self, name: str) -> str:
        """The code of `P1` ... `P4` or `referee`."""
        return self.passes[name].code

    def join(self, code: str, address: str, now_s: float) -> tuple[Visitor, str]:
        """Who the code makes one, and the token for the cookie. Raises AccessError with a sentence."""
        wrong = [t for t in self._wrong.get(address, ()) if now_s - t < TRIES_S]
        if len(wrong) >= TRIES:
            raise AccessError(TOO_OFTEN)
        typed = "".join(code.split()).replace("-", "").upper()
        for name, one in self.passes.items():
            if hmac.compare_digest(typed.encode(), one.code.encode()):
                self._wrong.pop(address, None)
                return _JOINERS[name], one.token
        self._wrong = {a: ts for a, ts in self._wrong.items() if now_s - ts[-1] < TRIES_S}
        self._wrong[address] = [*wrong, now_s]
        raise AccessError(WRONG_CODE)

    def visitor(self, token: str | None, address: str) -> Visitor:
        """Who carries this cookie from this address: a token as `join` gave it, with a device's word behind a dot."""
        if token:
            carried, _, device = token.partition(".")
            for name, one in self.passes.items():
                if hmac.compare_digest(carried.encode(), one.token.encode()):
                    return replace(_JOINERS[name], device=device)
        return REFEREE if self.host_is_referee and is_loopback(address) else VISITOR


def carried_by(token: str, before: str | None) -> str:
    """The cookie for a token: with the device's own word, the one that it carried `before` if it has one already."""
    device = (before or "").partition(".")[2]
    return f"{token}.{device or secrets.token_urlsafe(12)}"


def _code(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_near(address: str) -> bool:
    """On this machine or in this house's network, never the internet."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    ip = mapped if mapped is not None else ip
    return ip.is_private or ip.is_loopback or ip.is_link_local


def is_local_name(host: str) -> bool:
    """A name by which a page of this house is reached: an address, a plain name, or `.local`. A foreign name that
    points here is somebody else's page trying to use ours."""
    name = host.rsplit(":", 1)[0] if host.count(":") == 1 else host.partition("]")[0].lstrip("[")
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".fritz.box", ".internal"))
    return True


def qr_svg(text: str) -> str:
    """A QR code as inline SVG, black on white in every theme: many phones read no other."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        border=3,
        dark="#111",
        light="#fff",
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    return out.getvalue().decode()
