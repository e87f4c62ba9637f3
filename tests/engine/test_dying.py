"""Dead by proof, and who is told."""

from dataclasses import replace

import pytest

from engine.card import read_card
from engine.event import (
    Called,
    Challenged,
    Discarded,
    FalseMahJongg,
    FoundAlive,
    GameBegun,
    HandDied,
    MahJongg,
    ThrownIn,
    WallGame,
)
from engine.faults import Cause
from engine.hands import HandTable, fits
from engine.rules.dying import SpeakUp, alarms, proof, told
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Source, legal, rule
from engine.rules.ruleset import ruleset
from engine.state import State, evolve
from engine.tile import Seat, Tile, read_tiles

CARD = """
== Test ==
1. 22a 333a 444a 555a 666a  X 25
2. FF 1111a 222b 33b 444b   C 30
"""


def at(exposures: str, discards: str) -> State:
    shown = tuple(read_tiles(g) for g in exposures.split("/"))
    held = 13 - sum(len(g) for g in shown)
    begun = GameBegun(
        Seat.P1, concealed=(13, 13, held, 13), exposures=((), (), shown, ()), discards=read_tiles(discards)
    )
    return evolve(State(), begun)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return Rules(table=HandTable(read_card(CARD)))


@pytest.mark.parametrize(
    ("exposures", "discards", "cause"),
    [
        ("3B 3B 3B", "2B 2B", None),
        ("3B 3B 3B", "2B 2B 2B", Cause.TILES_GONE),
        ("3B 3B 3B", "9D", None),
        ("N N N", "9D", Cause.NO_HAND_FITS),
        ("2B 2B 2B", "9D", Cause.CONCEALED_EXPOSED),
        ("3B 3B 3B / 4C 4C 4C", "9D", Cause.NO_HAND_FITS),
    ],
)
def test_dead_by_proof(rules: Rules, exposures: str, discards: str, cause: Cause | None) -> None:
    found = proof(at(exposures, discards), Seat.P3, rules)
    assert (found.cause if found else None) is cause
    if found:
        assert found.says.startswith("P3's hand is dead: ")
        assert found.rule == cause.rule if cause else False
        assert found.cause.sources in found.position


def test_without_a_card_nothing_is_proved() -> None:
    assert alarms(at("N N N", "9D"), Rules()) == ()


def test_whom_the_assistant_tells(rules: Rules) -> None:
    state = at("N N N", "9D")
    assert told(state, rules, SpeakUp.ON_CHALLENGE, referee=True) == ()
    assert told(state, rules, SpeakUp.TO_REFEREE, referee=False) == ()
    for when, referee in ((SpeakUp.TO_REFEREE, True), (SpeakUp.TO_ALL, False)):
        assert [f.cause for f in told(state, rules, when, referee)] == [Cause.NO_HAND_FITS]


def test_a_challenge_settles_what_can_be_proved(rules: Rules) -> None:
    ruling = rule(at("N N N", "9D"), Proposal(Challenged(Seat.P1, Seat.P3), Source.TABLET), rules)
    assert ruling == Accepted((Challenged(Seat.P1, Seat.P3), HandDied(Seat.P3, Cause.NO_HAND_FITS, (0,))))


def test_every_cause_has_a_sentence_and_a_rule() -> None:
    for cause in Cause:
        assert cause.position.endswith((".", ")"))
        assert "-" in cause.rule


@pytest.mark.parametrize(
    "event",
    [
        HandDied(Seat.P3, Cause.WRONG_EXPOSURE, (7,)),
        MahJongg(Seat.P2, (Tile.JOKER,) * 14),
        MahJongg(Seat.P2, ()),
        WallGame(),
    ],
    ids=str,
)
def test_nonsense_is_refused_in_a_sentence(rules: Rules, event: HandDied | MahJongg | WallGame) -> None:
    for playing in (rules, Rules()):
        ruling = rule(at("3B 3B 3B", "9D"), Proposal(event, Source.CAMERA), playing)
        assert isinstance(ruling, Refused)
        assert ruling.fault.says.endswith(".")


def test_the_camera_need_not_have_counted_right() -> None:
    tiles = read_tiles("1B 1B 1B 2B 2B 2B 3C 3C 3C 5C 5C 5C 5C J")
    state = evolve(State(), GameBegun(Seat.P1, concealed=(14, 12, 13, 13)))
    won = MahJongg(Seat.P2, tiles)
    counted = rule(evolve(state, Discarded(Seat.P1, Tile.D9)), Proposal(won, Source.TABLET))
    seen = rule(evolve(state, Discarded(Seat.P1, Tile.D9)), Proposal(won, Source.CAMERA))
    assert isinstance(counted, Refused)
    assert counted.fault.cause is Cause.WRONG_COUNT
    assert isinstance(seen, Accepted)


