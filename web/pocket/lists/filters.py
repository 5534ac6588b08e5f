"""The choice of the events that a list is over."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.names import word_key
from common.numbers import number_in
from common.templatetags.pinju import country
from ranking.lists.selectors.scopes import Scope, series_of
from ranking.record.models.records import RecordedEvent
from web.shared.forms.fields import set_choices

ALL = ("", gettext_lazy("all"))
#: The most events to choose from; a year leads to earlier ones.
MOST_EVENTS = 200


class ScopeForm(forms.Form):
    """Event, series, year and country; only those that lead to something are offered."""

    saves_nothing = True

    event = forms.ChoiceField(label=gettext_lazy("Event"), required=False)
    series = forms.ChoiceField(label=gettext_lazy("Series of events"), required=False)
    year = forms.ChoiceField(label=gettext_lazy("Year"), required=False)
    country = forms.ChoiceField(label=gettext_lazy("Country of the event"), required=False)

    def __init__(self, *args: Any, events: QuerySet[RecordedEvent]) -> None:
        super().__init__(*args)
        years = events.order_by("-starts__year").filter(starts__isnull=False).values_list("starts__year", flat=True)
        codes = events.order_by("country").exclude(country="").values_list("country", flat=True).distinct()
        countries = [(code, country(code)) for code in codes]
        self._offer_events(events)
        self._offer("series", series_of(events).values_list("slug", "name"))
        self._offer(
            "year", ((str(year), str(year)) for year in years.values_list("starts__year", flat=True).distinct())
        )
        self._offer("country", sorted(countries, key=lambda choice: word_key(choice[1])))

    def _offer_events(self, events: QuerySet[RecordedEvent]) -> None:
        """Offer the first of these events in the chosen year, and the chosen one."""
        chosen, year = self.data.get("event", ""), number_in(self.data.get("year", ""), least=1, most=9999)
        in_year = events.filter(starts__year=year) if year else events
        offered = list(in_year.values_list("slug", "name")[: MOST_EVENTS + 1])
        if len(offered) > MOST_EVENTS:
            offered.pop()
            help_text = _("The newest %(number)d events. To choose an earlier one, show its year first.")
            self.fields["event"].help_text = help_text % {"number": MOST_EVENTS}
        named = dict(offered)
        if chosen not in named and "\0" not in chosen:  # PostgreSQL takes none
            named |= dict(events.filter(slug=chosen).values_list("slug", "name"))
        self._offer("event", named.items())

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
