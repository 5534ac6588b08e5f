"""Bodies of web sites with a token, results sent by their programs, and an example of every action on them."""

from itertools import count
from typing import Any

from ranking.bodies.models import Body
from ranking.record.models.sites import SiteResults
from ranking.record.services.site_results import make_token
from tests.support.ranking import actor, new_body
from tournament.events.models.events import Event

TOKEN = "a-token-of-a-web-site"
_numbers = count(1)
EVENT = {"name": "Web Cup", "starts": "2024-05-01", "ends": "2024-05-02", "sessions": 6, "sanction_number": "W-1"}


def new_site(site: str = "play.example", *, token: str = TOKEN) -> Body:
    """Create the body of a web site with a valid token."""
    body = new_body("web", name="Mahjong on the Web", site=site)
    make_token(actor(), body, token=token)
    return body


def name_of(at: int) -> str:
    """Return a name that resembles no other one."""
    parts = ("ba", "ke", "mi", "to", "ru")
    return "Jan " + "".join(parts[at // 5**power % 5] * 2 for power in range(3)).title()


def results(players: int) -> dict[str, Any]:
    """Return the results of an event as a site sends them: 100 more web points for each place."""
    rows = [
        {
            "place": at,
            "player": f"user-{at}",
            "name": name_of(at),
            "country": "NL",
            "web_points": (players + 1 - at) * 100,
            "table_points": "25",
        }
        for at in range(1, players + 1)
    ]
    return {"event": dict(EVENT), "results": rows}


SHEETS = [{"name": "", "rows": [["名次", "姓名", "网络比赛积分"], ["1", "王伟", "1200"]]}]
SENT = {
    "header": EVENT,
    "sheets": SHEETS,
    "heading": 0,
    "mapping": {"place": 0, "name": 1, "web_points": 2},
    "digest": "0" * 64,
}


def _site() -> Body:
    return new_body("web", site=f"site-{next(_numbers)}.example")


def _decline(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    body = _site()
    sent = SiteResults.objects.create(body=body, event="x", digest="0", rows=1, sent_at="2024-05-03T00:00:00Z")
    return body, {"sent": sent.pk}


def _end(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    body = _site()
    body.site_tokens.create(token_hash=f"{next(_numbers)}", made_at="2024-05-03T00:00:00Z", expires="2099-01-01T00:00Z")
    return body, {}


EXAMPLES: dict[str, Any] = {
    "site.decline": _decline,
    "site.end_token": _end,
    "site.send": lambda event, state: (_site(), {"slug": f"web-{next(_numbers)}", **SENT}),
    "site.token": lambda event, state: (_site(), {"token": f"token-{next(_numbers)}"}),
}
