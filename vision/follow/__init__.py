"""From look to look: what moves, what rests, which tile is which."""
