"""A signed-in person and programs with tokens, which must be served by any clock."""

import json
from datetime import timedelta
from urllib.parse import urlencode

from benchmarks.faults.phones import Browser

PASSWORD = "four winds and three dragons"


class People:
    """An account with a session and two tokens: one for a day, one for half an hour."""

    def __init__(self, port):
        from django.utils import timezone

        from tournament.access.models import ApiToken
        from tournament.access.rules import token_hash
        from tournament.people.models.accounts import Account

        account, now = Account.objects.create_user("clock", password=PASSWORD), timezone.now()
        for name, minutes in (("day", 24 * 60), ("half an hour", 30)):
            token = ApiToken(account=account, name=name, token_hash=token_hash(name), scopes=[], made_at=now)
            token.expires = now + timedelta(minutes=minutes)
            token.save()
        self.browser = Browser(port)
        self.browser.ask("GET", "/account/login/")
        self.browser.ask("POST", "/account/login/", urlencode({"username": "clock", "password": PASSWORD}))

    def found_wrong(self, seconds):
        """Return a line for each wrong answer of a server whose clock is wrong by so many seconds."""
        expected = {
            "session": (lambda: self.browser.ask("GET", "/account/tokens/")[0], 200),
            "token for a day": (lambda: self._token("day"), 200),
            "token for half an hour": (lambda: self._token("half an hour"), 401 if seconds > 0 else 200),
        }
        found = {name: (ask(), status) for name, (ask, status) in expected.items()}
        return [
            f"{name} by a clock wrong by {seconds} s: {answer} instead of {status}"
            for name, (answer, status) in found.items()
            if answer != status
        ]

    def _token(self, token):
        status, content = Browser(self.browser.port).ask("GET", "/api/v1/token", Authorization=f"Bearer {token}")
        assert status != 200 or json.loads(content)["name"] == token
        return status
