"""The totals of a paper typed a second time, without seeing the first's; then both side by side if they differ."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.actions.errors import Forbidden, Refused, Unusual
from scoring.sheets.models.desk_work import SecondEntry
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from scoring.sheets.selectors.paper.second_entries import differences, typed_by, waits_for
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.paper.tray import type_again
from web.desk.sheets.forms import AgainForm, SignForm
from web.desk.sheets.labels import seat_name
from web.desk.sheets.tray import sheet_at, to_next, typing_desk
from web.shared.access import EventDesk, signed_in
from web.shared.forms.writing import key_of, status_of
from web.shared.table_rows import called


@signed_in
def again(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Ask for the totals; where they agree the paper may be signed and the next one follows."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
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
    return _page(request, desk, facts, form, SignForm(initial={"seen": sheet.version}))


@signed_in
def sign(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Note that the four and the referee signed the paper; the next one follows."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    if request.method != "POST":
        return redirect("desk:typing-again", slug, session, table)
    form = SignForm(request.POST)
    if form.is_valid() and _signed(request, desk, sheet, form):
        return to_next(request, desk, session)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    data = request.POST.copy()
    data["seen"] = str(facts.sheet.version)  # what the page shows now
    form.data = data
    return _page(request, desk, facts, AgainForm(facts.played_seats), form)


def _signed(request: HttpRequest, desk: EventDesk, sheet: Sheet, form: SignForm) -> bool:
    """Sign; what is refused or asked is kept in the form."""
    try:
        sign_on_paper(
            desk.actor,
            sheet,
            key=key_of(request, sign_on_paper.spec.name),
            acknowledged=form.acknowledged,
            **form.cleaned_data,
        )
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
        return False
    except Refused as refused:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
        return False
    return True


def _page(
    request: HttpRequest, desk: EventDesk, facts: SheetFacts, form: AgainForm, signing: SignForm
) -> HttpResponse:
    sheet = facts.sheet
    second = SecondEntry.objects.filter(sheet=sheet).first()
    waits = waits_for(facts)
    apart = differences(facts, second.totals) if second and waits else {}
    context = {
        "desk": desk,
        "session": sheet.table.session.number,
        "table": sheet.table.number,
        "form": form,
        "signing": signing,
        "first": typed_by(sheet, desk.actor),
        "second": second,
        "waits": waits,
        "sheet": sheet,
        "locked": sheet.state in Sheet.COUNTED,
        "apart": [(seat_name(seat), one, other) for seat, (one, other) in apart.items()],
        "people": [(seat, called(sitter_now(facts, seat))) for seat in facts.played_seats],
    }
    status = 409 if signing.questions else status_of(form, signing)
    return render(request, "desk/sheets/again.html", context, status=status)
