"""Calls a command straight from its words, where they are plain: what reads options in general takes longer to load
than a hand takes to score.

Words that are not plain, a wrong one or a call for help, say, are left to the program's own reading of options, which
says what is wrong.
"""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo


@dataclass(frozen=True, slots=True)
class Option:
    """`parameter` of the command, and the type of its values: `list[str]` where it may be repeated."""

    parameter: str
    kind: Any
    any_case: bool
    least: float | None = None
    most: float | None = None

    def allows(self, number: int) -> bool:
        return not ((self.least is not None and number < self.least) or (self.most is not None and number > self.most))


def call(command: Callable[..., None], words: Sequence[str]) -> bool:
    """Runs the command and ends the program with its status. False, and nothing done, if the words are not plain."""
    values = plain_values(command, words)
    if values is None:
        return False
    try:
        command(**values)
    except typer.Exit as ended:
        sys.exit(ended.exit_code)
    sys.exit(0)


def plain_values(command: Callable[..., None], words: Sequence[str]) -> dict[str, Any] | None:
    """The arguments of a call, without those that are left to their defaults; None if the words are not plain."""
    options = _options(command)
    values: dict[str, Any] = {}
    todo = list(words)
    while todo:
        name, equals, value = todo.pop(0).partition("=")
        if name not in options:
            return None
        option = options[name]
        if option.kind is bool:
            if equals:
                return None
            values[option.parameter] = True
            continue
        if not equals:
            if not todo or todo[0].startswith("--"):
                return None
            value = todo.pop(0)
        read = _read(option, value)
        if read is None or (option.parameter in values and option.kind != list[str]):
            return None
        earlier = values.get(option.parameter, ())
        values[option.parameter] = [*earlier, value] if option.kind == list[str] else read
    wanted = [p.name for p in inspect.signature(command).parameters.values() if p.default is inspect.Parameter.empty]
    return values if all(name in values for name in wanted) else None


def _options(command: Callable[..., None]) -> Mapping[str, Option]:
    """The command's options by the names that they are given."""
    found: dict[str, Option] = {}
    for parameter, hint in get_type_hints(command, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            continue
        kind, *marks = get_args(hint)
        info = next((mark for mark in marks if isinstance(mark, OptionInfo)), None)
        if info is None:
            continue
        given = [str(name) for name in (info.default, *(info.param_decls or ())) if str(name).startswith("--")]
        option = Option(parameter, _without_none(kind), not info.case_sensitive, info.min, info.max)
        found |= dict.fromkeys(given or [f"--{parameter.replace('_', '-')}"], option)
    return found


def _without_none(kind: Any) -> Any:
    """`str` of `str | None`."""
    if get_origin(kind) is UnionType:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
    return kind


def _read(option: Option, word: str) -> Any:
    """The value of one word; None if it is none of this kind."""
    kind = option.kind
    if kind == list[str] or kind is str:
        return word
    if kind is int:
        number = int(word) if word.removeprefix("-").isdecimal() else None
        return number if number is not None and option.allows(number) else None
    if kind is Path:
        return Path(word)
    if isinstance(kind, type) and issubclass(kind, Enum):
        word = word.casefold() if option.any_case else word
        return next((one for one in kind if (one.value.casefold() if option.any_case else one.value) == word), None)
    return None
