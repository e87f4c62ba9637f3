"""Answers to what waits for a judge: a Mah Jongg that was said, and a challenge."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, Response

from engine.event import Event, FoundAlive, HandDied
from engine.faults import Cause
from engine.rules.referee import Proposal, Source
from engine.tile import Seat
from server.judging import FINDINGS, challenge, declarer, lines, may_judge, ruled_false, ruled_valid
from server.web.answers import answered, says
from server.web.site import Site

_After = Annotated[int, Form(ge=0)]
_SETTLED = "That has been answered meanwhile."
_NOT_YOURS = "The referee answers that; where nobody is the referee, one of the other players."


def judging_router(site: Site) -> APIRouter:
    table, screens = site.table, site.screens
    router = APIRouter()

    def refusal(request: Request, concerned: Seat | None) -> Response | None:
        if concerned is None:
            return says(False, _SETTLED, 409)
        allowed = may_judge(site.who(request), concerned, screens.referees > 0)
        return None if allowed else says(False, _NOT_YOURS, 403)

    def ruled(event: Event, after: int) -> Response:
        return answered(table, lambda: table.submit(Proposal(event, Source.REFEREE), after))

    @router.post("/judge")
    async def judge(
        request: Request,
        verdict: Annotated[Literal["valid", "false"], Form()],
        after: _After,
        line: Annotated[str, Form(max_length=120)] = "",
        jokerless: Annotated[bool, Form()] = False,
    ) -> Response:
        seat = declarer(table.state)
        if refused := refusal(request, seat):
            return refused
        assert seat is not None
        if verdict == "false":
            return ruled(ruled_false(table, seat), after)
        return ruled(ruled_valid(table, seat, line, jokerless), after)

    @router.post("/judge/hand")
    async def judge_hand(
        request: Request, verdict: Annotated[str, Form(pattern=_findings())], after: _After
    ) -> Response:
        asked = challenge(table)
        if refused := refusal(request, asked.other if asked is not None else None):
            return refused
        assert asked is not None
        return ruled(FoundAlive(asked.other) if verdict == "alive" else HandDied(asked.other, Cause[verdict]), after)

    @router.get("/judge/lines", response_class=HTMLResponse)
    async def which_line(request: Request) -> str:
        seat, visitor = declarer(table.state), site.who(request)
        if seat is None or not may_judge(visitor, seat, screens.referees > 0):
            raise HTTPException(404, _SETTLED)
        return screens.piece("judge_lines", visitor, lines=lines(table, seat), declarer=seat)

    return router


def _findings() -> str:
    return f"^(alive|{'|'.join(cause.name for cause, _ in FINDINGS)})$"
