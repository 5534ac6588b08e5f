"""Past events from a list of results: the file, its columns, its event, whom its rows mean, and taking it in."""

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
#: So many rows from the top are shown to choose the columns, and so many rows of the list on a page.
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
    """The list, as a file or as text; ``claim``: the result of an applicant that it enters."""

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
        """One of the two is there."""
        found: dict[str, Any] = super().clean() or {}
        if not found.get("file") and not found.get("text") and not self.errors:
            self.add_error("file", _("Choose a file, or type the rows."))
        return found


class HeaderForm(forms.Form):
    """Of which event the results are."""

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
    """Sheet, heading row, and what each column holds; columns and rows count from 1 for people."""

    sheet = forms.TypedChoiceField(label=gettext_lazy("Worksheet"), coerce=int)
    heading = WholeNumberField(
        label=gettext_lazy("Heading row"), min_value=0, help_text=gettext_lazy("0 if there are no headings.")
    )

    def __init__(self, kept: ResultList, sheets: list[dict[str, Any]], data: Any = None) -> None:
        initial = {"sheet": kept.sheet, "heading": 0 if kept.heading is None else kept.heading + 1}
        super().__init__(data, initial=initial | {name: str(at) for name, at in kept.mapping.items()})
        set_choices(self, "sheet", [(at, one["name"] or _("Text")) for at, one in enumerate(sheets)])
        rows = sheets[kept.sheet]["rows"]
        heading = rows[kept.heading] if kept.heading is not None else []
        width = max((len(row) for row in rows), default=0)
        choices = [("", DASH), *((str(at), _column(heading, at)) for at in range(width))]
        for name, label in ALL_FIELDS.items():
            self.fields[name] = forms.ChoiceField(label=str(label), choices=choices, required=False)

    def facts(self, kept: ResultList) -> dict[str, Any]:
        """What the service is asked for; another sheet is understood by its own headings."""
        given = self.cleaned_data
        mapping = {name: int(given[name]) for name in ALL_FIELDS if given[name]}
        return {
            "sheet": given["sheet"],
            "heading": given["heading"] - 1 if given["heading"] else None,
            "mapping": mapping if given["sheet"] == kept.sheet else None,
        }


def _column(heading: list[str], at: int) -> str:
    text = heading[at].strip()[:40] if at < len(heading) else ""
    figures = {"number": at + 1, "heading": text}
    return _("%(number)d: %(heading)s") % figures if text else _("Column %(number)d") % figures


@signed_in
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a file, read it, and lead to its preview."""
    desk = _desk(request, slug)
    claim = _claim(request, desk)
    form = _file_form(request, desk, claim)
    facts = {**_read(form), "claim": claim.pk if claim else None} if form.is_bound else {}
    answer = write(request, form, keep_list, desk.actor, desk.body, **facts)
    if answer:
        return redirect("committee:list", slug, answer["list"])
    waiting = desk.body.result_lists.filter(actor_ref=desk.actor.ref).first()
    return show(request, "committee/result_lists_file.html", form, desk=desk, waiting=waiting, claim=claim)


def _claim(request: HttpRequest, desk: BodyDesk) -> MissingResult | None:
    """The result of an applicant that the list is to enter, if it is asked for."""
    given = request.POST.get("claim") or request.GET.get("claim", "")
    if not given:
        return None
    number = number_in(given, most=MOST_KEY)
    found = claim_at(desk.body, number) if number is not None else None
    if found is None:
        raise Http404
    return found


def _file_form(request: HttpRequest, desk: BodyDesk, claim: MissingResult | None) -> FileForm:
    """The form; for an applicant's result with headings and the name already typed."""
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


def _read(form: FileForm) -> dict[str, Any]:
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
    """What taking the list in would do; posted, keep whom rows mean, or take it in."""
    desk = _desk(request, slug)
    kept = _list(desk, pk)
    if request.method == "POST":
        answer = _take(request, desk, kept) if "seen" in request.POST else _match(request, desk, kept)
        if answer:
            return answer
    return _preview(request, desk, kept)


