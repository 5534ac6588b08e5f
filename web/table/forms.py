"""The form of a hand: without script a plain form, with it the same fields, filled by the page's own keypad."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.game.rules.seats import SEATS, hand_numbers
from scoring.sheets.models.calls import RefereeCall
from web.shared.at_table import ABORTED, NOBODY, SELF_DRAWN, AtTable
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.questions import AskingForm
from web.table.choices import Choice


class HandForm(AlternativesForm, AskingForm):
    """One hand: who won (or how nobody did), from whom, how many points.

    ``refusal`` says what was refused that is not in the form, ``choice`` is set where another person changed the same
    hand.
    """

    refusal = ""
    choice: Choice | None = None

    no = WholeNumberField(min_value=1, widget=forms.HiddenInput)
    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    winner = forms.ChoiceField(
        label=_("Winner"),
        choices=[(value, value) for value in (*SEATS, NOBODY, ABORTED)],
        error_messages={"required": _("Say who won, or that nobody did.")},
    )
    discarder = forms.ChoiceField(
        label=_("Discarder"), choices=[(value, value) for value in (*SEATS, SELF_DRAWN)], required=False
    )
    points = WholeNumberField(label=_("Points"), required=False, min_value=0)
    alternatives = (OnlyWith("winner", SEATS, ("discarder", "points"), blank=[SELF_DRAWN]),)

    @classmethod
    def of(cls, at: AtTable, no: int | None, data: Mapping[str, Any] | None = None) -> "HandForm":
        """The form for hand ``no``, as it is written, or (None) for the next one; with what was sent."""
        facts = at.facts.facts
        recorded = {hand.no: hand for hand in facts.hands}
        found = no or next((one for one in hand_numbers(facts.played_seats) if one not in recorded), None)
        initial: dict[str, Any] = {"no": found, "seen": at.sheet.version}
        if found in recorded:
            hand = recorded[found]
            initial["winner"] = hand.winner or (ABORTED if hand.result == "aborted" else NOBODY)
            initial["discarder"] = hand.discarder or SELF_DRAWN
            initial["points"] = hand.points
        return cls(data, initial=initial)

    @property
    def seen_shown(self) -> int:
        """The version that the values in the form were based on: a form that comes back keeps it."""
        return number_in(str(self["seen"].value() or "")) or 0

    @property
    def no_shown(self) -> int | None:
        """The hand that the form is for; None if all are written."""
        value = self.data.get("no") if self.is_bound else self.initial.get("no")
        return number_in(str(value or ""))

    def chosen(self, field: str) -> str:
        """What is chosen in a field, as it was sent or as it is written."""
        return str(self[field].value() or "")

    def clean(self) -> dict[str, Any]:
        """A winner needs a discarder or self-drawn, and points; nobody's hand has neither."""
        found = super().clean()
        if found.get("winner") in SEATS:
            if not found.get("discarder"):
                self.add_error("discarder", _("Say from whom, or self-drawn."))
            if found.get("points") is None and "points" not in self.errors:
                self.add_error("points", _("The points of the won hand are missing."))
        return found

    @property
    def hand(self) -> dict[str, Any]:
        """The facts of the hand as the service takes them."""
        found = self.cleaned_data
        won = found["winner"] in SEATS
        discarder = found["discarder"] if won and found["discarder"] in SEATS else None
        return {
            "no": found["no"],
            "seen": found["seen"],
            "winner": found["winner"] if won else None,
            "discarder": discarder,
            "points": found["points"] if won else None,
            "aborted": found["winner"] == ABORTED,
            "acknowledged": self.acknowledged,
        }


class StepForm(forms.Form):
    """What is done to one hand that stands there: taking it off, marking it."""

    no = WholeNumberField(min_value=1)
    seen = WholeNumberField(min_value=0)


class CallForm(forms.Form):
    """What a referee is called for."""

    for_what = forms.ChoiceField(
        label=_("Call a referee"),
        choices=RefereeCall.About.choices,
        initial=RefereeCall.About.QUESTION,
        error_messages={"required": _("Choose what the referee is called for.")},
    )


class CallBackForm(forms.Form):
    """A call taken back: a button alone."""
