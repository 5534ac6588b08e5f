"""The draw engine: provably fair charts for any number of players (3.4.7, 3.5.1, A3).

``draw`` makes one, ``candidates`` several to choose from, ``plain_chart`` one in lot numbers; ``start`` is the chart
for a list before the lots are drawn. ``quality`` counts any chart, ``figures`` explains its bounds. ``swapped``,
``replaced`` and ``with_late`` change a draw, ``after_withdrawal`` redraws the remaining sessions.
"""

from tournament.draws.rules.candidates import Candidate, candidates
from tournament.draws.rules.changes.persons import replaced, with_late
from tournament.draws.rules.changes.remaining import FEWER_TABLES, FILLERS_STAY, Remaining, after_withdrawal
from tournament.draws.rules.changes.swaps import swapped
from tournament.draws.rules.engine import draw, plain_chart
from tournament.draws.rules.figures import Figure, Reason, figures
from tournament.draws.rules.how import APART, AREAS, how_made, is_rule
from tournament.draws.rules.lots.starts import VERSION, Start, list_text, start
from tournament.draws.rules.quality import quality
from tournament.draws.rules.types import Chart, Draw, DrawError, Entrant, Quality

__all__ = [
    "APART",
    "AREAS",
    "FEWER_TABLES",
    "FILLERS_STAY",
    "VERSION",
    "Candidate",
    "Chart",
    "Draw",
    "DrawError",
    "Entrant",
    "Figure",
    "Quality",
    "Reason",
    "Remaining",
    "Start",
    "after_withdrawal",
    "candidates",
    "draw",
    "figures",
    "how_made",
    "is_rule",
    "list_text",
    "plain_chart",
    "quality",
    "replaced",
    "start",
    "swapped",
    "with_late",
]
