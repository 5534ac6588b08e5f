"""Methods and addresses that the interface does not have: HEAD is answered as GET, errors have the usual shape."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


def test_head_has_the_headers_of_get_without_the_body() -> None:
    taken_in(cup(), release=1)
    for path in ("/api/v1/events", "/api/v1/events/cup/standings", "/api/v1/events/nothing"):
        got, head = Client().get(path), Client().head(path)
        assert (head.status_code, head.content, head.headers["Content-Type"]) == (
            got.status_code, b"", got.headers["Content-Type"],
        )  # fmt: skip
        assert head.headers["Content-Length"] == str(len(got.content))


def test_other_methods_are_refused_as_an_error_of_the_interface() -> None:
    refused = Client().delete("/api/v1/events")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert refused.json() == {
        "errors": [
            {"where": "method", "message": "this address does not support DELETE; it supports GET, HEAD, OPTIONS"}
        ]
    }
    posting = Client().head("/api/v1/score-hands")
    assert (posting.status_code, posting.headers["Allow"]) == (405, "POST, OPTIONS")
    asked = Client().options("/api/v1/events")
    assert (asked.status_code, asked.content, asked.headers["Allow"]) == (204, b"", "GET, HEAD, OPTIONS")


def test_an_unknown_address_is_an_error_of_the_interface() -> None:
    for path in ("/api/v1/nothing", "/api/v1/events/cup/"):
        answer = Client().get(path)
        assert answer.status_code == 404
        assert answer.json()["errors"][0]["where"] == "address"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    page = Client().get("/nothing/")
    assert page.status_code == 404
    assert "There is no such page" in page.text
