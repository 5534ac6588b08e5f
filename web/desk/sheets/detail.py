"""The sheet of one table for officials: its state, who stands for it, every version, and what can be done with it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.permissions import ADMINISTRATOR
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.sheets.models.facts import Settlement
from scoring.sheets.selectors.checking.signatures import disputed_hands, signings
from scoring.sheets.selectors.facts.hand_records import won_hands
from scoring.sheets.selectors.facts.versions import Change, VersionLine, side_by_side, versions
from scoring.sheets.selectors.paper.photos import photos_of
from scoring.sheets.selectors.referee_calls import rulings_of
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.facts.hands import decide_hand
from scoring.sheets.services.facts.writing import TYPISTS
from scoring.sheets.services.paper.photos import add_photo
from web.desk.sheets.access import OneSheet, one_sheet
from web.desk.sheets.version_labels import difference_text, fact_name, fact_text
from web.shared.access import signed_in
from web.shared.audit.labels import AuditWords
from web.shared.contradictions import contradiction_of
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.requests.devices import short_device
from web.shared.requests.methods import get_only


class ConfirmSheetForm(forms.Form):
    """The chief referee's signature; where something contradicts, said to be meant."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    contradiction = forms.BooleanField(label=gettext_lazy("Confirm it although it contradicts itself"))

    def __init__(self, one: OneSheet, data: Any = None) -> None:
        super().__init__(data, initial={"seen": one.sheet.version})
        if not (one.facts.comparison and one.facts.comparison.contradicts):
            del self.fields["contradiction"]


class DecideForm(forms.Form):
    """Which disputed hand stands as it is written."""

    seen = WholeNumberField(min_value=0)
    no = WholeNumberField()


class CompareForm(forms.Form):
    """Which two versions stand beside each other."""

    earlier = forms.TypedChoiceField(label=gettext_lazy("Earlier version"), coerce=int)
    later = forms.TypedChoiceField(label=gettext_lazy("Later version"), coerce=int)

    def __init__(self, data: Any, lines: list[VersionLine]) -> None:
        numbers = [line.number for line in lines]
        last = {"earlier": numbers[1], "later": numbers[0]}
        given = {name: data.get(name, str(value)) for name, value in last.items()}
        known = {name: value for name, value in given.items() if number_in(value) is not None}
        super().__init__({name: str(value) for name, value in {**last, **known}.items()})
        for name in last:
            choices: Any = self.fields[name]
            choices.choices = [(str(number), str(number)) for number in numbers]


@get_only
@signed_in
def sheet(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the sheet."""
    return _page(request, one_sheet(request, slug, session, number))


@signed_in
def confirm(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Confirm the sheet as it was seen."""
    one = one_sheet(request, slug, session, number)
    form = ConfirmSheetForm(one, request.POST if request.method == "POST" else None)
    facts: dict[str, Any] = {}
    if form.is_valid():
        acknowledged = ["contradiction"] if form.cleaned_data.get("contradiction") else []
        facts = {"seen": form.cleaned_data["seen"], "acknowledged": acknowledged}
    if write(request, form, confirm_sheet, one.desk.actor, one.sheet, **facts):
        messages.success(request, _("The sheet of table %(table)d is confirmed.") % {"table": number})
        return redirect("desk:sheet", slug, session, number)
    return _page(request, one, form)


@signed_in
def decide(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Say that a disputed hand stands as it is written."""
    one = one_sheet(request, slug, session, number)
    form = DecideForm(request.POST if request.method == "POST" else None)
    facts = form.cleaned_data if form.is_valid() else {}
    if write(request, form, decide_hand, one.desk.actor, one.sheet, **facts):
        return redirect("desk:sheet", slug, session, number)
    return _page(request, one, faults=form)


@signed_in
def reopen(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Ask for reason and password, and open the locked sheet again."""
    one = one_sheet(request, slug, session, number)
    one.desk.require(one.desk.may(reopen_sheet, one.desk.event.head))
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, reopen_sheet, one.desk.actor, one.sheet):
        messages.success(request, _("The sheet is open again; everybody signs anew."))
        return redirect("desk:sheet", slug, session, number)
    released = one.sheet.table.session.released_at is not None
    return show(
        request, "desk/sheets/detail_reopen.html", form, desk=one.desk, one=one, released=released,
        now=one.may_now(reopen_sheet),
    )  # fmt: skip


def _page(
    request: HttpRequest, one: OneSheet, form: forms.Form | None = None, faults: forms.Form | None = None
) -> HttpResponse:
    lines = versions(one.sheet)
    compared = CompareForm(request.GET, lines) if len(lines) > 1 else None
    head = one.desk.event.head
    context = {
        "desk": one.desk,
        "one": one,
        "contradiction": contradiction_of(one.facts),
        "settlement": Settlement.objects.current().filter(sheet=one.sheet).first(),
        "signings": signings(one.facts.facts),
        "disputed": disputed_hands(one.sheet),
        "rulings": rulings_of(one.sheet),
        "appeal_links": one.sheet.appeal_corrections.select_related("appeal"),
        "differing": [difference_text(hand) for hand in won_hands(one.sheet) if hand.differs],
        "may_decide": one.may_now(decide_hand),
        "may_confirm": one.may_now(confirm_sheet),
        "may_reopen": one.may_now(reopen_sheet),
        "may_settle": one.may_now(settle),
        "may_write": bool(one.desk.actor.roles(head) & {*TYPISTS, ADMINISTRATOR}),
        "versions": [_version(line) for line in lines],
        "compare": compared,
        "faults": faults,
        "photos": photos_of(one.sheet),
        "may_photograph": one.desk.may(add_photo, head),
        "sides": _sides(one, compared),
    }
    # Both forms are shown; what is wrong stands in the one that was sent.
    shown = form or ConfirmSheetForm(one)
    answer = show(request, "desk/sheets/detail.html", shown, **context)
    answer.status_code = 400 if faults is not None and faults.errors else answer.status_code
    return answer


def _version(line: VersionLine) -> dict[str, Any]:
    words = AuditWords([])
    made = line.made
    return {
        "number": line.number,
        "made": made,
        "device": short_device(made.device) if made else "",
        "what": words.action(made) if made else _("Came with the event's file"),  # type: ignore[arg-type]
        "changes": [_shown(change) for change in line.changes],
        "before": words.values((made.details or {}).get("before")) if made else [],
        "after": words.values((made.details or {}).get("after")) if made else [],
    }


def _shown(change: Change) -> dict[str, Any]:
    return {
        "name": fact_name(change.kind, change.name),
        "before": fact_text(change.kind, change.before),
        "after": fact_text(change.kind, change.after),
        "differs": change.before != change.after,
    }


def _sides(one: OneSheet, compared: CompareForm | None) -> list[dict[str, Any]]:
    """The facts of the two chosen versions; what differs has a mark."""
    if compared is None or not compared.is_valid():
        return []
    chosen = sorted(compared.cleaned_data.values())
    return [_shown(change) for change in side_by_side(one.sheet, *chosen)]
