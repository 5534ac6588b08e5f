"""The guides of docs/guide as pages, so that they can be read in a hall without internet."""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import mistune
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from mistune.toc import add_toc_hook

from web.shared.requests.methods import get_only

DOCS = settings.BASE_DIR / "docs"
PICTURES = DOCS / "guide" / "pictures"
NAMES = ("organizer", "referee", "players", "committee", "server")
#: What is read by those who write programs; it is in every language, and how draws are checked in English only.
PROGRAMMERS = ("web-results", "certificates", "registries", "scoring-devices")
#: The language in an address -> that of its text; the guides are in the first two.
LANGUAGES = {"en": "en", "zh": "zh-hans", "ja": "ja"}
GUIDE_LANGUAGES = ("en", "zh")
#: (language, name) -> the Markdown file.
SOURCES = {(language, name): DOCS / "guide" / language / f"{name}.md" for language in GUIDE_LANGUAGES for name in NAMES}
SOURCES |= {
    (language, name): DOCS / "guide" / language / f"{name}.md" for language in ("zh", "ja") for name in PROGRAMMERS
}
SOURCES |= {("en", name): DOCS / f"{name}.md" for name in (*PROGRAMMERS, "draws")}
SOURCES["en", "server"] = DOCS / "deployment.md"
SECONDS_KEPT = 600


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide as HTML, without its title; ``parts``: (id, text) of its headings."""

    title: str
    html: SafeString
    parts: tuple[tuple[str, str], ...]


class _Renderer(mistune.HTMLRenderer):
    """Lead links between guides, and to their pictures, to the addresses of the program."""

    def __init__(self, source: Path) -> None:
        super().__init__(escape=True)
        self.source = source

    def sanitize_url(self, url: str) -> str:
        file, mark, heading = url.partition("#")
        target = Path(os.path.normpath(self.source.parent / file))
        if PICTURES in target.parents:
            return reverse("pocket:guide-picture", args=[target.parent.name, target.stem])
        for page, source in SOURCES.items():
            if target == source:
                return reverse("pocket:guide-text", args=page) + mark + heading
        return super().sanitize_url(url)


def read_guide(language: str, name: str) -> Guide:
    """The guide of that key in SOURCES."""
    source = SOURCES[language, name]
    return _rendered(source, source.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _rendered(source: Path, _changed: int) -> Guide:
    title, _line, text = source.read_text(encoding="utf-8").removeprefix("# ").partition("\n")
    markdown = mistune.create_markdown(renderer=_Renderer(source), plugins=["table"])
    add_toc_hook(markdown, min_level=2, max_level=2)
    html, state = markdown.parse(text)
    parts = tuple((mark, words) for _level, mark, words in state.env["toc_items"])
    return Guide(title, mark_safe(str(html)), parts)


@get_only
def guide(_request: HttpRequest, name: str) -> HttpResponse:
    """Lead to the guide in the reader's language; English for those without one."""
    if ("en", name) not in SOURCES:
        raise Http404
    response = redirect("pocket:guide-text", _language_of(name), name)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _language_of(name: str) -> str:
    """Return the reader's language, or English if the guide is not in it."""
    texts = [language for language, code in LANGUAGES.items() if code == get_language()]
    return next((language for language in texts if (language, name) in SOURCES), "en")


@get_only
def guide_text(request: HttpRequest, language: str, name: str) -> HttpResponse:
    """A guide, with links to the others and to the other language."""
    if (language, name) not in SOURCES:
        raise Http404
    of_guides = language if language in GUIDE_LANGUAGES else "en"
    context: dict[str, Any] = {
        "guide": read_guide(language, name),
        "code": LANGUAGES[language],
        "guides": [
            (reverse("pocket:guide-text", args=[of_guides, guide_name]), read_guide(of_guides, guide_name))
            for guide_name in NAMES
        ],
        "of_guides": LANGUAGES[of_guides],
        "others": [
            (code, reverse("pocket:guide-text", args=[other, name]), dict(settings.LANGUAGES)[code])
            for other, code in LANGUAGES.items()
            if other != language and (other, name) in SOURCES
        ],
        "missing": (get_language() or "en") != LANGUAGES[_language_of(name)],
    }
    return render(request, "pocket/guide.html", context)


@get_only
def guide_picture(_request: HttpRequest, language: str, name: str) -> HttpResponse:
    """A picture of a guide."""
    picture = PICTURES / language / f"{name}.png"
    # is_file() raises an error for a name that is too long for the file system.
    if language not in GUIDE_LANGUAGES or picture not in picture.parent.glob("*.png"):
        raise Http404
    kept = {"Cache-Control": f"public, max-age={SECONDS_KEPT}"}
    return HttpResponse(picture.read_bytes(), content_type="image/png", headers=kept)
