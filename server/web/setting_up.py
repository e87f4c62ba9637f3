"""Set-up by touch, one step at a time. Every answer holds at once and is remembered for next week."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from device.find import boards, kind
from device.patterns import PATTERNS
from engine.event import EastChosen, Named, SatOut
from engine.hands import HandTable
from engine.rules.referee import Proposal, Refused, Source
from engine.rules.ruleset import OPTIONS, PRESETS
from engine.state import Phase
from engine.tile import Seat
from server.access import Visitor
from server.addresses import NO_CAMERA, can_be_camera
from server.card_page import choose_card
from server.ends import left_at
from server.house import HouseError
from server.lamp import lamp_svg
from server.outline import NOT_FIXED
from server.people import people_of, plain
from server.renaming import Who, renamed
from server.rules_page import answers, choose_rules
from server.season import day_words
from server.shelf import PRACTICE, Shelf
from server.steps import BY_NAME, SIMULATED, STEPS, Tonight, before, camera_words, first_open, following, rules_text
from server.store import StoreError
from server.tile_sets import TileSets
from server.web.answers import missing, onward, says
from server.web.doctor import camera_findings
from server.web.outline import outline_router
from server.web.second import HERS, second_router
from server.web.site import Room, Site, opens, referee_only, seat_named
from server.web.tiles import tiles_router
from server.whole_game import players_acts
from server.words import PRESET_WORDS
from vision.picture.camera import same_camera
from vision.picture.cameras import cameras

FIRST_QUESTIONS = ("C-07", "C-23", "C-26")  # what house tables differ in most, and quarrel about
FIRST_PATTERNS = ("setup", "pass-right", "turn", "window", "call", "mah-jongg")
TO_PLAY = "/?stay=yes#sit-title"  # where a device takes a seat, and the codes for all others are
_Text = Annotated[str, Form(max_length=400)]


class SettingUp:
    """What the routes of the set-up do."""

    def __init__(self, site: Site, room: Room, shelf: Shelf, sets: TileSets) -> None:
        self.site, self.table, self.screens = site, site.table, site.screens
        self.devices, self.memory = room.devices, room.memory
        self.shelf, self.sets = shelf, sets
        self.rolled = ""  # what the dice showed when East was last rolled for

    @property
    def tonight(self) -> Tonight:
        around = self.screens.around
        state, chosen = self.table.state, self.table.rules.ruleset
        return Tonight(
            self.memory.house,
            people_of(state),
            around.card,
            around.tiles,
            chosen,
            self.devices.source,
            state.east if state.east_known and state.phase is not Phase.OVER else None,
            self.playing and chosen.differences != self.table.rules_in_force.ruleset.differences,
        )

    @property
    def playing(self) -> bool:
        return self.table.begun and self.table.state.phase is not Phase.OVER

    def overview(self, visitor: Visitor) -> str:
        tonight, left = self.tonight, left_at(self.table)
        return self.screens.page(
            "setup",
            visitor,
            steps=[(s, s.answer(tonight), s.done(tonight), s.needed(tonight)) for s in STEPS],
            next_step=first_open(tonight),
            ready=tonight.house.ready,
            playing=self.playing,
            left="" if left is None else day_words(left),
            watching=self.devices.watching,
            troubles=self.memory.troubles,
            source=self.devices.source,
            all_shown=self.devices.may_show_all,
        )

    async def page(self, name: str, visitor: Visitor) -> str:
        step, tonight = BY_NAME[name], self.tonight
        more = await getattr(self, f"_{name}")()
        return self.screens.page(
            "step",
            visitor,
            step=step,
            steps=[(s, s.done(tonight), s.needed(tonight)) for s in STEPS],
            back=before(step, tonight),
            onward=following(step, tonight),
            answer=step.answer(tonight),
            house=tonight.house,
            all_shown=self.devices.may_show_all,
            **more,
        )

    async def _camera(self) -> dict[str, object]:
        found = await asyncio.to_thread(cameras)
        source = self.devices.source or ""
        known = {c.source for c in found} | {SIMULATED}
        return {
            "choices": found,
            "chosen": self.memory.house.camera,
            "source": source,
            "simulated": SIMULATED,
            "other": source if source and source not in known else "",
            "findings": await asyncio.to_thread(camera_findings, found),
            "words": camera_words,
            "second": self.devices.second.source or "",
            "at_racks": {c.source for c in found if self.devices.at_racks.seat_of(c.source) is not None},
        }

    async def _outline(self) -> dict[str, object]:
        plane = self.devices.outline.plane
        by = plane.found_by if plane is not None else ""
        return {"known": plane is not None, "by": by, "source": self.devices.source}

    async def _light(self) -> dict[str, object]:
        found = [b for b in await asyncio.to_thread(boards) if kind(b)]
        alike = [b.identity for b in found]
        rows = []
        for board in found:
            place = f"?at={board.place}" if board.place and alike.count(board.identity) > 1 else ""
            rows.append((kind(board), f"wled+serial://{board.identity}{place}", f"adalight://{board.identity}{place}"))
        shown = [p for p in PATTERNS if p.name in FIRST_PATTERNS]
        rest = [p for p in PATTERNS if p.name not in FIRST_PATTERNS]
        people = people_of(self.table.state)
        return {
            "boards": rows,
            "url": self.devices.lamp.url or "",
            "chosen": self.memory.house.light,
            "patterns": [(p, Markup(lamp_svg(p.view, people))) for p in shown],
            "more_patterns": [(p, Markup(lamp_svg(p.view, people))) for p in rest],
            "lit": self.devices.lamp.url is not None,
        }

    async def _tiles(self) -> dict[str, object]:
        return {
            "sets": self.sets.names(),
            "gone": self.sets.gone(),
            "chosen": self.memory.house.tiles,
            "named": len(self.devices.faces.of(self.devices.tile_set)),
            "forgotten": self.devices.forgotten,
            "learned": self.devices.naming.drawings,
        }

    async def _card(self) -> dict[str, object]:
        return {
            "names": self.shelf.names(),
            "tonight": self.shelf.tonight(),
            "chosen": self.memory.house.card,
            "practice": PRACTICE,
        }

    async def _names(self) -> dict[str, object]:
        state, rules = self.table.state, self.table.rules_in_force.ruleset
        return {
            "five": all(state.names),
            "does": rules.says("C-28"),
            "players": players_acts(self.table, people_of(state), *Seat),
            "playing": state.players,
            "empty": len(state.players) < len(Seat),
            "three": rules.says("C-27"),
            "trades": state.names if state.resting and state.phase is Phase.SETUP else (),
        }

    async def _east(self) -> dict[str, object]:
        now = self.tonight.east if self.playing else None
        chosen = self.memory.house.east if now is None else now.name
        return {"chosen": chosen, "rolled": self.rolled, "now": now, "playing": self.table.state.players}

    async def _rules(self) -> dict[str, object]:
        first = [o for o in OPTIONS if o.id in FIRST_QUESTIONS]
        return {
            "first": first,
            "rest": [o for o in OPTIONS if o.id not in FIRST_QUESTIONS],
            "presets": {name: PRESET_WORDS[name] for name in PRESETS},
            "differences": {name: rules.differences for name, rules in PRESETS.items()},
        }

    # What the buttons do.

    def remember(self, **fields: object) -> Response | None:
        """Keep these answers; a refusal where the disk cannot."""
        try:
            self.memory.change(**fields)
        except HouseError as problem:
            return says(False, str(problem), 503)
        return None

    async def use_camera(self, typed: str) -> Response:
        source = typed.strip()
        if typed and not source:  # nothing at all is the button for no camera
            return says(False, missing("The address"), 400)
        if not source:
            await self.devices.without_camera()
            return self.remember(camera="", second="") or onward("/setup/light")
        if not can_be_camera(source):
            return says(False, NO_CAMERA, 400)
        if (seat := self.devices.at_racks.seat_of(source)) is not None:
            return says(False, f"That camera stands at {people_of(self.table.state).whose(seat)} rack. {HERS}", 409)
        other = source != self.memory.house.camera
        if other:
            self.devices.outline = NOT_FIXED
        second = self.devices.second.source
        if second is not None and same_camera(source, second):
            await self.devices.look_too(None)
            self.remember(second="")
        if self.devices.started:
            await self.devices.watch(source)
        else:
            await self.devices.look(source)
        return self.remember(camera=source, **({"outlined": False} if other else {})) or onward("/setup/camera")

    async def use_light(self, typed: str) -> Response:
        url = light_address(typed.strip())
        if typed and not url:  # nothing at all is the button for no light
            return says(False, missing("The address"), 400)
        try:
            await self.devices.light(url or None)
        except ValueError as problem:
            return says(False, f"{problem}.".replace("..", "."), 400)
        refused, after = self.remember(light=url), following(BY_NAME["light"], self.tonight)
        assert after is not None  # the card is asked for at every table
        return refused or onward("/setup/light" if url else f"/setup/{after.name}")

    async def use_card(self, name: str) -> Response:
        refused = await choose_card(self.table, self.screens, self.shelf, name)
        return refused or self.remember(card=name) or onward("/setup/names")

    def said_plainly(self, text: str) -> str:
        return plain(people_of(self.table.state).said(text))

    def name(self, seat: Seat, name: str, who: Who) -> Response:
        return self._called(Named(seat, name), who) or onward("/setup/names")

    def fifth(self, name: str, who: Who) -> Response:
        """Who sits out; nobody, where `name` is empty."""
        return self._called(SatOut(name), who) or onward("/setup/names")

    def _called(self, event: Named | SatOut, who: Who) -> Response | None:
        """Says who is who, and remembers it; a refusal where that cannot be."""
        try:
            answer = renamed(self.table, event, Source.REFEREE, who)
        except StoreError as problem:
            return says(False, str(problem), 503)
        if isinstance(answer, Refused):
            return says(False, self.said_plainly(answer.fault.says), 409)
        return self.remember(names=self.table.state.names, fifth=self.table.state.resting)

    def clear_names(self) -> Response:
        state = self.table.state
        gone: list[Named | SatOut] = [SatOut()] if state.resting else []
        gone += (Named(seat) for seat in Seat if state.names[seat])
        refusals = [self._called(event, "another") for event in gone]
        return next((r for r in refusals if r is not None), None) or onward("/setup/names")

    def east(self, who: str) -> Response:
        """Who was tapped, or rolled highest; it is written when the game is started, and no other game's."""
        now, state = self.tonight.east, self.table.state
        people = people_of(state)
        if self.playing and now is not None:
            is_east = f"{people.of(now)} is East in this game"
            return says(False, f"{is_east}. If that is wrong, put it right on the referee's page.", 409)
        self.rolled = ""
        if who == "dice":
            seat, self.rolled = roll(people.of, state.players)
            who = seat.name
        if who not in Seat.__members__:
            return says(False, f"There is no seat {who}.", 404)
        if Seat[who] not in state.players:
            return says(False, f"{people.of(Seat[who])} does not play. Tap somebody who does.", 409)
        return self.remember(east=who) or onward("/setup/east")

    def rules(self, fields: dict[str, str]) -> Response:
        """The questions as they are answered on the page, kept or not, are the house's rules."""
        if answers(fields):
            answer = choose_rules(self.table, fields, lambda now: HandTable(self.shelf.load_tonight(now)[0]))
            if answer.status_code >= 400:
                return answer
        return self.remember(rules=rules_text(self.table.rules.ruleset)) or onward("/setup")

    async def start(self, visitor: Visitor) -> Response:
        """Begin: from here on the eyes follow. Without them somebody has to tap the game in, so that is said first."""
        east = self.memory.house.east
        try:
            if east in Seat.__members__ and not self.playing and self.table.state.phase is Phase.SETUP:
                self.table.submit(Proposal(EastChosen(Seat[str(east)]), Source.REFEREE))
        except StoreError as problem:
            return says(False, str(problem), 503)
        self.devices.started = True
        if self.devices.source is not None and not self.devices.watching:
            self.devices.begin()
        refused = self.remember(ready=True, east=None, rules=rules_text(self.table.rules.ruleset) or "league")
        nobody_sees = self.devices.source is None and not visitor.plays
        return refused or onward(TO_PLAY if nobody_sees else "/table")

    def anew(self) -> Response:
        """The game that was left on the table is not gone on with."""
        try:
            self.table.new_game()
        except StoreError as problem:
            return says(False, str(problem), 503)
        return onward("/setup")


