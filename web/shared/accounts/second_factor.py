"""The rule of PINJU_SECOND_FACTOR: administrators and members of bodies set up a second factor before anything else."""

from django.conf import settings

from ranking.bodies.selectors.roles import works_for_body
from tournament.people.models.accounts import Account
from tournament.people.selectors import has_second_factor


def must_have_second_factor(account: Account) -> bool:
    """Return whether this account may not work without a second factor."""
    return settings.SECOND_FACTOR_REQUIRED and (account.is_superuser or works_for_body(account))


def lacks_second_factor(account: Account) -> bool:
    """Return whether this account has to set up a second factor first."""
    return must_have_second_factor(account) and not has_second_factor(account)
