"""Countries and teams that met at the stored tables."""

from collections.abc import Collection
from enum import StrEnum

from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from ranking.opponents.rules import Balance
from ranking.opponents.selectors.tables import table_results
from scoring.sheets.models.facts import Forfeit
from tournament.events.models.events import Event


class Side(StrEnum):
    """For whom a player sat at a table, as the column of the result: a team is that of the session."""

    COUNTRY = "entry__country"
    TEAM = "team__name"


#: Parts of a balance -> how the difference of a pair compares with 0.
_LEADS = {"ahead": "gt", "level": "exact", "behind": "lt"}


def side_balances(side: Side, own: Collection[str]) -> dict[str, Balance]:
    """Return the balances of those who sat for ``own`` (codes of a country, name of a team), by the other side.

    Each pair of players at a table counts once. The database adds them up: there may be millions.
    """
    pairs = table_results().filter(**{f"{side}__in": own}, session__event__rehearsal=False)
    pairs = pairs.exclude(session__event__scope=Event.Scope.WEB)
    pairs = pairs.annotate(
        other_side=F(f"sheet__results__{side}"),
        gap=F("competition_points") - F("sheet__results__competition_points"),
        other_seat=F("sheet__results__seat"),
    )
    forfeited = Forfeit.objects.current().filter(sheet=OuterRef("sheet"), seat=OuterRef("other_seat"))
    pairs = pairs.filter(~Exists(forfeited), other_side__gt="").exclude(other_side__in=own)
    figures = {name: Count("pk", filter=Q(**{f"gap__{than}": 0})) for name, than in _LEADS.items()}
    rows = pairs.order_by().values("other_side").annotate(**figures, difference=Sum("gap"))
    return {other: Balance(*row) for other, *row in rows.values_list("other_side", *figures, "difference")}
