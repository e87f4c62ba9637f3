"""What is known of a line while it is being typed: its groups as far as they can be read, and one hand of each form."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.card.drafts import Draft
from engine.card.values import Card, Hand, Problem


@dataclass(frozen=True, slots=True)
class FormSketch:
    """One printed form. `groups` are figures and colour letter, `("222", "a")`; `tiles` counts them all; `hand` is one
    of its hands, None where it has none."""

    groups: tuple[tuple[str, str], ...]
    tiles: int
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class Sketch:
    """A line from row `row` to row `last_row`; `value` is None until it is typed, `hands` counts those of all forms."""

    row: int
    last_row: int
    section: str
    number: int
    value: int | None
    concealed: bool
    forms: tuple[FormSketch, ...]
    hands: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A card that is being typed: what can be read of it, all problems, its headings (row and name) and its lines."""

    card: Card
    problems: tuple[Problem, ...]
    headings: tuple[tuple[int, str], ...] = ()
    sketches: tuple[Sketch, ...] = ()


def sketch(draft: Draft, number: int, examples: Sequence[Hand | None], hands: int) -> Sketch:
    forms = []
    for typed, example in zip(draft.alternatives, examples, strict=True):
        firsts = [slot[0] for slot in typed.slots]
        groups = tuple((g.text.rstrip("!?~").removesuffix(g.colour), g.colour) for g in firsts)
        figures = tuple(
            (text[:-1] if colour and text[-1:].lower() == colour else text, colour) for text, colour in groups
        )
        forms.append(FormSketch(figures, sum(len(g.symbols) for g in firsts), example))
    return Sketch(
        draft.row,
        max(draft.row, draft.last_row),
        draft.section.name,
        number,
        draft.value or None,
        draft.concealed,
        tuple(forms),
        hands,
    )
