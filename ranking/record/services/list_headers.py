"""The event of a list of results: what the list itself does not say about it."""

from dataclasses import asdict, dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.record.selectors.result_lists import slug_taken
from tournament.events.models.events import Event
from tournament.people.services.checking import check_begun, check_line

#: The texts about the event that are typed, because the list does not hold them. "place" is the venue: kept headers and
#: the API have this key.
TEXTS = ("slug", "name", "country", "place", "scope", "rules", "sanction_body", "sanction_number", "web_site")
#: More than any tournament of the European federation weighs (6), with room for another formula.
MOST_WEIGHT = 10


@dataclass(frozen=True)
class ListedEvent:
    """The event of a list: its days, sessions played, players (None: the number of rows), and the texts of TEXTS.

    ``teams_ranked``, ``groups_ranked``: the event ranked them; places that the list does not state follow from the
    members' points (ranking.record.rules.listed_units). ``weight``: the one that the European federation published for
    the event; None: it is computed.
    """

    starts: date
    ends: date
    sessions: int
    players: int | None = None
    teams_ranked: bool = False
    groups_ranked: bool = False
    slug: str = ""
    name: str = ""
    country: str = ""
    place: str = ""
    scope: str = ""
    rules: str = ""
    sanction_body: str = ""
    sanction_number: str = ""
    web_site: str = ""
    weight: Decimal | None = None


def header_of(body: Body, event: ListedEvent) -> dict[str, Any]:
    """Return the header to keep, as plain data; for a web site's body always an event on its site (A9 3.5).

    Refused if the days are in the wrong order or in the future, a text has line breaks, or another event has the id.
    """
    if event.ends < event.starts:
        raise Refused(_("The last day is before the first."), where="ends")
    check_begun(event.ends, "ends")
    if event.weight is not None and not 0 < event.weight <= MOST_WEIGHT:
        raise Refused(_("A weight is more than 0 and at most %(most)d.") % {"most": MOST_WEIGHT}, where="weight")
    if slug_taken(event.slug, body):
        raise Refused(_("An event with this id already exists."), where="slug")
    if body.kind == Body.Kind.WEB:
        event = replace(event, scope=Event.Scope.WEB, web_site=body.site)
    elif event.scope == Event.Scope.WEB and not event.web_site:
        raise Refused(_("Please say on which web site it was played."), where="web_site")
    header = asdict(event)
    for name in TEXTS:
        check_line(header[name], name)
    weight = None if event.weight is None else str(event.weight)
    return header | {"starts": event.starts.isoformat(), "ends": event.ends.isoformat(), "weight": weight}
