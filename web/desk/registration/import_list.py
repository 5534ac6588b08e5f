"""Registration by file: reading a list, saying what its columns mean, seeing what it changes, confirming."""

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
from web.desk.registration.forms import ListForm
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import key_of, show, write
from web.shared.registration_labels import FIELDS, SKIPPED, VERDICTS, change_words, words_of
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 100
#: So many rows from the top are shown to choose the heading row and the columns.
SHOWN_ROWS = 12


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a file or a text, read it, and lead to its preview."""
    desk = _organizers_desk(request, slug)
    form = ListForm(request.POST, request.FILES) if request.method == "POST" else ListForm()
    answer = write(request, form, keep_preview, desk.actor, desk.event, **_read(form)) if form.is_bound else None
    if answer:
        return redirect("desk:registration-preview", slug, answer["preview"])
    waiting = desk.event.registration_previews.filter(actor_ref=desk.actor.ref).first()
    return show(request, "desk/registration/import_list.html", form, desk=desk, waiting=waiting)


def _read(form: ListForm) -> dict[str, Any]:
    """The sheets of what was given, read before any transaction; what is wrong with it stands in the form."""
    if not form.is_valid():
        return {}
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    data = file.read() if file else text.encode()
    try:
        sheets, encoding = sheets_of_file(data) if file else (sheets_of_text(text), "")
    except Unreadable as fault:
        row = dict(fault.note.figures).get("row")
        where = _("Row %(row)s: ") % {"row": row} if row else ""
        form.add_error("file" if file else "text", where + words_of(fault.note))
        return {}
    name = file.name if file else _("Text")
    return {
        "file_name": name,
        "file_digest": hashlib.sha256(data).hexdigest(),
        "sheets": sheets,
        "encoding": encoding,
    }


class MappingForm(forms.Form):
    """Sheet, heading row, and what each column holds; columns and rows count from 1 for people."""

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
        names = [(at, one["name"] or _("Text")) for at, one in enumerate(sheets)]
        set_choices(self, "sheet", names)
        rows = sheets[preview.sheet]["rows"]
        heading = rows[preview.heading] if preview.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        columns = [("", DASH)] + [(str(at), _column_name(heading, at)) for at in range(width)]
        for name, label in FIELDS.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=columns, required=False)

    def facts(self, kept: int) -> dict[str, Any]:
        """What the service is asked for; another sheet or heading row is understood by its own headings."""
        if not self.is_valid():
            return {}
        given = self.cleaned_data
        again = given["sheet"] != kept
        return {
            "sheet": given["sheet"],
            "heading": given["heading"] - 1 if given["heading"] else None,
            "mapping": None if again else {name: int(given[name]) for name in FIELDS if given[name]},
            "fill_down": {"": None, "yes": True, "no": False}[given["fill_down"]],
        }


def _column_name(heading: list[str], at: int) -> str:
    text = heading[at].strip()[:40] if at < len(heading) else ""
    figures = {"number": at + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


class LineTable(BaseTable):
    """The rows of a list with what they mean."""

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
            change_words(name, str(kinds.get(before, before)), str(kinds.get(after, after)))
            for name, (before, after) in record.changes.items()
        ]
        return " · ".join([*map(words_of, record.problems), *changes, *map(words_of, record.notes)])


@signed_in
def preview(request: HttpRequest, slug: str, preview: int) -> HttpResponse:
    """Show what a list changes; say what its columns mean; confirm."""
    desk = _organizers_desk(request, slug)
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
    facts = form.facts(kept.sheet) if form.is_bound else {}
    if write(request, form, map_preview, desk.actor, desk.event, preview=kept.pk, **facts):
        return redirect("desk:registration-preview", slug, kept.pk)
    return _preview_page(request, desk, kept, form, sheets)


def _confirm(request: HttpRequest, desk: EventDesk, kept: RegistrationPreview) -> HttpResponse:
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
    request: HttpRequest, desk: EventDesk, kept: RegistrationPreview, form: MappingForm, sheets: list[dict[str, Any]]
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
        "skipped": [(one.row, SKIPPED[one.why], one.text) for one in plan.skipped[:PER_PAGE]],
        "fault": words_of(plan.fault) if plan.fault else "",
        "start": list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1)),
    }
    return show(request, "desk/registration/import_list_preview.html", form, desk=desk, **context)


def _verdicts(plan: Plan, shown: str) -> list[dict[str, Any]]:
    """The counts to choose from."""
    return [
        {"value": verdict.value, "word": VERDICTS[verdict][1], "tone": VERDICTS[verdict][0], "chosen": verdict == shown}
        | {"count": plan.counts[verdict.value]}
        for verdict in Verdict
    ]


def _organizers_desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    return desk
