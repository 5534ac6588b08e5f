"""Bodies: which one is responsible for whom and for what, and how each reads A9."""


from django.db.models import QuerySet

from ranking.bodies.models import Body, BodyMember
from ranking.bodies.rules import DEFAULT, Reading
from tournament.events.models.events import Event


def body_by_slug(slug: str) -> Body | None:
    """The body with this id, with head and settings; None if there is none."""
    return Body.objects.select_related("head", "pin_settings").filter(slug=slug).first()


def members_of(body: Body) -> QuerySet[BodyMember]:
    """Who works for the body: heads first."""
    return body.members.select_related("account")


def reading_of(body: Body | None) -> Reading:
    """How the body reads the standards; without a body the defaults."""
    if body is None:
        return DEFAULT
    chosen = body.pin_settings
    return Reading(
        positive_cp=chosen.positive_cp,
        below_c=chosen.below_c == chosen.BelowC.COUNT,
        unsanctioned=chosen.unsanctioned == chosen.Unsanctioned.COUNT,
    )


class Responsible:
    """Which body is responsible for a country, and which is the world's; read once for many."""

    def __init__(self) -> None:
        bodies = list(Body.objects.select_related("pin_settings").order_by("pk"))
        self.world = next((body for body in bodies if body.kind == Body.Kind.WORLD), None)
        members = [body for body in bodies if body.kind == Body.Kind.MEMBER]
        self._of = {country: body for body in reversed(members) for country in body.countries}
        self._world = reading_of(self.world)
        self._readings = {country: reading_of(body) for country, body in self._of.items()}

    def for_country(self, country: str) -> Body | None:
        """The member organisation of the country, else the world body; None if there is neither."""
        return self._of.get(country) or self.world

    def readings(self, country: str) -> tuple[Reading, Reading]:
        """How levels 9 to 4 and levels 3 to 1 are read for somebody of the country (A9 7.3, 7.4)."""
        return self._readings.get(country, self._world), self._world


def may_confirm(body: Body, event: Event) -> bool:
    """Whether the body confirms the class of the event: the world body any, a member those of its countries, a web site
    those that are played on it."""
    if body.kind == Body.Kind.WORLD:
        return True
    if body.kind == Body.Kind.WEB:
        return event.scope == Event.Scope.WEB and event.web_site == body.site
    return event.country in body.countries
