"""Texts for the person who starts the program: in the system's language where a window shows them, else in English.

The window's server is a process of its own, which follows the window (config/serve.py). A console has English, which
scripts can rely on and every console can print.
"""

import gettext as catalogs

from launcher.paths import ROOT
from launcher.system import language

#: Beginning of the system's language -> catalog; the others read English.
CATALOGS = {"zh": "zh_Hans", "ja": "ja"}
_followed = {"system": False}


def follow_system(follow: bool = True) -> None:
    """Let the texts of this process be in the language of the system, or in English again."""
    _followed["system"] = follow


def gettext(text: str) -> str:
    """Return the translation of a text."""
    catalog = CATALOGS.get(language()[:2]) if _followed["system"] else None
    if catalog is None:
        return text
    return catalogs.translation("django", str(ROOT / "locale"), [catalog], fallback=True).gettext(text)
