"""Encode drawn pictures for browsers."""

import io

from PIL import Image

#: Sizes inside an icon file for Windows.
ICO_SIZES = [(16, 16), (32, 32), (48, 48)]


def png_of(picture: Image.Image) -> bytes:
    """Return the picture as PNG."""
    output = io.BytesIO()
    picture.save(output, "PNG", optimize=True)
    return output.getvalue()


def ico_of(picture: Image.Image) -> bytes:
    """Return the picture as ICO in the usual sizes."""
    output = io.BytesIO()
    picture.save(output, "ICO", sizes=ICO_SIZES)
    return output.getvalue()