def test_a_challenged_hand_is_found_alive_and_nothing_changes(rules: Rules) -> None:
    state = at("3B 3B 3B", "9D")
    assert rule(state, Proposal(FoundAlive(Seat.P3), Source.REFEREE), rules) == Accepted((FoundAlive(Seat.P3),))
    assert evolve(state, FoundAlive(Seat.P3)) == replace(state, number=state.number + 1)
    dead = evolve(state, HandDied(Seat.P3, Cause.WRONG_COUNT))
    refused = rule(dead, Proposal(FoundAlive(Seat.P3), Source.REFEREE), rules)
    assert isinstance(refused, Refused)
    assert refused.fault.cause is Cause.DEAD


def test_the_referees_word_is_enough_for_a_line_that_the_exposures_allow(rules: Rules) -> None:
    assert rules.table is not None
    state = evolve(at("3B 3B 3B", ""), Discarded(Seat.P1, Tile.D9))
    open_line = next(line for line, _ in fits(rules.table, [(Tile.B3,) * 3]))
    won = rule(state, Proposal(MahJongg(Seat.P3, (), line=open_line.name), Source.REFEREE), rules)
    assert isinstance(won, Accepted)
    assert isinstance(won.events[-1], MahJongg)
    assert (won.events[-1].value, won.events[-1].source) == (open_line.value, Seat.P1)
    hidden = next(line for line in rules.table.lines if line.concealed)
    for said in (hidden.name, None, "no such line"):
        refused = rule(state, Proposal(MahJongg(Seat.P3, (), line=said), Source.REFEREE), rules)
        assert isinstance(refused, Refused)
    player = rule(state, Proposal(MahJongg(Seat.P3, (), line=open_line.name), Source.TABLET), rules)
    assert isinstance(player, Refused), "a player shows her tiles"


def test_not_even_the_referees_word_wins_on_a_misnamed_tile_where_that_is_void(rules: Rules) -> None:
    table = Rules(ruleset(["C-22=void"]), rules.table)
    state = evolve(evolve(State(), GameBegun(Seat.P1)), Discarded(Seat.P1, Tile.D9, named=Tile.C9))
    won = MahJongg(Seat.P3, (), "Quints 1", Seat.P1)
    for playing, says in ((table, Cause.MISNAMED_VOID), (Rules(), None)):
        ruling = rule(state, Proposal(won, Source.REFEREE), playing)
        assert (ruling.fault.cause if isinstance(ruling, Refused) else None) is says


@pytest.mark.parametrize("option", ["misnamer_pays_4x", "double", "void"])
@pytest.mark.parametrize("named", [None, Tile.C9])
def test_what_the_dead_keep_is_called_by_all_who_could_win_with_it(option: str, named: Tile | None) -> None:
    """By neither the discarder nor the dead, and by nobody where it was misnamed and that is void."""
    playing = Rules(ruleset([f"C-22={option}"]))
    state = evolve(evolve(State(), GameBegun(Seat.P1)), Discarded(Seat.P1, Tile.D9, named=named))
    shown = rule(state, Proposal(FalseMahJongg(Seat.P3, source=Seat.P1), Source.TABLET), playing)
    assert isinstance(shown, Accepted)
    for event in shown.events:
        state = evolve(state, event)
    may = [] if named is not None and option == "void" else [Called(s, True) for s in (Seat.P2, Seat.P4)]
    assert [e for e in legal(state, playing) if isinstance(e, Called)] == may
    every = [Called(seat, win) for seat in Seat for win in (False, True)]
    assert [c for c in every if isinstance(rule(state, Proposal(c, Source.TABLET), playing), Accepted)] == may


def test_who_showed_errors_before_stays_known_when_somebody_throws_in() -> None:
    state = evolve(evolve(State(), GameBegun(Seat.P1)), Discarded(Seat.P1, Tile.D9))
    for event in (FalseMahJongg(Seat.P2), FalseMahJongg(Seat.P3), ThrownIn(Seat.P4)):
        state = evolve(state, event)
    assert state.false_by == (Seat.P2, Seat.P3)
    assert [error.thrown_in for error in state.errors] == [(), (Seat.P4,)]
