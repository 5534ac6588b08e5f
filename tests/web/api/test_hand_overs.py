"""The token of a hand-over: what it opens, for how long, and what it cannot fill."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from common.privacy.sealed_files import new_key
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.tokens import network_token
from tests.support.events import small_event
from tests.support.hand_overs import file_back, given, without_action
from tests.support.sheets import with_settings

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/hand-over/"


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path
    cache.clear()


@pytest.fixture
def row() -> HandOver:
    return given(with_settings(small_event("given")))


def asked(method: str, path: str, key: str, body: Any = b"", kind: str = "application/octet-stream") -> tuple[int, Any]:
    """Return status and content of the answer; the content of a file is its length."""
    headers = {"Authorization": f"Bearer {network_token(key)}"}
    answer = Client().generic(method, ADDRESS + path, body, content_type=kind, headers=headers)
    if answer.streaming:
        return answer.status_code, len(b"".join(answer))
    return answer.status_code, answer.json()


def message(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["errors"][0]["message"]


def test_only_the_key_of_this_server_opens_the_file(row: HandOver) -> None:
    taken = without_action(small_event("taken"), HandOver.Side.TAKEN)
    assert asked("GET", "file", row.key)[0] == 200
    for key in (new_key(), taken.key, "x"):
        assert message(asked("GET", "file", key)) == (401, "this key is not known here")
    for token in (row.key, row.key_hash):
        headers = {"Authorization": f"Bearer {token}"}
        assert Client().get(ADDRESS + "file", headers=headers).status_code == 401
    assert Client().get(ADDRESS + "file").status_code == 401


@pytest.mark.parametrize(
    ("began", "fetched", "status"),
    [
        (timedelta(hours=23), None, 200),
        (timedelta(hours=25), None, 409),
        (timedelta(hours=25), timedelta(minutes=59), 200),
        (timedelta(hours=2), timedelta(minutes=61), 409),
    ],
)
def test_a_key_that_is_found_later_fetches_nothing(
    row: HandOver, began: timedelta, fetched: timedelta | None, status: int
) -> None:
    now = timezone.now()
    row.began_at, row.fetched_at = now - began, now - fetched if fetched else None
    row.save()
    assert asked("GET", "file", row.key)[0] == status


def test_parts_of_one_file_are_kept_only_until_the_event_is_back(row: HandOver) -> None:
    first, second = "a" * 64, "b" * 64
    for number in range(2):
        assert asked("PUT", f"back/{first}/{number}", row.key, b"part") == (200, {"parts": number + 1, "taken": False})
    assert asked("PUT", f"back/{second}/1", row.key, b"part") == (200, {"parts": 0, "taken": False})
    assert len(default_storage.listdir("hand-over-parts")[1]) == 1
    assert asked("PUT", f"back/{second}/0", row.key, b"")[0] == 422
    assert asked("PUT", f"back/{second}/1000", row.key, b"part")[0] == 422

    content = file_back(row)
    digest = hashlib.sha256(content).hexdigest()
    assert asked("PUT", f"back/{digest}/0", row.key, content)[0] == 200
    key, whole = row.key, ("back/" + digest, row.key, b'{"parts": 1}', "application/json")
    for _again in range(2):
        assert asked("POST", *whole) == (200, {"event": "given"})
    assert asked("GET", f"back/{digest}", key) == (200, {"parts": 0, "taken": True})
    assert asked("PUT", f"back/{second}/0", key, b"part")[0] == 409
    assert asked("GET", "file", key)[0] == 409
    assert default_storage.listdir("hand-over-parts")[1] == []
    row.refresh_from_db()
    assert (row.state, row.key, row.ended_by) == (HandOver.State.BACK, "", "laptop of the hall")


def test_parts_that_make_another_file_change_nothing(row: HandOver) -> None:
    digest = "c" * 64
    body = ("back/" + digest, row.key, b'{"parts": 2}', "application/json")
    asked("PUT", f"back/{digest}/0", row.key, b"part")
    assert message(asked("POST", *body)) == (409, "a part of the file is missing.")
    asked("PUT", f"back/{digest}/1", row.key, b"part")
    assert message(asked("POST", *body)) == (409, "the parts make another file.")
    row.refresh_from_db()
    assert row.held_elsewhere
