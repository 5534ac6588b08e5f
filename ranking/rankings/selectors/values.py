"""The values of a ranking that its form shows and changes, and their labels."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.i18n.text_fields import spread_texts
from common.states import for_each
from ranking.rankings.models import Ranking
from ranking.rankings.rules.rule import Kind, Rule, Total, Value
from ranking.record.rules.mers import Years

Label = str | Promise
KINDS: Mapping[Kind, Label] = for_each(
    Kind,
    {
        Kind.MERS: _("MERS, as the European federation published it"),
        Kind.OWN: _("A formula of its own"),
        Kind.RATING: _("A rating from the tables"),
    },
)
YEARS: Mapping[Years, Label] = for_each(
    Years,
    {
        Years.CALENDAR: _("On the calendar day on which the event ended"),
        Years.WEEKS: _("52 weeks after the Monday that follows the event"),
    },
)
VALUES: Mapping[Value, Label] = for_each(
    Value,
    {
        Value.RANK: _("1000 for the winner, 0 for the last, by place"),
        Value.PLACING: _("Points of a list, by place"),
        Value.TABLE: _("Table points"),
        Value.COMPETITION: _("Competition points"),
    },
)
TOTALS: Mapping[Total, Label] = for_each(
    Total,
    {Total.MEAN: _("The weighted mean of the results"), Total.SUM: _("The sum of the weighted results")},
)
#: Part of the rule -> its label.
LABELS: Mapping[str, Any] = {
    "kind": _("Formula"),
    "years": _("A year after an event ends"),
    "value": _("Value of a result"),
    "placing": _("Points of the places"),
    "weighted": _("Events have a weight"),
    "factors": _("Age factors"),
    "total": _("Points of a player"),
    "best": _("Number of best results"),
    "least": _("Fewest results of a ranked player"),
    "letters": _("Classes"),
    "scopes": _("Kinds of events"),
    "rule_sets": _("Rule sets"),
    "countries": _("Countries of the events"),
    "players_of": _("Countries of the players"),
    "first_year": _("From the year"),
    "last_year": _("To the year"),
}


def ranking_values(ranking: Ranking) -> dict[str, Any]:
    """Return the name in each language, the renewal, and each part of the rule, by name."""
    names = spread_texts(ranking.name, "name_")
    return {**names, "renewal": ranking.renewal, **Rule().plain(), **ranking.rule}
