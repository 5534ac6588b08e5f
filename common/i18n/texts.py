"""Texts in several languages, ``{language: text}`` such as ``{"zh": "午餐", "en": "Lunch"}``; no Django, for the rules.

The keys are those of event files: "zh", "en", "ja", and for any other language its code in ``settings.LANGUAGES``.
"""

from collections.abc import Mapping

Texts = Mapping[str, str]
#: Codes of ``settings.LANGUAGES`` whose key differs.
_KEYS = {"zh-hans": "zh"}


def text_key(language: str) -> str:
    """Return the key of a language in texts: "zh" for "zh-hans"."""
    return _KEYS.get(language, language)


def text_for(texts: Texts, language: str, *, second: str = "") -> tuple[str, str]:
    """Return key and text for a reader of ``language`` (a code of ``settings.LANGUAGES``).

    Where it has no text, fall back to the key ``second``, then to the first text. ("", "") without any text.
    """
    keys = [text_key(language), second, *texts]
    return next(((key, texts[key]) for key in keys if texts.get(key)), ("", ""))
