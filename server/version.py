"""Which version of the program this is."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    try:
        return version("fifthseat")
    except PackageNotFoundError:  # run from its folder without having been set up
        return "unknown"
