"""Takes htmx out of the django-htmx wheel at build time, so that the pages work with no internet and no Node."""

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Inside the wheel -> beside our pages. The pages use htmx 2 and its WebSocket extension.
TAKEN = {"htmx-2.min.js": "htmx.min.js", "ext/hx-ws-2.min.js": "hx-ws.min.js"}


class VendorHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        vendor = Path(self.root) / "server" / "pages" / "static" / "vendor"
        vendor.mkdir(parents=True, exist_ok=True)
        static = files("django_htmx") / "static" / "django_htmx"
        for theirs, ours in TAKEN.items():
            with (static / theirs).open("rb") as read, (vendor / ours).open("wb") as write:
                shutil.copyfileobj(read, write)
