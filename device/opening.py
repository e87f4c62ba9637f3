"""From an address to an open lamp, as often as it has to be opened."""

from collections.abc import Callable
from typing import assert_never

from device.adalight import Adalight
from device.address import Address, Scheme
from device.find import Board, Search, boards
from device.lamp import Lamp
from device.port import SerialPort
from device.serial_lamp import Port, SerialLamp
from device.simulated import SimulatedLamp
from device.wled import WledSerial
from device.wled_http import WledHttp


class Opening:
    """Opens the lamp at one address; it remembers which board that was, and follows it to another socket."""

    def __init__(
        self,
        address: Address,
        *,
        port: Callable[[str], Port] = SerialPort,
        plugged_in: Callable[[], tuple[Board, ...]] = boards,
    ) -> None:
        self._address = address
        self._search = Search(address.target, address.place, plugged_in)
        self._port = port

    def __call__(self) -> Lamp:
        """The lamp, open. Raises LampError, OSError or what the driver raises if it cannot be had."""
        layout = self._address.layout
        match self._address.scheme:
            case Scheme.SIMULATED:
                return SimulatedLamp()
            case Scheme.WLED_HTTP:
                return WledHttp(self._address.target, layout)
            case Scheme.WLED_SERIAL:
                path = self._search.path()
                return SerialLamp(self._port(path), WledSerial(layout), layout, f"the WLED board at {path}")
            case Scheme.ADALIGHT:
                path = self._search.path()
                return SerialLamp(self._port(path), Adalight(layout.brightness), layout, f"the board at {path}")
            case _:
                assert_never(self._address.scheme)
