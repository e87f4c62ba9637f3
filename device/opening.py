"""From an address to an open lamp."""

from typing import assert_never

from device.address import Address, Scheme
from device.lamp import Lamp
from device.simulated import SimulatedLamp
from device.trouble import LampError


def open_lamp(address: Address) -> Lamp:
    """The lamp, open. Raises LampError, OSError or what the driver raises if it cannot be had."""
    match address.scheme:
        case Scheme.SIMULATED:
            return SimulatedLamp()
        case Scheme.WLED_SERIAL | Scheme.WLED_HTTP | Scheme.ADALIGHT:
            raise LampError(f"{address.scheme.value}:// cannot be opened yet")
        case _:
            assert_never(address.scheme)
