"""How hypothesis runs everywhere: the same examples every time, and no test fails because the machine is busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
