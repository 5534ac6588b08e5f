"""Who usually comes to a club night, and in which series the next one counts."""

from collections.abc import Iterator
from itertools import chain

from django.db.models import QuerySet

from common.i18n.names import ListedName, name_sections
from ranking.series.models import Series, SeriesEvent
from ranking.series.selectors.series import organized_events, series_kept_by
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def regulars(account: Account, event: Event) -> list[Entry]:
    """Return an entry of each player: first those of the event, then of other nights of its series.

    Both in the order of ``name_sections``. Of other nights only those that the account organizes, each player with the
    newest entry.
    """
    series = SeriesEvent.objects.filter(slug=event.slug).values("series")
    slugs = SeriesEvent.objects.filter(series__in=series).values("slug")
    nights = organized_events(account).filter(slug__in=slugs).exclude(pk=event.pk)
    by_person: dict[int, Entry] = {}
    for entries in (_players(event.entries.all()), _players(Entry.objects.filter(event__in=nights))):
        for entry in entries:
            by_person.setdefault(entry.person.kept.pk, entry)
    return list(by_person.values())


def continued(account: Account, event: Event) -> list[Series]:
    """Return the series of the event that the account keeps and that have no final yet."""
    return list(series_kept_by(account).filter(events__slug=event.slug, final="").distinct())


def _players(entries: QuerySet[Entry]) -> Iterator[Entry]:
    players = entries.exclude(kind=Entry.Kind.FILLER).select_related("person__merged_into").order_by("-pk")
    sections = name_sections(players, lambda entry: ListedName(entry.name, entry.latin_name, entry.country))
    return chain.from_iterable(named for _section, named in sections)
