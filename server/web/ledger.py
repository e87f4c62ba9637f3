"""What the evenings came to: earlier ones when they are asked for, and all of them for a spreadsheet."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from server.season import as_csv, evenings, season
from server.store import StoreError
from server.web.answers import says
from server.web.site import Site


def ledger_router(site: Site) -> APIRouter:
    router = APIRouter()

    @router.get("/ledger/earlier", response_class=HTMLResponse)
    async def earlier(request: Request) -> Response:
        try:
            found = evenings(site.table.past_games())
        except StoreError as error:
            return says(False, str(error), 503)
        page = site.screens.piece("evenings", site.who(request), evenings=tuple(reversed(found)), season=season(found))
        return HTMLResponse(page)

    @router.get("/ledger.csv")
    async def spreadsheet() -> Response:
        try:
            text = as_csv(evenings(site.table.past_games()))
        except StoreError as error:
            return says(False, str(error), 503)
        named = {"content-disposition": 'attachment; filename="fifthseat-ledger.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=named)

    return router
