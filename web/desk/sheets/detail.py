"""The page of one table's sheet for officials: state, signatures, versions and possible actions."""

from collections.abc import Mapping
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
from scoring.game.rules.game import Game
from scoring.releases.selectors.closing import closing_of
from scoring.sheets.models.facts import Settlement
from scoring.sheets.selectors.checking.signatures import disputed_hands, signings
from scoring.sheets.selectors.facts.hand_records import won_hands
from scoring.sheets.selectors.facts.versions import Change, VersionLine, side_by_side, versions
from scoring.sheets.selectors.hand_names import hand_names
from scoring.sheets.selectors.paper.photos import photos_of
from scoring.sheets.selectors.referee_calls import rulings_of
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.facts.disputes import decide_hand
from scoring.sheets.services.facts.writing import TYPISTS
from scoring.sheets.services.paper.photos import add_photo
from web.desk.sheets.access import SheetAccess, sheet_access
from web.desk.sheets.version_labels import difference_text, fact_name, fact_text
from web.shared.access import signed_in
from web.shared.audit.labels import AuditWords
from web.shared.contradictions import contradiction_of
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.requests.devices import short_device
from web.shared.requests.methods import get_only


class ConfirmSheetForm(forms.Form):
    """The chief referee's confirmation; a contradiction must be acknowledged."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    contradiction = forms.BooleanField(label=gettext_lazy("Confirm it although it does not add up"))

    def __init__(self, access: SheetAccess, data: Any = None) -> None:
        super().__init__(data, initial={"seen": access.sheet.version})
        if not (access.facts.comparison and access.facts.comparison.contradicts):
            del self.fields["contradiction"]


class DecideForm(forms.Form):
    """The disputed hand that is accepted as written."""

    seen = WholeNumberField(min_value=0)
    no = WholeNumberField()


class CompareForm(forms.Form):
    """The two versions to compare."""

    earlier = forms.TypedChoiceField(label=gettext_lazy("Earlier version"), coerce=int)
    later = forms.TypedChoiceField(label=gettext_lazy("Later version"), coerce=int)

    def __init__(self, data: Any, lines: list[VersionLine]) -> None:
        numbers = [line.number for line in lines]
        defaults = {"earlier": numbers[1], "later": numbers[0]}
        requested = {name: data.get(name, "") for name in defaults}
        valid = {name: value for name, value in requested.items() if number_in(value) is not None}
        super().__init__({name: str(value) for name, value in {**defaults, **valid}.items()})
        for name in defaults:
            choices: Any = self.fields[name]
            choices.choices = [(str(number), str(number)) for number in numbers]


@get_only
@signed_in
def sheet(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    return _sheet_page(request, sheet_access(request, slug, session, number))


@signed_in
def confirm(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Confirm the sheet in the version that was seen."""
    access = sheet_access(request, slug, session, number)
    form = ConfirmSheetForm(access, request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        acknowledged = ["contradiction"] if form.cleaned_data.get("contradiction") else []
        payload = {"seen": form.cleaned_data["seen"], "acknowledged": acknowledged}
    if write(request, form, confirm_sheet, access.desk.actor, access.sheet, **payload).done:
        messages.success(request, _("The sheet of table %(table)d is confirmed.") % {"table": number})
        return redirect("desk:sheet", slug, session, number)
    return _sheet_page(request, access, form)


@signed_in
def accept_disputed_hand(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Accept a disputed hand as written."""
    access = sheet_access(request, slug, session, number)
    form = DecideForm(request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, decide_hand, access.desk.actor, access.sheet, **payload).done:
        return redirect("desk:sheet", slug, session, number)
    return _sheet_page(request, access, faults=form)


@signed_in
def reopen(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Reopen a locked sheet, for a reason."""
    access = sheet_access(request, slug, session, number)
    access.desk.require(access.desk.may(reopen_sheet, access.desk.event.ledger))
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, reopen_sheet, access.desk.actor, access.sheet).done:
        messages.success(request, _("The sheet is open again; everybody signs again."))
        return redirect("desk:sheet", slug, session, number)
    released = access.sheet.table.session.released_at is not None
    return show(
        request, "desk/sheets/detail_reopen.html", form, desk=access.desk, access=access, released=released,
        now=access.may_now(reopen_sheet), closed=closing_of(access.desk.event) is not None,
    )  # fmt: skip


def _sheet_page(
    request: HttpRequest, access: SheetAccess, form: forms.Form | None = None, faults: forms.Form | None = None
) -> HttpResponse:
    lines = versions(access.sheet)
    compared = CompareForm(request.GET, lines) if len(lines) > 1 else None
    ledger = access.desk.event.ledger
    hands = hand_names(access.desk.event.rules)
    context = {
        "desk": access.desk,
        "access": access,
        "contradiction": contradiction_of(access.facts),
        "settlement": Settlement.objects.current().filter(sheet=access.sheet).first(),
        "signings": signings(access.facts.facts),
        "disputed": disputed_hands(access.sheet),
        "rulings": rulings_of(access.sheet),
        "appeal_links": access.sheet.appeal_corrections.select_related("appeal"),
        "differing": [difference_text(hand, hands) for hand in won_hands(access.sheet) if hand.differs],
        "may_decide": access.may_now(decide_hand),
        "may_confirm": access.may_now(confirm_sheet),
        "may_reopen": access.may_now(reopen_sheet),
        "may_settle": access.may_now(settle),
        "may_write": bool(access.desk.actor.roles(ledger) & {*TYPISTS, ADMINISTRATOR}),
        "versions": [_version_context(line, hands, access.facts.game) for line in lines],
        "compare": compared,
        "faults": faults,
        "photos": photos_of(access.sheet),
        "may_photograph": access.desk.may(add_photo, ledger),
        "sides": _sides(access, compared),
    }
    # The page shows both forms; errors belong to the submitted one.
    confirm_form = form or ConfirmSheetForm(access)
    answer = show(request, "desk/sheets/detail.html", confirm_form, **context)
    answer.status_code = 400 if faults is not None and faults.errors else answer.status_code
    return answer


def _version_context(line: VersionLine, hands: Mapping[int, str], game: Game) -> dict[str, Any]:
    words = AuditWords([])
    made = line.made
    return {
        "number": line.number,
        "made": made,
        "device": short_device(made.device) if made else "",
        "what": words.action(made) if made else _("Imported with the event file"),  # type: ignore[arg-type]
        "changes": [_change_context(change, hands, game) for change in line.changes],
        "before": words.values(made.action, (made.details or {}).get("before")) if made else [],
        "after": words.values(made.action, (made.details or {}).get("after")) if made else [],
    }


def _change_context(change: Change, hands: Mapping[int, str], game: Game) -> dict[str, Any]:
    return {
        "name": fact_name(change.kind, change.name, hands, game),
        "before": fact_text(change.kind, change.before, game),
        "after": fact_text(change.kind, change.after, game),
        "differs": change.before != change.after,
    }


def _sides(access: SheetAccess, compared: CompareForm | None) -> list[dict[str, Any]]:
    """Return the facts of the two chosen versions side by side."""
    if compared is None or not compared.is_valid():
        return []
    chosen = sorted(compared.cleaned_data.values())
    hands = hand_names(access.desk.event.rules)
    return [_change_context(change, hands, access.facts.game) for change in side_by_side(access.sheet, *chosen)]
