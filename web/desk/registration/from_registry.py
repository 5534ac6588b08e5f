"""Picking a player from the registries of federations: search, and filling the form of a registration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from common.numbers import MOST_KEY, number_in
from tournament.registration.rules.cells import clean
from tournament.registry.models import Registry
from tournament.registry.rules.matching import SPELLING, Typed, taken_from
from tournament.registry.selectors.members import Found, Lookup, found_in_registries, member_by_id, registries
from web.shared.labels.members import number_text

#: The most members that a search shows; more words find fewer.
MOST = 20
#: The name of the buttons that take a member over into a form that holds typed values.
USE = "use"


@dataclass(frozen=True)
class Choice:
    """A member, and for each number that can be taken over: address of the page, value of a button, and label."""

    listed: Found
    numbers: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Picking:
    """What the page shows of the registries: the search, what it found, and the values taken over."""

    registries: list[Registry]
    query: str
    choices: list[Choice]
    more: bool
    filled: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.registries)


def picking_of(request: HttpRequest, person: Mapping[str, Any] | None = None) -> Picking:
    """Return the search of the request (``q``), and the member that it takes over (``member``, ``number`` or ``use``).

    With a ``person`` those members are shown who have the person's number or name.
    """
    kept = list(registries())
    query = clean(request.GET.get("q", "")[:100])[0]
    if not kept:
        return Picking([], query, [], False, {})
    members: list[Found] = []
    if person:
        members = _members_like(person)
    elif query:
        members = found_in_registries(query, MOST + 1)
    choices = [_choice(member, query) for member in members[:MOST]]
    return Picking(kept, query, choices, len(members) > MOST, _taken_over(request))


def posted(request: HttpRequest) -> QueryDict | None:
    """Return what was typed; after a press on a member (``use``) with the values of the registry in their fields."""
    if request.method != "POST":
        return None
    if USE not in request.POST:
        return request.POST
    data = request.POST.copy()
    for name, value in _taken_over(request).items():
        data[name] = value
    return data


def _taken_over(request: HttpRequest) -> dict[str, str]:
    """Return the values of the member whose button was pressed, or whom the address names."""
    if USE in request.POST:
        pk, _colon, number = request.POST[USE].partition(":")
        return _values_of(pk, number)
    return _values_of(request.GET.get("member", ""), request.GET.get("number", ""))


def _members_like(person: Mapping[str, Any]) -> list[Found]:
    names = {name: str(person.get(name) or "") for name in SPELLING}
    typed = Typed(**names, number=str(person.get("federation_number") or ""))
    return Lookup([typed]).matches(typed)


def _choice(listed: Found, query: str) -> Choice:
    address = {"q": query} if query else {}
    numbers = [
        (
            "?" + urlencode({**address, "member": listed.row.pk, "number": number.number}),
            f"{listed.row.pk}:{number.number}",
            number_text(number),
        )
        for number in listed.member.numbers
    ]
    return Choice(listed, numbers)


def _values_of(member: str, number: str) -> dict[str, str]:
    """Return the values of the chosen member; empty if none is chosen or a newer list has replaced it."""
    pk = number_in(member, least=1, most=MOST_KEY)
    listed = member_by_id(pk) if pk else None
    return taken_from(listed.member, number) if listed else {}
