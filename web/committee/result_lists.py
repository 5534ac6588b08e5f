"""Past events from lists of results: upload, columns, event, persons of the rows, and taking in."""

import hashlib
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.actions.errors import Forbidden, Refused
from common.forms import WholeNumberField
from common.numbers import MOST_KEY, number_in
from common.templatetags.pinju import DASH
from ranking.bodies.models import Body
from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.claim_files import claim_at
from ranking.record.models.records import OfficialResult, ResultList
from ranking.record.rules.classes import Classification
from ranking.record.rules.listed_units import UNITS
from ranking.record.selectors.result_lists import NEW, Match, Plan, list_of, plan_of, sheets_of
from ranking.record.selectors.site_results import BY_EARLIER, BY_SITE
from ranking.record.services.result_lists import (
    assign_result,
    describe_list,
    keep_list,
    map_list,
    match_rows,
    take_list,
)
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.files import sheets_of_file, sheets_of_text
from web.committee.access import BodyDesk, body_desk
from web.shared.access import signed_in
from web.shared.forms.fields import country_choices, date_field, set_choices
from web.shared.forms.writing import key_of, show, write
from web.shared.record.labels import class_conditions, class_state
from web.shared.record.list_labels import ALL_FIELDS, words_of
from web.shared.registration_labels import EVIDENCE, SKIPPED

#: The note that most rows of a list have.
GUESSED = "name_order_guessed"
#: The rows shown to choose the columns, and the most rows of the list on a page.
SHOWN_ROWS, MOST = 12, 300


#: Headings of a typed list: place, name, country, federation number, with the points of a hall or of a web site.
HEADINGS: dict[str, tuple[str, tuple[str, str]]] = {
    "en": ("Place,Name,Country,EMA", ("TP,CP", "Web points")),
    "zh-hans": ("名次,姓名,国家,会员号", ("标准分,比赛分", "网络比赛积分")),
    "ja": ("順位,氏名,国,会員番号", ("標準点,素点", "ウェブ競技会の積分")),
}
#: Why a row may mean a person.
WHY: dict[str, str | Promise] = {
    **EVIDENCE,
    "number": gettext_lazy("the federation number"),
    BY_SITE: gettext_lazy("the site's player, as decided before"),
    BY_EARLIER: gettext_lazy("as it stands in the record"),
}


class FileForm(forms.Form):
    """The list as a file or as text; ``claim`` is the id of the missing result that it enters."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        help_text=gettext_lazy(
            "CSV or XLSX with place, name, federation number, country, team, table points (TP) and "
            "competition points (CP); at most 10 MB."
        ),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the rows as text"),
        required=False,
        max_length=1_000_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("The headings first; cells with commas or tabs between."),
    )
    claim = WholeNumberField(required=False, widget=forms.HiddenInput())

    def __init__(self, body: Body, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if body.kind == Body.Kind.WEB:
            self.fields["file"].help_text = _(
                "CSV or XLSX with place, name, country, web points, and the site's name for the player; at most 10 MB."
            )

    def clean(self) -> dict[str, Any]:
        """Refuse if neither file nor text is given."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text") and not self.errors:
            self.add_error("file", _("Choose a file, or type the rows."))
        return cleaned


