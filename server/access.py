"""Who may do what: a join code per role, and what a device that carries the role's token may see and propose. Nothing
about tiles.

A code is short, to be typed from across a table; whoever has given it carries a long random token in a cookie from then
on. A device may carry several tokens and so be several things at once: a player, the referee, the one tablet that plays
for all. The machine that runs the program is the host: the referee, whatever else it becomes. No clock of its own: the
time comes in.
"""

import hmac
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.tile import Seat
from server.files import read_object, write_whole
from server.near import is_loopback

# No letter or figure that looks or sounds like another; no vowels, so no words.
_ALPHABET = "CDFHJKMNPRTVWXY347"
CODE_LENGTH = 6
COOKIE = "fifthseat"
COOKIE_AGE_S = 400 * 24 * 3600  # the longest that browsers keep one
ONLY_REFEREE = "Only the referee can do that."
NOT_YOURS = "Only who sits there can do that."
SHOWN_ELSEWHERE = "Another device shows these tiles: ask it first."
REFEREE_ROLE, ALL_SEATS_ROLE = "referee", "all"
# A join code belongs to each: a seat, the referee, and the one tablet that plays for all four.
ROLES = (*(seat.name for seat in Seat), REFEREE_ROLE, ALL_SEATS_ROLE)
# Browsers do not tell apart the ports of one machine, so the tables of a club that one machine serves share one cookie.
MOST_CARRIED = 6 * len(ROLES)  # tokens of all of them together
_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
TOO_OFTEN = "Too many wrong codes. Wait a few minutes, then type the code that the referee's start page shows."
WRONG_CODE = "That is not a code of this table. It stands beside each seat on the referee's start page."
TRIES, TRIES_S = 8, 120.0  # so many wrong codes from one address in so many seconds, then it waits
# And so many from all addresses together: one device can take as many addresses as it likes. With 18 ** 6 codes that
# is a chance of 1 in 600 for somebody who guesses a whole day. More than one address alone is allowed in that time.
ALL_TRIES, ALL_TRIES_S = 60, 600.0


class AccessError(Exception):
    """Not allowed. The text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who looks at a page. `seat` is its own, where it has one; `seats` are all that it may act for: its own, those
    that it plays for beside it, all four on a tablet that plays for all. `host` is the machine that runs the program.
    `device` tells apart two devices that have joined one seat; it is a secret of that device."""

    seat: Seat | None = None
    seats: frozenset[Seat] = frozenset()
    referee: bool = False
    host: bool = False
    device: str = ""

    @property
    def plays(self) -> bool:
        """Whether it acts for anybody at the table."""
        return bool(self.seats)

    @property
    def plays_for_all(self) -> bool:
        return len(self.seats) == len(Seat)

    @property
    def first_seat(self) -> Seat | None:
        """The seat whose page it opens first: its own, or the first that it plays for."""
        return self.seat if self.seat is not None else min(self.seats, default=None)

    def on(self, page: str) -> "Visitor":
        """The visitor as the one that it is on this page: who plays there plays by the rules for players, though she be
        the referee as well."""
        return replace(self, referee=False) if page in ("seat", "all") and self.plays else self

    def may_sit(self, seat: Seat) -> bool:
        """May it see `seat`'s own screen and act for it? What stands on a rack is not said with that: see `Racks`."""
        return seat in self.seats


VISITOR = Visitor()
REFEREE = Visitor(referee=True)


def player(*seats: Seat) -> Visitor:
    """Who plays for these seats, the first of them its own."""
    return Visitor(seats[0], frozenset(seats))


@dataclass(frozen=True, slots=True)
class Pass:
    """The code that is typed or scanned, and the token that a cookie carries afterwards."""

    code: str
    token: str


