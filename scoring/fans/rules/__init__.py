"""The fan calculator: what a winning hand scores and why (3.7, 3.8, 3.9.1.6, appendix 1).

``score`` gives the best reading's fans and points under a rule set (``RULE_SETS``), ``explain`` says why, ``waits`` and
``distance`` are for 13 tiles, ``judged`` tells 错和 from 诈和. A ``Hand`` is right by construction, else ``HandError``
says where it is not. ``scored_document`` takes and gives the JSON of ``manage.py score_hands``.
"""

from scoring.fans.rules.counting.engine import FanCount, Score, score
from scoring.fans.rules.counting.explain import Explanation, Left, Line, ReadingScore, SetView, explain
from scoring.fans.rules.counting.waits import Distance, Wait, distance, judged, waits
from scoring.fans.rules.documents import hand_from, scored_document
from scoring.fans.rules.errors import HandError
from scoring.fans.rules.hands.hand import Hand, Meld, hand_of, meld
from scoring.fans.rules.hands.tiles import parse_tiles, tile_text, tiles_text
from scoring.fans.rules.sets.catalogue import FANS, SERIES, Fan
from scoring.fans.rules.sets.rule_sets import DEFAULT, RULE_SETS, Exclusion, RuleSet

__all__ = [
    "DEFAULT",
    "FANS",
    "RULE_SETS",
    "SERIES",
    "Distance",
    "Exclusion",
    "Explanation",
    "Fan",
    "FanCount",
    "Hand",
    "HandError",
    "Left",
    "Line",
    "Meld",
    "ReadingScore",
    "RuleSet",
    "Score",
    "SetView",
    "Wait",
    "distance",
    "explain",
    "hand_from",
    "hand_of",
    "judged",
    "meld",
    "parse_tiles",
    "score",
    "scored_document",
    "tile_text",
    "tiles_text",
    "waits",
]
