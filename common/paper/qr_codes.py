"""QR codes as rows of dark modules."""

from functools import lru_cache

import segno

#: Light modules around a QR code (ISO/IEC 18004).
QUIET = 4


@lru_cache(maxsize=1024)
def qr_rows(data: str) -> list[list[tuple[int, int]]]:
    """Return the dark parts of a QR code's rows, each as (start, length) in modules.

    The mask is fixed: readers accept any, and trying all eight takes most of the time.
    """
    code = segno.make(data, error="m", micro=False, mask=3)
    return [_dark(bytes(row)) for row in code.matrix]


def _dark(row: bytes) -> list[tuple[int, int]]:
    dark_parts, start = [], None
    for column, module in enumerate([*row, 0]):
        if module and start is None:
            start = column
        elif not module and start is not None:
            dark_parts.append((start, column - start))
            start = None
    return dark_parts
