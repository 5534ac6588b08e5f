"""What decisions rest on: which bodies an event concerns, and pins that were granted and whose ground is gone since."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import may_confirm
from ranking.pins.models import Certificate
from ranking.record.models.records import Qualification, RecordedEvent
from ranking.record.selectors.person_records import resting_on


def lost_ground(body: Body) -> QuerySet[Certificate]:
    """The body's valid pins whose holder's results, as last evaluated, no longer reach them; the newest first.

    Nothing is revoked by itself: the committee decides (A9 7.3), and this says about whom.
    """
    site = body.site if body.kind == Body.Kind.WEB else ""
    reached = Qualification.objects.filter(
        person=OuterRef("holder"), kind=OuterRef("kind"), site=site, level__lte=OuterRef("level")
    )
    valid = Certificate.objects.filter(body=body, revoked_at=None).select_related("person__merged_into")
    return valid.annotate(holder=Coalesce("person__merged_into", "person")).filter(~Exists(reached))


def concerns(body: Body, recorded: RecordedEvent) -> bool:
    """Whether the body looks into an event of the record: it confirmed it, may do so, or decided by it."""
    own = recorded.body_id == body.pk or bool(recorded.event and may_confirm(body, recorded.event))
    return own or body in resting_on(recorded)
