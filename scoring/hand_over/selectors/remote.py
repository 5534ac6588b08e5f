"""The server where an event lives: fetch its file, and send it back in parts (``/api/v1/hand-over``).

Errors are Refused with a sentence.
"""

import json
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import Request

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import BaseModel, Field, ValidationError

from common.actions.errors import Refused
from common.infrastructure.outgoing import opener_without_redirects
from common.privacy.sealed_files import plain_key
from scoring.hand_over.rules.parts import MOST_PARTS, PART, count_of
from scoring.hand_over.rules.tokens import network_token

#: Seconds that the server may be silent; taking an event of a thousand players back takes it a minute.
SECONDS = 180
#: Seconds for one answer as a whole: the file of a large event over a slow line.
TOTAL_SECONDS = 3600
Count = Callable[[int], None]
MOST_BYTES, MOST_FILE = 100_000, MOST_PARTS * PART


class _Received(BaseModel):
    parts: int = Field(ge=0, le=MOST_PARTS)
    taken: bool


class HomeServer:
    """A server that handed an event over, as the holder of the key of the hand-over reaches it."""

    def __init__(self, address: str, key: str) -> None:
        self._address, self._token = address, network_token(plain_key(key))
        self._opener = opener_without_redirects(TOTAL_SECONDS)

    def fetch(self, file: IO[bytes], step: Count) -> None:
        """Write the file of the hand-over to ``file``; ``step`` counts the parts."""
        with self._open("GET", "/file") as answer:
            size = 0
            while part := self._read(answer):
                size += len(part)
                if size > MOST_FILE:
                    raise self._unusable()
                file.write(part)
                step(1)
        if answer.length:  # what the server announced and did not send
            raise self._no_answer()
        file.seek(0)

    def send_back(
        self, file: IO[bytes], digest: str, total: Callable[[int], None], step: Callable[[int], None]
    ) -> None:
        """Send the parts of the file that the server lacks, and let it take the event back."""
        size = file.seek(0, 2)
        count, received = count_of(size), self._received(digest)
        total(count)
        if received.taken:
            return
        step(received.parts)
        for number in range(received.parts, count):
            file.seek(number * PART)
            self._answer("PUT", f"/back/{digest}/{number}", file.read(PART), "application/octet-stream")
            step(1)
        self._answer("POST", f"/back/{digest}", json.dumps({"parts": count}).encode(), "application/json")

    def _received(self, digest: str) -> _Received:
        try:
            return _Received.model_validate_json(self._answer("GET", f"/back/{digest}"))
        except ValidationError:
            raise self._unusable() from None

    def _answer(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> bytes:
        with self._open(method, path, body, kind) as answer:
            return self._read(answer, MOST_BYTES)

    def _open(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> HTTPResponse:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": get_language() or "en"}
        headers |= {"Content-Type": kind} if kind else {}
        request = Request(f"{self._address}/api/v1/hand-over{path}", body, headers, method=method)
        try:
            answer: HTTPResponse = self._opener.open(request, timeout=SECONDS)
        except HTTPError as error:
            raise self._refusal(error) from None
        except (URLError, OSError, HTTPException):
            raise self._no_answer() from None
        return answer

    def _read(self, answer: HTTPResponse, size: int = PART) -> bytes:
        try:
            return answer.read(size)
        except (OSError, HTTPException):
            raise self._no_answer() from None

    def _refusal(self, error: HTTPError) -> Refused:
        figures = {"address": self._address, "code": error.code}
        sentences = {
            401: _("%(address)s does not know this key. Check the address and each letter of the key."),
            404: _("%(address)s cannot hand events over: there is another program at this address, or an older Pinju."),
            429: _("%(address)s was asked too often. Try again in a minute."),
        }
        told = _told(error)
        if error.code == 409 and told:
            return Refused(_("%(address)s refuses: %(told)s") % (figures | {"told": told}))
        sentence = sentences.get(error.code, _("%(address)s answers with the error %(code)d. Try again later."))
        return Refused(sentence % figures)

    def _no_answer(self) -> Refused:
        return Refused(
            _(
                "%(address)s does not answer, or is too slow. "
                "Check address and network and try again, or bring the file."
            )
            % {"address": self._address}
        )

    def _unusable(self) -> Refused:
        return Refused(_("The answer from %(address)s is not an event.") % {"address": self._address})


def _told(error: HTTPError) -> str:
    """Return the sentence with which the server refuses; empty if it says none."""
    try:
        with error:
            document = json.loads(error.read(MOST_BYTES))
        return str(document["errors"][0]["message"])[:500]
    except (OSError, HTTPException, ValueError, KeyError, IndexError, TypeError):
        return ""
