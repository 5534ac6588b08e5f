"""When a session's results may be released or taken back, and what the public then sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.i18n.wording import listed
from scoring.settings.models import StandingsSettings
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.standings.rules.standings import PlayerStanding, UnitStanding
from scoring.standings.selectors.standings import NamedEntry, Standings
from tournament.events.models.stages import Session

#: So many players are named who gain, or lose, most places.
NAMED = 3


def against_release(session: Session) -> str:
    """Why the session's results cannot be released now, as a sentence; empty if they can.

    The sessions before it are released and all its sheets confirmed (rulings: Ranking, Publication); a rehearsal's
    never can.
    """
    if session.event.rehearsal:
        return _("This is a rehearsal: its results are never released.")
    earlier = session.event.sessions.filter(number__lt=session.number, released_at__isnull=True)
    first = earlier.order_by("number").first()
    if first:
        return _("Session %(number)d comes first: sessions are released in order.") % {"number": first.number}
    sheets = sheets_of_session(session).order_by("table__number").values_list("table__number", "state")
    if not sheets:
        return _("This session has no results yet.")
    tables = listed([table for table, state in sheets if state != Sheet.State.CONFIRMED])
    return _("These tables are not confirmed yet: %(tables)s.") % {"tables": tables} if tables else ""


def against_retraction(session: Session) -> str:
    """Why the session's release cannot be taken back now, as a sentence; empty if it can."""
    later = session.event.sessions.filter(number__gt=session.number, released_at__isnull=False)
    last = later.order_by("-number").first()
    if last:
        return _("Take session %(number)d back first: the last released session comes first.") % {"number": last.number}
    return ""


def kept_for_ceremony(session: Session) -> bool:
    """Whether the event keeps this session's results, its last ones, for the ceremony."""
    event = session.event
    kept = event.standings_settings.last_session == StandingsSettings.LastSession.CEREMONY
    return kept and session.number == event.planned_sessions and session.released_at is None


def sheets_of_session(session: Session) -> QuerySet[Sheet]:
    """Every sheet of ``session``."""
    return Sheet.objects.filter(table__session=session)


@dataclass(frozen=True)
class Mover:
    """A player who gains (above 0) or loses places."""

    entry: NamedEntry
    rank: int
    places: int


class PublicAfter:
    """What the public sees once ``session`` is the last released one (a number; 0: no results at all)."""

    def __init__(self, session: Session, until: int) -> None:
        self.until = until
        self._standings = Standings(session.event, View(False, until))

    @cached_property
    def leaders(self) -> list[tuple[NamedEntry, PlayerStanding]]:
        """Who stands first: one, or several of the same rank."""
        return [(self._standings.names[line.number], line) for line in self._lines if line.rank == 1 and self.until]

    @cached_property
    def leading_teams(self) -> list[tuple[str, UnitStanding]]:
        """The team that stands first, or several."""
        lines = self._standings.teams() if self.until else []
        return [(self._standings.team_names[line.number], line) for line in lines if line.rank == 1]

    @cached_property
    def movers(self) -> tuple[Sequence[Mover], Sequence[Mover]]:
        """Who gains and who loses most places against the session before."""
        if self.until < 2:
            return (), ()
        before = self._standings.individual(self.until - 1)
        moved = self._standings.movement(self._lines, before)
        found = [
            Mover(self._standings.names[line.number], line.rank, moved.get(line.number) or 0)
            for line in self._lines
            if line.rank is not None
        ]
        found.sort(key=lambda mover: (-abs(mover.places), mover.rank))
        up, down = ([mover for mover in found if mover.places * way > 0][:NAMED] for way in (1, -1))
        return up, down

    @cached_property
    def _lines(self) -> list[PlayerStanding]:
        return self._standings.individual()
