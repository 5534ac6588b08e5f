"""The form of the seats of a period of four rounds: who sits next to whom, and who starts (IMJ 8, 10.3)."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.game.rules.course import Course
from scoring.game.rules.seats import SEATS
from scoring.sheets.selectors.facts.records import SheetFacts
from web.shared.table_rows import sitter_name

PLACES = ("first", "second", "third", "fourth")


class PeriodForm(forms.Form):
    """The players in turn, from the starter on."""

    period = forms.TypedChoiceField(label=_("Which period"), coerce=int)
    first = forms.ChoiceField(label=_("Starter (first dealer)"))
    second = forms.ChoiceField(label=_("To the starter's right"))
    third = forms.ChoiceField(label=_("Opposite the starter"))
    fourth = forms.ChoiceField(label=_("To the starter's left"))

    def __init__(self, facts: SheetFacts, data: Any = None) -> None:
        course = facts.course
        period = course.unseated or max(facts.actual_seating, default=1)
        initial: dict[str, Any] = {"period": period, **_places(facts, period)}
        super().__init__(data, prefix="period", initial=initial)
        periods = self.fields["period"]
        assert isinstance(periods, forms.ChoiceField)
        periods.choices = [(number, str(number)) for number in _reached(facts, course)]
        for name in PLACES:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", "–"), *_players(facts)]

    def clean(self) -> dict[str, Any]:
        """Refuse a player named twice."""
        data = super().clean() or self.cleaned_data
        named = [data[name] for name in PLACES if data.get(name)]
        for index, name in enumerate(PLACES):
            if data.get(name) and data[name] in [data.get(earlier) for earlier in PLACES[:index]]:
                self.add_error(name, _("This player is named already."))
        if len(set(named)) == len(SEATS):
            data["places"] = "".join(named)
        return data

    @property
    def payload(self) -> dict[str, Any]:
        return {"period": self.cleaned_data["period"], "places": self.cleaned_data["places"]}


def _places(facts: SheetFacts, period: int) -> dict[str, str]:
    return dict(zip(PLACES, facts.actual_seating.get(period, ()), strict=False))


def _reached(facts: SheetFacts, course: Course) -> list[int]:
    """Return the periods that have begun or begin next."""
    last = max(deal.period for deal in course.deals.values())
    return [number for number in range(1, facts.game.terms.periods + 1) if number <= last]


def _players(facts: SheetFacts) -> list[tuple[str, str]]:
    holders = {row.seat: row for row in sorted(facts.sittings, key=lambda row: row.from_hand)}
    return [(seat, sitter_name(holders[seat])) for seat in SEATS if seat in holders]
