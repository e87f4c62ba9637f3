"""A picture of the table page in the middle of a running game, for the README.

    fifthseat demo --seed 5 --speed 4            # in one terminal
    python -m tests.bench.table_picture http://localhost:8555 docs/table.png

Waits until enough lies on the table, then takes the page as a tablet of 1280 x 800 shows it.
"""

import json
import shutil
import sys
import time
import urllib.request
from typing import Any

DISCARDS, EXPOSURES = 24, 3
WAIT_S = 480.0


def table(url: str) -> dict[str, Any]:
    """What `/api/table` says now."""
    with urllib.request.urlopen(f"{url}/api/table", timeout=10) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def rich(told: dict[str, Any]) -> bool:
    """In play, with discards and exposures, the last discard open to a call and nothing in question."""
    shown = sum(len(player["exposures"]) for player in told["players"].values())
    calm = not told["alerts"] and told["camera"]["ok"]
    return bool(calm and told["window"] and shown >= EXPOSURES and len(told["discards"]) >= DISCARDS)


def main(url: str, file: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{url}/table")
        until = time.monotonic() + WAIT_S
        while not rich(table(url)) and time.monotonic() < until:
            page.wait_for_timeout(250)
        page.wait_for_timeout(300)
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
