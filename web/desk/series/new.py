"""The page that makes a series: its rule is tried on past events before it is saved."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from ranking.bodies.models import Body
from ranking.series.models import Series, SeriesEvent
from ranking.series.selectors.series import addable, organized_events
from ranking.series.services.series import NewSeries, create_series, create_series_of_body
from tournament.events.models.events import Event
from tournament.events.rules.event_ids import LONGEST, proposed_id
from web.desk.series.access import SeriesHome, series_home
from web.desk.series.forms import USUAL, SeriesForm
from web.desk.series.preview import asks_preview, preview_of
from web.shared.access import account_of, signed_in
from web.shared.forms.fields import IdField
from web.shared.forms.writing import show, write


class NewSeriesForm(SeriesForm):
    """A new series with its first events."""

    slug = IdField(
        label=gettext_lazy("Id"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Part of every address; it cannot be changed later. Empty: made from the name."),
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("You can add and remove events at any time."),
    )
    field_order = ("name", "slug", "events")

    def __init__(self, *args: Any, events: list[tuple[str, str]], own: set[str] | None, **kwargs: Any) -> None:
        super().__init__(*args, values={"name": "", **USUAL.plain()}, **kwargs)
        field = self.fields["events"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = events
        self.own = own

    def clean(self) -> dict[str, Any]:
        """Propose an id where none was typed; organizers choose at least one event of their own."""
        cleaned = super().clean()
        if cleaned.get("name") and not cleaned.get("slug") and "slug" not in self.errors:
            cleaned["slug"] = proposed_id(cleaned["name"], None, set(Series.objects.values_list("slug", flat=True)))
        if self.own is not None and "events" not in self.errors and not self.own & set(cleaned["events"]):
            self.add_error("events", _("Choose at least one event that you organize."))
        return cleaned


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Make a series; ``body`` in the address makes it that body's."""
    home = series_home(request)
    body = _body(home, request.GET.get("body", ""))
    if body is None:
        home.require(home.organizes)
    form = _form(request, body)
    if asks_preview(request) and form.is_valid():
        rows = [SeriesEvent(slug=slug, name=slug) for slug in form.cleaned_data["events"]]
        return _show(request, home, form, body, preview=preview_of(form.rule, rows))
    service, subject, payload = _writing(form, body)
    written = write(request, form, service, home.actor, subject, **payload)
    if written.done:
        messages.success(request, _("The series is created. Its page shows the ranking after each event."))
        return redirect("desk:series-one", written.answer["series"])
    return _show(request, home, form, body)


def _show(request: HttpRequest, home: SeriesHome, form: NewSeriesForm, body: Body | None, **more: Any) -> HttpResponse:
    return show(request, "desk/series/new.html", form, desk=home, body=body, **more)


def _body(home: SeriesHome, slug: str) -> Body | None:
    """Return the body for which the series is made; None: organizers make it. Raises 403 for another's body."""
    if not slug:
        return None
    body = next((body for body in home.bodies if body.slug == slug), None)
    if body is None:
        raise PermissionDenied
    return body


def _form(request: HttpRequest, body: Body | None) -> NewSeriesForm:
    events = addable(account_of(request), body)
    own = None if body else _own_slugs(request, [slug for slug, _name in events])
    chosen = [slug for slug in request.GET.getlist("event") if slug in dict(events)]
    data = request.POST if request.method == "POST" else None
    return NewSeriesForm(data, events=events, own=own, initial={"events": chosen})


def _own_slugs(request: HttpRequest, slugs: list[str]) -> set[str]:
    """Return those of the events that the account organizes; for administrators all that are here."""
    account = account_of(request)
    rows = Event.objects.all() if account.is_superuser else organized_events(account)
    return set(rows.filter(slug__in=slugs).values_list("slug", flat=True))


def _writing(form: NewSeriesForm, body: Body | None) -> tuple[Service, Any, dict[str, Any]]:
    """Return the action, its subject and its payload; nothing is written while the form is not valid."""
    service = create_series_of_body if body else create_series
    if not form.is_valid():
        return service, body, {}
    data = form.cleaned_data
    new_series = NewSeries(data["slug"], data["name"], form.rule.plain(), tuple(data["events"]))
    if form.own is None:
        return service, body, {"new": new_series}
    first = next(slug for slug in data["events"] if slug in form.own)
    return service, Event.objects.get(slug=first), {"new": new_series}
