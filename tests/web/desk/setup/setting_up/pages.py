"""Addresses and texts of the pages that set an event up."""

import re
from html import unescape

from django.test import Client

SETUP = "/e/event-1/desk/setup/"
NEW = {"template": "national-open", "rules": "wmo-2014", "name": "Łódź Öpen 2026", "starts": "2026-05-01"}
NEW |= {"venue": "Łódź", "country": "PL"}


def text(answer) -> str:
    return unescape(answer.content.decode())


def invite(organizer: Client, **data: str) -> str:
    """Create an invitation and return the URL in its code."""
    form = text(organizer.get(SETUP + "helpers/"))
    token = re.search(r'name="token" value="([^"]+)"', form)[1]
    page = text(organizer.post(SETUP + "helpers/", {"role": "referee", "days": "2", "token": token} | data))
    assert "data:image/svg+xml" in page
    return re.search(r"http://testserver(/i/[^<]+)</code>", page)[1]