@dataclass(slots=True)
class Access:
    """The passes of one table, one for each of `ROLES`; kept in the file `path` where there is one. `renewed`
    grows when a token no longer counts. `lan_only`: nobody from outside the house's own network gets in at all."""

    passes: dict[str, Pass]
    host_is_referee: bool = True
    path: Path | None = None
    lan_only: bool = True
    renewed: int = 0
    _wrong: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def fresh(cls, *, host_is_referee: bool = True) -> "Access":
        """New codes, all different."""
        access = cls({}, host_is_referee)
        access.renew(ROLES)
        return access

    @classmethod
    def kept(cls, path: Path, *, host_is_referee: bool = True, lan_only: bool = True) -> "Access":
        """The codes kept in `path`, so that tablets stay joined over a restart; new ones, kept there, for roles whose
        pass cannot be read. The file is for its owner's eyes only. Raises OSError when it cannot be written."""
        found = _read(path)
        access = cls(found, host_is_referee, path, lan_only)
        wanting = [name for name in ROLES if name not in found]
        # Shorter codes could be guessed. Those who have joined by one carry a token, and stay.
        short = [name for name in found if len(found[name].code) < CODE_LENGTH]
        for name in short:
            found[name] = Pass(access._new_code(), found[name].token)
        if wanting or short or path.stat().st_mode & 0o077:
            access.renew(wanting)
        return access

    def renew(self, names: Iterable[str]) -> None:
        """Other codes and tokens for these roles: whoever has joined by the old ones is out. Raises OSError when they
        cannot be kept."""
        self.renewed += 1
        for name in names:
            self.passes[name] = Pass(self._new_code(), secrets.token_urlsafe(24))
        if self.path is not None:
            _write(self.path, self.passes)

    def code(self, role: str) -> str:
        """The code of one of `ROLES`."""
        return self.passes[role].code

    def join(self, code: str, address: str, now_s: float) -> str:
        """The role whose code this is. Raises AccessError with a sentence."""
        self._wrong = {a: kept for a, times in self._wrong.items() if (kept := _since(times, now_s - ALL_TRIES_S))}
        here = self._wrong.get(address, [])
        if len(_since(here, now_s - TRIES_S)) >= TRIES or sum(map(len, self._wrong.values())) >= ALL_TRIES:
            raise AccessError(TOO_OFTEN)
        typed = "".join(code.split()).replace("-", "").upper()
        for role, one in self.passes.items():
            if hmac.compare_digest(typed.encode(), one.code.encode()):
                return role
        self._wrong[address] = [*here, now_s]
        raise AccessError(WRONG_CODE)

    def roles(self, cookie: str | None) -> tuple[str, ...]:
        """The roles that a cookie of `carry` gives, the latest taken first; tokens that were renewed give none."""
        found = (self._role(token) for token in _tokens(cookie))
        return tuple(dict.fromkeys(role for role in found if role is not None))

    def carry(self, before: str | None, add: Iterable[str] = (), drop: Iterable[str] = ()) -> str:
        """The cookie of a device that carried `before`, takes and leaves these roles; the device's own word stays, and
        so does what it is at other tables of the same machine. Empty where nothing is left."""
        device = (before or "").partition(".")[2]
        left = (role for role in self.roles(before) if role not in set(drop))
        tokens = [self.passes[role].token for role in dict.fromkeys((*add, *left))]
        tokens += [token for token in _tokens(before) if _TOKEN.fullmatch(token) and self._role(token) is None]
        return f"{'~'.join(tokens[:MOST_CARRIED])}.{device or secrets.token_urlsafe(12)}" if tokens else ""

    def visitor(self, cookie: str | None, address: str) -> Visitor:
        """Who carries this cookie and comes from this address."""
        roles = self.roles(cookie)
        seats = [Seat[role] for role in roles if role in Seat.__members__]
        host = self.host_is_referee and is_loopback(address)
        return Visitor(
            seats[0] if seats else None,
            frozenset(Seat if ALL_SEATS_ROLE in roles else seats),
            host or REFEREE_ROLE in roles,
            host,
            (cookie or "").partition(".")[2] if roles else "",
        )

    def _role(self, token: str) -> str | None:
        for role, one in self.passes.items():
            if hmac.compare_digest(token.encode(), one.token.encode()):
                return role
        return None

    def _new_code(self) -> str:
        taken = {one.code for one in self.passes.values()}
        code = ""
        while not code or code in taken:
            code = "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))
        return code


def _tokens(cookie: str | None) -> list[str]:
    return (cookie or "").partition(".")[0].split("~")[:MOST_CARRIED]


def _since(times: list[float], after_s: float) -> list[float]:
    return [t for t in times if t > after_s]


def _read(path: Path) -> dict[str, Pass]:
    """The passes in the file that can be read: a torn one costs no more than joining again."""
    try:
        return dict(_passes(read_object(path)))
    except (OSError, ValueError):
        return {}


def _passes(found: Mapping[str, object]) -> Iterator[tuple[str, Pass]]:
    for role in ROLES:
        one = found.get(role)
        code, token = (one.get("code"), one.get("token")) if isinstance(one, dict) else (None, None)
        if isinstance(code, str) and isinstance(token, str) and code and len(token) >= 16:
            yield role, Pass(code, token)


def _write(path: Path, passes: dict[str, Pass]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps({role: {"code": p.code, "token": p.token} for role, p in passes.items()}, indent=1))
