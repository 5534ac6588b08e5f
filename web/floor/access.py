"""Access to the Floor: its pages, and what an official may do there."""

from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.safestring import SafeString

from scoring.progress.selectors.progress import session_to_play
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import end_session, start_session
from tournament.clocks.services.extra_time import add_time
from tournament.events.models.tables import Table
from web.floor.nav import TABS, Tab
from web.live.fragments import live
from web.shared.access import EventAccess
from web.shared.viewer import ViewerContext, viewer_context


class Floor(EventAccess):
    """The Floor of one event for one of its officials; pages ask it before they show a control."""

    def __init__(self, reader: ViewerContext, request: HttpRequest) -> None:
        super().__init__(reader)
        self.request = request

    @cached_property
    def bell(self) -> SafeString:
        """Return the open calls of the hall, which every page shows."""
        return live(self.request, self.reader, "floor-bell")

    @cached_property
    def tabs(self) -> list[Tab]:
        """Return the parts of the Floor that this official may open, in the order of the navigation."""
        return [tab for tab in TABS if tab.shown(self.reader)]

    @cached_property
    def keeps_time(self) -> bool:
        return self.may(start_session, self.event.ledger)

    @cached_property
    def ends_session(self) -> bool:
        return self.may(end_session, self.event.ledger)

    @cached_property
    def gives_time(self) -> bool:
        return self.may(add_time, self.event.ledger)

    @cached_property
    def announces(self) -> bool:
        return self.may(announce, self.event.ledger)

    @cached_property
    def session_now(self) -> int:
        """Return the session being played, else the first that is not over, else the last."""
        return session_to_play(self.event)

    def table(self, session: int, number: int) -> Table:
        """Return the table ``number`` of the session; 404 if there is none."""
        table = Table.objects.filter(session=self.session(session), number=number).first()
        if table is None:
            raise Http404
        table.session = self.session(session)
        return table


def event_floor(request: HttpRequest, slug: str) -> Floor:
    """Return the Floor of the event ``slug``; 404 without such an event, 403 for a user who is no official of it."""
    reader: ViewerContext = viewer_context(request, slug)
    if not reader.official:
        raise PermissionDenied
    return Floor(reader, request)
