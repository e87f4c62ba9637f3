"""Measurements, in the environment in which the program runs."""

import server  # noqa: F401  it says how many threads numpy may have
