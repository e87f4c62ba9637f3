"""The public table and its log as JSON, and whether the program is well."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from server.api import log_json, table_json
from server.status import Status
from server.table import Table
from server.version import program_version
from server.web.site import Site


def data_router(site: Site) -> APIRouter:
    table = site.table
    router = APIRouter()

    @router.get("/api/table")
    async def api_table() -> dict[str, Any]:
        return table_json(table)

    @router.get("/api/log")
    async def api_log() -> list[dict[str, Any]]:
        return log_json(table)

    @router.get("/healthz")
    async def health() -> Response:
        told = health_json(table)
        return JSONResponse(told, 200 if told["ok"] else 503)

    return router


def health_json(table: Table) -> dict[str, Any]:
    """Whether all is well, and each part by itself: true, false, or null where there is no such part. `says` are the
    faults, in the words of the pages."""
    parts = {"camera": table.camera, "light": table.light, "log": table.keeping, "program": table.program}
    pace = table.camera.pace
    return {
        "ok": all(part.ok is not False for part in parts.values()),
        "version": program_version(),
        "game": table.game,
        "number": table.number,
        "camera": table.camera.ok,
        "light": table.light.ok,
        "log": _is_well(table.keeping),
        "program": _is_well(table.program),
        "looked_fps": None if pace is None else round(pace.looked_fps, 1),
        "camera_fps": None if pace is None or pace.camera_fps is None else round(pace.camera_fps, 1),
        "behind_s": None if pace is None else round(pace.lag_s, 1),
        "still": None if pace is None or pace.still is None else round(pace.still, 2),
        "says": [part.says for part in parts.values() if part.ok is False],
    }


def _is_well(part: Status) -> bool:
    """A part that is always there says nothing while it is well."""
    return part.ok is not False
