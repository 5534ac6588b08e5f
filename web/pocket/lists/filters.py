"""The choice of the events that a list is over."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import country
from ranking.lists.selectors.scopes import Scope, series_of
from ranking.record.models.records import RecordedEvent
from web.shared.forms.fields import set_choices

ALL = ("", gettext_lazy("all"))
#: The most events to choose from; a year leads to earlier ones.
MOST_EVENTS = 200


class ScopeForm(forms.Form):
    """Event, series, year and country; only those that lead to something are offered."""

    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    series = forms.ChoiceField(label=gettext_lazy("Series of events"), required=False)
    year = forms.ChoiceField(label=gettext_lazy("Year"), required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country of the event"), required=False)

    def __init__(self, *args: Any, events: QuerySet[RecordedEvent]) -> None:
        super().__init__(*args)
        rows = list(events.values_list("slug", "name", "starts", "country"))
        years = sorted({starts.year for _slug, _name, starts, _country in rows if starts}, reverse=True)
        self._offer_events([(slug, name, str(starts.year) if starts else "") for slug, name, starts, _country in rows])
        self._offer("series", ((series.slug, series.name) for series in series_of({row[0] for row in rows})))
        self._offer("year", ((str(year), str(year)) for year in years))
        self._offer("country", ((code, country(code)) for code in sorted({row[3] for row in rows} - {""})))

    def _offer_events(self, events: Sequence[tuple[str, str, str]]) -> None:
        """Offer the first of these events (id, name, year) in the chosen year, and the chosen one."""
        chosen, year = self.data.get("event"), self.data.get("year")
        in_year = [event for event in events if year in ("", None, event[2])]
        offered = in_year[:MOST_EVENTS]
        offered += [event for event in events if event[0] == chosen and event not in offered]
        self._offer("event", (event[:2] for event in offered))
        if len(in_year) > MOST_EVENTS:
            help_text = _("The newest %(number)d events. To choose an earlier one, show its year first.")
            self.fields["event"].help_text = help_text % {"number": MOST_EVENTS}

    def _offer(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        set_choices(self, name, [ALL, *choices])

    @property
    def chosen(self) -> bool:
        """Whether the address names a choice, right or wrong."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def scope(self) -> Scope:
        """The chosen events, of a valid form."""
        chosen = self.cleaned_data
        year = int(chosen["year"]) if chosen["year"] else None
        return Scope(chosen["event"], chosen["series"], year, chosen["country"])
