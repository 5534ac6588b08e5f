"""Recognise countries in the spellings that people use."""

import re
from collections.abc import Mapping

from tournament.registration.rules.cells import key, words

#: Common names and codes that lists of countries lack, by ISO code.
_USED = {
    "NL": "Holland, The Netherlands, ホランド, 和兰, 荷蘭",
    "GB": """
        UK, U.K., England, Scotland, Wales, Great Britain, Britain, United Kingdom, 英国, イギリス, 英格兰,
        苏格兰
    """,
    "US": "USA, U.S.A., United States, America, 美国, 美國, アメリカ, 米国",
    "CN": """
        PRC, P.R. China, People's Republic of China, China PR, Mainland China, 中国, 中國, 中华人民共和国,
        中华人民共和國, 中華人民共和国
    """,
    "TW": "Taiwan, Chinese Taipei, 台湾, 台灣, 臺灣, 中华台北, 中華台北, 中国台湾, チャイニーズタイペイ",
    "HK": "Hong Kong, Hongkong, Hong Kong China, 香港, 中国香港",
    "MO": "Macau, Macao, 澳门, 澳門, 中国澳门, マカオ",
    "KR": "Korea, South Korea, Republic of Korea, 韩国, 韓國, 韓国, 大韓民国",
    "KP": "North Korea, 朝鲜, 北朝鮮",
    "CZ": "Czech Republic, Czechia, チェコ共和国, 捷克共和国",
    "RU": "Russia, Russian Federation, 俄罗斯, 俄羅斯, ロシア連邦",
    "TR": "Turkey, Türkiye, Turkiye, 土耳其, トルコ",
    "VN": "Vietnam, Viet Nam, 越南, ベトナム",
    "CH": "Suisse, Schweiz, Svizzera",
    "DE": "Deutschland",
    "ES": "España",
    "IT": "Italia",
    "SE": "Sverige",
    "DK": "Danmark",
    "AT": "Österreich",
    "JP": "日本, 日本国, Nippon, Nihon",
    "HU": "Magyarország",
    "FI": "Suomi",
    "GE": "グルジア",
    "MK": "Macedonia, 马其顿, 馬其頓, マケドニア",
}
_CODE_OF = {key(word): code for code, text in _USED.items() for word in words(text)}


def country_code(text: str, names: Mapping[str, str]) -> str | None:
    """Return the ISO alpha-2 code of a country; empty for an empty cell, None if unknown.

    ``names`` maps keys (``cells.key``) of ISO codes of two and three letters, IOC codes and names in the three
    languages to the ISO code.
    """
    word = key(text)
    if not word:
        return ""
    return _CODE_OF.get(word) or names.get(word) or _in_brackets(text, names)


def without_country(name: str, names: Mapping[str, str]) -> tuple[str, str]:
    """Return a name without the country in brackets at its end, and the country: "Anna Schmidt (GER)".

    Up to three letters must be capitals, because "Josephine (Jo)" is a short name, not Jordan. A name without a country
    is returned as it is, with an empty country.
    ``names`` as in ``country_code``.
    """
    found = re.fullmatch(r"(.+?)\s*[(（\[]([^()（）\[\]]+)[)）\]]", name)
    if not found:
        return name, ""
    bare, word = found.groups()
    is_short_name = len(word) <= 3 and word != word.upper()
    code = "" if is_short_name else country_code(word, names)
    return (bare, word) if code else (name, "")


def _in_brackets(text: str, names: Mapping[str, str]) -> str | None:
    """Recognise "Netherlands (NL)", "中国 CHN", "荷兰/Netherlands": all parts name the same country."""
    for sign in "()（）/|,，-":
        text = text.replace(sign, " ")
    parts = text.split()
    for split_at in range(1, len(parts)):
        first, second = (key(" ".join(half)) for half in (parts[:split_at], parts[split_at:]))
        codes = {_CODE_OF.get(word) or names.get(word) for word in (first, second)}
        if len(codes) == 1 and None not in codes:
            return codes.pop()
    return None
