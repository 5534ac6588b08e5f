"""Registration by hand: the list, a player's page, private data, leaving and coming back."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.i18n.search import finds
from common.paper.fonts import without_glyph
from common.states import for_each
from common.templatetags.pinju import DASH, country, country_code, state_badge
from tournament.events.models.entries import Entry
from tournament.keeping.selectors import kept_until
from tournament.presence.services.withdrawals import return_entry, withdraw
from tournament.registration.selectors.entries import counts_of, group_of, registered
from tournament.registration.services.entries import add_entry, change_entry, set_consents, set_private_data
from web.desk.registration.forms import ConsentsForm, EntryForm, PresenceForm, PrivateForm, consents_of
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, status_of, write
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 50
TONES = for_each(
    Entry.Status, {Entry.Status.ENTERED: "ok", Entry.Status.WITHDRAWN: "idle", Entry.Status.DISQUALIFIED: "stop"}
)


class FilterForm(forms.Form):
    """What the list is narrowed to."""

    q = forms.CharField(label=gettext_lazy("Name or number"), required=False)
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    group = forms.ChoiceField(label=gettext_lazy("Group"), required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Takes part as"), required=False)
    status = forms.ChoiceField(label=gettext_lazy("State"), required=False)

    def __init__(self, desk: EventDesk, *args: Any) -> None:
        super().__init__(*args)
        event, every = desk.event, ("", _("all"))
        codes = sorted(set(event.entries.exclude(country="").order_by().values_list("country", flat=True)))
        choices: dict[str, Iterable[tuple[Any, Any]]] = {
            "team": [("none", _("without a team")), *((str(one.number), one.name) for one in event.teams.all())],
            "group": [("none", _("without a group")), *((str(one.number), one.name) for one in event.groups.all())],
            "country": [(code, country(code)) for code in codes],
            "kind": Entry.Kind.choices,
            "status": Entry.Status.choices,
        }
        for name, offered in choices.items():
            set_choices(self, name, [every, *offered])

    def chosen(self) -> dict[str, str]:
        """What was chosen; something that is not offered narrows nothing."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class EntryTable(BaseTable):
    """The entries."""

    caption = gettext_lazy("Registered")

    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Name"), attrs=NAMING)
    country = Column(gettext_lazy("Country"), default=DASH)
    federation_number = Column(gettext_lazy("Federation number"), accessor="person", empty_values=(), orderable=False)
    team = Column(gettext_lazy("Team"), order_by=("team__number", "number"), default=DASH)
    group = Column(gettext_lazy("Group"), empty_values=(), orderable=False)
    kind = Column(gettext_lazy("Takes part as"))
    status = Column(gettext_lazy("State"))

    class Meta:
        order_by = "number"

    def render_name(self, record: Entry) -> SafeString:
        address = reverse("desk:entry", args=[record.event.slug, record.number])
        latin = format_html('<br><span class="note">{}</span>', record.latin_name) if record.latin_name else ""
        return format_html('<a href="{}">{}</a>{}', address, record.name, latin)

    def render_country(self, record: Entry) -> SafeString | str:
        return country_code(record.country)

    def render_federation_number(self, record: Entry) -> str:
        return record.person.kept.federation_number or DASH

    def render_group(self, record: Entry) -> str:
        group = group_of(record)
        return group.name if group else DASH

    def render_kind(self, record: Entry) -> str:
        return record.get_kind_display()

    def render_status(self, record: Entry) -> SafeString:
        return state_badge(TONES[Entry.Status(record.status)], record.get_status_display())


@get_only
@signed_in
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List the registered, narrowed and page by page."""
    desk = event_desk(request, slug)
    form = FilterForm(desk, request.GET)
    chosen = form.chosen()
    table = EntryTable(_narrowed(registered(desk.event).select_related("event"), chosen))
    paginate(request, table, per_page=PER_PAGE)
    context = {"table": table, "chosen": chosen, "counts": counts_of(desk.event)}
    return show(request, "desk/registration/entries.html", form, desk=desk, **context)


def _narrowed(rows: QuerySet[Entry], chosen: dict[str, str]) -> QuerySet[Entry]:
    plain = {name: chosen[name] for name in ("country", "kind", "status") if name in chosen}
    rows = rows.filter(**plain)
    if team := chosen.get("team"):
        rows = rows.filter(team=None) if team == "none" else rows.filter(team__number=team)
    if group := chosen.get("group"):
        mine = Q(team__group=None, group=None) if group == "none" else Q(team__group__number=group)
        rows = rows.filter(mine if group == "none" else mine | Q(team=None, group__number=group))
    if query := chosen.get("q", "").strip():
        texts = rows.values_list("pk", "number", "name", "latin_name", "person__federation_number")
        found = [
            pk
            for pk, number, name, latin, federation in texts
            if query in (str(number), federation) or finds(query, name, latin)
        ]
        rows = rows.filter(pk__in=found)
    return rows


@signed_in
def new_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Register somebody."""
    desk = _organizers_desk(request, slug)
    form = EntryForm(desk, request.POST if request.method == "POST" else None)
    answer = write(request, form, add_entry, desk.actor, desk.event, **form.facts())
    if answer:
        facts = {"name": form.cleaned_data["name"], "number": answer["number"]}
        messages.success(request, _("%(name)s is registered with the number %(number)d.") % facts)
        warn_of_signs(request, form.cleaned_data["name"])
        return redirect("desk:registration", slug)
    return show(request, "desk/registration/entries_new.html", form, desk=desk)


