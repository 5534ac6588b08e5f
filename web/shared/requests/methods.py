"""The methods that an address answers; all others get 405 with ``Allow``."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

View = TypeVar("View", bound=Callable[..., Any])

READING = ("GET", "HEAD")
#: The methods of a view without a declaration: most pages show a form and take it.
USUAL = (*READING, "POST")


def get_only(view: View) -> View:
    """Declare that the view answers GET and HEAD only."""
    return _declared(view, READING)


def post_only(view: View) -> View:
    """Declare that the view answers POST only."""
    return _declared(view, ("POST",))


def methods_of(view: Callable[..., Any]) -> tuple[str, ...] | None:
    """Return the methods that the view answers, without OPTIONS.

    None for an operation of django-ninja, which declares its own.
    """
    if getattr(view, "__module__", "") == "ninja.operation":
        return None
    if isinstance(view, partial):  # django-ninja's description of the interface
        return READING
    view_class = getattr(view, "view_class", None)
    if view_class:
        return tuple(method for method in USUAL if method.lower() in view_class.http_method_names)
    return getattr(view, "methods", USUAL)


class AllowedMethods:
    """Answer 405 to every method that a view does not support, and OPTIONS with the supported ones."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: tuple[Any, ...], _kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Answer instead of the view if it does not support the method."""
        methods = methods_of(view)
        if methods is None or request.method in methods:
            return None
        allowed = (*methods, "OPTIONS")
        if request.method == "OPTIONS":
            return HttpResponse(status=204, headers={"Allow": ", ".join(allowed)})
        return HttpResponseNotAllowed(allowed)


def _declared(view: View, methods: tuple[str, ...]) -> View:
    view.methods = methods  # type: ignore[attr-defined]
    return view
