"""The server's side of publishing: what it accepts from a hall, in which order, and what it answers otherwise."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.cache import cache
from django.test import Client

from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from scoring.publishing.models import ReceivedPackage
from scoring.publishing.rules import digest_of
from scoring.publishing.selectors.document import public_content
from tests.support.cup import cup, taken_in
from tests.support.publishing import hall_token, packed
from tests.support.threads import together
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
TEXT_LIMIT = "x" * 5_000_001


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def event(db) -> Event:
    return taken_in(cup(), release=1)


@pytest.fixture
def token(event: Event) -> str:
    return hall_token(event)


def put(token: str, package: dict[str, Any], event: str = "cup"):
    body = {name: package[name] for name in ("header", "signature", "content")}
    headers = {"authorization": f"Bearer {token}"}
    path = f"/api/v1/published/{event}/{package['number']}"
    return Client(headers=headers).put(path, json.dumps(body), content_type="application/json")


def state(token: str, event: str = "cup"):
    return Client(headers={"authorization": f"Bearer {token}"}).get(f"/api/v1/published/{event}")


def second(event: Event, **more: Any) -> dict[str, Any]:
    """Return a second package, with other data than the first one."""
    data = json.loads(public_content(event))
    data["event"]["place"] = "巴黎"
    previous = digest_of(packed(event)["header"])
    return packed(event, number=2, previous=previous, content=json.dumps(data, ensure_ascii=False)) | more


def test_packages_are_kept_in_order_and_raise_the_version_that_pages_poll(event: Event, token: str) -> None:
    assert state(token).json() == {"event": "cup", "name": "品局杯", "next": 1, "digest": ""}
    before = Ledger.objects.get(event=event).public
    first = packed(event)
    assert put(token, first).json() == {"next": 2}
    answer = state(token).json()
    assert (answer["next"], answer["digest"]) == (2, digest_of(first["header"]))
    assert put(token, second(event)).json() == {"next": 3}
    assert Ledger.objects.get(event=event).public == before + 2
    assert list(ReceivedPackage.objects.values_list("number", "content")) == [(1, ""), (2, second(event)["content"])]


def test_a_repeated_package_changes_nothing(event: Event, token: str) -> None:
    put(token, packed(event))
    put(token, second(event))
    ledger = Ledger.objects.get(event=event)
    for package in (packed(event), second(event)):
        answer = put(token, package)
        assert (answer.status_code, answer.json()) == (200, {"next": 3})
    assert Ledger.objects.get(event=event) == ledger
    assert (Ledger.objects.get(event=event).public, AuditEntry.objects.filter(action="publishing.receive").count()) == (
        ledger.public,
        2,
    )


def test_a_gap_is_answered_with_the_number_that_is_expected(event: Event, token: str) -> None:
    answer = put(token, second(event))
    assert (answer.status_code, answer.json()["next"]) == (409, 1)
    assert "missing" in answer.json()["errors"][0]["message"]
    put(token, packed(event))
    put(token, second(event))
    late = put(token, packed(event, at="2026-05-01T09:00:00Z"))
    assert (late.status_code, late.json()["next"]) == (409, 3)
    assert "does not follow" in late.json()["errors"][0]["message"]


@pytest.mark.parametrize("what", ["previous", "key"])
def test_another_chain_is_refused(event: Event, token: str, what: str) -> None:
    put(token, packed(event))
    previous = digest_of(packed(event)["header"])
    other = {"previous": packed(event, number=2, previous="00" * 32)}
    other["key"] = packed(event, number=2, previous=previous, key=Ed25519PrivateKey.generate())
    answer = put(token, other[what])
    assert (answer.status_code, answer.json()["next"]) == (409, 2)
    assert ReceivedPackage.objects.count() == 1


def _changed_content(event: Event) -> dict[str, Any]:
    package = packed(event)
    return package | {"content": package["content"].replace("成都", "北京")}


def _of(**changes: Any):
    """Return a package whose content is signed, but has other values at these keys of the document."""

    def make(event: Event) -> dict[str, Any]:
        data = json.loads(public_content(event))
        for path, value in changes.items():
            *parents, last = path.split("__")
            part = data
            for key in parents:
                part = part[int(key) if isinstance(part, list) else key]
            part[last] = value
        return packed(event, content=json.dumps(data))

    return make


WRONG = {
    "no header": (lambda event: packed(event) | {"header": "{}"}, "header"),
    "another number": (lambda event: packed(event) | {"number": 7}, "header"),
    "another event in the header": (lambda event: packed(event, event="other"), "header"),
    "another event in the content": (_of(event__id="other"), "content"),
    "no signature": (lambda event: packed(event) | {"signature": ""}, "signature"),
    "no base64": (lambda event: packed(event) | {"signature": "é"}, "signature"),
    "a wrong signature": (lambda event: packed(event) | {"signature": packed(event, at="x")["signature"]}, "signature"),
    "a key that is none": (lambda event: packed(event) | {"header": packed(event)["header"][:-8] + '"}'}, "signature"),
    "a changed content": (_changed_content, "content"),
    "no document": (lambda event: packed(event, content="[]"), "content"),
    "another format": (_of(format="pinju-public/2"), "content"),
    "an unknown number": (_of(individual__0__number=99), "content"),
    "points that are not a number": (_of(individual__0__table_points="<b>"), "content"),
    "a fraction by zero": (_of(individual__0__table_points="1/0"), "content"),
    "a name that is too long": (_of(players__0__name="x" * 201), "content"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_not_signed_or_not_as_described_is_refused(event: Event, token: str, wrong: str) -> None:
    make, where = WRONG[wrong]
    answer = put(token, make(event))
    assert answer.status_code == 422, answer.content
    assert [error["where"] for error in answer.json()["errors"]] == [where]
    assert not ReceivedPackage.objects.exists()


def test_too_long_and_odd_bodies_are_refused(event: Event, token: str) -> None:
    package = packed(event)
    for odd in (package | {"content": TEXT_LIMIT}, package | {"content": None}, package | {"header": 7}):
        assert put(token, odd).status_code == 422
    assert put(token, package | {"number": 0}).status_code == 422
    headers = {"authorization": f"Bearer {token}"}
    answer = Client(headers=headers).put("/api/v1/published/cup/1", b"\xff", content_type="application/json")
    assert answer.status_code == 400


def test_a_newer_program_may_add_keys(event: Event, token: str) -> None:
    assert put(token, _of(more={"new": 1}, players__0__club="x")(event)).status_code == 200


def test_a_token_is_for_one_event_and_one_purpose(event: Event, token: str) -> None:
    other = taken_in(cup(id="other"))
    assert state(token, "other").status_code == 403
    assert state(token, "none").status_code == 404
    assert put(hall_token(other), packed(event)).status_code == 403
    assert state("unknown").status_code == 401
    assert Client().get("/api/v1/published/cup").status_code == 401
    assert Client(headers={"authorization": f"Bearer {token}"}).get("/api/v1/registries").status_code == 403
    told = Client(headers={"authorization": f"Bearer {token}"}).get("/api/v1/token").json()
    assert (told["scopes"], told["event"]) == (["publish"], "cup")


@pytest.mark.django_db(transaction=True)
def test_the_same_package_from_two_senders_is_kept_once(event: Event, token: str) -> None:
    answers = together(*[lambda: put(token, packed(event)).status_code] * 4)
    assert answers == [200] * 4
    assert ReceivedPackage.objects.count() == 1
