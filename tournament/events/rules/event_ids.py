"""The id of an event in addresses: proposed from its name."""

import re
import unicodedata
from collections.abc import Container

#: The most characters of an id.
LONGEST = 64
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})


def proposed_id(name: str, year: int | None, taken: Container[str] = ()) -> str:
    """An id for an event called ``name``: its Latin letters and digits in small, joined by hyphens.

    A name without any (麻将公开赛) gives "event" with the ``year``. An id that is ``taken`` gets a number.
    """
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = re.findall(r"[a-z0-9]+", plain)
    if not any(word.isalpha() for word in words):
        words = ["event", *(words or ([str(year)] if year else []))]
    wanted = "-".join(words)[: LONGEST - 4].strip("-")
    number, found = 1, wanted
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found
