"""Missing results that applicants report: their papers, entering them, refusing them with a reason."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.applications import application_at
from ranking.pins.selectors.private_files import claim_at, file_of
from ranking.pins.services.claims import enter_claim, refuse_claim
from web.committee.access import BodyDesk, body_desk
from web.committee.pins import ReasonForm
from web.shared.access import signed_in
from web.shared.forms.fields import IdField
from web.shared.forms.writing import show, write
from web.shared.record.papers import paper_answer
from web.shared.record.pin_labels import claim_tone_of


class EnterForm(forms.Form):
    """The event of the record that now holds the result."""

    event = IdField(
        label=gettext_lazy("Id of the event"),
        max_length=64,
        help_text=gettext_lazy("As in its address. The applicant must have a result there."),
    )


@signed_in
def claim(request: HttpRequest, slug: str, pk: int, claim: int) -> HttpResponse:
    """Show one missing result with its papers; a POST links it to the event that now holds it."""
    desk = body_desk(request, slug)
    missing_result = _missing_result(desk, pk, claim)
    form = EnterForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, enter_claim, desk.actor, missing_result, **values).done:
        messages.success(request, _("The result is in the record; the player sees it."))
        return redirect("committee:pin", slug, pk)
    tone = claim_tone_of(missing_result)
    context = {"desk": desk, "claim": missing_result, "tone": tone, "may": _may_decide(desk, missing_result)}
    return show(request, "committee/claims.html", form, **context)


@signed_in
def refuse(request: HttpRequest, slug: str, pk: int, claim: int) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    missing_result = _missing_result(desk, pk, claim)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if write(request, form, refuse_claim, desk.actor, missing_result).done:
        messages.success(request, _("Refused; the player sees the reason."))
        return redirect("committee:pin", slug, pk)
    back = reverse("committee:claim", args=[slug, pk, claim])
    return show(request, "committee/claims_refuse.html", form, desk=desk, claim=missing_result, back=back)


@signed_in
def paper(request: HttpRequest, slug: str, pk: int, file: int) -> HttpResponse:
    application = application_at(body_desk(request, slug).body, pk)
    return paper_answer(file_of(application, file) if application else None)


def _may_decide(desk: BodyDesk, missing_result: MissingResult) -> bool:
    return desk.may_confirm and missing_result.status == MissingResult.State.WAITING


def _missing_result(desk: BodyDesk, application: int, pk: int) -> MissingResult:
    missing_result = claim_at(desk.body, pk)
    if missing_result is None or missing_result.application_id != application:
        raise Http404
    return missing_result
