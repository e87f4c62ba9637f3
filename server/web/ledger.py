"""What the evenings came to: earlier ones when they are asked for, and all of them for a spreadsheet."""

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from engine.event import MahJongg, WallGame
from engine.rules.afterwards import ToldEnd
from engine.rules.referee import Accepted, rules_of
from engine.sight.games import ENDING
from engine.tile import Seat
from server.access import Visitor
from server.ends import before_its_end, can_be_told, ended_at, taking_back, telling
from server.judging import lines_for
from server.log import GameLog
from server.people import People
from server.persons import cannot_be_one, joined, parted
from server.reckoning import around_table
from server.season import as_csv, evenings, known_names, sat_together, scores, season
from server.store import StoreError
from server.table import Answer
from server.web.answers import answered, says
from server.web.site import Site

_Name = Annotated[str, Form(max_length=60)]
_WHO = "Only who plays, or the referee, can say that."
_SETTLED = "How that game ended has been said already."


class _Ledger:
    """What the book of the evenings is asked for, by page and by spreadsheet."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._table = site.table

    def _refusal(self, visitor: Visitor) -> Response | None:
        return None if visitor.referee or visitor.plays else says(False, _WHO, 403)

    def _of_this_evening(self, game: int) -> bool:
        return any(number == game for number, _ in self._table.played)

    def _log_of(self, game: int) -> GameLog:
        """Of a game of this evening; what is longer ago stays as it was."""
        return self._table.log_of(game) if self._of_this_evening(game) else GameLog()

    def _seated(self, game: int) -> People | None:
        """Who sat at a game of this evening; None for any other."""
        return (
            People(*around_table(self._table.played, game, self._table.same_people))
            if self._of_this_evening(game)
            else None
        )

    async def earlier(self, request: Request) -> Response:
        try:
            found = evenings(self._table.past_games(), self._table.same_people)
        except StoreError as error:
            return says(False, str(error), 503)
        page = self._site.screens.piece(
            "evenings",
            self._site.who(request),
            evenings=tuple(reversed(found)),
            season=season(found),
            scores=scores(found),
            same=sorted(self._table.same_people.items()),
        )
        return HTMLResponse(page)

    async def one_person(self, request: Request, name: _Name, shown: _Name) -> Response:
        """Two names are one person's."""
        if refused := self._refusal(self._site.who(request)):
            return refused

        def join() -> Answer:
            games, same = self._table.past_games(), self._table.same_people
            had = {n: frozenset({n, *(o for o, now in same.items() if now == n)}) for n in (name, shown)}
            known = known_names(evenings(games, same))
            together = sat_together(games, had[name], had[shown])
            refused = cannot_be_one(name, shown, known, together)
            if refused is None:
                self._table.take_for_one(joined(same, name, shown))
            return refused or Accepted(())

        return answered(self._table, join)

    async def apart(self, request: Request, name: _Name) -> Response:
        if refused := self._refusal(self._site.who(request)):
            return refused

        def part() -> Answer:
            self._table.take_for_one(parted(self._table.same_people, name))
            return Accepted(())

        return answered(self._table, part)

    async def end(self, request: Request, game: int) -> Response:
        """The dialog in which the players say how a game ended, which nobody saw, or which was written down wrong."""
        visitor = self._site.who(request)
        if refused := self._refusal(visitor):
            return refused
        try:
            log = self._log_of(game)
        except StoreError as error:
            return says(False, str(error), 503)
        at = ended_at(log)
        if at is None or not can_be_told(log):
            return says(False, _SETTLED, 409)
        state, stands = before_its_end(log), log.standing(at)
        rules = rules_of(state, self._table.rules.table)
        found = {name: value for seat in state.players for name, value, _ in lines_for(rules, state, seat)}
        return HTMLResponse(
            self._site.screens.piece(
                "who_won",
                visitor,
                ended=game,
                won=stands if isinstance(stands, MahJongg) else None,
                wall=isinstance(stands, WallGame),
                people=self._seated(game),
                players=state.players,
                lines=tuple(found.items()),
            )
        )

    async def told(
        self,
        request: Request,
        game: int,
        who: Annotated[str, Form(pattern="^(P[1-4]|nobody)$")],
        thrower: Annotated[str, Form(pattern="^(P[1-4]|)$")] = "",
        line: Annotated[str, Form(max_length=120)] = "",
        jokerless: Annotated[bool, Form()] = False,
    ) -> Response:
        if refused := self._refusal(self._site.who(request)):
            return refused
        event: ToldEnd = WallGame()
        if who != "nobody":
            source = Seat[thrower] if thrower else None
            event = MahJongg(Seat[who], (), line or None, source, jokerless=jokerless)

        def tell() -> Answer:
            log = self._log_of(game)
            state = before_its_end(log)
            return self._table.amend(game, telling(log, event, rules_of(state, self._table.rules.table)))

        answer = answered(self._table, tell, self._seated(game))
        if answer.status_code == 200:
            self._table.clear(ENDING)
        return answer

    async def take_back(self, request: Request, game: int) -> Response:
        if refused := self._refusal(self._site.who(request)):
            return refused
        return answered(self._table, lambda: self._table.amend(game, taking_back(self._log_of(game))))

    async def spreadsheet(self) -> Response:
        try:
            text = as_csv(evenings(self._table.past_games(), self._table.same_people))
        except StoreError as error:
            return says(False, str(error), 503)
        named = {"content-disposition": 'attachment; filename="fifthseat-ledger.csv"'}
        # A spreadsheet takes a file without this mark for letters of its own system, and Zoë for ZoÃ«.
        marked = text if text.isascii() else f"\ufeff{text}"
        return Response(marked, media_type="text/csv; charset=utf-8", headers=named)


def ledger_router(site: Site) -> APIRouter:
    routes = _Ledger(site)
    router = APIRouter()
    router.get("/ledger/earlier", response_class=HTMLResponse)(routes.earlier)
    router.post("/ledger/same")(routes.one_person)
    router.post("/ledger/apart")(routes.apart)
    router.get("/ledger/end/{game}", response_class=HTMLResponse)(routes.end)
    router.post("/ledger/end/{game}")(routes.told)
    router.post("/ledger/end/{game}/undo")(routes.take_back)
    router.get("/ledger.csv")(routes.spreadsheet)
    return router
