"""Forms of lines that have been compiled already, for a card that is read again after every letter that is typed."""

from collections import OrderedDict

from engine.card.compiling import Alternative, Compiled, compile_alternative

MOST_FORMS = 400  # a printed card has some seventy
MOST_HANDS = 60_000  # of all forms kept, and more than one can have; a printed card has 1,700 at most


class Remembered:
    """The forms compiled last. Reading with it costs the lines that have changed; what is read is the same."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Compiled] = OrderedDict()
        self._hands = 0
        self.compiled = 0  # forms that were not known

    def compile(self, form: Alternative) -> Compiled:
        """As `compile_alternative`. Raises PatternConflict."""
        key = _key(form)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        self.compiled += 1
        made = compile_alternative(form)
        self._kept[key] = made
        self._hands += len(made.hands)
        while len(self._kept) > MOST_FORMS or self._hands > MOST_HANDS:
            self._hands -= len(self._kept.popitem(last=False)[1].hands)
        return made


def _key(form: Alternative) -> object:
    """All that the hands of a form depend on: not where it stands."""
    groups = tuple((g.symbols, g.colour, g.wild, g.natural, g.text.lower()) for g in form.groups)
    return groups, repr(form.notes), form.soap_is_zero, form.year
