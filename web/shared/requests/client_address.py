"""The address of the client, also behind proxies, and the key under which limits count it."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from python_ipware import IpWare

from config.addresses import Proxies

#: The header to which each proxy appends the address of its client.
FORWARDED = "HTTP_X_FORWARDED_FOR"
#: A provider gives each customer at least this network of IPv6; the client chooses its address within it.
IPV6_PREFIX = 64
#: Strict, without a proxy: reads exactly one address, with or without port, brackets and zone.
ONE_HOP = IpWare(precedence=("HOP",), proxy_count=0)


class ClientAddress:
    """Put the client's address into REMOTE_ADDR, where the program and its libraries read it.

    Without PINJU_PROXIES, or from a peer that is not a trusted proxy, forwarded headers are ignored. The header is
    removed, so that nothing behind this middleware believes it (django-ninja's throttles would).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        forwarded = request.META.pop(FORWARDED, "")
        if forwarded and settings.PROXIES:
            peer = request.META.get("REMOTE_ADDR", "")
            request.META["REMOTE_ADDR"] = client_address(peer, forwarded, settings.PROXIES)
        return self.get_response(request)


def client_address(peer: str, forwarded: str, proxies: Proxies) -> str:
    """Return the address before the last trusted proxy.

    ``peer`` is the address of the connection, ``forwarded`` the header's text. Each proxy appends to the header, so it
    is read from its end: the first address of no trusted proxy is the client's; everything before it may be forged.
    Where a proxy wrote something that is not an address, its own address is returned.
    """
    address = peer
    for passed, text in enumerate(reversed(forwarded.split(","))):
        if not _is_proxy(address, passed, proxies):
            break
        hop = _address(text)
        if hop is None:
            break
        address = str(hop)
    return address


def _is_proxy(address: str, passed: int, proxies: Proxies) -> bool:
    if isinstance(proxies, int):
        return passed < proxies
    hop = _address(address)
    return hop is not None and any(hop in network for network in proxies)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in ``text``; IPv4 inside IPv6 (``::ffff:192.0.2.1``) as IPv4."""
    address: IPv4Address | IPv6Address | None = ONE_HOP.get_client_ip({"HOP": text}, strict=True)[0]
    return address


def address_key(request: HttpRequest) -> str:
    """Return the key under which limits count the client: the IPv4 address, or the /64 network of an IPv6 address."""
    text: str = request.META.get("REMOTE_ADDR", "")
    address = _address(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), IPV6_PREFIX), strict=False))
    return text if address is None else str(address)
