"""Pages for what is refused before a view takes it: a stale CSRF token, a missing right."""

from django.http import HttpRequest, HttpResponse
from django.views import csrf, defaults
from django.views.decorators.cache import never_cache


@never_cache
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form was older than the sign-in, and offer to send it again (`places/kept_forms.py`).

    A part of a page loads the page again, which then has the right token.
    """
    answer: HttpResponse = csrf.csrf_failure(request, reason)
    if "HX-Request" in request.headers:
        answer["HX-Refresh"] = "true"
    return answer


@never_cache
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that this is not open to the reader; what was posted is kept in the page."""
    return defaults.permission_denied(request, exception)
