"""The page that makes the next club night from the last one, and lets it count in the same series."""

import re
from datetime import timedelta
from itertools import count
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from ranking.series.models import Series
from ranking.series.selectors.nights import continued, regulars
from ranking.series.services.series import add_event
from scoring.event_file.services.nights import repeat_event
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.rules.event_ids import LONGEST, proposed_id
from tournament.events.selectors.events import event_ids
from web.shared.access import EventAccess, account_of, event_desk, signed_in
from web.shared.forms.fields import IdField, date_field
from web.shared.forms.writing import key_of, show, write

WEEK = timedelta(days=7)
#: A number from this one on at the end of a name is a year.
FIRST_YEAR = 1900


class NightForm(forms.Form):
    """The day of the next night, and who comes."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=200)
    slug = IdField(label=gettext_lazy("Id"), max_length=LONGEST)
    starts = date_field(label=gettext_lazy("Day"))
    persons = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who comes"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Untick anyone who does not come. Others are registered when they walk in."),
    )

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["persons"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = players


@signed_in
def night(request: HttpRequest, slug: str) -> HttpResponse:
    """Propose the same day a week later with the players of this night; one press makes the event."""
    desk = event_desk(request, slug)
    desk.require(desk.may(repeat_event, desk.event.ledger) and not desk.event.rehearsal)
    account = account_of(request)
    form = _form(request, desk.event, regulars(account, desk.event))
    series = continued(account, desk.event)
    payload = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, repeat_event, desk.actor, desk.event, **payload)
    if written.done:
        _let_count(request, desk, series, written.answer["event"])
        return redirect("desk:event", written.answer["event"])
    return show(request, "desk/series/night.html", form, desk=desk, series=series)


def _form(request: HttpRequest, event: Event, known: list[Entry]) -> NightForm:
    players = [(entry.person_id, entry.name) for entry in known]
    today = timezone.localdate()
    starts = (event.starts or today) + WEEK
    if starts < today:  # the same day of the week, not in the past
        starts = today + (starts - today) % WEEK
    initial = {
        "name": next_name(event.name, set(Event.objects.values_list("name", flat=True))),
        "slug": proposed_id(f"{event.slug[:50]}", None, event_ids()),
        "starts": starts,
        "persons": [entry.person_id for entry in known if entry.event_id == event.pk],
    }
    return NightForm(request.POST if request.method == "POST" else None, players=players, initial=initial)


def _let_count(request: HttpRequest, desk: EventAccess, series: list[Series], slug: str) -> None:
    """Add the new night to the series of the last one."""
    messages.success(request, _("The club night is created, with its players. Register others when they walk in."))
    for counting_series in series:
        try:
            add_event(desk.actor, counting_series, key=key_of(request, counting_series.slug[:20]), slug=slug)
        except Refused as refused:
            messages.warning(request, f"{counting_series.name}: {refused.message}")


def next_name(name: str, taken: set[str]) -> str:
    """Return the name with the next free number where it ends in one, such as "Night 2"; else the same name."""
    match = re.fullmatch(r"(.*?)([0-9]{1,4})", name)
    if not match or int(match[2]) >= FIRST_YEAR:
        return name
    names = (f"{match[1]}{number}" for number in count(int(match[2]) + 1))
    return next(new for new in names if new not in taken)