def roll(called: Callable[[Seat], str], players: tuple[Seat, ...]) -> tuple[Seat, str]:
    """Dice for all who play, those who tie for the highest again (SEAT-06): who is East, and what was rolled."""
    rolling, told = players, []
    while len(rolling) > 1:
        thrown = {seat: 2 + secrets.randbelow(6) + secrets.randbelow(6) for seat in rolling}
        told.append(", ".join(f"{called(seat)} {total}" for seat, total in thrown.items()))
        rolling = tuple(seat for seat, total in thrown.items() if total == max(thrown.values()))
    return rolling[0], f"{'. Again: '.join(told)}. {called(rolling[0])} is East."


def light_address(typed: str) -> str:
    """What somebody types who reads it off the light's own page: `192.168.1.60` or `http://wled.local/`."""
    if typed.startswith(("http://", "https://")):
        typed = typed.partition("://")[2]
    return f"wled+http://{typed}" if typed and ":/" not in typed else typed


def setup_router(site: Site, room: Room, shelf: Shelf, sets: TileSets) -> APIRouter:
    """The routes of the set-up; the referee's, but for the overview, which tells everybody how things stand."""
    work = SettingUp(site, room, shelf, sets)
    router = APIRouter(prefix="/setup")

    @router.get("", response_class=HTMLResponse)
    async def overview(request: Request) -> str:
        return work.overview(site.who(request))

    opens(router, second_router(site, room))

    @router.get("/{name}", response_class=HTMLResponse)
    async def step(request: Request, name: str) -> Response:
        visitor = site.who(request)
        if name not in BY_NAME:
            raise HTTPException(404, "The set-up has no such step.")
        if not visitor.referee:
            return RedirectResponse("/?seat=referee", 303)
        return HTMLResponse(await work.page(name, visitor))

    opens(router, _changes(site, work), outline_router(site, room), tiles_router(site, room, sets))
    return router


