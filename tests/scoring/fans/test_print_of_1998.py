"""The exclusions that the text of 1998 prints, sentence by sentence, against the rows of the rule sets.

A sentence names the fans that are not added (不计) by their Chinese names; the words are those of the print.
"""

import pytest

from scoring.fans.rules import FANS, RULE_SETS
from scoring.fans.rules.counting.explain import explain
from scoring.fans.rules.lines import hand_in
from scoring.fans.rules.sets.catalogue import MIXED_KONGS

PRINT = """
大三元：箭刻 双箭刻
大四喜：圈风刻 门风刻 三风刻 碰碰和 幺九刻
九莲宝灯：清一色 门前清 幺九刻 不求人
连七对：清一色 不求人 单调将 门前清 七对 缺一门 无字
四杠：三杠 双暗杠 双明杠 明杠 暗杠 单钓将 碰碰和
绿一色：混一色
十三幺：五门齐 不求人 单钓将 门前清 全带幺
清幺九：碰碰和 双同刻 无字 混幺九 全带幺 幺九刻
小三元：双箭刻 箭刻 缺一门
小四喜：三风刻 缺一门 幺九刻
字一色：碰碰和 混幺九 全带幺 幺九刻 缺一门
四暗刻：门前清 碰碰和 三暗刻 双暗刻 不求人
一色双龙会：平和 七对 清一色 一般高 老少副 缺一门 无字
一色四同顺：一色三节高 一般高 四归一 一色三同顺 缺一门
一色四节高：一色三同顺 一色三节高 碰碰和 缺一门
一色四步高：一色三步高 缺一门
三杠：双暗杠 双明杠 暗杠 明杠 明暗杠
混幺九：碰碰和 幺九刻 全带幺
七对：门前清 不求人 单调
七星不靠：五门齐 不求人 单钓将 门前清 全不靠
全双刻：碰碰和 断幺 无字
清一色：缺一门 无字
一色三同顺：一色三节高 一般高
一色三节高：一色三同顺
全大：无字 大于五
全中：断幺 无字
全小：无字 小于五
清龙：连六 老少副
三色双龙会：喜相逢 老少副 无字 平和
全带五：断幺 无字
三同刻：双同刻
三暗刻：双暗刻
全不靠：五门齐 不求人 单钓将 门前清
大于五：无字
小于五：无字
三风刻：缺一门
推不倒：缺一门
三色三同顺：喜相逢
妙手回春：自摸
杠上开花：自摸
抢杠和：和绝张
混一色：缺一门
全求人：单调将
双暗杠：双暗刻
双箭刻：箭刻
不求人：门前清 自摸
双明杠：明杠
圈风刻：幺九刻
门风刻：幺九刻
平和：无字
断幺：无字
"""
#: Names of the print that the list of 2014 writes differently.
OTHER_NAMES = {"单钓将": "单调将", "单调": "单调将"}


def numbers() -> dict[str, int]:
    return {fan.zh: no for no, fan in FANS.items()}


def printed() -> set[tuple[int, int]]:
    by_name = numbers()
    pairs = set()
    for sentence in PRINT.strip().splitlines():
        fan, _colon, excluded = sentence.partition("：")
        pairs |= {(by_name[fan], by_name[OTHER_NAMES.get(name, name)]) for name in excluded.split()}
    return pairs


def test_the_rows_called_print_are_those_of_the_print() -> None:
    rows = {(*row.fans, row.excluded) for row in RULE_SETS["gb-1998"].exclusions if row.source == "print"}
    assert rows == printed()


def test_every_other_row_is_of_2014_or_follows_by_necessity() -> None:
    rows = {(row.name, row.article) for row in RULE_SETS["gb-1998"].exclusions if row.source != "print"}
    assert rows == {
        ("4 excludes 76", "3.9.1.6(1)"), ("5 excludes 57b", "3.9.1.6(1)"), ("48 excludes 67", "3.9.1.6(1)"),
        ("57b excludes 67", "3.9.1.6(1)"), ("57b excludes 74", "3.9.1.6(1)"), ("38 excludes 73", "3.9.1.6(1)"),
        ("3 excludes 75", "3.8.1 no. 75"), ("4 excludes 75", "3.8.1 no. 75"),
        ("16 excludes 71", "App. 1 no. 16"), ("16 excludes 72", "App. 1 no. 16"),
    }  # fmt: skip
    assert MIXED_KONGS in FANS


@pytest.mark.parametrize(("rules", "points"), [("gb-1998", 89), ("guobiao", 89), ("wmo-2014", 89)])
def test_big_three_dragons_does_not_exclude_one_voided_suit(rules: str, points: int) -> None:
    """CCC FFF PPP 234m 55p, the pungs melded so that nothing else counts: 88 and 1."""
    explained = explain(hand_in("CCC FFF PPP, 34m55p + 2m"), RULE_SETS[rules])
    assert explained is not None
    assert explained.best.points == points
