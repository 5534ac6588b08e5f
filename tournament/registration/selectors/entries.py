"""The registered entries of an event, as the Desk lists and changes them."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from tournament.events.models.entries import Entry, Group, Lot, Team
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.events.selectors.players import takes_part
from tournament.people.models.persons import Person, PrivateData
from tournament.people.selectors import further_numbers, holders_of
from tournament.registration.rules.matching import Known, Registration

_RELATED = ("person__merged_into", "team__group", "group")
#: The number of an entry's group in a query, by the definition of ``group_of``.
GROUP_NUMBER = Coalesce("group__number", "team__group__number")


def registered(event: Event) -> QuerySet[Entry]:
    """Return the entries by number, with person (and its merge target), team, the team's group, and group."""
    return event.entries.select_related(*_RELATED).order_by("number")


def is_drawn(event: Event) -> bool:
    """Return whether the entries' numbers are used: by lots, a chart, or a draw in preparation."""
    return (
        Lot.objects.filter(entry__event=event).exists()
        or Sitting.objects.filter(table__session__event=event).exists()
        or event.draws.filter(state__in=event.draws.model.CURRENT).exists()
    )


def group_of(entry: Entry) -> Group | None:
    """Return the group of an entry: its own, else its team's (3.5.3). Standings and official results both use it."""
    return entry.group or (entry.team.group if entry.team else None)


def values_of(entry: Entry) -> dict[str, str]:
    """Return an entry as a list of registrations would give it: every field, empty where unknown."""
    group = group_of(entry)
    return {
        "number": str(entry.number),
        "name": entry.name,
        "family_name": entry.family_name,
        "given_name": entry.given_name,
        "latin_name": entry.latin_name,
        "country": entry.country,
        "federation_number": entry.person.kept.federation_number or "",
        "team": entry.team.name if entry.team else "",
        "group": group.name if group else "",
        "kind": entry.kind,
    }


def columns_of(entry: Entry) -> dict[str, str]:
    """Return the texts in the form of an entry: as ``values_of``, but with the entry's own group."""
    return {**values_of(entry), "group": entry.group.name if entry.group else ""}


def team_values(team: Team) -> dict[str, str]:
    """Return the texts in the form of a team."""
    return {"name": team.name, "leader": team.leader, "group": team.group.name if team.group else ""}


def version_of(values: Any) -> str:
    """Return a short digest of plain data for optimistic locking: a write with an outdated digest is refused."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]


def registration_of(event: Event, numbers: Iterable[str]) -> Registration:
    """Return the event for comparison with a list that contains these federation numbers."""
    entries = list(registered(event))
    present = {entry.person.kept.pk for entry in entries}
    holders = {number: person.kept for number, person in holders_of(numbers).items()}
    further = further_numbers(entry.person.kept for entry in entries)
    merged = Entry.every.filter(event=event, merged_into__isnull=False).select_related(*_RELATED, "merged_into")
    return Registration(
        entries=[
            Known(
                entry.number,
                values_of(entry),
                entry.status != Entry.Status.ENTERED,
                frozenset(further.get(entry.person.kept.pk, ())),
            )
            for entry in entries
        ],
        merged=[Known(entry.merged_into.number, values_of(entry)) for entry in merged if entry.merged_into],
        teams={team.name: team.group.name if team.group else "" for team in event.teams.select_related("group")},
        holders={number: person.name for number, person in holders.items() if person.pk not in present},
        drawn=is_drawn(event),
    )


def teams_with_counts(event: Event) -> QuerySet[Team]:
    """Return the teams by number with ``players`` and ``reserves``, not counting withdrawn ones."""
    entered = Q(entries__status=Entry.Status.ENTERED, entries__merged_into=None)
    return (
        event.teams.select_related("group")
        .annotate(
            players=Count("entries", filter=entered & Q(entries__kind=Entry.Kind.PLAYER)),
            reserves=Count("entries", filter=entered & Q(entries__kind=Entry.Kind.RESERVE)),
        )
        .order_by("number")
    )


def teams_without_players(event: Event) -> QuerySet[Team]:
    """Return the teams in which nobody is entered, also no player who withdrew: they can be removed."""
    return event.teams.exclude(pk__in=event.entries.filter(team__isnull=False).values("team"))


def groups_with_counts(event: Event) -> QuerySet[Group]:
    """Return the groups by number with ``team_count`` and ``entry_count`` (entries without a team)."""
    registered_entries = Q(entries__isnull=False, entries__merged_into=None)
    return event.groups.annotate(
        team_count=Count("teams", distinct=True), entry_count=Count("entries", registered_entries, distinct=True)
    ).order_by("number")


def counts_of(event: Event) -> dict[str, int]:
    """Return the numbers of players, reserves, fillers and players without a team who take part, and of the others."""
    part = takes_part()
    return event.entries.aggregate(
        players=Count("pk", filter=part & Q(kind=Entry.Kind.PLAYER)),
        reserves=Count("pk", filter=part & Q(kind=Entry.Kind.RESERVE)),
        fillers=Count("pk", filter=part & Q(kind=Entry.Kind.FILLER)),
        alone=Count("pk", filter=part & Q(kind=Entry.Kind.PLAYER, team=None)),
        withdrawn=Count("pk", filter=~part),
    )


def private_data_of(person: Person) -> dict[str, str]:
    """Return document, contact and birth date of a person; only for pages with permission to show them."""
    kept = PrivateData.objects.filter(person=person).first()
    return {name: getattr(kept, name, "") for name in ("document", "contact", "birth_date")}
