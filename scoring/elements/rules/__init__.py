"""The calculator of the International Mahjong Rules v0702: the value of a winning hand, with reasons (IMJ 24 to 30).

``score`` returns the elements and the rank of the best reading, ``explain`` the reasons. The constructor of ``Hand``
raises ``HandError`` with the wrong field. Rows are in ``catalogue``.
"""

from scoring.elements.rules.catalogue import ELEMENTS, Element
from scoring.elements.rules.engine import score
from scoring.elements.rules.explaining import Dropped, Explanation, Line, ReadingScore, explain
from scoring.elements.rules.hand import Hand, hand_of
from scoring.elements.rules.scores import ElementCount, Score

RULE_SET = "imj-0702"

__all__ = [
    "ELEMENTS",
    "RULE_SET",
    "Dropped",
    "Element",
    "ElementCount",
    "Explanation",
    "Hand",
    "Line",
    "ReadingScore",
    "Score",
    "explain",
    "hand_of",
    "score",
]