class HeaderForm(forms.Form):
    """The event of the results."""

    name = forms.CharField(label=gettext_lazy("Event"), max_length=200)
    slug = forms.SlugField(
        label=gettext_lazy("Id"), max_length=64, help_text=gettext_lazy("Small letters, digits and hyphens.")
    )
    country = forms.ChoiceField(label=gettext_lazy("Country"), required=False)
    place = forms.CharField(label=gettext_lazy("Place"), max_length=200, required=False)
    starts = date_field(label=gettext_lazy("First day"))
    ends = date_field(label=gettext_lazy("Last day"))
    scope = forms.ChoiceField(label=gettext_lazy("Kind of event"), choices=Event.Scope.choices)
    rules = forms.ChoiceField(label=gettext_lazy("Rule set"), choices=Event.Rules.choices)
    sessions = WholeNumberField(label=gettext_lazy("Sessions played"), min_value=1, max_value=99)
    players = WholeNumberField(
        label=gettext_lazy("Players"),
        min_value=1,
        max_value=9_999,
        required=False,
        help_text=gettext_lazy(
            "Who started at least one session, without fillers; empty: as many as the list has rows."
        ),
    )
    sanctioned = forms.BooleanField(
        label=gettext_lazy("The WMCC runs, registers or authorises this event (A9 4.4)"), required=False
    )
    sanction_body = forms.CharField(label=gettext_lazy("Sanctioned by"), max_length=200, required=False)
    sanction_number = forms.CharField(label=gettext_lazy("Sanction number"), max_length=60, required=False)
    web_site = forms.CharField(label=gettext_lazy("Web site"), max_length=200, required=False)
    teams_ranked = forms.BooleanField(
        label=gettext_lazy("The event ranked teams: work their places out"),
        required=False,
        help_text=gettext_lazy(
            "From all members' table points, then competition points, then the best member. Leave it out where the "
            "column holds clubs that played no team competition."
        ),
    )
    groups_ranked = forms.BooleanField(
        label=gettext_lazy("The event ranked groups: work their places out"),
        required=False,
        help_text=gettext_lazy("From the best four members; a group of fewer has no place."),
    )

    def __init__(self, body: Body, *args: Any, columns: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if body.kind == Body.Kind.WEB:
            # Always an event on the body's own site.
            del self.fields["scope"], self.fields["web_site"]
        for unit in UNITS:
            if unit not in columns or f"{unit}_place" in columns:
                del self.fields[f"{unit}s_ranked"]
        set_choices(self, "country", country_choices(str(kwargs.get("initial", {}).get("country", ""))))


class ColumnsForm(forms.Form):
    """Sheet, heading row, and the content of each column; columns and rows count from 1 on the page."""

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"), min_value=0, help_text=gettext_lazy("0 if there are no headings.")
    )

    def __init__(self, kept: ResultList, sheets: list[dict[str, Any]], data: Any = None) -> None:
        initial = {"sheet": kept.sheet, "heading": 0 if kept.heading is None else kept.heading + 1}
        super().__init__(data, initial=initial | {name: str(number) for name, number in kept.mapping.items()})
        set_choices(self, "sheet", [(number, sheet["name"] or _("Text")) for number, sheet in enumerate(sheets)])
        rows = sheets[kept.sheet]["rows"]
        heading = rows[kept.heading] if kept.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        choices = [("", DASH), *((str(number), _column_label(heading, number)) for number in range(width))]
        for name, label in ALL_FIELDS.items():
            self.fields[name] = forms.ChoiceField(label=str(label), choices=choices, required=False)

    def facts(self, kept: ResultList) -> dict[str, Any]:
        """Return the arguments of the service; for another sheet the columns are detected."""
        cleaned = self.cleaned_data
        mapping = {name: int(cleaned[name]) for name in ALL_FIELDS if cleaned[name]}
        return {
            "sheet": cleaned["sheet"],
            "heading": cleaned["heading"] - 1 if cleaned["heading"] else None,
            "mapping": mapping if cleaned["sheet"] == kept.sheet else None,
        }


