"""Find persons who may be the same: same name in another spelling, script or order, or nearly the same name."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.registration.rules.cells import key
from tournament.registration.rules.federation import exclude_each_other

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
#: What makes two names alike, the strongest evidence first.
_ORDER = ("same-name", "order", "script", "latin", "spelling")
#: Shorter names must be equal: one character of difference makes another name.
SHORTEST_NEAR = 6


@dataclass(frozen=True)
class PersonNames:
    """A person for the search of duplicates."""

    id: int
    name: str
    family_name: str = ""
    given_name: str = ""
    latin_name: str = ""
    country: str = ""
    federation_number: str = ""


@dataclass(frozen=True)
class Pair:
    """Two persons who may be the same, and the evidence.

    It is one of "same-name", "order", "script", "latin", "spelling", optionally followed by "country".
    """

    first: int
    second: int
    evidence: tuple[str, ...]


def pairs(searched: Sequence[PersonNames], known: Sequence[PersonNames]) -> list[Pair]:
    """Return the pairs of a person of ``searched`` with one of ``known``, strongest evidence first, each pair once.

    Two numbers of one federation, or two countries with only nearly equal names, exclude a pair.
    """
    index: dict[str, list[PersonNames]] = defaultdict(list)
    for person in known:
        for search_key in search_keys(person):
            index[search_key].append(person)
    pairs_by_ids: dict[tuple[int, int], Pair] = {}
    for person in searched:
        candidates: dict[int, PersonNames] = {}
        for search_key in search_keys(person):
            candidates |= {other.id: other for other in index.get(search_key, ())}
        for other in candidates.values():
            first, second = sorted((person.id, other.id))
            evidence = evidence_of(person, other) if first != second else ()
            if evidence:
                pairs_by_ids[first, second] = Pair(first, second, evidence)
    return sorted(pairs_by_ids.values(), key=lambda pair: (strength_of(pair.evidence), pair.first))


def strength_of(evidence: tuple[str, ...]) -> int:
    """Return the rank of the evidence of a pair; 0 is the strongest."""
    return 2 * _ORDER.index(evidence[0]) + (len(evidence) == 1)


def evidence_with(strength: int) -> tuple[str, ...]:
    """Return the evidence that has this strength."""
    how = _ORDER[strength // 2]
    return (how,) if strength % 2 else (how, "country")


def evidence_of(person: PersonNames, other: PersonNames) -> tuple[str, ...]:
    """Return the evidence that two persons are the same; empty: none."""
    if exclude_each_other(person.federation_number, (), other.federation_number, ()):
        return ()
    how = _name_evidence(person, other)
    countries = {person.country, other.country} - {""}
    if not how or (how == "spelling" and len(countries) > 1):
        return ()
    same = len(countries) == 1 and person.country == other.country
    return (how, "country") if same else (how,)


def _name_evidence(person: PersonNames, other: PersonNames) -> str:
    if key(person.name) == key(other.name):
        return "same-name"
    if _sorted_words(person) == _sorted_words(other):
        return "order"
    if _one_script(person) == _one_script(other):
        return "script"
    latin = _latin_forms(person) & _latin_forms(other)
    if latin:
        return "latin"
    first, second = _one_script(person), _one_script(other)
    return "spelling" if min(len(first), len(second)) >= SHORTEST_NEAR and near(first, second) else ""


def _word_keys(text: str) -> str:
    separated = "".join(sign if sign.isalnum() or unicodedata.combining(sign) else " " for sign in text)
    return "".join(sorted(filter(None, map(key, separated.split()))))


def _sorted_words(person: PersonNames) -> str:
    """Return the words of the name in alphabetical order, joined: "Wang Wei" and "WEI Wang" are equal."""
    words = f"{person.family_name} {person.given_name}" if person.family_name and person.given_name else person.name
    return _word_keys(words)


def _one_script(person: PersonNames) -> str:
    """Return ``_sorted_words`` with one form for each character: "陳偉" and "陈伟" are equal."""
    return "".join(_FORM.get(sign, sign) for sign in _sorted_words(person))


def _latin_forms(person: PersonNames) -> set[str]:
    """Return the name in Latin letters, from every field that has it."""
    texts = [text for text in (person.latin_name, person.name) if text and _is_latin(text)]
    return set(map(_word_keys, texts)) - {""}


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(sign, "") for sign in text if sign.isalpha())


def search_keys(person: PersonNames) -> Iterator[str]:
    """Yield keys that two duplicates share: the words of a name, or all characters but one."""
    yield from {_word_keys(person.name), _one_script(person), *_latin_forms(person)} - {""}
    name = _one_script(person)
    if len(name) >= SHORTEST_NEAR:
        yield from {f"~{name[:index]}{name[index + 1 :]}" for index in range(len(name))}
        yield f"~{name}"


def near(first: str, second: str) -> bool:
    """Return whether the texts differ by one character added, missing, replaced or swapped with its neighbour."""
    if len(first) > len(second):
        first, second = second, first
    if first == second:
        return True
    start = next((index for index, sign in enumerate(first) if second[index] != sign), len(first))
    if len(first) == len(second):
        exchanged = first[start : start + 2] == second[start : start + 2][::-1]
        return first[start + 1 :] == second[start + 1 :] or (exchanged and first[start + 2 :] == second[start + 2 :])
    return len(second) - len(first) == 1 and first[start:] == second[start + 1 :]
