"""The page for programmers."""

import html
import json
import re

import pytest
from django.test import Client

from web.api.page import EXAMPLE, operations

pytestmark = pytest.mark.django_db


def test_every_operation_is_listed(client: Client) -> None:
    page = client.get("/api/").content.decode()
    listed = re.findall("<code>((?:GET|POST|PUT) .*?)</code>", page)
    assert listed == [f"{one.method} {one.address}" for one in operations()]
    assert "POST /api/v1/score-hands" in listed
    assert all(one.summary and one.description for one in operations())


def test_the_example_gives_the_shown_answer(client: Client) -> None:
    page = html.unescape(client.get("/api/").content.decode())
    answer = client.post("/api/v1/score-hands", EXAMPLE, content_type="application/json").json()
    assert answer["winning"] is True
    assert json.dumps(answer, ensure_ascii=False, indent=1) in page
    assert "http://testserver/api/v1/score-hands" in page


def test_how_programs_send_results_is_a_page(client: Client) -> None:
    assert 'href="/guide/en/web-results/"' in client.get("/api/").content.decode()
    assert client.get("/guide/en/web-results/")["Content-Type"].startswith("text/html")
