"""Tokens of accounts and the registries that they read: answers, refusals, and the laptop's side of it."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs import run, start
from common.jobs.models import Job
from ranking.bodies.models import Body
from ranking.member_lists.services import remove_registry
from tests.support.pin_applications import member
from tests.support.ranking import actor, new_account, new_body
from tests.support.registries import ROWS, import_rows, new_registry, new_source, new_token
from tournament.access.models import ApiToken
from tournament.people.models.accounts import Account
from tournament.registry.models import Registry
from tournament.registry.rules.members import PAGE
from tournament.registry.selectors.members import list_of
from tournament.registry.selectors.remote import RemoteServer
from web.api.interface import TOKEN_NEEDED
from web.api.tokens import THROTTLE
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-a-laptop"


@pytest.fixture(autouse=True)
def _empty_throttles() -> None:
    cache.clear()


@pytest.fixture
def registry(db) -> Registry:
    return new_registry()


@pytest.fixture
def owner(registry: Registry) -> Account:
    account = member(registry.ledger.body)
    new_token(account, TOKEN)
    return account


def get(path: str, token: str = TOKEN):
    return Client(headers={"authorization": f"Bearer {token}"}).get(f"/api/v1{path}")


def refusal(answer, status: int) -> str:
    assert answer.status_code == status, answer.content
    [error] = answer.json()["errors"]
    assert error["where"] == "Authorization"
    return error["message"]


def test_a_token_reads_the_registries_of_its_owner(registry: Registry, owner: Account) -> None:
    import_rows(new_body("member"), ROWS)
    answer = get("/registries").json()
    header = {"id": str(registry.uid), "name": registry.name, "dated": "2026-11-01", "version": 1, "members": 4}
    assert answer == {"registries": [header]}
    page = get(f"/registries/{registry.uid}/members?version=1").json()
    assert page["next"] is None
    names = {one["name"]: one["numbers"] for one in page["members"]}
    assert names["ROSSI Lucia"] == [{"kind": "ema", "number": "07010002"}, {"kind": "jmsa", "number": "JM-0200"}]
    keys = {key for one in page["members"] for key in one}
    assert keys == {"name", "family_name", "given_name", "latin_name", "country", "club", "numbers"}


def test_long_lists_come_in_pages(owner: Account, registry: Registry) -> None:
    rows = [["Name", "EMA"], *([f"Jan P{number}", f"{8_010_000 + number:08}"] for number in range(PAGE + 2))]
    import_rows(registry.ledger.body, rows)
    first = get(f"/registries/{registry.uid}/members?version=2").json()
    second = get(f"/registries/{registry.uid}/members?version=2&start={first['next']}").json()
    assert (len(first["members"]), first["next"], len(second["members"]), second["next"]) == (PAGE, PAGE, 2, None)
    assert get(f"/registries/{registry.uid}/members?version=1").status_code == 409
    assert get(f"/registries/{registry.uid}/members?version=2&start=-1").status_code == 422


def test_a_registry_of_another_body_is_not_found(owner: Account) -> None:
    other = new_registry(new_body("member"))
    assert get(f"/registries/{other.uid}/members?version=1").status_code == 404


def test_a_token_says_what_it_may_do(owner: Account) -> None:
    answer = get("/token").json()
    token = ApiToken.objects.get()
    assert answer == {
        "name": token.name, "owner": str(owner), "scopes": ["registry:read"], "event": None,
        "expires": answer["expires"],
    }  # fmt: skip
    token.refresh_from_db()
    assert token.used_at is not None
    assert TOKEN not in str(AuditEntry.objects.values_list())


def test_without_a_valid_token_nothing_is_read(owner: Account) -> None:
    answer = Client().get("/api/v1/registries")
    assert refusal(answer, 401) == TOKEN_NEEDED
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert refusal(get("/registries", "unknown"), 401) == "this token is not known here"
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert "expired" in refusal(get("/registries"), 401)
    ApiToken.objects.update(expires=timezone.now() + timedelta(days=1), revoked_at=timezone.now())
    assert "revoked" in refusal(get("/registries"), 401)
    ApiToken.objects.update(revoked_at=None)
    Account.objects.update(is_active=False)
    assert "deactivated" in refusal(get("/token"), 401)


def test_a_token_without_the_scope_is_refused(owner: Account) -> None:
    ApiToken.objects.update(scopes=[])
    assert refusal(get("/registries"), 403) == "the token does not have the scope registry:read"
    assert get("/token").status_code == 200


def test_a_token_can_do_no_more_than_its_owner(owner: Account, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    assert "second factor" in refusal(get("/registries"), 403)
    owner.bodies.all().delete()
    assert get("/registries").json() == {"registries": []}


def test_who_guesses_tokens_has_to_wait(owner: Account, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "token", Limit(2, ""))
    assert [get("/token", "x").status_code for _ in range(3)] == [401, 401, 429]
    assert get("/token").status_code == 200


def test_a_token_asks_at_a_limited_rate(owner: Account, monkeypatch) -> None:
    monkeypatch.setattr(THROTTLE, "num_requests", 2)
    answers = [get("/token") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


# The laptop's side


def served(registry: Registry) -> dict[str, tuple[int, bytes]]:
    """Return the answers of this program's interface by path, as a laptop asks for them."""
    paths = ["/registries", f"/registries/{registry.uid}/members?version={registry.version}&start=0"]
    return {f"/api/v1{path}": (200, get(path).content) for path in paths}


