"""Public pages read from the replica of the database, if there is one."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from common.infrastructure.replicas import has_replica, has_written, leave_replica, read_replica, request_reads

#: The areas whose pages are for everybody (the namespaces of their addresses).
PUBLIC = {"pocket", "fans", "lists", "rankings", "record", "series"}


class PublicFromReplica:
    """Let visitors read public pages from the replica.

    A visitor with a session (an account, or a phone that scanned a card) reads the database itself, and so does every
    browser for a minute after it has written something: it would miss its own change.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not has_replica():
            raise MiddlewareNotUsed
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with request_reads():
            response = self._get_response(request)
            if has_written():
                seconds, secure = settings.SECONDS_AFTER_WRITING, settings.SESSION_COOKIE_SECURE
                response.set_cookie(
                    settings.WRITER_COOKIE, "1", max_age=seconds, secure=secure, httponly=True, samesite="Lax"
                )
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Decide when the page is known; nothing was read before."""
        match = request.resolver_match
        is_public = match is not None and bool(match.app_names) and match.app_names[0] in PUBLIC
        own = {settings.SESSION_COOKIE_NAME, settings.WRITER_COOKIE} & {*request.COOKIES}
        if is_public and request.method in ("GET", "HEAD") and not own:
            read_replica()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Make the page again from the database itself if the replica failed while it was read."""
        match = request.resolver_match
        if match is None or not isinstance(error, (OperationalError, InterfaceError)) or not leave_replica():
            return None
        answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
        return answer