def _preview(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse:
    plan = plan_of(kept)
    found = plan.classification() if plan.header and plan.matches else None
    only = request.GET.get("only", "")
    changes = plan.changes()
    rows = [one for one in plan.matches if only != "open" or one.undecided or one.row.problems]
    shown = [_row(one) for one in rows[:MOST]]
    context = {
        "desk": desk,
        "kept": kept,
        "plan": plan,
        "fault": words_of(plan.fault) if plan.fault else "",
        "rows": shown,
        "guessed": next((one["guessed"] for one in shown if one["guessed"]), ""),
        "more": max(0, len(rows) - MOST),
        "skipped": [(one.row, SKIPPED[one.why], one.text) for one in plan.skipped[:50]],
        "state": class_state(found.reached, sanctioned=found.sanctioned) if found else None,
        "conditions": class_conditions([one.plain() for one in found.conditions]) if found else [],
        "ready": _ready(plan),
        "web": Event.Scope.WEB in (plan.header.get("scope"), desk.body.kind),
        "changes": changes[:MOST],
        "more_changes": max(0, len(changes) - MOST),
    }
    return render(request, "committee/result_lists.html", context)


def _ready(plan: Plan) -> bool:
    return bool(plan.header and plan.matches and not plan.fault and not plan.wrong and not plan.undecided)


def _row(match: Match) -> dict[str, Any]:
    """A row as the page shows it, with the persons whom it may mean; ``guessed``: what is guessed to be the family
    name, which most rows of a list have and the page explains once."""
    options = [(NEW, _("somebody new"))]
    for person, evidence in match.candidates:
        words = ", ".join(str(WHY[one]) for one in evidence)
        figures = {"name": person.name, "country": person.country or DASH, "why": words, "id": person.pk}
        options.append((str(person.pk), _("%(name)s (%(country)s, no. %(id)s): %(why)s") % figures))
    return {
        "match": match,
        "row": match.row,
        "options": options if match.candidates else [],
        "problems": [words_of(one) for one in match.row.problems],
        "notes": [words_of(one) for one in match.row.notes if one.code != GUESSED],
        "guessed": next((str(dict(one.figures)["family"]) for one in match.row.notes if one.code == GUESSED), ""),
    }


def _match(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse | None:
    people = {name.removeprefix("row-"): value for name, value in request.POST.items() if name.startswith("row-")}
    rows = {number: value for number, value in people.items() if number_in(number) is not None and len(value) < 20}
    if write(request, forms.Form(request.POST), match_rows, desk.actor, desk.body, kept=kept.pk, people=rows):
        messages.success(request, _("Saved. Nothing is in the record yet."))
        return redirect("committee:list", desk.body.slug, kept.pk)
    return None


def _take(request: HttpRequest, desk: BodyDesk, kept: ResultList) -> HttpResponse | None:
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
    """Say what the columns hold."""
    desk = _desk(request, slug)
    kept = _list(desk, pk)
    sheets = sheets_of(kept)
    form = ColumnsForm(kept, sheets, request.POST if request.method == "POST" else None)
    facts = form.facts(kept) if form.is_bound and form.is_valid() else {}
    if write(request, form, map_list, desk.actor, desk.body, kept=kept.pk, **facts):
        return redirect("committee:list", slug, pk)
    start = list(enumerate(sheets[kept.sheet]["rows"][:SHOWN_ROWS], start=1))
    return show(request, "committee/result_lists_columns.html", form, desk=desk, kept=kept, start=start)


@signed_in
def header(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say of which event the results are."""
    desk = _desk(request, slug)
    kept = _list(desk, pk)
    initial = kept.header or {"rules": Event.Rules.WMO_2014}
    form = HeaderForm(
        desk.body, request.POST if request.method == "POST" else None, initial=initial, columns=kept.mapping
    )
    facts = form.cleaned_data if form.is_valid() else {}
    if write(request, form, describe_list, desk.actor, desk.body, kept=kept.pk, **facts):
        return redirect("committee:list", slug, pk)
    return show(request, "committee/result_lists_event.html", form, desk=desk, kept=kept)


class AssignForm(forms.Form):
    """Whose a result is: the number of a person's record, or empty for somebody new."""

    person = WholeNumberField(
        label=gettext_lazy("Person"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("The number in the address of the person's record; empty: somebody new."),
    )

    def clean_person(self) -> Person | None:
        """Find the person."""
        given = self.cleaned_data["person"]
        found = Person.objects.select_related("merged_into").filter(pk=given).first() if given else None
        if given and found is None:
            raise forms.ValidationError(_("There is no such person."))
        return found


@signed_in
def assign(request: HttpRequest, slug: str, event: str, row: int) -> HttpResponse:
    """Give a result of a list to another person; giving it back undoes it."""
    desk = _desk(request, slug)
    lines = OfficialResult.objects.select_related("recorded", "person")
    result = lines.filter(recorded__slug=event, recorded__body=desk.body, row=row).first()
    if result is None or result.recorded.event_id:
        raise Http404
    form = AssignForm(request.POST if request.method == "POST" else None, initial={"person": result.person_id})
    facts = form.cleaned_data if form.is_valid() else {}
    answer = write(request, form, assign_result, desk.actor, desk.body, result=result, **facts)
    if answer:
        figures = {"before": answer["before"], "person": answer["person"]}
        messages.success(request, _("The result was person %(before)s's and is now person %(person)s's.") % figures)
        return redirect("committee:event", slug, event)
    return show(request, "committee/result_lists_assign.html", form, desk=desk, result=result)


def _desk(request: HttpRequest, slug: str) -> BodyDesk:
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    return desk


def _list(desk: BodyDesk, pk: int) -> ResultList:
    kept = list_of(desk.body, pk)
    if kept is None:
        raise Http404
    return kept
