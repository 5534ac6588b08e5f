"""The address of a federation's server, to which this program sends its token."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit


class AddressError(ValueError):
    """The text is not an address of a server; ``code`` is "wrong", or "not-encrypted" for http to another machine."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def source_address(text: str) -> str:
    """Return the address as "https://host" or "https://host:port".

    A token that travels without encryption can be read in any hall's network, so http is accepted only for this
    machine. Raises AddressError.
    """
    typed = text.strip().rstrip("/")
    if "://" not in typed:
        typed = f"https://{typed}"
    try:
        parts = urlsplit(typed)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressError("wrong") from None
    extra = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in ("http", "https") or extra or not (_is_name(host) or is_ip(host)):
        raise AddressError("wrong")
    if parts.scheme == "http" and not _is_this_machine(host):
        raise AddressError("not-encrypted")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port else "")


def _is_name(host: str) -> bool:
    return bool(re.fullmatch(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", host))


def is_ip(host: str) -> bool:
    """Return whether the host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_this_machine(host: str) -> bool:
    return host == "localhost" or is_ip(host) and ip_address(host).is_loopback
