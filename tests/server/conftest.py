"""A running table and a browser, for every test that plays on the pages."""

from tests.server.test_browser import browser, place

__all__ = ["browser", "place"]
