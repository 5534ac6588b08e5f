"""The forms of an appeal on the Floor."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.appeals.models.appeals import STATE_NAMES, Appeal
from scoring.appeals.models.steps import AppealStep
from scoring.appeals.rules import OUTCOMES, Instance, State
from scoring.appeals.selectors.appeals import last_step
from web.shared.appeals import FurtherForm
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import moment_field


class DecisionForm(AlternativesForm):
    """Outcome, reason and names; for the department its name; at the second step also the committee's finding."""

    # The form of who decides first has a field "department" on the same page.
    named_department = forms.CharField(
        label=gettext_lazy("Department"),
        max_length=200,
        error_messages={"required": gettext_lazy("Name the department that decides.")},
    )
    outcome = forms.ChoiceField(
        label=gettext_lazy("Outcome"),
        choices=[(state, STATE_NAMES[state]) for state in OUTCOMES],
        widget=forms.RadioSelect,
    )
    finding = forms.ChoiceField(
        label=gettext_lazy("If upheld: what was found"),
        choices=[("", "–"), *AppealStep.Finding.choices],
        required=False,
        help_text=gettext_lazy(
            "3.13.3: the committee reviews with the chief referee's rights, but may not overturn what"
            " the chief referee decided under the rules and regulations or to keep discipline. The "
            "program records the decision in any case."
        ),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=4000, widget=forms.Textarea({"rows": 5}))
    names = forms.CharField(
        label=gettext_lazy("Decided by"),
        max_length=500,
        help_text=gettext_lazy("The names as the decision shows them."),
    )
    unpaid = forms.BooleanField(label=gettext_lazy("Decide although the fee is not paid"), required=False)
    # A finding must never choose the outcome: the outcome is the decision.
    alternatives = (OnlyWith("outcome", [State.UPHELD], ("finding",), chosen_by_typing=False),)

    def __init__(self, appeal: Appeal, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        step = last_step(appeal)
        if step.instance != Instance.ARBITRATION:
            del self.fields["finding"]
        if step.instance != Instance.DEPARTMENT or step.department:
            del self.fields["named_department"]
        if appeal.fee_state != Appeal.Fee.DUE:
            del self.fields["unpaid"]

    def ask(self, questions: Mapping[str, str]) -> None:
        """Show the question about the fee at the box that answers it."""
        self.add_error("unpaid", " ".join(questions.values()))

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        payload = {"outcome": data["outcome"], "names": data["names"]}
        payload |= {"finding": data["finding"]} if "finding" in data else {}
        payload |= {"department": data["named_department"]} if "named_department" in data else {}
        return payload | {"acknowledged": ("unpaid",) if data.get("unpaid") else ()}


class RouteForm(AlternativesForm):
    """Who decides first."""

    matter = forms.ChoiceField(label=gettext_lazy("Concerns"), choices=Appeal.Matter.choices)
    department = forms.CharField(label=gettext_lazy("Department"), max_length=200, required=False)
    alternatives = (OnlyWith("matter", [Appeal.Matter.OTHER], ("department",)),)


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500)


class FurtherTypedForm(FurtherForm):
    """A further appeal to the committee, entered by an official."""

    handed_in = moment_field(label=gettext_lazy("Filed at"), required=False, help_text=gettext_lazy("Empty: now."))
