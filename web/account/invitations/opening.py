"""Open the address of an invitation, and show that an invitation is unknown."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access.rules import token_hash
from web.shared.requests.rate_limit import WINDOW, Tries


def open_invitation(
    request: HttpRequest, token: str, find: Callable[[str], Any], *, kept: str, page: str
) -> HttpResponse:
    """Keep the hash of a known token in the session under ``kept`` and redirect to ``page``; unknown ones are counted.

    The address with the token only redirects, so that no log and no page's address holds the token. ``find`` returns
    the invitation of a hash, or None.
    """
    digest = token_hash(token)
    if find(digest) is None:
        Tries("invitation", request).count()
        request.session.pop(kept, None)  # nothing new is kept: each session is a row
    else:
        request.session[kept] = digest
    return redirect(page)


def unknown_invitation(request: HttpRequest, invitation: Any) -> HttpResponse:
    """Say that there is no such invitation (None), or that it is not open any more; 429 after too many unknown ones."""
    if invitation is None and Tries("invitation", request).used_up:
        return render(request, "account/invitations/unknown.html", {"wait": WINDOW // 60}, status=429)
    return render(request, "account/invitations/unknown.html", {"invitation": invitation}, status=404)
