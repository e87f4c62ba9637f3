"""Events, views and settings in the players' words, for pages. A sentence is text with tiles in it, so that a page can
draw them. What only one player may know (a drawn tile, passed tiles) is never among the words.
"""

from typing import assert_never

from engine import event as e
from engine.charleston import Stage
from engine.event import Event
from engine.faults import Cause
from engine.rules.ruleset import ruleset
from engine.rules.ruling import Source
from engine.state import Phase, State
from engine.tile import Seat, Tile
from engine.view import DiscardView, PlayerView, TableView
from server.people import NOBODY_NAMED, PLACES, People, Sentence, plain

_COUNT = {2: "a pair", 3: "a pung", 4: "a kong", 5: "a quint", 6: "a sextet", 14: "all fourteen"}


def sentence(event: Event, who: People = NOBODY_NAMED) -> Sentence:
    """What happened, as somebody at the table would say it.

    >>> from engine.tile import Seat, Tile
    >>> sentence(e.Discarded(Seat.P2, Tile.B3), People(("", "Ruth", "", "")))
    ('Ruth discards ', <Tile.B3: 2>, '')
    """
    match event:
        case e.Discarded(seat, tile, named, out_of_turn):
            said: Sentence = (", naming it ", named) if named is not None else ()
            return (f"{who.of(seat)} discards ", tile, *said, " out of turn" if out_of_turn else "")
        case e.Exposed(seat, called, source, tiles):
            return (f"{who.of(seat)} calls ", called, f" from {who.of(source)}, exposes {group_words(tiles)}: ", *tiles)
        case e.ExposureChanged(seat, group, tiles):
            return (f"{who.of(seat)} changes exposure {group + 1} to ", *tiles)
        case e.JokerExchanged(seat, owner, group, tile):
            taker = who.of(seat) if seat is not None else "Somebody"
            return (f"{taker} takes a ", Tile.JOKER, f" from {who.whose(owner)} exposure {group + 1} for ", tile)
        case e.MahJongg(seat, tiles, line, source):
            how = f" off {who.whose(source)} discard" if source is not None else ""
            return (f"{who.of(seat)} has Mah Jongg{how}{f', {line}' if line else ''}{': ' if tiles else ''}", *tiles)
        case e.FalseMahJongg(seat, tiles):
            return (f"{who.of(seat)} shows a false Mah Jongg{': ' if tiles else ''}", *tiles)
        case e.Corrected(number, better):
            return ("Put right: ", *sentence(better, who), f" (event {number})")
        case e.Retracted(number):
            return (f"An act undone (event {number})",)
        case e.Resynced(_, discards, _, turn):
            return (f"The table taken as it lies: {len(discards)} discards, {who.whose(turn)} turn",)
        case _:
            return (_plain(event, who),)


def group_words(tiles: tuple[Tile, ...]) -> str:
    """`a pung`, by how many tiles stand together."""
    return _COUNT.get(len(tiles), f"{len(tiles)} tiles")


Before = (
    e.RulesChosen
    | e.PlayersChosen
    | e.DiceRolled
    | e.EastChosen
    | e.WallsBuilt
    | e.WallBroken
    | e.Dealt
    | e.Passed
    | e.PassTaken
    | e.Voted
    | e.CourtesyOffered
    | e.CharlestonEnded
)
Beside = (
    e.Challenged
    | e.ChallengeDisputed
    | e.FoundAlive
    | e.Warned
    | e.GameAbandoned
    | e.Paid
    | e.BetPlaced
    | e.WallGameBet
    | e.Announced
    | e.TilesMixed
    | e.Pivoted
    | e.EastMistaken
    | e.BetCancelled
    | e.Named
    | e.SatOut
)


