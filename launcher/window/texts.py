"""Texts of the window in the language of the system, from the catalogs of the pages."""

import gettext as catalogs

from launcher.paths import ROOT
from launcher.system import language

#: Beginning of the system's language -> catalog; the others read English.
CATALOGS = {"zh": "zh_Hans", "ja": "ja"}


def gettext(text: str) -> str:
    """Return the translation of a text."""
    chosen = [CATALOGS[language()[:2]]] if language()[:2] in CATALOGS else ["en"]
    return catalogs.translation("django", str(ROOT / "locale"), chosen, fallback=True).gettext(text)
