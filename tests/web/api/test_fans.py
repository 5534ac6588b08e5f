"""Counting hands over HTTP."""

import json

import pytest
from django.core.cache import cache
from django.test import Client

from scoring.calculators.rules.registry import CALCULATORS, scored_document
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
    assert answer.json() == scored_document(EXAMPLE, CALCULATORS["wmo-2014"])


def test_a_list_of_hands_is_scored_in_order() -> None:
    wrong = READY | {"win": "x"}
    answer = ask([EXAMPLE, wrong, READY | {"win": "5p"}], "?rules=guobiao")
    assert answer.status_code == 200
    assert answer.json() == [
        scored_document(document, CALCULATORS["guobiao"]) for document in (EXAMPLE, wrong, READY | {"win": "5p"})
    ]
    assert answer.json()[1] == {"error": "win: “x” at position 1 is not a tile"}
    assert answer.json()[2] == {"winning": False}


def test_hands_of_the_international_rules_are_scored() -> None:
    half = {"melds": [{"kind": "pung", "tiles": "222s"}], "hand": "345p34m678p77s", "win": "2m", "flowers": ["B2"]}
    answer = ask([half, {"special": "eight-flowers"}], "?rules=imj-0702")
    assert answer.status_code == 200
    assert [(scored["points"], scored["mados"]) for scored in answer.json()] == [(0.5, 2), (9, 512)]
    assert answer.json()[0] == scored_document(half, CALCULATORS["imj-0702"])


@pytest.mark.parametrize(
    ("body", "query", "status", "where"),
    [
        (READY | {"hand": "11111m2345678m9p"}, "", 400, "hand"),
        (READY | {"melds": [{"kind": "pung", "tiles": "EES"}]}, "", 400, "melds[0].tiles"),
        (READY | {"colour": "red"}, "", 400, "colour"),
        ([READY] * 201, "", 400, "body"),
        (READY, "?rules=riichi", 422, "rules"),
        (READY | {"flowers": 2}, "?rules=imj-0702", 400, "flowers"),
    ],
)
def test_errors_name_their_place(body: object, query: str, status: int, where: str) -> None:
    answer = ask(body, query)
    assert answer.status_code == status
    (error,) = answer.json()["errors"]
    assert error["where"] == where
    assert error["message"]


def test_invalid_json_is_refused() -> None:
    assert ask(None, raw=b"{").json() == {"errors": [{"where": "body", "message": "is not JSON"}]}
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
    single, list_schema, imj, imj_list = operation["requestBody"]["content"]["application/json"]["schema"]["anyOf"]
    assert set(single["required"]) == {"hand", "win"}
    assert list_schema["items"] == single
    assert "required" not in imj
    assert imj_list["items"] == imj
    assert set(operation["responses"]) == {"200", "400", "422", "429"}
