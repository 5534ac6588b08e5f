"""Requests of this program to the servers of others."""

import socket
from http.client import HTTPSConnection
from ipaddress import ip_address
from ssl import create_default_context
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, build_opener


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_request: Any) -> None:
        return None


def opener_without_redirects() -> OpenerDirector:
    """Return an opener that follows no redirection: tokens and signatures go only to the server that was named."""
    return build_opener(_Stay())


class NotOutside(Exception):
    """The name of the server leads into an internal network."""


class _OutsideConnection(HTTPSConnection):
    """A connection to a public address only: it connects to the very address that was looked at."""

    def __init__(self, host: str, port: int, timeout: float, ca_file: str) -> None:
        super().__init__(host, port, timeout=timeout)
        self.tls, self.admits_loopback = create_default_context(cafile=ca_file or None), bool(ca_file)

    def connect(self) -> None:
        found = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)
        addresses = [str(address[4][0]) for address in found]
        outside = next((address for address in addresses if self._is_outside(address)), None)
        if outside is None:
            raise NotOutside
        plain = socket.create_connection((outside, self.port), self.timeout)
        try:
            self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)
        except OSError:
            plain.close()
            raise

    def _is_outside(self, text: str) -> bool:
        address = ip_address(text.partition("%")[0])
        mapped = getattr(address, "ipv4_mapped", None) or address
        return bool(mapped.is_global and not mapped.is_multicast) or (self.admits_loopback and mapped.is_loopback)


def post_outside(address: str, body: bytes, headers: dict[str, str], timeout: float, *, ca_file: str = "") -> int:
    """Post to an https address that a stranger named; return the status of the answer. No redirection is followed.

    Raises NotOutside if its name leads into an internal network; OSError and HTTPException without an answer.
    ``ca_file`` is for tests: the authority of a server on this machine, which is then admitted.
    """
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname:
        raise ValueError("not an address of https")
    connection = _OutsideConnection(parts.hostname, parts.port or 443, timeout, ca_file)
    try:
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection.request("POST", path, body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
