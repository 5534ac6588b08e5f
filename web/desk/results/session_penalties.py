"""The page of session penalties: lateness, and fouls between hands."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.sheets.services.facts.session_penalties import give_session_penalty, remove_session_penalty
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import set_queryset
from web.shared.forms.writing import show, write

REASON = gettext_lazy("It is kept with the change; everybody who can see the change can read it.")


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic only in the stubs
    """A player of the session, by number and name."""

    def label_from_instance(self, obj: Entry) -> str:
        return f"{obj.number} {obj.name}"


class PenaltyForm(forms.Form):
    """The player, the lost points, their recipient and the reason."""

    entry = PlayerField(label=gettext_lazy("Player"), queryset=Entry.objects.none())
    points = WholeNumberField(label=gettext_lazy("Points lost"), min_value=1)
    payee = PlayerField(
        label=gettext_lazy("Paid to"), queryset=Entry.objects.none(), required=False, empty_label=gettext_lazy("nobody")
    )
    article = forms.CharField(label=gettext_lazy("Article"), max_length=30, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), help_text=REASON, max_length=200)

    def __init__(self, session: Session, data: Any = None) -> None:
        super().__init__(data)
        players: Any = Entry.objects.filter(sittings__table__session=session).distinct().order_by("number")
        for name in ("entry", "payee"):
            set_queryset(self, name, players)


class RemoveForm(forms.Form):
    """The penalty to remove, and the reason."""

    order = WholeNumberField(min_value=0)
    reason = forms.CharField(max_length=200)


@signed_in
def penalties(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the session's penalties and add one."""
    desk = event_desk(request, slug)
    chosen = desk.session(session)
    form = PenaltyForm(chosen, request.POST if request.method == "POST" else None)
    payload: dict[str, Any] = {}
    if form.is_valid():
        payload = {name: form.cleaned_data[name] for name in ("entry", "points", "article")}
        payload["paid_to"] = form.cleaned_data["payee"]
    if write(request, form, give_session_penalty, desk.actor, chosen, **payload).done:
        messages.success(request, _("The penalty is entered."))
        return redirect("desk:session-penalties", slug, session)
    return _penalties_page(request, desk, chosen, form)


@signed_in
def remove_penalty(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Remove a penalty, for a reason."""
    desk = event_desk(request, slug)
    chosen = desk.session(session)
    form = RemoveForm(request.POST if request.method == "POST" else None)
    payload = {"order": form.cleaned_data["order"]} if form.is_valid() else {}
    if write(request, form, remove_session_penalty, desk.actor, chosen, **payload).done:
        messages.success(request, _("The penalty is withdrawn."))
        return redirect("desk:session-penalties", slug, session)
    return _penalties_page(request, desk, chosen, PenaltyForm(chosen), faults=form)


def _penalties_page(
    request: HttpRequest, desk: EventAccess, session: Session, form: forms.Form, faults: forms.Form | None = None
) -> HttpResponse:
    answer = show(
        request,
        "desk/results/session_penalties.html",
        form,
        desk=desk,
        session=session,
        penalties=session.penalties.select_related("entry", "paid_to"),
        may_give=session.released_at is None and desk.may(give_session_penalty, desk.event.ledger),
        faults=faults,
    )
    answer.status_code = 400 if faults is not None and faults.errors else answer.status_code
    return answer
