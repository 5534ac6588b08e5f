"""Teams that left an event before they played (3.5.3)."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from django.db.models import Max, Q

from scoring.sheets.models.results import CountedResult
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event

if TYPE_CHECKING:
    from scoring.standings.selectors.standings import NamedEntry


def without_teams_that_left(event: Event, entries: Sequence["NamedEntry"], last_session: int) -> list["NamedEntry"]:
    """Return the entries; members of a team that left before it played have only the name of their team."""
    left = teams_that_left(event, entries, last_session)
    return [entry._replace(team=None) if entry.team in left else entry for entry in entries]


def teams_that_left(event: Event, entries: Collection["NamedEntry"], last_session: int) -> frozenset[int]:
    """Return the teams whose players all withdrew before they played a session (3.5.3; rulings: Withdrawal).

    A team with a result up to ``last_session`` stays, one with a place in a bracket or pool, and one of whom somebody
    withdrew only from a later session on. No query if in each team somebody is entered.
    """
    staying = {entry.team for entry in entries if entry.status != Entry.Status.WITHDRAWN}
    left = {entry.team for entry in entries if entry.team is not None} - staying
    if not left:
        return frozenset()
    results = CountedResult.objects.filter(session__event=event, session__number__lte=last_session)
    played = results.aggregate(last=Max("session__number"))["last"] or 0
    withdrawn = event.entries.filter(team__number__in=left)
    later = Q(withdrawals__until_session=None, withdrawals__from_session__gt=played + 1)
    staying_members = withdrawn.filter(later | Q(stage_entries__position__isnull=False))
    staying = {*results.values_list("team__number", flat=True), *staying_members.values_list("team__number", flat=True)}
    return frozenset(left - staying)
