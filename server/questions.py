"""Questions to the people at the table: who is told of one, who may answer it, who sees what the camera saw there."""

from dataclasses import dataclass

from engine.event import Event
from engine.tile import Seat
from server.access import Visitor
from server.acts import may_propose
from server.alerts import Alert, Audience
from server.table import Table

SHOWN = 3  # answers a question, the likeliest


@dataclass(frozen=True, slots=True)
class Asked:
    """An alert as one page shows it: whether it may be answered there, and with the camera's crop beside it; `settles`:
    who looks may put it away."""

    alert: Alert
    answerable: bool
    pictured: bool
    settles: bool


def told(alert: Alert, visitor: Visitor, seat: Seat | None) -> bool:
    """Whether the page of `seat`, or of all seats for None, tells this visitor of an alert."""
    if visitor.referee or alert.audience is Audience.ALL:
        return True
    return alert.audience is Audience.CONCERNED and concerns(alert, visitor, seat)


def concerns(alert: Alert, visitor: Visitor, seat: Seat | None = None) -> bool:
    """Whether an alert is about somebody whom this visitor plays for; on a seat's page about that one alone."""
    return alert.seat is not None and alert.seat in visitor.seats and seat in (None, alert.seat)


def may_see(alert: Alert, visitor: Visitor) -> bool:
    """Whether this visitor may see what the camera saw: the referee, and the one concerned."""
    return visitor.referee or (alert.audience is not Audience.REFEREE and concerns(alert, visitor))


def may_answer(alert: Alert, event: Event, visitor: Visitor) -> bool:
    """Whether this visitor may answer with `event`: the referee may, and the one concerned what she may say herself."""
    return visitor.referee or (
        alert.audience is not Audience.REFEREE and concerns(alert, visitor) and may_propose(visitor, event) is None
    )


def asked_on(table: Table, visitor: Visitor, seat: Seat | None) -> tuple[Asked, ...]:
    """What the page of `seat`, or of all seats for None, tells and asks."""
    return tuple(
        Asked(
            alert,
            bool(alert.choices) and all(_answers(alert, c.event, visitor, seat) for c in alert.choices[:SHOWN]),
            bool(alert.picture) and may_see(alert, visitor) and (visitor.referee or concerns(alert, visitor, seat)),
            visitor.referee and not alert.pictures,
        )
        for alert in table.alerts
        if told(alert, visitor, seat)
    )


def _answers(alert: Alert, event: Event, visitor: Visitor, seat: Seat | None) -> bool:
    return may_answer(alert, event, visitor) and (visitor.referee or concerns(alert, visitor, seat))
