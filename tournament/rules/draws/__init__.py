"""The draw engine: provably fair charts for any field (3.4.7, 3.5.1, A3).

``draw`` makes one, ``candidates`` several to choose from, ``plain_chart`` one in lot numbers. ``quality`` counts any,
``figures`` says what bounds it. ``plans`` are the charts of positions it chooses from. ``swapped`` shows what an exchange by
hand does.
"""

from tournament.rules.draws.candidates import Candidate, candidates
from tournament.rules.draws.engine import VERSION, draw, list_text, plain_chart
from tournament.rules.draws.figures import Figure, Reason, figures
from tournament.rules.draws.how import APART, AREAS, RULES, how_made
from tournament.rules.draws.plans import plans
from tournament.rules.draws.quality import quality
from tournament.rules.draws.swaps import swapped
from tournament.rules.draws.types import Chart, Draw, DrawError, Entrant, Quality

__all__ = [
    "APART",
    "AREAS",
    "RULES",
    "VERSION",
    "Candidate",
    "Chart",
    "Draw",
    "DrawError",
    "Entrant",
    "Figure",
    "Quality",
    "Reason",
    "candidates",
    "draw",
    "figures",
    "how_made",
    "list_text",
    "plain_chart",
    "plans",
    "quality",
    "swapped",
]
