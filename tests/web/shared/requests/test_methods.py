"""Every address answers its methods and refuses all others."""

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from tests.support.every_address import Program, routes
from web.shared.requests.methods import methods_of

pytestmark = pytest.mark.django_db

REFUSED = ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")


def allowed(client: Client, path: str) -> set[str]:
    response = client.options(path)
    assert response.status_code == 204, path
    assert response.content == b""
    return set(response.headers["Allow"].split(", "))


def test_every_address_refuses_undeclared_methods(program: Program) -> None:
    """Also with a CSRF check, which would answer 403: the method is checked first."""
    client = Client(enforce_csrf_checks=True)
    answered = []
    for address in program.addresses():
        methods = methods_of(address.view)
        if methods is None:
            continue
        allow = allowed(client, address.path)
        assert allow == {*methods, "OPTIONS"}
        for method in (*REFUSED, *({"GET", "HEAD", "POST"} - allow)):
            response = client.generic(method, address.path)
            if response.status_code != 405 or set(response.headers["Allow"].split(", ")) != allow:
                answered.append((method, address.path, response.status_code))
    assert answered == []


def test_every_address_answers_its_declared_methods(program: Program) -> None:
    """HEAD is answered by the same view as GET, which the crawls request (tests/web/test_every_page.py)."""
    client = program.signed_in()
    refused = []
    for address in program.addresses():
        methods = set(methods_of(address.view) or ())
        assert ("HEAD" in methods) == ("GET" in methods), address.path
        if "HEAD" in methods:
            response = client.head(address.path)
            if response.status_code == 405:
                refused.append(address.path)
            if not response.streaming:
                assert response.content == b"", address.path
    assert refused == []


def test_the_api_refuses_undeclared_methods() -> None:
    for method in ("GET", "PUT", "DELETE", "TRACE"):
        assert Client().generic(method, "/api/v1/score-hands").status_code == 405
    assert Client().put("/api/v1/web-events/x").status_code == 401
    assert Client().post("/api/openapi.json").status_code == 405


@pytest.mark.parametrize("path", ["/live/1/version?clock=0", "/live/1/clock", "/healthz", "/static/icons.svg"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "POST"])
def test_middleware_answers_refuse_other_methods_too(program: Program, path: str, method: str) -> None:
    page = Client().get(path, follow=True)
    assert page.status_code == 200
    assert page.getvalue()
    response = Client().generic(method, path)
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_an_unknown_address_is_404_for_every_method() -> None:
    assert Client().put("/nowhere/").status_code == 404


def test_the_walk_covers_every_address() -> None:
    resolver = get_resolver()
    assert isinstance(resolver, URLResolver)
    assert len(list(routes(resolver))) > 300
