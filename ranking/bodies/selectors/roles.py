"""The roles of an account on a head: those of `tournament.access`, and on a body's head its role in the body."""

from common.actions.models.heads import Head
from ranking.bodies.models import Body, BodyMember
from tournament.access.selectors import roles
from tournament.people.models.accounts import Account

#: The name of a body's head, with the body's id.
HEAD_NAME = "body:{}"


def roles_on(account: Account | None, head: Head | None) -> frozenset[str]:
    """Return the roles of ``account`` on ``head``: an event's, a body's, and those that hold everywhere."""
    general_roles = roles.roles_on(account, head)
    if account is None or not account.is_active or head is None or not head.name.startswith(HEAD_NAME.format("")):
        return general_roles
    memberships = BodyMember.objects.filter(account=account, body__head=head)
    return general_roles | set(memberships.values_list("role", flat=True))


def bodies_of(account: Account) -> list[Body]:
    """Return the bodies that the account works for, all of them for an administrator; with head and settings."""
    bodies = Body.objects.select_related("head", "pin_settings")
    return list(bodies if account.is_superuser else bodies.filter(members__account=account))


def works_for_body(account: Account) -> bool:
    """Return whether the account has a role in some body."""
    return BodyMember.objects.filter(account=account).exists()
