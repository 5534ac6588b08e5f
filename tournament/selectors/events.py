"""Events and what belongs to them."""

from django.db.models import QuerySet

from tournament.models import Entry, Event, Official, Stage


def event_by_slug(slug: str, *related: str) -> Event | None:
    """The event with this id, with its head and what else of it is named; None if there is none."""
    return Event.objects.select_related("head", *related).filter(slug=slug).first()


def entries_of(event: Event) -> QuerySet[Entry]:
    """The entries by number, with person, team, group, lot, arrival and withdrawals."""
    entries = event.entries.select_related("person", "team", "group", "lot", "arrival")
    return entries.prefetch_related("withdrawals").order_by("number")


def officials_of(event: Event) -> QuerySet[Official]:
    """The officials' list in its order."""
    return event.officials.order_by("order")


def stages_of(event: Event) -> QuerySet[Stage]:
    """The stages in order, with the entries that play in them."""
    return event.stages.prefetch_related("stage_entries__entry").order_by("number")
