"""What a tap is answered: whether it counts, and a sentence."""

from collections.abc import Callable

from fastapi.responses import JSONResponse, Response

from engine.referee import Accepted, Refused
from server.store import StoreError
from server.table import Answer


def answered(ask: Callable[[], Answer | None]) -> Response:
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
            return says(False, fault.says, 409, rule=fault.rule, position=fault.position)
        case _:
            return says(False, answer.says, 409)


def says(ok: bool, says: str, status: int = 200, **more: str) -> Response:
    return JSONResponse({"ok": ok, "says": says, **more}, status)
