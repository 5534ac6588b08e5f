"""The second entry of a paper's totals, typed without seeing the first; both are compared if they differ."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.actions.errors import Forbidden, Refused
from scoring.sheets.models.desk_work import SecondEntry
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.signatures import sitter_now
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.paper.second_entries import differences, typed_by, waits_for
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.paper.tray import type_again
from web.desk.sheets.labels import seat_name
from web.desk.sheets.paper.forms import SecondEntryForm, SignForm
from web.desk.sheets.tray import open_next_paper, sheet_at, typing_desk
from web.shared.access import EventAccess, signed_in
from web.shared.forms.writing import key_of, put_refusal, status_of
from web.shared.table_rows import sitter_name


@signed_in
def second_entry(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Type the totals a second time; if both entries agree, the paper can be signed."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    form = SecondEntryForm(facts.played_seats, request.POST if request.method == "POST" else None)
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
    return _second_entry_page(request, desk, facts, form, SignForm(initial={"seen": sheet.version}))


@signed_in
def sign(request: HttpRequest, slug: str, session: int, table: int) -> HttpResponse:
    """Record that the players and the referee signed the paper, and open the next one."""
    desk = typing_desk(request, slug)
    sheet = sheet_at(desk, session, table)
    if request.method != "POST":
        return redirect("desk:typing-again", slug, session, table)
    form = SignForm(request.POST)
    if form.is_valid() and _sign(request, desk, sheet, form):
        return open_next_paper(request, desk, session)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    data = request.POST.copy()
    data["seen"] = str(facts.sheet.version)  # the page now shows this version
    form.data = data
    return _second_entry_page(request, desk, facts, SecondEntryForm(facts.played_seats), form)


def _sign(request: HttpRequest, desk: EventAccess, sheet: Sheet, form: SignForm) -> bool:
    """Sign the sheet and return whether it worked; put refusals and questions into the form."""
    try:
        sign_on_paper(
            desk.actor,
            sheet,
            key=key_of(request, sign_on_paper.spec.name),
            acknowledged=form.acknowledged,
            **form.cleaned_data,
        )
    except Refused as refused:
        put_refusal(form, refused)
        return False
    return True


def _second_entry_page(
    request: HttpRequest, desk: EventAccess, facts: SheetFacts, form: SecondEntryForm, signing: SignForm
) -> HttpResponse:
    sheet = facts.sheet
    second = SecondEntry.objects.filter(sheet=sheet).first()
    waits = waits_for(facts)
    differing = differences(facts, second.totals) if second and waits else {}
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
        "apart": [(seat_name(seat), first, repeated) for seat, (first, repeated) in differing.items()],
        "people": [(seat, sitter_name(sitter_now(facts, seat))) for seat in facts.played_seats],
    }
    status = 409 if signing.questions else status_of(form, signing)
    return render(request, "desk/sheets/paper/again.html", context, status=status)
