"""Access of an official to one table's sheet at the Desk."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from common.actions.engine import Service
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.finding import table_sheet
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from web.shared.access import EventAccess, event_desk


@dataclass
class SheetAccess:
    """The sheet of a table with its current facts, and what the official may do with it."""

    desk: EventAccess
    facts: TableSheet

    @property
    def sheet(self) -> Sheet:
        return self.facts.sheet

    @property
    def session(self) -> int:
        return self.sheet.table.session.number

    @property
    def number(self) -> int:
        return self.sheet.table.number

    @property
    def url_args(self) -> tuple[str, int, int]:
        """Event slug, session and table, as the URLs of the sheet's pages take them."""
        return self.desk.event.slug, self.session, self.number

    def may_now(self, service: Service) -> bool:
        """Whether the official may run the service and the sheet's state allows it."""
        states = service.spec.states
        allowed = not states or states.get(self.sheet.state, "refused") != "refused"
        return allowed and self.desk.may(service, self.desk.event.ledger)


def sheet_access(request: HttpRequest, slug: str, session: int, number: int) -> SheetAccess:
    """Return the access to a table's sheet.

    Raises Http404 if there is no such table, PermissionDenied if the account is not an official of the event.
    """
    desk = event_desk(request, slug)
    facts = table_sheet(desk.event, View(True, session), session, number)
    if facts is None:
        raise Http404
    return SheetAccess(desk, facts)
