"""The page for programmers."""

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from ninja import Schema

from web.api.page import EXAMPLE, operations
from web.pocket.guide import PROGRAMMERS, SOURCES

IN_ENGLISH = (
    "The full description of the interface is an OpenAPI file in English. "
    "Names of fields are English too; a message about what a person entered comes in the language that the header "
    "<code>Accept-Language</code> names."
)

pytestmark = pytest.mark.django_db


def test_every_operation_is_listed(client: Client) -> None:
    page = client.get("/api/").content.decode()
    listed = re.findall('<code lang="en">((?:GET|POST|PUT|DELETE) .*?)</code>', page)
    assert listed == [f"{one.method} {one.address}" for one in operations()]
    assert "POST /api/v1/score-hands" in listed
    assert all(one.summary and one.description for one in operations())


def test_no_two_shapes_share_a_name() -> None:
    """OpenAPI would describe one of them by the other."""
    shapes = Counter(shape.__name__ for shape in set(_subclasses(Schema)) if shape.__module__.startswith("web.api."))
    assert shapes["StandingsOut"] == 1
    assert [name for name, count in shapes.items() if count > 1] == []


def _subclasses(shape: type[Schema]) -> Iterator[type[Schema]]:
    for one in shape.__subclasses__():
        yield one
        yield from _subclasses(one)


@pytest.mark.parametrize("language", ["zh-hans", "ja"])
def test_operations_are_described_in_the_readers_language(client: Client, language: str) -> None:
    """The interface's own description (OpenAPI) stays English, and the page says so."""
    page = html.unescape(client.get("/api/", headers={"accept-language": language}).content.decode())
    schema = client.get(reverse("api-1:openapi-json"), headers={"accept-language": language}).json()
    for methods in schema["paths"].values():
        for one in methods.values():
            assert one["summary"] not in page
            assert one["summary"].isascii()
    with translation.override(language):
        translated = operations()
        assert gettext(IN_ENGLISH) in page
    for one in translated:
        assert f"<b>{one.summary}</b>" in page
        assert all(part in page for paragraph in one.description for part in paragraph)


def test_the_example_gives_the_shown_answer(client: Client) -> None:
    page = html.unescape(client.get("/api/").content.decode())
    answer = client.post("/api/v1/score-hands", EXAMPLE, content_type="application/json").json()
    assert answer["winning"] is True
    assert json.dumps(answer, ensure_ascii=False, indent=1) in page
    assert "http://testserver/api/v1/score-hands" in page


@pytest.mark.parametrize(("language", "text"), [("en", "en"), ("zh-hans", "zh"), ("ja", "ja")])
def test_texts_for_programmers_are_pages_in_the_readers_language(client: Client, language: str, text: str) -> None:
    headers = {"accept-language": language}
    page = client.get("/api/", headers=headers).content.decode()
    for name in PROGRAMMERS:
        assert f'href="/guide/{name}/"' in page
        answer = client.get(f"/guide/{name}/", headers=headers)
        assert answer.url == f"/guide/{text}/{name}/"
        shown = client.get(answer.url, headers=headers).content.decode()
        assert gettext("This page is not available in your language.") not in shown


def code_and_words(path: Path) -> tuple[list[str], set[str]]:
    """Return the blocks of code of a text, and the code in its sentences that no language changes."""
    text = path.read_text(encoding="utf-8")
    blocks = re.findall("```.*?```", text, flags=re.DOTALL)
    words = re.findall("`([^`\n]+)`", re.sub("```.*?```", "", text, flags=re.DOTALL))
    return blocks, {word for word in words if word.isascii() and " " not in word}


@pytest.mark.parametrize("name", PROGRAMMERS)
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_a_text_for_programmers_has_the_code_of_the_english_one(language: str, name: str) -> None:
    assert code_and_words(SOURCES[language, name]) == code_and_words(SOURCES["en", name])
