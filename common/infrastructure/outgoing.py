"""Requests of this program to the servers of others."""

import socket
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from typing import Any
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, OpenerDirector, Request, build_opener

from django.conf import settings


class InternalAddress(OSError):
    """The host is this machine or one of its network, which people who type addresses must not reach from a server."""


def connection_to(address: tuple[str, int], timeout: float, _source: Any = None) -> socket.socket:
    """Connect to host and port. Raises OSError; `InternalAddress` unless ``settings.INTERNAL_ADDRESSES`` allows it.

    The address that was checked is the one that is connected to, so a name cannot change between the two.
    """
    if settings.INTERNAL_ADDRESSES:
        return socket.create_connection(address, timeout)
    host, port = address
    found = [str(row[4][0]).partition("%")[0] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(ip_address(place).is_global for place in found):
        raise InternalAddress(host)
    return socket.create_connection((found[0], port), timeout)


class _Plain(HTTPConnection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connection_to


class _Encrypted(HTTPSConnection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connection_to


class _PlainHandler(HTTPHandler):
    def http_open(self, request: Request) -> HTTPResponse:
        return self.do_open(_Plain, request)


class _EncryptedHandler(HTTPSHandler):
    def https_open(self, request: Request) -> HTTPResponse:
        return self.do_open(_Encrypted, request)


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_request: Any) -> None:
        return None


def opener_without_redirects() -> OpenerDirector:
    """Return an opener that follows no redirection: tokens and signatures go only to the server that was named."""
    return build_opener(_Stay(), _PlainHandler(), _EncryptedHandler())
