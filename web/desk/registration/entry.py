"""The page of one entry: its data, private data, consents, withdrawal and return."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from common.paper.fonts import without_glyph
from tournament.events.models.entries import Entry
from tournament.keeping.selectors import kept_until
from tournament.presence.services.withdrawals import return_entry, withdraw
from tournament.registration.selectors.entries import registered, values_of
from tournament.registration.selectors.similar import names_of, similar_to
from tournament.registration.services.entries import add_entry, change_entry, set_consents, set_private_data
from web.desk.registration.access import organizers_desk
from web.desk.registration.forms import ConsentsForm, EntryForm, PresenceForm, PrivateForm, consents_of
from web.desk.registration.from_registry import USE, picking_of, posted
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.numbers import numbers_shown
from web.shared.forms.writing import show, status_of, write


@signed_in
def new_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Register a player."""
    desk = organizers_desk(request, slug)
    data = posted(request)
    picking = picking_of(request, data)
    form = EntryForm(desk, data, filled=picking.filled)
    if USE in request.POST:
        return render(request, "desk/registration/entry_new.html", {"desk": desk, "form": form, "picking": picking})
    written = write(request, form, add_entry, desk.actor, desk.event, **form.payload())
    if written.done:
        payload = {"name": form.cleaned_data["name"], "number": written.answer["number"]}
        messages.success(request, _("%(name)s is registered with the number %(number)d.") % payload)
        warn_of_missing_glyphs(request, form.cleaned_data["name"])
        _warn_of_namesakes(request, registered(desk.event).get(number=written.answer["number"]))
        return redirect(f"{reverse('desk:registration', args=[slug])}?added=1")
    return show(request, "desk/registration/entry_new.html", form, desk=desk, picking=picking)


@signed_in
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show an entry; the organizer may change it."""
    desk = event_desk(request, slug)
    chosen = _entry(desk, number)
    if request.method == "POST":
        desk.require(desk.may_register)
    filled = picking_of(request).filled if desk.may_register else {}
    form = EntryForm(desk, posted(request), entry=chosen, filled=filled)
    if USE in request.POST:
        return _entry_page(request, desk, chosen, form)
    written = write(request, form, change_entry, desk.actor, desk.event, entry=chosen, **form.payload())
    if written.done:
        messages.success(request, _("%(name)s is changed.") % {"name": form.cleaned_data["name"]})
        warn_of_missing_glyphs(request, form.cleaned_data["name"])
        return redirect("desk:entry", slug, written.answer["number"])
    return _entry_page(request, desk, chosen, form)


@signed_in
def private(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change private data; errors are shown on the entry's page."""
    desk = organizers_desk(request, slug)
    chosen = _entry(desk, number)
    form = PrivateForm(chosen.person.kept, request.POST if request.method == "POST" else None)
    if write(request, form, set_private_data, desk.actor, desk.event, entry=chosen, **form.payload()).done:
        messages.success(request, _("The private data is kept, encrypted."))
    if form.errors:
        return _entry_page(request, desk, chosen, EntryForm(desk, entry=chosen), private_form=form)
    return redirect("desk:entry", slug, number)


@signed_in
def consents(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Record the player's consents."""
    desk = organizers_desk(request, slug)
    chosen = _entry(desk, number)
    form = ConsentsForm(request.POST if request.method == "POST" else None)
    if write(request, form, set_consents, desk.actor, desk.event, entry=chosen, **form.payload()).done:
        messages.success(request, _("%(name)s is changed.") % {"name": chosen.name})
    return redirect("desk:entry", slug, number)


@signed_in
def presence(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw a player, or let a withdrawn player return."""
    desk = organizers_desk(request, slug)
    chosen = _entry(desk, number)
    service = return_entry if chosen.status == Entry.Status.WITHDRAWN else withdraw
    form = PresenceForm(request.POST if request.method == "POST" else None)
    payload = {"session": form.cleaned_data["session"]} if form.is_valid() else {}
    if write(request, form, service, desk.actor, chosen, **payload).done:
        words = _("%(name)s takes part again.") if service is return_entry else _("%(name)s is withdrawn.")
        messages.success(request, words % {"name": chosen.name})
    if form.errors:
        return _entry_page(request, desk, chosen, EntryForm(desk, entry=chosen), presence_form=form)
    return redirect("desk:entry", slug, number)


def _entry(desk: EventAccess, number: int) -> Entry:
    entry = registered(desk.event).filter(number=number).first()
    if entry is None:
        raise Http404
    entry.event = desk.event
    return entry


def _entry_page(
    request: HttpRequest,
    desk: EventAccess,
    chosen: Entry,
    form: EntryForm,
    *,
    private_form: PrivateForm | None = None,
    presence_form: PresenceForm | None = None,
) -> HttpResponse:
    if not desk.may_register:
        return show(request, "desk/registration/entry.html", forms.Form(), desk=desk, entry=chosen)
    context: dict[str, Any] = {
        "private_form": private_form or PrivateForm(chosen.person.kept),
        "presence_form": presence_form or PresenceForm(),
        "consents_form": ConsentsForm(initial=consents_of(chosen)),
    }
    forms_shown = list(context.values())
    context["picking"] = picking_of(request, form.data if form.is_bound else values_of(chosen))
    context["numbers"] = numbers_shown(chosen.person.kept)
    until = kept_until(chosen.person.kept)
    answer = show(request, "desk/registration/entry.html", form, desk=desk, entry=chosen, until=until, **context)
    answer.status_code = status_of(form, *forms_shown)
    return answer


def _warn_of_namesakes(request: HttpRequest, entry: Entry) -> None:
    """Add a message if the new person may be one who is known from this event or an earlier one."""
    pairs, _persons = similar_to([names_of(entry.person)])
    if pairs:
        messages.warning(request, _("%(name)s may be known already. Look under “Duplicates”.") % {"name": entry.name})


def warn_of_missing_glyphs(request: HttpRequest, name: str) -> None:
    """Add a warning if no font has a character of the name, so it cannot be printed."""
    signs = without_glyph(name)
    if signs:
        messages.warning(
            request, _("The program's fonts do not have: %(signs)s. It cannot be printed.") % {"signs": " ".join(signs)}
        )