def _plain(event: Event, who: People) -> str:
    """The sentences in which no tile is drawn."""
    match event:
        case e.GameBegun(east, players, _, wall):
            few = f", {len(players)} play" if len(players) < 4 else ""
            return f"A game begins: {who.of(east)} is East, {wall} tiles in the wall{few}"
        case e.Drawn(seat, _, wrong_end, inferred):
            return f"{who.of(seat)} draws" + (" from the wrong end" if wrong_end else ", unseen" if inferred else "")
        case e.Racked(seat):
            return f"{who.of(seat)} racks"
        case e.Called(seat, mah_jongg):
            return f"{who.of(seat)} calls" + (" for Mah Jongg" if mah_jongg else "")
        case e.CallRetracted(seat):
            return f"{who.of(seat)} takes the call back"
        case e.Taken(seat):
            return f"{who.of(seat)} takes the discard"
        case e.HandDied(seat, cause, _, plays_on):
            now = "cannot win, and plays on" if plays_on else "is dead"
            return f"{who.whose(seat)} hand {now}: {cause_words(cause)}"
        case e.WallGame():
            return "Wall game: nobody wins"
        case e.TimePassed(seconds, closes):
            return f"{seconds} seconds pass" + (": the time for a call is over" if closes else "")
        case e.Held(seat):
            return f"{who.of(seat)} says Hold"
        case e.HoldEnded(seat):
            return f"{who.of(seat)} says Pass"
        case e.NameCorrected(seat):
            return f"{who.of(seat)} gives the discard its right name"
        case e.DrawReturned(seat):
            return f"{who.of(seat)} puts the drawn tile back"
        case e.ExposureTakenBack(seat):
            return f"{who.of(seat)} takes the exposure back"
        case e.Declared(seat):
            return f"{who.of(seat)} says Mah Jongg"
        case e.DeclarationRetracted(seat):
            return f"{who.of(seat)} takes Mah Jongg back"
        case e.ThrownIn(seat):
            return f"{who.of(seat)} throws in"
        case e.LastTileTaken(seat):
            return f"{who.of(seat)} takes the tile that was never dealt"
        case (
            e.Discarded()
            | e.Exposed()
            | e.ExposureChanged()
            | e.JokerExchanged()
            | e.MahJongg()
            | e.FalseMahJongg()
            | e.Corrected()
            | e.Retracted()
            | e.Resynced()
        ):
            return "".join(p.words if isinstance(p, Tile) else p for p in sentence(event, who))
        case _:
            return _beside_play(event, who)


def _beside_play(event: Beside | Before, who: People) -> str:
    match event:
        case e.Challenged(seat, other):
            return f"{who.of(seat)} asks whether {who.whose(other)} hand is dead"
        case e.ChallengeDisputed(seat, other):
            return f"{who.of(seat)} disputes {who.whose(other)} challenge"
        case e.FoundAlive(seat):
            return f"{who.whose(seat)} hand is not dead: play goes on"
        case e.Warned(seat, cause):
            return f"{who.of(seat)} is warned: {cause_words(cause)}"
        case e.GameAbandoned(cause, replayed):
            return f"The game ends: {cause_words(cause)}" + (" It is dealt again." if replayed else "")
        case e.Paid(points, why):
            paid = ", ".join(f"{who.of(s)} {n:+d}" for s, n in zip(Seat, points, strict=True) if n)
            return f"Paid: {paid or 'nothing'}" + (f" ({why})" if why else "")
        case e.BetPlaced(seat):
            return f"{who.bettor} bets on {who.of(seat)}"
        case e.WallGameBet():
            return f"{who.bettor} bets that nobody wins"
        case e.Announced(seat, value, jokerless):
            return f"{who.of(seat)} announces {value} points{', without jokers' if jokerless else ''}"
        case e.TilesMixed():
            return "The tiles are mixed"
        case e.Pivoted(seat):
            return f"{who.of(seat)} changes places with {who.of(seat.right)}"
        case e.EastMistaken(seat):
            return f"{who.of(seat)} should have been East: she deals next, and who dealt now is skipped once"
        case e.BetCancelled():
            return "The bet is off"
        case e.SatOut(name):
            return f"{name or 'Nobody'} sits out"
        case e.Named(seat, name):
            return (
                f"{PLACES[seat].capitalize()} seat is {name}"
                if name
                else f"{PLACES[seat].capitalize()} seat has no name"
            )
        case _:
            return _before_play(event, who)


