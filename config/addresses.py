"""Read addresses in variables of the environment: PINJU_METRICS and PINJU_PROXIES."""

from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

#: The number of proxies in front of the program, or the networks that their addresses are in.
Proxies = int | tuple[IPv4Network | IPv6Network, ...]


def read_address(text: str) -> tuple[str, int] | None:
    """Return where the metrics are served, host and port of "127.0.0.1:9117" or "[::1]:9117"; None if empty.

    Raises ImproperlyConfigured for anything else.
    """
    if not text.strip():
        return None
    try:
        parts = urlsplit(f"//{text.strip()}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.path:
        raise ImproperlyConfigured(f"PINJU_METRICS is not an address with a port, such as 127.0.0.1:9117: {text}")
    return host, port


def read_proxies(text: str) -> Proxies:
    """Return the number in ``text`` ("1"), or its networks and addresses ("10.0.0.0/8, 127.0.0.1"); empty: 0.

    Raises ImproperlyConfigured for anything else.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) == 1 and parts[0].isdecimal():
        return int(parts[0])
    try:
        return tuple(ip_network(part) for part in parts) or 0
    except ValueError as error:
        raise ImproperlyConfigured(f"PINJU_PROXIES is neither a number nor a list of networks: {error}") from None
