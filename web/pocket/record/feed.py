"""The feed of a body: events that entered its record with their class, pins that it granted, and its rankings."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.templatetags.pinju import country
from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import body_by_slug
from ranking.pins.models.applications import Certificate
from ranking.pins.selectors.news import Placed, pin_news, recorded_news
from ranking.rankings.models import RankingSnapshot
from ranking.rankings.selectors.lines import RankedLines
from ranking.rankings.selectors.rankings import ranking_news
from ranking.rankings.selectors.wording import name_of, points_text
from ranking.record.models.records import RecordedEvent
from web.pocket.sharing.json_feed import MOST, Item, json_feed
from web.pocket.sharing.without_cookies import without_cookies
from web.shared.record.labels import class_state, pin_name

#: The players of a ranking in an item.
RANKED = 10


@without_cookies
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    body = body_by_slug(slug)
    if body is None:
        raise Http404
    home = f"{reverse('record:register')}?{urlencode({'q': body.name})}"
    return json_feed(request, body.name, home, _items(body))


def _items(body: Body) -> list[Item]:
    """Return events, pins and rankings together, the newest first."""
    items = [_event_item(*event) for event in recorded_news(body, MOST)]
    items += [_pin_item(certificate) for certificate in pin_news(body, MOST)]
    items += [_ranking_item(snapshot) for snapshot in ranking_news(body, MOST)]
    items.sort(key=lambda item: item.published.timestamp() if item.published else 0, reverse=True)
    return items[:MOST]


def _event_item(recorded: RecordedEvent, first: list[Placed]) -> Item:
    page = reverse("record:event-class", args=[recorded.slug]) if recorded.event_id else ""
    state = str(class_state(recorded.letter or None, sanctioned=recorded.sanctioned)[1])
    title = _("In the record: %(event)s (%(class)s)") % {"event": recorded.name, "class": state}
    text = " · ".join(f"{placed.rank} {placed.name}" for placed in first) or recorded.name
    return Item(f"event-{recorded.slug}", page, title, text, recorded.confirmed_at, ("record",))


def _ranking_item(snapshot: RankingSnapshot) -> Item:
    day = snapshot.day.isoformat()
    page = f"{reverse('rankings:ranking', args=[snapshot.ranking.slug])}?{urlencode({'day': day})}"
    title = _("Ranking %(name)s, as of %(day)s") % {
        "name": name_of(snapshot.ranking),
        "day": date_format(snapshot.day),
    }
    first = RankedLines(snapshot)[:RANKED]
    text = "\n".join(f"{line.line.rank} {line.name.name} {points_text(line.line.points)}" for line in first) or title
    return Item(f"ranking-{snapshot.ranking.slug}-{day}", page, title, text, snapshot.computed_at, ("ranking",))


def _pin_item(certificate: Certificate) -> Item:
    page = reverse("record:check", args=[certificate.code])
    pin = pin_name(certificate.level, web=certificate.kind == "web")
    title = f"{pin} · {certificate.name}"
    text = " · ".join(filter(None, [certificate.latin_name, country(certificate.country), certificate.serial]))
    return Item(f"pin-{certificate.number}", page, title, text, certificate.application.decided_at, ("pin",))
