"""The quotas of a championship by the country ranking of a snapshot."""

from ranking.rankings.models import RankingSnapshot
from ranking.rankings.rules.quotas import Country, Quota, quotas
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.sources import one_codes


def quotas_of(snapshot: RankingSnapshot, rule: Rule, spots: int) -> list[Quota]:
    """Return the quota of each country of the ranking, and of the countries that the rule names, best first."""
    ranked = [Country(country.country, country.players, country.above) for country in snapshot.countries.all()]
    known = {country.code for country in ranked}
    others = [Country(code, 0, 0) for code in sorted(one_codes(rule.players_of)) if code not in known]
    return quotas([*ranked, *others], spots)
