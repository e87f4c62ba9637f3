"""Events that the table treats alike."""

from engine.event import (
    Called,
    CallRetracted,
    Challenged,
    ChallengeDisputed,
    Corrected,
    CourtesyOffered,
    Dealt,
    DiceRolled,
    EastChosen,
    GameAbandoned,
    GameBegun,
    Held,
    HoldEnded,
    Named,
    Passed,
    PassTaken,
    Pivoted,
    PlayersChosen,
    Retracted,
    RulesChosen,
    SatOut,
    TimePassed,
    Voted,
    WallsBuilt,
)

# Words move no tile: a tap made before it saw these is as good as one made after.
WORDS = (
    Called,
    CallRetracted,
    Held,
    HoldEnded,
    Passed,
    PassTaken,
    Voted,
    CourtesyOffered,
    Challenged,
    ChallengeDisputed,
    DiceRolled,
    TimePassed,
    Named,
    SatOut,
)
# What a new game begins with, once the last one is over.
OPENINGS = (GameBegun, DiceRolled, EastChosen, WallsBuilt, Dealt, RulesChosen, Pivoted, PlayersChosen)
# Who is around the table: alone it begins no game.
AROUND = (Named, SatOut, PlayersChosen)
# What is said of a game at any time, a week later too: when it was played is told by everything else.
BESIDE = (*AROUND, TimePassed, Retracted, Corrected, GameAbandoned)
