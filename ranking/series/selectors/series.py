"""Series: one by its id, those of an event or account, and what a rule needs to find circles."""

from collections import Counter, defaultdict

from django.db.models import Count, Q, QuerySet

from ranking.bodies.models import Body
from ranking.bodies.selectors.bodies import may_confirm
from ranking.record.models.records import RecordedEvent
from ranking.series.models import Series, SeriesEvent
from ranking.series.rules.rule import Rule, read_rule
from tournament.access.selectors.roles import events_of, roles_in, valid_roles
from tournament.events.models.events import Event, can_be_public
from tournament.people.models.accounts import Account, Role


def series_by_slug(slug: str) -> Series | None:
    """Return the series with this id, with its ledger and body; None if there is none."""
    return Series.objects.select_related("ledger", "body").filter(slug=slug).first()


def public_series() -> QuerySet[Series]:
    """Return the series with events, newest first; each has ``size``, the number of its events."""
    rows = Series.objects.select_related("body").annotate(size=Count("events")).order_by("-pk")
    return rows.filter(size__gt=0)


def series_with_event(slug: str) -> QuerySet[Series]:
    """Return the series in which the event with this id counts, or of which it is the final."""
    return Series.objects.filter(Q(events__slug=slug) | Q(final=slug)).distinct()


def series_kept_by(account: Account) -> QuerySet[Series]:
    """Return the series that the account may change: its own, those of its bodies; an administrator's are all."""
    rows = Series.objects.select_related("body").annotate(size=Count("events", distinct=True)).order_by("-pk")
    if account.is_superuser:
        return rows
    return rows.filter(Q(keepers__account=account) | Q(body__members__account=account)).distinct()


def rule_of(series: Series) -> Rule:
    """Return the stored rule, which was checked when it was written."""
    return read_rule(series.rule)


def links() -> tuple[dict[str, str], dict[str, set[str]]]:
    """Return series -> its final, and series -> its events, by ids, for `makes_circle`."""
    finals = dict(Series.objects.exclude(final="").values_list("slug", "final"))
    events: dict[str, set[str]] = defaultdict(set)
    for series, slug in SeriesEvent.objects.values_list("series__slug", "slug"):
        events[series].add(slug)
    return finals, events


def keeps_series(account: Account) -> bool:
    return account.kept_series.exists()


def others_with(series: Series, slugs: set[str]) -> dict[str, list[Series]]:
    """Return event -> the other series in which it counts too."""
    others: dict[str, list[Series]] = defaultdict(list)
    rows = SeriesEvent.objects.filter(slug__in=slugs).exclude(series=series).select_related("series")
    for row in rows.order_by("series__name", "pk"):
        if row.series not in others[row.slug]:
            others[row.slug].append(row.series)
    return others


def may_add(account: Account | None, series: Series, event: Event | None, recorded: RecordedEvent | None) -> bool:
    """Return whether the account may let the event count in the series.

    An event of the record may count in every series: its result is public and official. Another one only if the account
    is its organizer, or the series' body may confirm it.
    """
    if recorded:
        return True
    if event is None:
        return False
    if series.body and may_confirm(series.body, event):
        return True
    return account is not None and (account.is_superuser or is_organizer(account, event))


def is_organizer(account: Account, event: Event) -> bool:
    return Role.Name.ORGANIZER in roles_in(account, [event])[event.pk]


def organized_events(account: Account) -> QuerySet[Event]:
    """Return the events of which the account is an organizer, newest first; no private ones."""
    organized = valid_roles().filter(account=account, name=Role.Name.ORGANIZER)
    return events_of(account).filter(can_be_public(), roles__in=organized).distinct()


def organizes(account: Account) -> bool:
    return organized_events(account).exists()


def addable(account: Account, body: Body | None) -> list[tuple[str, str]]:
    """Return id and name of events to propose: those that the account organizes, then the newest of the record.

    Events of the same name have their ids in brackets.
    """
    events = Event.objects.filter(can_be_public()) if account.is_superuser else organized_events(account)
    own = [(event.slug, event.name) for event in events.order_by("-starts", "-pk")[:100]]
    recorded = RecordedEvent.objects.all()
    if body and body.kind != Body.Kind.WORLD:
        recorded = recorded.filter(body=body)
    names = dict([*own, *recorded.values_list("slug", "name")[:200]])
    uses = Counter(names.values())
    return [(slug, f"{name} ({slug})" if uses[name] > 1 else name) for slug, name in names.items()]
