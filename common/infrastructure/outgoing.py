"""Requests of this program to the servers of others."""

from typing import Any
from urllib.request import HTTPRedirectHandler, OpenerDirector, build_opener


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_request: Any) -> None:
        return None


def opener_without_redirects() -> OpenerDirector:
    """Return an opener that follows no redirection: tokens and signatures go only to the server that was named."""
    return build_opener(_Stay())
