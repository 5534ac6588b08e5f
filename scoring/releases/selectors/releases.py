"""When a session's results may be released or retracted, and what the public then sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.i18n.wording import listed
from scoring.settings.models.standings import StandingsSettings
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.standings.rules.standings import PlayerStanding, UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings
from tournament.events.models.events import Event
from tournament.events.models.stages import Session

#: How many players with the largest gain, and the largest loss, of places are named.
NAMED_MOVERS = 3


def against_release(session: Session) -> str:
    """Return why the session's results cannot be released now, as a sentence; empty if they can.

    Required: released earlier sessions and confirmed sheets (rulings: Ranking, Publication). A rehearsal's results are
    never released.
    """
    if session.event.rehearsal:
        return _("This is a rehearsal: its results are never released.")
    earlier = session.event.sessions.filter(number__lt=session.number, released_at__isnull=True)
    first = earlier.order_by("number").first()
    if first:
        return _("Release session %(number)d first: sessions are released in order.") % {"number": first.number}
    sheets = sheets_of_session(session).order_by("table__number").values_list("table__number", "state")
    if not sheets:
        return _("This session has no results yet.")
    tables = listed([table for table, state in sheets if state != Sheet.State.CONFIRMED])
    return _("These tables are not confirmed yet: %(tables)s.") % {"tables": tables} if tables else ""


def against_retraction(session: Session) -> str:
    """Return why the session's release cannot be retracted now, as a sentence; empty if it can."""
    later = session.event.sessions.filter(number__gt=session.number, released_at__isnull=False)
    last = later.order_by("-number").first()
    if last:
        return _("Withdraw the results of session %(number)d first: sessions are withdrawn from the last one back.") % {
            "number": last.number
        }
    return ""


def kept_for_ceremony(session: Session) -> bool:
    """Whether this is the last session and the event keeps its results for the ceremony."""
    event = session.event
    kept = event.standings_settings.last_session == StandingsSettings.LastSession.CEREMONY
    return kept and session.number == event.planned_sessions and session.released_at is None


def last_session_kept(event: Event) -> bool:
    """Return whether the results of the last planned session are kept for the ceremony, also before it has tables."""
    last = event.sessions.filter(number=event.planned_sessions).first()
    return last is not None and kept_for_ceremony(last)


def last_results_kept(event: Event) -> bool:
    """Return whether the last session has results that are kept for the ceremony.

    A last session that was never played has none: the event ends with the sessions played (rulings: Classes and pins).
    """
    played = CountedResult.objects.filter(session__event=event, session__number=event.planned_sessions)
    return last_session_kept(event) and played.exists()


def sheets_of_session(session: Session) -> QuerySet[Sheet]:
    """Return every sheet of ``session``."""
    return Sheet.objects.filter(table__session=session)


@dataclass(frozen=True)
class Mover:
    """A player who gains (``places`` above 0) or loses places."""

    entry: NamedEntry
    rank: int
    places: int


class PublicAfter:
    """What the public sees if session ``last_session`` is the last released one (0: no results)."""

    def __init__(self, session: Session, last_session: int) -> None:
        self.last_session = last_session
        self._standings = Standings(session.event, View(False, last_session))

    @cached_property
    def leaders(self) -> list[tuple[NamedEntry, PlayerStanding]]:
        """Return the players of rank 1: one, or several with the same result."""
        return [
            (self._standings.names[line.number], line) for line in self._lines if line.rank == 1 and self.last_session
        ]

    @cached_property
    def leading_teams(self) -> list[tuple[str, UnitStanding]]:
        """Return the teams of rank 1."""
        lines = self._standings.teams() if self.last_session else []
        return [(self._standings.team_names[line.number], line) for line in lines if line.rank == 1]

    @cached_property
    def movers(self) -> tuple[Sequence[Mover], Sequence[Mover]]:
        """Return the players who gain and who lose most places against the session before."""
        if self.last_session < 2:
            return (), ()
        before = self._standings.individual(self.last_session - 1)
        moved = self._standings.movement(self._lines, before)
        movers = [
            Mover(self._standings.names[line.number], line.rank, moved.get(line.number) or 0)
            for line in self._lines
            if line.rank is not None
        ]
        movers.sort(key=lambda mover: (-abs(mover.places), mover.rank))
        up = [mover for mover in movers if mover.places > 0]
        down = [mover for mover in movers if mover.places < 0]
        return up[:NAMED_MOVERS], down[:NAMED_MOVERS]

    @cached_property
    def _lines(self) -> list[PlayerStanding]:
        return self._standings.individual()
