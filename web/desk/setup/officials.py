"""Pages of the officials' list of an event (2.3.4)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.engine import Service
from common.numbers import number_in
from tournament.access.selectors.roles import events_of, roles_in
from tournament.events.models.events import Event, Official
from tournament.events.selectors.events import officials_of
from tournament.events.services.officials import (
    EDITORS,
    add_official,
    change_official,
    copy_officials,
    move_official,
    remove_official,
)
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import add_error_messages, show, status_of, write

#: How many events to copy from are offered.
MOST_SOURCES = 20


class OfficialForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=200)
    function = forms.CharField(
        label=gettext_lazy("Function"),
        max_length=100,
        help_text=gettext_lazy("As it is printed, such as: chief referee."),
    )
    qualification = forms.CharField(
        label=gettext_lazy("Qualification"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("As a referee: only officials with one can sign result certificates (A9 7.2)."),
    )
    qualification_number = forms.CharField(label=gettext_lazy("Qualification number"), max_length=30, required=False)
    tables = forms.CharField(
        label=gettext_lazy("Tables"), max_length=100, required=False, help_text=gettext_lazy("Such as 1-12.")
    )


class CopyForm(forms.Form):
    """The event whose officials are copied."""

    source = forms.TypedChoiceField(label=gettext_lazy("Event"), coerce=int)

    def __init__(self, events: list[Event], data: Any = None) -> None:
        super().__init__(data, prefix="copy")
        self.events = {event.pk: event for event in events}
        set_choices(self, "source", [(event.pk, _event_text(event)) for event in events])


def _event_text(event: Event) -> str:
    return " · ".join(filter(None, [event.name, date_format(event.starts) if event.starts else ""]))


class OfficialLineForm(OfficialForm, BasedForm):
    def __init__(self, line: Official, data: Any) -> None:
        initial = {name: getattr(line, name) for name in OfficialForm.base_fields}
        super().__init__(data, initial=initial)
        self.carry(initial)


@signed_in
def officials(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the list and add an official."""
    desk = _desk(request, slug)
    form = OfficialForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" and "added" in request.GET:
        form.fields["name"].widget.attrs["autofocus"] = True
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, add_official, desk.actor, desk.event, **payload).done:
        messages.success(request, _("%(name)s is on the list.") % payload)
        return redirect(f"{reverse('desk:officials', args=[slug])}?added=1")
    return _page(request, desk, form, CopyForm(_sources(desk)))


@signed_in
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy the officials of another event in which the account has a role."""
    desk = _desk(request, slug)
    if request.method != "POST":
        return redirect("desk:officials", slug)
    form = CopyForm(_sources(desk), request.POST)
    source = form.events[form.cleaned_data["source"]] if form.is_valid() else None
    payload = {"lines": list(officials_of(source))} if source else {}
    written = write(request, form, copy_officials, desk.actor, desk.event, **payload)
    if written.done:
        count = written.answer["added"]
        words = ngettext("%(count)d official was added.", "%(count)d officials were added.", count)
        messages.success(request, words % {"count": count})
        return redirect("desk:officials", slug)
    return _page(request, desk, OfficialForm(), form)


def _page(request: HttpRequest, desk: EventAccess, form: OfficialForm, copy_form: CopyForm) -> HttpResponse:
    context = {"desk": desk, "form": form, "officials": list(officials_of(desk.event)), "copy_form": copy_form}
    return render(request, "desk/setup/officials.html", context, status=status_of(form, copy_form))


def _sources(desk: EventAccess) -> list[Event]:
    """Return the account's other events with officials, newest first."""
    account = desk.actor.account
    if account is None:
        return []
    events = events_of(account).filter(pk__in=Official.objects.values("event")).exclude(pk=desk.event.pk)[:MOST_SOURCES]
    roles = roles_in(account, events)
    return [event for event in events if account.is_superuser or roles.get(event.pk, frozenset()) & set(EDITORS)]


@signed_in
def official(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    desk = _desk(request, slug)
    line = _line(desk, official_id)
    form = OfficialLineForm(line, request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_official, desk.actor, line, **payload).done:
        messages.success(request, _("Saved."))
        return redirect("desk:officials", slug)
    return show(request, "desk/setup/officials_detail.html", form, desk=desk, official=line)


@signed_in
def move(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    """Move a line to another position in the list."""
    position = number_in(request.POST.get("place", ""))
    if request.method == "POST" and position is None:
        messages.error(request, _("A position is a number, 1 or higher."))
        return redirect("desk:officials", slug)
    return _change_line(request, slug, official_id, move_official, place=position or 1)


@signed_in
def remove(request: HttpRequest, slug: str, official_id: int) -> HttpResponse:
    return _change_line(request, slug, official_id, remove_official)


def _change_line(request: HttpRequest, slug: str, official_id: int, service: Service, **payload: Any) -> HttpResponse:
    desk = _desk(request, slug)
    if request.method == "POST":
        form = forms.Form(request.POST)
        write(request, form, service, desk.actor, _line(desk, official_id), **payload)
        add_error_messages(request, form)
    return redirect("desk:officials", slug)


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may_set_up)
    return desk


def _line(desk: EventAccess, official_id: int) -> Any:
    line = Official.objects.filter(event=desk.event, pk=official_id).select_related("event__ledger").first()
    if line is None:
        raise Http404
    return line