def _before_play(event: Before, who: People) -> str:
    match event:
        case e.RulesChosen(options):
            return f"House rules: {' '.join(ruleset(options).explained())}" if options else "League rules"
        case e.PlayersChosen(players):
            return f"{who.listed(players)} play" + ("" if len(players) == len(Seat) else ", nobody else")
        case e.DiceRolled(seat, dice):
            return f"{who.of(seat)} rolls {dice[0]} and {dice[1]}"
        case e.EastChosen(seat):
            return f"{who.of(seat)} is East"
        case e.WallsBuilt():
            return "The walls stand"
        case e.WallBroken(seat, stacks):
            return f"{who.of(seat)} breaks the wall at {stacks}"
        case e.Dealt():
            return "The tiles are dealt"
        case e.Passed(seat, blind):
            return f"{who.of(seat)} passes" + (f", {blind} of them blind" if blind else "")
        case e.PassTaken(seat):
            return f"{who.of(seat)} takes the pass"
        case e.Voted(seat, second):
            return f"{who.of(seat)} {'wants' if second else 'does not want'} a second Charleston"
        case e.CourtesyOffered(seat, count):
            return f"{who.of(seat)} offers {count or 'none'} for the courtesy pass"
        case e.CharlestonEnded(courtesy):  # also where fewer than four play, who had no Charleston (P3-02)
            return "The courtesy pass comes next" if courtesy else "Nothing more is passed"
        case _:
            assert_never(event)


def spoken(words: Sentence) -> str:
    """A sentence as plain text, tiles by name."""
    return "".join(part.words if isinstance(part, Tile) else part for part in _spaced(words))


def _spaced(words: Sentence) -> Sentence:
    """A space between neighbouring tiles."""
    out: list[str | Tile] = []
    for part in words:
        if isinstance(part, Tile) and out and isinstance(out[-1], Tile):
            out.append(" ")
        out.append(part)
    return tuple(out)


def cause_words(cause: Cause) -> str:
    """What a cause stands for, one sentence with its full stop."""
    return plain(NOBODY_NAMED.said(cause.position))


PRESET_WORDS = {
    "league": "League practice",
    "press": "Mahjong Press",
    "house-000": "House rules with a bettor",
    "house-002": "Colours as printed, play goes on after a mistake",
    "house-004": "A teacher's house rules",
}
SOURCES = {
    Source.CAMERA: "seen by the camera",
    Source.TABLET: "tapped by a player",
    Source.BUTTON: "by the button",
    Source.REFEREE: "by the referee",
    Source.LOG: "from a log",
}
STAGES = {
    Stage.FIRST_RIGHT: "First Charleston: pass right",
    Stage.FIRST_ACROSS: "First Charleston: pass across",
    Stage.FIRST_LEFT: "First Charleston: pass left",
    Stage.VOTE: "Second Charleston? Everybody says yes or no",
    Stage.SECOND_LEFT: "Second Charleston: pass left",
    Stage.SECOND_ACROSS: "Second Charleston: pass across",
    Stage.SECOND_RIGHT: "Second Charleston: pass right",
    Stage.COURTESY: "Courtesy pass: up to three across",
    Stage.DONE: "The Charleston is over",
}


def headline(view: TableView, who: People = NOBODY_NAMED, kept: int = 0) -> Sentence:
    """What the table waits for, in one line to be read from across the room. `kept` tiles are never drawn (C-24)."""
    match view.phase:
        case Phase.SETUP:
            return ("Build the walls, deal the tiles",)
        case Phase.CHARLESTON:
            return (STAGES[view.stage] if view.stage is not None else "Charleston",)
        case Phase.OVER:
            return (_ended(view, who),)
        case Phase.PLAY:
            return _playing(view, who, kept)
        case _:
            assert_never(view.phase)


