"""The lists of a body's pages: events to confirm, stale events, new qualifications, requests."""

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ranking.bodies.models import Body
from ranking.levels.models import Qualification
from ranking.links.models import CorrectionRequest
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.rules.applications import OPEN
from ranking.pins.selectors.grounds import concerned_bodies
from ranking.record.models.records import RecordedEvent
from ranking.record.selectors.official_results import CALCULATION, is_stale
from ranking.record.selectors.persons import persons_of_body
from ranking.record.selectors.site_results import waiting_results
from tournament.events.models.events import Event, can_be_public


@dataclass(frozen=True)
class Waiting:
    """The work that waits for a body.

    Events without a class, stale events, open requests and applications, results that a web site sent, and the latest
    qualifications.
    """

    unconfirmed: int
    stale: list[RecordedEvent]
    requests: int
    applications: int
    sent: int
    qualified: list[Qualification]


#: The number of latest qualifications on the first page.
NEWEST = 10


def waiting_at(body: Body) -> Waiting:
    """Return the work that waits for the body now."""
    qualified = qualified_of(body)[:NEWEST]
    return Waiting(
        unconfirmed=unconfirmed(body).count(),
        stale=stale_at(body),
        requests=body.correction_requests.filter(state=CorrectionRequest.State.OPEN).count(),
        sent=waiting_results(body).count(),
        applications=PinApplication.objects.filter(
            body=body, status__in=set(OPEN) - {PinApplication.State.ASKED}
        ).count(),
        qualified=list(qualified),
    )


def events_of_body(body: Body) -> QuerySet[Event]:
    """Return the events whose class the body may confirm: all, those of its countries, or those on its site."""
    events = Event.objects.filter(can_be_public())
    if body.kind == Body.Kind.MEMBER:
        events = events.filter(country__in=body.countries)
    elif body.kind == Body.Kind.WEB:
        events = events.filter(scope=Event.Scope.WEB, web_site=body.site)
    return events.order_by(F("starts").desc(nulls_last=True), "-pk")


def unconfirmed(body: Body) -> QuerySet[Event]:
    """Return the closed events of the body that are not in the record."""
    return events_of_body(body).filter(closing__isnull=False, recorded__isnull=True)


def running(body: Body) -> QuerySet[Event]:
    """Return the events of the body that are not closed yet."""
    return events_of_body(body).filter(closing__isnull=True, recorded__isnull=True)


def record_of_body(body: Body) -> QuerySet[RecordedEvent]:
    """Return the events in the record that the body confirmed or took in, the newest first; the world body sees all."""
    rows = RecordedEvent.objects.select_related("event__ledger", "body")
    return rows if body.kind == Body.Kind.WORLD else rows.filter(body=body)


def stale_at(body: Body) -> list[RecordedEvent]:
    """Return the events whose result changed since it was frozen, and that concern the body."""
    unchanged = Q(event__ledger__public=F("revision"), calculation=CALCULATION)
    changed = RecordedEvent.objects.filter(event__isnull=False).exclude(unchanged)
    rows = changed.select_related("event__ledger", "body")
    stale = [recorded for recorded in rows if is_stale(recorded)]
    return [recorded for recorded in stale if body in [*concerned_bodies(recorded), recorded.body]]


def qualified_of(body: Body) -> QuerySet[Qualification]:
    """Return the qualifications for levels that the body issues, the newest first (A9 7.3, 7.4).

    Who holds a pin of that level or a higher one is not among them.
    """
    held = Certificate.objects.annotate(holder=Coalesce("person__merged_into", "person")).filter(
        holder=OuterRef("person"), kind=OuterRef("kind"), level__lte=OuterRef("level"), revoked_at=None
    )
    rows = Qualification.objects.select_related("person").filter(~Exists(held))
    if body.kind == Body.Kind.WORLD:
        # The world body issues pins 3 to 1, and all others in countries without a member organisation.
        members = Body.objects.filter(kind=Body.Kind.MEMBER)
        member_countries = {country for member in members for country in member.countries}
        return rows.filter(Q(kind="pin"), Q(level__lte=3) | ~Q(person__country__in=member_countries))
    if body.kind == Body.Kind.WEB:
        return rows.filter(kind="web", site=body.site)
    return rows.filter(kind="pin", level__gte=4, person__country__in=body.countries)


def matching_qualified(body: Body, query: str) -> QuerySet[Qualification]:
    """Return the qualifications of ``qualified_of`` of persons that the words of ``query`` find."""
    return qualified_of(body).filter(person__in=persons_of_body(body, query)) if query else qualified_of(body)
