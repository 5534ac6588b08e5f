"""The guides: pages of the program that use the screen texts and the pictures of the command."""

import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import polib
import pytest
from django.test import Client
from django.utils.html import strip_tags
from PIL import Image

from tests.support.paths import ROOT
from web.pocket.guide import GUIDE_LANGUAGES, NAMES, PICTURES, SOURCES, read_guide

GUIDES = [source for (_language, name), source in SOURCES.items() if name in NAMES and "guide" in source.parts]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(("reader", "text"), [("en", "en"), ("zh-CN", "zh"), ("ja", "en")])
def test_guide_opens_in_the_language_of_the_reader(reader: str, text: str) -> None:
    answer = Client(headers={"accept-language": reader}).get("/guide/referee/")
    assert (answer.status_code, answer.url) == (302, f"/guide/{text}/referee/")


@pytest.mark.django_db
def test_japanese_readers_are_told_that_the_text_is_english() -> None:
    [line] = re.findall('<p class="note">(.+?)</p>', page("/guide/en/referee/", "ja"))
    assert line
    assert '<p class="note">' not in page("/guide/en/referee/")


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "name"), SOURCES)
def test_links_and_pictures_of_a_guide_open(language: str, name: str) -> None:
    text = page(f"/guide/{language}/{name}/")
    article = text[text.index("<article") : text.index("</article>")]
    links = re.findall(r'(?:href|src)="([^"]+)"', article)
    assert links
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in article
        else:
            assert Client().get(link).status_code == 200, link


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["/guide/nothing/", "/guide/en/nothing/", "/guide/zh/draws/", "/guide/ja/referee/", "/guide/en/pictures/no.png"],
)
def test_unknown_guides_are_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.django_db
def test_markup_in_a_guide_is_shown_as_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "x.md"
    source.write_text("# A <b>\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1))\n", encoding="utf-8")
    monkeypatch.setitem(SOURCES, ("en", "referee"), source)
    text = page("/guide/en/referee/")
    assert "<h1>A &lt;b&gt;</h1>" in text
    assert "&lt;script&gt;alert(1)" in text
    assert "javascript:" not in text


def screen_texts(language: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the texts of the screens: complete ones, and those with placeholders."""
    texts: set[str] = set()
    for entry in polib.pofile(str(ROOT / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po")):
        of_language = {
            "en": [entry.msgid, entry.msgid_plural],
            "zh": [entry.msgstr, *entry.msgstr_plural.values()],
        }[language]
        for text in of_language:
            texts |= {text, text[:1].upper() + text[1:], text.partition("<")[0]}
    filled_in = [text for text in texts if PLACEHOLDER.search(text) and len(PLACEHOLDER.sub("", text)) > 2]
    return texts, [re.compile(".+".join(map(re.escape, PLACEHOLDER.split(text)))) for text in filled_in]


@pytest.mark.parametrize("language", GUIDE_LANGUAGES)
def test_bold_words_of_the_guides_are_screen_texts(language: str) -> None:
    texts, patterns = screen_texts(language)
    unknown = {
        (source.name, word)
        for source in GUIDES
        if source.parent.name == language
        for word in re.findall(r"\*\*(.+?)\*\*", source.read_text(encoding="utf-8"))
        if word not in texts and not any(pattern.fullmatch(word) for pattern in patterns)
    }
    assert unknown == set()


@pytest.mark.parametrize(("language", "name"), SOURCES)
def test_bold_words_are_shown_bold(language: str, name: str) -> None:
    """Markdown does not end bold text with ** between punctuation and a Chinese character."""
    source = re.sub(r"```.*?```|`[^`]*`", "", SOURCES[language, name].read_text(encoding="utf-8"), flags=re.DOTALL)
    written = re.findall(r"\*\*(.+?)\*\*", source, flags=re.DOTALL)
    shown = re.findall("<strong>(.+?)</strong>", read_guide(language, name).html, flags=re.DOTALL)
    assert [unescape(strip_tags(word)) for word in shown] == written


def test_the_command_takes_every_picture_of_the_guides() -> None:
    pytest.importorskip("playwright")
    from docs.pictures import shots

    names = {picture.name for picture in shots.PICTURES}
    for language in GUIDE_LANGUAGES:
        shown = set()
        for source in [*GUIDES, ROOT / "README.md", ROOT / "README.zh.md"]:
            shown |= set(re.findall(rf"pictures/{language}/([\w-]+)\.png", source.read_text(encoding="utf-8")))
        kept = {file.stem for file in (PICTURES / language).iterdir()}
        assert shown == kept == names


def test_pictures_are_small() -> None:
    files = list(PICTURES.glob("*/*.png"))
    assert sum(file.stat().st_size for file in files) < 4_000_000


@pytest.mark.browser
def test_pictures_are_taken_from_an_empty_home(chromium: str, tmp_path: Path, migrated_database: Path) -> None:
    (tmp_path / "home").mkdir()
    shutil.copy(migrated_database, tmp_path / "home" / "pinju.sqlite3")  # spares the server the migrations
    left_out = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PYTEST_CURRENT_TEST")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    environment |= {"PINJU_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "docs.pictures", str(tmp_path / "taken"), "overview", "register", "checkin"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=300)
    for language in GUIDE_LANGUAGES:
        taken = {}
        for file in (tmp_path / "taken" / language).iterdir():
            with Image.open(file) as picture:
                taken[file.stem] = picture.size
        assert taken == {"overview": (1280, 860), "register": (390, 860), "checkin": (1024, 860)}
