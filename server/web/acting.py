"""Taps that become proposals: acts, undo, answers to questions, and what the referee alone may do."""

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from engine import notation
from engine.event import Event, Resynced, Retracted, TimePassed
from engine.rules.referee import Accepted, Proposal, Source
from server.acts import may_propose, undoable_by
from server.alerts import Alert
from server.corrections import corrections
from server.people import people_of
from server.questions import may_answer, may_see
from server.screens import NEWEST
from server.table import Answer, Stale
from server.web.answers import answered, says
from server.web.site import Site
from server.whole_game import whole_game

_EARLIER = 40  # events in one go
_After = Annotated[int, Form(ge=0)]
_Page = Annotated[str, Form(max_length=20)]


class _Acting:
    """What is tapped on the pages of the game."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._table, self._screens = site.table, site.screens

    async def act(
        self, request: Request, event: Annotated[str, Form(max_length=4000)], after: _After, page: _Page = ""
    ) -> Response:
        visitor = self._site.who(request).on(page)
        try:
            proposed = notation.read(event)
        except ValueError as error:
            return says(False, f"{error}.", 400)
        refused = may_propose(visitor, proposed)
        if refused is not None:
            return says(False, refused, 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        return answered(self._table, lambda: self._table.submit(Proposal(proposed, source), after))

    async def undo(self, request: Request, after: _After, page: _Page = "") -> Response:
        visitor = self._site.who(request).on(page)
        if not visitor.referee and not visitor.plays:
            return says(False, "Only the referee can do that.", 403)
        if not visitor.referee and not undoable_by(self._table, visitor):
            return says(False, "The last act was not yours: ask the referee to undo it.", 403)
        return answered(
            self._table, lambda: self._table.undo(after, Source.REFEREE if visitor.referee else Source.TABLET)
        )

    async def dismiss(self, request: Request, key: Annotated[str, Form(max_length=200)]) -> Response:
        if not self._site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        self._table.clear(key)
        return says(True, "Dismissed.")

    async def answer(
        self, request: Request, key: Annotated[str, Form(max_length=200)], choice: Annotated[int, Form(ge=0)]
    ) -> Response:
        visitor = self._site.who(request)
        if not visitor.referee and not visitor.plays:
            return says(False, "Only the referee can do that.", 403)
        asked = next((a for a in self._table.alerts if a.key == key), None)
        if asked is None or choice >= len(asked.choices):
            return says(False, "That question has been settled meanwhile.", 409)
        event = asked.choices[choice].event
        if not may_answer(asked, event, visitor):
            return says(False, "Only the referee, or whom it concerns, can answer that.", 403)
        source = Source.REFEREE if visitor.referee else Source.TABLET
        told = answered(self._table, lambda: self._answered(asked, Proposal(event, source)))
        if told.status_code == 200:
            self._table.clear(key)
        return told

    def _answered(self, asked: Alert, proposal: Proposal) -> Answer:
        """What the camera has to put right for an answer is told only where the rules do not accept it as it is. What
        has happened since it was asked would be undone by a table taken as it lay then: such an answer comes late."""
        as_it_lay = bool(asked.first) or isinstance(proposal.event, Resynced)
        if as_it_lay and any(x.number > asked.after and not isinstance(x.event, TimePassed) for x in self._table.log):
            return Stale("The table has moved on since that was asked. Look again, then say what it was.")
        for fact in asked.first:
            if isinstance(self._table.judge(proposal), Accepted):
                break
            self._table.submit(Proposal(fact, Source.CAMERA))
        return self._table.submit(proposal)

    async def question(self, request: Request, key: Annotated[str, Query(max_length=200)]) -> Response:
        """What the camera saw where something is asked, while it is asked: for the referee and the one concerned."""
        asked = next((a for a in self._table.alerts if a.key == key), None)
        if asked is None or not asked.picture or not may_see(asked, self._site.who(request)):
            raise HTTPException(404, "There is no such picture for you.")
        return Response(asked.picture, media_type="image/jpeg")

    async def resync(self, request: Request, after: _After) -> Response:
        if not self._site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        if self._table.seen is None:
            return says(False, "The camera cannot tell how the table lies now. Clear hands away, then try again.", 409)
        seen = self._table.seen
        return answered(self._table, lambda: self._table.submit(Proposal(seen, Source.REFEREE), after))

    async def pause(self, request: Request, paused: Annotated[bool, Form()]) -> Response:
        visitor = self._site.who(request)
        if not visitor.plays and not visitor.referee:
            return says(False, "Only who plays, or the referee, can do that.", 403)
        self._table.set_paused(paused)
        return says(True, "")

    async def new_game(self, request: Request) -> Response:
        if not self._site.who(request).referee:
            return says(False, "Only the referee can do that.", 403)
        self._table.new_game()
        return says(True, "A new game. Build the walls.")

    async def earlier(self, request: Request, before: Annotated[int, Query(ge=0)] = 0) -> str:
        visitor = self._site.who(request)
        if not visitor.referee:
            raise HTTPException(404, "Only the referee sees the log.")
        end = min(before - 1 if before else self._table.number - NEWEST, self._table.number)
        rows = tuple(reversed(self._table.log[max(0, end - _EARLIER) : max(0, end)]))
        return self._screens.piece("earlier", visitor, rows=rows)

    async def whole(self, request: Request) -> str:
        visitor = self._site.who(request)
        if not visitor.referee:
            raise HTTPException(404, "Only the referee can do that.")
        return self._screens.piece("whole", visitor, sections=whole_game(self._table))

    async def event_dialog(self, request: Request, number: int) -> str:
        visitor = self._site.who(request)
        if not (visitor.referee or visitor.plays_for_all) or not 1 <= number <= self._table.number:
            raise HTTPException(404, "There is no such event.")
        entry, stands = self._table.log[number - 1], self._table.standing(number)
        undone = next(
            (x.number for x in self._table.log if _undoes(x.event, number) and x.number not in self._table.gone), None
        )
        found = corrections(entry, stands, people_of(self._table.state))
        return self._screens.piece("correct", visitor, entry=entry, stands=stands, found=found, undone=undone)


def acting_router(site: Site) -> APIRouter:
    routes = _Acting(site)
    router = APIRouter()
    router.post("/act")(routes.act)
    router.post("/undo")(routes.undo)
    router.post("/dismiss")(routes.dismiss)
    router.post("/answer")(routes.answer)
    router.get("/question.jpg")(routes.question)
    router.post("/resync")(routes.resync)
    router.post("/pause")(routes.pause)
    router.post("/new-game")(routes.new_game)
    router.get("/referee/whole", response_class=HTMLResponse)(routes.whole)
    router.get("/referee/log", response_class=HTMLResponse)(routes.earlier)
    router.get("/referee/event/{number}", response_class=HTMLResponse)(routes.event_dialog)
    return router


def _undoes(event: Event, number: int) -> bool:
    return isinstance(event, Retracted) and event.number == number
