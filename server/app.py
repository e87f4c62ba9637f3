"""The web: pages, the sockets that keep them up to date, taps that become proposals, and a little JSON.

`create_app` is given everything; it opens nothing. Pydantic and HTTP stay in this room and in `server/web/`.
"""

from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from engine.hands import HandTable
from server.access import Access
from server.card_page import card_router
from server.card_photo import card_photo_router
from server.coaching.lessons.page import lessons_router
from server.coaching.lessons.progress import Progress
from server.coaching.looking import CloserLooks
from server.coaching.memory import CoachMemory
from server.coaching.mind import Mind
from server.coaching.page import coach_router
from server.coaching.photo import photo_router
from server.coaching.review_page import review_router
from server.coaching.solo.page import ROOT, Door, Solos, solo_router
from server.coaching.thinking import CALMEST
from server.devices import Devices
from server.enrol_page import enrol_router
from server.guards import Guard
from server.house import Memory
from server.indicator import Indicator
from server.replay.page import replay_router
from server.rules_page import rules_router
from server.screens import Screens, Surroundings
from server.shelf import Shelf
from server.table import Table
from server.tile_sets import TileSets
from server.web.acting import acting_router
from server.web.all_seats import all_seats_router
from server.web.camera import camera_router
from server.web.data import data_router
from server.web.failures import tell_failures
from server.web.joining import joining_router
from server.web.judging import judging_router
from server.web.leaving import leaving_router
from server.web.ledger import ledger_router
from server.web.live import live_router
from server.web.own import own_router
from server.web.pages import pages_router
from server.web.rack_camera import rack_camera_router
from server.web.seats import seats_router
from server.web.set_naming import set_naming_router
from server.web.setting_up import setup_router
from server.web.site import Folders, Room, Site, opens

_STATIC = Path(__file__).parent / "pages" / "static"


_ROUTERS = (
    pages_router,
    joining_router,
    acting_router,
    judging_router,
    ledger_router,
    own_router,
    seats_router,
    rack_camera_router,
    all_seats_router,
    live_router,
    data_router,
)
"""Of the pages that need nothing but the site."""


def create_app(
    table: Table,
    access: Access,
    around: Surroundings | None = None,
    *,
    folders: Folders | None = None,
    indicator: Indicator | None = None,
    room: Room | None = None,
) -> FastAPI:
    """The pages of one table. Run it on the event loop that `table` lives on.

    `indicator` is what tells the lamp on the pages what to show, one for `table` if left out; `room` are the devices
    around the table and what the house remembers, none and nothing if left out.
    """
    folders = folders or Folders()
    app = FastAPI(title="Fifth Seat", docs_url=None, redoc_url=None, openapi_url=None)
    screens = Screens(table, access, around or Surroundings(), indicator or Indicator(table))
    site = Site(table, access, screens, room or Room(Devices(table), Memory(None)))
    app.state.screens = screens
    site.room.devices.at_racks.join(screens.racks, site.room.memory)
    screens.coach = CoachMemory(site.room.memory.folder)
    table.sitting.told.append(screens.coach.forget)
    app.add_middleware(Guard, lan_only=access.lan_only)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    shelf, sets = Shelf(folders.cards, folders.card), TileSets(folders.tiles)
    opens(
        app,
        *(router(site) for router in _ROUTERS),
        card_router(table, screens, shelf, site.who, site.room.use_card),
        card_photo_router(site.who),
        rules_router(table, site.who, lambda rules: HandTable(shelf.load_tonight(rules)[0])),
        enrol_router(screens, sets, site.who, site.room.use_tiles),
        camera_router(site, site.room),
        set_naming_router(site),
        replay_router(site, site.room, shelf),
    )
    _open_coaching(app, site)
    opens(app, setup_router(site, site.room, shelf, sets))
    tell_failures(app, site)
    return app


def _open_coaching(app: FastAPI, site: Site) -> None:
    """The coach's pages. `mind` thinks about the game that is played, `looking_back` about all that can
    wait, and what `looking_closer` finds comes when nothing else needs the processor."""
    folder, table = site.room.memory.folder, site.table
    app.state.mind, app.state.looking_back, app.state.looking_closer = Mind(), Mind(), Mind(CALMEST)
    closer = CloserLooks(app.state.looking_closer)
    app.state.solos = Solos(folder, lambda: table.rules, app.state.mind, app.state.looking_back, closer)
    progress = Progress(folder)
    opens(
        app,
        coach_router(site, site.screens.coach, app.state.mind, closer),
        photo_router(site),
        review_router(site, app.state.looking_back),
        lessons_router(site, progress, app.state.looking_back),
        solo_router(site, app.state.solos),
        leaving_router(site, progress, app.state.solos),
    )
    app.mount(ROOT, Door(app.state.solos))
