"""What a rule gives today before it is saved; for a large record from its newest events."""

from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from ranking.rankings.models import Ranking, RankingLine
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.computing import CountryLine, RankedLine, country_lines, with_ranks
from ranking.rankings.selectors.kinds import lines_of
from ranking.rankings.selectors.names import PublicName, PublicNames
from ranking.rankings.selectors.rankings import snapshot_on
from ranking.rankings.selectors.sources import SourceEvent, events_of, recorded_events, results_of
from tournament.people.models.persons import Person

#: The most results that a page computes, and the lines that a preview shows.
MOST_RESULTS, SHOWN = 30_000, 20


@dataclass(frozen=True)
class PreviewLine:
    """A line of the preview: its public name, and its rank in the newest snapshot (None: none)."""

    ranked: RankedLine
    name: PublicName
    saved: int | None


@dataclass(frozen=True)
class Preview:
    """The first lines and countries by a rule; ``events`` of ``all_events`` were counted, ``players`` are ranked."""

    lines: list[PreviewLine]
    countries: list[CountryLine]
    events: int
    all_events: int
    players: int


def preview_of(rule: Rule, ranking: Ranking | None = None) -> Preview:
    """Return what the rule gives today; ``ranking`` has the snapshot to compare with."""
    day = timezone.localdate()
    all_events = events_of(rule, day)
    sizes = results_of(recorded_events(rule, day)).values("recorded_id").annotate(size=Count("pk"))
    size_of = dict(sizes.values_list("recorded_id", "size"))
    events: dict[int, SourceEvent] = {}
    total = 0
    for pk, event in reversed(all_events.items()):
        total += size_of.get(pk, 0)
        if total > MOST_RESULTS and events:
            break
        events[pk] = event
    only = None if len(events) == len(all_events) else list(events)
    lines = with_ranks(lines_of(rule, day, events, only=only))
    ranked = [line for line in lines if line.rank]
    return Preview(
        _preview_lines(ranked[:SHOWN], ranking),
        country_lines(ranked)[:SHOWN],
        len(events),
        len(all_events),
        len(ranked),
    )


def _preview_lines(lines: list[RankedLine], ranking: Ranking | None) -> list[PreviewLine]:
    ids = [line.player.person for line in lines]
    snapshot = snapshot_on(ranking) if ranking else None
    saved = RankingLine.objects.filter(snapshot=snapshot, person__in=ids) if snapshot else RankingLine.objects.none()
    ranks = dict(saved.values_list("person", "rank"))
    persons, names = Person.objects.in_bulk(ids), PublicNames(ids)
    return [PreviewLine(line, names.of(persons[pk]), ranks.get(pk)) for line, pk in zip(lines, ids, strict=True)]
