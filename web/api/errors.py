"""Answers of the interface to a wrong method and a wrong address, and to HEAD, for which django-ninja has none."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.views import defaults

from web.api.interface import api, mistakes
from web.shared.requests.methods import READING

#: The addresses whose errors programs read.
ROOT = "/api/v1/"


def answer_every_method(patterns: Iterable[URLPattern | URLResolver]) -> None:
    """Let the operations answer HEAD as GET, OPTIONS with what they support, and other methods in the usual shape."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern) and pattern.callback.__module__ == "ninja.operation":
            pattern.callback = _every_method(pattern.callback)


def page_not_found(request: HttpRequest, exception: Http404) -> HttpResponse:
    """Answer 404: to programs in the shape of all errors, to everybody else with a page."""
    if not request.path.startswith(ROOT):
        return defaults.page_not_found(request, exception)
    errors = mistakes("address", "there is no such address; /api/ lists all of them")
    answer = api.create_response(request, errors, status=404)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _every_method(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **keys: Any) -> HttpResponse:
        method = request.method
        if method == "HEAD":
            request.method = "GET"
        response = view(request, *args, **keys)
        request.method = method
        return _not_allowed(request, response["Allow"]) if response.status_code == 405 else response

    return answer


def _not_allowed(request: HttpRequest, supported: str) -> HttpResponse:
    methods = sorted(supported.split(", "))
    allowed = ", ".join([*methods, *(READING[1:] if "GET" in methods else []), "OPTIONS"])
    if request.method == "OPTIONS":
        return HttpResponse(status=204, headers={"Allow": allowed})
    message = f"this address does not support {request.method}; it supports {allowed}"
    answer = api.create_response(request, mistakes("method", message), status=405)
    answer["Allow"] = allowed
    return answer
