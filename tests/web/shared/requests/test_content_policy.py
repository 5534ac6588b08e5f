"""The content security policy of pages and of pictures."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(address: str) -> dict[str, str]:
    parts = Client().get(address)["Content-Security-Policy"].split("; ")
    return {name: values for name, _space, values in (part.partition(" ") for part in parts)}


def test_a_page_takes_everything_from_this_server_and_no_inline_style() -> None:
    page = policy("/")
    assert page["default-src"] == "'self'"
    assert "style-src" not in page


def test_a_picture_opened_by_itself_may_have_the_style_of_the_browser_and_nothing_else() -> None:
    picture = policy("/icons/32.png")
    assert (picture["default-src"], picture["style-src"]) == ("'none'", "'unsafe-inline'")
    assert picture["frame-ancestors"] == "'none'"
