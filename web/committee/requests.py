"""Requests of persons for corrections, and the answers."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.links.models import CorrectionRequest
from ranking.links.selectors import requests_to
from ranking.links.services.own_record import answer_correction
from web.committee.access import body_desk
from web.shared.access import signed_in
from web.shared.forms.fields import LinesField
from web.shared.forms.writing import show, write

PER_PAGE = 50


class AnswerForm(forms.Form):
    state = forms.ChoiceField(
        label=gettext_lazy("Answer"),
        choices=[("done", gettext_lazy("Corrected")), ("declined", gettext_lazy("Not corrected"))],
        widget=forms.RadioSelect,
    )
    answer = LinesField(
        label=gettext_lazy("Message to the person"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


@signed_in
def requests(request: HttpRequest, slug: str) -> HttpResponse:
    """List the requests, open ones first."""
    desk = body_desk(request, slug)
    return render(
        request, "committee/requests.html", {"desk": desk, "requests": list(requests_to([desk.body])[:PER_PAGE])}
    )


@signed_in
def request_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show one request; a POST answers it."""
    desk = body_desk(request, slug)
    requests = CorrectionRequest.objects.select_related("person", "body__ledger").filter(body=desk.body)
    correction = requests.filter(pk=pk).first()
    if correction is None:
        raise Http404
    form = AnswerForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, answer_correction, desk.actor, correction, **values).done:
        messages.success(request, _("The answer is kept; the person sees it."))
        return redirect("committee:requests", slug)
    return show(request, "committee/requests_detail.html", form, desk=desk, correction=correction)
