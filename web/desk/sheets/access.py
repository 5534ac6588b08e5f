"""One table's sheet as an official has it at the Desk."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from common.actions.engine import Service
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.table_sheet import TableSheet, table_sheet
from web.shared.access import EventDesk, event_desk


@dataclass
class OneSheet:
    """The sheet of a table, ``facts`` what is on it now."""

    desk: EventDesk
    facts: TableSheet

    @property
    def sheet(self) -> Sheet:
        """The sheet itself."""
        return self.facts.sheet

    @property
    def session(self) -> int:
        """The session's number."""
        return self.sheet.table.session.number

    @property
    def number(self) -> int:
        """The table's number."""
        return self.sheet.table.number

    @property
    def place(self) -> tuple[str, int, int]:
        """What the addresses of its pages are made of."""
        return self.desk.event.slug, self.session, self.number

    def may_now(self, service: Service) -> bool:
        """Whether the reader may do it, and the sheet's state allows it."""
        states = service.spec.states
        allowed = not states or states.get(self.sheet.state, "refused") != "refused"
        return allowed and self.desk.may(service, self.desk.event.head)


def one_sheet(request: HttpRequest, slug: str, session: int, number: int) -> OneSheet:
    """The sheet: 404 if there is none, 403 for whoever is no official."""
    desk = event_desk(request, slug)
    facts = table_sheet(desk.event, View(True, session), session, number)
    if facts is None:
        raise Http404
    return OneSheet(desk, facts)
