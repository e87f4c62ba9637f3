"""How the pages are served: one configuration of the server, for the program, the tests and the measurements."""

from typing import Any

import uvicorn


def pages_config(app: Any, host: str, port: int) -> uvicorn.Config:
    """The server's settings for `app`."""
    return uvicorn.Config(app, host=host, port=port, log_level="warning", ws="websockets-sansio", lifespan="off")
