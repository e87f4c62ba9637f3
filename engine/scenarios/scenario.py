"""Scenarios: a rule set, a card, a starting position, one act a line, and what must follow. docs/scenarios.md is the
player's description; this reads and runs them. No I/O here: cards that are named are handed in.

    # A joker may be had for the exact tile it stands for.
    proves: SWAP-01
    given P3 shows 3B 3B J
    given P4 has drawn
    P4 swaps 3B P3
    -> P3 shows 3B 3B 3B

A plain act must be allowed, an act after `!` refused, and what stands after `->` must hold.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from engine.card import CardError, read_card
from engine.charleston import Charleston
from engine.event import (
    Corrected,
    Declared,
    Event,
    Paid,
    Passed,
    Retracted,
    RulesChosen,
    TimePassed,
    Voted,
)
from engine.faults import Cause, Fault
from engine.hands import HandTable
from engine.notation import read, write
from engine.rules.afterwards import win_put_right
from engine.rules.referee import Accepted, Proposal, Refused, Rules, Ruling, Source, rule
from engine.rules.ruleset import read_ruleset, ruleset
from engine.rules.ruling import refuse
from engine.rules.scoring import dispute
from engine.rules.settling import CHALLENGE, unsettled
from engine.scenarios.beside import BESIDE, Beside
from engine.scenarios.contrary import another_thrower, another_tile, another_way
from engine.scenarios.expectation import Facts, unmet
from engine.scenarios.held import Hands
from engine.scenarios.position import Position
from engine.scenarios.shorter import Known, Untold, agrees, changes, deals, disagrees, exposes, mah_jongg, swaps
from engine.scenarios.verdict import Failure, Outcome, Report, ScenarioError, because, fits, follows, rule_of
from engine.scenarios.wording import (
    act_and_reason,
    picked_up,
    plain_act,
    plain_given,
    plain_wish,
    seated,
    uncommented,
    unended,
)
from engine.state import State, evolve, replay, standing
from engine.tile import CODES, Seat, Wind, codes

__all__ = ["Failure", "Outcome", "Report", "ScenarioError", "run"]
LONGEST = 2000  # letters of a line: more than all tiles of a set, and read in a moment
_SPACES = re.compile(r"\s+")


def run(text: str, card: Callable[[str], str] | None = None) -> Report:
    """Run one scenario. `card` gives the text of a named card; without it only inline cards can be played with.

    Raises ScenarioError for a line that is no scenario; what merely fails is in the report.
    """
    return _Run(card).whole(text)


@dataclass(slots=True)
class _Run:
    """One scenario being run."""

    card: Callable[[str], str] | None
    names: dict[str, Seat] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
    position: Position = field(default_factory=Position)
    state: State | None = None
    start: State | None = None
    log: list[Event] = field(default_factory=list)
    hands: Hands = field(default_factory=Hands)
    aside: Beside = field(default_factory=Beside)
    last: Fault | None = None
    because: tuple[str, ...] = ()
    proves: list[str] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def whole(self, text: str) -> Report:
        title = ""
        rows = text.removeprefix("\ufeff").splitlines()
        number = 0
        while number < len(rows):
            number += 1
            row = uncommented(rows[number - 1])
            line = _SPACES.sub(" ", row.strip()) if '"' not in row else row.strip()
            if line.startswith("#"):
                title = title or line.lstrip("# ")
                continue
            if line.lower() == "card:":
                number = self._inline_card(rows, number)
            elif line:
                self._understood(number, partial(self._line, line, row, number))
        self._understood(number, self._begun)  # what is given can lie on a table, even where nothing is asked of it
        return Report(title, tuple(self.proves), tuple(self.outcomes), tuple(self.failures))

    def _understood(self, number: int, read: Callable[[], object]) -> None:
        try:
            read()
        except ScenarioError:
            raise
        except (ValueError, KeyError, OverflowError) as error:
            raise ScenarioError(number, str(error.args[0]) if error.args else "not understood") from None

    def _inline_card(self, rows: list[str], number: int) -> int:
        """Reads the indented rows that follow; returns the last one's number."""
        end = number
        while end < len(rows) and (not rows[end].strip() or rows[end][0] in " \t"):
            end += 1
        text = "\n".join([""] * number + [r.strip() for r in rows[number:end]])
        self._use_card(text, number)
        return end

    def _use_card(self, text: str, number: int) -> None:
        of = self.rules.of
        try:
            card = read_card(text, soap_anywhere=of("C-30") == "any_zero", literal_colours=of("C-29") == "literal")
        except CardError as error:
            problem = error.problems[0]
            raise ScenarioError(problem.line or number, f"the card: {problem.message}. {problem.hint}") from None
        self.rules = replace(self.rules, table=HandTable(card))

    def _line(self, line: str, row: str, number: int) -> None:
        if len(row) > LONGEST:
            raise ValueError(f"a line has at most {LONGEST} letters, and this one {len(row)}")
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in _HEADERS:
            _HEADERS[key.strip().lower()](self, value.strip(), number)
        elif line[:6].lower() == "given ":
            if self.state is not None:
                raise ValueError("what is given stands before the first act")
            self.position = self.position.given(plain_given(self._seats(unended(line[6:]))))
        elif line.startswith("->"):
            self._expect(plain_wish(self._seats(unended(line[2:].strip()))), number)
        elif line.startswith("!"):
            act, why = act_and_reason(row.strip()[1:])
            self._act(_SPACES.sub(" ", act), number, refused=True, why=why)
        else:
            self._act(line, number, refused=False, why="")

    def _seats(self, line: str) -> str:
        """The line with winds and names replaced by seats."""
        east = self.position.east if self.state is None else self.state.east
        names = {name.lower(): seat for name, seat in self.names.items()}
        return seated(line, names, {wind.name.lower(): Seat((east + wind) % 4) for wind in Wind})

    # Headers

    def _rules(self, value: str, number: int) -> None:
        if self.state is not None:
            raise ValueError("rules: stands before the first act; an act `rules C-20=plays_on` is about the next game")
        plain = re.sub(r"\bc-(?=\d)", "C-", _listed(value.lower()))
        self.rules = replace(self.rules, ruleset=read_ruleset(plain))

    def _card(self, value: str, number: int) -> None:
        if value.lower() == "none":
            self.rules = replace(self.rules, table=None)
        elif self.card is None:
            raise ValueError(f"the card {value!r} is not at hand here: write it into the scenario")
        else:
            self._use_card(self.card(value), number)

    def _names(self, value: str, number: int) -> None:
        for word in _listed(value).split():
            name, equals, seat = word.partition("=")
            if not equals or not name or seat.upper() not in Seat.__members__:
                raise ValueError(f"{word!r} names nobody: write names like Nora=P1")
            if name.upper() in (*Seat.__members__, *Wind.__members__, *CODES):
                raise ValueError(f"{name} stands for a seat or a tile already; give {seat} another name")
            self.names[name] = Seat[seat.upper()]

    def _proves(self, value: str, number: int) -> None:
        self.proves.extend(value.replace(",", " ").split())

    # Acts

    def _begun(self) -> State:
        if self.state is None:
            self.state = self.start = self.position.state(self.rules)
            self.hands = self._dealt()
            self.aside.begin(self.position.east)
        return self.state

    def _dealt(self) -> Hands:
        """The hands that are known before the first act."""
        given = self.position
        unseen = {seat: given.unnamed(seat) for seat in given.holds}
        blank = {seat: given.blank(seat) - unseen[seat] for seat in given.holds}
        known = {seat: list(given.known(seat)) for seat in given.holds}
        return Hands(known, unseen, given.drew, blank, self.rules.of("C-06") == "must_match")

    def _act(self, line: str, number: int, refused: bool, why: str) -> None:
        state = self._begun()
        said = self._seats(unended(line))
        if state.window and state.last_discard is not None and picked_up(said) is state.last_discard.tile:
            raise ValueError(
                f"{line!r} may be the discard or a wall tile: write exposes, calls or takes the discard, or draws"
            )
        act, self.because = plain_act(said), ()
        if state.declared is not None and re.fullmatch(f"{state.declared.name} takes back the call", act):
            act = f"{state.declared.name} takes back mah jongg"  # what she has said last
        ruling = another_way(said, state) or another_tile(said, state) or self._beside(act, state)
        if ruling is None:
            event = self._event(act, state, refused)
            won = win_put_right(self.log, event, self.rules, self.start) if isinstance(event, Corrected) else None
            ruling = won or rule(state, Proposal(event, Source.REFEREE), self.rules)
            if isinstance(ruling, Accepted):  # what the rules refuse anyway is refused for what they say
                ruling = self._not_held(event) or another_thrower(event, ruling, state) or ruling
            if isinstance(ruling, Accepted):
                self.because = because(state, ruling.events, self.rules)
                for each in ruling.events:
                    self._follow(each)
                self.because += follows(state, self._begun(), ruling.events, self.rules)
                if isinstance(event, RulesChosen):
                    self.rules = replace(self.rules, ruleset=ruleset(event.options))
        self._note(line, ruling, number, refused, why)

    def _note(self, line: str, ruling: Ruling, number: int, refused: bool, why: str) -> None:
        match ruling:
            case Refused(fault):
                self.last, plain = fault, replace(fault, says=self._by_name(fault.says))
                cause = fault.cause
                self.outcomes.append(Outcome(number, line, False, cause.name, cause.rule, plain.says, cause.rules))
                if not refused:
                    self.failures.append(Failure(number, f"{line!r} was refused: {plain.says} ({fault.rule})"))
                elif why and not fits(fault, why) and not fits(plain, why):
                    self.failures.append(
                        Failure(number, f"{line!r} was refused for {fault.cause.name} ({fault.rule}: {plain.says})")
                    )
            case Accepted(events):
                self.last = None
                acts = "; ".join(write(e) for e in events) or line
                says = " ".join((f"{acts}.", *self.because))
                rests = rule_of(events, line)
                self.outcomes.append(Outcome(number, line, True, None, rests, self._by_name(says), (rests,)))
                if refused:
                    self.failures.append(Failure(number, f"{line!r} was allowed"))

    def _by_name(self, says: str) -> str:
        """A ruling in the names that the scenario gives to seats."""
        called = {seat.name: name for name, seat in self.names.items()}
        return re.sub(r"\bP[1-4]\b", lambda match: called.get(match[0], match[0]), says)

    def _event(self, act: str, state: State, refused: bool) -> Event:
        for pattern, build in _SHORT:
            match = re.fullmatch(pattern, act, re.IGNORECASE)
            if match is not None:
                try:
                    return build(Known(self.rules.table, self.hands.known), state, match)
                except Untold as untold:
                    if not refused or not self._silent(untold.seat, state):
                        raise
                    return Declared(untold.seat)
        return read(act)

    def _silent(self, seat: Seat, state: State) -> bool:
        """Whether `seat` may not even say Mah Jongg: then it does not matter what she holds."""
        return isinstance(rule(state, Proposal(Declared(seat), Source.REFEREE), self.rules), Refused)

    def _beside(self, act: str, state: State) -> Ruling | None:
        """Acts that are about no single game's table: payments, hands on their own, the next game."""
        for pattern, answer in BESIDE:
            match = re.fullmatch(pattern, act, re.IGNORECASE)
            if match is not None:
                game, self.aside.told = self.aside.session.game, ()
                ruling = answer(self.aside, state, self.rules, match)
                self.because = self.aside.told
                if self.aside.session.game != game:
                    self._deal()
                return ruling
        for pattern, several in _SEVERAL:
            match = re.fullmatch(pattern, act, re.IGNORECASE)
            if match is not None:
                return several(self, state, match)
        return None

    def _deal(self) -> None:
        """The next game begins."""
        session = self.aside.session
        self.position = Position(east=session.east, players=session.players)
        self.state = self.start = self.position.state(self.rules)
        self.hands, self.log = Hands(), []

    def _was_wrong(self, state: State, match: re.Match[str]) -> Ruling:
        """A disputed challenge is settled: whoever was wrong pays the other."""
        assert self.start is not None
        wrong = Seat[match[1].upper()]
        holds = (event for _, event in standing(self.log, self.start.number) if event is not None)
        pair = next((p for p in unsettled(state, holds) if wrong in p), None)
        if pair is None:
            says = f"No challenge that was disagreed with is left to be settled by {wrong.name}."
            return refuse(Cause.NOT_CHALLENGED, wrong, says)
        right = pair[0] if pair[1] is wrong else pair[1]
        ruling = rule(state, Proposal(Paid(dispute(wrong, right), CHALLENGE), Source.REFEREE), self.rules)
        if isinstance(ruling, Accepted):
            for event in ruling.events:
                self._follow(event)
        return ruling

    def _all_pass(self, state: State, match: re.Match[str]) -> Ruling:
        """Who has not yet put tiles out in this pass does so."""
        return self._everybody(state, Passed, lambda now, seat: now.out[seat] is not None)

    def _all_vote(self, state: State, match: re.Match[str]) -> Ruling:
        """Who has not yet voted on the second Charleston does so, until it is settled."""
        second = match[1].lower() == "yes"
        return self._everybody(state, lambda seat: Voted(seat, second), lambda now, seat: now.votes[seat] is not None)

    def _everybody(
        self, state: State, act: Callable[[Seat], Event], acted: Callable[[Charleston, Seat], bool]
    ) -> Ruling:
        done, stage = list[Event](), state.charleston.stage if state.charleston is not None else None
        for seat in state.players:
            now = self._begun().charleston
            if now is not None and (now.stage is not stage or acted(now, seat)):
                continue
            ruling = rule(self._begun(), Proposal(act(seat), Source.REFEREE), self.rules)
            if isinstance(ruling, Refused):
                return ruling
            done += ruling.events
            for event in ruling.events:
                self._follow(event)
        return Accepted(tuple(done))

    # Hands that the scenario knows

    def _not_held(self, event: Event) -> Ruling | None:
        """An act with tiles that a known hand does not hold."""
        lacking = self.hands.lacking(event, self.state) if self.state is not None else None
        if lacking is None:
            return None
        seat, tiles = lacking
        return refuse(Cause.NOT_HELD, seat, f"{seat.name} does not hold {codes(tiles)}.")

    def _follow(self, event: Event) -> None:
        assert self.state is not None
        self.hands.follow(event, self.state, self.log)
        self.log.append(event)
        if isinstance(event, Retracted | Corrected):
            self.state, self.hands = replay(self.log, self.start), self._held_again()
        else:
            self.state = evolve(self.state, event)

    def _held_again(self) -> Hands:
        """The known hands after an undo or a correction: what still holds, followed from the first act on."""
        assert self.start is not None
        state, hands, before = self.start, self._dealt(), list[Event]()
        for number, event in standing(self.log, state.number):
            if event is not None:
                hands.follow(event, state, before)
                before.append(event)
                state = evolve(replace(state, number=number - 1), event)
        return hands

    # Expectations

    def _expect(self, wanted: str, number: int) -> None:
        state = self._begun()
        points, aside = self.aside.owed(state, self.rules), self.aside
        won = aside.paid or state.won_by
        told = self._by_name(self.last.says) if self.last is not None else ""
        ledger, known = aside.ledger, self.hands.known
        facts = Facts(state, self.rules, points, aside.session, ledger, self.last, known, aside.line, won, told)
        says = unmet(wanted, facts)
        if says is not None:
            self.failures.append(Failure(number, self._by_name(f"expected {wanted}, but {says}")))


