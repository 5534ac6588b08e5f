"""Counting hands over HTTP."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.fans.rules import RULE_SETS, scored_document
from tests.scoring.fans.test_documents import EXAMPLE, READY
from web.api.interface import THROTTLE


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


def ask(body: object, query: str = "", raw: bytes | None = None):
    data = json.dumps(body).encode() if raw is None else raw
    return Client().post(f"/api/v1/score-hands{query}", data, content_type="application/json")


def test_one_hand_is_scored() -> None:
    answer = ask(EXAMPLE)
    assert answer.status_code == 200
    assert answer.json() == scored_document(EXAMPLE, RULE_SETS["wmo-2014"])


def test_a_list_of_hands_is_scored_in_order() -> None:
    wrong = READY | {"win": "x"}
    answer = ask([EXAMPLE, wrong, READY | {"win": "5p"}], "?rules=guobiao")
    assert answer.status_code == 200
    assert answer.json() == [
        scored_document(document, RULE_SETS["guobiao"]) for document in (EXAMPLE, wrong, READY | {"win": "5p"})
    ]
    assert answer.json()[1] == {"error": "win: “x” at position 1 is no tile"}
    assert answer.json()[2] == {"winning": False}


@pytest.mark.parametrize(
    ("body", "query", "status", "where"),
    [
        (READY | {"hand": "11111m2345678m9p"}, "", 400, "hand"),
        (READY | {"melds": [{"kind": "pung", "tiles": "EES"}]}, "", 400, "melds[0].tiles"),
        (READY | {"colour": "red"}, "", 400, "colour"),
        ([READY] * 201, "", 400, "body"),
        (READY, "?rules=imj-0702", 422, "rules"),
    ],
)
def test_errors_name_their_place(body: object, query: str, status: int, where: str) -> None:
    answer = ask(body, query)
    assert answer.status_code == status
    (error,) = answer.json()["errors"]
    assert error["where"] == where
    assert error["message"]


def test_invalid_json_is_refused() -> None:
    assert ask(None, raw=b"{").json() == {"errors": [{"where": "body", "message": "is no JSON"}]}
    assert ask(None, raw=b"\xff").status_code == 400
    assert ask(None, raw=b"[" * 100_000).status_code == 400


def test_one_address_has_a_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(THROTTLE, "num_requests", 3)
    assert {ask(READY).status_code for _ in range(3)} == {200}
    answer = ask(READY)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["errors"]


def test_the_openapi_description_has_both_shapes() -> None:
    description = Client().get("/api/openapi.json").json()
    operation = description["paths"]["/api/v1/score-hands"]["post"]
    single, list_schema = operation["requestBody"]["content"]["application/json"]["schema"]["oneOf"]
    assert set(single["required"]) == {"hand", "win"}
    assert list_schema["items"] == single
    assert set(operation["responses"]) == {"200", "400", "422", "429"}
