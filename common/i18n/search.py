"""Finding names as people type them: without regard to case, accents or width."""

import unicodedata

#: Letters that no decomposition takes apart, as people type them on other keyboards.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def folded(text: str) -> str:
    """The text for comparing: "Łukasz ŻÓŁĆ" gives "lukasz zolc"; full-width letters become plain ones."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).translate(_PLAIN)


def finds(query: str, *texts: str) -> bool:
    """Whether every word of ``query`` stands in one of ``texts``."""
    among = [folded(text) for text in texts]
    return all(any(word in text for text in among) for word in folded(query).split())
