"""Situations and their rulings as text: read, run on the rules, and judged."""
