"""What takes the middle of every page for two seconds, or until it is answered: the log's great moments, with a name, a
verb and tiles. Words only; `server.judging` knows what waits for an answer.
"""

from dataclasses import dataclass

from engine import event as e
from engine.event import Event
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.evening import comes_in
from server.judging import Challenge, Declaration, challenge, declaration
from server.laid_out import Groups, shown
from server.log import Entry
from server.people import People, Sentence, people_of, plain
from server.sums import game_words
from server.table import Table
from server.words import cause_words, group_words, sentence

GLANCE_S = 2.5  # to be seen in passing: a call, an exposure
READ_S = 7.0  # a verdict: two lines that somebody reads out


@dataclass(frozen=True, slots=True)
class Moment:
    """`number` is the event's that brought it about, by which a page knows whether it has shown it. `tells` is what
    is said large, `notes` what follows in smaller words, `groups` the tiles. `lasts_s` is None for what stays until it
    is answered; `answer` names the question: `mah jongg`, `challenge`, or nothing."""

    number: int
    kind: str
    seat: Seat | None
    tells: Sentence
    groups: Groups = ()
    notes: tuple[Sentence, ...] = ()
    lasts_s: float | None = GLANCE_S
    answer: str = ""

    @property
    def spoken(self) -> str:
        """All of its words, to be said aloud."""
        told = [plain(words).rstrip(".") for words in (self.tells, *self.notes)]
        return "".join(f"{words[0].upper()}{words[1:]}. " for words in told if words).strip()


def moment(table: Table, now: float) -> Moment | None:
    """What is in the middle now, at `now` in seconds since 1970; None while nothing is."""
    who, state = people_of(table.state), table.state
    if state.phase is Phase.OVER:
        return ended(table, who)
    said = declaration(table)
    if said is not None:
        return _declared(said, state, who)
    asked = challenge(table)
    if asked is not None:
        return _challenged(asked, who)
    return _latest(table, who, now)


def ended(table: Table, who: People) -> Moment:
    """How the game ended, how its sum came, and who is East next."""
    state, number = table.state, table.number
    won = state.won_by
    following = table.next_seats
    trade = comes_in(state, following)
    due = state.agreed.due
    why_her = f". {who.of(state.east)} dealt this one by mistake" if due is not None else ""
    east = people_of(following).of(table.next_east)
    after: Sentence = (f"Next game: {east} is East{f', {trade}' if trade else ''}{why_her}",)
    if won is not None:
        laid = shown(state, won.seat, won.tiles, won.line, table.rules_in_force.table) if won.tiles else None
        groups = laid.groups if laid is not None else tuple(x.tiles for x in state.racks[won.seat].exposures)
        notes = (*(((won.line,),) if won.line else ()), (game_words(state, who),), after)
        return Moment(number, "win", won.seat, (f"{who.of(won.seat)} wins: Mah Jongg",), groups, notes, None)
    if state.abandoned is not None:
        again = " It is dealt again." if state.replayed else ""
        why = (f"{cause_words(state.abandoned)}{again}",)
        return Moment(number, "wall", None, ("The game ends, nobody wins",), (), (why, after), None)
    told = game_words(state, who)
    paid = ((told,),) if told else ()
    return Moment(number, "wall", None, ("Wall game: nobody wins",), (), (*paid, after), None)


def _declared(said: Declaration, state: State, who: People) -> Moment:
    name = who.of(said.seat)
    if not said.tiles:
        exposures = tuple(x.tiles for x in state.racks[said.seat].exposures)
        notes: tuple[Sentence, ...] = (("Everybody looks: is it valid?",),)
        tells: Sentence = (f"{name} says Mah Jongg: lay it open",)
        return Moment(said.number, "declared", said.seat, tells, exposures, notes, None, "mah jongg")
    verdict: Sentence = ("As I see it, it is valid.",) if said.valid else ("As I see it: ", *who.said(said.fault))
    groups = tuple((t,) * n for t, n in _counted(said.tiles))
    return Moment(
        said.number, "declared", said.seat, (f"{name} says Mah Jongg",), groups, (verdict,), None, "mah jongg"
    )


def _counted(tiles: tuple[Tile, ...]) -> list[tuple[Tile, int]]:
    return [(t, tiles.count(t)) for t in sorted(set(tiles))]


def _challenged(asked: Challenge, who: People) -> Moment:
    tells: Sentence = (f"{who.of(asked.seat)} asks: is {who.whose(asked.other)} hand dead?",)
    notes: tuple[Sentence, ...] = (("Nothing on the table proves it. Look at it together.",),)
    return Moment(asked.number, "challenge", asked.other, tells, (), notes, None, "challenge")


