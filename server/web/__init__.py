"""The routes, one file for each thing that a page or a device asks."""
