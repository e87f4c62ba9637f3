"""The trained networks, their cards and the built-in tile sets, as files beside this module."""


class WeightsError(Exception):
    """A network file is missing, altered, or was trained for other labels. The text says how to mend it."""
