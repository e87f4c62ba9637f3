"""From pixels to places on the table."""
