"""The form of a hand: filled in by hand without script, by the page's keypad with it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext_lazy as _

from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.game.rules.seats import SEATS
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.services.facts.hands import HandFacts
from web.shared.at_table import ABORTED, NOBODY, SELF_DRAWN, AtTable
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fans import FansField
from web.shared.forms.questions import AskingForm
from web.table.choices import Choice


class HandForm(AlternativesForm, AskingForm):
    """One hand: winner or kind of draw, discarder, points.

    ``refusal``: a refusal about no field of the form. ``choice``: set if another person changed the same hand.
    """

    refusal = ""
    choice: Choice | None = None

    no = WholeNumberField(min_value=1, widget=forms.HiddenInput)
    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    winner = forms.ChoiceField(
        label=_("Winner"),
        choices=[(value, value) for value in (*SEATS, NOBODY, ABORTED)],
        error_messages={"required": _("Choose the winner, or a drawn hand.")},
    )
    discarder = forms.ChoiceField(
        label=_("Discarder"), choices=[(value, value) for value in (*SEATS, SELF_DRAWN)], required=False
    )
    points: forms.Field = WholeNumberField(label=_("Points"), required=False, min_value=0)
    alternatives = (OnlyWith("winner", SEATS, ("discarder", "points"), blank=[SELF_DRAWN]),)

    @classmethod
    def of(cls, table: AtTable, no: int | None, data: Mapping[str, Any] | None = None) -> "HandForm":
        """Return the form for hand ``no`` as written, or (None) for the next one; bound to ``data`` if given."""
        facts = table.facts.facts
        recorded = {hand.no: hand for hand in facts.hands}
        following = table.facts.course.next
        number = no or (following.no if following else None)
        initial: dict[str, Any] = {"no": number, "seen": table.sheet.version}
        if number in recorded:
            hand = recorded[number]
            initial["winner"] = hand.winner or (ABORTED if hand.result == "aborted" else NOBODY)
            initial["discarder"] = hand.discarder or SELF_DRAWN
            initial["points"] = hand.points
        return cls(data, initial=initial)

    @property
    def unplaced_errors(self) -> list[str]:
        """Return the errors about no field that the page shows."""
        unseen = ["no", "seen", NON_FIELD_ERRORS]
        return [str(error) for name in unseen for error in self.errors.get(name, [])]

    @property
    def seen_shown(self) -> int:
        """Return the version on which the values are based; a form shown again keeps it."""
        return number_in(str(self["seen"].value() or "")) or 0

    @property
    def no_shown(self) -> int | None:
        """Return the hand of the form; None if all are written."""
        value = self.data.get("no") if self.is_bound else self.initial.get("no")
        return number_in(str(value or ""))

    def chosen(self, field: str) -> str:
        """Return the value of a field as sent or as written."""
        return str(self[field].value() or "")

    def clean(self) -> dict[str, Any]:
        """Require a discarder (or self-drawn) and points of a won hand."""
        data = super().clean()
        if data.get("winner") in SEATS:
            if not data.get("discarder"):
                self.add_error("discarder", _("Choose the discarder, or self-drawn."))
            if data.get("points") is None and "points" not in self.errors:
                self.add_error("points", _("The points of the won hand are missing."))
        return data

    @property
    def facts(self) -> dict[str, Any]:
        """Return what is entered of the hand, as `HandFacts` takes it."""
        data = self.cleaned_data
        won = data["winner"] in SEATS
        return {
            "no": data["no"],
            "winner": data["winner"] if won else None,
            "discarder": data["discarder"] if won and data["discarder"] in SEATS else None,
            "points": data["points"] if won else None,
            "aborted": data["winner"] == ABORTED,
        }

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        return {"seen": self.cleaned_data["seen"], "hand": HandFacts(**self.facts), "acknowledged": self.acknowledged}


class ImjHandForm(HandForm):
    """A deal of the International Mahjong Rules: the rank in fans, a robbed kong, a binding, false wins."""

    winner = forms.ChoiceField(
        label=_("Winner"),
        choices=[(value, value) for value in (*SEATS, NOBODY, ABORTED)],
        error_messages={"required": _("Choose the winner, or how the hand ended.")},
    )
    points = FansField(label=_("Fans"), required=False)
    robbed = forms.BooleanField(label=_("Robbed from a kong: pays three times"), required=False)
    bound = forms.ChoiceField(
        label=_("Bound to lose"), choices=[("", _("nobody")), *((seat, seat) for seat in SEATS)], required=False
    )
    false_wins = forms.MultipleChoiceField(
        label=_("False wins"),
        choices=[(seat, seat) for seat in SEATS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    alternatives = (OnlyWith("winner", SEATS, ("discarder", "points", "robbed", "bound"), blank=[SELF_DRAWN]),)

    @classmethod
    def of(cls, table: AtTable, no: int | None, data: Mapping[str, Any] | None = None) -> "HandForm":
        form = super().of(table, no, data)
        hand = next((row for row in table.facts.facts.hands if row.no == form.initial["no"]), None)
        if hand is not None:
            form.initial.update(robbed=hand.robbed, bound=hand.bound, false_wins=list(hand.false_wins))
        return form

    @property
    def facts(self) -> dict[str, Any]:
        data = self.cleaned_data
        extras = {"robbed": data["robbed"], "bound": data["bound"] or None, "false_wins": data["false_wins"]}
        return super().facts | extras


#: Key of a game -> the form of its hands.
HAND_FORMS: dict[str, type[HandForm]] = {"mcr": HandForm, "imj": ImjHandForm}


def hand_form(table: AtTable, no: int | None, data: Mapping[str, Any] | None = None) -> HandForm:
    """Return the form of the table's game, as `HandForm.of`."""
    return HAND_FORMS[table.facts.game.key].of(table, no, data)


class StepForm(forms.Form):
    """A written hand to remove, dispute or confirm, and the version seen."""

    no = WholeNumberField(min_value=1)
    seen = WholeNumberField(min_value=0)


class CallForm(forms.Form):
    """What the referee is called for, and the hand in play (empty: none)."""

    hand = WholeNumberField(required=False, min_value=0)
    for_what = forms.ChoiceField(
        label=_("Call a referee"),
        choices=RefereeCall.About.choices,
        initial=RefereeCall.About.QUESTION,
        error_messages={"required": _("Choose what the referee is called for.")},
    )
