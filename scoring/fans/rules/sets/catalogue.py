"""The 81 fans: number, key, names as the rule book prints them, series (3.8.1, A8)."""

from dataclasses import dataclass
from typing import Literal, get_args

Series = Literal[
    "honours",
    "shifted",
    "same",
    "straights",
    "terminals",
    "pungs",
    "kongs",
    "pairs",
    "composition",
    "involved",
    "broken",
    "way",
    "special",
]
FLOWER = 81
# A scoring line of its own inside no. 57: one melded and one concealed kong (3.8.1 no. 57, A16).
MIXED_KONGS = 82


@dataclass(frozen=True, slots=True)
class Fan:
    """One fan.

    `no` is its number in 3.8.1, `key` a word that stays, `zh`, `en`, `ja` its names, `series` its place in A8.
    """

    no: int
    key: str
    zh: str
    en: str
    ja: str
    series: Series

    @property
    def article(self) -> str:
        """Where it is defined."""
        return f"3.8.1 no. {self.no}"


# zh, en, ja; the names differ in writing only.
NAMES = """
大四喜|Big Four Winds|大四喜
大三元|Big Three Dragons|大三元
绿一色|All Green|緑一色
九莲宝灯|Nine Gates|九蓮宝燈
四杠|Four Kongs|四槓
连七对|Seven Shifted Pairs|連七対
十三幺|Thirteen Orphans|十三幺
清幺九|All Terminals|清幺九
小四喜|Little Four Winds|小四喜
小三元|Little Three Dragons|小三元
字一色|All Honors|字一色
四暗刻|Four Concealed Pungs|四暗刻
一色双龙会|Pure Terminal Chows|一色双龍会
一色四同顺|Quadruple Chow|一色四同順
一色四节高|Four Pure Shifted Pungs|一色四節高
一色四步高|Four Pure Shifted Chows|一色四步高
三杠|Three Kongs|三槓
混幺九|All Terminals and Honors|混幺九
七对|Seven Pairs|七対
七星不靠|Greater Honors and Knitted Tiles|七星不靠
全双刻|All Even Pungs|全双刻
清一色|Full Flush|清一色
一色三同顺|Pure Triple Chow|一色三同順
一色三节高|Pure Shifted Pungs|一色三節高
全大|Upper Tiles|全大
全中|Middle Tiles|全中
全小|Lower Tiles|全小
清龙|Pure Straight|清龍
三色双龙会|Three-Suited Terminal Chows|三色双龍会
一色三步高|Pure Shifted Chows|一色三步高
全带五|All Fives|全帯五
三同刻|Triple Pung|三同刻
三暗刻|Three Concealed Pungs|三暗刻
全不靠|Lesser Honors and Knitted Tiles|全不靠
组合龙|Knitted Straight|組合龍
大于五|Upper Four|大于五
小于五|Lower Four|小于五
三风刻|Big Three Winds|三風刻
花龙|Mixed Straight|花龍
推不倒|Reversible Tiles|推不倒
三色三同顺|Mixed Triple Chow|三色三同順
三色三节高|Mixed Shifted Pungs|三色三節高
无番和|Chicken Hand|無番和
妙手回春|Last Tile Draw|妙手回春
海底捞月|Last Tile Claim|海底撈月
杠上开花|Out with Replacement Tile|槓上開花
抢杠和|Robbing the Kong|搶槓和
双暗杠|Two Concealed Kongs|双暗槓
碰碰和|All Pungs|碰碰和
混一色|Half Flush|混一色
三色三步高|Mixed Shifted Chows|三色三步高
五门齐|All Types|五門齊
全求人|Melded Hand|全求人
双箭刻|Two Dragons Pungs|双箭刻
全带幺|Outside Hand|全帯幺
不求人|Fully Concealed Hand|不求人
双明杠|Two Melded Kongs|双明槓
和绝张|Last Tile|和絶張
箭刻|Dragon Pung|箭刻
圈风刻|Prevalent Wind|圈風刻
门风刻|Seat Wind|門風刻
门前清|Concealed Hand|門前清
平和|All Chows|平和
四归一|Tile Hog|四帰一
双同刻|Double Pung|双同刻
双暗刻|Two Concealed Pungs|双暗刻
暗杠|Concealed Kong|暗槓
断幺|All Simples|断幺
一般高|Pure Double Chow|一般高
喜相逢|Mixed Double Chow|喜相逢
连六|Short Straight|連六
老少副|Two Terminal Chows|老少副
幺九刻|Pung of Terminals or Honors|幺九刻
明杠|Melded Kong|明槓
缺一门|One Voided Suit|缺一門
无字|No Honors|無字
边张|Edge Wait|辺張
坎张|Closed Wait|坎張
单调将|Single Wait|単調将
自摸|Self-Drawn|自摸
花牌|Flower Tiles|花牌
"""
SERIES: dict[Series, tuple[int, ...]] = {
    "honours": (1, 2, 9, 10, 11, 38, 54, 59, 60, 61),
    "shifted": (16, 30, 51, 63),
    "same": (14, 23, 41, 69, 70),
    "straights": (28, 35, 39, 71),
    "terminals": (13, 29, 72),
    "pungs": (8, 12, 15, 18, 21, 24, 32, 33, 42, 49, 65, 66, 73),
    "kongs": (5, 17, 48, 57, 67, 74),
    "pairs": (6, 19),
    "composition": (3, 4, 22, 50, 52, 75, 76),
    "involved": (25, 26, 27, 31, 36, 37, 55),
    "broken": (20, 34),
    "way": (44, 45, 46, 47, 53, 56, 58, 62, 68, 77, 78, 79, 80),
    "special": (7, 40, 43, 64, 81),
}
assert set(SERIES) == set(get_args(Series))


def _catalogue() -> dict[int, Fan]:
    series = {no: name for name, numbers in SERIES.items() for no in numbers}
    fans = {}
    for no, line in enumerate(NAMES.split("\n")[1:-1], 1):
        zh, en, ja = line.split("|")
        fans[no] = Fan(no, en.lower().replace(" ", "-"), zh, en, ja, series[no])
    mixed = ("melded-and-concealed-kong", "明暗杠", "Melded and Concealed Kong", "明暗槓")
    fans[MIXED_KONGS] = Fan(57, *mixed, series[57])
    return fans


# By engine number: 1 to 81, and MIXED_KONGS, which is printed as 57.
FANS = _catalogue()
