"""The public table and its log as JSON, and whether the program is well."""

from typing import Any

from fastapi import APIRouter

from server.api import log_json, table_json
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
    async def health() -> dict[str, Any]:
        return {
            "ok": True,
            "game": table.game,
            "number": table.number,
            "camera": table.camera.ok,
            "light": table.light.ok,
        }

    return router
