"""How tests run everywhere: hypothesis with the same examples every time, and no test fails for a busy machine."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# What they watch runs by itself: a browser, a simulated chip, a process, a thread. A machine that stands still for
# seconds can spoil any of them once; what is broken fails again. The report names every second try.
LIVE = ("browser", "firmware", "live")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.get_closest_marker(name) for name in LIVE):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=2))
