"""The three Chinese rule sets as data for one engine: values, exclusions, options.

Each exclusion is a row of fans, the fan that they exclude, and the source. ``A1`` to ``A30`` are the decisions of this
project where the text is silent, explained at their uses here or in the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.fans.rules.sets.catalogue import MIXED_KONGS

Scope = Literal["all", "own", "one"]
Source = Literal["print", "implied", "definition", "reading"]


@dataclass(frozen=True, slots=True)
class Exclusion:
    """If all of `fans` count, `excluded` does not.

    `scope`: ``all`` of it, only what the fan's ``own`` sets make, or ``one`` of it. `source`: ``print``, the text
    names it; ``implied``, it follows by necessity and 3.9.1.6(1) forbids it (A1); ``definition``, the two meanings
    overlap; ``reading``, decided here. `article`: shown to people.
    """

    fans: tuple[int, ...]
    excluded: int
    source: Source
    article: str
    scope: Scope

    @property
    def name(self) -> str:
        """``13 excludes 19``, the id of the row's test."""
        fans = "+".join(str(no) if no != MIXED_KONGS else "57b" for no in self.fans)
        return f"{fans} excludes {self.excluded if self.excluded != MIXED_KONGS else '57b'}"


@dataclass(frozen=True, eq=False, slots=True)
class RuleSet:
    """A rule set; `values`: engine number -> points.

    `pairs_carry_pungs` (A12): seven pairs may be 8, 11 or 18. Their Chinese text has pungs only, but the English text
    has "pair(s)", and all practice counts them. `dead_waits_count` (A6): a tile of which the hand has all four copies
    is still a wait, so that another wait is not the only one.
    """

    key: str
    values: Mapping[int, int]
    exclusions: tuple[Exclusion, ...]
    pairs_carry_pungs: bool = True
    dead_waits_count: bool = True


def _numbers(text: str) -> tuple[int, ...]:
    """Return the engine numbers of ``"57 57b"``."""
    return tuple(MIXED_KONGS if word == "57b" else int(word) for word in text.split())


def _values(table: str) -> dict[int, int]:
    """Return engine number -> points of ``"88: 1 2; 64: 8"``."""
    lines = (line.split(":") for line in table.split(";"))
    return {no: int(points) for points, numbers in lines for no in _numbers(numbers)}


def _rows(source: Source, article: str, table: str, scope: Scope = "all") -> tuple[Exclusion, ...]:
    """Return rows of one source from ``"1: 38 49; 3 19: 64"``; ``{}`` in the article is the fan's number."""
    lines = [line.split(":") for line in table.split(";")]
    return tuple(
        Exclusion(_numbers(fans), no, source, article.format(fans.split()[0]), scope)
        for fans, excluded in lines
        for no in _numbers(excluded)
    )


# 3.8.1. 暗杠 (67) is worth 2: the English table groups it under 1 by a page break, appendices 1 and 8 do not.
VALUES_2014 = _values(
    """
    88: 1 2 3 4 5 6 7; 64: 8 9 10 11 12 13; 48: 14 15; 32: 16 17 18; 24: 19 20 21 22 23 24 25 26 27;
    16: 28 29 30 31 32 33; 12: 34 35 36 37 38; 8: 39 40 41 42 43 44 45 46 47 48; 6: 49 50 51 52 53 54 57b;
    4: 55 56 57 58; 2: 59 60 61 62 63 64 65 66 67 68; 1: 69 70 71 72 73 74 75 76 77 78 79 80 81
    """
)
# 002: 双暗杠 is worth 6; its supplement gives 5 for one melded and one concealed kong.
VALUES_1998 = VALUES_2014 | {48: 6, MIXED_KONGS: 5}

# Fans that follow by necessity: 3.9.1.6(1) forbids them although the texts do not print them (A1).
IMPLIED = _rows(
    "implied",
    "3.9.1.6(1)",
    """
    4: 76; 5: 17 49; 6: 19 76; 7: 55; 8: 18; 11: 18; 12: 33 49 62 66; 14: 23; 15: 24; 16: 30; 20: 34 79; 21: 76;
    25: 36; 26: 76; 27: 37; 28: 71 72; 31: 76; 32: 65; 33: 66; 34: 79; 41: 70; 48: 66 67; 56: 80; 57: 74; 68: 76
    """,
)
SHARED = (
    *IMPLIED,
    # Pungs of winds within three of them, and those that count as prevalent or seat wind, do not count as no. 73 too.
    *_rows("implied", "3.9.1.6(1)", "38: 73", "own"),
    *_rows("print", "App. 1 no. 73", "60: 73; 61: 73", "own"),
    # 62 means a win by discard.
    *_rows("definition", "3.8.1 no. 62", "56: 62"),
    # 75 means that exactly one suit is missing: fans that miss two or three do not include it (A3).
    *_rows("definition", "3.8.1 no. 75", "4: 75; 6: 75; 11: 75; 13: 75; 22: 75; 50: 75"),
    # "Concealed kongs are added" to three and four kongs (nos. 5, 17) as 67 for one and 48 for two, in addition to the
    # series of concealed pungs; melded ones are not (A15). One melded and one concealed kong have their own line (A16).
    *_rows("reading", "3.8.1 no. {}", "5: 57 57b 74; 17: 57 57b 74"),
    *_rows("print", "3.8.1 no. 57", "57b: 67 74"),
)

