"""What takes long to work out, worked out once for all tests of a module that ask for the same."""

import pickle
from collections.abc import Callable
from hashlib import sha256
from typing import Any


def once(make: Callable[..., Any], besides: type | tuple[type, ...] = ()) -> Callable[..., Any]:
    """Makes the same of the same once only; `besides`: what is handed on and tells nothing of what comes of it."""
    made = dict[bytes, Any]()

    def remembered(*told: Any) -> Any:
        asked = sha256(pickle.dumps([each for each in told if not isinstance(each, besides)])).digest()
        if asked not in made:
            made[asked] = make(*told)
        return made[asked]

    return remembered
