"""Taps that become proposals: acts, undo, answers to questions, and what the referee alone may do."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from engine import notation
from engine.event import Event, Retracted
from engine.rules.referee import Proposal, Source
from server.access import Visitor
from server.acts import may_propose, undoable_by
from server.corrections import corrections
from server.people import people_of
from server.questions import may_answer, may_see
from server.screens import NEWEST
from server.web.answers import answered, says
from server.web.site import Site

_EARLIER = 40  # events in one go
_After = Annotated[int, Form(ge=0)]
# The page that was tapped on: who plays there plays by the rules for players, though she be the referee as well.
_Page = Annotated[str, Form(max_length=20)]


def acting_router(site: Site) -> APIRouter:
    table, screens = site.table, site.screens
    router = APIRouter()

    @router.post("/act")
    async def act(
        request: Request, event: Annotated[str, Form(max_length=4000)], after: _After, page: _Page = ""
    ) -> Response:
        visitor = _at(site.who(request), page)
        try:
            proposed = notation.read(event)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        refused = may_propose(visitor, proposed)
        if refused is not None:
            return says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(table, lambda: table.submit(Proposal(proposed, source), after))

    @router.post("/undo")
    async def undo(request: Request, after: _After, page: _Page = "") -> Response:
        visitor = _at(site.who(request), page)
        if not visitor.referee and not visitor.plays:
            return says(False, "Only the referee can do that.", 403)
        if not visitor.referee and not undoable_by(table, visitor):
            return says(False, "The last act was not yours: ask the referee to undo it.", 403)
        return answered(table, lambda: table.undo(after, Source.REFEREE if visitor.referee else Source.TABLET))

    @router.post("/dismiss")
    async def dismiss(request: Request, key: Annotated[str, Form(max_length=200)]) -> Response:
        if not site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        table.clear(key)
        return says(True, "Dismissed.")

    @router.post("/answer")
    async def answer(
        request: Request, key: Annotated[str, Form(max_length=200)], choice: Annotated[int, Form(ge=0)]
    ) -> Response:
        visitor = site.who(request)
        if not visitor.referee and not visitor.plays:
            return says(False, "Only the referee can do that.", 403)
        asked = next((a for a in table.alerts if a.key == key), None)
        if asked is None or choice >= len(asked.choices):
            return says(False, "That question has been settled meanwhile.", 409)
        event = asked.choices[choice].event
        if not may_answer(asked, event, visitor):
            return says(False, "Only the referee, or whom it concerns, can answer that.", 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        told = answered(table, lambda: table.submit(Proposal(event, source)))
        if told.status_code == 200:
            table.clear(key)
        return told

    @router.get("/question.jpg")
    async def question(request: Request, key: Annotated[str, Query(max_length=200)]) -> Response:
        """What the camera saw where something is asked, while it is asked: for the referee and the one concerned."""
        asked = next((a for a in table.alerts if a.key == key), None)
        if asked is None or not asked.picture or not may_see(asked, site.who(request)):
            raise HTTPException(404, "There is no such picture for you.")
        return Response(asked.picture, media_type="image/jpeg")

    @router.post("/resync")
    async def resync(request: Request, after: _After) -> Response:
        if not site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        if table.seen is None:
            return says(False, "The camera cannot tell how the table lies now. Clear hands away, then try again.", 409)
        seen = table.seen
        return answered(table, lambda: table.submit(Proposal(seen, Source.REFEREE), after))

    @router.post("/pause")
    async def pause(request: Request, paused: Annotated[bool, Form()]) -> Response:
        visitor = site.who(request)
        if not visitor.plays and not visitor.referee:
            return says(False, "Only who plays, or the referee, can do that.", 403)
        table.set_paused(paused)
        return says(True, "")

    @router.post("/new-game")
    async def new_game(request: Request) -> Response:
        if not site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        table.new_game()
        return says(True, "A new game. Build the walls.")

    @router.get("/referee/log", response_class=HTMLResponse)
    async def earlier(request: Request, before: Annotated[int, Query(ge=0)] = 0) -> str:
        visitor = site.who(request)
        if not visitor.referee:
            raise HTTPException(404, "Only the referee sees the log.")
        end = min(before - 1 if before else table.number - NEWEST, table.number)
        rows = tuple(reversed(table.log[max(0, end - _EARLIER) : max(0, end)]))
        return screens.piece("earlier", visitor, rows=rows)

    @router.get("/referee/event/{number}", response_class=HTMLResponse)
    async def event_dialog(request: Request, number: int) -> str:
        visitor = site.who(request)
        if not (visitor.referee or visitor.plays_for_all) or not 1 <= number <= table.number:
            raise HTTPException(404, "There is no such event.")
        entry, stands = table.log[number - 1], table.standing(number)
        undone = next((x.number for x in table.log if _undoes(x.event, number) and x.number not in table.gone), None)
        found = corrections(entry, stands, people_of(table.state))
        return screens.piece("correct", visitor, entry=entry, stands=stands, found=found, undone=undone)

    return router


def _at(visitor: Visitor, page: str) -> Visitor:
    """The visitor as the one that it is on this page."""
    return replace(visitor, referee=False) if page in ("seat", "all") and visitor.plays else visitor


def _undoes(event: Event, number: int) -> bool:
    return isinstance(event, Retracted) and event.number == number