class Federation:
    """A server that gives recorded answers to the holder of the token."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[int, bytes]] = {}
        self.redirects = False
        federation = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                known = self.headers["Authorization"] == f"Bearer {TOKEN}"
                status, content = federation.answers.get(self.path, (404, b"{}")) if known else (401, b"{}")
                self.send_response(302 if federation.redirects else status)
                if federation.redirects:
                    self.send_header("Location", "http://localhost:9/elsewhere")
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_parts: Any) -> None:
                """Write nothing to the output of the tests."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def federation() -> Iterator[Federation]:
    one = Federation()
    thread = threading.Thread(target=one.server.serve_forever, daemon=True)
    thread.start()
    yield one
    one.server.shutdown()
    one.server.server_close()
    thread.join()


def fetched(source: int) -> Job:
    """Run the job that fetches the registries of a server."""
    job = start(system_actor("test"), "registry.fetch", parameters={"source": source})
    run(job.pk)
    job.refresh_from_db()
    return job


def failure(job: Job) -> str:
    assert job.state == "failed", job.result
    [error] = job.result["errors"]
    return error["message"]


def test_a_laptop_fetches_and_refreshes_the_copy(federation: Federation, registry: Registry, owner: Account) -> None:
    members = set(list_of(registry))
    federation.answers = served(registry)
    uid, body = registry.uid, registry.ledger.body
    remove_registry(actor(), body)  # the laptop has no body
    source = new_source(federation.address, token=TOKEN)
    job = fetched(source.pk)
    assert job.state == "done", job.result
    assert job.result["messages"] == [
        "Nederlandse Mahjong Bond, list of 1 November 2026: 4 added, 0 changed, 0 removed."
    ]
    assert (job.done, job.total) == (4, 4)
    copy = Registry.objects.get(uid=uid)
    assert (set(list_of(copy)), copy.source, copy.ledger) == (members, source, None)
    source.refresh_from_db()
    assert source.fetched_at is not None
    assert fetched(source.pk).result["messages"][0].endswith("0 added, 0 changed, 0 removed.")
    assert TOKEN not in str(Job.objects.values_list()) + str(AuditEntry.objects.values_list())


def test_every_fault_of_the_fetch_has_a_sentence(federation: Federation, registry: Registry, owner: Account) -> None:
    source = new_source(federation.address, token="wrong").pk
    assert "does not accept the token" in failure(fetched(source))
    new_source(federation.address, token=TOKEN)
    assert "has no registries" in failure(fetched(source))
    lists, page = served(registry)
    for status, words in ((403, "may not read"), (429, "too often"), (500, "error 500"), (409, "replaced the list")):
        federation.answers[lists] = (status, b"{}")
        assert words in failure(fetched(source))
    for content in (b"<html>", b"[]", b'{"registries": [{"id": 1}]}', b" " * 5_000_001):
        federation.answers[lists] = (200, content)
        assert "is not a registry" in failure(fetched(source))
    federation.answers[lists] = (200, b'{"registries": []}')
    assert "no registry for this token yet" in failure(fetched(source))
    federation.answers = served(registry)
    federation.answers[page] = (200, json.dumps({"members": [], "next": 0}).encode())
    assert "is not a registry" in failure(fetched(source))
    federation.redirects = True
    assert "error 302" in failure(fetched(source)), "the token follows no redirection"
    federation.server.shutdown()
    federation.server.server_close()
    assert "does not answer" in failure(fetched(source))
    assert "removed already" in failure(fetched(source + 1))
    assert Registry.objects.get() == registry


def test_a_page_that_leads_back_is_no_registry(federation: Federation, registry: Registry, owner: Account) -> None:
    federation.answers = served(registry)
    _lists, page = federation.answers
    document = json.loads(federation.answers[page][1])
    federation.answers[page] = (200, json.dumps(document | {"next": 1}).encode())
    federation.answers[page.replace("start=0", "start=1")] = (200, json.dumps(document | {"next": 1}).encode())
    server = RemoteServer(federation.address, TOKEN)
    [found] = server.registries()
    with pytest.raises(Refused, match="is not a registry"):
        server.whole_list(found, lambda count: None)


def test_an_account_without_a_body_reads_nothing(registry: Registry) -> None:
    new_token(new_account(), TOKEN)
    assert get("/registries").json() == {"registries": []}
    assert Body.objects.exists()
