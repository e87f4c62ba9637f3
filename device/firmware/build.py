"""Builds the firmware with avr-gcc, says how much of the chip it takes, and flashes it:

    python -m device.firmware.build --flash /dev/ttyUSB0

Needs gcc-avr and avr-libc, and avrdude to flash (Debian, Ubuntu: apt install gcc-avr avr-libc avrdude).
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("fifthseat.c")
CHIP = "atmega328p"
FLASH_BYTES, RAM_BYTES = 32768, 2048
FLAGS = ("-std=gnu11", "-Os", "-flto", "-Wall", "-Wextra", "-Werror", "-DF_CPU=16000000UL", f"-mmcu={CHIP}")
FLASH_BAUD = 115200  # the Uno's and the new Nano's boot loader; an old Nano's takes 57600

Runner = Callable[[Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Built:
    """The program for the chip, and how many bytes of flash and of RAM (without the stack) it takes."""

    hex: Path
    flash: int
    ram: int

    @property
    def words(self) -> str:
        return (
            f"flash {self.flash} of {FLASH_BYTES} bytes ({self.flash * 100 // FLASH_BYTES} %), "
            f"RAM {self.ram} of {RAM_BYTES} bytes ({self.ram * 100 // RAM_BYTES} %)"
        )

    @property
    def roomy(self) -> bool:
        """A third of both is left: the stack needs some RAM, the next idea some flash."""
        return self.flash * 3 <= FLASH_BYTES * 2 and self.ram * 3 <= RAM_BYTES * 2


def run(command: Sequence[str]) -> str:
    """What the command prints. Raises SystemExit with a sentence if it is absent or fails."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        raise SystemExit(f"{command[0]} is not installed (apt install gcc-avr avr-libc avrdude)") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{command[0]} failed:\n{error.stderr}") from None


def build(folder: Path, runner: Runner = run) -> Built:
    """Compiles into `folder`. Raises SystemExit with a sentence if it cannot."""
    folder.mkdir(parents=True, exist_ok=True)
    elf, hex_ = folder / "fifthseat.elf", folder / "fifthseat.hex"
    runner(["avr-gcc", *FLAGS, str(SOURCE), "-o", str(elf)])
    runner(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(elf), str(hex_)])
    # the second line of avr-size in Berkeley form: text, data, bss and their sum
    text, data, bss = (int(word) for word in runner(["avr-size", str(elf)]).splitlines()[1].split()[:3])
    return Built(hex_, text + data, data + bss)


def flash_command(hex_: Path, port: str, baud: int = FLASH_BAUD) -> tuple[str, ...]:
    """What writes the program into a board with an Arduino boot loader."""
    return ("avrdude", "-q", "-p", CHIP, "-c", "arduino", "-P", port, "-b", str(baud), "-D", "-U", f"flash:w:{hex_}:i")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m device.firmware.build", description="Build and flash the firmware."
    )
    parser.add_argument("-o", "--out", type=Path, default=Path("build/firmware"), help="folder for the result")
    parser.add_argument("--flash", metavar="PORT", help="write it into the board at this port")
    parser.add_argument("--baud", type=int, default=FLASH_BAUD, help="of the boot loader; 57600 for an old Nano")
    chosen = parser.parse_args(arguments)
    built = build(chosen.out)
    print(f"{built.hex}: {built.words}")
    if not built.roomy:
        print("less than a third of the chip is left", file=sys.stderr)
        return 1
    if chosen.flash:
        run(flash_command(built.hex, chosen.flash, chosen.baud))
        print(f"written into the board at {chosen.flash}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
