"""Write a snapshot: begun with its events, filled in parts, then public at once.

The job of a ranking writes in several short transactions, so that other writers need not wait. Nobody sees a snapshot
before it is public.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.rankings.models import RankedCountry, RankedEvent, Ranking, RankingLine, RankingSnapshot, decimal_of
from ranking.rankings.selectors.computing import CountryLine, RankedLine
from ranking.rankings.selectors.rankings import lost_snapshots
from ranking.rankings.selectors.sources import SourceEvent

#: The rows of one statement.
BATCH = 500


@action("ranking.begin", summary=_("Begin to compute a ranking"), roles=COMMITTEE, subject="body")
def begin_snapshot(
    _context: ActionContext,
    body: Body,
    *,
    ranking: Ranking,
    day: date,
    rule: Mapping[str, Any],
    events: Mapping[int, SourceEvent],
) -> Done:
    """Keep the events of a snapshot. The answer: its id, and the ids of the events in their order."""
    if not Ranking.objects.filter(pk=ranking.pk, body=body).exists():
        raise Refused(_("This ranking was removed."))
    snapshot = RankingSnapshot.objects.create(ranking=ranking, day=day, rule=dict(rule), begun_at=timezone.now())
    rows = RankedEvent.objects.bulk_create((_event(snapshot, event) for event in events.values()), batch_size=BATCH)
    return Done({"snapshot": snapshot.pk, "events": [row.pk for row in rows]}, audit_name(ranking), changed=False)


@action("ranking.fill", summary=_("Add lines to a ranking that is being computed"), roles=COMMITTEE, subject="body")
def fill_snapshot(_context: ActionContext, body: Body, *, snapshot: int, lines: Sequence[RankedLine]) -> Done:
    """Add lines. Refused for a snapshot that is public or was removed."""
    begun = _begun(body, snapshot)
    RankingLine.objects.bulk_create((_line(begun, line) for line in lines), batch_size=BATCH)
    return Done({}, audit_name(begun.ranking), changed=False)


@action("ranking.publish", summary=_("Publish a computed ranking"), roles=COMMITTEE, subject="body")
def publish_snapshot(
    context: ActionContext, body: Body, *, snapshot: int, size: int, countries: Sequence[CountryLine]
) -> Done:
    """Make a filled snapshot public; an earlier one of the same day is deleted."""
    begun = _begun(body, snapshot)
    delete_snapshots(context, begun.ranking.snapshots.filter(day=begun.day, computed_at__isnull=False))
    RankedCountry.objects.bulk_create(_country(begun, line) for line in countries)
    begun.size, begun.computed_at = size, timezone.now()
    begun.save()
    after = {"ranking_day": begun.day.isoformat(), "ranked": size}
    return Done({"ranking": begun.ranking.slug}, audit_name(begun.ranking), None, after, (LIVE, PUBLIC))


@action("ranking.tidy", summary=_("Delete computations of rankings that did not end"), roles=[], subject="none")
def delete_lost(context: ActionContext, _subject: None) -> Done:
    """Delete the snapshots whose computation was lost. The answer holds their number."""
    number = delete_snapshots(context, lost_snapshots())
    return Done({"snapshots": number}, "rankings", changed=False)


def delete_snapshots(_context: ActionContext, snapshots: QuerySet[RankingSnapshot]) -> int:
    """Delete snapshots; a statement for each table, as reading 100,000 lines to delete them takes long."""
    ids = list(snapshots.values_list("pk", flat=True))
    for model in (RankingLine, RankedEvent, RankedCountry):
        model._default_manager.filter(snapshot__in=ids).delete()
    RankingSnapshot.objects.filter(pk__in=ids).delete()
    return len(ids)


def audit_name(ranking: Ranking) -> str:
    """Return how audit entries name the ranking."""
    return f"ranking:{ranking.slug}"


def _begun(body: Body, pk: int) -> RankingSnapshot:
    rows = RankingSnapshot.objects.select_related("ranking").filter(pk=pk, ranking__body=body, computed_at=None)
    begun = rows.first()
    if begun is None:
        raise Refused(_("This ranking was removed."))
    return begun


def _event(snapshot: RankingSnapshot, event: SourceEvent) -> RankedEvent:
    names = ("slug", "name", "country", "ends", "players", "qualification", "stated")
    figures = {name: getattr(event, name) for name in names}
    most = 32_767  # of a small integer column; such an event is a typing error in its days
    return RankedEvent(
        snapshot=snapshot,
        days=max(1, min(event.days, most)),
        countries=event.countries,
        weight=decimal_of(event.weight),
        factor=decimal_of(event.factor),
        **figures,
    )


def _line(snapshot: RankingSnapshot, line: RankedLine) -> RankingLine:
    player = line.player
    points = player.points
    return RankingLine(
        snapshot=snapshot,
        person_id=player.person,
        position=line.position,
        rank=line.rank,
        country=player.country,
        points=decimal_of(points.total) if points else None,
        part_a=decimal_of(points.part_a) if points and points.part_a is not None else None,
        part_b=decimal_of(points.part_b) if points and points.part_b is not None else None,
        results=player.results,
        counted=player.counted,
    )


def _country(snapshot: RankingSnapshot, line: CountryLine) -> RankedCountry:
    figures: dict[str, Any] = {"rank": line.rank, "players": line.players, "above": line.above}
    return RankedCountry(snapshot=snapshot, country=line.country, points=decimal_of(line.points), **figures)