def _changes(site: Site, work: SettingUp) -> APIRouter:
    """The answers that the referee gives."""
    referees = APIRouter(prefix="/setup", dependencies=[Depends(referee_only(site))])

    @referees.post("/camera")
    async def camera(source: _Text = "") -> Response:
        return await work.use_camera(source)

    @referees.post("/light")
    async def light(url: _Text = "") -> Response:
        return await work.use_light(url)

    @referees.post("/light/try")
    async def try_light(pattern: _Text) -> Response:
        found = next((p for p in PATTERNS if p.name == pattern), None)
        if found is None:
            return says(False, "There is no such pattern.", 404)
        work.devices.lamp.try_out(found.view)
        return says(True, work.said_plainly(found.words))

    @referees.post("/card")
    async def card(name: _Text) -> Response:
        return await work.use_card(name)

    @referees.post("/names")
    async def names(seat: _Text, name: _Text = "", who: Annotated[Who, Form()] = "") -> Response:
        return work.name(seat_named(seat), name, who)

    @referees.post("/names/fifth")
    async def fifth(name: _Text = "", who: Annotated[Who, Form()] = "") -> Response:
        return work.fifth(name, who)

    @referees.post("/names/clear")
    async def clear() -> Response:
        return work.clear_names()

    @referees.post("/east")
    async def east(seat: _Text = "", tapped: _Text = "") -> Response:
        return work.east(tapped or seat)

    @referees.post("/rules")
    async def rules(request: Request) -> Response:
        return work.rules({name: str(value) for name, value in (await request.form(max_fields=200)).items()})

    @referees.post("/anew")
    async def anew() -> Response:
        return work.anew()

    @referees.post("/start")
    async def start(request: Request) -> Response:
        return await work.start(site.who(request))

    return referees
