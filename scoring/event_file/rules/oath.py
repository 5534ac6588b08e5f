"""The oath of an event (A2) in its file: ``oath`` is one text for every language, ``oath_texts`` has one for each.

An event keeps ``{language: text}``. Files of earlier versions have ``oath`` alone.
"""

from collections.abc import Callable, Mapping
from typing import Any

LANGUAGES = ("zh", "en", "ja")
#: Values of settings by group and name.
Settings = Mapping[str, Mapping[str, Any]]


def setting_documents(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return kept settings as the file has them."""
    return _with_oath(settings, _oath_document)


def kept_settings(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return the settings of a file as an event keeps them; languages without a text of their own get ``oath``."""
    return _with_oath(settings, lambda registration: {"oath": _texts(registration)})


def known_oath(settings: Settings) -> dict[str, dict[str, Any]]:
    """Return the settings of a file in the notation of exports: equal texts in all languages are one ``oath``."""
    return setting_documents(kept_settings(settings))


def _with_oath(settings: Settings, oath: Callable[[Mapping[str, Any]], dict[str, Any]]) -> dict[str, dict[str, Any]]:
    groups = {group: dict(values) for group, values in settings.items()}
    registration = groups.get("registration", {})
    if registration.keys() & {"oath", "oath_texts"}:
        written = oath(registration)
        rest = {name: value for name, value in registration.items() if name not in ("oath", "oath_texts")}
        groups["registration"] = rest | written
    return groups


def _texts(registration: Mapping[str, Any]) -> dict[str, str]:
    own = registration.get("oath_texts", {})
    every = registration.get("oath", "")
    texts = {language: own.get(language, every) for language in LANGUAGES}
    return {language: text for language, text in texts.items() if text}


def _oath_document(registration: Mapping[str, Any]) -> dict[str, Any]:
    texts = registration["oath"]
    if texts.keys() == set(LANGUAGES) and len(set(texts.values())) == 1:
        return {"oath": texts[LANGUAGES[0]]}
    return {"oath_texts": dict(texts)}
