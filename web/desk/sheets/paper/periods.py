"""Enter the seats of a period at the Desk, as the paper states them (IMJ 8, 10.3)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.numbers import number_in
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.services.people.periods import seat_period
from web.desk.sheets.tray import sheet_at, typing_desk
from web.shared.access import signed_in
from web.shared.forms.periods import PeriodForm
from web.shared.forms.writing import show, write
from web.shared.requests.methods import post_only


@post_only
@signed_in
def period(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Write the seats, then return to typing; errors are shown at their fields."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    form = PeriodForm(facts, request.POST)
    payload = form.payload if form.is_valid() else {}
    seen = number_in(request.POST.get("seen", "")) or 0
    if write(request, form, seat_period, desk.actor, sheet, seen=seen, **payload).done:
        messages.success(request, _("The seats of the period are saved; dealers and rounds change with them."))
        return redirect("desk:typing", slug, session, table)
    context = {"desk": desk, "session": session, "table": table, "sheet": sheet, "period_form": form}
    return show(request, "desk/sheets/paper/periods.html", form, **context)
