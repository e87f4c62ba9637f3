"""The trained networks, their cards and the built-in tile sets, as files beside this module."""
