"""Send packages to a federation's server over its interface (``/api/v1/published``)."""

import json
from collections.abc import Callable, Iterable
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request

from pydantic import BaseModel, Field, ValidationError

from common.infrastructure.outgoing import opener_without_redirects

if TYPE_CHECKING:
    from scoring.publishing.models import OwnPackage

#: Seconds that the server may be silent while a job sends, and the most bytes of one answer.
SECONDS, MOST_BYTES = 20, 100_000


class NotSent(Exception):
    """Sending ended; ``problem`` is a key of `selectors.labels.PROBLEMS`."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class ServerState(BaseModel):
    """What the server has of the event: the number that it expects next, and the digest of the one before."""

    event: str
    name: str
    next: int = Field(ge=1)
    digest: str


class PublicationServer:
    """A federation's server, as the holder of the event's token sends to it. Every method may raise NotSent.

    ``seconds``: how long the server may be silent.
    """

    def __init__(self, address: str, token: str, event: str, *, seconds: int = SECONDS) -> None:
        self._address = f"{address}/api/v1/published/{quote(event)}"
        self._token = token
        self._seconds = seconds
        self._opener = opener_without_redirects()

    def state(self) -> ServerState:
        """Return what the server has."""
        try:
            return ServerState.model_validate_json(self._answer("GET", ""))
        except ValidationError:
            raise NotSent("no-pinju") from None

    def put(self, package: "OwnPackage") -> None:
        """Send one package; one that is there already changes nothing."""
        body = {"header": package.header, "signature": package.signature, "content": package.content}
        self._answer("PUT", f"/{package.number}", json.dumps(body, ensure_ascii=False).encode())

    def _answer(self, method: str, path: str, body: bytes | None = None) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json; charset=utf-8"}
        request = Request(f"{self._address}{path}", body, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._seconds) as answer:
                content: bytes = answer.read(MOST_BYTES)
                return content
        except HTTPError as error:
            error.close()
            raise NotSent(_problem(error.code)) from None
        except (OSError, HTTPException, ValueError):
            raise NotSent("no-answer") from None


def send_packages(
    server: PublicationServer,
    digest_at: Callable[[int], str],
    waiting: Callable[[int], Iterable["OwnPackage"]],
    accepted: Callable[[int], None],
) -> int:
    """Send what the server lacks, in order; return the number of packages. Raises NotSent.

    The server says which number it expects, so an interrupted run is resumed wherever it ended. ``digest_at`` returns
    the digest of the package with a number (empty: there is none), ``waiting`` the packages from a number on;
    ``accepted`` is told the number of each package that the server has.
    """
    state = server.state()
    if state.next > 1 and digest_at(state.next - 1) != state.digest:
        raise NotSent("other-chain")
    accepted(state.next - 1)
    count = 0
    for package in waiting(state.next):
        server.put(package)
        accepted(package.number)
        count += 1
    return count


def _problem(status: int) -> str:
    known = {401: "token", 403: "right", 404: "event", 409: "changed", 422: "refused", 429: "busy"}
    return known.get(status, "no-pinju" if 300 <= status < 500 else "fault")
