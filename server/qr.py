"""A QR code for a page."""

from io import BytesIO

import segno


def qr_svg(text: str) -> str:
    """Inline SVG, black on white in every theme: many phones read no other."""
    out = BytesIO()
    segno.make(text, error="m", micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        border=3,
        dark="#111",
        light="#fff",
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    return out.getvalue().decode()
