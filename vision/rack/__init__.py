"""One player's rack, as a camera or a photograph in front of it shows it."""
