"""The formats that an organizer can compare by simulation: the planned one and the ready ones."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.formats.rules.ready import READY
from scoring.formats.selectors.plans import expected_players, format_columns, format_faults, plan_of
from scoring.standings.rules.formats.checking import StagePlan, sizes
from scoring.standings.rules.simulation.pools import TEAM, fills_tables
from scoring.standings.rules.simulation.qualifying import UNITS
from scoring.standings.rules.simulation.runs import team_sizes
from tournament.events.models.events import Event

#: The planned format among the ready ones.
PLANNED = "planned"
MOST_FORMATS = 4


def compared_stages(event: Event, name: str) -> list[StagePlan]:
    """Return the stages of a format: over the sessions of the event, or the usual ones if these are too few."""
    if name == PLANNED:
        return [plan_of(columns) for columns in format_columns(event)]
    ready = READY[name]
    return ready.stages(event.planned_sessions if event.planned_sessions >= ready.fewest_sessions else ready.sessions)


def units_of_event(event: Event) -> int:
    """Return the groups that simulated players belong to: those of the event, else the usual number."""
    return event.groups.count() or UNITS


def full_tables(event: Event) -> int:
    """Return the expected players, with fillers for the last table."""
    return expected_players(event) + -expected_players(event) % 4


def why_not_simulated(event: Event, stages: Sequence[StagePlan], players: int) -> str:
    """Return why a format cannot be played by so many, as a sentence; empty if it can."""
    faults = format_faults(event, stages, players=players)
    if faults:
        number, sentences = next(iter(faults.items()))
        return f"{number}. {sentences[0]}"
    size = max(team_sizes(stages), default=TEAM)
    counts = list(zip(stages, sizes(stages, players, units_of_event(event)), strict=True))
    if not all(fills_tables(stage, count, size) for stage, count in counts):
        return _("Teams of %(count)d do not fill the tables of the pools. Simulate another number of players.") % {
            "count": size
        }
    uneven = next((count for stage, count in counts if count % 4 and stage.method != "knockout"), 0)
    if not uneven:
        return ""
    return _("A stage has %(count)d players; the simulation needs a multiple of four.") % {"count": uneven}


def compared_team_size(event: Event, names: Sequence[str]) -> int:
    """Return the size of the teams by which formats are compared; 0 for players, if none has a knock-out.

    Raises ValueError if the knock-outs have teams of different sizes.
    """
    sizes = {size for name in names for size in team_sizes(compared_stages(event, name))}
    if len(sizes) > 1:
        raise ValueError(_("The knock-outs have teams of different sizes. Choose formats with teams of one size."))
    return max(sizes, default=0)
