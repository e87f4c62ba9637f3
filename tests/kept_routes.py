"""What the routes of an app ask for, worked out once for all apps of the tests.

FastAPI works out for each app anew what every function behind a route takes, which is most of what an app costs. The
tests make hundreds, whose routes are made by the same functions; only what these hold differs.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import CodeType
from typing import Any

import pytest
from fastapi import routing
from fastapi.dependencies.utils import _get_body_field, get_dependant


@contextmanager
def kept() -> Iterator[None]:
    """Until then, what is asked for is worked out once for each function, and what is sent to it once for that."""
    asked: dict[object, Any] = {}
    sent: dict[object, Any] = {}

    def of_function(*, path: str, call: Callable[..., Any], **more: Any) -> Any:
        code = getattr(getattr(call, "__func__", call), "__code__", None)
        key = (path, code, *sorted(more.items()))
        found = asked.get(key) or get_dependant(path=path, call=call, **more)
        if not isinstance(code, CodeType) or found.dependencies:
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
        yield
