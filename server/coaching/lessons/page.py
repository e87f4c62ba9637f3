"""The lessons' pages: the list of them with what a learner has done, a page to read, a question, and its answer.

A question is made anew from its kind and a seed wherever it is needed, so a page can be loaded again and an answer
judged without anything being kept but how far she is.
"""

import secrets
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote, unquote

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from engine.card import read_card
from engine.hands import HandTable
from engine.lessons.course import KINDS, LESSONS, Asked, Lesson, Read, asked, lesson
from engine.lessons.question import Question
from engine.naming import LONGEST, clean
from engine.rules.rulebook import RULES
from server.access import COOKIE_AGE_S, Visitor
from server.card_print import inks
from server.cards import practice_card_text
from server.coaching.lessons.progress import NAMELESS, Progress, Way
from server.coaching.mind import CoachAway, Mind
from server.house import HouseError
from server.people import People
from server.web.site import Site

COOKIE = "fifthseat_learner"
WORD = "fifthseat_lessons"  # tells apart devices on which nobody has said a name
AT_THE_LESSON = People(("Ann", "Bea", "Cora", "Dee"))  # who sits where in the questions
_Seed = Annotated[int, Query(ge=0, lt=2**32)]


@lru_cache(maxsize=1)
def _practice_card() -> HandTable:
    return HandTable(read_card(practice_card_text()))


class Learner:
    """Who learns on a device: the name chosen there, else the player whose seat it has."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def name(self, request: Request, visitor: Visitor) -> str:
        """Empty where nobody has said one. A name holds on a device until somebody of another name sits there."""
        seated = self.seated(visitor)
        chosen, _, then = unquote(request.cookies.get(COOKIE, "")).partition("\n")
        chosen = clean(chosen)[:LONGEST]
        return chosen if chosen and then == seated else seated

    def key(self, request: Request, visitor: Visitor) -> str:
        """What her progress is kept by: her name, else a word of the device for as long as the program runs."""
        return self.name(request, visitor) or NAMELESS + request.cookies.get(WORD, "")[:40]

    def seated(self, visitor: Visitor) -> str:
        """The player at this device's own seat, as she is called tonight."""
        return "" if visitor.seat is None else self._site.table.state.names[visitor.seat]


_NOTHING_CHOSEN = "Nothing is chosen yet: tap what is right first, then tap That is my answer."


