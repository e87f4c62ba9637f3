"""Instant replay: the last minutes of the table in memory, shown step by step, saved or reported on request."""
