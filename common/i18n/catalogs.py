"""The translations' files: one catalog (.po) per language other than English, and what is compiled from it (.mo)."""

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
    """Return the names of the catalogs' folders, ``["zh_Hans", "ja"]``: every language but English."""
    return [to_locale(code) for code, _ in settings.LANGUAGES if code != "en"]


def catalog_file(locale: str) -> Path:
    """Return where the catalog of a locale is; the compiled one is beside it, ending in .mo."""
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def merge(locale: str, template: Path) -> None:
    """Bring the catalog of a locale in line with the messages of ``template``: new ones empty, old ones gone.

    No translation is guessed from a similar message. Without dates and line numbers, and sorted, so that
    a change shows only the messages that it touches.
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
        if entry.msgid_plural:  # one form for every number: Chinese and Japanese have no plural
            entry.msgstr_plural = {0: entry.msgstr_plural.get(0, "")}
        tidy.append(entry)
    file.parent.mkdir(parents=True, exist_ok=True)
    tidy.save(str(file))


def compiled(locale: str) -> bytes:
    """Return what the catalog of a locale compiles to."""
    binary: bytes = polib.pofile(str(catalog_file(locale))).to_binary()
    return binary
