"""Read PINJU_PROXIES: the proxies whose statement of the client address is trusted."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from django.core.exceptions import ImproperlyConfigured

#: The number of proxies in front of the program, or the networks that their addresses are in.
Proxies = int | tuple[IPv4Network | IPv6Network, ...]


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
