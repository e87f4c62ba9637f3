"""What every request must pass before a page sees it: from this house's network, by a local name, not too big, not sent
by another site's page. Refusals are sentences, on a page where somebody looks.
"""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.near import is_local_name, is_near
from server.photo_size import MEGABYTE, MOST_MB, TOO_LARGE
from server.screens import environment

BODY_LIMIT = 256 * 1024  # a card of 60 lines is 6 KB
BODY_S, PHOTO_S = 20.0, 240.0  # so long the whole of it may take to arrive; photographs over a weak wireless link
PHOTO_LIMIT = MOST_MB * MEGABYTE + BODY_LIMIT  # the photographs, and what a form puts around them
_PHOTO_PATHS = ("/enrol/photos", "/photo/", "/card/photo")

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class TooBig(Exception):
    """The body grew over the limit while it was read."""


class TooSlow(Exception):
    """The body did not arrive in time."""


class Guard:
    """ASGI middleware. `lan_only` off lets any address in, for those who know why."""

    def __init__(self, app: ASGIApp, *, lan_only: bool = True) -> None:
        self._app = app
        self._lan_only = lan_only

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await _refuse(scope, receive, send, *refused)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._serve(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        client = scope.get("client")
        if self._lan_only and client is not None and not is_near(client[0]):
            return 403, "This table is for those in the house: its pages are not for the internet."
        host = headers.get("host", "")
        if self._lan_only and not is_local_name(host):
            return 403, f"This table is not called {host!r}. Use the address that Fifth Seat printed."
        unsafe = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if unsafe and _is_foreign(headers, host):
            return 403, "Another site's page sent this. Open the table's own page and tap there."
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            return 400, "The request does not say how long it is."
        if int(length) > body_limit(scope):
            return 413, _too_big(scope)
        return None

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0
        begun = late = False
        whole = False
        loop = asyncio.get_running_loop()
        give_up_s = loop.time() + (PHOTO_S if _brings_photos(scope) else BODY_S)

        async def limited() -> Message:
            nonlocal seen, late, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(give_up_s):
                    message = await receive()
            except TimeoutError:
                late = True
                raise TooSlow from None
            whole = not message.get("more_body", False)
            seen += len(message.get("body", b""))
            if seen > body_limit(scope):
                raise TooBig
            return message

        async def headed(message: Message) -> None:
            nonlocal begun
            if (late or seen > body_limit(scope)) and not begun:
                return  # whatever a page makes of half a body, ours is the answer
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        with suppress(TooBig, TooSlow):
            await self._app(scope, limited, headed)
        if seen > body_limit(scope) and not begun:
            await _refuse(scope, receive, send, 413, _too_big(scope))
        if late and not begun:
            await _refuse(scope, receive, send, 408, "That took too long to arrive. Try again nearer to the table.")


def body_limit(scope: Scope) -> int:
    """Bytes that a request to this path may bring."""
    return PHOTO_LIMIT if _brings_photos(scope) else BODY_LIMIT


def _too_big(scope: Scope) -> str:
    return TOO_LARGE if _brings_photos(scope) else f"That is too big: at most {BODY_LIMIT // 1024} KB can be sent here."


def _brings_photos(scope: Scope) -> bool:
    return str(scope.get("path", "")).startswith(_PHOTO_PATHS)


def _is_foreign(headers: Headers, host: str) -> bool:
    """Whether another site's page sent this. A browser says so twice: by the page's origin, which a page that tells
    nobody where it is calls `null`, and, where the connection is one it trusts, by how near the two sites are."""
    nearness = headers.get("sec-fetch-site")
    if nearness not in (None, "same-origin", "none"):
        return True
    origin = headers.get("origin")
    if origin is None or urlsplit(origin).netloc == host:
        return False
    return origin != "null" or nearness is None


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, says: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": says[:120]})
        return
    await plain_failure(Request(scope), status, says)(scope, receive, send)


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page to show, not a script for an answer."""
    return "text/html" in request.headers.get("accept", "") and "hx-request" not in request.headers


def plain_failure(request: Request, status: int, says: str) -> Response:
    """A failure told by itself, without anything of the table: to strangers, and where the pages themselves fail."""
    if wants_page(request):
        page = environment().get_template("refused.html").render(status=status, says=says)
        return HTMLResponse(page, status)
    return PlainTextResponse(f"{says}\n", status)


def address_of(request: Request) -> str:
    """The sender's address; empty when it has none."""
    return request.client.host if request.client is not None else ""
