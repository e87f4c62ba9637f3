"""How the two networks are trained: drawing, learning, exporting. Needs the `train` extra; nothing at the table
imports it."""
