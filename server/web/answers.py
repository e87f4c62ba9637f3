"""What a tap is answered: whether it counts, and a sentence."""

from collections.abc import Callable, Iterable
from itertools import groupby

from fastapi.responses import JSONResponse, Response

from engine.rules.referee import Accepted, Refused
from engine.state import HAND_SIZE
from engine.tile import Tile
from server.people import People, Sentence, people_of, plain
from server.store import StoreError
from server.table import Answer, Table


def answered(table: Table, ask: Callable[[], Answer | None], people: People | None = None) -> Response:
    """What `ask` came to. `says` is the engine's sentence, for programs; `words` the same with the names of those who
    sit at the table, or of `people`."""
    try:
        answer = ask()
    except StoreError as error:
        return says(False, str(error), 503)
    match answer:
        case None:
            return says(False, "There is nothing to undo.", 409)
        case Accepted():
            return says(True, "")
        case Refused(fault):
            words = plain(tuple(_brief((people or people_of(table.state)).said(fault.says))))
            return says(False, fault.says, 409, words=words, rule=fault.rule, position=fault.position)
        case _:
            return says(False, answer.says, 409)


def _brief(sentence: Sentence) -> Iterable[str | Tile]:
    """A whole hand in it is `fourteen`: who tapped sees the tiles, and reads why before she taps again."""
    for shown, parts in groupby(sentence, lambda part: isinstance(part, Tile)):
        run = tuple(parts)
        yield from ("fourteen",) if shown and len(run) == HAND_SIZE else run


def missing(called: str) -> str:
    """What to do about a field that was left empty."""
    return f"{called} is missing: type it, then tap once more."


def says(ok: bool, says: str, status: int = 200, **more: str) -> Response:
    return JSONResponse({"ok": ok, "says": says, **more}, status)


def onward(address: str) -> Response:
    """Done: the page goes there."""
    return Response(status_code=204, headers={"hx-redirect": address})
