"""Propose the id of an event in URLs from its name."""

import re
import unicodedata
from collections.abc import Container

#: Maximum length of an id.
LONGEST = 64
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})


def proposed_id(name: str, year: int | None, taken: Container[str] = ()) -> str:
    """Return an id for an event called ``name``: its Latin letters and digits in lower case, joined by hyphens.

    A name without any (麻将公开赛) gives "event" with the ``year``. An id in ``taken`` gets a number.
    """
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = re.findall(r"[a-z0-9]+", plain)
    if not any(word.isalpha() for word in words):
        words = ["event", *(words or ([str(year)] if year else []))]
    wanted = "-".join(words)[: LONGEST - 4].strip("-")
    number, proposal = 1, wanted
    while proposal in taken:
        number += 1
        proposal = f"{wanted}-{number}"
    return proposal
