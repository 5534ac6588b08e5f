"""Tones and answers of registration applications, for Desk and Pocket."""

from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.states import for_each
from common.templatetags.pinju import country
from tournament.registration.models.applications import Application
from tournament.registration.selectors.applications import PLAIN, answers_of
from web.shared.labels.registration import FIELDS

State = Application.State
TONES = for_each(
    State,
    {
        State.UNCONFIRMED: "wait",
        State.SUBMITTED: "wait",
        State.ASKED: "warn",
        State.WAITING: "wait",
        State.APPROVED: "ok",
        State.DECLINED: "stop",
        State.WITHDRAWN: "idle",
    },
)
#: Answers of an application with their labels, in the order of the page.
ANSWERS = {
    **{name: FIELDS[name] for name in PLAIN},
    "mail": gettext_lazy("Mail address"),
    "birth_date": gettext_lazy("Date of birth"),
    "document": gettext_lazy("ID document number"),
    "guardian_name": gettext_lazy("Guardian's name"),
    "guardian_contact": gettext_lazy("How the guardian can be reached"),
    "guardian_consent": gettext_lazy("The guardian agrees"),
    "name_consent": gettext_lazy("Name in public"),
    "photo_consent": gettext_lazy("Photos"),
}


def answer_rows(application: Application) -> list[tuple[str, SafeString | str]]:
    """Return label and text of every answer that was given."""
    answers = answers_of(application)
    if not answers["guardian_name"]:
        answers["guardian_consent"] = None
    answered = [name for name in ANSWERS if answers[name] not in ("", None)]
    return [(str(ANSWERS[name]), _answer_text(name, answers[name])) for name in answered]


def _answer_text(name: str, value: Any) -> SafeString | str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if name == "mail":
        return format_html('<a href="mailto:{}" lang="zxx">{}</a>', value, value)
    if name == "birth_date":
        return date_format(date.fromisoformat(value))
    return country(value) if name == "country" else value
