"""The list of the registered."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.i18n.search import finds
from common.states import for_each
from common.templatetags.pinju import DASH, country, country_code, state_badge
from ranking.series.selectors.finals import final_places, series_of_final
from tournament.events.models.entries import Entry
from tournament.people.selectors import persons_with_number
from tournament.registration.selectors.entries import GROUP_NUMBER, counts_of, group_of, registered
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 50
TONES = for_each(
    Entry.Status, {Entry.Status.ENTERED: "ok", Entry.Status.WITHDRAWN: "idle", Entry.Status.DISQUALIFIED: "stop"}
)


class FilterForm(forms.Form):
    """The filters of the list."""

    q = forms.CharField(label=gettext_lazy("Name or number"), required=False)
    team = forms.ChoiceField(label=gettext_lazy("Team"), required=False)
    group = forms.ChoiceField(label=gettext_lazy("Group"), required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Takes part as"), required=False)
    status = forms.ChoiceField(label=gettext_lazy("State"), required=False)

    def __init__(self, desk: EventAccess, *args: Any) -> None:
        super().__init__(*args)
        event = desk.event
        every = ("", _("all"))
        codes = sorted(set(event.entries.exclude(country="").order_by().values_list("country", flat=True)))
        choices: dict[str, Iterable[tuple[Any, Any]]] = {
            "team": [("none", _("without a team")), *((str(team.number), team.name) for team in event.teams.all())],
            "group": [
                ("none", _("without a group")),
                *((str(group.number), group.name) for group in event.groups.all()),
            ],
            "country": [(code, country(code)) for code in codes],
            "kind": Entry.Kind.choices,
            "status": Entry.Status.choices,
        }
        for name, offered in choices.items():
            set_choices(self, name, [every, *offered])

    def chosen(self) -> dict[str, str]:
        """Return the chosen filters; a value that is not offered is ignored."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class EntryTable(BaseTable):
    caption = gettext_lazy("Registered")

    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Name"), attrs=NAMING)
    country = Column(gettext_lazy("Country"), empty_values=())
    federation_number = Column(gettext_lazy("Federation number"), accessor="person", empty_values=(), orderable=False)
    team = Column(gettext_lazy("Team"), order_by=("team__number", "number"), empty_values=())
    group = Column(gettext_lazy("Group"), empty_values=(), orderable=False)
    kind = Column(gettext_lazy("Takes part as"))
    status = Column(gettext_lazy("State"))

    class Meta:
        order_by = "number"

    def render_name(self, record: Entry) -> SafeString:
        address = reverse("desk:entry", args=[record.event.slug, record.number])
        latin = format_html('<br><span class="note">{}</span>', record.latin_name) if record.latin_name else ""
        return format_html('<span><a href="{}">{}</a>{}</span>', address, record.name, latin)

    def render_country(self, record: Entry) -> SafeString | str:
        return country_code(record.country) if record.country else USUAL_DASH

    def render_team(self, record: Entry) -> str:
        return record.team.name if record.team else USUAL_DASH

    def render_federation_number(self, record: Entry) -> str:
        return record.person.kept.federation_number or USUAL_DASH

    def render_group(self, record: Entry) -> str:
        group = group_of(record)
        return group.name if group else USUAL_DASH

    def render_kind(self, record: Entry) -> str:
        text = record.get_kind_display()
        return _usual(text) if record.kind == Entry.Kind.PLAYER else text

    def render_status(self, record: Entry) -> SafeString:
        badge = state_badge(TONES[Entry.Status(record.status)], record.get_status_display())
        return _usual(badge) if record.status == Entry.Status.ENTERED else badge


def _usual(text: str) -> SafeString:
    """Return a cell that says nothing new; the short lines of a phone leave it out."""
    return format_html('<span class="usual">{}</span>', text)


USUAL_DASH = _usual(DASH)


@get_only
@signed_in
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List the entries, filtered and paginated."""
    desk = event_desk(request, slug)
    form = FilterForm(desk, request.GET)
    chosen = form.chosen()
    table = EntryTable(_filtered(registered(desk.event).select_related("event"), chosen))
    paginate(request, table, per_page=PER_PAGE)
    narrowed = bool(chosen.keys() - {"q"})
    context = {"table": table, "chosen": chosen, "narrowed": narrowed, "counts": counts_of(desk.event)}
    series = series_of_final(desk.event)
    if series and desk.may_register:
        context["places"] = final_places(desk.actor.account, series, desk.event)
    return show(request, "desk/registration/entries.html", form, desk=desk, **context)


def _filtered(rows: QuerySet[Entry], chosen: dict[str, str]) -> QuerySet[Entry]:
    plain = {name: chosen[name] for name in ("country", "kind", "status") if name in chosen}
    rows = rows.filter(**plain)
    team = chosen.get("team")
    if team:
        rows = rows.filter(team=None) if team == "none" else rows.filter(team__number=team)
    group = chosen.get("group")
    if group == "none":
        rows = rows.filter(team__group=None, group=None)
    elif group:
        rows = rows.alias(its_group=GROUP_NUMBER).filter(its_group=group)
    query = chosen.get("q", "").strip()
    return rows.filter(pk__in=_matching(rows, query)) if query else rows


def _matching(rows: QuerySet[Entry], query: str) -> list[int]:
    """Return the ids of the entries with the number or the federation's number ``query``, or whose name matches it."""
    of_number = set(persons_with_number(query))
    texts = rows.values_list("pk", "number", "name", "latin_name", "person", "person__merged_into")
    return [
        pk
        for pk, number, name, latin_name, person, kept in texts
        if query == str(number) or (kept or person) in of_number or finds(query, name, latin_name)
    ]