def _latest(table: Table, who: People, now: float) -> Moment | None:
    """The weightiest of what has just happened, while it is still in the middle."""
    gone, recent = table.gone, []
    for entry in reversed(table.log):
        if abs(now - entry.at) > READ_S:  # ahead of the time is what a clock said that was put right since
            break
        if entry.number in gone:
            continue
        made = _made(entry, table, who)
        if made is not None and made.lasts_s is not None and now - entry.at < made.lasts_s:
            recent.append((entry.at, _WEIGHTS.get(made.kind, 0), made))
    return max(recent, key=lambda found: found[:2])[2] if recent else None


_WEIGHTS = {"false": 3, "dead": 2, "alive": 2, "warned": 1}


def _made(entry: Entry, table: Table, who: People) -> Moment | None:
    found = _told(table.put_right.get(entry.number, entry.event), table, who)
    if found is None:
        return None
    kind, seat, tells, groups, notes, lasts_s = found
    if kind == "false":
        notes = tuple(sentence(x.event, who) for x in table.log if x.at == entry.at and x.number > entry.number)
    return Moment(entry.number, kind, seat, tells, groups, notes, lasts_s)


_Told = tuple[str, Seat | None, Sentence, Groups, tuple[Sentence, ...], float]


def _told(event: Event, table: Table, who: People) -> _Told | None:
    match event:
        case e.Called(seat, False):
            last = table.state.last_discard
            what: Sentence = (f"{who.of(seat)} calls {last.tile.words}",) if last else (f"{who.of(seat)} calls",)
            return "call", seat, what, ((last.tile,),) if last else (), (), GLANCE_S
        case e.Held(seat):
            return "hold", seat, (f"{who.of(seat)} says Hold",), (), (("Please wait",),), GLANCE_S
        case e.Exposed(seat, called, source, tiles):
            tells: Sentence = (f"{who.of(seat)} calls {called.words}, exposes {group_words(tiles)}",)
            return "exposed", seat, tells, (tiles,), ((f"From {who.of(source)}",),), GLANCE_S
        case e.JokerExchanged(seat, owner, _, tile):
            taker = who.of(seat) if seat is not None else "Somebody"
            gave: Sentence = (f"{tile.words} takes its place",)
            whose = "their own exposure" if seat is owner else who.of(owner)
            taken: Sentence = (f"{taker} takes the Joker from {whose}",)
            return "exchanged", seat, taken, ((tile, Tile.JOKER),), (gave,), GLANCE_S
        case e.EastChosen(east) | e.GameBegun(east):
            return "east", east, (f"{who.of(east)} is East",), (), (), GLANCE_S
        case e.EastMistaken(seat):
            finish: Sentence = ("This game is played to its end, and pays as it ends.",)
            then: Sentence = (_after_mistake(table, seat, who),)
            return "warned", seat, (f"{who.of(seat)} should have been East",), (), (finish, then), READ_S
    return _verdict(event, who)


def _after_mistake(table: Table, due: Seat, who: People) -> str:
    return f"{who.of(due)} deals the next game; {who.of(table.state.east)} is skipped when her deal comes."


def _verdict(event: Event, who: People) -> _Told | None:
    match event:
        case e.FalseMahJongg(seat, tiles):
            groups = tuple((t,) * n for t, n in _counted(tiles))
            return "false", seat, (f"{who.whose(seat)} Mah Jongg is not valid",), groups, (), READ_S
        case e.HandDied(seat, cause, _, plays_on):
            goes_on: tuple[Sentence, ...] = (("It keeps drawing and discarding.",),) if plays_on else ()
            tells: Sentence = (f"{who.whose(seat)} hand {'cannot win' if plays_on else 'is dead'}",)
            return "dead", seat, tells, (), ((cause_words(cause),), *goes_on), READ_S
        case e.FoundAlive(seat):
            return "alive", seat, (f"{who.whose(seat)} hand is not dead",), (), (("Play goes on.",),), READ_S
        case e.ChallengeDisputed(seat):
            later: Sentence = ("Play goes on; it is settled after the game.",)
            return "alive", seat, (f"{who.of(seat)} says: my hand is not dead",), (), (later,), READ_S
        case e.Warned(seat, cause):
            return "warned", seat, (f"A warning for {who.of(seat)}",), (), ((cause_words(cause),),), READ_S
        case e.ExposureTakenBack(seat):
            return "hold", seat, (f"{who.of(seat)} takes the exposure back",), (), (), GLANCE_S
        case e.DeclarationRetracted(seat):
            return "hold", seat, (f"{who.of(seat)} takes Mah Jongg back",), (), (), GLANCE_S
    return None
