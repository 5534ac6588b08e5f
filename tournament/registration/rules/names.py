"""Split a name in one cell into its parts, and join the parts to a printed name."""

import re
from dataclasses import dataclass
from typing import Literal

from tournament.people.rules import is_east_asian, script_of
from tournament.registration.rules.cells import words

#: Words that belong to the following family name.
PARTICLES = frozenset(
    words("""
        de, der, den, van, von, vom, ter, ten, te, la, le, les, du, di, da, das, do, dos, del, della, dello,
        degli, dei, des, el, al, af, av, zu, zum, zur, op, in, t, 't, het, y, e, bin, ibn, ben, abu, st
    """)
)
#: Chinese family names of two characters, simplified and traditional.
TWO_CHARACTERS = frozenset(
    words("""
        欧阳, 歐陽, 司马, 司馬, 诸葛, 諸葛, 上官, 夏侯, 皇甫, 尉迟, 尉遲, 公孙, 公孫, 慕容, 令狐, 宇文, 长孙,
        長孫, 司徒, 东方, 東方, 独孤, 獨孤, 南宫, 南宮, 端木, 轩辕, 軒轅, 申屠, 太史, 澹台, 澹臺, 濮阳, 濮陽,
        公冶, 宗政, 闻人, 聞人, 赫连, 赫連, 钟离, 鍾離, 鲜于, 鮮于, 呼延, 闾丘, 西门, 西門, 第五, 拓跋, 百里,
        东郭, 東郭
    """)
)


#: The part of each name that comes first in a list; empty: unknown.
NameOrder = Literal["", "family", "given"]


@dataclass(frozen=True)
class NameParts:
    """Family and given name; ``sure`` is False if the order is a guess that a person should check."""

    family: str
    given: str = ""
    sure: bool = True


def split_name(text: str, order: NameOrder = "") -> NameParts:
    """Return the parts of a clean name in one cell: "DE JONG Mattheu", "VAN DER VEGT, Jose", "王伟", "佐藤 翔太".

    ``order`` decides where nothing in the name does: no comma, no part in capitals, no Chinese characters.
    """
    if re.search(r"[,，、]", text):
        return _with_comma([part.strip() for part in re.split(r"[,，、]", text)])
    words = text.split(" ")
    if is_east_asian(text):
        return NameParts(words[0], " ".join(words[1:])) if len(words) > 1 else _unspaced(text)
    return _by_capitals(words) or _by_order(words, order) or _by_habit(words)


def with_particle_first(family: str) -> str:
    """Return a family name in its spoken order: "JONG, DE" becomes "DE JONG"."""
    name, comma, particles = family.partition(",")
    if comma and particles.strip() and all(_is_particle(word) for word in particles.split()):
        return f"{particles.strip()} {name.strip()}"
    return family


def printed_name(family: str, given: str, country: str = "") -> str:
    """Return the name as printed, family name first: Chinese and Korean without a space, all others with one."""
    if not family or not given:
        return family or given
    chinese = all(script_of(sign) in ("han", "hangul") for sign in family + given) and country != "JP"
    return f"{family}{given}" if chinese else f"{family} {given}"


def _with_comma(parts: list[str]) -> NameParts:
    family, rest = parts[0], [part for part in parts[1:] if part]
    if rest and all(_is_particle(word) for word in rest[0].split()):
        return NameParts(f"{rest[0]} {family}", " ".join(rest[1:]))
    # "JONG, DE Mattheu"
    words = " ".join(rest).split()
    leading = [word for word in words if _is_particle(word) and word.isupper()]
    if leading and words[: len(leading)] == leading and family.isupper():
        return NameParts(" ".join([*leading, family]), " ".join(words[len(leading) :]))
    return NameParts(family, " ".join(words))


def _unspaced(text: str) -> NameParts:
    """Split a name without space: Chinese and Korean family names have one character or are listed; Japanese vary."""
    scripts = {script_of(sign) for sign in text}
    if text[:2] in TWO_CHARACTERS and len(text) > 2:
        return NameParts(text[:2], text[2:])
    if scripts in ({"han"}, {"hangul"}) and 2 <= len(text) <= 3:
        return NameParts(text[0], text[1:])
    return NameParts(text, sure=False)


def _is_particle(word: str) -> bool:
    return word.casefold().strip(".") in PARTICLES


def _is_capital(word: str) -> bool:
    """Return whether a word is in capitals, including "McDONALD" and "O'NEILL"; an initial is not."""
    body = re.sub(r"^(Mc|Mac)(?=[A-Z]{2})", "", word)
    letters = [sign for sign in body if sign.isalpha()]
    return len(letters) > 1 and all(sign.upper() == sign for sign in letters)


def _by_capitals(words: list[str]) -> NameParts | None:
    """Take the words in capitals, with small particles before them, at the start or end as the family name."""
    capital = [_is_capital(word) or not any(sign.isalpha() for sign in word) for word in words]
    if not any(map(_is_capital, words)) or all(capital):
        return None
    for order in (1, -1):
        marks, parts = capital[::order], words[::order]
        end = _end_of_family(parts, marks, from_start=order == 1)
        if end and not any(_is_capital(word) for word in parts[end:]):
            return NameParts(" ".join(parts[:end][::order]), " ".join(parts[end:][::order]))
    return None


def _end_of_family(words: list[str], capital: list[bool], *, from_start: bool) -> int:
    """Return how many words from this end are the family name; 0 if there is none in capitals."""
    end = 0
    while from_start and end < len(words) and words[end].islower() and _is_particle(words[end]):
        end += 1
    start = end
    while end < len(words) and capital[end]:
        end += 1
    if end == start:
        return 0
    while not from_start and end < len(words) and words[end].islower() and _is_particle(words[end]):
        end += 1
    return end


def _by_order(words: list[str], order: NameOrder) -> NameParts | None:
    """Split where the list has this order; of more than two words (without particles) the parts stay a guess."""
    if not order or len(words) == 1:
        return None
    if order == "family":
        boundary = next((at for at, word in enumerate(words) if not _is_particle(word)), 0) + 1
        family, given = words[:boundary], words[boundary:]
    else:
        boundary = _start_of_last(words)
        family, given = words[boundary:], words[:boundary]
    if not given:
        return None
    return NameParts(" ".join(family), " ".join(given), sure=sum(not _is_particle(word) for word in words) == 2)


def _start_of_last(words: list[str]) -> int:
    """Return where the last word begins, with its particles; at least 1."""
    boundary = len(words) - 1
    while boundary > 1 and _is_particle(words[boundary - 1]):
        boundary -= 1
    return boundary


def _by_habit(words: list[str]) -> NameParts:
    """Guess without any sign of the order: the last word with its particles is the family name."""
    if len(words) == 1:
        return NameParts(words[0], sure=False)
    if all(map(_is_capital, words)):
        boundary = next((boundary for boundary, word in enumerate(words) if not _is_particle(word)), 0) + 1
        return NameParts(" ".join(words[:boundary]), " ".join(words[boundary:]), sure=False)
    boundary = _start_of_last(words)
    return NameParts(" ".join(words[boundary:]), " ".join(words[:boundary]), sure=False)