@signed_in
def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one entry; the organizer changes it."""
    desk = event_desk(request, slug)
    chosen = _entry(desk, number)
    if request.method == "POST":
        desk.require(desk.may_register)
    form = EntryForm(desk, request.POST if request.method == "POST" else None, entry=chosen)
    answer = write(request, form, change_entry, desk.actor, desk.event, entry=chosen, **form.facts())
    if answer:
        messages.success(request, _("%(name)s is changed.") % {"name": form.cleaned_data["name"]})
        warn_of_signs(request, form.cleaned_data["name"])
        return redirect("desk:entry", slug, answer["number"])
    return _entry_page(request, desk, chosen, form)


@signed_in
def private(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change private data; it stands on the entry's page."""
    desk = _organizers_desk(request, slug)
    chosen = _entry(desk, number)
    form = PrivateForm(chosen.person.kept, request.POST if request.method == "POST" else None)
    if write(request, form, set_private_data, desk.actor, desk.event, entry=chosen, **form.facts()) is not None:
        messages.success(request, _("The private data is kept, encrypted."))
    if form.errors:
        return _entry_page(request, desk, chosen, EntryForm(desk, entry=chosen), private_form=form)
    return redirect("desk:entry", slug, number)


@signed_in
def consents(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Note what the player agreed to; it stands on the entry's page."""
    desk = _organizers_desk(request, slug)
    chosen = _entry(desk, number)
    form = ConsentsForm(request.POST if request.method == "POST" else None)
    if write(request, form, set_consents, desk.actor, desk.event, entry=chosen, **form.facts()):
        messages.success(request, _("%(name)s is changed.") % {"name": chosen.name})
    return redirect("desk:entry", slug, number)


@signed_in
def presence(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take somebody out of the event, or back in."""
    desk = _organizers_desk(request, slug)
    chosen = _entry(desk, number)
    service = return_entry if chosen.status == Entry.Status.WITHDRAWN else withdraw
    form = PresenceForm(request.POST if request.method == "POST" else None)
    facts = {"session": form.cleaned_data["session"]} if form.is_valid() else {}
    if write(request, form, service, desk.actor, chosen, **facts):
        words = _("%(name)s takes part again.") if service is return_entry else _("%(name)s is withdrawn.")
        messages.success(request, words % {"name": chosen.name})
    if form.errors:
        return _entry_page(request, desk, chosen, EntryForm(desk, entry=chosen), presence_form=form)
    return redirect("desk:entry", slug, number)


def _organizers_desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    return desk


def _entry(desk: EventDesk, number: int) -> Entry:
    found = registered(desk.event).filter(number=number).first()
    if found is None:
        raise Http404
    found.event = desk.event
    return found


def _entry_page(
    request: HttpRequest,
    desk: EventDesk,
    chosen: Entry,
    form: EntryForm,
    *,
    private_form: PrivateForm | None = None,
    presence_form: PresenceForm | None = None,
) -> HttpResponse:
    if not desk.may_register:
        return show(request, "desk/registration/entries_detail.html", forms.Form(), desk=desk, entry=chosen)
    context = {
        "private_form": private_form or PrivateForm(chosen.person.kept),
        "presence_form": presence_form or PresenceForm(),
        "consents_form": ConsentsForm(initial=consents_of(chosen)),
    }
    until = kept_until(chosen.person.kept)
    answer = show(
        request, "desk/registration/entries_detail.html", form, desk=desk, entry=chosen, until=until, **context
    )
    answer.status_code = status_of(form, *context.values())
    return answer


def warn_of_signs(request: HttpRequest, name: str) -> None:
    """Say so if no font has a character of the name: it cannot be printed."""
    if signs := without_glyph(name):
        messages.warning(request, _("No font here has: %(signs)s. It cannot be printed.") % {"signs": " ".join(signs)})
