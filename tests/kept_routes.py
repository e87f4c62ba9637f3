"""What the routes of an app ask for, worked out once for all apps of the tests.

FastAPI works out for each app anew what every function behind a route takes and gives, which is most of what an app
costs. The tests make hundreds, whose routes are made by the same functions; only what these hold differs.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import CodeType
from typing import Any

import pytest
from fastapi import routing
from fastapi.dependencies.utils import _get_body_field, get_dependant

OF_FUNCTIONS = ("get_typed_return_annotation", "_is_gen_callable", "_is_async_gen_callable", "_is_coroutine_callable")

OF_VALUES = ("compile_path", "create_model_field")
PLAIN = {name: getattr(routing, name) for name in ("get_dependant", "_get_body_field", *OF_FUNCTIONS, *OF_VALUES)}


@contextmanager
def kept() -> Iterator[None]:
    """Until then, what is asked for is worked out once for each function, and what is sent to it once for that."""
    asked: dict[object, Any] = {}
    sent: dict[object, Any] = {}

    def of_function(*, path: str, call: Callable[..., Any], **more: Any) -> Any:
        code = _code(call)
        key = (path, code, *sorted(more.items()))
        found = asked.get(key) or get_dependant(path=path, call=call, **more)
        if code is None or found.dependencies:
            return get_dependant(path=path, call=call, **more)
        asked[key] = found
        return replace(found, call=call, dependencies=[])

    def of_body(*, body_params: list[Any], **more: Any) -> Any:
        key = (*map(id, body_params), *sorted(more.items()))
        if key not in sent:
            sent[key] = body_params, _get_body_field(body_params=body_params, **more)  # the first keep their number
        return sent[key][1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(routing, "get_dependant", of_function)
        patched.setattr(routing, "_get_body_field", of_body)
        for name in OF_VALUES:
            patched.setattr(routing, name, cache(PLAIN[name]))
        for name in OF_FUNCTIONS:
            patched.setattr(routing, name, _once_a_function(PLAIN[name]))
        yield


def _once_a_function(ask: Callable[[Any], Any]) -> Callable[[Any], Any]:
    told: dict[CodeType, Any] = {}

    def asked(call: Any) -> Any:
        code = _code(call)
        if code is None or hasattr(call, "__wrapped__"):
            return ask(call)
        if code not in told:
            told[code] = ask(call)
        return told[code]

    return asked


def _code(call: Any) -> CodeType | None:
    code = getattr(getattr(call, "__func__", call), "__code__", None)
    return code if isinstance(code, CodeType) else None
