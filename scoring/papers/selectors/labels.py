"""The texts of the event report, for its page and its paper."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.i18n.wording import listed
from scoring.papers.selectors.event_report import Climb, ClosestTable, Numbers
from scoring.settings.selectors import in_mados
from tournament.events.models.events import Event


def number_lines(numbers: Numbers, event: Event) -> list[tuple[str, int]]:
    """Return the label and the count of each number; what the event does not have is left out, and a single country."""
    in_points = not in_mados(event)
    lines = [
        (_("Players"), numbers.players),
        (_("Teams"), numbers.teams),
        (_("Groups"), numbers.groups),
        (_("Countries"), numbers.countries if numbers.countries > 1 else 0),
        (_("Sessions"), numbers.sessions),
        (_("Tables played"), numbers.tables),
        (_("Hands recorded"), numbers.hands),
        (_("Points of the won hands") if in_points else _("Fans of the won hands"), numbers.points),
    ]
    return [(label, count) for label, count in lines if count]


def difference_text(closest: ClosestTable, event: Event) -> str:
    """Return how close the table was."""
    values = {"number": closest.difference}
    if in_mados(event):
        return (
            ngettext(
                "%(number)d mado between the first and the last",
                "%(number)d mados between the first and the last",
                closest.difference,
            )
            % values
        )
    return (
        ngettext(
            "%(number)d point between the first and the last",
            "%(number)d points between the first and the last",
            closest.difference,
        )
        % values
    )


def at_table(closest: ClosestTable) -> str:
    """Return the session and the table."""
    return _("Session %(session)s, table %(table)s") % {"session": closest.session, "table": closest.table}


def people_at(closest: ClosestTable) -> str:
    """Return the names of the players of the table, best first."""
    return listed(entry.name for entry in closest.entries)


def climb_text(climb: Climb) -> str:
    """Return from which rank to which a player climbed."""
    values = {"start": climb.start, "session": climb.session, "end": climb.end}
    return _("From rank %(start)d after session %(session)d to rank %(end)d") % values


def report_comes(event: Event) -> str:
    """Return when the report can be read, while it cannot."""
    return _("The report comes when the results of all %(number)d sessions are released.") % {
        "number": event.planned_sessions
    }
