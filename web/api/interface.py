"""The interface itself, how it answers mistakes, and how often it may be asked."""

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, Throttled, ValidationError
from ninja.throttling import AnonRateThrottle

from web.shared.requests.client_address import address_key


class AddressThrottle(AnonRateThrottle):
    """Count by the client's address; the library itself would believe whatever X-Forwarded-For says."""

    def get_ident(self, request: HttpRequest) -> str:
        """What stands for the client."""
        return address_key(request)


# A whole hall may share one address.
RATE = "240/m"
THROTTLE = AddressThrottle(RATE)


class Mistake(Schema):
    """One thing that is wrong: where (a path into what was sent) and what."""

    where: str
    message: str


class Mistakes(Schema):
    """Why a request was not answered."""

    errors: list[Mistake]


def mistakes(where: str, message: str) -> dict[str, list[dict[str, str]]]:
    """The answer to a request with one thing wrong."""
    return {"errors": [{"where": where, "message": message}]}


api = NinjaAPI(
    title="Pinju",
    version="1",
    description="Competition mahjong: what a program may ask. Counting hands needs no account.",
    docs_url=None,
    throttle=[THROTTLE],
)


@api.exception_handler(ValidationError)
def not_as_described(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """A parameter or body that is not as the description says."""
    found = [
        {"where": ".".join(str(part) for part in one["loc"][1:]) or str(one["loc"][0]), "message": one["msg"]}
        for one in error.errors
    ]
    return api.create_response(request, {"errors": found}, status=422)


@api.exception_handler(AuthenticationError)
def not_known(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    """No token, or one that is unknown, ended or over."""
    answer = api.create_response(request, mistakes("Authorization", "a token that is open is needed"), status=401)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(Throttled)
def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    """More requests than one address may make; `Retry-After` says when to come back."""
    answer = api.create_response(request, mistakes("", f"too many requests; at most {RATE}"), status=429)
    answer["Retry-After"] = str(error.wait or 60)
    return answer
