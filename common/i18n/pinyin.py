"""Chinese names in pinyin, for sorting."""

from functools import lru_cache
from pathlib import Path

#: Readings of first characters as family names, where they differ from the usual reading.
FAMILY_NAMES = {
    "万俟": "moqi", "尉迟": "yuchi", "尉遲": "yuchi", "单于": "chanyu", "單于": "chanyu",
    "单": "shan", "單": "shan", "曾": "zeng", "查": "zha", "解": "xie", "仇": "qiu", "朴": "piao", "翟": "zhai",
    "区": "ou", "區": "ou", "盖": "ge", "蓋": "ge", "覃": "qin", "乐": "yue", "樂": "yue", "召": "shao", "缪": "miao",
    "繆": "miao", "洗": "xian", "薄": "bo", "种": "chong", "折": "she", "黑": "he", "员": "yun", "員": "yun",
    "秘": "bi", "卜": "bu", "繁": "po",
}  # fmt: skip


def pinyin(name: str) -> str:
    """Return a name in pinyin without tones and spaces, by the usual reading of each character.

    A family name at its start has its own reading, such as 曾 (zeng). Characters without a reading stay.
    """
    words = name.strip()
    family = next((start for start in FAMILY_NAMES if words.startswith(start)), "")
    return FAMILY_NAMES.get(family, "") + reading(words[len(family) :])


def reading(text: str) -> str:
    """Return a text in pinyin as ``pinyin`` does, with the usual reading of every character."""
    readings = _readings()
    return "".join(readings.get(sign, sign) for sign in text)


@lru_cache(maxsize=1)
def _readings() -> dict[str, str]:
    """Return character -> syllable, from pinyin.txt."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    pairs = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {sign: syllable for syllable, signs in pairs for sign in signs}
