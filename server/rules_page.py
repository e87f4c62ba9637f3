"""Choosing the rules of the next game on the setup page: a preset, or each question of the rule set by itself."""

from collections.abc import Callable
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from engine.hands import HandTable
from engine.rules.ruleset import OPTIONS, RuleSet, preset, ruleset
from engine.state import Phase
from server.access import Visitor
from server.people import people_of, plain
from server.table import Table


def rules_router(
    table: Table, who: Callable[[Request], Visitor], reread: Callable[[RuleSet], HandTable | None] = lambda _: None
) -> APIRouter:
    """`POST /rules`: `preset=NAME`, or `C-01=ANSWER` ... for every option; `C-07 number=8` where it takes a number.

    In the middle of a game a change is refused, unless it is asked for the next game, `for=next`. `reread` gives
    tonight's card anew, where colours and Soap are read by other rules; None where it cannot.
    """
    router = APIRouter()

    @router.post("/rules")
    async def choose(request: Request) -> Response:
        if not who(request).referee:
            return JSONResponse({"ok": False, "says": "Only the referee can do that."}, 403)
        fields = {name: str(value) for name, value in (await request.form(max_fields=200)).items()}
        return choose_rules(table, fields, reread)

    return router


Reread = Callable[[RuleSet], HandTable | None]


def choose_rules(table: Table, fields: dict[str, str], reread: Reread) -> JSONResponse:
    """What the form's `fields` answer holds from now on, or from the next game on; or why it cannot."""
    try:
        chosen = preset(fields["preset"]) if fields.get("preset") else ruleset(answers(fields), "house")
    except ValueError as error:
        return _says(table, False, f"{error}.", 400, _slip(fields))
    playing = table.begun and table.state.phase is not Phase.OVER
    later = playing and chosen.differences != table.rules_in_force.ruleset.differences
    if later and fields.get("for") != "next":
        return _says(table, False, f"{_AGREED} Choose them for the next game.", 409)
    table.choose_rules(replace(table.rules, ruleset=chosen, table=_card(table, chosen, reread)))
    says = f"{_AGREED} These hold from the next game on." if later else "These rules hold now."
    return _says(table, True, says)


def _says(table: Table, ok: bool, says: str, status: int = 200, words: str = "") -> JSONResponse:
    """`says` is for programs; `words` the same as the page says it, where nothing plainer is given."""
    words = words or plain(people_of(table.state).said(says))
    return JSONResponse({"ok": ok, "says": says, "words": words}, status)


def _slip(fields: dict[str, str]) -> str:
    """The question whose number is none, and what it takes; empty where another answer is wrong."""
    for option in OPTIONS:
        number = fields.get(f"{option.id} number", "").strip()
        if not number or option.number is None or fields.get(option.id) != option.number:
            continue
        try:
            ruleset([f"{option.id}={number}"])
        except ValueError:
            return f"{option.question} Type a whole number{', 1 at least' if option.usual else ''}."
    return ""


_AGREED = "The rules of this game were agreed before it began (HOUSE-01)."
_READING = ("C-29", "C-30")


def reads_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether both rule sets read a card alike: they answer the same about colours and Soap."""
    return all(one.of(id) == other.of(id) for id in _READING)


def _card(table: Table, chosen: RuleSet, reread: Reread) -> HandTable | None:
    """The card as the rules chosen read it: the one at hand, unless they answer otherwise about colours or Soap."""
    before = table.rules
    if before.table is None or reads_alike(before.ruleset, chosen):
        return before.table
    again = reread(chosen)
    return again if again is not None and again.card.name == before.table.card.name else before.table


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
