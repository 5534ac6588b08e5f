"""The totals of a paper typed a second time, without seeing the first's; then both side by side if they differ."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.errors import Forbidden, Refused
from common.numbers import number_in
from places.desk.access import desk_page
from places.desk.sheets.forms import AgainForm
from places.desk.sheets.tray import call, sheet_at, to_next, typing_desk
from places.desk.sheets.words import seat_name
from places.desk.writing import key_of
from places.pocket.table_rows import called
from scoring.models import SecondEntry, Sheet
from scoring.selectors.records import sheet_facts
from scoring.selectors.second_entries import differences, typed_by, waits_for
from scoring.selectors.signatures import sitter_now
from scoring.services.sheets.signing import sign_on_paper
from scoring.services.sheets.tray import type_again


@desk_page
def again(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Ask for the totals; where they agree the paper may be signed and the next one follows."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    first = typed_by(sheet, desk.actor)
    form = AgainForm(facts.played_seats, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            answer = type_again(desk.actor, sheet, key=key_of(request), totals=form.totals)
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Refused as refused:
            form.add_error(None, str(refused.message))
        else:
            if answer["agree"]:
                messages.success(request, _("Both entries of table %(table)d agree.") % {"table": table})
            return redirect("desk:typing-again", slug, session, table)
    second = SecondEntry.objects.filter(sheet=sheet).first()
    waits = waits_for(facts)
    apart = differences(facts, second.totals) if second and waits else {}
    context = {
        "desk": desk,
        "session": session,
        "table": table,
        "form": form,
        "first": first,
        "second": second,
        "waits": waits,
        "sheet": sheet,
        "locked": sheet.state in Sheet.COUNTED,
        "apart": [(seat_name(seat), one, other) for seat, (one, other) in apart.items()],
        "people": [(seat, called(sitter_now(facts, seat))) for seat in facts.played_seats],
    }
    return render(request, "desk/sheets/again.html", context, status=400 if form.errors else 200)


@desk_page
def sign(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Note that the four and the referee signed the paper; the next one follows."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    referee = request.POST.get("referee", "").strip()
    if request.method == "POST" and not referee:
        messages.error(request, _("Type the referee's name as it stands under the sheet."))
    elif request.method == "POST":
        seen = number_in(request.POST.get("seen", "")) or 0
        facts = {"seen": seen, "referee": referee[:200], "acknowledged": request.POST.getlist("acknowledged")}
        if call(request, desk, sign_on_paper, sheet, **facts) is not None:
            return to_next(request, desk, session)
    return redirect("desk:typing-again", slug, session, table)
