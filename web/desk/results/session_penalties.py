"""Penalty points of players for a whole session: lateness, and what happens between hands."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.sheets.services.facts.penalties import give_session_penalty, remove_session_penalty
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.fields import set_queryset
from web.shared.forms.writing import show, write

REASON = gettext_lazy("It is kept with the change, for everybody who may see it.")


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic only in the stubs
    """Somebody who sits in the session, by number and name."""

    def label_from_instance(self, obj: Entry) -> str:
        """The number and the name."""
        return f"{obj.number} {obj.name}"


class PenaltyForm(forms.Form):
    """Who loses how many points, to whom, and why."""

    entry = PlayerField(label=gettext_lazy("Player"), queryset=Entry.objects.none())
    points = WholeNumberField(label=gettext_lazy("Points lost"), min_value=1)
    payee = PlayerField(
        label=gettext_lazy("Paid to"), queryset=Entry.objects.none(), required=False, empty_label=gettext_lazy("nobody")
    )
    article = forms.CharField(label=gettext_lazy("Article"), max_length=30, required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), help_text=REASON, max_length=200)

    def __init__(self, session: Session, data: Any = None) -> None:
        super().__init__(data)
        here: Any = Entry.objects.filter(sittings__table__session=session).distinct().order_by("number")
        for name in ("entry", "payee"):
            set_queryset(self, name, here)


class BackForm(forms.Form):
    """Which penalty is taken back, and why."""

    order = WholeNumberField(min_value=0)
    reason = forms.CharField(max_length=200)


@signed_in
def penalties(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the session's penalties, and take one more."""
    desk = event_desk(request, slug)
    found = desk.session(session)
    form = PenaltyForm(found, request.POST if request.method == "POST" else None)
    facts: dict[str, Any] = {}
    if form.is_valid():
        given = form.cleaned_data
        facts = {name: given[name] for name in ("entry", "points", "article")} | {"paid_to": given["payee"]}
    if write(request, form, give_session_penalty, desk.actor, found, **facts):
        messages.success(request, _("The penalty is entered."))
        return redirect("desk:session-penalties", slug, session)
    return _page(request, desk, found, form)


@signed_in
def back(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Take a penalty back."""
    desk = event_desk(request, slug)
    found = desk.session(session)
    form = BackForm(request.POST if request.method == "POST" else None)
    facts = {"order": form.cleaned_data["order"]} if form.is_valid() else {}
    if write(request, form, remove_session_penalty, desk.actor, found, **facts):
        messages.success(request, _("The penalty is taken back."))
        return redirect("desk:session-penalties", slug, session)
    return _page(request, desk, found, PenaltyForm(found), faults=form)


def _page(
    request: HttpRequest, desk: EventDesk, session: Session, form: forms.Form, faults: forms.Form | None = None
) -> HttpResponse:
    answer = show(
        request,
        "desk/results/session_penalties.html",
        form,
        desk=desk,
        session=session,
        penalties=session.penalties.select_related("entry", "paid_to"),
        may_give=session.released_at is None and desk.may(give_session_penalty, desk.event.head),
        faults=faults,
    )
    answer.status_code = 400 if faults is not None and faults.errors else answer.status_code
    return answer
