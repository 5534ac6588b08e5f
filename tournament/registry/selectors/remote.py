"""Read registries from a federation's server over its interface (``/api/v1/registries``)."""

import json
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from common.actions.errors import Refused
from common.infrastructure.outgoing import opener_without_redirects
from tournament.registry.rules.members import MOST_MEMBERS, PAGE, Member
from tournament.registry.selectors.reading import MemberDocument, RegistryHeader

#: Seconds that the server may be silent, and the most bytes of one answer.
SECONDS, MOST_BYTES = 20, 5_000_000


class RemoteRegistry(RegistryHeader):
    """A registry of the server, and how many members it has; a newer server may say more."""

    model_config = ConfigDict(extra="ignore")

    members: int = Field(ge=0, le=MOST_MEMBERS)


class _Registries(BaseModel):
    registries: list[RemoteRegistry] = Field(max_length=100)


class _Page(BaseModel):
    members: list[MemberDocument] = Field(max_length=PAGE)
    next: int | None = Field(None, ge=1, le=MOST_MEMBERS)


class RemoteServer:
    """A federation's server, as the holder of a token reads it; errors are Refused with a sentence."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._token = token
        self._opener = opener_without_redirects()

    def registries(self) -> list[RemoteRegistry]:
        """Return the registries that the token may read."""
        return self._checked(_Registries, self._document("/api/v1/registries")).registries

    def whole_list(self, registry: RemoteRegistry, step: Callable[[int], None]) -> list[Member]:
        """Return all members, and count each page with ``step``.

        Refused if the list is replaced meanwhile: the next try begins with the new one.
        """
        members = []
        for page in self._pages(registry):
            members += page
            step(len(page))
        return members

    def _pages(self, registry: RemoteRegistry) -> Iterator[list[Member]]:
        start: int | None = 0
        while start is not None:
            path = f"/api/v1/registries/{registry.id}/members?version={registry.version}&start={start}"
            page = self._checked(_Page, self._document(path))
            yield [document.member() for document in page.members]
            if page.next is not None and page.next <= start:
                raise self._unusable()
            start = page.next

    def _document(self, path: str) -> Any:
        request = Request(f"{self._address}{path}", headers={"Authorization": f"Bearer {self._token}"})
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                content = answer.read(MOST_BYTES + 1)
        except HTTPError as error:
            error.close()
            raise self._refusal(error) from None
        except (URLError, OSError, HTTPException):
            sentence = _(
                "%(address)s does not answer, or is too slow. "
                "Check address and network, or load the registry as a file."
            )
            raise Refused(sentence % {"address": self._address}) from None
        try:
            return json.loads(content) if len(content) <= MOST_BYTES else None
        except ValueError:
            raise self._unusable() from None

    def _refusal(self, error: HTTPError) -> Refused:
        sentences = {
            409: _("The federation replaced the list while it was fetched. Fetch it again."),
            401: _("%(address)s does not accept the token: it is unknown, expired or revoked. Ask for a new one."),
            403: _("%(address)s knows the token, but it may not read registries. Ask for another one."),
            404: _("%(address)s has no registries: there is another program at this address, or an older Pinju."),
            429: _("%(address)s was asked too often. Try again in a minute."),
        }
        sentence = sentences.get(error.code, _("%(address)s answers with the error %(code)d. Try again later."))
        return Refused(sentence % {"address": self._address, "code": error.code})

    def _checked(self, model: type[BaseModel], document: Any) -> Any:
        try:
            return model.model_validate(document)
        except ValidationError:
            raise self._unusable() from None

    def _unusable(self) -> Refused:
        return Refused(_("The answer from %(address)s is not a registry.") % {"address": self._address})
