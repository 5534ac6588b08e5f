"""Odd input at every URL, parameter and field (huge numbers, NUL, superscripts, long texts) causes no failure."""

import copy
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from axes.models import AccessAttempt
from django.db import transaction
from django.http import QueryDict
from django.test import Client

from tests.support.devices import device_token
from tests.support.every_address import Address, Program
from tests.support.web_sites import TOKEN
from web.shared.requests.methods import READING, methods_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]

#: 5,000 digits are more than `int` takes; 20 are more than 64 bits.
HUGE, LARGE = "9" * 5_000, "9" * 20
ODD = (HUGE, LARGE, "3000000000", "-1", "²", "1\0", "\ud800", "x" * 3_000, "")
#: For one field at a time; the others keep the values of the page.
ODD_ONES = ("3000000000", "1\0", "²")
#: For all fields at once.
ODD_TOGETHER = (HUGE, "3000000000", "1\0")
#: Fields of the page's header, and of every form.
ON_EVERY_PAGE = {"csrfmiddlewaretoken", "theme", "next", "key"}
#: For fields that hold a JSON document.
ODD_DOCUMENTS = (HUGE, f'{{"a": {HUGE}}}', '"\\ud800"', '{"a": "\\ud800"}', "[[[", "3000000000")
#: Read by cached fragments (web/live/fragments.py), so that the reads are not observed.
ALWAYS = {"page", "session", "subject"}
#: For URLs, where a number above a key's largest is none (tests/common/test_numbers.py).
ODD_KEYS = (str(2**63 - 1), "3000000000", "1%00", "x" * 300)
DOCUMENTS = (
    b"", b"[]", b"1", b"null", b'"x"', b"{", b"\xff", b"[" * 5_000, b'{"seats": ' + HUGE.encode() + b"}",
    b'{"event": {"name": "\\ud800"}, "results": [{}]}', b'{"hand": "\\u0000", "win": 1}', b'{"flowers": 1e999}',
    b'{"hand": "123m", "win": ' + HUGE.encode() + b"}",
)  # fmt: skip
#: Ends the browser's session.
ENDS_SESSION = {"account/logout/"}
#: Answers 503, as no worker runs during these tests.
READY = "readyz"


class Fields(HTMLParser):
    """The fields of the forms of a page with what they hold."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.select = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attrs = {name: value or "" for name, value in pairs}
        name = attrs.get("name", "")
        if tag == "select":
            self.select = name
            self.values.setdefault(name, "")
        elif tag == "option" and self.select and ("selected" in attrs or not self.values[self.select]):
            self.values[self.select] = attrs.get("value", "")
        elif tag in ("input", "textarea", "button") and name:
            self.values.setdefault(name, attrs.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


class Reads:
    """The names that are asked of any `QueryDict` while this is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: set[str] = set()
        for method in ("__getitem__", "get", "getlist", "__contains__"):
            monkeypatch.setattr(QueryDict, method, self._noting(getattr(QueryDict, method)), raising=False)

    def _noting(self, method: Any) -> Any:
        def noted(query: QueryDict, name: str, *args: Any, **more: Any) -> Any:
            self.names.add(name)
            return method(query, name, *args, **more)

        return noted


def response_to(client: Client, method: str, path: str, data: Any = None, **more: Any) -> str:
    """Return the failure of a request as a line, empty without one; writes and sign-outs are rolled back."""
    cookies = copy.copy(client.cookies)  # a response replaces the cookies, and changes none
    if isinstance(data, dict):
        data = urlencode(data, errors="surrogatepass")
        path, data = (path, data) if method == "post" else (f"{path}?{data}", None)
        more |= {"content_type": "application/x-www-form-urlencoded"} if method == "post" else {}
    with transaction.atomic():
        try:
            response = getattr(client, method)(path, data, **more)
            fault = f"{response.status_code}" if response.status_code >= 500 else ""
        except Exception as error:
            fault = repr(error)[:200]
        transaction.set_rollback(True)
    client.cookies = cookies
    return f"{method} {path[:120]} {str(data)[:120]}: {fault}" if fault else ""


def assert_sound(faults: list[str]) -> None:
    failures = list(filter(None, faults))
    assert not failures, "\n".join([f"{len(failures)} requests broke:", *failures[:60]])


def odd_keys(address: Address) -> Iterator[str]:
    for name in address.keys:
        for value in ODD_KEYS:
            yield address.with_keys({name: value})


def to_walk(program: Program) -> list[Address]:
    return [address for address in program.addresses() if address.route not in {*ENDS_SESSION, READY}]


def test_odd_values_in_urls(program: Program) -> None:
    client = program.signed_in()
    paths = [path for address in to_walk(program) for path in odd_keys(address)]
    faults = [response_to(client, "get", path) for path in paths]
    assert_sound(faults)


