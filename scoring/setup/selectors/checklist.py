"""The checklist of an event: what it needs, and what is missing."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from scoring.settings.models.scoring import ScoringSettings
from scoring.standings.selectors.standings import Standings, view_of
from tournament.access.selectors.roles import valid_roles
from tournament.events.models.entries import Entry
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event
from tournament.events.models.halls import HallTable
from tournament.events.selectors.players import takes_part
from tournament.people.models.accounts import Role
from tournament.registration.models.applications import Application
from tournament.registration.selectors.applications import counts_of_states
from tournament.registration.selectors.entries import teams_without_players

#: A classified event has at least this many sessions (3.5.4, A9 5).
LEAST_SESSIONS = 6
#: The importance of an incomplete item: it is required, or only worth knowing.
MISSING, NOTE = "missing", "note"


@dataclass(frozen=True)
class Item:
    """One item: its code, whether it is done, its importance if not, and figures for the sentence."""

    code: str
    done: bool
    matters: str
    figures: dict[str, Any]


def checklist(event: Event) -> list[Item]:
    """Return the items in the order in which an organizer does them; a constant number of queries.

    An event with too few sessions for a class, such as a club night, has no items that only the rules for events with a
    class ask for.
    """
    classed = event.planned_sessions >= LEAST_SESSIONS
    sessions = event.sessions.aggregate(
        timed=Count("pk", Q(starts__isnull=False), distinct=True), tables=Count("tables", distinct=True)
    )
    entries = dict(event.entries.filter(takes_part()).order_by().values_list("kind").annotate(Count("pk")))
    players = entries.get(Entry.Kind.PLAYER, 0)
    chief = valid_roles().filter(event=event, name=Role.Name.CHIEF_REFEREE).exists()
    approval = ScoringSettings.objects.filter(event=event).values_list("electronic_approved_by", flat=True).first()
    untimed = event.planned_sessions - sessions["timed"]
    placed = HallTable.objects.filter(hall__event=event).count()
    needed = -(-players // 4)
    empty_teams = teams_without_players(event).count()
    unconfirmed = len(EquipmentCheck.Item) - event.equipment_checks.count()
    return [
        Item("dates", event.starts is not None, MISSING, {}),
        Item("venue", bool(event.venue), NOTE, {}),
        Item("times", untimed == 0, MISSING, {"count": untimed}),
        Item("six-sessions", classed, NOTE, {"count": event.planned_sessions}),
        Item("chief-referee", chief, MISSING if classed else NOTE, {}),
        *([Item("officials", event.officials.exists(), MISSING, {})] if classed else []),
        *([Item("approval", bool(approval), MISSING, {})] if classed else []),
        Item("players", players > 0, MISSING, {"count": players}),
        *_applications(event),
        Item("empty-teams", not empty_teams, NOTE, {"count": empty_teams}),
        *_teams_that_left(event),
        Item("fillers", not _fillers_missing(event, entries), NOTE, {"count": _fillers_missing(event, entries)}),
        Item("hall", placed >= needed, NOTE, {"placed": placed, "count": needed}),
        *([Item("equipment", not unconfirmed, NOTE, {"count": unconfirmed})] if classed else []),
        Item("seats", sessions["tables"] > 0, MISSING, {}),
    ]


def _fillers_missing(event: Event, entries: dict[str, int]) -> int:
    """Return how many fillers are missing to complete the tables (rulings: Sessions, time, seats)."""
    if event.play_settings.incomplete_tables != "fillers":
        return 0
    return max(0, -entries.get(Entry.Kind.PLAYER, 0) % 4 - entries.get(Entry.Kind.FILLER, 0))


def _teams_that_left(event: Event) -> list[Item]:
    standings = Standings(event, view_of(event, live=True))
    left = {entry.team_name for entry in standings.names.values() if entry.team_name and entry.team is None}
    return [Item("withdrawn-teams", False, NOTE, {"count": len(left)})] if left else []


def _applications(event: Event) -> list[Item]:
    """Return the item of undecided registrations; empty if no player registered."""
    counts = counts_of_states(event)
    undecided = counts.get(Application.State.SUBMITTED, 0)
    return [Item("applications", not undecided, MISSING, {"count": undecided})] if counts else []
