"""From pictures of a table to what lies on it."""
