"""Numbers of federations: repaired where spreadsheets changed them (practice 1.1), who gave them, whom they part."""

import re
from collections.abc import Iterable

from tournament.people.rules import FederationNumber, NumberKind, number_key

#: The country of an EMA number, by its first two digits.
EMA_COUNTRIES = {
    "01": "AT", "02": "BE", "03": "DK", "04": "FR", "05": "DE", "06": "HU", "07": "IT", "08": "NL",
    "09": "SE", "10": "ES", "11": "GB", "12": "PT", "14": "FI", "15": "RU", "16": "CH", "17": "SK", "19": "PL",
}  # fmt: skip
#: The countries of the federation's members; the last six joined without known digits.
EMA_MEMBERS = frozenset({*EMA_COUNTRIES.values(), "CZ", "IE", "LV", "NO", "RO", "UA"})
_NONE = frozenset({"-", "–", "—", "/", "0", "none", "n/a", "na", "no", "无", "無", "なし"})


def federation_number(text: str, country: str) -> tuple[str, bool]:
    """Return the number as the federation writes it, and whether a leading zero was restored.

    "8990001.0" and "8.990001E+06" are 8990001. An EMA number has eight digits: seven digits lost a zero if the restored
    prefix names the player's country (or the player has none): 08990001. A dash or "none" is not a number.
    """
    plain = text.strip()
    if plain.casefold() in _NONE:
        return "", False
    plain = _whole(plain)
    if re.fullmatch(r"\d{2}[ .-]\d{6}|\d{2}[ .-]\d{3}[ .-]\d{3}|\d{4}[ .-]\d{4}", plain):
        plain = re.sub(r"\D", "", plain)
    if re.fullmatch(r"\d{7}", plain):
        named_country = EMA_COUNTRIES.get(f"0{plain[0]}")
        if named_country and country in ("", named_country):
            return f"0{plain}", True
    return plain, False


def is_ema_number(text: str) -> bool:
    """Return whether the text has the form of an EMA number: eight digits."""
    return bool(re.fullmatch(r"[0-9]{8}", text))


def of_another_country(number: str, country: str) -> bool:
    """Return whether the first two digits of an EMA number name another country than the player's."""
    named_country = EMA_COUNTRIES.get(number[:2]) if is_ema_number(number) else None
    return bool(named_country and country and named_country != country)


def giver_key(number: FederationNumber) -> str:
    """Return who gave a number, as a name of a form: "ema", "national-NL"."""
    return f"{number.kind}-{number.country}" if number.country else number.kind


def giver_of(key: str) -> tuple[str, str]:
    """Return kind and country of a `giver_key`."""
    kind, _dash, country = key.partition("-")
    return kind, country


def exclude_each_other(
    shown: str, numbers: Iterable[FederationNumber], other_shown: str, other_numbers: Iterable[FederationNumber]
) -> bool:
    """Return whether two persons have two numbers of one federation, so that they cannot be one person.

    ``shown`` is the number that lists show of a person, empty if there is none. If its federation is unknown, it may be
    that of the other person's unknown one.
    """
    first, second = _by_giver(shown, numbers), _by_giver(other_shown, other_numbers)
    return any(first[giver] != second[giver] for giver in first.keys() & second.keys())


def _by_giver(shown: str, numbers: Iterable[FederationNumber]) -> dict[str, str]:
    by_giver = {giver_key(number): number_key(number.number) for number in numbers}
    if shown and number_key(shown) not in by_giver.values():
        by_giver[NumberKind.EMA if is_ema_number(shown) else ""] = number_key(shown)
    return by_giver


def _whole(text: str) -> str:
    """Return a whole number that became a float as digits; any other text unchanged."""
    if re.fullmatch(r"\d+[.,]0+", text):
        return re.split(r"[.,]", text)[0]
    match = re.fullmatch(r"(\d)[.,](\d+)[eE]\+?(\d{1,2})", text)
    if match:
        first, rest, exponent = match.group(1), match.group(2), int(match.group(3))
        if len(rest.rstrip("0")) <= exponent <= 15:
            return first + rest.rstrip("0").ljust(exponent, "0")
    return text
