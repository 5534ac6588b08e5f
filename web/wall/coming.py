"""What a screen with nothing else to show names: the session in play, the coming one, or the days of the event."""

from dataclasses import dataclass

from django.utils import timezone

from common.i18n.days import day_range
from scoring.progress.selectors.progress import SessionProgress, session_to_come
from tournament.clocks.selectors.clocks import running
from tournament.events.models.events import Event
from web.wall.logo import logo_address


@dataclass(frozen=True)
class Coming:
    """The number of the session in play, else the coming session, else whether the event is not over."""

    event: Event
    playing: int = 0
    session: SessionProgress | None = None
    ahead: bool = False

    @property
    def days(self) -> str:
        """The days of an event that is not over, in the active language."""
        return day_range(self.event.starts, self.event.ends) if self.event.starts and self.ahead else ""

    @property
    def logo(self) -> str:
        return logo_address(self.event)

    @property
    def version(self) -> str:
        """A text that changes with what is named."""
        session = self.session
        start = f"{session.number}-{session.starts:%m%d%H%M}" if session and session.starts else ""
        return f"{self.playing}{start}{'ahead' if self.ahead else ''}"


def coming_up(event: Event) -> Coming:
    """Return what comes next. A session whose day is over is not named: its start was typed and never corrected."""
    in_play, today = running(event), timezone.localdate()
    if in_play and in_play.clock.started:
        return Coming(event, playing=in_play.session)
    session = session_to_come(event)
    if session is None or session.starts is None or timezone.localdate(session.starts) < today:
        return Coming(event, ahead=bool(event.starts and event.starts >= today))
    return Coming(event, session=session)
