"""What really happens in a simulated game, for tests and measurements. Nothing a camera delivers leads here."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.tile import Seat, Tile, code
from vision.synthetic.acting import Acting
from vision.synthetic.camera import DemoSettings, first_east, read_url
from vision.synthetic.game import SET, Called, Discarded, Drawn, Exchanged, Game, WallEnded, Won, card_table
from vision.synthetic.look import Look, choose
from vision.synthetic.table import Band

Groups = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class TrueTable:
    """What lies face up: discards in order, exposures by seat from the player's left; tiles still in the wall."""

    discards: tuple[Tile, ...] = ()
    exposures: tuple[Groups, Groups, Groups, Groups] = ((), (), (), ())
    concealed: tuple[int, int, int, int] = (14, 13, 13, 13)
    wall: int = 99


@dataclass(frozen=True, slots=True)
class TrueEvent:
    """`event` is the word of `fifthseat watch`; a hand is over the table from `t0_s` to `settled_s`.

    `table` is what then lies there.

    `tile` is the discarded, called, exchanged or winning one, `source` who discarded it, `owner` and `group` the
    exposure.
    """

    event: str
    seat: Seat
    t0_s: float
    settled_s: float
    table: TrueTable
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()
    source: Seat | None = None
    owner: Seat | None = None
    group: int | None = None
    line: str | None = None


@dataclass(slots=True)
class SimulatedGame:
    """The first game that `demo://` shows for a seed, style and speed when its frames are not paced by the clock."""

    settings: DemoSettings
    look: Look = field(init=False)
    acting: Acting = field(init=False)
    east: Seat = field(init=False)
    events: tuple[TrueEvent, ...] = field(init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        self.look = choose(settings.seed, settings.style, settings.size_wh)
        self.east = first_east(settings.seed)
        self.acting = Acting(self.look, Game(settings.seed, self.east, card_table(settings.card)), settings.speed)
        self.events = tuple(_events(self.acting))

    @classmethod
    def of(cls, url: str) -> "SimulatedGame":
        """The game of an address. Raises vision.synthetic.camera.DemoUrlError."""
        return cls(read_url(url))

    @property
    def truth(self) -> tuple[TrueEvent, ...]:
        """Discards, calls, joker exchanges, and how it ended, in order."""
        return self.events

    @property
    def final(self) -> TrueTable:
        return self.events[-1].table


def _events(acting: Acting) -> Iterator[TrueEvent]:
    game = acting.game
    for deed in acting.deeds():
        table = table_of(game, acting)
        start, end = deed.t0, deed.t_settled
        match deed.act:
            case Discarded(seat, tile):
                yield TrueEvent("discarded", seat, start, end, table, SET[tile])
            case Called(seat, source, tile, tiles):
                group = len(game.hands[seat].exposures) - 1
                kinds = tuple(SET[n] for n in tiles)
                yield TrueEvent("exposed", seat, start, end, table, SET[tile], kinds, source, seat, group)
            case Exchanged(seat, owner, group, _, tile, _):
                yield TrueEvent("joker_exchanged", seat, start, end, table, SET[tile], owner=owner, group=group)
            case Won(seat, _, line, called, source):
                kinds = tuple(t for g in table.exposures[seat] for t in g)
                won_on = None if called is None else SET[called]
                yield TrueEvent("mah_jongg", seat, start, end, table, won_on, kinds, source, line=line)
            case WallEnded():
                yield TrueEvent("wall_game", deed.seat, start, end, table)
            case Drawn() | None:
                pass


def table_of(game: Game, acting: Acting) -> TrueTable:
    """What lies face up now, and how many tiles each still holds."""
    shown = [tuple(tuple(SET[n] for n in e) for e in hand.exposures) for hand in game.hands]
    held = [len(hand.rack) for hand in game.hands]
    return TrueTable(
        tuple(SET[n] for n in game.discards),
        (shown[0], shown[1], shown[2], shown[3]),
        (held[0], held[1], held[2], held[3]),
        sum(lying.band is Band.WALL for lying in acting.where.values()),
    )


def as_clip(game: SimulatedGame) -> dict[str, Any]:
    """The truth as the JSON object that judges of clips read."""
    words = {"discarded": "discard", "exposed": "call", "joker_exchanged": "joker_exchange", "mah_jongg": "mahjong"}
    rows: list[dict[str, Any]] = []
    for e in game.events:
        row: dict[str, Any] = {
            "type": words.get(e.event, e.event),
            "seat": int(e.seat),
            "t0": e.t0_s,
            "t_settled": e.settled_s,
        }
        if e.tile is not None:
            row["tile"] = code(e.tile)
        if e.tiles:
            row["tiles"] = [code(t) for t in e.tiles]
        if e.source is not None:
            row["frm"] = int(e.source)
        if e.owner is not None:
            row |= {"owner": int(e.owner), "group": e.group}
        rows.append(row)
    last = game.final
    final = {
        "discards": [code(t) for t in last.discards],
        "exposures": {f"P{s + 1}": [[code(t) for t in g] for g in last.exposures[s]] for s in Seat},
    }
    return {"events": rows, "final": final, "set": game.look.family, "lighting": game.look.light.name}
