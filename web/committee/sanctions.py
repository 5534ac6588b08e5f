"""The register of sanctioned events: reading it, entering an event, withdrawing an entry (A9 4.4)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.record.models.records import RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.selectors.sanctions import keeps_register, register_entries
from ranking.record.services.sanctions import Sanction, enter_sanction, withdraw_sanction
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from tournament.registration.rules.cells import clean
from web.committee.access import BodyDesk, body_desk
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm, DayField, IdField, country_choices, set_choices
from web.shared.forms.writing import show, write
from web.shared.key_pages import key_page

PER_PAGE = 50


class SanctionForm(forms.Form):
    """An entry of the register."""

    number = forms.CharField(label=gettext_lazy("Sanction number"), max_length=60)
    name = forms.CharField(label=gettext_lazy("Event"), max_length=200)
    slug = IdField(
        label=gettext_lazy("Id of the event"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("As in its address. Without it the event is found by its number and its first day."),
    )
    starts = DayField(label=gettext_lazy("First day"), required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    letter = forms.ChoiceField(
        label=gettext_lazy("Class applied for"),
        required=False,
        choices=[("", gettext_lazy("not stated")), *RecordedEvent.Letter.choices],
        help_text=gettext_lazy("The class itself follows from the players, the sessions and the kind of event."),
    )
    granted_on = DayField(label=gettext_lazy("Granted on"))
    granted_by = forms.CharField(
        label=gettext_lazy("Granted by"), max_length=150, help_text=gettext_lazy("The person or the department.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "country", country_choices(str(kwargs.get("initial", {}).get("country", ""))))


@signed_in
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """List the register, the newest entries first; words in ``q`` search it."""
    desk = body_desk(request, slug)
    query = clean(request.GET.get("q", "")[:100])[0]
    page = key_page(register_entries(query), request.GET.get("page", ""), PER_PAGE)
    context = {"desk": desk, "page": page, "query": query, "keeps": _keeps(desk)}
    return render(request, "committee/sanctions.html", context)


@signed_in
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter an event; ``event`` in the address fills in what Pinju knows about it and is shown again afterwards."""
    desk = body_desk(request, slug)
    desk.require(_keeps(desk))
    known = _known_event(request.GET.get("event", ""))
    form = SanctionForm(request.POST if request.method == "POST" else None, initial=_initial(desk, known))
    values = {"sanction": Sanction(**form.cleaned_data)} if form.is_valid() else {}
    written = write(request, form, enter_sanction, desk.actor, desk.body, **values)
    if written.done:
        messages.success(request, _("The event is in the register."))
        event = known.slug if known else written.answer["event"]
        return redirect("committee:event", slug, event) if event else redirect("committee:sanctions", slug)
    return show(request, "committee/sanctions_enter.html", form, desk=desk)


@signed_in
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(_keeps(desk))
    entry = SanctionedEvent.objects.select_related("recorded").filter(pk=pk, withdrawn_at=None).first()
    if entry is None:
        raise Http404
    form = ConfirmForm(request)
    if write(request, form, withdraw_sanction, desk.actor, desk.body, entry=entry).done:
        messages.success(request, _("%(event)s is no longer sanctioned.") % {"event": entry.name})
        return redirect("committee:sanctions", slug)
    return show(request, "committee/sanctions_withdraw.html", form, desk=desk, entry=entry)


def _keeps(desk: BodyDesk) -> bool:
    return keeps_register(desk.body) and desk.may_confirm


def _known_event(slug: str) -> Event | RecordedEvent | None:
    return event_by_slug(slug) or RecordedEvent.objects.filter(slug=slug).first()


def _initial(desk: BodyDesk, event: Event | RecordedEvent | None) -> dict[str, Any]:
    """Return what the form proposes: what is known about the event, today, and who enters it."""
    proposed = {"granted_on": timezone.localdate(), "granted_by": desk.actor.name}
    if event is None:
        return proposed
    known = {name: getattr(event, name) for name in ("slug", "name", "country", "starts")}
    return proposed | known | {"number": event.sanction_number}
