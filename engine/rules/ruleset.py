"""Where the sources and the tables disagree, or the League says nothing: the answers one table plays by; presets.

The first choice of every option is League practice. A rule set is a value; `differences` is how it is written down.

>>> press = PRESETS["press"]
>>> press.of("C-30"), press.differences[0]
('year_only', 'C-01=host')
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Option:
    """One question: `choices` maps each answer to what it means for the players; the first is League practice.

    An option with `number` also takes a whole number in place of the choice of that name, which alone means `usual`.
    """

    id: str
    question: str
    choices: Mapping[str, str]
    number: str | None = None
    rules: tuple[str, ...] = ()
    usual: int = 0

    @property
    def default(self) -> str:
        return next(iter(self.choices))


def _option(
    id: str,
    question: str,
    choices: dict[str, str],
    rules: tuple[str, ...] = (),
    number: str | None = None,
    usual: int = 0,
) -> Option:
    return Option(id, question, choices, number, rules, usual)


OPTIONS: tuple[Option, ...] = (
    _option(
        "C-01",
        "Who is East first?",
        {
            "highest_roll": "everybody rolls; the highest is East, and those who tie roll again",
            "host": "the host",
            "manual": "whoever the table names",
        },
        ("SEAT-01", "SEAT-02", "SEAT-03", "SEAT-04", "SEAT-06"),
    ),
    _option(
        "C-02",
        "Which wall is pushed out next?",
        {"left": "the one to the left of the last", "right": "the one to the right of the last, the way turns go"},
        ("WALL-08", "WALL-09"),
    ),
    _option(
        "C-03",
        "How are the last tiles of the deal taken?",
        {
            "east_1st_and_3rd": "East takes the first and third tile of the top row, the others one each",
            "one_each_then_east": "one each, then one more for East",
            "top_bottom": "top, bottom, top, bottom in turn, then one more for East",
        },
        ("DEAL-03", "DEAL-04", "DEAL-05"),
    ),
    _option(
        "C-04",
        "Where may tiles be passed blind?",
        {
            "both": "on the last pass of either Charleston",
            "first_only": "on the last pass of the first Charleston only",
        },
        ("CHAR-08", "CHAR-09"),
    ),
    _option(
        "C-05",
        "When is the courtesy pass?",
        {
            "after_last": "after whichever Charleston was the last",
            "after_second_only": "only after a second Charleston",
        },
        ("CHAR-22",),
    ),
    _option(
        "C-06",
        "What if the two courtesy numbers differ?",
        {"min_of_two": "the smaller number is exchanged", "must_match": "nothing is exchanged"},
        ("CHAR-20",),
    ),
    _option(
        "C-07",
        "Until when may a discard be called?",
        {
            "until_racked_or_discarded": "until the next player racks, discards, exchanges a joker or says Mah Jongg",
            "immediate": "until the next player draws",
            "timer_seconds": "for so many seconds, or until the next player racks",
        },
        ("WOO-02", "WOO-04"),
        number="timer_seconds",
        usual=6,
    ),
    _option(
        "C-08",
        "May a single be called to win?",
        {"allowed": "yes", "banned": "no, a single must be drawn"},
        ("CALL-04",),
    ),
    _option(
        "C-09",
        "May the winning tile of a concealed hand be called?",
        {"callable": "yes", "self_drawn_only": "no, it must be drawn"},
        ("CALL-12", "CALL-13"),
    ),
    _option(
        "C-10",
        "How many naturals must a caller hold?",
        {"0": "none: jokers do", "1": "one", "2": "two"},
        ("CALL-15", "JOK-05"),
    ),
    _option("C-11", "Are there sextets?", {"on": "yes", "off": "no, groups end at five"}, ("SET-26", "JOK-01")),
    _option(
        "C-12",
        "May an exposure be changed?",
        {"until_discard": "until its owner discards", "none": "no"},
        ("EXPO-02", "EXPO-04", "ERR-02"),
    ),
    _option(
        "C-13",
        "May a drawn tile be added to an exposed pung?",
        {"no": "no", "yes": "yes"},
        ("EXPO-05",),
    ),
    _option(
        "C-14",
        "When may jokers be exchanged?",
        {"draw_or_call": "after a draw or a call", "draw_only": "only after a draw from the wall"},
        ("SWAP-04", "SWAP-05"),
    ),
    _option(
        "C-15",
        "Which jokers of a dead hand may still be exchanged?",
        {"before_death_only": "those exposed before the fatal act", "all": "all that stand exposed"},
        ("SWAP-12", "SWAP-13"),
    ),
    _option(
        "C-16",
        "Who pays for a win by joker exchange?",
        {
            "self_drawn": "everybody pays double, as for a drawn tile",
            "exchanger_pays_all": "the owner of the joker pays for everybody",
        },
        ("PAY-07", "PAY-08", "SWAP-14"),
    ),
    _option(
        "C-17",
        "Who pays for a win on a discard?",
        {"all_pay": "the discarder double, the others single", "discarder_only": "the discarder alone, double"},
        ("PAY-02", "PAY-09"),
    ),
    _option(
        "C-18",
        "Does a jokerless Singles and Pairs hand pay double?",
        {"no": "no", "yes": "yes"},
        ("PAY-05",),
    ),
    _option(
        "C-19",
        "What does a wrong number of tiles cost?",
        {"dead": "the hand is dead", "play_on": "the hand plays on, but cannot win"},
        ("DEAD-01", "DEAD-02"),
    ),
    _option(
        "C-20",
        "What does a dead player do?",
        {"stops": "stops playing", "plays_on": "keeps drawing and discarding"},
        ("DEAD-14",),
    ),
    _option(
        "C-21",
        "What if three players are out?",
        {
            "by_cause": "dealt again if all three had a wrong count, else the game ends without a winner",
            "replay": "the game is dealt again",
            "no_winner": "the game ends without a winner",
        },
        ("DEAD-03", "DEAD-13"),
    ),
    _option(
        "C-22",
        "What if a misnamed discard is taken for Mah Jongg?",
        {
            "misnamer_pays_4x": "the game ends, and the misnamer alone pays four times the value",
            "double": "the winner may ask the misnamer for double what is owed",
            "void": "a misnamed tile cannot be claimed",
        },
        ("MISN-01", "MISN-02", "MISN-05"),
    ),
    _option(
        "C-23",
        "What does a false Mah Jongg cost once shown?",
        {
            "dead": "the hand is dead, and pays the winner",
            "pay_fixed_penalty": "the value of the highest hand to the discarder, half to the others; all to each "
            "if it was drawn",
        },
        ("FALSE-02", "FALSE-04", "FALSE-05"),
    ),
    _option(
        "C-24",
        "How many tiles are left when the wall is used up?",
        {"0": "none", "14": "fourteen, seven stacks"},
        ("DRAW-01", "DRAW-04"),
        number="0",
    ),
    _option(
        "C-25",
        "Who deals after a wall game?",
        {"rotate": "the next East", "stay": "the same East again"},
        ("DRAW-05", "ROT-01", "ROT-03"),
    ),
    _option(
        "C-26",
        "Is there a pot for wall games?",
        {"off": "no", "amount": "everybody pays the amount into it, the next winner takes it; unwon, it goes back"},
        ("DRAW-03", "DRAW-07"),
        number="amount",
        usual=25,
    ),
    _option(
        "C-27",
        "How do three play?",
        {
            "four_walls": "four walls, all suits, no Charleston",
            "drop_suit": "without one whole suit; dice that point at the empty seat are thrown again",
        },
        ("P3-01", "P3-02", "P3-03", "P3-04"),
    ),
    _option(
        "C-28",
        "What does a fifth player do?",
        {
            "dreamer_by_round": "sits out a round in turn",
            "bettor": "bets on who wins",
            "east_rests": "comes in for East after every game",
        },
        ("P5-01", "P5-04", "P5-08", "WIND-05"),
    ),
    _option(
        "C-29",
        "What do the colours of the card mean?",
        {"free": "different suits, whichever", "literal": "red Craks, green Bams, blue Dots"},
        ("CARD-02", "CARD-03"),
    ),
    _option(
        "C-30",
        "Where does Soap stand for zero?",
        {"any_zero": "wherever the card prints a zero", "year_only": "only in the year section"},
        ("CARD-10", "CARD-11"),
    ),
    _option(
        "C-31",
        "May the very last discard be exposed?",
        {"exposed_too": "yes, like any other", "to_win_only": "no, it may be called for Mah Jongg only"},
        ("DRAW-06",),
    ),
    _option(
        "C-32",
        "May a discard out of turn be exposed?",
        {"exposed_too": "yes, unless somebody has her tile already", "to_win_only": "no, it wins only"},
        ("TURN-02",),
    ),
    _option(
        "C-33",
        "What does a bet on the winner bring?",
        {
            "full": "what the winner gets, from the same players",
            "half_of_a_discard": "half of what a discard pays the winner, as much as she if she drew",
        },
        ("WIND-05", "P5-08"),
    ),
    _option(
        "C-34",
        "How is a game counted?",
        {
            "payments": "the others pay the winner",
            "tournament": "as in a tournament, where nobody pays: the winner has the hand's value, 10 more if drawn, "
            "20 more without jokers; who threw to two exposures loses 20, to more 25; a wall game gives each live hand "
            "10",
        },
        ("PAY-02", "PAY-12"),
    ),
)
_BY_ID = {option.id: option for option in OPTIONS}


@dataclass(frozen=True)
class RuleSet:
    """The answers of one table. `chosen` holds (id, answer) of every option that is not League practice."""

    name: str = "league"
    chosen: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _answers(self) -> dict[str, str]:
        return {option.id: option.default for option in OPTIONS} | dict(self.chosen)

    def of(self, id: str) -> str:
        """The answer to option `id`. Raises KeyError when there is no such option."""
        return self._answers[id]

    def amount(self, id: str) -> int:
        """The number an option was given, the usual one where only its name was; 0 where it is off."""
        answer = self.of(id)
        if answer.isdecimal():
            return int(answer)
        option = _BY_ID[id]
        return option.usual if answer == option.number else 0

    @cached_property
    def differences(self) -> tuple[str, ...]:
        """What differs from League practice, written `C-20=plays_on`."""
        return tuple(f"{id}={answer}" for id, answer in self.chosen)

    def says(self, id: str) -> str:
        """What the answer to one option means, a sentence for a page."""
        return _words(_BY_ID[id], self.of(id))

    def explained(self) -> tuple[str, ...]:
        """The differences in sentences, for a page."""
        return tuple(f"{_BY_ID[id].question} {_words(_BY_ID[id], answer)}" for id, answer in self.chosen)


def _words(option: Option, answer: str) -> str:
    text = option.choices.get(answer) or option.choices[option.number or option.default]
    number = answer if answer not in option.choices else str(option.usual) if answer == option.number else ""
    return text[0].upper() + text[1:] + (f" ({number})." if number and option.usual else ".")


def ruleset(differences: Iterable[str] = (), name: str = "house", base: RuleSet | None = None) -> RuleSet:
    """A rule set from `C-20=plays_on` texts, on top of `base`. Raises ValueError with a sentence for the typist."""
    chosen = dict(base.chosen) if base else {}
    for text in differences:
        id, _, answer = (part.strip() for part in text.partition("="))
        option = _BY_ID.get(id.upper())
        if option is None:
            raise ValueError(
                f"{id!r} is not an option: options are C-01 to {OPTIONS[-1].id}, written like C-20=plays_on"
            )
        number = option.number is not None and answer.isascii() and answer.isdecimal() and len(answer) <= 6
        if number and option.usual and not int(answer):
            raise ValueError(f"{option.id} cannot be 0: choose {', '.join(option.choices)} or a number from 1")
        if answer not in option.choices and not number:
            other = " or a whole number" if option.number else ""
            raise ValueError(f"{option.id} cannot be {answer!r}: choose {', '.join(option.choices)}{other}")
        if answer == option.default:
            chosen.pop(option.id, None)
        else:
            chosen[option.id] = answer
    return RuleSet(name, tuple(sorted(chosen.items())))


def read_ruleset(text: str) -> RuleSet:
    """A rule set as one writes it: a preset's name, options that differ from it, or both.

    >>> read_ruleset("house-000 C-18=yes").differences[-1]
    'C-28=bettor'
    >>> read_ruleset("C-20=plays_on").name
    'house'

    Raises ValueError with a sentence for the typist.
    """
    first, *options = text.split() or ["league"]
    if first not in PRESETS and "=" not in first:
        return preset(first)
    base = PRESETS.get(first, LEAGUE)
    differences = options if first in PRESETS else [first, *options]
    return ruleset(differences, "house", base) if differences else base


LEAGUE = RuleSet()
PRESETS: dict[str, RuleSet] = {
    "league": LEAGUE,
    "press": ruleset(
        [
            "C-01=host",
            "C-03=one_each_then_east",
            "C-06=must_match",
            "C-07=immediate",
            "C-11=off",
            "C-21=no_winner",
            "C-30=year_only",
        ],
        "press",
    ),
    "house-000": ruleset(
        ["C-05=after_second_only", "C-08=banned", "C-15=all", "C-21=replay", "C-22=void", "C-28=bettor"], "house-000"
    ),
    "house-002": ruleset(
        [
            "C-01=host",
            "C-04=first_only",
            "C-09=self_drawn_only",
            "C-10=2",
            "C-12=none",
            "C-13=yes",
            "C-14=draw_only",
            "C-16=exchanger_pays_all",
            "C-17=discarder_only",
            "C-19=play_on",
            "C-20=plays_on",
            "C-23=pay_fixed_penalty",
            "C-24=14",
            "C-25=stay",
            "C-27=drop_suit",
            "C-29=literal",
        ],
        "house-002",
    ),
    "house-004": ruleset(
        ["C-01=manual", "C-03=top_bottom", "C-11=off", "C-14=draw_only", "C-18=yes", "C-22=double"], "house-004"
    ),
}


def preset(name: str) -> RuleSet:
    """The preset of that name. Raises ValueError naming those there are."""
    try:
        return PRESETS[name]
    except KeyError:
        raise ValueError(f"there is no rule set {name!r}: choose one of {', '.join(PRESETS)}") from None
