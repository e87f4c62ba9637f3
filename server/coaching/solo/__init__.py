"""The table for one: a player against three simulated ones."""