WMO_2014 = RuleSet(
    "wmo-2014",
    VALUES_2014,
    (
        *_rows(
            "print",
            "App. 1 no. {}",
            """
            1: 38 49 60 61 73; 2: 54 59; 4: 22 62 73; 5: 79; 6: 22 62 79; 7: 52 62 79; 8: 49 55 73 76; 9: 38 73;
            10: 54 59; 11: 49 55 73; 13: 19 22 63 69 72 76; 14: 24 64 69; 15: 23 49; 16: 71 72; 18: 49 55 73;
            19: 62 79; 20: 52 62; 21: 49 68; 22: 76; 23: 24 69; 24: 23; 25: 76; 26: 68; 27: 76; 29: 63 70 72 76;
            31: 68; 34: 52 62; 36: 76; 37: 76; 40: 75; 44: 80; 46: 80; 47: 58; 53: 79; 54: 59; 63: 76
            """,
        ),
        *SHARED,
        # Example 3 of no. 3 does not count the tile hog that seven green pairs cannot avoid (A4).
        *_rows("print", "App. 1 no. 3", "3 19: 64", "one"),
    ),
)

# The rows that 002 prints, sentence by sentence (tests/scoring/fans/test_print_of_1998.py), and what it does not print.
OF_1998 = (
    *_rows(
        "print",
        "1998 no. {}",
        """
        1: 38 49 60 61 73; 2: 54 59; 3: 50; 4: 22 56 62; 5: 17 48 49 57 67 74 79; 6: 19 22 56 62 75 76 79;
        7: 52 55 56 62 79; 8: 18 49 55 65 73 76; 9: 38; 10: 54 59; 11: 18 49 55 73 75; 12: 33 49 56 62 66;
        13: 19 22 63 69 72 75 76; 14: 23 24 64 69; 15: 23 24 49; 16: 30; 17: 48 57 57b 67 74; 18: 49 55 73;
        19: 56 62 79; 20: 34 52 56 62 79; 21: 49 68 76; 22: 75 76; 23: 24 69; 24: 23; 25: 36 76; 26: 68 76; 27: 37 76;
        28: 71 72; 29: 63 70 72 76; 31: 68 76; 32: 65; 33: 66; 34: 52 56 62 79; 36: 76; 37: 76; 40: 75; 41: 70; 44: 80;
        46: 80; 47: 58; 48: 66; 50: 75; 53: 79; 54: 59; 56: 62 80; 57: 74; 63: 76; 68: 76
        """,
    ),
    *_rows("print", "1998 no. {}", "9: 73; 60: 73; 61: 73", "own"),
    *_rows("implied", "3.9.1.6(1)", "4: 76; 5: 57b; 48: 67; 57b: 67 74"),
    *_rows("implied", "3.9.1.6(1)", "38: 73", "own"),
    # All Green replaces the half flush, which does not include 75 either (A3).
    *_rows("definition", "3.8.1 no. 75", "3: 75; 4: 75"),
    # 1998 is silent about the pairs of chows in four shifted chows; the rules of 2014 hold.
    *_rows("reading", "App. 1 no. 16", "16: 71 72"),
)
# As played: 75 counts with 2, 9, 10, 14, 15, 16 and 38. Nine Gates excludes only one of its two pungs of terminals, so
# that a hand won on 2, 5 or 8 keeps the other (A14).
GUOBIAO = RuleSet("guobiao", VALUES_1998, (*OF_1998, *_rows("print", "1998 no. 4", "4: 73", "one")))
# As printed: 75 counts with 2 only, whose sentence does not name it.
GB_1998 = RuleSet(
    "gb-1998",
    VALUES_1998,
    (*OF_1998, *_rows("print", "1998 no. {}", "4: 73; 9: 75; 10: 75; 14: 75; 15: 75; 16: 75; 38: 75")),
)

RULE_SETS = {rules.key: rules for rules in (WMO_2014, GUOBIAO, GB_1998)}
DEFAULT = WMO_2014.key
