"""The printed marker sheet: four squares of exactly 48 mm with where each one goes, as a PDF for A4 or US Letter."""

from io import BytesIO

import cv2
import numpy as np
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.plane.calibration import MARKER_MM

PAPERS = {"a4": A4, "letter": LETTER}
PLACES = ("top left", "top right", "bottom right", "bottom left")  # seen from above, P1 at the bottom: ids 0 to 3
QUIET_MM = 10.0  # white around each square, without which it is not found on a dark table


def marker_sheet(paper: str = "a4") -> bytes:
    """The PDF. Raises ValueError for a paper it does not know."""
    if paper.lower() not in PAPERS:
        raise ValueError(f"There is no sheet for paper {paper!r}; choose A4 or Letter.")
    width, height = PAPERS[paper.lower()]
    out = BytesIO()
    canvas = Canvas(out, pagesize=(width, height))
    canvas.setTitle("Fifth Seat: table markers")
    canvas.setFont("Helvetica-Bold", 15)
    canvas.drawCentredString(width / 2, height - 22 * mm, "Four markers for the corners of your table")
    canvas.setFont("Helvetica", 10)
    lines = (
        "Print at 100 % (not 'fit to page'): a black square measures 48 mm, 1 7/8 inch. Cut along the grey lines.",
        "Lay each near its corner, about 5 cm from the edges, upright as seen from P1's chair at the bottom.",
    )
    for k, line in enumerate(lines):
        canvas.drawCentredString(width / 2, height - (30 + 5 * k) * mm, line)
    pitch = MARKER_MM + 2 * QUIET_MM + 8
    for number, place in enumerate(PLACES):
        column, row = (number in (1, 2)), (number in (2, 3))
        centre_x = width / 2 + (pitch / 2 if column else -pitch / 2) * mm
        centre_y = height / 2 + (-pitch / 2 if row else pitch / 2) * mm
        _marker(canvas, number, centre_x, centre_y)
        canvas.drawCentredString(centre_x, centre_y - (MARKER_MM / 2 + 6) * mm, f"{number}: {place}")
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _marker(canvas: Canvas, number: int, centre_x: float, centre_y: float) -> None:
    cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6)
    step = MARKER_MM / 6 * mm
    left, top = centre_x - 3 * step, centre_y + 3 * step
    canvas.setStrokeGray(0.7)
    reach = (MARKER_MM / 2 + QUIET_MM) * mm
    canvas.rect(centre_x - reach, centre_y - reach, 2 * reach, 2 * reach)
    canvas.setFillGray(0)
    for row, column in np.argwhere(np.asarray(cells) == 0):
        canvas.rect(left + column * step, top - (row + 1) * step, step, step, stroke=0, fill=1)
