"""All questions about a typed sheet at once, before anything is written."""

from collections.abc import Mapping, Set
from typing import Any

from django.utils.translation import gettext as _

from common.actions.engine import dry_run
from common.actions.errors import Forbidden, Refused, Unusual
from common.actions.permissions import Actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.paper.second_entries import waits_for
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from web.desk.sheets.paper.checking import typed_results
from web.desk.sheets.paper.forms import TypingForm


def open_questions(
    actor: Actor, sheet: Sheet, form: TypingForm, payload: Mapping[str, Any], *, signs: bool
) -> dict[str, str]:
    """Return code -> question of everything that typing, and with ``signs`` signing, would ask one after another.

    Answered questions are left out. A refusal ends the search: the write says it at its field.
    """
    questions: dict[str, str] = {}
    if signs and typed_results(form)["findings"]:
        questions["contradiction"] = _("Is it typed exactly as on the signed paper sheet?")
    answered = set(form.acknowledged)
    while True:
        asked = _asked(actor, sheet, form, payload, answered | questions.keys(), signs)
        if not asked.keys() - questions.keys():
            return {code: question for code, question in questions.items() if code not in answered}
        questions |= asked


def _asked(
    actor: Actor, sheet: Sheet, form: TypingForm, payload: Mapping[str, Any], acknowledged: Set[str], signs: bool
) -> dict[str, str]:
    """Return the questions that come next once those with the codes ``acknowledged`` are answered."""

    def sign() -> None:
        now = Sheet.objects.get(pk=sheet.pk)
        if signs and not waits_for(sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]):
            referee = form.cleaned_data["referee"]
            sign_on_paper(actor, now, seen=now.version, referee=referee, acknowledged=acknowledged)

    seen = form.cleaned_data["seen"]
    try:
        dry_run(type_sheet, actor, sheet, sign, seen=seen, acknowledged=acknowledged, **payload)
    except Unusual as unusual:
        return unusual.questions
    except (Refused, Forbidden):
        return {}
    return {}
