"""The bodies that an event of the record concerns, and granted pins that the results no longer support."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import Responsible, may_confirm, oversees
from ranking.levels.models import Qualification
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.rules.applications import OPEN
from ranking.record.models.records import RecordedEvent


def unsupported_certificates(body: Body) -> QuerySet[Certificate]:
    """Return the valid pins of the body whose holders no longer reach them by the last evaluation, newest first.

    No pin is revoked automatically: the committee decides (A9 7.3).
    """
    site = body.site if body.kind == Body.Kind.WEB else ""
    reached = Qualification.objects.filter(
        person=OuterRef("holder"), kind=OuterRef("kind"), site=site, level__lte=OuterRef("level")
    )
    valid = Certificate.objects.filter(body=body, revoked_at=None).select_related("person__merged_into")
    return valid.annotate(holder=Coalesce("person__merged_into", "person")).filter(~Exists(reached))


def concerns(body: Body, recorded: RecordedEvent) -> bool:
    """Return whether the body oversees the event in the record, may confirm it, or has decisions that rest on it."""
    confirms = oversees(body, recorded.body) or bool(recorded.event and may_confirm(body, recorded.event))
    return confirms or body in concerned_bodies(recorded)


def concerned_bodies(recorded: RecordedEvent) -> list[Body]:
    """Return the bodies that a change of the event concerns, by name.

    These are the body that confirmed it, the bodies of persons who reach a level with it, and the bodies with an open
    application or a granted pin that uses it. The body of a person is that of the country; for pins 3 to 1, and for a
    country without a body, it is the world body.
    """
    responsible = Responsible()
    bodies = {recorded.body_id: recorded.body}
    persons = recorded.results.values_list("person__merged_into", "person")
    kept = {merged or person for merged, person in persons}
    rows = Qualification.objects.filter(person__in=kept).select_related("person")
    for qualification in rows:
        if recorded.slug not in qualification.events:
            continue
        country_body = responsible.for_country(qualification.person.country)
        for body in (country_body, responsible.world if qualification.level <= 3 else None):
            if body:
                bodies.setdefault(body.pk, body)
    applications = PinApplication.objects.filter(person__in=kept, status__in=[*OPEN, PinApplication.State.GRANTED])
    for application in applications.select_related("body"):
        if recorded.slug in {line["event"] for line in application.calculation["events"]}:
            bodies.setdefault(application.body_id, application.body)
    return sorted(bodies.values(), key=lambda body: body.name)
