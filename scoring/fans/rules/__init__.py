"""The fan calculator: the score of a winning hand, with reasons (3.7, 3.8, 3.9.1.6, appendix 1).

``score`` returns fans and points of the best reading under a rule set (``RULE_SETS``), ``explain`` the reasons.
``waits`` and ``distance`` take 13 tiles, ``judged`` tells 错和 from 诈和. The constructor of ``Hand`` raises
``HandError`` with the wrong field.
"""

from scoring.fans.rules.counting.engine import score
from scoring.fans.rules.counting.explain import Explanation, Line, ReadingScore, explain
from scoring.fans.rules.counting.reasons import Left
from scoring.fans.rules.counting.scores import FanCount, Score
from scoring.fans.rules.counting.waits import Distance, Wait, distance, judged, waits
from scoring.fans.rules.documents import hand_from
from scoring.fans.rules.hands.hand import Hand, hand_of
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
    "Left",
    "Line",
    "ReadingScore",
    "RuleSet",
    "Score",
    "Wait",
    "distance",
    "explain",
    "hand_from",
    "hand_of",
    "judged",
    "score",
    "waits",
]
