"""The guided way of an upheld appeal: reopen the sheet, correct it, sign it as the referee, release it again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from scoring.appeals.models.additions import AppealCorrection
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.rules import State
from scoring.appeals.selectors.targets import fouls_about
from scoring.appeals.services.deciding import link_correction
from scoring.fouls.services.recording import cancel_foul
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.signing import sign_corrected
from web.floor.access import Floor
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of

REOPEN, CORRECT, SIGN, RELEASE = STEPS = ("reopen", "correct", "sign", "release")
#: Step -> its heading.
HEADINGS: dict[str, str | Promise] = {
    REOPEN: gettext_lazy("Reopen the sheet"),
    CORRECT: gettext_lazy("Correct it"),
    SIGN: gettext_lazy("Sign it as the referee"),
    RELEASE: gettext_lazy("Release the corrected result"),
}


class CorrectForm(AskingForm):
    """The correction that follows from an upheld appeal."""

    do = forms.ChoiceField(choices=[(way, way) for way in (REOPEN, SIGN, RELEASE, "cancel", "version", "note")])
    version = WholeNumberField(required=False, min_value=1)
    seen = WholeNumberField(required=False, min_value=0)
    foul = WholeNumberField(required=False, min_value=1)
    note = forms.CharField(required=False, max_length=300)


class SignForm(CorrectForm):
    """The signature of the corrected sheet, with its reason."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
        error_messages={"required": gettext_lazy("Write why the sheet is corrected.")},
    )


def correct_form(request: HttpRequest) -> CorrectForm:
    """Return the form of the request; only the signature has a field to fill in."""
    data = request.POST if request.method == "POST" else None
    return SignForm(data) if data is None or data.get("do") == SIGN else CorrectForm(data)


@dataclass(frozen=True)
class StepLine:
    """A step of the guided way: done, now, or later."""

    name: str
    heading: str | Promise
    done: bool
    now: bool


def steps_of(appeal: Appeal) -> list[StepLine]:
    """Return the steps of an upheld appeal against a signed sheet; empty for another appeal."""
    if appeal.status != State.UPHELD or appeal.sheet is None:
        return []
    reopened = appeal.corrections.filter(sheet=appeal.sheet).order_by("at", "pk").first()
    if reopened is None and appeal.sheet.state not in Sheet.COUNTED:
        return []  # it is corrected at the table, and signed as usual
    now = _current_step(appeal.sheet, reopened)
    at = STEPS.index(now) if now else len(STEPS)
    return [StepLine(name, HEADINGS[name], index < at, name == now) for index, name in enumerate(STEPS)]


def _current_step(sheet: Sheet, reopened: AppealCorrection | None) -> str:
    """Return the step to take; empty once the corrected result is released."""
    if reopened is None:
        return REOPEN
    if sheet.state in Sheet.COUNTED:
        return RELEASE if sheet.state == Sheet.State.SIGNED else ""
    return SIGN if sheet.version > (reopened.version or 0) else CORRECT


def has_only_totals(appeal: Appeal) -> bool:
    """Whether only the totals of the sheet were typed: there is no hand to correct on a phone."""
    return appeal.sheet is not None and not appeal.sheet.hand_set.current().exists()


def contradicts(appeal: Appeal) -> bool:
    """Whether signed totals or table points hold against the corrected hands, so that the result stays as it was."""
    return appeal.sheet is not None and contradictions(appeal.event).filter(sheet=appeal.sheet).exists()


@dataclass(frozen=True)
class Correcting:
    """The correction that the form asks for; a refusal or a question goes to the form."""

    request: HttpRequest
    floor: Floor
    appeal: Appeal
    form: CorrectForm

    def write(self) -> bool:
        """Write the step or correction and link it; return whether that was done."""
        if self.appeal.status != State.UPHELD:
            raise PermissionDenied
        way, sheet = self.form.cleaned_data["do"], self.appeal.sheet
        if way == SIGN and sheet:
            return self._run(sign_corrected, sheet, self.form.cleaned_data["reason"], seen=self._seen)
        if way == REOPEN and sheet:
            return self._run(reopen_sheet, sheet) and self._link_now(sheet)
        if way == RELEASE and sheet:
            payload = {"seen": self._seen, "acknowledged": self.form.acknowledged}
            return self._run(confirm_sheet, sheet, "", **payload) and self._link_now(sheet)
        if way == "cancel":
            return self._cancel_foul()
        if way == "version":
            return self._link(sheet=sheet, version=self.form.cleaned_data["version"])
        return self._link(note=self.form.cleaned_data["note"])

    @property
    def _seen(self) -> int:
        return self.form.cleaned_data["seen"] or 0

    def _cancel_foul(self) -> bool:
        foul = fouls_about(self.appeal).filter(number=self.form.cleaned_data["foul"]).first()
        if foul is None:
            return self._link(note=self.form.cleaned_data["note"])
        return self._run(cancel_foul, foul) and self._link(foul=foul)

    def _link_now(self, sheet: Sheet) -> bool:
        """Link the version that the sheet has now."""
        sheet.refresh_from_db()
        return self._link(sheet=sheet, version=sheet.version)

    def _run(self, service: Service, subject: Any, reason: str | None = None, **payload: Any) -> bool:
        """Run the service; without a reason of its own, its reason is the appeal."""
        if reason is None:
            reason = _("Appeal %(number)d was upheld.") % {"number": self.appeal.number}
        return self._guarded(
            lambda: service(self.floor.actor, subject, key=key_of(self.request), reason=reason, **payload)
        )

    def _link(self, **link: Any) -> bool:
        """Link the correction; the plain idempotency key belongs to the correction itself."""
        key = key_of(self.request, "link")
        return self._guarded(lambda: link_correction(self.floor.actor, self.appeal, key=key, **link))

    def _guarded(self, act: Callable[[], Any]) -> bool:
        try:
            act()
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Unusual as unusual:
            self.form.questions = unusual.questions
            return False
        except Refused as refused:
            self.form.add_error(None, str(refused.message))
            return False
        return True