def _ended(view: TableView, who: People) -> str:
    if view.winner is not None:
        return f"{who.of(view.winner)} wins: Mah Jongg"
    return "The game ends, nobody wins" if view.abandoned else "Wall game: nobody wins"


def _playing(view: TableView, who: People, kept: int) -> Sentence:
    callers = [p.seat for p in view.players if p.calling and not p.calling_mah_jongg]
    declared = view.declared if view.declared is not None else _calling_to_win(view)
    if declared is not None:
        return (f"{who.of(declared)} says Mah Jongg",)
    if view.held_by is not None:
        return (f"{who.of(view.held_by)} says Hold: please wait",)
    if callers and view.discards:
        verb = "call" if len(callers) > 1 else "calls"
        return (f"{who.listed(callers)} {verb} {view.discards[-1].tile.words}",)
    if view.turn is None:
        return ("Play",)
    if view.players[view.turn].must_discard:
        return (f"{who.of(view.turn)} discards",)
    return ("No tile is left to draw",) if view.wall <= kept else (f"{who.of(view.turn)} draws",)


def _calling_to_win(view: TableView) -> Seat | None:
    return next((p.seat for p in view.players if p.calling_mah_jongg), None)


def window_words(view: TableView, who: People = NOBODY_NAMED) -> str:
    """What became of the last discard, or whether it may still be called."""
    if view.claimed is not None and view.turn is not None:
        source = f" from {who.of(view.claimed.seat)}" if view.claimed.seat is not None else ""
        return f"{who.of(view.turn)} called {view.claimed.tile.words}{source}"
    last: DiscardView | None = view.discards[-1] if view.discards else None
    if last is None:
        return "No discard yet"
    said = f"{who.of(last.seat)} discarded" if last.seat is not None else "The last discard:"
    if last.seat is not None and any(p.calling for p in view.players):
        return f"{said} it"
    if last.named is not None:
        named = f"{said} {last.named.words} by name, it is {last.tile.words}"
        return f"{named}. It needs its right name first" if view.window else f"{named}. It can no longer be called"
    if last.tile is Tile.JOKER:
        return f"{said} a Joker: it is dead"
    return f"{said} {last.tile.words}. {'It may be called' if view.window else 'It can no longer be called'}"


def to_win_words(state: State, who: People = NOBODY_NAMED) -> str:
    """Of the tile that may still be won with though it stands on the rack of a hand that died over it (CALL-09)."""
    if state.contest is None or state.claim is not None:
        return ""
    return f"{who.of(state.contest.keeper)} took {state.contest.discard.tile.words}. It may be called only to win"


def player_words(player: PlayerView) -> str:
    """What a player is doing now, a word or two; empty while there is nothing to say."""
    if not player.playing:
        return "Does not play"
    if player.winner:
        return "Mah Jongg"
    if player.out:
        return "Dead hand"
    if player.calling_mah_jongg:
        return "Calls for Mah Jongg"
    if player.calling:
        return "Calls"
    if player.holding:
        return "Hold"
    if player.must_discard:
        return "Discards"
    if player.turn:
        return "Draws"
    if player.plays_on:
        return "Cannot win"
    return "Has passed" if player.passed else ""


def doing(view: TableView, player: PlayerView, kept: int = 0) -> str:
    """The same where `view` tells more: whose turn it is does not draw while others call or think, or at the end."""
    said = player_words(player)
    if said == "Discards" and view.declared is player.seat:
        return "Says Mah Jongg"
    waits = view.wall <= kept or view.held_by is not None or any(p.calling for p in view.players)
    return "" if said == "Draws" and waits else said
