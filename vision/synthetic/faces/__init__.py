"""Tile faces drawn by us, as SVG: families, what they are put together of, and designers' sets without end."""
