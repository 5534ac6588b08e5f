"""The draw engine: provably fair charts for any field (3.4.7, 3.5.1, A3).

``draw`` makes one, ``plain_chart`` one in lot numbers, ``quality`` counts any, ``swapped`` shows what an exchange by
hand does.
"""

from tournament.rules.draws.engine import VERSION, draw, list_text, plain_chart
from tournament.rules.draws.quality import quality
from tournament.rules.draws.swaps import swapped
from tournament.rules.draws.types import Chart, Draw, DrawError, Entrant, Quality

__all__ = [
    "VERSION",
    "Chart",
    "Draw",
    "DrawError",
    "Entrant",
    "Quality",
    "draw",
    "list_text",
    "plain_chart",
    "quality",
    "swapped",
]
