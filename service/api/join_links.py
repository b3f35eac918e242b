"""Links by which people join a table, as QR codes for the phones of a room."""

from functools import lru_cache
from io import BytesIO

import segno

MAX_LINK_CHARACTERS = 200
"""A host name and a code are shorter. A longer text would cost the process noticeable time."""


@lru_cache(maxsize=256)
def draw_qr_code(link: str) -> bytes:
    """An SVG image of the QR code of a link: black on white, with the quiet zone that scanners need."""
    image = BytesIO()
    segno.make(link, error="m", micro=False).save(
        image, kind="svg", light="#fff", omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    return image.getvalue()
