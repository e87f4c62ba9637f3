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
from server.ends import before_its_end, taking_back, telling, unseen_at
from server.judging import lines_for
from server.log import GameLog
from server.people import People
from server.persons import cannot_be_one, joined, parted
from server.reckoning import around_table
from server.season import as_csv, evenings, known_names, sat_together, season
from server.store import StoreError
from server.table import Answer
from server.web.answers import answered, says
from server.web.site import Site

_Name = Annotated[str, Form(max_length=60)]
_WHO = "Only who plays, or the referee, can say that."
_SETTLED = "How that game ended has been said already."


def ledger_router(site: Site) -> APIRouter:
    table = site.table
    router = APIRouter()

    def refusal(visitor: Visitor) -> Response | None:
        return None if visitor.referee or visitor.plays else says(False, _WHO, 403)

    def log_of(game: int) -> GameLog:
        """Of a game of this evening; what is longer ago stays as it was."""
        return table.log_of(game) if any(number == game for number, _ in table.played) else GameLog()

    @router.get("/ledger/earlier", response_class=HTMLResponse)
    async def earlier(request: Request) -> Response:
        try:
            found = evenings(table.past_games(), table.same_people)
        except StoreError as error:
            return says(False, str(error), 503)
        page = site.screens.piece(
            "evenings",
            site.who(request),
            evenings=tuple(reversed(found)),
            season=season(found),
            same=sorted(table.same_people.items()),
        )
        return HTMLResponse(page)

    @router.post("/ledger/same")
    async def one_person(request: Request, name: _Name, shown: _Name) -> Response:
        """Two names are one person's."""
        if refused := refusal(site.who(request)):
            return refused

        def join() -> Answer:
            games, same = table.past_games(), table.same_people
            had = {n: frozenset({n, *(o for o, now in same.items() if now == n)}) for n in (name, shown)}
            known = known_names(evenings(games, same))
            together = sat_together(games, had[name], had[shown])
            refused = cannot_be_one(name, shown, known, together)
            if refused is None:
                table.take_for_one(joined(same, name, shown))
            return refused or Accepted(())

        return answered(table, join)

    @router.post("/ledger/apart")
    async def apart(request: Request, name: _Name) -> Response:
        if refused := refusal(site.who(request)):
            return refused

        def part() -> Answer:
            table.take_for_one(parted(table.same_people, name))
            return Accepted(())

        return answered(table, part)

    @router.get("/ledger/end/{game}", response_class=HTMLResponse)
    async def end(request: Request, game: int) -> Response:
        """The dialog in which the players say how a game ended that nobody saw end."""
        visitor = site.who(request)
        if refused := refusal(visitor):
            return refused
        try:
            log = log_of(game)
        except StoreError as error:
            return says(False, str(error), 503)
        if unseen_at(log) is None:
            return says(False, _SETTLED, 409)
        state = before_its_end(log)
        rules = rules_of(state, table.rules.table)
        found = {name: value for seat in state.players for name, value, _ in lines_for(rules, state, seat)}
        people = People(*around_table(table.played, game, table.same_people))
        return HTMLResponse(
            site.screens.piece(
                "who_won", visitor, ended=game, people=people, players=state.players, lines=tuple(found.items())
            )
        )

    @router.post("/ledger/end/{game}")
    async def told(
        request: Request,
        game: int,
        who: Annotated[str, Form(pattern="^(P[1-4]|nobody)$")],
        thrower: Annotated[str, Form(pattern="^(P[1-4]|)$")] = "",
        line: Annotated[str, Form(max_length=120)] = "",
        jokerless: Annotated[bool, Form()] = False,
    ) -> Response:
        if refused := refusal(site.who(request)):
            return refused
        event: ToldEnd = WallGame()
        if who != "nobody":
            source = Seat[thrower] if thrower else None
            event = MahJongg(Seat[who], (), line or None, source, jokerless=jokerless)

        def tell() -> Answer:
            log = log_of(game)
            state = before_its_end(log)
            return table.amend(game, telling(log, event, rules_of(state, table.rules.table)))

        answer = answered(table, tell)
        if answer.status_code == 200:
            table.clear(ENDING)
        return answer

    @router.post("/ledger/end/{game}/undo")
    async def take_back(request: Request, game: int) -> Response:
        if refused := refusal(site.who(request)):
            return refused
        return answered(table, lambda: table.amend(game, taking_back(log_of(game))))

    @router.get("/ledger.csv")
    async def spreadsheet() -> Response:
        try:
            text = as_csv(evenings(table.past_games(), table.same_people))
        except StoreError as error:
            return says(False, str(error), 503)
        named = {"content-disposition": 'attachment; filename="fifthseat-ledger.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=named)

    return router
