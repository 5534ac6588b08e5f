"""Methods, addresses and bodies that the interface does not take: HEAD is GET, errors have the usual shape."""

import pytest
from django.core.cache import cache
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.support.publishing import hall_token

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


def test_a_body_that_cannot_be_read_is_an_error_of_the_interface(settings) -> None:
    program = Client(headers={"authorization": f"Bearer {hall_token(taken_in(cup(), release=1))}"})
    broken = program.put("/api/v1/published/cup/1", b"{", content_type="application/json")
    assert (broken.status_code, broken.json()) == (
        400, {"errors": [{"where": "body", "message": "Cannot parse request body"}]},
    )  # fmt: skip
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    large = Client().post("/api/v1/score-hands", b"[" * 11, content_type="application/json")
    assert (large.status_code, large.json()) == (
        400, {"errors": [{"where": "body", "message": "is larger than 10 bytes"}]},
    )  # fmt: skip


def test_the_description_names_the_refusals_of_every_address() -> None:
    for path, operations in Client().get("/api/openapi.json").json()["paths"].items():
        for method, operation in operations.items():
            refusals = {"429"} | ({"401"} if operation.get("security") else set())
            assert refusals <= set(operation["responses"]), f"{method} {path}"
