"""Choosing the rules of the next game on the setup page: a preset, or each question of the rule set by itself."""

from collections.abc import Callable
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from engine.ruleset import OPTIONS, preset, ruleset
from engine.state import Phase
from server.access import Visitor
from server.table import Table


def rules_router(table: Table, who: Callable[[Request], Visitor]) -> APIRouter:
    """`POST /rules`: `preset=NAME`, or `C-01=ANSWER` ... for every option; `C-07 number=8` where it takes a number."""
    router = APIRouter()

    @router.post("/rules")
    async def choose(request: Request) -> Response:
        if not who(request).referee:
            return JSONResponse({"ok": False, "says": "Only the referee can do that."}, 403)
        fields = {name: str(value) for name, value in (await request.form(max_fields=200)).items()}
        try:
            chosen = preset(fields["preset"]) if fields.get("preset") else ruleset(answers(fields), "house")
        except ValueError as error:
            return JSONResponse({"ok": False, "says": f"{error}."}, 400)
        table.choose_rules(replace(table.rules, ruleset=chosen))
        playing = table.number > 0 and table.state.phase is not Phase.OVER
        same = chosen.differences == table.rules_in_force.ruleset.differences
        if playing and not same:
            says = "The rules of this game were agreed before it began (HOUSE-01). These hold from the next game on."
        else:
            says = "These rules hold now."
        return JSONResponse({"ok": True, "says": says})

    return router


def answers(fields: dict[str, str]) -> list[str]:
    """`C-20=plays_on` for every option that a form answers."""
    found = []
    for option in OPTIONS:
        answer = fields.get(option.id)
        number = fields.get(f"{option.id} number", "").strip()
        if answer is None:
            continue
        found.append(f"{option.id}={number if number and answer == option.number else answer}")
    return found
