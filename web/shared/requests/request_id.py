"""A number for each request, by which its log lines and its answer are found together."""

import re
import secrets
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from common.infrastructure.log_fields import log_fields
from config.logs import FIELDS

HEADER = "X-Request-ID"
#: What a proxy may have written into the header; anything else could forge log lines.
GIVEN = re.compile(r"[0-9A-Za-z-]{8,64}")


class RequestId:
    """Give the request the id of the proxy, or a new one; a refusal or fault carries it in X-Request-ID.

    Other answers do not: they may be cached for everybody.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.PROXIES else ""
        request_id = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
        with log_fields(request=request_id) as fields:
            request.META[FIELDS] = fields  # Django logs a refusal after the last middleware
            response = self.get_response(request)
        if response.status_code >= 400:
            response[HEADER] = request_id
        return response
