"""Names that are one person's. Who was called otherwise on another evening counts as one in the ledger, once somebody
has said so; the logs of those evenings stay as they were written.
"""

import json
from collections.abc import Mapping
from contextlib import suppress

from engine.faults import Cause
from engine.rules.ruling import Refused, refuse
from server.files import object_of

Same = Mapping[str, str]
"""By what name a person is shown, for each other name that she had."""

NOBODY_ELSE: Same = {}


def read_same(text: str) -> dict[str, str]:
    """What was kept; what cannot be read counts as never kept."""
    with suppress(ValueError):
        told = object_of(text)
        shown = {name: by for name, by in told.items() if isinstance(by, str)}
        if shown == told:
            return {name: by for name, by in shown.items() if by not in shown}
    return {}


def written(same: Same) -> str:
    return json.dumps(dict(sorted(same.items())), ensure_ascii=False)


def joined(same: Same, name: str, shown: str) -> dict[str, str]:
    """`name`, and all who were shown by it, are shown as `shown` from now on."""
    shown = same.get(shown, shown)
    after = {other: shown if now == name else now for other, now in same.items()}
    after[name] = shown
    return {other: now for other, now in after.items() if other != now}


def parted(same: Same, name: str) -> dict[str, str]:
    """`name` is somebody by herself again."""
    return {other: now for other, now in same.items() if other != name}


def cannot_be_one(name: str, shown: str, known: frozenset[str], together: bool) -> Refused | None:
    """Why two names cannot be one person's: of the names in the ledger, whether both sat at one table."""
    if name == shown or name not in known or shown not in known:
        return refuse(Cause.NOT_NOW, None, "Choose two names that stand in the ledger.")
    if together:
        return refuse(Cause.NOT_NOW, None, f"{name} and {shown} sat at one table: they are two.")
    return None
