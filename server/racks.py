"""Whose eyes the tiles are for that a player has entered as her own: the device they were entered on, and the devices
that she lets in there (a teacher's, say). A seat's code alone shows nobody a rack.
"""

from engine.tile import Seat, Tile
from server.table import Table


class Racks:
    """Who may see which rack. A device is known by the random word in its cookie; it is told to no page."""

    def __init__(self) -> None:
        self._owner: dict[Seat, str] = {}
        self._guests: dict[Seat, tuple[str, ...]] = {}
        self._asking: dict[Seat, tuple[str, ...]] = {}

    def known(self, seat: Seat, device: str) -> bool:
        """Whether the pages of `seat` show this device something of its own: what it may see, or has asked for. To all
        others they show the same."""
        return self.owns(seat, device) or device in self.guests(seat) or device in self.asking(seat)

    def taken(self, seat: Seat) -> bool:
        """Whether tiles were entered there."""
        return seat in self._owner

    def owns(self, seat: Seat, device: str) -> bool:
        return self._owner.get(seat) == device

    def sees(self, seat: Seat, device: str) -> bool:
        """Whether this device may see what was entered at `seat`; where nothing was, anybody at the seat may begin."""
        return not self.taken(seat) or self.owns(seat, device) or device in self._guests.get(seat, ())

    def enter(self, seat: Seat, device: str) -> None:
        """`device` enters a tile of its own at a rack that it may see; the first to do so owns it."""
        self._owner.setdefault(seat, device)

    def fill(self, table: Table, seat: Seat, device: str, tiles: tuple[Tile, ...]) -> None:
        """These are the tiles of `seat`, entered by `device`, which may see them: by tap, by photograph, or by the
        camera at the rack. The one way in."""
        self.enter(seat, device)
        table.set_own(seat, tuple(sorted(tiles)))

    def ask(self, seat: Seat, device: str) -> None:
        """`device` wants to see the rack. It is not told twice of one that asks twice."""
        if not self.sees(seat, device) and device not in self.asking(seat):
            self._asking[seat] = (*self.asking(seat), device)

    def asking(self, seat: Seat) -> tuple[str, ...]:
        """The devices that wait for the owner's answer, the first to ask first."""
        return self._asking.get(seat, ())

    def guests(self, seat: Seat) -> tuple[str, ...]:
        """The devices that the owner has let in."""
        return self._guests.get(seat, ())

    def answer(self, seat: Seat, let_in: bool) -> None:
        """The owner's answer to the first that asks."""
        if self.asking(seat):
            first, *rest = self.asking(seat)
            self._asking[seat] = tuple(rest)
            if let_in:
                self._guests[seat] = (*self.guests(seat), first)

    def shut(self, seat: Seat) -> None:
        """The owner shows the rack to nobody else any more."""
        self._guests.pop(seat, None)
        self._asking.pop(seat, None)

    def leave(self, seat: Seat, device: str) -> bool:
        """`device` leaves the seat. The first whom it has let in owns the rack from then on; with nobody there nobody
        does, and True says that its tiles are to be forgotten."""
        self._asking[seat] = tuple(d for d in self.asking(seat) if d != device)
        if not self.owns(seat, device):
            self._guests[seat] = tuple(d for d in self.guests(seat) if d != device)
            return False
        if not self.guests(seat):
            self.free(seat)
            return True
        self._owner[seat], *rest = self.guests(seat)
        self._guests[seat] = tuple(rest)
        return False

    def free(self, seat: Seat) -> None:
        """Nobody owns the rack any more; to be done only with no tiles in it."""
        self._owner.pop(seat, None)
        self.shut(seat)