def _listed(value: str) -> str:
    """What a header lists, without commas and with nothing around `=`."""
    return re.sub(r"\s*=\s*", "=", value.replace(",", " "))


_SEAT = "(P[1-4])"
_TILES = r"(?:[1-9][BCD]|RD|GD|WD|[NEWSFJ])(?: (?:[1-9][BCD]|RD|GD|WD|[NEWSFJ]))*"
_HEADERS: Mapping[str, Callable[[_Run, str, int], None]] = {
    "rules": _Run._rules,
    "card": _Run._card,
    "names": _Run._names,
    "people": lambda run, value, number: run.aside.people(value.replace(",", " ").split(), run.position.east),
    "proves": _Run._proves,
}
_SHORT: tuple[tuple[str, Callable[[Known, State, re.Match[str]], Event]], ...] = (
    (rf"{_SEAT} exposes ((?:(?!calling|from).)*?)(?: from {_SEAT})?", exposes),
    (rf"{_SEAT} changes to (.*)", changes),
    (r"deal(?: wall (\d{1,3}))?", deals),
    (rf"{_SEAT} agrees", agrees),
    (rf"{_SEAT} disagrees", disagrees),
    (rf"{_SEAT} swaps (\w+) {_SEAT}( wrongly)?", swaps),
    (
        rf"{_SEAT} mah jongg(?: (?P<tiles>{_TILES}))?(?P<drawn> drawn)?(?: value (?P<value>\d{{1,6}}))?"
        r"(?P<jokerless> jokerless)?",
        mah_jongg,
    ),
    (rf"{_SEAT} mah jongg from (?P<thrower>P[1-4])", mah_jongg),
    (r"(\d{1,9}) seconds? pass(?:es)?", lambda known, state, match: TimePassed(int(match[1]))),
)
_SEVERAL: tuple[tuple[str, Callable[[_Run, State, re.Match[str]], Ruling]], ...] = (
    (r"all pass", _Run._all_pass),
    (r"all vote (yes|no)", _Run._all_vote),
    (rf"{_SEAT} was wrong", _Run._was_wrong),
)
