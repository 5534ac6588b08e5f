"""Registration by list: upload a file, map its columns, preview the changes, confirm."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import Column

from common.actions.errors import Forbidden, Refused, Unusual
from common.templatetags.pinju import DASH, country_code, state_badge
from tournament.events.models.entries import Entry
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.rules.comparing import Line, Verdict
from tournament.registration.selectors.plans import Plan, plan_of, sheets_of
from tournament.registration.services.lists import (
    PlanChanged,
    import_registrations,
    keep_preview,
    map_preview,
    questions_of,
    take_spelling,
)
from web.desk.registration.access import organizers_desk
from web.desk.registration.lists.columns import MappingForm
from web.desk.registration.lists.spelling import MOST_OFFERS, SpellingForm, offer_rows
from web.shared.access import EventAccess, signed_in
from web.shared.forms.columns import SHOWN_ROWS, column_name, heading_of, samples, used_columns
from web.shared.forms.lists import ListForm
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import add_error_messages, key_of, show, write
from web.shared.labels.registration import COLUMNS, SKIPPED, VERDICTS, change_text, note_text
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 100


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Read an uploaded file or text and redirect to its preview."""
    desk = organizers_desk(request, slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    written = write(request, form, keep_preview, desk.actor, desk.event, **form.read())
    if written.done:
        return redirect("desk:registration-preview", slug, written.answer["preview"])
    waiting = desk.event.registration_previews.filter(actor_ref=desk.actor.ref).first()
    return show(request, "desk/registration/lists/import_list.html", form, desk=desk, waiting=waiting)


class ConfirmForm(AskingForm):
    """The button that imports the list, with what the service asks before."""

    seen = forms.CharField(widget=forms.HiddenInput)


class LineTable(BaseTable):
    """The rows of a list with their verdicts."""

    caption = gettext_lazy("Rows of the list")

    row = Column(gettext_lazy("Row"), attrs=FIGURE)
    verdict = Column(gettext_lazy("Treated as"))
    number = Column(gettext_lazy("No."), attrs=FIGURE, default=DASH)
    name = Column(gettext_lazy("Name"), attrs=NAMING, accessor="values", empty_values=())
    country = Column(gettext_lazy("Country"), accessor="values", empty_values=())
    team = Column(gettext_lazy("Team"), accessor="values", empty_values=())
    group = Column(gettext_lazy("Group"), accessor="values", empty_values=())
    why = Column(gettext_lazy("Why"), accessor="row", empty_values=(), attrs={"td": {"class": "words"}})

    class Meta:
        orderable = False

    def render_verdict(self, record: Line) -> SafeString:
        tone, word = VERDICTS[record.verdict]
        return state_badge(tone, str(word))

    def render_name(self, record: Line) -> SafeString | str:
        name, latin = record.values.get("name", ""), record.values.get("latin_name", "")
        return format_html('<span>{}<br><span class="note">{}</span></span>', name, latin) if latin else name or DASH

    def render_country(self, record: Line) -> SafeString | str:
        return country_code(record.values.get("country", "")) or DASH

    def render_team(self, record: Line) -> str:
        return record.values.get("team") or DASH

    def render_group(self, record: Line) -> str:
        return record.values.get("group") or DASH

    def render_why(self, record: Line) -> str:
        kinds = dict(Entry.Kind.choices)
        changes = [
            change_text(name, str(kinds.get(before, before)), str(kinds.get(after, after)))
            for name, (before, after) in record.changes.items()
        ]
        return " · ".join([*map(note_text, record.problems), *changes, *map(note_text, record.notes)])


@signed_in
def preview(request: HttpRequest, slug: str, preview: int) -> HttpResponse:
    """Preview the changes of a list; map its columns; confirm."""
    desk = organizers_desk(request, slug)
    kept = desk.event.registration_previews.filter(pk=preview).first()
    if kept is None:
        if request.method == "POST":
            messages.error(request, _("This preview no longer exists; another file has been read."))
            return redirect("desk:registration-file", slug)
        raise Http404
    kept.event = desk.event
    if request.method == "POST" and "seen" in request.POST:
        return _confirm(request, desk, kept)
    if request.method == "POST" and SpellingForm.NAME in request.POST:
        return _take_spelling(request, desk, kept)
    sheets = sheets_of(kept)
    form = MappingForm(kept, sheets, request.POST if request.method == "POST" else None)
    if write(request, form, map_preview, desk.actor, desk.event, preview=kept.pk, **form.payload()).done:
        return redirect("desk:registration-preview", slug, kept.pk)
    return _preview_page(request, desk, kept, form, sheets)


def _confirm(request: HttpRequest, desk: EventAccess, kept: RegistrationPreview) -> HttpResponse:
    answered: dict[str, Any] = {
        "seen": request.POST["seen"],
        "acknowledged": ConfirmForm(request.POST).acknowledged,
    }
    try:
        counts = import_registrations(desk.actor, desk.event, key=key_of(request), preview=kept.pk, **answered)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except (PlanChanged, Unusual) as refused:
        if isinstance(refused, PlanChanged):
            messages.warning(request, str(refused.message) + " " + _("These are the current data."))
        sheets = sheets_of(kept)
        asked = isinstance(refused, Unusual)
        answer = _preview_page(request, desk, kept, MappingForm(kept, sheets), sheets, asked=asked)
        answer.status_code = refused.status
        return answer
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("desk:registration-preview", desk.event.slug, kept.pk)
    messages.success(request, _summary(counts))
    return redirect("desk:registration", desk.event.slug)


def _summary(counts: dict[str, int]) -> str:
    """Return what an import did, without the counts that are 0."""
    new, changed, same, wrong = (counts[verdict] for verdict in ("new", "changed", "same", "wrong"))
    sentences = [
        (new, ngettext("%d player is registered.", "%d players are registered.", new)),
        (changed, ngettext("%d player is changed.", "%d players are changed.", changed)),
        (same, ngettext("%d player was registered before.", "%d players were registered before.", same)),
        (wrong, ngettext("%d wrong row is left out.", "%d wrong rows are left out.", wrong)),
    ]
    return " ".join(words % count for count, words in sentences if count)


def _take_spelling(request: HttpRequest, desk: EventAccess, kept: RegistrationPreview) -> HttpResponse:
    """Take spelling and number of the ticked rows from the registries; the others stay as in the list."""
    form = SpellingForm(plan_of(kept).offers, request.POST)
    rows = form.rows if form.is_valid() else []
    if write(request, form, take_spelling, desk.actor, desk.event, preview=kept.pk, rows=rows).done:
        messages.success(request, _("The rows are as you chose. Nothing is registered yet."))
    add_error_messages(request, form)
    return redirect("desk:registration-preview", desk.event.slug, kept.pk)


def _preview_page(
    request: HttpRequest,
    desk: EventAccess,
    kept: RegistrationPreview,
    form: MappingForm,
    sheets: list[dict[str, Any]],
    *,
    asked: bool = False,
) -> HttpResponse:
    """Show the preview; ``asked``: the import was refused until its question is answered, which has the focus."""
    plan = plan_of(kept)
    shown = request.GET.get("verdict", "")
    lines = [line for line in plan.lines if shown in ("", line.verdict)]
    table = LineTable(lines)
    paginate(request, table, per_page=PER_PAGE)
    rows = sheets[kept.sheet]["rows"]
    confirm = ConfirmForm(initial={"seen": plan.version})
    confirm.questions = questions_of(plan)
    context = {
        "confirm": confirm,
        "asked": asked,
        "unused": [
            (column_name(heading_of(kept, rows), column), samples(kept, rows, column)) for column in plan.unused
        ],
        "used": used_columns(kept, rows, COLUMNS),
        "kept": kept,
        "plan": plan,
        "table": table,
        "verdicts": _verdicts(plan, shown),
        "skipped": [(row.row, SKIPPED[row.why], row.text) for row in plan.skipped[:PER_PAGE]],
        "fault": note_text(plan.fault) if plan.fault else "",
        "offers": offer_rows(plan.offers[:MOST_OFFERS]),
        "more_offers": max(0, len(plan.offers) - MOST_OFFERS),
        "start": list(enumerate(rows[:SHOWN_ROWS], start=1)),
    }
    return show(request, "desk/registration/lists/import_list_preview.html", form, desk=desk, **context)


def _verdicts(plan: Plan, shown: str) -> list[dict[str, Any]]:
    """Return the verdicts with their counts, as filters of the table."""
    return [
        {"value": verdict.value, "word": VERDICTS[verdict][1], "tone": VERDICTS[verdict][0], "chosen": verdict == shown}
        | {"count": plan.counts[verdict.value]}
        for verdict in Verdict
    ]
