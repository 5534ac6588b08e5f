"""Registration by list: upload a file, map its columns, preview the changes, confirm."""

import hashlib
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.actions.errors import Forbidden, Refused
from common.forms import WholeNumberField
from common.templatetags.pinju import DASH, country_code, state_badge
from tournament.events.models.entries import Entry
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.rules.comparing import Line, Verdict
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.files import sheets_of_file, sheets_of_text
from tournament.registration.selectors.plans import Plan, plan_of, sheets_of
from tournament.registration.services.lists import PlanChanged, import_registrations, keep_preview, map_preview
from web.desk.registration.access import organizers_desk
from web.desk.registration.forms import ListForm
from web.shared.access import EventAccess, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import key_of, show, write
from web.shared.registration_labels import FIELDS, SKIPPED, VERDICTS, change_text, note_text
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 100
#: Number of rows shown for choosing the heading row and the columns.
SHOWN_ROWS = 12


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Read an uploaded file or text and redirect to its preview."""
    desk = organizers_desk(request, slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    payload = _read_upload(form) if form.is_bound else {}
    written = write(request, form, keep_preview, desk.actor, desk.event, **payload)
    if written.done:
        return redirect("desk:registration-preview", slug, written.answer["preview"])
    waiting = desk.event.registration_previews.filter(actor_ref=desk.actor.ref).first()
    return show(request, "desk/registration/import_list.html", form, desk=desk, waiting=waiting)


def _read_upload(form: ListForm) -> dict[str, Any]:
    """Return the arguments of `keep_preview`; empty, with the error on the form, if the upload cannot be read.

    It is read before the transaction of the action begins.
    """
    if not form.is_valid():
        return {}
    file = form.cleaned_data["file"]
    text = form.cleaned_data["text"]
    data = file.read() if file else text.encode()
    try:
        sheets, encoding = sheets_of_file(data) if file else (sheets_of_text(text), "")
    except Unreadable as fault:
        row = dict(fault.note.figures).get("row")
        where = _("Row %(row)s: ") % {"row": row} if row else ""
        form.add_error("file" if file else "text", where + note_text(fault.note))
        return {}
    name = file.name if file else _("Text")
    return {
        "file_name": name,
        "file_digest": hashlib.sha256(data).hexdigest(),
        "sheets": sheets,
        "encoding": encoding,
    }


class MappingForm(forms.Form):
    """Worksheet, heading row and meaning of each column; rows and columns count from 1 in texts."""

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"),
        min_value=0,
        help_text=gettext_lazy("0 if there are no headings."),
    )
    fill_down = forms.ChoiceField(
        label=gettext_lazy("Empty team or group"),
        choices=[
            ("", gettext_lazy("as the list looks")),
            ("yes", gettext_lazy("the one above (merged cells)")),
            ("no", gettext_lazy("none")),
        ],
        required=False,
    )

    def __init__(self, preview: RegistrationPreview, sheets: list[dict[str, Any]], data: Any = None) -> None:
        initial = {
            "sheet": preview.sheet,
            "heading": 0 if preview.heading is None else preview.heading + 1,
            "fill_down": {None: "", True: "yes", False: "no"}[preview.fill_down],
        } | {name: str(column) for name, column in preview.mapping.items()}
        super().__init__(data, initial=initial)
        choices = [(index, sheet["name"] or _("Text")) for index, sheet in enumerate(sheets)]
        set_choices(self, "sheet", choices)
        rows = sheets[preview.sheet]["rows"]
        heading = rows[preview.heading] if preview.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH)] + [(str(index), _column_name(heading, index)) for index in range(width)]
        for name, label in FIELDS.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=columns, required=False)

    def payload(self, kept: int) -> dict[str, Any]:
        """Return the arguments of `map_preview`; empty if the form has errors.

        Another worksheet than ``kept`` gets no mapping, so the service guesses it from that sheet's headings.
        """
        if not self.is_valid():
            return {}
        data = self.cleaned_data
        other_sheet = data["sheet"] != kept
        return {
            "sheet": data["sheet"],
            "heading": data["heading"] - 1 if data["heading"] else None,
            "mapping": None if other_sheet else {name: int(data[name]) for name in FIELDS if data[name]},
            "fill_down": {"": None, "yes": True, "no": False}[data["fill_down"]],
        }


def _column_name(heading: list[str], index: int) -> str:
    text = heading[index].strip()[:40] if index < len(heading) else ""
    figures = {"number": index + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


class LineTable(BaseTable):
    """The rows of a list with their verdicts."""

    caption = gettext_lazy("Rows of the list")

    row = Column(gettext_lazy("Row"), attrs=FIGURE)
    verdict = Column(gettext_lazy("Means"))
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

    def render_name(self, record: Line) -> str:
        return record.values.get("name") or DASH

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
            messages.error(request, _("This preview is no longer there; another file was read meanwhile."))
            return redirect("desk:registration-file", slug)
        raise Http404
    kept.event = desk.event
    if request.method == "POST" and "seen" in request.POST:
        return _confirm(request, desk, kept)
    sheets = sheets_of(kept)
    form = MappingForm(kept, sheets, request.POST if request.method == "POST" else None)
    payload = form.payload(kept.sheet) if form.is_bound else {}
    if write(request, form, map_preview, desk.actor, desk.event, preview=kept.pk, **payload).done:
        return redirect("desk:registration-preview", slug, kept.pk)
    return _preview_page(request, desk, kept, form, sheets)


def _confirm(request: HttpRequest, desk: EventAccess, kept: RegistrationPreview) -> HttpResponse:
    seen = request.POST["seen"]
    try:
        counts = import_registrations(desk.actor, desk.event, key=key_of(request), preview=kept.pk, seen=seen)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except PlanChanged as changed:
        messages.warning(request, str(changed.message) + " " + _("This is how it looks now."))
        sheets = sheets_of(kept)
        answer = _preview_page(request, desk, kept, MappingForm(kept, sheets), sheets)
        answer.status_code = changed.status
        return answer
    except Refused as refused:
        messages.error(request, str(refused.message))
        return redirect("desk:registration-preview", desk.event.slug, kept.pk)
    words = _("%(new)d new, %(changed)d changed, %(same)d the same; %(wrong)d wrong rows were left out.")
    messages.success(request, words % counts)
    return redirect("desk:registration", desk.event.slug)


def _preview_page(
    request: HttpRequest, desk: EventAccess, kept: RegistrationPreview, form: MappingForm, sheets: list[dict[str, Any]]
) -> HttpResponse:
    plan = plan_of(kept)
    shown = request.GET.get("verdict", "")
    lines = [line for line in plan.lines if shown in ("", line.verdict)]
    table = LineTable(lines)
    paginate(request, table, per_page=PER_PAGE)
    context = {
        "preview": kept,
        "plan": plan,
        "table": table,
        "verdicts": _verdicts(plan, shown),
        "shown": shown,
        "skipped": [(row.row, SKIPPED[row.why], row.text) for row in plan.skipped[:PER_PAGE]],
        "fault": note_text(plan.fault) if plan.fault else "",
        "start": list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1)),
    }
    return show(request, "desk/registration/import_list_preview.html", form, desk=desk, **context)


def _verdicts(plan: Plan, shown: str) -> list[dict[str, Any]]:
    """Return the verdicts with their counts, as filters of the table."""
    return [
        {"value": verdict.value, "word": VERDICTS[verdict][1], "tone": VERDICTS[verdict][0], "chosen": verdict == shown}
        | {"count": plan.counts[verdict.value]}
        for verdict in Verdict
    ]
