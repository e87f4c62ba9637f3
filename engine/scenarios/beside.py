"""What a scenario says beside one game's table: payments alone, a hand on its own, the next game, who has paid whom.

Every answer is the rules': nothing is ruled here, words are turned into what the rules are asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.event import Announced, MahJongg, Pivoted, TilesMixed
from engine.hands import wins
from engine.rules import rotation, scoring
from engine.rules.ledger import Ledger
from engine.rules.referee import Accepted, Proposal, Rules, Ruling, Source, rule
from engine.rules.rotation import Ended, Session, how_ended
from engine.rules.scoring import Points, payments
from engine.rules.settling import bet_settled, settled
from engine.rules.winning import misfit, no_win
from engine.scenarios.position import Position
from engine.scenarios.verdict import who_pays
from engine.scenarios.wording import HOW_SCORED, HOW_WON, how_won
from engine.state import Phase, State, evolve
from engine.tile import Seat, by_seat, read_tiles


@dataclass(slots=True)
class Beside:
    """`points` were paid apart from any game, for the win `paid`, as `told` says; `line` is that of a hand judged
    alone."""

    session: Session = field(default_factory=Session)
    ledger: Ledger = field(default_factory=Ledger)
    points: Points | None = None
    paid: MahJongg | None = None
    told: tuple[str, ...] = ()
    line: str | None = None

    def people(self, names: list[str], east: Seat) -> None:
        """Who plays this evening, three to five of them. Raises ValueError."""
        if not 3 <= len(names) <= 5:
            raise ValueError("three to five people play")
        seats = [*names[:4], None] if len(names) == 3 else names[:4]
        self.session = replace(
            self.session,
            people=by_seat(seats),
            resting=names[4] if len(names) == 5 else None,
            east=east,
            first=east,
        )
        self.ledger = Ledger.of(*names)

    def begin(self, east: Seat) -> None:
        """The first game has that East."""
        if east is not self.session.east and self.session.game == 1:
            self.session = replace(self.session, east=east, first=east)

    def owed(self, state: State, rules: Rules) -> Points:
        """What changes hands for this game."""
        return self.points if self.points is not None else settled(state, rules.ruleset)

    def wins(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        said = how_won(match[3] or "", HOW_WON)
        singles = "singles and pairs" in said and rules.of("C-18") == "no"
        won = MahJongg(
            Seat[match[1].upper()],
            (),
            source=said.get("from"),
            value=int(match[2]),
            exchanged=said.get("joker from"),
            misnamed="misnamed" in said,
            jokerless="jokerless" in said and not singles,
        )
        fault = misfit(state, won)
        if fault is not None:
            return fault
        self.paid = won
        if scoring.in_tournament(rules.ruleset):
            self.points = scoring.tournament(won.value or 0, won.seat, won.source, won.jokerless)
        else:
            self.points = payments(won, "out of turn" in said, state.players, rules.ruleset)
            self.told = who_pays(scoring.shares(self.points, won, "out of turn" in said, rules.ruleset))
        return Accepted(())

    def wall_tournament(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        self.points = scoring.tournament_wall(state.alive)
        return Accepted(())

    def tournament(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        shown = re.search(r" exposures (\d)\b", match[3] or "")
        said = how_won(re.sub(r" exposures \d\b", "", match[3] or ""), HOW_SCORED)
        jokerless = "jokerless" in said and "singles and pairs" not in said
        winner, source, value = Seat[match[1].upper()], said.get("from"), int(match[2])
        won = MahJongg(winner, (), source=source, value=value, jokerless=jokerless)
        exposures = int(shown[1]) if shown else 0
        if exposures > max(scoring.THROWN_TO):
            raise ValueError(f"fourteen tiles make {max(scoring.THROWN_TO)} exposures at most")
        fault = misfit(state, won)
        if fault is not None:
            return fault
        self.paid = won
        self.points = scoring.tournament(value, winner, source, jokerless, exposures=exposures)
        return Accepted(())

    def claims(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        """More than was announced. What was paid apart from any game was paid at its end, and its tiles are mixed."""
        if self.paid is None and state.phase is not Phase.OVER:
            raise ValueError(
                f"{match[0]!r} would be more than was paid, and nothing was paid yet; for a discard write "
                f"{match[1]} calls, or {match[1]} calls for mah jongg"
            )
        if self.paid is not None:
            state = evolve(evolve(state, self.paid), TilesMixed())
        worth = state.won_by.value if state.won_by is not None else None
        more = Announced(Seat[match[1].upper()], (worth or 0) + 1)
        return rule(state, Proposal(more, Source.REFEREE), rules)

    def hand(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        if rules.table is None:
            raise ValueError("a hand is judged by a card: add a line card: practice")
        tiles = read_tiles(match[1])
        groups = tuple(read_tiles(g) for g in match[2].split("/")) if match[2] else ()
        found = wins(rules.table, tiles, groups)
        if not found:
            return no_win(None, tiles, groups, rules.table)
        self.points = None
        self.line = found[0].line.name
        return Accepted(())

    def next_game(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        how = (match[1] or "").strip()
        wrong = Seat[match[2].upper()] if match[2] else None
        if state.agreed.due is not None:
            wrong = state.east
            self.session = replace(self.session, east=state.agreed.due)
        if how:
            ended = _ended(how.removeprefix("after a ").removeprefix("after "))
        elif state.phase is Phase.OVER:
            ended = how_ended(state)
        else:
            ended = Ended.WON
        self._book(state, rules, ended)
        self.session = rotation.next_game(self.session, ended, rules.ruleset, wrong_east=wrong)
        self.points, self.paid, self.line = None, None, None
        return Accepted(())

    def _book(self, state: State, rules: Rules, ended: Ended) -> None:
        """The finished game goes into the ledger, and the pot with it."""
        if not self.ledger.balances:
            self.ledger = Ledger.of(*(n for n in (*self.session.people, self.session.resting) if n is not None))
        points, fifth, bets = self.owed(state, rules), self.session.resting, {}
        won_by = self.paid or state.won_by
        told = state.phase is not Phase.OVER and ended is Ended.WALL_GAME
        if told and self.points is None and scoring.in_tournament(rules.ruleset):
            points = scoring.tournament_wall(state.alive)
        if fifth is not None and (won_by is not None or ended is Ended.WALL_GAME):
            bet = bet_settled(state, points, won_by, rules.ruleset)
            points, bets = bet.players, {fifth: bet.bettor}
        if scoring.in_tournament(rules.ruleset):
            self.ledger = self.ledger.written(self.session.people, points, bets)
            return
        pot = rules.ruleset.amount("C-26") if ended is Ended.WALL_GAME else 0
        winner = won_by.seat if won_by is not None and ended is Ended.WON else None
        self.ledger = self.ledger.after(self.session.people, points, pot, winner, bets)

    def pivot(self, state: State, rules: Rules, match: re.Match[str]) -> Ruling:
        if state.phase is Phase.OVER or not state.number:  # nothing has happened yet in the game that comes
            state = Position(east=self.session.east, players=self.session.players, phase=Phase.SETUP).state(rules)
        ruling = rule(state, Proposal(Pivoted(self.session.first), Source.REFEREE), rules)
        if isinstance(ruling, Accepted):
            self.session = rotation.pivot(self.session)
        return ruling


def _ended(how: str) -> Ended:
    if how.lower() not in {ended.value for ended in Ended}:
        raise ValueError(f"no game ends by {how!r}: next game after won, after wall game, no winner or replayed")
    return Ended(how.lower())


_SEAT = "(P[1-4])"
_TILES = r"(?:[1-9][BCD]|RD|GD|WD|[NEWSFJ])(?: (?:[1-9][BCD]|RD|GD|WD|[NEWSFJ]))*"
BESIDE: tuple[tuple[str, Callable[[Beside, State, Rules, re.Match[str]], Ruling]], ...] = (
    (rf"{_SEAT} wins (\d{{1,6}})(.*)", Beside.wins),
    (rf"tournament {_SEAT} wins (\d{{1,6}})(.*)", Beside.tournament),
    (r"tournament wall game()()()", Beside.wall_tournament),
    (rf"{_SEAT} claims .*", Beside.claims),
    (rf"hand ({_TILES})(?: exposed ({_TILES}(?: / {_TILES})*))?", Beside.hand),
    (rf"next game( after .*?)?(?: dealt wrongly by {_SEAT})?", Beside.next_game),
    (r"pivot", Beside.pivot),
)
