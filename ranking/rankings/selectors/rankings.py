"""Rankings and their snapshots."""

from datetime import date, timedelta

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from ranking.bodies.models import Body
from ranking.rankings.models import Ranking, RankingSnapshot
from ranking.rankings.rules.rule import Rule, read_rule

#: After so long a computation that was not finished is lost.
LOST_AFTER = timedelta(hours=6)


def ranking_by_slug(slug: str, body: Body | None = None) -> Ranking | None:
    """Return the ranking with this id, with its body; None if there is none, or it is another body's."""
    rows = Ranking.objects.select_related("body__ledger").filter(slug=slug)
    return (rows.filter(body=body) if body else rows).first()


def rankings_of(body: Body | None = None) -> QuerySet[Ranking]:
    """Return the rankings of a body (None: of all), each with ``computed``, its public snapshots, the newest first."""
    rows = Ranking.objects.select_related("body").order_by("body__name", "pk")
    newest = Prefetch("snapshots", public_snapshots(), to_attr="computed")
    return (rows.filter(body=body) if body else rows).prefetch_related(newest)


def public_snapshots() -> QuerySet[RankingSnapshot]:
    return RankingSnapshot.objects.filter(computed_at__isnull=False).order_by("-day")


def snapshots_of(ranking: Ranking) -> QuerySet[RankingSnapshot]:
    """Return the public snapshots, the newest first."""
    return public_snapshots().filter(ranking=ranking)


def snapshot_on(ranking: Ranking, day: date | None = None) -> RankingSnapshot | None:
    """Return the newest public snapshot, or the newest one until ``day``; None if there is none."""
    rows = snapshots_of(ranking)
    return (rows.filter(day__lte=day) if day else rows).first()


def before(snapshot: RankingSnapshot) -> RankingSnapshot | None:
    """Return the public snapshot before this one."""
    return public_snapshots().filter(ranking=snapshot.ranking_id, day__lt=snapshot.day).first()


def rule_of(stored: Ranking | RankingSnapshot) -> Rule:
    """Return the stored rule, which was checked when it was written."""
    return read_rule(stored.rule)


def ranking_news(body: Body, most: int) -> list[RankingSnapshot]:
    """Return the public snapshots of the body that were computed last, the newest first."""
    rows = public_snapshots().filter(ranking__body=body).select_related("ranking")
    return list(rows.order_by("-computed_at")[:most])


def due_rankings() -> list[tuple[Ranking, date]]:
    """Return the rankings that have to be computed by themselves, with the day: the last Monday or first of a month."""
    today = timezone.localdate()
    days = {
        Ranking.Renewal.WEEK: today - timedelta(days=today.weekday()),
        Ranking.Renewal.MONTH: today.replace(day=1),
    }
    due = []
    for ranking in Ranking.objects.exclude(renewal=Ranking.Renewal.HAND).select_related("body__ledger"):
        day = days[Ranking.Renewal(ranking.renewal)]
        if not ranking.snapshots.filter(day__gte=day).exists():
            due.append((ranking, day))
    return due


def lost_snapshots() -> QuerySet[RankingSnapshot]:
    """Return the snapshots whose computation ended before they were public."""
    return RankingSnapshot.objects.filter(computed_at=None, begun_at__lt=timezone.now() - LOST_AFTER)
