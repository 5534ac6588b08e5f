"""Who may open which page of the Floor, and what it offers there."""

from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scoring.progress.selectors.progress import session_to_play
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import add_time, end_session, start_session
from tournament.events.models.tables import Table
from web.floor.nav import PLACES, Place
from web.live.reading import Reading, reading
from web.shared.access import EventDesk


class Floor(EventDesk):
    """The Floor of one event as one of its officials has it; pages ask it before they show a control."""

    @cached_property
    def places(self) -> list[Place]:
        """The parts of the Floor that this official may open, in the order of the navigation."""
        return [place for place in PLACES if place.shown(self.reader)]

    @cached_property
    def keeps_time(self) -> bool:
        """Whether the account starts and stops the clock."""
        return self.may(start_session, self.event.head)

    @cached_property
    def ends_session(self) -> bool:
        """Whether the account ends sessions."""
        return self.may(end_session, self.event.head)

    @cached_property
    def gives_time(self) -> bool:
        """Whether the account gives a table more time."""
        return self.may(add_time, self.event.head)

    @cached_property
    def announces(self) -> bool:
        """Whether the account speaks to everybody."""
        return self.may(announce, self.event.head)

    @cached_property
    def session_now(self) -> int:
        """The session that the Floor looks at: the one being played, else the first that is not over, else the last."""
        return session_to_play(self.event)

    def table(self, session: int, number: int) -> Table:
        """The table of this number in the session; 404 if there is none."""
        found = Table.objects.filter(session=self.session(session), number=number).first()
        if found is None:
            raise Http404
        found.session = self.session(session)
        return found


def event_floor(request: HttpRequest, slug: str) -> Floor:
    """The Floor of the event ``slug``: 404 if there is none, 403 for whoever is none of its officials."""
    reader: Reading = reading(request, slug)
    if not reader.official:
        raise PermissionDenied
    return Floor(reader)
