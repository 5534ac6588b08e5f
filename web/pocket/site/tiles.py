"""Put the tiles that a page shows into the page: from disk, a browser draws no part of another file."""

import re

_SHOWN = re.compile(r'"\.\./static/tiles\.svg#(\w+)"')
_SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>', re.DOTALL)


def with_own_tiles(page: str, faces: str) -> str:
    """Return the page with the faces of its tiles, taken from ``faces``, the file of all of them."""
    shown = set(_SHOWN.findall(page))
    if not shown:
        return page
    own = [face[0].replace('id="', 'id="tile-', 1) for face in _SYMBOL.finditer(faces) if face[1] in shown]
    page = _SHOWN.sub(r'"#tile-\1"', page)
    return page.replace("</body>", f'<svg class="visually-hidden" aria-hidden="true">{"".join(own)}</svg></body>')
