"""The seal of a row of the log: a checksum over it and over the seal of the row before.

A bit that flips on a worn card, or a row that somebody changes, no longer fits its seal; a row that is taken out leaves
the next one without its predecessor. No secret goes in: it finds accidents, it does not keep a forger out.
"""

import hashlib

LENGTH = 16


def seal(before: str, *fields: object) -> str:
    """The seal of a row of `fields` that follows the row sealed `before`; empty where there is none."""
    text = "\x1f".join([before, *(repr(f) for f in fields)])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]