def _column_label(heading: list[str], index: int) -> str:
    text = heading[index].strip()[:40] if index < len(heading) else ""
    figures = {"number": index + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Read an uploaded file and redirect to its preview."""
    desk = _confirming_desk(request, slug)
    claim = _requested_claim(request, desk)
    form = _file_form(request, desk, claim)
    values = {**_list_of_form(form), "claim": claim.pk if claim else None} if form.is_bound else {}
    answer = write(request, form, keep_list, desk.actor, desk.body, **values)
    if answer:
        return redirect("committee:list", slug, answer["list"])
    waiting = desk.body.result_lists.filter(actor_ref=desk.actor.ref).first()
    return show(request, "committee/result_lists_file.html", form, desk=desk, waiting=waiting, claim=claim)


def _requested_claim(request: HttpRequest, desk: BodyDesk) -> MissingResult | None:
    """Return the missing result that the list is to enter; None if the request names none."""
    given = request.POST.get("claim") or request.GET.get("claim", "")
    if not given:
        return None
    number = number_in(given, most=MOST_KEY)
    claim = claim_at(desk.body, number) if number is not None else None
    if claim is None:
        raise Http404
    return claim


def _file_form(request: HttpRequest, desk: BodyDesk, claim: MissingResult | None) -> FileForm:
    """Return the form; for a missing result with headings and the applicant's name filled in."""
    if request.method == "POST":
        return FileForm(desk.body, request.POST, request.FILES)
    initial: dict[str, Any] = {}
    if claim:
        person = claim.application.person.kept
        number = person.federation_number or ""
        headings, point_columns = HEADINGS.get(get_language() or "en", HEADINGS["en"])
        points = point_columns[desk.body.kind == Body.Kind.WEB]
        rows = f"{headings},{points}\n,{person.name},{person.country},{number}," + "," * points.count(",")
        initial = {"claim": claim.pk, "text": rows}
    return FileForm(desk.body, initial=initial)


def _list_of_form(form: FileForm) -> dict[str, Any]:
    if not form.is_valid():
        return {}
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    data = file.read() if file else text.encode()
    try:
        sheets = sheets_of_file(data)[0] if file else sheets_of_text(text)
    except Unreadable as fault:
        form.add_error("file" if file else "text", words_of(fault.note))
        return {}
    return {
        "file_name": file.name if file else _("Text"),
        "file_digest": hashlib.sha256(data).hexdigest(),
        "sheets": sheets,
    }


@signed_in
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what taking the list in would do; a POST keeps the persons of rows, or takes the list in."""
    desk = _confirming_desk(request, slug)
    kept = _list_or_404(desk, pk)
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
    return render(request, "committee/result_lists.html", context)


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
    options = [(NEW, _("somebody new"))]
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
    if write(request, forms.Form(request.POST), match_rows, desk.actor, desk.body, kept=kept.pk, people=rows):
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


@signed_in
def columns(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = _confirming_desk(request, slug)
    kept = _list_or_404(desk, pk)
    sheets = sheets_of(kept)
    form = ColumnsForm(kept, sheets, request.POST if request.method == "POST" else None)
    values = form.facts(kept) if form.is_bound and form.is_valid() else {}
    if write(request, form, map_list, desk.actor, desk.body, kept=kept.pk, **values):
        return redirect("committee:list", slug, pk)
    start = list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1))
    return show(request, "committee/result_lists_columns.html", form, desk=desk, kept=kept, start=start)


@signed_in
def header(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk = _confirming_desk(request, slug)
    kept = _list_or_404(desk, pk)
    initial = kept.header or {"rules": Event.Rules.WMO_2014}
    form = HeaderForm(
        desk.body, request.POST if request.method == "POST" else None, initial=initial, columns=kept.mapping
    )
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, describe_list, desk.actor, desk.body, kept=kept.pk, **values):
        return redirect("committee:list", slug, pk)
    return show(request, "committee/result_lists_event.html", form, desk=desk, kept=kept)


class AssignForm(forms.Form):
    """The person of a result: the number of a person's record, or empty for a new person."""

    person = WholeNumberField(
        label=gettext_lazy("Person"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("The number in the address of the person's record; empty: somebody new."),
    )

    def clean_person(self) -> Person | None:
        number = self.cleaned_data["person"]
        person = Person.objects.select_related("merged_into").filter(pk=number).first() if number else None
        if number and person is None:
            raise forms.ValidationError(_("There is no such person."))
        return person


@signed_in
def assign(request: HttpRequest, slug: str, event: str, row: int) -> HttpResponse:
    """Give a result of a list to another person."""
    desk = _confirming_desk(request, slug)
    lines = OfficialResult.objects.select_related("recorded", "person")
    result = lines.filter(recorded__slug=event, recorded__body=desk.body, row=row).first()
    if result is None or result.recorded.event_id:
        raise Http404
    form = AssignForm(request.POST if request.method == "POST" else None, initial={"person": result.person_id})
    values = form.cleaned_data if form.is_valid() else {}
    answer = write(request, form, assign_result, desk.actor, desk.body, result=result, **values)
    if answer:
        figures = {"before": answer["before"], "person": answer["person"]}
        messages.success(request, _("The result was person %(before)s's and is now person %(person)s's.") % figures)
        return redirect("committee:event", slug, event)
    return show(request, "committee/result_lists_assign.html", form, desk=desk, result=result)


def _confirming_desk(request: HttpRequest, slug: str) -> BodyDesk:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    return desk


def _list_or_404(desk: BodyDesk, pk: int) -> ResultList:
    kept = list_of(desk.body, pk)
    if kept is None:
        raise Http404
    return kept
