"""Every address answers its own methods and refuses all others."""

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from tests.support.every_address import Program, routes, whole_program
from web.shared.requests.methods import READING, methods_of

pytestmark = pytest.mark.django_db

REFUSED = ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND")


@pytest.fixture
def program(settings, tmp_path) -> Program:
    settings.MEDIA_ROOT = tmp_path
    return whole_program()


def allowed(client: Client, path: str) -> set[str]:
    response = client.options(path)
    assert response.status_code == 204, path
    assert response.content == b""
    return set(response.headers["Allow"].split(", "))


def test_every_address_refuses_the_methods_that_it_does_not_answer(program: Program) -> None:
    """Also with a CSRF check, which would answer 403: the method is looked at first."""
    client = Client(enforce_csrf_checks=True)
    answered = []
    for one in program.addresses():
        methods = methods_of(one.view)
        if methods is None:
            continue
        allow = allowed(client, one.path)
        assert allow == {*methods, "OPTIONS"}
        for method in (*REFUSED, *({"GET", "HEAD", "POST"} - allow)):
            response = client.generic(method, one.path)
            if response.status_code != 405 or set(response.headers["Allow"].split(", ")) != allow:
                answered.append((method, one.path, response.status_code))
    assert answered == []


def test_every_address_answers_the_methods_that_it_allows(program: Program) -> None:
    client = program.signed_in()
    refused = []
    for one in program.addresses():
        for method in set(methods_of(one.view) or ()) & set(READING):
            response = client.generic(method, one.path)
            if response.status_code == 405:
                refused.append((method, one.path))
            if method == "HEAD" and not response.streaming:
                assert response.content == b"", one.path
    assert refused == []


def test_programs_are_refused_what_the_interface_does_not_declare() -> None:
    for method in ("GET", "PUT", "DELETE", "TRACE"):
        assert Client().generic(method, "/api/v1/score-hands").status_code == 405
    assert Client().put("/api/v1/web-events/x").status_code == 401
    assert Client().post("/api/openapi.json").status_code == 405


@pytest.mark.parametrize("path", ["/live/1/version?clock=0", "/live/1/clock", "/healthz", "/static/icons.svg"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "TRACE", "POST"])
def test_what_is_answered_before_the_pages_refuses_too(program: Program, path: str, method: str) -> None:
    page = Client().get(path, follow=True)
    assert page.status_code == 200
    assert page.getvalue()
    response = Client().generic(method, path)
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]


def test_an_unknown_address_is_not_there_whatever_the_method() -> None:
    assert Client().put("/nowhere/").status_code == 404


def test_the_walk_sees_every_address() -> None:
    resolver = get_resolver()
    assert isinstance(resolver, URLResolver)
    assert len(list(routes(resolver))) > 300
