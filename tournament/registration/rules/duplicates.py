"""Persons who may be one: the same federation number, the same name written another way, names that nearly agree."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.registration.rules.cells import key

#: Forms of one character in China (simplified), Taiwan and Japan, the simplified one first.
_FORMS = """
    国國 广廣広 张張 刘劉 陈陳 黄黃 杨楊 赵趙 吴吳 孙孫 马馬 郑鄭 谢謝 许許 邓鄧 冯馮 蒋蔣 韩韓 叶葉 苏蘇
    吕呂 卢盧 钟鍾鐘 谭譚 陆陸 贾賈 邹鄒 闫閆 龙龍竜 高髙 崎﨑碕 边邊辺邉 泽澤沢 齐齊斉 斋齋斎 滨濱浜 樱櫻桜
    万萬 东東 伟偉 丽麗 华華 军軍 强強 红紅 兰蘭 凤鳳 刚剛 辉輝 杰傑 静靜 洁潔 晓曉暁 云雲 飞飛 庆慶 荣榮栄
    义義 伦倫 宝寶宝 泷瀧滝 岛島嶋 渊淵渕 关關関 严嚴厳 顾顧 罗羅 沈瀋 欧歐欧 阳陽 诸諸 贵貴 爱愛 恵惠 学學
    图圖図 数數 乐樂楽 气氣気 铁鐵鉄 德徳 真眞 条條 桧檜 广廣 铃鈴 绫綾 绘繪絵 织織 结結 纪紀 细細 诚誠 谦謙
    贤賢 远遠 达達 迟遲 银銀 锋鋒 长長 门門 闻聞 随隨 难難 顺順 颖穎 鸟鳥 鹤鶴 鹏鵬 黒黑 齿齒歯
"""
_FORM = {sign: forms[0] for forms in _FORMS.split() for sign in forms}
#: Names so short are equal or not; one sign more or less is another name.
SHORTEST_NEAR = 6


@dataclass(frozen=True)
class Somebody:
    """A person as the search sees it; ``numbers`` the events are none of its business."""

    id: int
    name: str
    family_name: str = ""
    given_name: str = ""
    latin_name: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True)
class Pair:
    """Two persons who may be one, and why: "same-name", "order", "script", "latin", "spelling"; "country" beside it."""

    first: int
    second: int
    evidence: tuple[str, ...]


def pairs(here: Sequence[Somebody], known: Sequence[Somebody]) -> list[Pair]:
    """The pairs of one of ``here`` with one of ``known``, the surest first, each once.

    Two federation numbers, or two countries with names that only nearly agree, say that these are two persons.
    """
    index: dict[str, list[Somebody]] = defaultdict(list)
    for person in known:
        for mark in _marks(person):
            index[mark].append(person)
    found: dict[tuple[int, int], Pair] = {}
    for person in here:
        for other in {one.id: one for mark in _marks(person) for one in index.get(mark, ())}.values():
            first, second = sorted((person.id, other.id))
            evidence = evidence_of(person, other) if first != second else ()
            if evidence:
                found[first, second] = Pair(first, second, evidence)
    order = ("same-name", "order", "script", "latin", "spelling")
    return sorted(found.values(), key=lambda pair: (order.index(pair.evidence[0]), -len(pair.evidence), pair.first))


def evidence_of(one: Somebody, other: Somebody) -> tuple[str, ...]:
    """Why two persons may be one; empty: nothing says so."""
    if one.federation_number and other.federation_number:
        return ()
    how = _names(one, other)
    countries = {one.country, other.country} - {""}
    if not how or (how == "spelling" and len(countries) > 1):
        return ()
    same = len(countries) == 1 and one.country == other.country
    return (how, "country") if same else (how,)


def _names(one: Somebody, other: Somebody) -> str:
    if key(one.name) == key(other.name):
        return "same-name"
    if _sorted(one) == _sorted(other):
        return "order"
    if _one_script(one) == _one_script(other):
        return "script"
    latin = _latins(one) & _latins(other)
    if latin:
        return "latin"
    first, second = _one_script(one), _one_script(other)
    return "spelling" if min(len(first), len(second)) >= SHORTEST_NEAR and near(first, second) else ""


def _words(text: str) -> str:
    apart = "".join(sign if sign.isalnum() or unicodedata.combining(sign) else " " for sign in text)
    return "".join(sorted(filter(None, map(key, apart.split()))))


def _sorted(person: Somebody) -> str:
    """The words of the name in the alphabet's order, joined: "Wang Wei" and "WEI Wang" are one."""
    words = f"{person.family_name} {person.given_name}" if person.family_name and person.given_name else person.name
    return _words(words)


def _one_script(person: Somebody) -> str:
    """As ``_sorted`` with one form for each character: "陳偉" and "陈伟" are one."""
    return "".join(_FORM.get(sign, sign) for sign in _sorted(person))


def _latins(person: Somebody) -> set[str]:
    """The name in Latin letters, by whichever field has it."""
    return {words for text in (person.latin_name, person.name) if (words := _words(text)) and text and _is_latin(text)}


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(sign, "") for sign in text if sign.isalpha())


def _marks(person: Somebody) -> Iterator[str]:
    """What two persons share if they may be one: the words of a name, or all of them but one sign."""
    yield from {_words(person.name), _one_script(person), *_latins(person)} - {""}
    name = _one_script(person)
    if len(name) >= SHORTEST_NEAR:
        yield from {f"~{name[:at]}{name[at + 1 :]}" for at in range(len(name))}
        yield f"~{name}"


def near(first: str, second: str) -> bool:
    """Whether one sign added, left out, replaced or exchanged with its neighbour makes one text of the other."""
    if len(first) > len(second):
        first, second = second, first
    if first == second:
        return True
    start = next((at for at, sign in enumerate(first) if second[at] != sign), len(first))
    if len(first) == len(second):
        exchanged = first[start : start + 2] == second[start : start + 2][::-1]
        return first[start + 1 :] == second[start + 1 :] or (exchanged and first[start + 2 :] == second[start + 2 :])
    return len(second) - len(first) == 1 and first[start:] == second[start + 1 :]
