"""The four players at a table say on its phone that they are here (3.5.7.1)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.people.arriving import all_here
from tournament.events.models.entries import Entry
from tournament.presence.selectors.tables import presence_at, uses_check_in
from web.shared.at_table import AtTable, at_table
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, write
from web.shared.requests.methods import post_only


def missing_here(table: AtTable) -> list[Entry]:
    """Return who is not checked in, before the first hand and where check-in is used; else nobody."""
    ahead = table.open and table.sheet.state == Sheet.State.OPEN and not table.facts.facts.hands
    if not ahead or not uses_check_in(table.event, table.session):
        return []
    return [entry for entry, arrival in presence_at(table.sheet.table) if arrival is None]


@post_only
def all_are_here(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Check in everybody at the table."""
    table = at_table(request, slug, session, number)
    form = ButtonForm(request.POST)
    if write(request, form, all_here, table.actor, table.sheet).done:
        messages.success(request, _("All players at this table are checked in."))
    add_error_messages(request, form)
    return redirect("table:page", slug, session, number)
