"""When the ceremony can begin, and its steps."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.display.models.ceremonies import Ceremony
from scoring.display.rules.ceremony import Step, steps
from scoring.display.selectors.winners import AwardWithWinners
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.releases import against_release
from tournament.events.models.events import Event
from tournament.events.models.stages import Session


def last_session(event: Event) -> Session | None:
    """Return the last session with tables; None without any."""
    return event.sessions.filter(tables__isnull=False).order_by("-number").first()


def held_back(event: Event) -> Session | None:
    """Return the last session with tables if it is not released: the ceremony's last step releases it."""
    session = last_session(event)
    return session if session is not None and session.released_at is None else None


def undrawn_session(event: Event, last: Session | None) -> int | None:
    """Return the number of the session that follows ``last``, the last one with tables; None if none is to come.

    No session of a closed event is to come.
    """
    if last is None or last.number >= event.planned_sessions or closing_of(event) is not None:
        return None
    return last.number + 1


def against_beginning(event: Event) -> str:
    """Return why the ceremony cannot begin, as a sentence; empty if it can."""
    if not event.awards.exists():
        return _("There is no award yet.")
    return against_ending(event, last_session(event))


def against_ending(event: Event, last: Session | None) -> str:
    """Return why a ceremony could not release all results, as a sentence; empty if it could.

    ``last``: the last session with tables. Every planned session must be drawn, all earlier sessions released, and the
    last one ready for release. A rehearsal releases nothing.
    """
    if last is None:
        return _("There are no results yet.")
    if event.rehearsal:
        return ""
    undrawn = undrawn_session(event, last)
    if undrawn is not None:
        return _("Session %(number)d is not drawn yet. If it is not played, remove it from the timetable.") % {
            "number": undrawn
        }
    if last.released_at is not None:
        return ""
    last.event = event
    return against_release(last)


def ceremony_of(event: Event) -> Ceremony | None:
    """Return the ceremony; None before it begins."""
    return Ceremony.objects.filter(event=event).first()


def steps_of(awards: Sequence[AwardWithWinners]) -> list[Step]:
    """Return the steps that show names; the last step of the ceremony, which releases results, is not included."""
    places = [tuple(winner.place for winner in award.winners) for award in awards]
    return steps(places)
