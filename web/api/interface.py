"""The API object, its error answers, and its rate limit."""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi.schema import OpenAPISchema, get_schema
from ninja.renderers import JSONRenderer
from ninja.throttling import AnonRateThrottle

from web.shared.requests.client_address import address_key


class AddressThrottle(AnonRateThrottle):
    """Count by the client's address; the library itself would believe any X-Forwarded-For."""

    def get_ident(self, request: HttpRequest) -> str:
        """Return the key of the client."""
        return address_key(request)


# A whole hall may share one address.
RATE = "240/m"
THROTTLE = AddressThrottle(RATE)
TOKEN_NEEDED = "send a token that is valid, in the header Authorization: Bearer TOKEN"


class Readable(JSONRenderer):
    """JSON with the letters of all languages as they are."""

    json_dumps_params = {"ensure_ascii": False}


class Mistake(Schema):
    """One error: where (a path into the request) and what."""

    where: str
    message: str


class Mistakes(Schema):
    """The errors of a request."""

    errors: list[Mistake]


def mistakes(where: str, message: str) -> dict[str, list[dict[str, str]]]:
    """Return the answer to a request with one error."""
    return {"errors": [{"where": where, "message": message}]}


class Interface(NinjaAPI):
    """The API, with its OpenAPI description made once: making it takes longer than the page that shows it."""

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """Return the description, which depends on the code and the prefix only; the caller must not change it."""
        return _described(self, self.get_root_path(path_params or {}) if path_prefix is None else path_prefix)


@cache
def _described(interface: NinjaAPI, prefix: str) -> OpenAPISchema:
    return get_schema(interface, prefix)


api = Interface(
    title="Pinju",
    version="1",
    description="Competition mahjong: what a program may ask. Reading what is public and counting hands need no "
    "account; registries need the token of an account, web events the token of a web site, scoring devices a token "
    "of the event.",
    docs_url=None,
    renderer=Readable(),
    throttle=[THROTTLE],
)


@api.exception_handler(ValidationError)
def not_as_described(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Answer 422 to a parameter or body that does not fit the description."""
    errors = [
        {"where": ".".join(str(part) for part in fault["loc"][1:]) or str(fault["loc"][0]), "message": fault["msg"]}
        for fault in error.errors
    ]
    return api.create_response(request, {"errors": errors}, status=422)


@api.exception_handler(HttpError)
def not_readable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Answer 400 to a body that the library cannot parse."""
    return api.create_response(request, mistakes("body", str(error)), status=error.status_code)


@api.exception_handler(RequestDataTooBig)
def too_large(request: HttpRequest, _error: RequestDataTooBig) -> HttpResponse:
    """Answer 400 to a body that is larger than the server reads."""
    message = f"is larger than {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} bytes"
    return api.create_response(request, mistakes("body", message), status=400)


@api.exception_handler(AuthenticationError)
def not_known(request: HttpRequest, _error: AuthenticationError) -> HttpResponse:
    """Answer 401 to a request without a token, or with one that is unknown, ended or expired."""
    answer = api.create_response(request, mistakes("Authorization", TOKEN_NEEDED), status=401)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(Throttled)
def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    """Answer 429 to more requests than one address may make; `Retry-After` gives the seconds to wait."""
    answer = api.create_response(request, mistakes("", f"too many requests; at most {RATE}"), status=429)
    answer["Retry-After"] = str(error.wait or 60)
    return answer
