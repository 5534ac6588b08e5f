"""The page that shows what taking a list in would do, and takes it in."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Forbidden, Refused
from common.numbers import number_in
from common.templatetags.pinju import DASH
from ranking.record.models.records import ResultList
from ranking.record.rules.classes import Classification
from ranking.record.selectors.result_lists import NEW, Match, Plan, plan_of
from ranking.record.selectors.site_results import BY_EARLIER, BY_SITE
from ranking.record.services.result_lists import match_rows
from ranking.record.services.taken_lists import take_list
from tournament.events.models.events import Event
from web.committee.access import BodyDesk
from web.committee.result_lists.access import confirming_desk, list_or_404
from web.shared.access import signed_in
from web.shared.forms.writing import key_of, write
from web.shared.labels.registration import EVIDENCE, SKIPPED
from web.shared.record.labels import class_conditions, class_state
from web.shared.record.list_labels import words_of

#: The note that most rows of a list have.
GUESSED = "name_order_guessed"
#: The most rows of the list on the page.
MOST = 300
#: Why a row may mean a person.
WHY: dict[str, str | Promise] = {
    **EVIDENCE,
    "number": gettext_lazy("the federation number"),
    BY_SITE: gettext_lazy("the site's player, as decided before"),
    BY_EARLIER: gettext_lazy("as in the record"),
}


@signed_in
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what taking the list in would do; a POST keeps the persons of rows, or takes the list in."""
    desk = confirming_desk(request, slug)
    kept = list_or_404(desk, pk)
    if request.method == "POST":
        answer = _take_in(request, desk, kept) if "seen" in request.POST else _save_matches(request, desk, kept)
        if answer:
            return answer
    return _show_preview(request, desk, kept)


def _show_preview(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse:
    plan = plan_of(kept)
    classification = plan.classification() if plan.header and plan.matches else None
    only = request.GET.get("only", "")
    changes = plan.changes()
    rows = [match for match in plan.matches if only != "open" or match.undecided or match.row.problems]
    shown = [_row_context(match) for match in rows[:MOST]]
    context = {
        "desk": desk,
        "kept": kept,
        "plan": plan,
        "fault": words_of(plan.fault) if plan.fault else "",
        "rows": shown,
        "guessed": next((row["guessed"] for row in shown if row["guessed"]), ""),
        "more": max(0, len(rows) - MOST),
        "skipped": [(skipped.row, SKIPPED[skipped.why], skipped.text) for skipped in plan.skipped[:50]],
        "state": class_state(classification.reached, sanctioned=classification.sanctioned) if classification else None,
        "conditions": _conditions(classification),
        "ready": _is_ready(plan),
        "web": Event.Scope.WEB in (plan.header.get("scope"), desk.body.kind),
        "changes": changes[:MOST],
        "more_changes": max(0, len(changes) - MOST),
    }
    return render(request, "committee/result_lists/preview.html", context)


def _conditions(classification: Classification | None) -> list[Any]:
    if classification is None:
        return []
    return class_conditions([condition.plain() for condition in classification.conditions])


def _is_ready(plan: Plan) -> bool:
    return bool(plan.header and plan.matches and not plan.fault and not plan.wrong and not plan.undecided)


def _row_context(match: Match) -> dict[str, Any]:
    """Return a row as the page shows it, with the persons it may mean.

    ``guessed`` is the guessed family name, a note that most rows have and that the page explains once.
    """
    options = [(NEW, _("new person"))]
    for person, evidence in match.candidates:
        words = ", ".join(str(WHY[code]) for code in evidence)
        figures = {"name": person.name, "country": person.country or DASH, "why": words, "id": person.pk}
        options.append((str(person.pk), _("%(name)s (%(country)s, no. %(id)s): %(why)s") % figures))
    notes = [note for note in match.row.notes if note.code != GUESSED]
    guessed = [str(dict(note.figures)["family"]) for note in match.row.notes if note.code == GUESSED]
    return {
        "match": match,
        "row": match.row,
        "options": options if match.candidates else [],
        "problems": [words_of(note) for note in match.row.problems],
        "notes": [words_of(note) for note in notes],
        "guessed": guessed[0] if guessed else "",
    }


def _save_matches(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse | None:
    people = {name.removeprefix("row-"): value for name, value in request.POST.items() if name.startswith("row-")}
    rows = {number: value for number, value in people.items() if number_in(number) is not None and len(value) < 20}
    if write(request, forms.Form(request.POST), match_rows, desk.actor, desk.body, kept=kept.pk, people=rows).done:
        messages.success(request, _("Saved. Nothing is in the record yet."))
        return redirect("committee:list", desk.body.slug, kept.pk)
    return None


def _take_in(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse | None:
    seen = request.POST["seen"]
    try:
        answer = take_list(desk.actor, desk.body, key=key_of(request), kept=kept.pk, seen=seen)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Refused as refused:
        messages.error(request, str(refused.message))
        return None
    messages.success(request, _("The event is in the record."))
    if kept.claim:
        return redirect("committee:pin", desk.body.slug, kept.claim.application_id)
    return redirect("committee:event", desk.body.slug, answer["event"])