class _Lessons:
    """What the pages of the lessons ask for."""

    def __init__(self, site: Site, progress: Progress, mind: Mind) -> None:
        self._site = site
        self._progress = progress
        self._mind = mind
        self._table, self._screens, self._learner = site.table, site.screens, Learner(site)

    def _card(self) -> HandTable:
        return self._table.rules_in_force.table or _practice_card()

    async def _question(self, kind: str, seed: int) -> Question | None:
        return await self._mind.ask(self._card(), asked, kind, seed, self._table.rules_in_force.ruleset)

    def _shown(self, template: str, request: Request, **more: object) -> HTMLResponse:
        visitor = self._site.who(request)
        name = self._learner.name(request, visitor)
        page = self._screens.page(
            template,
            visitor,
            None,
            learner=name,
            said=AT_THE_LESSON.said,
            rulebook=RULES,
            lines=self._card().lines,
            inks=inks,
            **more,
        )
        # While she reads, the coach's process learns the card, so that the first question comes at once.
        answer = HTMLResponse(
            page, background=None if more.get("asks") else BackgroundTask(self._mind.warm, self._card())
        )
        if WORD not in request.cookies:
            answer.set_cookie(WORD, secrets.token_urlsafe(16), httponly=True, samesite="lax")
        return answer

    def _kept(self, request: Request, one: Lesson, way: Way) -> str:
        """What to tell where the disk cannot keep it."""
        try:
            self._progress.keep(self._learner.key(request, self._site.who(request)), one.key, way)
        except HouseError as problem:
            return str(problem)
        return ""

    async def all_lessons(self, request: Request) -> Response:
        ways = self._progress.ways(self._learner.key(request, self._site.who(request)))
        told = [(one, ways.get(one.key, Way())) for one in LESSONS]
        return self._shown("lessons", request, told=told, practice=self._table.rules_in_force.table is None)

    async def who(self, request: Request, name: Annotated[str, Form(max_length=100)] = "") -> Response:
        visitor, called = self._site.who(request), clean(name)[:LONGEST].strip()
        if not self._learner.name(request, visitor) and called:
            self._progress.rename(self._learner.key(request, visitor), called)
        answer = RedirectResponse("/lessons", 303)
        chosen = f"{called}\n{self._learner.seated(visitor)}"
        answer.set_cookie(COOKIE, quote(chosen), max_age=COOKIE_AGE_S, httponly=True, samesite="lax")
        return answer

    async def page(self, request: Request, key: str, chosen: Annotated[str, Query(max_length=8)] = "") -> Response:
        one = _named(key)
        name = self._learner.key(request, self._site.who(request))
        way, trouble = self._progress.way(name, key), ""
        try:
            now, asks = await _due(one, way, name, self._question)
        except CoachAway as away:
            return self._shown("lesson", request, one=one, way=way, now=None, asks=None, seed=0, trouble=str(away))
        if now is not way:
            trouble = self._kept(request, one, now)
        seed = now.seed(name, one)
        trouble = trouble or (_NOTHING_CHOSEN if chosen == "none" and asks is not None else "")
        return self._shown("lesson", request, one=one, way=now, now=now.at(one), asks=asks, seed=seed, trouble=trouble)

    async def go_on(self, request: Request, key: str, acts: Annotated[int, Form(ge=0)]) -> Response:
        one = _named(key)
        way = self._progress.way(self._learner.key(request, self._site.who(request)), key)
        if way.acts == acts and isinstance(way.at(one), Read):
            self._kept(request, one, way.on(one))
        return RedirectResponse(f"/lessons/{key}", 303)

    async def again(self, request: Request, key: str) -> Response:
        one = _named(key)
        self._kept(
            request, one, self._progress.way(self._learner.key(request, self._site.who(request)), key).begun_again()
        )
        return RedirectResponse(f"/lessons/{key}", 303)

    async def answer(
        self,
        request: Request,
        key: str,
        acts: Annotated[int, Form(ge=0)],
        chosen: Annotated[list[int] | None, Form(max_length=8)] = None,
    ) -> Response:
        """Sent twice, an answer counts once: `acts` says which question it is about."""
        one = _named(key)
        name = self._learner.key(request, self._site.who(request))
        way = self._progress.way(name, key)
        now = way.at(one)
        if way.acts != acts or not isinstance(now, Asked):
            return RedirectResponse(f"/lessons/{key}", 303)
        if not chosen:
            return RedirectResponse(f"/lessons/{key}?chosen=none", 303)
        seed = way.seed(name, one)
        try:
            asks = await self._question(now.kind, seed)
        except CoachAway:
            asks = None
        if asks is None:
            return RedirectResponse(f"/lessons/{key}", 303)
        self._kept(request, one, way.answered(one, now.kind, right=asks.answered(frozenset(chosen))))
        picked = "&".join(f"chosen={n}" for n in chosen)
        return RedirectResponse(f"/lessons/{key}/{now.kind}?seed={seed}&{picked}", 303)

    async def answered(
        self, request: Request, key: str, kind: str, seed: _Seed, chosen: Annotated[list[int] | None, Query()] = None
    ) -> Response:
        one = _named(key)
        if kind not in KINDS:
            raise HTTPException(404, "There is no such question.")
        try:
            asks = await self._question(kind, seed)
        except CoachAway as away:
            raise HTTPException(503, str(away)) from away
        if asks is None:
            return RedirectResponse(f"/lessons/{key}", 303)
        picked = frozenset(chosen or ())
        way = self._progress.way(self._learner.key(request, self._site.who(request)), key)
        right = asks.answered(picked)
        return self._shown("lesson_answer", request, one=one, way=way, asks=asks, picked=picked, right=right)


def lessons_router(site: Site, progress: Progress, mind: Mind) -> APIRouter:
    """The routes of the lessons. They ask for no seat and change nothing at the table."""
    routes = _Lessons(site, progress, mind)
    router = APIRouter()
    router.get("/lessons", response_class=HTMLResponse)(routes.all_lessons)
    router.post("/lessons/who")(routes.who)
    router.get("/lessons/{key}", response_class=HTMLResponse)(routes.page)
    router.post("/lessons/{key}/on")(routes.go_on)
    router.post("/lessons/{key}/again")(routes.again)
    router.post("/lessons/{key}")(routes.answer)
    router.get("/lessons/{key}/{kind}", response_class=HTMLResponse)(routes.answered)
    return router


def _named(key: str) -> Lesson:
    found = lesson(key)
    if found is None:
        raise HTTPException(404, "There is no such lesson.")
    return found


async def _due(
    one: Lesson, way: Way, name: str, question: Callable[[str, int], Awaitable[Question | None]]
) -> tuple[Way, Question | None]:
    """Where she is, questions passed over of which the card has none, and the question that comes now."""
    while isinstance(now := way.at(one), Asked):
        asks = await question(now.kind, way.seed(name, one))
        if asks is not None:
            return way, asks
        way = way.on(one)
    return way, None
