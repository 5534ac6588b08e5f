"""The address in QR codes: its form, and whether this machine can be reached there."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from tournament.registry.rules.addresses import is_ip

#: The last parts of names that only a local network or a machine knows (RFC 2606, 6761, 6762, 8375).
LOCAL_ENDS = frozenset(("local", "localhost", "lan", "home", "internal", "intranet", "arpa", "test", "invalid"))


class AddressError(ValueError):
    """The typed text is not an address of a program; ``code``: "scheme", "host", "path", "port", "user"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AddressState(StrEnum):
    """The state of an address.

    It works; only this machine reaches it; the machine has lost it; the machine got it after the program started; the
    program listens at another port.
    """

    FINE = "fine"
    INNER = "inner"
    GONE = "gone"
    RESTART = "restart"
    PORT = "port"


@dataclass(frozen=True)
class Machine:
    """Where the program can be reached now: the machine's IP addresses, the port, and the allowed hosts."""

    own: Collection[str]
    port: int
    answers_to: Collection[str]


def clean_address(text: str) -> str:
    """Return the address as "http://host:port" without a path; "http://" is added if missing. Raises AddressError."""
    typed = text.strip()
    parts = urlsplit(typed if "://" in typed else f"http://{typed}")
    if parts.scheme not in ("http", "https"):
        raise AddressError("scheme")
    if parts.username is not None or parts.password is not None:
        raise AddressError("user")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise AddressError("path")
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressError("port") from None
    if not host or any(sign.isspace() or sign in "\\%<>\"'" for sign in host):
        raise AddressError("host")
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{shown}" + (f":{port}" if port and port != usual else "")


def address_state(address: str, machine: Machine) -> AddressState:
    """Return whether ``address`` (a clean one) leads to the program on ``machine``.

    A name (https://example.org) counts as working while the program accepts it; its DNS entry is not checked.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host == "localhost" or host.startswith("127.") or host == "::1":
        return AddressState.INNER
    if not is_ip(host):
        return AddressState.FINE if _answers(host, machine.answers_to) else AddressState.GONE
    if host not in machine.own:
        return AddressState.GONE
    if not _answers(host, machine.answers_to):
        return AddressState.RESTART
    port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    return AddressState.FINE if port == machine.port or parts.scheme == "https" else AddressState.PORT


def only_local(address: str) -> bool:
    """Return whether an address (a clean one, or empty) leads nowhere from outside its machine or network.

    Such are an empty text, a private or link-local IP address, a name without a dot, and the names of local networks.
    """
    host = (urlsplit(address).hostname or "").rstrip(".")
    if is_ip(host):
        return not ip_address(host).is_global
    return "." not in host or host.rpartition(".")[2] in LOCAL_ENDS


def _answers(host: str, allowed: Collection[str]) -> bool:
    """Return whether a server with these ALLOWED_HOSTS accepts the name."""
    patterns = [pattern.lower() for pattern in allowed]
    return any(
        pattern in ("*", host.lower()) or (pattern[:1] == "." and f".{host}".endswith(pattern)) for pattern in patterns
    )
