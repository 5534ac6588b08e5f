"""Addresses for other people's phones: "localhost", which an official's own browser may use, leads nowhere there."""

from django.conf import settings
from django.http import HttpRequest

from launcher.addresses import own_addresses
from tournament.events.models.events import Event
from tournament.papers.rules.addresses import AddressState, Machine, address_state
from tournament.papers.selectors import address_of


def machine(request: HttpRequest) -> Machine:
    """Return where the program can be reached now, by this request and the machine's addresses."""
    return Machine(own_addresses(), int(request.META.get("SERVER_PORT") or 80), settings.ALLOWED_HOSTS)


def offered_addresses(request: HttpRequest) -> list[str]:
    """Return the addresses to choose from: that of this request, unless it is local only, and the machine's own."""
    current = machine(request)
    requested = _requested(request)
    port = "" if current.port == 80 else f":{current.port}"
    own = [f"http://{host}{port}" for host in current.own]
    inner = address_state(requested, current) is AddressState.INNER
    return list(dict.fromkeys(own if inner else [requested, *own]))


def address_for_phones(request: HttpRequest, path: str, event: Event | None = None) -> str:
    """Return the address of a page that a phone in the same network can open.

    It begins as the address of this request; if only this machine can open that, as the address of the event's papers
    where it works, or as the machine's first address in a network.
    """
    current, requested = machine(request), _requested(request)
    if address_state(requested, current) is not AddressState.INNER:
        return f"{requested}{path}"
    chosen = address_of(event) if event else ""
    if chosen and address_state(chosen, current) is AddressState.FINE:
        return f"{chosen}{path}"
    return f"{next(iter(offered_addresses(request)), requested)}{path}"


def _requested(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"
