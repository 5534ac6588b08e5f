"""The grade elements of IMJ 25 to 28 as rows, their groups, and what may be added inside a group.

Values are half fans. Names in Chinese and English are those of the text, the Japanese ones are ours.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.game.rules.imj.chart import HALVES, fans_of


@dataclass(frozen=True, slots=True)
class Element:
    """A grade element; `article`: without "IMJ"; `key`: a permanent id; `halves`: half fans for counting it once."""

    article: str
    key: str
    zh: str
    en: str
    ja: str
    halves: int

    @property
    def group(self) -> str:
        return self.article.split("(")[0] if "(" in self.article else self.article.split(".")[0]

    @property
    def fans(self) -> int | float:
        return fans_of(self.halves)


# article|zh|en|ja|fans
ROWS = """
25.1(1)|天胡|The Heaven|天和|6
25.1(2)|地胡|The Earth|地和|6
25.1(3)|全暗刻|All Hidden Pungs|全暗刻|13
25.1(4)|连七对|Seven Consecutive Pairs|連七対|13
25.1(5)|九莲宝灯|Nine Gates|九蓮宝燈|13
25.2(1)|七只花|The Seven Flowers|七花|3
25.2(2)|八只花|The Eight Flowers|八花|9
25.2(3)|七星不靠|Seven Isolated Stars|七星不靠|6
25.2(4)|十三幺|The Thirteen Unios|十三幺|13
25.2(5)|杠四杠|The Kong To Fourth|槓四槓|15
26.1|鸡胡|The Coward|鶏和|0.5
26.2|平胡|All Chows|平和|1
26.3|对对胡|All Pungs|対々和|3
26.4|七对胡|Seven Pairs|七対|3
27.1(1)|清幺九|Pure Terminals|清幺九|8
27.1(2)|混幺九|Mixed Unios|混幺九|1
27.1(3)|清番子|Pure Honours|清字牌|8
27.1(4)|清一色|Pure Same|清一色|6
27.1(5)|混一色|Mixed Same|混一色|3
27.1(6)|全带五|Five In All|全帯五|2
27.1(7)|全带幺|Unio In All|全帯幺|1
27.1(8)|五门齐|All Types|五門斉|1
27.2(1)|大四喜|Big Four Winds|大四喜|9
27.2(2)|小四喜|Little Four Winds|小四喜|6
27.2(3)|大三元|Big Three Dragons|大三元|6
27.2(4)|小三元|Little Three Dragons|小三元|4
27.2(5)|三元刻|Pung Of Dragon|三元牌の刻子|1
27.2(6)|正风|Chance Wind|自風の刻子|1
27.2(7)|正圈|Chance Round|場風の刻子|1
27.3(1)|一色四跳刻|Four Jumping Pungs|一色四跳刻|4
27.3(2)|一色三跳刻|Pure Jumping Pungs|一色三跳刻|3
27.3(3)|三色三同刻|Three Matching Pungs|三色三同刻|2
27.3(4)|三色三跳刻|Mixed Jumping Pungs|三色三跳刻|1
27.4(1)|一色四同顺|Four Identical Chows|一色四同順|4
27.4(2)|一色四跳顺|Four Stepping Chows|一色四跳順|4
27.4(3)|一色三同顺|Three Identical Chows|一色三同順|3
27.4(4)|一色三跳顺|Pure Stepping Chows|一色三跳順|3
27.4(5)|三色三同顺|Three Matching Chows|三色三同順|2
27.4(6)|三色三跳顺|Mixed Stepping Chows|三色三跳順|1
27.4(7)|九子清龙|Pure Straight Nine|九子清龍|2
27.4(8)|九子花龙|Mixed Straight Nine|九子花龍|1
28.1(1)|打出食胡|From The Floor|出アガリ|0
28.1(2)|自摸食胡|From The Wall|ツモアガリ|1
28.1(3)|抢杠食胡|From Robbed Kong|搶槓|1
28.2(1)|海底摸月|From Final Draw|海底摸月|1
28.2(2)|海底捞鱼|From Final Exposed|海底撈魚|1
28.3(1)|杠一杠|On First Kong|槓一槓|1
28.3(2)|杠二杠|On Second Kong|槓二槓|3
28.3(3)|杠三杠|On Third Kong|槓三槓|6
28.4(1)|全求人|All Pickups|全求人|1
28.4(2)|不求人|Self Help|不求人|1
28.4(3)|门前清|Clear Front|門前清|1
28.5(1)|无花|No Flower|無花|1
28.5(2)|正花|Chance Flower|正花|1
28.5(3)|四只花|Full Set Of Flowers|四花|1
"""
# The groups of which at most one element counts (IMJ 27.1 to 27.4, 28.5). A decomposition has one element of 26 only;
# all of 28.1 to 28.4 count.
ONE_OF = ("27.1", "27.2", "27.3", "27.4", "28.5")
# The elements of one group that are added nevertheless, as each of them says.
ADDED = (
    ("27.1(2)", "27.1(5)"),
    ("27.1(7)", "27.1(8)"),
    ("27.2(5)", "27.2(6)"),
    ("27.2(5)", "27.2(7)"),
    ("27.2(6)", "27.2(7)"),
    ("28.5(2)", "28.5(3)"),
)
# The elements that count for each pung, flower or set of flowers; all others count once.
EACH = ("27.2(5)", "28.5(2)", "28.5(3)")


class Pattern(NamedTuple):
    """Sets of one kind in one suit or in three, each `step` above the last (IMJ 27.3, 27.4)."""

    article: str
    kind: Literal["chow", "pung"]
    sets: int
    suits: int
    step: int


PATTERNS = (
    Pattern("27.3(1)", "pung", 4, 1, 1),
    Pattern("27.3(2)", "pung", 3, 1, 1),
    Pattern("27.3(3)", "pung", 3, 3, 0),
    Pattern("27.3(4)", "pung", 3, 3, 1),
    Pattern("27.4(1)", "chow", 4, 1, 0),
    Pattern("27.4(2)", "chow", 4, 1, 1),
    Pattern("27.4(3)", "chow", 3, 1, 0),
    Pattern("27.4(4)", "chow", 3, 1, 1),
    Pattern("27.4(5)", "chow", 3, 3, 0),
    Pattern("27.4(6)", "chow", 3, 3, 1),
    Pattern("27.4(7)", "chow", 3, 1, 3),
    Pattern("27.4(8)", "chow", 3, 3, 3),
)


def _element(row: str) -> Element:
    article, zh, en, ja, fans = row.split("|")
    key = en.removeprefix("The ").lower().replace(" ", "-")
    return Element(article, key, zh, en, ja, int(HALVES * float(fans)))


#: Article -> element, in the order of the text.
ELEMENTS = {element.article: element for element in map(_element, ROWS.split("\n")[1:-1])}
#: Article -> its position in the text.
POSITION = {article: position for position, article in enumerate(ELEMENTS)}