def test_odd_query_parameters(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send odd values for the parameters that each URL reads."""
    client, faults, known = program.signed_in(), [], set()
    reads = Reads(monkeypatch)
    client.get("/healthz")
    everywhere = reads.names.copy()  # by middleware, as the language
    for address in to_walk(program):
        reads.names.clear()
        client.get(address.path)
        names = reads.names.copy() | ALWAYS
        known |= names
        sent = odd_for(reads.names - everywhere)
        faults += [response_to(client, "get", address.path, dict.fromkeys(sorted(names), odd)) for odd in sent]
    assert_sound(faults)
    assert {"subject", "session", "hand", "claim", "q", "table", "number", "at", "sheet"} <= known


def odd_for(names: set[str]) -> tuple[str, ...]:
    """Return all odd values for a URL that reads parameters, one for the others."""
    return ODD if names else ODD[:1]


def fields_of(client: Client, path: str) -> dict[str, str]:
    response = client.get(path)
    if response.status_code != 200 or not response.headers.get("Content-Type", "").startswith("text/html"):
        return {}
    page = Fields()
    page.feed(response.content.decode())
    return {name: value for name, value in page.values.items() if name not in ON_EVERY_PAGE}


def test_odd_form_fields(program: Program) -> None:
    """All fields are odd at once; then each alone, with one of the odd values in turn."""
    client, phone = program.signed_in(), program.phone()
    faults = []
    for address in (address for address in to_walk(program) if methods_of(address.view) != READING):
        for browser in (client, phone) if "/table/" in address.route else (client,):
            values = fields_of(browser, address.path)
            for odd in ODD_TOGETHER if values else ():
                faults.append(response_to(browser, "post", address.path, dict.fromkeys(values, odd)))
            for turn, name in enumerate(values):
                odds = ODD_DOCUMENTS if name in ("base", "seen") else ODD_ONES
                odd = odds[turn % len(odds)]
                faults.append(response_to(browser, "post", address.path, values | {name: odd}))
    assert_sound(faults)


HAND = {"no": "1", "seen": "0", "winner": "E", "discarder": "S", "points": "24", "key": "k", "acknowledged": "gap"}
STEP = {"no": "1", "seen": "0", "key": "k"}
WRITES = {
    "hand": HAND, "undo": STEP, "dispute": STEP, "decide": STEP, "call": {"for_what": "dispute", "key": "k"},
    "uncall": {"key": "k"}, "pen": {"key": "k"},
}  # fmt: skip


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_odd_writes_of_a_table_phone(program: Program, accept: str) -> None:
    phone, more = program.phone(), {"headers": {"accept": accept}}
    faults = [
        response_to(phone, "post", f"/e/1/table/3/1/{name}/", sent | {field: odd}, **more)
        for name, sent in WRITES.items()
        for field in sent
        for odd in ODD
    ]
    assert_sound(faults)


def test_odd_documents_from_programs(program: Program) -> None:
    client = Client(headers={"authorization": f"Bearer {TOKEN}"})
    sent = (
        ("post", "/api/v1/score-hands"),
        ("put", "/api/v1/web-events/x"),
        ("put", "/api/v1/web-events/x/results.csv"),
    )
    faults = [
        response_to(client, method, path, document, content_type="application/json")
        for document in DOCUMENTS
        for method, path in sent
    ]
    for odd in ODD:
        key = quote(odd[:200].encode("utf-8", "surrogatepass"))
        faults.append(response_to(client, "get", f"/api/v1/web-events/{key}"))
        more = {"content_type": "application/json", "headers": {"idempotency-key": key}}
        faults.append(response_to(client, "put", "/api/v1/web-events/x", b"{}", **more))
    assert_sound(faults)


def test_odd_documents_from_scoring_devices(program: Program) -> None:
    client = Client(headers={"authorization": f"Bearer {device_token(program.event, program.account)}"})
    path, more = "/api/v1/events/1/sessions/3/tables/1/hands/1", {"content_type": "application/json"}
    hand = b'{"winner": "E", "discarder": "S", "points": 24}'
    faults = [response_to(client, "put", path, sent, headers={"if-match": "0"}, **more) for sent in DOCUMENTS]
    for odd in ODD:
        text = quote(odd[:200].encode("utf-8", "surrogatepass"))
        for headers in ({"if-match": text}, {"if-match": "0", "idempotency-key": text}):
            faults.append(response_to(client, "put", path, hand, headers=headers, **more))
            faults.append(response_to(client, "delete", path, headers=headers))
    assert_sound(faults)


def test_odd_cookies_of_phones(program: Program) -> None:
    for odd in (HUGE[:3_000], LARGE, "1.2." + LARGE, "².1", "x" * 3_000):
        client = Client()
        client.cookies["me"] = client.cookies["followed"] = odd
        for path in ("/e/1/", "/e/1/players/", "/live/1/version?cards=1", "/e/1/players/1/"):
            assert client.get(path).status_code < 500


def test_overlong_user_name_is_not_tried() -> None:
    """axes stores the attempted name in a column of 255 characters."""
    page = Client().post("/account/login/", {"username": "x" * 300, "password": "x"})
    assert page.status_code == 200
    assert AccessAttempt.objects.count() == 0


def test_url_cannot_choose_the_rows_per_page() -> None:
    for query in ("page=-1", "per_page=-1", "per_page=0", "per_page=100000", f"page={HUGE}", "page=99&per_page=-1"):
        assert Client().get(f"/?{query}").status_code == 200
