"""Penalty points recorded without a foul, as proposals: on hands, or only in the signed totals."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.fouls.selectors.proposals import missing_in_totals, recorded_points
from scoring.fouls.services.adopting import accept_missing, adopt_points
from scoring.sheets.models.sheets import Sheet
from web.floor.access import event_floor
from web.floor.fouls.forms import REASON
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class AdoptForm(forms.Form):
    """The penalty points of a sheet to be recorded as a foul."""

    sheet = WholeNumberField()
    hand_no = WholeNumberField(min_value=0)
    order = WholeNumberField(min_value=0)


class AcceptForm(forms.Form):
    """The sheet, the reason, and the hand where it is known."""

    sheet = WholeNumberField(widget=forms.HiddenInput)
    seen = WholeNumberField(widget=forms.HiddenInput)
    hand_no = forms.TypedChoiceField(
        label=gettext_lazy("Hand"),
        coerce=int,
        choices=[(0, gettext_lazy("not known")), *((n, n) for n in range(1, 17))],
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), help_text=REASON, max_length=200)


@signed_in
def proposals(request: HttpRequest, slug: str) -> HttpResponse:
    """List the proposals; record one as a foul."""
    floor = event_floor(request, slug)
    sent_form = request.POST.get("do", "") if request.method == "POST" else ""
    form: forms.Form = AcceptForm(request.POST) if sent_form == "accept" else AdoptForm(request.POST or None)
    if sent_form and form.is_valid():
        sheet = Sheet.objects.filter(table__session__event=floor.event, pk=form.cleaned_data["sheet"]).first()
        if sheet is None:
            raise Http404
        names = ("seen", "hand_no") if sent_form == "accept" else ("hand_no", "order")
        payload: dict[str, Any] = {name: form.cleaned_data[name] for name in names}
        service = accept_missing if sent_form == "accept" else adopt_points
        if write(request, form, service, floor.actor, floor.event, sheet=sheet, **payload).done:
            messages.success(request, _("It is in the record of fouls now."))
            return redirect("floor:foul-proposals", slug)
    missing = missing_in_totals(floor.event)
    chosen = form["sheet"].value() if sent_form == "accept" else None
    for proposal in missing:
        is_sent = str(proposal.sheet.pk) == str(chosen)
        initial = {"sheet": proposal.sheet.pk, "seen": proposal.sheet.version}
        proposal.form = form if is_sent else AcceptForm(initial=initial, auto_id=f"id_{proposal.sheet.pk}_%s")
    context = {
        "floor": floor,
        "recorded": recorded_points(floor.event),
        "missing": missing,
        "may_adopt": bool(floor.reader.roles & adopt_points.spec.roles),
        "may_accept": bool(floor.reader.roles & accept_missing.spec.roles),
    }
    return show(request, "floor/fouls/proposals.html", form, **context)
