"""Pages for refused requests: a stale CSRF token, a missing permission."""

from django.http import HttpRequest, HttpResponse
from django.views import csrf, defaults
from django.views.decorators.cache import never_cache


@never_cache
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form was older than the sign-in, and offer to send it again (`web/shared/forms/kept.py`).

    A request by htmx reloads the page instead, which then has the right token.
    """
    answer: HttpResponse = csrf.csrf_failure(request, reason)
    if "HX-Request" in request.headers:
        answer["HX-Refresh"] = "true"
    return answer


@never_cache
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 403, and keep a posted form."""
    return defaults.permission_denied(request, exception)
