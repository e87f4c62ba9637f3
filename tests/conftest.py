"""How tests run everywhere: hypothesis with the same examples every time, no test fails for a busy machine, and no
processor waits while another finishes."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# What they watch runs by itself: a browser, a simulated chip, a process, a thread. A machine that stands still for
# seconds can spoil any of them once; what is broken fails again. The report names every second try.
LIVE = ("browser", "firmware", "live")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: to look through it for what can go takes a third of the time, and that again
    and again while the tests run. Of what these make much stays a while too, trees of the code and whole tables, and is
    looked through less often than is usual."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 10)
    gc.enable()
    return collected


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is live. Files with such tests come first, as `start.py` hands files out in order: they take longest,
    and at the end a processor would be idle beside them."""
    for item in items:
        if any(item.get_closest_marker(name) for name in LIVE):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=2))
    longest = {item.path for item in items if item.get_closest_marker("flaky")}
    items.sort(key=lambda item: item.path not in longest)
