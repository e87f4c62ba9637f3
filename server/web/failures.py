"""What is answered when something cannot be: a page with a way back for whoever looks at one, a sentence for programs
and for the scripts of a page.
"""

from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from server.guards import HEADERS, plain_failure, wants_page
from server.store import StoreError
from server.web.answers import missing
from server.web.site import Site

_WORDS = {
    404: "There is no such page.",
    405: "That address is not a page: it takes what a button sends.",
    422: "That was not filled in as the page asks for it.",
    500: "Something went wrong here, and it was not your doing. The game is kept: go on from the start page.",
}


_FIELDS = {"after": "", "points": "The points", "first": "The first die", "second": "The second die", "q": "The words"}


def unfilled_words(error: RequestValidationError) -> str:
    """What to type instead, where one field of those that are typed is at fault."""
    for found in error.errors():
        field = str(found["loc"][-1])
        called, limits = _FIELDS.get(field, f"The {field}"), found.get("ctx") or {}
        match found["type"]:
            case "string_too_long":
                return f"{called} may have at most {limits['max_length']} letters: type a shorter one."
            case "greater_than_equal" | "int_parsing" | "int_from_float" if called in ("The points",):
                return f"{called} have to be a whole number, 1 or more."
            case "less_than_equal" if called in ("The points",):
                return f"{called} may be at most {limits['le']}."
            case "missing" if field in ("code", "name"):
                return missing(called)
            case _:
                continue
    return _WORDS[422]


def tell_failures(app: FastAPI, site: Site) -> None:
    """Puts the answers to failures in their place."""

    def failure(request: Request, status: int, says: str) -> Response:
        if not wants_page(request):
            return JSONResponse({"ok": False, "says": says}, status)
        return HTMLResponse(site.screens.page("error", site.who(request), status=status, says=says), status)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        ours = error.detail != HTTPStatus(error.status_code).phrase
        return failure(
            request, error.status_code, error.detail if ours else _WORDS.get(error.status_code, error.detail)
        )

    async def unfilled(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return failure(request, 422, unfilled_words(error))

    async def unwritten(request: Request, error: Exception) -> Response:
        return failure(request, 503, str(error))

    async def broken(request: Request, error: Exception) -> Response:
        answer = plain_failure(request, 500, _WORDS[500])
        answer.headers.update(HEADERS)  # it is sent from outside the guard
        return answer

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, unfilled)
    app.add_exception_handler(StoreError, unwritten)
    app.add_exception_handler(Exception, broken)
