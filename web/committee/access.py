"""Permissions of the Committee: who may open which page, and which controls it shows."""

from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from common.actions.permissions import ADMINISTRATOR, Actor
from ranking.bodies.models import Body, BodyMember
from ranking.bodies.selectors.bodies import body_by_slug
from ranking.bodies.services import change_body, create_body
from ranking.record.services.classes import confirm_class
from web.shared.access import AccountAccess, desk_of

#: The roles that see the pages of a body.
INSIDE = frozenset(BodyMember.Role.values) | {ADMINISTRATOR}


class BodyDesk(AccountAccess):
    """The pages of one body as one of its people has them."""

    def __init__(self, actor: Actor, body: Body) -> None:
        super().__init__(actor)
        self.body = body

    @cached_property
    def may_confirm(self) -> bool:
        """Whether the account may confirm classes, take lists in and answer persons."""
        return self.may(confirm_class, self.body.ledger)

    @cached_property
    def may_lead(self) -> bool:
        """Whether the account may change the body and its members."""
        return self.may(change_body, self.body.ledger)


def body_desk(request: HttpRequest, slug: str) -> BodyDesk:
    """Return the pages of the body ``slug``. Raises 404 if there is none, 403 for others than its members."""
    body = body_by_slug(slug)
    if body is None:
        raise Http404
    actor = desk_of(request).actor
    if not actor.roles(body.ledger) & INSIDE:
        raise PermissionDenied
    return BodyDesk(actor, body)


def may_make_bodies(desk: AccountAccess) -> bool:
    """Whether the account makes bodies."""
    return desk.may(create_body)
