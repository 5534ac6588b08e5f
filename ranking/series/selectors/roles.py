"""The roles of an account on a ledger: those on events and bodies, and on a series' ledger who may change it."""

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import BodyMember
from ranking.bodies.selectors import roles
from ranking.series.models import SeriesKeeper
from tournament.people.models.accounts import Account

#: The name of a series' ledger, with the series' id.
LEDGER_NAME = "series:{}"
#: The role of an account that keeps a series.
KEEPER = "series-keeper"


def roles_on(account: Account | None, ledger: Ledger | None) -> frozenset[str]:
    """Return the roles of ``account`` on ``ledger``; on that of a series: keeper, and its role in the series' body."""
    general_roles = roles.roles_on(account, ledger)
    if account is None or not account.is_active or ledger is None or not ledger.name.startswith(LEDGER_NAME.format("")):
        return general_roles
    in_body = BodyMember.objects.filter(account=account, body__series__ledger=ledger).values_list("role", flat=True)
    keeps = SeriesKeeper.objects.filter(account=account, series__ledger=ledger).exists()
    return general_roles | set(in_body) | ({KEEPER} if keeps else set())
