"""The order of names in lists: each script has its section, since no reader looks for 王 between Wagner and Weber."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import NamedTuple, TypeVar

from django.utils.translation import get_language

from common.i18n.pinyin import pinyin, reading
from common.i18n.search import folded

Item = TypeVar("Item")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々]")
_KANA = re.compile(r"[\u3040-\u30ff]")
JAPAN = frozenset({"JP", "JPN"})


class Section(StrEnum):
    """A section of a list of names, by the script of the names."""

    LATIN = "latin"
    OTHER = "other"
    CHINESE = "chinese"
    JAPANESE = "japanese"


class ListedName(NamedTuple):
    """A name as it is listed, its form in Latin letters (may be empty), and the country's code."""

    name: str
    latin: str = ""
    country: str = ""


def short_name(name: str) -> str:
    """Return the family name where the name shows it: the words in capitals, or the first word of an Asian name.

    A name that does not show it stays whole; a word is never cut.
    """
    words = name.split()
    family = [word for word in words if len(word) > 1 and word.isupper()]
    if family:
        return " ".join(family)
    return words[0] if words and (_HAN.search(words[0]) or _KANA.search(words[0])) else name


def section_of(listed: ListedName) -> Section:
    """Return the section of a name: kana are Japanese, characters are Chinese unless the country is Japan."""
    if _KANA.search(listed.name):
        return Section.JAPANESE
    if _HAN.search(listed.name):
        return Section.JAPANESE if listed.country in JAPAN else Section.CHINESE
    first = next((letter for letter in folded(listed.name) if letter.isalpha()), "a")
    return Section.LATIN if first.isascii() else Section.OTHER


def name_sections(items: Iterable[Item], name_of: Callable[[Item], ListedName]) -> list[tuple[Section, list[Item]]]:
    """Return the items in sections, the largest first, each sorted.

    Names in an alphabet are sorted without regard to case and accents. Chinese and Japanese names are sorted by their
    form in Latin letters, family name first; without one, Chinese names by pinyin, and Japanese names behind the others
    by the order of their characters in JIS, which is that of the readings.
    """
    sections: dict[Section, list[tuple[tuple[int, str], Item]]] = defaultdict(list)
    for item in items:
        listed = name_of(item)
        section = section_of(listed)
        sections[section].append((_key(section, listed), item))
    order = list(Section)
    by_size = sorted(sections.items(), key=lambda pair: (-len(pair[1]), order.index(pair[0])))
    return [(section, [item for _key, item in sorted(rows, key=lambda row: row[0])]) for section, rows in by_size]


def word_key(word: str) -> str:
    """Return a text that sorts like a word of the active language: Chinese by pinyin, Japanese as in JIS.

    Accents and the marks of voiced kana do not count: ガ is sorted as カ.
    """
    language = get_language()
    if language == "zh-hans":
        return reading(word)
    return _by_jis(folded(word)) if language == "ja" else folded(word)


def _key(section: Section, listed: ListedName) -> tuple[int, str]:
    if section not in (Section.CHINESE, Section.JAPANESE):
        return 0, folded(listed.name)
    latin = listed.latin if listed.latin and not _HAN.search(listed.latin) else ""
    if section is Section.CHINESE:
        return 0, _family_first(latin, pinyin(listed.name)) if latin else pinyin(listed.name)
    return (0, _family_first(latin, "")) if latin else (1, _by_jis(listed.name))


def _family_first(latin: str, reading: str) -> str:
    """Return Latin letters without spaces, family name first: the word in capitals, or that begins ``reading``."""
    words = re.split(r"[\s,]+", latin.strip())
    family = [word for word in words if len(word) > 1 and word.isupper()]
    if not family and reading and not reading.startswith(folded(words[0])) and reading.startswith(folded(words[-1])):
        family = [words[-1]]
    given = [word for word in words if word not in family]
    return re.sub(r"[^a-z]", "", folded("".join([*family, *given])))


def _by_jis(name: str) -> str:
    """Return a text that sorts like the name's characters in JIS X 0208; others come last."""
    return "".join(f"{letter.encode('euc_jp', 'replace').hex():>6}" for letter in name if not letter.isspace())
