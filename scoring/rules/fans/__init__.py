"""The fan calculator: what a winning hand scores and why (3.7, 3.8, 3.9.1.6, appendix 1).

``score`` gives the best reading's fans and points under a rule set (``RULE_SETS``), ``Hand`` and ``Meld`` are what it
takes, ``parse_tiles`` reads text, ``FANS`` is the catalogue.
"""

from scoring.rules.fans.catalogue import FANS, SERIES, Fan
from scoring.rules.fans.engine import MINIMUM, FanCount, Score, score
from scoring.rules.fans.errors import HandError
from scoring.rules.fans.hand import Hand, Meld, hand_of, meld
from scoring.rules.fans.rule_sets import DEFAULT, RULE_SETS, Exclusion, RuleSet
from scoring.rules.fans.tiles import parse_tiles, tile_text, tiles_text

__all__ = [
    "DEFAULT",
    "FANS",
    "MINIMUM",
    "RULE_SETS",
    "SERIES",
    "Exclusion",
    "Fan",
    "FanCount",
    "Hand",
    "HandError",
    "Meld",
    "RuleSet",
    "Score",
    "hand_of",
    "meld",
    "parse_tiles",
    "score",
    "tile_text",
    "tiles_text",
]
