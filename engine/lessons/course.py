"""The lessons in their order: what is read, and between it the kinds of questions. The words for a rule that is taught
and not played stand here beside its title.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hands import HandTable
from engine.lessons import around, calls, deaths, defending, jokers, passing, paying, printed
from engine.lessons.question import Maker, Question, made
from engine.rules.referee import Rules
from engine.rules.ruleset import RuleSet

KINDS: Mapping[str, Maker] = {
    maker.__name__.replace("_", "-"): maker
    for maker in (
        printed.which_line,
        printed.on_the_card,
        printed.finishing,
        printed.concealed,
        printed.worth_most,
        jokers.stands,
        jokers.which_buys,
        jokers.when,
        jokers.planned,
        passing.which_three,
        passing.may_pass,
        passing.to_whom,
        passing.blind_where,
        passing.second_round,
        passing.courtesy,
        calls.whose,
        calls.may_expose,
        calls.still,
        calls.wise,
        deaths.dead,
        deaths.count,
        deaths.may_still,
        deaths.jokers_of_the_dead,
        paying.owes,
        paying.gets,
        defending.safest,
        defending.may_be_on,
        around.copies,
        around.dragon,
        around.next_turn,
    )
}


@dataclass(frozen=True, slots=True)
class Read:
    """A page to read: a few sentences, and the rules that they are about, told by their titles."""

    title: str
    says: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of this kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """`key` is its name in an address."""

    key: str
    title: str
    about: str
    steps: tuple[Read | Asked, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of questions that it asks."""
        return tuple(dict.fromkeys(step.kind for step in self.steps if isinstance(step, Asked)))


