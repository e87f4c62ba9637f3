"""The coach: what a player may know, the hands within reach, what to do now, and why. No I/O, no clock, no chance.

How pages and commands use it::

    known = known_of(state, seat, rack, rules, passed, received)   # all that this seat may know, nothing else
    hands_in_reach(known, 3)       -> Reach, ...   lines with the own tiles filled into the pattern, likeliest first
    reach_of_line(known, line)     -> Reach | None
    advise_pass(known, step)       -> Advice       Act.PASS (`tiles`, `blind`), Act.COURTESY (`tiles`), Act.VOTE (`yes`)
    advise_discard(known)          -> Advice       Act.DISCARD (`tiles`) or Act.MAH_JONGG
    advise_call(known, tile)       -> Advice       Act.CALL (`tiles`: the exposure), Act.LET_GO or Act.MAH_JONGG
    advise_exchange(known)         -> Advice       Act.EXCHANGE (`tiles`, `owner`, `group`) or Act.NO_EXCHANGE
    advise_switch(known, line)     -> Advice       Act.STAY or Act.SWITCH (`line`: where to)
    safe_discards(known)           -> Safety, ...  every kind on the rack, safest first, and who may want it
    lines_open(known, seat)        -> Line, ...    what an opponent can still be on
    why_not(known, tile_or_line)   -> Advice       Act.EXPLAIN (or the advice itself, if it says just that)
    chance_to_win(known)           -> float        0 ... 1
    choices(known)                 -> Option, ...  what could be done now, for a closer look where
    worth_a_look(known)            -> bool         one tells more:
    played_on(known, option, numbers) -> float     what rollouts win with it, to be added up
    looked_at(known, options, share)  -> Option, ...  with better chances

`Advice.says` is the sentence to show; `Advice.reasons` are facts, each a `Reason` with its kind (`Why`), sentence,
tiles, numbers, line. `Advice.options` are all choices, best first, with the chance to win after each and the risk that
it gives the game away; `Advice.lost(tiles)` is what another choice costs, for reviews. `Reach.pattern` has one tuple of
`Place` per group of the card: what is printed, what fills it (the tile, a joker or nothing), whether it stands exposed
and whether a joker may stand there.

`rack` is the seat's concealed tiles. `passed` and `received` are `Handed(seat, tiles)` in order of the passes, as
far as they are known. Nothing here asks for more than a few milliseconds, a rollout some ten.
"""

from engine.coaching.advice import Act, Advice, Option, Place, Reach, Reason, Safety, Why
from engine.coaching.advising import advise_call, advise_discard, advise_exchange, advise_pass, advise_switch
from engine.coaching.asking import lines_open, safe_discards, why_not
from engine.coaching.choosing import Mind, complete
from engine.coaching.closer import choices, looked_at, played_on, worth_a_look
from engine.coaching.known import Handed, Known, known_of
from engine.coaching.reach import hands_in_reach, reach_of_line


def chance_to_win(known: Known) -> float:
    """The chance of this seat to win, 0 ... 1, as it stands."""
    if complete(known):
        return 1.0
    mind = Mind(known)
    return mind.chance(mind.prospects.worth)


__all__ = [
    "Act",
    "Advice",
    "Handed",
    "Known",
    "Option",
    "Place",
    "Reach",
    "Reason",
    "Safety",
    "Why",
    "advise_call",
    "advise_discard",
    "advise_exchange",
    "advise_pass",
    "advise_switch",
    "chance_to_win",
    "choices",
    "hands_in_reach",
    "known_of",
    "lines_open",
    "looked_at",
    "played_on",
    "reach_of_line",
    "safe_discards",
    "why_not",
    "worth_a_look",
]
