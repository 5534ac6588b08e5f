"""Search names as people type them: without regard to case, accents or width."""

import unicodedata

#: Letters that Unicode does not decompose, as people type them on other keyboards.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})


def folded(text: str) -> str:
    """Return the text for comparing: "Łukasz ŻÓŁĆ" gives "lukasz zolc"; full-width letters become plain ones."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)).translate(_PLAIN)


def finds(query: str, *texts: str) -> bool:
    """Return whether every word of ``query`` occurs in one of ``texts``."""
    folded_texts = [folded(text) for text in texts]
    return all(any(word in text for text in folded_texts) for word in folded(query).split())


def searched_names(name: str, latin_name: str, family_name: str, given_name: str) -> str:
    """Return the folded text in which a search looks for words; the parts are in it with and without a space.

    Every two neighbouring letters follow as words of their own, as do the last ones: an index of trigrams finds no
    part of a word that is shorter than three letters (`searched_word`).
    """
    text = folded(f"{name} {latin_name} {family_name} {given_name} {family_name}{given_name}")
    pieces = dict.fromkeys(word[at : at + 2] for word in text.split() for at in range(len(word)))
    return f"{text} {' '.join(pieces)} "


def searched_word(word: str) -> str:
    """Return what to look for in a text of `searched_names`, to find the names that contain the word."""
    plain = folded(word).strip()
    if len(plain) > 2:
        return plain
    return f" {plain} " if len(plain) == 2 else f" {plain}"
