"""The rules of American Mah Jongg as pure functions over immutable values. No I/O, no clock, no chance, no threads."""
