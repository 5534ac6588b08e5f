"""Which body is responsible for whom and for what, and how each interprets A9."""

from django.db.models import QuerySet

from ranking.bodies.models import Body, BodyInvitation, BodyMember
from ranking.bodies.rules import DEFAULT, A9Interpretation
from tournament.events.models.events import Event


def body_by_slug(slug: str) -> Body | None:
    """Return the body with this id, with ledger and settings; None if there is none."""
    return Body.objects.select_related("ledger", "pin_settings").filter(slug=slug).first()


def members_of(body: Body) -> QuerySet[BodyMember]:
    """Return the members of the body, chairs first."""
    return body.members.select_related("account")


def invitations_of_body(body: Body) -> QuerySet[BodyInvitation]:
    """Return the invitations to work for the body, the newest first, with those who accepted them."""
    return body.invitations.select_related("invitation__account")


def body_invitation_of(invitation: int) -> BodyInvitation | None:
    """Return which role in which body an invitation to an account gives; None if it is for none."""
    return BodyInvitation.objects.select_related("body").filter(invitation=invitation).first()


def interpretation_of(body: Body | None) -> A9Interpretation:
    """Return how the body interprets A9; without a body the default."""
    if body is None:
        return DEFAULT
    settings = body.pin_settings
    return A9Interpretation(
        positive_cp=settings.positive_cp,
        below_c=settings.below_c == settings.BelowC.COUNT,
    )


class Responsible:
    """The responsible body of each country, and the world body; read once for many look-ups."""

    def __init__(self) -> None:
        bodies = list(Body.objects.select_related("pin_settings").order_by("pk"))
        self.world = next((body for body in bodies if body.kind == Body.Kind.WORLD), None)
        members = [body for body in bodies if body.kind == Body.Kind.MEMBER]
        self._member_bodies = {country: body for body in reversed(members) for country in body.countries}
        self._world_interpretation = interpretation_of(self.world)
        self._interpretations = {country: interpretation_of(body) for country, body in self._member_bodies.items()}

    def for_country(self, country: str) -> Body | None:
        """Return the member organisation of the country, else the world body; None if there is neither."""
        return self._member_bodies.get(country) or self.world

    def interpretations(self, country: str) -> tuple[A9Interpretation, A9Interpretation]:
        """Return the interpretations for levels 9 to 4 and for levels 3 to 1 in a country (A9 7.3, 7.4)."""
        return self._interpretations.get(country, self._world_interpretation), self._world_interpretation


def oversees(body: Body, owner: Body) -> bool:
    """Return whether the body may remove what ``owner`` entered in the record: its own, for the world body all."""
    return body.pk == owner.pk or body.kind == Body.Kind.WORLD


def may_confirm(body: Body, event: Event) -> bool:
    """Return whether the body may confirm the class of the event.

    The world body may confirm any event, a member organisation those of its countries, a web site those played on it.
    """
    if body.kind == Body.Kind.WORLD:
        return True
    if body.kind == Body.Kind.WEB:
        return event.scope == Event.Scope.WEB and event.web_site == body.site
    return event.country in body.countries


def all_bodies() -> QuerySet[Body]:
    """Return all bodies, by name."""
    return Body.objects.all()