def asked(table: HandTable, kind: str, seed: int, ruleset: RuleSet) -> Question | None:
    """The question of a kind that belongs to a seed, by this card and these rules; None where the card has none.

    Raises KeyError for a kind that there is not.
    """
    return made(KINDS[kind], table, Rules(ruleset, table), seed)


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "card",
        "Reading the card",
        "What the lines say, which hands they are, and which may be shown.",
        (
            Read(
                "A game of hands",
                (
                    "You win with fourteen tiles that are one line of the card, group by group. No other fourteen "
                    "win, however pretty: every year's card has its own hands, and everybody at the table plays by "
                    "the same.",
                    "Groups in one colour, with one small letter, are of one suit; different colours and letters are "
                    "different suits. Which suit it is, is yours to choose.",
                ),
                ("VAR-30", "DEF-01", "DEAL-08"),
            ),
            Asked("which-line"),
            Asked("which-line"),
            Read(
                "X and C",
                (
                    "Behind every line stand X or C and a figure. X: you may call discards and show groups on the "
                    "way. C, concealed: you draw every tile yourself, up to the last one.",
                    "The figure is what the hand is worth. A hand that is harder to make pays more.",
                ),
                ("DEF-05", "CALL-12", "PAY-11"),
            ),
            Asked("concealed"),
            Asked("worth-most"),
            Read(
                "What goes wrong",
                (
                    "Before you say mah jongg, read the line once more. A false mah jongg costs the hand, and it "
                    "nearly always comes from one of two slips: a joker in a pair, or a group in a suit that the line"
                    " does not allow.",
                ),
                ("FALSE-08", "MAHJ-05"),
            ),
            Asked("on-the-card"),
            Asked("finishing"),
        ),
    ),
    Lesson(
        "jokers",
        "Jokers",
        "Where they may stand, how to get more, and which hands they call for.",
        (
            Read(
                "Three or more",
                (
                    "A joker stands for any tile in a group of three or more alike: pung, kong, quint, sextet. It "
                    "never stands in a pair, for a single tile, or in a group such as NEWS or a year.",
                    "Those places have to be filled by drawing, or by the very last call. So they are what makes a "
                    "hand hard.",
                ),
                ("TEACH-04", "DEF-06"),
            ),
            Asked("stands"),
            Asked("finishing"),
            Read(
                "The exchange",
                (
                    "On your turn, once you have your tile, you may give the natural tile for a joker in any "
                    "exposure, your own or another's. You may do so several times. Then you discard.",
                    "The joker that you got stands on your rack like any other: nobody has to see where you use it.",
                ),
                ("SWAP-01", "SWAP-02", "SWAP-10"),
            ),
            Asked("which-buys"),
            Asked("when"),
            Read(
                "Dealt jokers",
                (
                    "Jokers are worth most in long groups. With two or more of them at the start look for a hand "
                    "without pairs: every joker then finds a place.",
                ),
                ("JOK-08", "TEACH-03"),
            ),
            Asked("planned"),
        ),
    ),
    Lesson(
        "charleston",
        "The Charleston",
        "Passing tiles before play: where to, how many, and which.",
        (
            Read(
                "Right, across, left",
                (
                    "Everybody passes three tiles to the right, then across, then to the left. Your tiles go out "
                    "before you look at what came. Jokers stay with you.",
                    "A second Charleston goes left, across, right. It is played only if all four want it. Whoever "
                    "does not says so, and owes nobody a reason.",
                ),
                ("CHAR-02", "CHAR-06", "CHAR-17"),
            ),
            Asked("to-whom"),
            Asked("may-pass"),
            Asked("second-round"),
            Read(
                "Blind, and the courtesy",
                (
                    "On the last pass of each Charleston you may send on up to three of the tiles that come to you "
                    "without looking at them. Do it when you have no three to spare, not otherwise: you give away "
                    "what might have helped.",
                    "At the end those who sit opposite may exchange up to three tiles.",
                ),
                ("CHAR-08", "CHAR-12", "CHAR-19"),
            ),
            Asked("blind-where"),
            Asked("courtesy"),
            Read(
                "What to pass",
                (
                    "While you sort your tiles, look for the part of the card that most of them belong to, and pass "
                    "what has no place there. Do not break a pair that you can use, and do not pass two alike if you "
                    "can help it.",
                    "Your aim may change with every pass, and after it too. There are many draws to come.",
                ),
                ("DEAL-08", "CHAR-24"),
            ),
            Asked("which-three"),
            Asked("which-three"),
        ),
    ),
    Lesson(
        "calling",
        "Calling",
        "Which discards may be called, who has them, and whether it is wise.",
        (
            Read(
                "For a group",
                (
                    "You may call the last discard if with it you lay down a whole group of three or more alike, "
                    "jokers included. Runs are no groups. For a pair or a single a tile may be called only if it "
                    "wins.",
                    "Lay each exposure a little apart from the next, so that everybody can read it.",
                ),
                ("CALL-02", "TEACH-04", "TEACH-07"),
            ),
            Asked("may-expose"),
            Asked("may-expose"),
            Read(
                "In time",
                (
                    "A discard may be called until the next player has racked her tile. So make a point of racking: "
                    "it tells the others that the time is over. And do not rack so fast that nobody could think.",
                ),
                ("WOO-02", "WOO-07", "TURN-11"),
            ),
            Asked("still"),
            Asked("whose"),
            Read(
                "Is it worth it?",
                (
                    "An exposure commits you: it rules out every line that has no such group, and all concealed ones,"
                    " and it tells the others what you are on.",
                    "The easiest hands have no singles and pairs. A hand that still lacks two of them is a hand to "
                    "avoid, whatever you could call for its groups.",
                ),
                ("TEACH-01", "TEACH-02"),
            ),
            Asked("wise"),
            Asked("wise"),
        ),
    ),
    Lesson(
        "dead-hands",
        "Dead hands",
        "When a hand can no longer win, and what follows.",
        (
            Read(
                "When it is dead",
                (
                    "A hand is dead when everybody can see that it cannot win: its exposures are in no hand of the "
                    "card, or what it needs lies among the discards. So it is with too many or too few tiles.",
                    "Nobody says it of her own hand, and nobody has to say it. Whoever notices may challenge, and "
                    "rules are kept alike for everybody, beginners and friends too.",
                ),
                ("DEAD-04", "DEAD-01", "DISC-06"),
            ),
            Asked("dead"),
            Asked("dead"),
            Asked("count"),
            Read(
                "What follows",
                (
                    "A dead hand takes no more part, and pays the winner like the others. What it had shown before "
                    "its mistake stays on the table.",
                ),
                ("DEF-09", "DEAD-14"),
            ),
            Asked("may-still"),
            Asked("jokers-of-the-dead"),
        ),
    ),
    Lesson(
        "scoring",
        "Scoring",
        "Who pays the winner, and how much.",
        (
            Read(
                "Double, and double again",
                (
                    "The card prints what a hand is worth. On a discard the one who threw it pays double, the others "
                    "single. A tile that was drawn is paid double by all. A hand without jokers doubles once more, "
                    "where the line allows it.",
                    "Harder hands are worth more, so look at the figure before you choose between two hands.",
                ),
                ("PAY-01", "PAY-02", "PAY-11"),
            ),
            Asked("owes"),
            Asked("owes"),
            Asked("gets"),
            Asked("worth-most"),
            Read(
                "A fifth player",
                (
                    "With five at the table one sits out and may bet on who will win. She is called a bettor too, and"
                    " is paid, or pays, as the player does on whom she bet.",
                ),
                ("WIND-04", "WIND-05"),
            ),
            Asked("gets"),
        ),
    ),
    Lesson(
        "defence",
        "Defence",
        "Reading the others, and giving nothing away.",
        (
            Read(
                "Everything is told",
                (
                    "Exposures say which hands are left to somebody, discards say which tiles are gone. Read both "
                    "before you discard. The others read yours.",
                ),
                ("TEACH-05", "TURN-10"),
            ),
            Asked("may-be-on"),
            Asked("may-be-on"),
            Read(
                "When you cannot win",
                (
                    "If your own hand is lost, discard what is safe: what no hand can want that the exposures leave. "
                    "A wall game costs you nothing; the winning tile costs double.",
                ),
                ("TEACH-06",),
            ),
            Asked("safest"),
            Asked("safest"),
        ),
    ),
    Lesson(
        "table",
        "Around the table",
        "The set, the walls, and whose turn it is.",
        (
            Read(
                "The set",
                (
                    "152 tiles are played with. A bought set has a few more, to replace lost ones: leave them in the "
                    "box. A set made for another game will do if 152 such tiles can be found in it, with eight "
                    "flowers and something for eight jokers.",
                    "Pushers are the bars before the racks. They bring the wall in, and they hide what you hold. They"
                    " belong on the table's side of the rack. Without them push the wall with care.",
                ),
                ("SET-01", "SET-02", "SET-23", "SET-17", "SET-18"),
            ),
            Asked("copies"),
            Asked("dragon"),
            Read(
                "The walls",
                (
                    "Everybody mixes the tiles, face down, and builds a wall. East rolls and breaks hers; what is "
                    "left of it is pushed out, and dealt from. Draw the top tile of a stack first, then the one "
                    "beneath.",
                    "Two tiles laid askew at the other end remind everybody not to draw from there. Near the end of a"
                    " wall join its last few tiles to the next one, lest they look like a pass.",
                    "After the game the tiles are mixed, built and dealt anew.",
                ),
                ("WALL-01", "WALL-06", "WALL-11", "WALL-12", "WALL-13", "ROT-02"),
            ),
            Read(
                "The turns",
                ("A turn is: get a tile, decide, discard one. Turns go to the right.",),
                ("DEF-10", "TURN-03"),
            ),
            Asked("next-turn"),
            Asked("next-turn"),
        ),
    ),
)


def lesson(key: str) -> Lesson | None:
    return next((one for one in LESSONS if one.key == key), None)
