"""The roles of an account on a ledger: those of `tournament.access`, and on a body's ledger its role in the body."""

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body, BodyMember
from tournament.access.selectors import roles
from tournament.people.models.accounts import Account

#: The name of a body's ledger, with the body's id.
LEDGER_NAME = "body:{}"


def roles_on(account: Account | None, ledger: Ledger | None) -> frozenset[str]:
    """Return the roles of ``account`` on ``ledger``: an event's, a body's, and those that hold everywhere."""
    general_roles = roles.roles_on(account, ledger)
    if account is None or not account.is_active or ledger is None or not ledger.name.startswith(LEDGER_NAME.format("")):
        return general_roles
    memberships = BodyMember.objects.filter(account=account, body__ledger=ledger)
    return general_roles | set(memberships.values_list("role", flat=True))


def bodies_of(account: Account) -> list[Body]:
    """Return the bodies that the account works for, all of them for an administrator; with ledger and settings."""
    bodies = Body.objects.select_related("ledger", "pin_settings")
    return list(bodies if account.is_superuser else bodies.filter(members__account=account))


def works_for_body(account: Account) -> bool:
    """Return whether the account has a role in some body."""
    return BodyMember.objects.filter(account=account).exists()
