"""What goes wrong inside, with all that a mender needs, in a file beside the log of the game. Pages get a sentence.

No tile of anybody's rack may stand in it: a record names lines of the program, never what was in its hands. The text of
an error is kept only where the system or a driver wrote it.
"""

import logging
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

FILE = "fifthseat.log"
LONGEST_B = 1_000_000  # then it becomes fifthseat.log.1, and the one before that is forgotten
_THEIRS = ("builtins.OSError", "cv2.", "onnxruntime", "serial.", "sqlalchemy.", "sqlite3.", "psycopg.")

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Formats an error as where it happened and of what kind it is."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        told, record.exc_text = record.exc_text, None  # what another handler made of the error is not ours to repeat
        try:
            return super().format(record)
        finally:
            record.exc_text = told

    def formatException(self, ei: _ExcInfo) -> str:
        error = ei[1]
        causes: list[str] = []
        frames = "".join(traceback.format_tb(ei[2])).rstrip()
        while error is not None and len(causes) < 8:
            causes.append(_kind(error))
            error = error.__cause__ or error.__context__
        return f"{frames}\n{', after '.join(causes)}"


def keep_trace(folder: Path) -> logging.Handler:
    """From now on warnings and errors of every part are written to `folder / FILE`, or to standard error where that
    cannot be written."""
    handler: logging.Handler
    try:
        (folder / FILE).touch()
        handler = RotatingFileHandler(folder / FILE, maxBytes=LONGEST_B, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Discreet())
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    logging.raiseExceptions = False  # a disk that is full is said elsewhere
    threading.excepthook = _thread_died
    return handler


def _kind(error: BaseException) -> str:
    names = [f"{cls.__module__}.{cls.__qualname__}" for cls in type(error).__mro__]
    theirs = any(name.startswith(_THEIRS) for name in names)
    return f"{names[0].removeprefix('builtins.')}{f': {error}' if theirs else ''}"


def _thread_died(died: threading.ExceptHookArgs) -> None:
    name = died.thread.name if died.thread is not None else "unknown"
    value = died.exc_value or died.exc_type()
    logging.getLogger("threads").error("the thread %s died", name, exc_info=(died.exc_type, value, died.exc_traceback))
