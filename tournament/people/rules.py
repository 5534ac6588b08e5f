"""Names of persons: their script, and their form in public. Numbers that federations give."""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

#: Replaces hidden characters; every bundled font has it.
HIDDEN = "○"


def public_name(name: str, consent: bool | None) -> str:
    """Return the name for the public: complete, or initials if the person refused (``consent`` is False)."""
    return initials(name) if name and consent is False else name


def initials(name: str) -> str:
    """Return the initials that replace a refused name in public (rulings: Signatures, officials, corrections).

    The first letter of each word, or the first character of a Chinese, Japanese or Korean name: "DE JONG Mattheu" gives
    "D. J. M.", "王伟" gives "王○".
    """
    if is_east_asian(name):
        return f"{name.strip()[0]}{HIDDEN}"
    letters = [word[0] for word in re.findall(r"[^\W\d_]+", name)]
    return " ".join(f"{letter.upper()}." for letter in letters) or HIDDEN


def is_east_asian(text: str) -> bool:
    """Return whether the text has letters and all of them are Chinese, Japanese or Korean."""
    letters = [sign for sign in text if sign.isalpha()]
    return bool(letters) and all(script_of(sign) for sign in letters)


def script_of(sign: str) -> str:
    """Return the script of a character, "han", "hangul" or "kana"; empty for every other script."""
    name = unicodedata.name(sign, "")
    for start, script in (("CJK", "han"), ("HANGUL", "hangul"), ("HIRAGANA", "kana"), ("KATAKANA", "kana")):
        if name.startswith(start):
            return script
    return "han" if sign in "々〇〆" else ""


class NumberKind(StrEnum):
    """Who gives a number: a person may have one of each kind, and a national one of each country."""

    EMA = "ema"
    JMSA = "jmsa"
    NATIONAL = "national"


@dataclass(frozen=True, order=True)
class FederationNumber:
    """A person's number, as the federation writes it; ``country`` is that of a national federation (ISO code)."""

    kind: str
    number: str
    country: str

    @property
    def giver(self) -> tuple[str, str]:
        """Return kind and country of the federation that gave the number; a person has at most one from each."""
        return self.kind, self.country


def number_key(text: str) -> str:
    """Return the letters and digits of a number: "JM-0123" and "jm 0123" are one number, "08010039" keeps its zero."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum())
