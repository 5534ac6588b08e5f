"""Requests of this program to the servers of others."""

import io
import socket
import time
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from ssl import SSLContext, create_default_context
from typing import Any
from urllib.parse import urlsplit
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
    getproxies,
    proxy_bypass,
)

from django.conf import settings

#: Seconds for a whole answer, unless the caller says otherwise: each byte may come in time, and the last one never.
TOTAL_SECONDS = 120.0


class NotOutside(OSError):
    """The name of the server leads to this machine, or into an internal network."""


def connection_to(address: tuple[str, int], timeout: float, _source: Any = None) -> socket.socket:
    """Connect to host and port that an official typed. Raises OSError.

    `NotOutside` unless ``settings.INTERNAL_ADDRESSES`` allows internal networks.
    """
    if settings.INTERNAL_ADDRESSES:
        return socket.create_connection(address, timeout)
    return _connection_outside(*address, timeout)


def _connection_outside(host: str, port: int, timeout: float, *, admits_loopback: bool = False) -> socket.socket:
    """Connect to a public address of the host, the one that was checked, not looked up again. Raises NotOutside."""
    for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        text = str(row[4][0]).partition("%")[0]
        address = ip_address(text)
        address = getattr(address, "ipv4_mapped", None) or address
        if address.is_global and not address.is_multicast or admits_loopback and address.is_loopback:
            return socket.create_connection((text, port), timeout)
    raise NotOutside(host)


class _ReadUntil(io.RawIOBase):
    """Read from a socket, each time no longer than until the end of the time for all. Raises TimeoutError."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        self._socket, self._file = connected, connected.makefile("rb", buffering=0)
        self._silence, self._ends_at = connected.gettimeout(), time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer took too long")
        self._socket.settimeout(left if self._silence is None else min(left, self._silence))
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class _LimitedAnswer(HTTPResponse):
    """An answer with a limit for status, headers and body together."""

    def __init__(self, connected: socket.socket, *args: Any, seconds: float, **kwargs: Any) -> None:
        super().__init__(connected, *args, **kwargs)
        self.fp.close()
        self.fp = io.BufferedReader(_ReadUntil(connected, seconds))


def _limited(seconds: float) -> Any:
    """Return the ``response_class`` of a connection whose answers take at most ``seconds``."""
    return partial(_LimitedAnswer, seconds=seconds)


class _PlainConnection(HTTPConnection):
    def __init__(self, *args: Any, total: float = TOTAL_SECONDS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connection_to
        self.response_class = _limited(total)


class _EncryptedConnection(HTTPSConnection):
    def __init__(self, *args: Any, total: float = TOTAL_SECONDS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connection_to
        self.response_class = _limited(total)


class _PlainHandler(HTTPHandler):
    def __init__(self, total: float) -> None:
        super().__init__()
        self._total = total

    def http_open(self, request: Request) -> HTTPResponse:
        return self.do_open(_PlainConnection, request, total=self._total)


class _EncryptedHandler(HTTPSHandler):
    def __init__(self, total: float) -> None:
        super().__init__()
        self._total = total

    def https_open(self, request: Request) -> HTTPResponse:
        return self.do_open(_EncryptedConnection, request, total=self._total)


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_request: Any) -> None:
        return None


def opener_without_redirects(total: float = TOTAL_SECONDS) -> OpenerDirector:
    """Return an opener that follows no redirection: tokens and signatures go only to the server that was named.

    ``total``: seconds for an answer as a whole, after which reading raises TimeoutError; the ``timeout`` of ``open``
    is for silence.
    """
    return build_opener(_NoRedirects(), _PlainHandler(total), _EncryptedHandler(total))


def post_outside(address: str, body: bytes, headers: dict[str, str], timeout: float, *, ca_file: str = "") -> int:
    """Post to an https address that a stranger named; return the status of the answer. No redirection is followed.

    A proxy in HTTPS_PROXY decides itself which addresses it reaches. Without one, raises NotOutside if the name leads
    into an internal network. Raises OSError and HTTPException without an answer.
    ``ca_file`` is for tests: the authority of a server on this machine, which is then admitted.
    """
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname:
        raise ValueError("not an address of https")
    tls = create_default_context(cafile=ca_file or None)
    connection = _connection_to_stranger((parts.hostname, parts.port or 443), timeout, tls, loopback=bool(ca_file))
    try:
        connection.response_class = _limited(timeout)
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _connection_to_stranger(
    place: tuple[str, int], timeout: float, tls: SSLContext, *, loopback: bool
) -> HTTPSConnection:
    """Return a connection through the proxy of the environment, or one that admits public addresses only."""
    proxy = _proxy_for(place[0])
    if proxy:
        connection = HTTPSConnection(*proxy, timeout=timeout, context=tls)
        connection.set_tunnel(*place)
        return connection

    def connect(named: tuple[str, int], seconds: float, _source: Any) -> socket.socket:
        return _connection_outside(*named, seconds, admits_loopback=loopback)

    connection = HTTPSConnection(*place, timeout=timeout, context=tls)
    connection._create_connection = connect  # type: ignore[attr-defined]
    return connection


def _proxy_for(host: str) -> tuple[str, int] | None:
    """Return host and port of the proxy that HTTPS_PROXY names, unless NO_PROXY names the host."""
    address = "" if proxy_bypass(host) else getproxies().get("https", "")
    parts = urlsplit(address if "//" in address else f"//{address}")
    return (parts.hostname, parts.port or 3128) if parts.hostname else None
