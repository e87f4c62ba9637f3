"""Who is named once a game is over plays the next one: the money of the finished one stays with who played it."""

from functools import partial

from engine.event import Discarded, GameBegun, MahJongg, Named, SatOut
from engine.rules.referee import Accepted, Refused, Rules, Source
from engine.rules.ruleset import ruleset
from engine.tile import Seat, Tile, read_tiles
from server.reckoning import reckon
from server.renaming import Who, renamed
from server.season import sat_together
from server.store import Store
from server.table import Answer, Table
from tests import visiting

P1, P2, P3, P4 = Seat
FOURTEEN = read_tiles("1B 1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B")
happens = partial(visiting.happens, source=Source.REFEREE)


def played(*names: str, fifth: str = "") -> Table:
    """Bea wins 25 off Ann's discard."""
    table = Table(Store("sqlite://"), Rules(ruleset(["C-28=bettor"])), clock=iter(range(1000, 9999)).__next__)
    happens(table, *(Named(seat, name) for seat, name in zip(Seat, names, strict=True) if name))
    if fifth:
        happens(table, SatOut(fifth))
    wins(table)
    return table


def wins(table: Table) -> None:
    happens(table, GameBegun(P1), Discarded(P1, Tile.B5), MahJongg(P2, FOURTEEN, "Run 1", P1, 25))


def balances(table: Table) -> dict[str, int]:
    found = reckon(table.played)
    return {name: n for name, n in zip(found.names, found.balances, strict=True) if n}


def test_who_takes_a_seat_after_a_game_does_not_owe_for_it() -> None:
    table = played("Ann", "Bea", "Cy", "Di")
    happens(table, Named(P1, "Fay"), Named(P3, "Ann"))
    owed = {"Ann": -50, "Bea": 100, "Cy": -25, "Di": -25}
    assert balances(table) == owed
    assert table.state.names == ("Fay", "Bea", "Ann", "Di")
    table.new_game()
    assert balances(table) == owed
    assert sat_together(table.past_games(), frozenset({"Ann"}), frozenset({"Cy"}))
    wins(table)
    assert balances(table) == {"Fay": -50, "Ann": -75, "Bea": 200, "Cy": -25, "Di": -50}


def test_who_had_no_name_until_then_has_the_game() -> None:
    table = played("Ann", "", "Cy", "Di")
    happens(table, Named(P2, "Bea"))
    assert balances(table) == {"Ann": -50, "Bea": 100, "Cy": -25, "Di": -25}


def test_a_name_that_moves_to_a_nameless_seat_stays_with_who_bore_it() -> None:
    table = played("Ann", "", "Cy", "Di")
    happens(table, Named(P1, "Bea"), Named(P2, "Ann"))
    assert balances(table) == {"Ann": -50, "Right seat": 100, "Cy": -25, "Di": -25}


def test_a_bet_is_paid_by_who_sat_out() -> None:
    table = played("Ann", "Bea", "Cy", "Di", fifth="Eve")
    happens(table, SatOut("Gil"))
    assert "Eve" in reckon(table.played).names
    assert "Gil" not in reckon(table.played).names


def named(table: Table, event: Named | SatOut, who: Who) -> Answer:
    return renamed(table, event, Source.REFEREE, who)


def told_of(table: Table) -> list[Seat]:
    """The seats at which another sits from now on."""
    told: list[Seat] = []
    table.sitting.told.append(told.append)
    return told


def test_a_name_that_was_wrong_is_put_right_in_all_games_of_the_evening() -> None:
    table = played("Ann", "Bee", "Cy", "Di")
    told = told_of(table)
    wins(table)
    assert isinstance(named(table, Named(P2, " Bea "), "same"), Accepted)
    right = {"Ann": -100, "Bea": 200, "Cy": -50, "Di": -50}
    assert balances(table) == right
    assert table.state.names[P2] == "Bea"
    table.new_game()
    assert isinstance(named(table, Named(P4, "Dinah"), "same"), Accepted)
    wins(table)
    assert balances(table) == {"Ann": -150, "Bea": 300, "Cy": -75, "Dinah": -75}
    assert told == []


def test_who_came_after_the_game_and_was_misspelt_has_not_played_it() -> None:
    table = played("Ann", "Bea", "Cy", "Di")
    told = told_of(table)
    happens(table, Named(P2, "Eva"))
    assert told == [P2]
    named(table, Named(P2, "Eve"), "same")
    assert balances(table) == {"Ann": -50, "Bea": 100, "Cy": -25, "Di": -25}
    assert table.state.names[P2] == "Eve"
    assert told == [P2]


def test_somebody_else_is_somebody_else_in_the_midst_of_a_game_and_before_it() -> None:
    table = played("Ann", "Bea", "Cy", "Di")
    told = told_of(table)
    table.new_game()
    named(table, Named(P3, "Gil"), "another")
    happens(table, GameBegun(P1))
    named(table, Named(P2, "Eve"), "another")
    named(table, Named(P1, "Anna"), "")
    assert told == [P3, P2]


def test_a_fifth_who_was_misspelt_has_bet_all_evening_and_nobody_takes_anothers_name() -> None:
    table = played("Ann", "Bea", "Cy", "Di", fifth="Eva")
    for taken in ("Ann", "cy"):
        refused = named(table, SatOut(taken), "same")
        assert isinstance(refused, Refused)
        assert refused.fault.says.endswith("add a letter to it.")
    named(table, Named(P2, "Fay"), "another")
    assert isinstance(named(table, Named(P4, "Bea"), "same"), Refused), "Bea has played, and gone"
    assert isinstance(named(table, SatOut("Eve"), "same"), Accepted)
    assert "Eve" in reckon(table.played).names
    assert "Eva" not in reckon(table.played).names
