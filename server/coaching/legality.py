"""What the rules let one player do now, and why not, without a word on whether it is wise."""

from engine.hands import HandTable
from engine.tile import Tile
from server.coaching.counsel import exposures_of
from server.coaching.position import Asks, Position
from server.spoken import spoken_group


def may_do(table: HandTable, position: Position) -> tuple[str, ...]:
    """Sentences, the most pressing first."""
    match position.asks:
        case Asks.TILES:
            return (f"{position.lacking} of your tiles are not known yet.",)
        case Asks.PASS:
            blind = "On this pass you may pass on some that come in, unseen." if position.blind else ""
            return ("Pass three tiles, none of them a Joker.", *((blind,) if blind else ()))
        case Asks.SECOND:
            return ("A second Charleston is played only if all four want it. Nobody has to say why.",)
        case Asks.COURTESY:
            return ("Offer none, one, two or three tiles, no Jokers. The smaller number is exchanged.",)
        case Asks.DISCARD:
            return ("Discard any of your tiles. Nobody may call a Joker.", *_exchanges(position))
        case Asks.CALL:
            return _calling(table, position)
        case Asks.DRAW:
            return ("Draw from the wall.",)
        case Asks.NOTHING:
            return ("Nothing to decide now.",)


def _exchanges(position: Position) -> tuple[str, ...]:
    standing = position.known.standing_jokers()
    found = [tile for tile in dict.fromkeys(position.tiles) if tile is not Tile.JOKER and standing[tile]]
    return tuple(f"Your {tile.words} may be exchanged for an open Joker." for tile in found)


def _calling(table: HandTable, position: Position) -> tuple[str, ...]:
    if position.called is None:  # it was called by a wrong name, and makes nobody a group
        return ("You may call the last discard only to win with it.",)
    name = position.called.words
    groups = exposures_of(table, position)
    if position.known.to_win_only:
        return (f"You may call {name} only to win with it.",)
    if groups:
        shown = " or ".join(spoken_group(x) for x in groups[:3])
        return (f"You may call {name} and expose {shown}.",)
    held = position.tiles.count(position.called)
    why = (
        f"you hold {held or 'none'}, and no line of the card has a group that it would fill with your Jokers"
        if held < 2
        else "no line of the card that may be exposed has that group"
    )
    return (f"{name} may be called only to win: {why}.",)
