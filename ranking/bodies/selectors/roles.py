"""Which roles an account holds on any head: those of the tournament's room, and on a body's head its role there."""

from common.actions.models.heads import Head
from ranking.bodies.models import Body, BodyMember
from tournament.access.selectors import roles
from tournament.people.models.accounts import Account

#: How the head of a body is named.
HEAD_NAME = "body:{}"


def roles_on(account: Account | None, head: Head | None) -> frozenset[str]:
    """The roles of ``account`` on ``head``: an event's, a body's, and those that hold everywhere."""
    found = roles.roles_on(account, head)
    if account is None or not account.is_active or head is None or not head.name.startswith(HEAD_NAME.format("")):
        return found
    return found | set(BodyMember.objects.filter(account=account, body__head=head).values_list("role", flat=True))


def bodies_of(account: Account) -> list[Body]:
    """The bodies that the account works for, all of them for an administrator; with head and settings."""
    bodies = Body.objects.select_related("head", "pin_settings")
    return list(bodies if account.is_superuser else bodies.filter(members__account=account))


def works_for_body(account: Account) -> bool:
    """Whether the account has a role in some body."""
    return BodyMember.objects.filter(account=account).exists()
