"""Proofs that a hand is dead, as alerts for whom the table's setting says."""

from collections.abc import Iterable

from engine.faults import Fault
from engine.rules.dying import SpeakUp
from server.alerts import Alert, Audience


class Proofs:
    """What is proved now, by key. A proof that a person dismissed does not come back while it says the same."""

    def __init__(self, speak: SpeakUp) -> None:
        self._whom = Audience.ALL if speak is SpeakUp.TO_ALL else Audience.REFEREE
        self._says: dict[str, str] = {}

    def follow(self, found: Iterable[Fault], at: float) -> tuple[tuple[Alert, ...], frozenset[str]]:
        """What to raise, and the keys of what holds no longer; `at` in seconds since 1970."""
        faults = {f"proof {fault.seat.name}": fault for fault in found if fault.seat is not None}
        fresh = tuple(
            Alert(key, fault.says, fault.rule, fault.seat, fault.position, audience=self._whom, at=at)
            for key, fault in faults.items()
            if self._says.get(key) != fault.says
        )
        past = frozenset(self._says.keys() - faults.keys())
        self._says = {key: fault.says for key, fault in faults.items()}
        return fresh, past

    def forget(self) -> None:
        """Another game begins."""
        self._says = {}
