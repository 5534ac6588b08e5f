"""Translation catalogs: one .po file per language other than English, compiled to .mo."""

from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation import to_locale

HEADER = {
    "Project-Id-Version": "Pinju",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=1; plural=0;",
}


def locales() -> list[str]:
    """Return the folder names of the catalogs, ``["zh_Hans", "ja"]``: every language but English."""
    return [to_locale(code) for code, _ in settings.LANGUAGES if code != "en"]


def catalog_file(locale: str) -> Path:
    """Return the path of the catalog of a locale; the compiled one is next to it, ending in .mo."""
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def merge(locale: str, template: Path) -> None:
    """Update the catalog of a locale to the messages of ``template``: add new ones untranslated, drop old ones.

    No translation is guessed from a similar message. The file has no dates and line numbers and is sorted, so that a
    diff shows only the messages that changed.
    """
    file = catalog_file(locale)
    catalog = polib.pofile(str(file)) if file.exists() else polib.POFile()
    catalog.merge(polib.pofile(str(template)))
    kept = sorted((entry for entry in catalog if not entry.obsolete), key=lambda e: (e.msgid, e.msgctxt or ""))
    tidy = polib.POFile(wrapwidth=0)
    tidy.header = "How these are changed: docs/translating.md"
    tidy.metadata = {**HEADER, "Language": locale}
    for entry in kept:
        entry.occurrences, entry.comment = [], ""
        if entry.msgid_plural:  # a single form: Chinese and Japanese have no plural
            entry.msgstr_plural = {0: entry.msgstr_plural.get(0, "")}
        tidy.append(entry)
    file.parent.mkdir(parents=True, exist_ok=True)
    tidy.save(str(file))


def compiled(locale: str) -> bytes:
    """Return the compiled catalog of a locale."""
    binary: bytes = polib.pofile(str(catalog_file(locale))).to_binary()
    return binary
