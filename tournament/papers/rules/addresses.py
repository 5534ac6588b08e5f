"""The address that stands in QR codes: how it is written, and whether the machine still answers there."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit


class AddressError(ValueError):
    """What was typed is no address of a program; ``code`` says why: "scheme", "host", "path", "port", "user"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Standing(StrEnum):
    """What is to be said of an address.

    It is fine; only this machine reaches it; the machine has it no longer; has it only since the program started; the
    program listens at another port.
    """

    FINE = "fine"
    INNER = "inner"
    GONE = "gone"
    RESTART = "restart"
    PORT = "port"


@dataclass(frozen=True)
class Machine:
    """Where the program can be reached now: the machine's IP addresses, the port, and the hosts it answers to."""

    own: Collection[str]
    port: int
    answers_to: Collection[str]


def clean_address(text: str) -> str:
    """The address as "http://host:port" without anything behind; "http://" is added. Raises AddressError."""
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


def standing(address: str, machine: Machine) -> Standing:
    """Whether who scans ``address`` (a clean one) reaches the program on ``machine``.

    A name (https://example.org) is fine while the program answers to it; nobody can tell from here where it leads.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host == "localhost" or host.startswith("127.") or host == "::1":
        return Standing.INNER
    if not _is_ip(host):
        return Standing.FINE if _answers(host, machine.answers_to) else Standing.GONE
    if host not in machine.own:
        return Standing.GONE
    if not _answers(host, machine.answers_to):
        return Standing.RESTART
    port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    return Standing.FINE if port == machine.port or parts.scheme == "https" else Standing.PORT


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _answers(host: str, allowed: Collection[str]) -> bool:
    """Whether a server with these ALLOWED_HOSTS answers to the name."""
    names = [one.lower() for one in allowed]
    return any(one in ("*", host.lower()) or (one[:1] == "." and f".{host}".endswith(one)) for one in names)
