"""A photograph of a printed card, for the page and the command: rows of notation, each with the picture of its print.

Photograph and pictures live no longer than the answer: nothing is kept, nothing leaves the house.
"""

import asyncio
import base64
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import cv2
import numpy as np
from fastapi import APIRouter, File, Request, UploadFile
from fastapi.responses import JSONResponse, Response

from engine.card import read_draft
from models import WeightsError
from server.access import Visitor
from vision.arrays import Image
from vision.cards.photograph import CardReader, ReadRow
from vision.picture.photo import PhotoError, decode_photo

LONGEST_PX = 3400  # of a photograph on the page
CROP_WIDE_PX, MOST_CROPS = 760, 160
PAD = 0.12  # of a row's height, around its picture

Who = Callable[[Request], Visitor]


def hands_of(row: ReadRow) -> int | None:
    """How many hands a proposed line stands for as it is; None where it is none yet."""
    if not row.text:
        return None
    lines = read_draft(f"year: 2000\n== T ==\n{row.text}").card.lines
    return len(lines[0].hands) if lines else None


def row_json(row: ReadRow) -> dict[str, Any]:
    """A row as `card read --json` tells it."""
    return {
        "kind": row.kind,
        "text": row.text,
        "hands": hands_of(row),
        "doubts": list(row.doubts),
        "words": row.words,
        "column": row.column,
        "quad": np.round(row.quad).astype(int).tolist(),
    }


def as_card(rows: Sequence[ReadRow]) -> str:
    """The rows as a card to go on typing: what is doubtful, and where words are printed, in comments."""
    told = []
    for row in rows:
        asks = [*row.doubts, *(["a remark is printed here: type it in brackets"] if row.words else [])]
        if row.kind != "hand":
            told.append(f"# {'the name of a section' if row.kind == 'heading' else 'a remark'} is printed here")
        else:
            told.append(f"{row.text}{'   # ? ' + '; '.join(asks) if asks else ''}")
    return "\n".join(told) + "\n"


def crop(image: Image, row: ReadRow) -> str:
    """The picture of a row as an address that holds it."""
    low, high = row.quad.min(0), row.quad.max(0)
    pad = PAD * (high - low).min() + 3
    x0, y0 = np.maximum(low - pad, 0).astype(int)
    x1, y1 = np.ceil(high + pad).astype(int)
    part = np.rot90(image[y0:y1, x0:x1], _quarter_turns(row))
    if part.shape[1] > CROP_WIDE_PX:
        part = np.asarray(
            cv2.resize(
                part, (CROP_WIDE_PX, max(1, round(part.shape[0] * CROP_WIDE_PX / part.shape[1]))), interpolation=3
            ),
            np.uint8,
        )
    data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, 70])[1].tobytes()
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode('ascii')}"


def _quarter_turns(row: ReadRow) -> int:
    """How often its picture is turned against the clock until the print runs from left to right."""
    along = row.quad[1] - row.quad[0]
    if abs(along[0]) >= abs(along[1]):
        return 0 if along[0] >= 0 else 2
    return 1 if along[1] > 0 else 3


class _Desk:
    """Reads one photograph at a time; the network is opened with the first."""

    def __init__(self) -> None:
        self.busy = asyncio.Lock()
        self._reader: CardReader | None = None

    def rows(self, data: bytes) -> list[dict[str, Any]]:
        """Slow: not for the event loop. Raises PhotoError, WeightsError."""
        image = decode_photo(data, LONGEST_PX)
        if self._reader is None:
            self._reader = CardReader()
        return [{**row_json(row), "crop": crop(image, row)} for row in self._reader.read(image)[:MOST_CROPS]]


def card_photo_router(who: Who) -> APIRouter:
    """The route that reads a photograph of a card; the referee's."""
    router = APIRouter()
    desk = _Desk()

    @router.post("/card/photo")
    async def photo(request: Request, photo: Annotated[UploadFile, File()]) -> Response:
        if not who(request).referee:
            return _says("Only the referee can do that.", 403)
        try:
            async with desk.busy:
                rows = await asyncio.to_thread(desk.rows, await photo.read())
        except PhotoError as error:
            return _says(f"The photograph cannot be used: {error}.", 400)
        except WeightsError as error:
            return _says(f"{error}.", 500)
        if not any(row["kind"] == "hand" for row in rows):
            return _says("No line of a card was found. Fill the picture with the card, in good light.", 409)
        return JSONResponse({"ok": True, "says": "", "rows": rows})

    return router


def _says(says: str, status: int) -> Response:
    return JSONResponse({"ok": False, "says": says}, status)
