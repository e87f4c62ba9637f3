"""The things that plug in: the wind indicator and its buttons."""
