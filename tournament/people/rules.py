"""Names of persons: their script, and how they appear in public."""

import re
import unicodedata

#: Replaces the characters that are not shown; every font here has it.
HIDDEN = "○"


def public_name(name: str, consent: bool | None) -> str:
    """Return the name as the public sees it: whole, or its initials where the person refused (``consent`` is False)."""
    return initials(name) if name and consent is False else name


def initials(name: str) -> str:
    """Return the initials that replace a refused name in public (rulings: Signatures, officials, corrections).

    The first letter of each word, or the first character of a Chinese, Japanese or Korean name: "DE JONG Mattheu"
    gives "D. J. M.", "王伟" gives "王○".
    """
    if is_east_asian(name):
        return f"{name.strip()[0]}{HIDDEN}"
    letters = [word[0] for word in re.findall(r"[^\W\d_]+", name)]
    return " ".join(f"{letter.upper()}." for letter in letters) or HIDDEN


def is_east_asian(text: str) -> bool:
    """Whether the text has letters, and all of them are Chinese, Japanese or Korean."""
    letters = [sign for sign in text if sign.isalpha()]
    return bool(letters) and all(script_of(sign) for sign in letters)


def script_of(sign: str) -> str:
    """Return "han", "hangul" or "kana", the script of a character; empty for every other script."""
    name = unicodedata.name(sign, "")
    for start, script in (("CJK", "han"), ("HANGUL", "hangul"), ("HIRAGANA", "kana"), ("KATAKANA", "kana")):
        if name.startswith(start):
            return script
    return "han" if sign in "々〇〆" else ""
