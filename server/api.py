"""The public table and log as JSON, field by field: what is not listed here is not told."""

from typing import Any

from engine import event as e, notation
from engine.event import Event
from engine.rules.walls import next_wall
from engine.tile import Seat, code
from engine.view import PlayerView, table_view
from server.people import BY_CODE
from server.table import Table
from server.words import headline, sentence, spoken


def table_json(table: Table) -> dict[str, Any]:
    """What `/api/table` answers."""
    view = table_view(table.state)
    following = next_wall(table.state, table.rules_in_force.ruleset)
    return {
        "game": table.game,
        "number": view.number,
        "phase": view.phase.value,
        "names": {seat.name: table.state.names[seat] for seat in Seat},
        "resting": table.state.resting,
        "says": spoken(headline(view, BY_CODE)),
        "east": view.east.name if view.east is not None else None,
        "turn": view.turn.name if view.turn is not None else None,
        "wall": view.wall,
        "next_wall": following.name if following is not None else None,
        "window": view.window,
        "discards": [
            {"tile": code(d.tile), "seat": d.seat.name if d.seat is not None else None} for d in view.discards
        ],
        "players": {p.seat.name: _player(p) for p in view.players},
        "winner": view.winner.name if view.winner is not None else None,
        "line": view.line,
        "shown": [code(t) for t in view.shown],
        "camera": {"ok": table.camera.ok, "says": table.camera.says},
        "light": {"ok": table.light.ok, "says": table.light.says},
        "alerts": [
            {"says": a.says, "rule": a.rule, "seat": a.seat.name if a.seat is not None else None}
            for a in table.public_alerts
        ],
    }


def _player(player: PlayerView) -> dict[str, Any]:
    return {
        "playing": player.playing,
        "wind": player.wind.name.lower() if player.wind is not None else None,
        "concealed": player.concealed,
        "exposures": [[code(t) for t in e] for e in player.exposures],
        "calling": player.calling,
        "holding": player.holding,
        "dead": player.dead.name if player.dead is not None else None,
    }


def public(event: Event) -> Event:
    """The event without what only one player may know."""
    match event:
        case e.Drawn(seat, _, wrong_end, inferred):
            return e.Drawn(seat, None, wrong_end, inferred)
        case e.Passed(seat, blind, owed):
            return e.Passed(seat, blind, owed)
        case e.CourtesyOffered(seat, count):
            return e.CourtesyOffered(seat, count)
        case e.Corrected(number, better):
            return e.Corrected(number, public(better))
        case _:
            return event


def log_json(table: Table) -> list[dict[str, Any]]:
    """What `/api/log` answers: every event of this game in order, undone ones marked."""
    gone = table.gone
    return [
        {
            "number": x.number,
            "at": round(x.at, 3),
            "source": x.source.value,
            "confidence": round(x.confidence, 4),
            "undone": x.number in gone,
            "says": spoken(sentence(x.event, BY_CODE)),
            **notation.as_json(public(x.event)),
        }
        for x in table.log
    ]
