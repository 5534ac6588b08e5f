"""``/api/v1/rankings/RANKING/countries`` and ``days``: countries with their quotas, and the days of a ranking."""

from datetime import date
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from ninja import Field, Schema, Status

from ranking.rankings.rules.quotas import MOST_SPOTS, Quota
from ranking.rankings.rules.rule import Kind
from ranking.rankings.selectors.quotas import quotas_of
from ranking.rankings.selectors.rankings import ranking_by_slug, rule_of, snapshots_of
from web.api.interface import mistakes
from web.api.public.rankings import CountryOut, RankingOut, countries_of, not_computed, ranking_out, with_snapshot
from web.api.public.reading import Answers, Start, Text, absent, page_of, public_router


class QuotaOut(Schema):
    """The spots of a country at a championship by their parts; `share` is its exact share of part B, as text."""

    country: str
    spots: int
    a1: int
    a2: int
    a3: int
    b: int
    share: str


class CountriesOut(RankingOut):
    """The countries of a ranking, the best first, and their quotas of `spots` spots (null: not asked for).

    `given` is the sum of the quotas. It is more than `spots` where part A alone needs more.
    """

    countries: list[CountryOut]
    spots: int | None
    given: int | None
    quotas: list[QuotaOut] | None


class RankingDayOut(Schema):
    """A day on which a ranking was computed, and how many players were ranked."""

    day: date
    players: int


class RankingDaysOut(Schema):
    """A page of the days of a ranking, the newest first."""

    id: str
    days: list[RankingDayOut]
    next: int | None


router = public_router("rankings")


@router.get(
    "/rankings/{ranking}/countries",
    response={200: CountriesOut, **Answers},
    summary=gettext_noop("Countries of a ranking"),
    description=gettext_noop(
        "Return the countries as of the newest day or of the newest one until `day`. With `spots`, the number of spots "
        "at a championship, return also the quota of each country; only MERS has quotas."
    ),
)
def countries(
    request: HttpRequest,
    ranking: Text,
    day: date | None = None,
    spots: Annotated[int, Field(ge=1, le=MOST_SPOTS)] | None = None,
) -> Any:
    """Answer with the countries; 404 if nothing was computed until the day, 422 for quotas without MERS."""
    row, snapshot = with_snapshot(ranking, day)
    if row is None or snapshot is None:
        return not_computed(row, day)
    rule = rule_of(snapshot)
    if spots and rule.kind is not Kind.MERS:
        return Status(422, mistakes("spots", "only MERS rankings have quotas"))
    answer = ranking_out(row, snapshot) | {"countries": countries_of(snapshot), "spots": spots}
    if not spots:
        return Status(200, answer | {"given": None, "quotas": None})
    quotas = quotas_of(snapshot, rule, spots)
    given = sum(quota.spots for quota in quotas)
    return Status(200, answer | {"given": given, "quotas": [_quota(quota) for quota in quotas]})


@router.get(
    "/rankings/{ranking}/days",
    response={200: RankingDaysOut, **Answers},
    summary=gettext_noop("Days of a ranking"),
    description=gettext_noop(
        "Return up to 500 days on which a ranking was computed from position `start` on, the newest first."
    ),
)
def days(request: HttpRequest, ranking: Text, start: Start = 0) -> Any:
    """Answer with a page of the days; 404 if nothing was computed."""
    row = ranking_by_slug(ranking)
    snapshots = snapshots_of(row) if row else None
    if row is None or not snapshots:
        return absent("ranking")
    rows, following = page_of(snapshots, start)
    shown = [{"day": snapshot.day, "players": snapshot.size} for snapshot in rows]
    return Status(200, {"id": row.slug, "days": shown, "next": following})


def _quota(quota: Quota) -> dict[str, Any]:
    names = ("spots", "a1", "a2", "a3", "b")
    return {"country": quota.code, "share": str(quota.share)} | {name: getattr(quota, name) for name in names}
