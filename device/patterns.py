"""Every look of the lamp by name: for `fifthseat light --test`, the pictures in `docs/light.md` and the tests."""

from dataclasses import dataclass, replace

from engine.state import Phase
from engine.tile import Seat, Wind
from engine.view import LightView, Passing


@dataclass(frozen=True, slots=True)
class Pattern:
    """`name` is also the name of its picture; `words` say what a player sees."""

    name: str
    view: LightView
    words: str


_PLAY = LightView(Phase.PLAY, east=Seat.P1, turn=Seat.P2)
_DISCARDED = replace(_PLAY, turn=Seat.P3, window=True)
_PASSING = LightView(Phase.CHARLESTON, east=Seat.P1)
_OVER = LightView(Phase.OVER, east=Seat.P1)

PATTERNS: tuple[Pattern, ...] = (
    Pattern("setup", LightView(Phase.SETUP, east=Seat.P1), "Setting up: the centre walks round; East's ends are lit"),
    Pattern("charleston", _PASSING, "Charleston, between passes: the middle of every side is lit dimly"),
    Pattern("pass-right", replace(_PASSING, passing=Passing.RIGHT), "Pass right: a light runs to each player's right"),
    Pattern("pass-across", replace(_PASSING, passing=Passing.ACROSS), "Pass across: the middles, then the centre"),
    Pattern("pass-left", replace(_PASSING, passing=Passing.LEFT), "Pass left: a light runs to each player's left"),
    Pattern("courtesy", replace(_PASSING, passing=Passing.COURTESY), "Courtesy pass: the ends, then the centre"),
    Pattern("east", replace(_PLAY, turn=Seat.P1), "East to play: East's two ends and the middle, one whole side"),
    Pattern("turn", _PLAY, "A turn: the middle of that player's side; East keeps the two ends"),
    Pattern("round", replace(_PLAY, round_wind=Wind.WEST), "The round: one centre light for East ... four for North"),
    Pattern("window", replace(_DISCARDED, window_left=1.0), "The discard may be called: every side, once a second"),
    Pattern("window-half", replace(_DISCARDED, window_left=0.5), "The call window runs out: only the middles are left"),
    Pattern("window-closing", replace(_DISCARDED, window_left=0.2), "The window is about to close: twice a second"),
    Pattern(
        "call",
        replace(_DISCARDED, window_left=0.5, calls=(Seat.P4,)),
        "A call: the caller's side flashes twice and rests",
    ),
    Pattern(
        "hold", replace(_DISCARDED, held_by=Seat.P4), "Hold: the holder's side is mostly lit, the rest stands still"
    ),
    Pattern("dead", replace(_PLAY, dead=(Seat.P3,)), "A dead hand: one wink every two seconds"),
    Pattern("alert", replace(_PLAY, alert=True), "The referee is wanted: the whole centre flashes twice, rests"),
    Pattern("mah-jongg", replace(_OVER, winner=Seat.P3), "Mah jongg: the winner's side fills; the centre stays lit"),
    Pattern("wall-game", replace(_OVER, wall_game=True), "Wall game: ends and middles by turns, all round"),
    Pattern("over", _OVER, "Between games: East's ends and nothing else"),
    Pattern("paused", replace(_PLAY, paused=True), "Paused: all dimmed and still; the centre goes dark briefly"),
    Pattern("camera-lost", replace(_PLAY, camera_lost=True), "The camera is lost: opposite centre lights by turns"),
    Pattern("night", replace(_PLAY, night=True), "Night: the same, at a sixth of the brightness"),
)
