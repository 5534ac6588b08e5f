"""Preview what a list of members changes, choose its columns, and import it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.actions.errors import Forbidden, Refused, Unusual
from common.templatetags.pinju import DASH, country_code, state_badge
from ranking.member_lists.models import MemberList
from ranking.member_lists.selectors import ListPlan, plan_of, sheets_of, waiting_list
from ranking.member_lists.services import ListChanged, map_list, replace_registry
from tournament.registry.rules.comparing import Change
from tournament.registry.rules.members import Member
from web.committee.access import BodyDesk
from web.committee.registry.registry import registry_desk
from web.shared.access import signed_in
from web.shared.forms.columns import SHOWN_ROWS, ColumnsForm, used_columns
from web.shared.forms.fields import DayField
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of, show, write
from web.shared.labels.members import MEMBER_COLUMNS, MEMBER_VALUES, member_note, numbers_text, value_text
from web.shared.labels.registration import SKIPPED
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 100
VERDICTS = {
    "wrong": ("stop", gettext_lazy("wrong")),
    "added": ("live", gettext_lazy("added")),
    "changed": ("wait", gettext_lazy("changed")),
    "gone": ("warn", gettext_lazy("no longer in the list")),
}


class MemberColumnsForm(ColumnsForm):
    """Sheet, heading row, and the content of each column of a list of members."""

    labels = MEMBER_COLUMNS


class ImportForm(AskingForm):
    """The day of the list, and the button that imports it."""

    dated = DayField(
        label=gettext_lazy("Date of the list"),
        help_text=gettext_lazy("When the federation made the list; organizers see it."),
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    def show_version(self, version: str) -> None:
        """Carry the version of the plan that the page shows, in place of the one that was sent."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["seen"] = version
        self.data = data


@dataclass(frozen=True)
class Line:
    """A member whom the import changes, or a wrong row; ``row`` is None for somebody who is not in the list."""

    row: int | None
    verdict: str
    member: Member
    why: str


class LineTable(BaseTable):
    """What the import changes."""

    caption = gettext_lazy("What the list changes")

    row = Column(gettext_lazy("Row"), attrs=FIGURE, default=DASH)
    verdict = Column(gettext_lazy("Treated as"))
    name = Column(gettext_lazy("Name"), attrs=NAMING, accessor="member__name", default=DASH)
    numbers = Column(gettext_lazy("Numbers"), accessor="member", empty_values=())
    country = Column(gettext_lazy("Country"), accessor="member__country", default=DASH)
    club = Column(gettext_lazy("Club"), accessor="member__club", default=DASH)
    why = Column(gettext_lazy("Why"), default=DASH, attrs={"td": {"class": "words"}})

    class Meta:
        orderable = False

    def render_verdict(self, record: Line) -> SafeString:
        tone, word = VERDICTS[record.verdict]
        return state_badge(tone, str(word))

    def render_numbers(self, record: Line) -> str:
        return numbers_text(record.member.numbers) or DASH

    def render_country(self, value: str) -> SafeString | str:
        return country_code(value)


@signed_in
def preview(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what the list changes; a POST chooses its columns, or imports it."""
    desk = registry_desk(request, slug)
    kept = waiting_list(desk.body, pk)
    if kept is None:
        if request.method == "POST":
            messages.error(request, _("This preview no longer exists; another file has been read."))
            return redirect("committee:registry", slug)
        raise Http404
    if request.method == "POST" and "seen" in request.POST:
        return _import(request, desk, kept)
    columns = MemberColumnsForm(kept, sheets_of(kept), request.POST if request.method == "POST" else None)
    if write(request, columns, map_list, desk.actor, desk.body, kept=kept.pk, **columns.payload()).done:
        return redirect("committee:registry-list", slug, pk)
    return _page(request, desk, kept, columns, ImportForm(initial={"dated": timezone.localdate()}))


def _import(request: HttpRequest, desk: BodyDesk, kept: MemberList) -> HttpResponse:
    form = ImportForm(request.POST)
    if form.is_valid():
        values = {**form.cleaned_data, "kept": kept.pk, "acknowledged": form.acknowledged}
        try:
            counts = replace_registry(desk.actor, desk.body, key=key_of(request), **values)
        except Forbidden as forbidden:
            raise PermissionDenied from forbidden
        except Unusual as asked:
            form.questions = asked.questions
            status = asked.status
        except ListChanged as changed:
            messages.warning(request, str(changed.message) + " " + _("These are the current data."))
            status = changed.status
        except Refused as refused:
            form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
            status = refused.status
        else:
            words = _("%(added)d added, %(changed)d changed, %(gone)d removed, %(same)d unchanged.")
            messages.success(request, words % counts)
            return redirect("committee:registry", desk.body.slug)
    else:
        status = 400
    answer = _page(request, desk, kept, MemberColumnsForm(kept, sheets_of(kept)), form)
    answer.status_code = status
    return answer


def _page(
    request: HttpRequest, desk: BodyDesk, kept: MemberList, columns: ColumnsForm, form: ImportForm
) -> HttpResponse:
    plan = plan_of(kept)
    shown = request.GET.get("verdict", "")
    table = LineTable([line for line in _lines(plan) if shown in ("", line.verdict)])
    paginate(request, table, per_page=PER_PAGE)
    rows = sheets_of(kept)[kept.sheet]["rows"]
    counts = {**plan.changes.counts, "wrong": len(plan.wrong)}
    context = {
        "kept": kept,
        "plan": plan,
        "import_form": form,
        "table": table,
        "fault": member_note(plan.fault) if plan.fault else "",
        "used": used_columns(kept, rows, MEMBER_COLUMNS),
        "start": list(enumerate(rows[:SHOWN_ROWS], start=1)),
        "counts": counts,
        "verdicts": [
            {"value": name, "tone": tone, "word": word, "count": counts[name], "chosen": name == shown}
            for name, (tone, word) in VERDICTS.items()
        ],
        "skipped": [(row.row, SKIPPED[row.why], row.text) for row in plan.skipped[:PER_PAGE]],
    }
    form.fields["seen"].initial = plan.version
    if form.is_bound:
        form.show_version(plan.version)
    return show(request, "committee/registry/preview.html", columns, desk=desk, **context)


def _lines(plan: ListPlan) -> Iterator[Line]:
    """Yield wrong rows first, then the members who are added, changed and gone."""
    row_of = {key: row.row for row in plan.rows if not row.problems for key in row.member.number_keys}

    def row(member: Member) -> int | None:
        return next((row_of[key] for key in member.number_keys if key in row_of), None)

    for wrong in plan.wrong:
        yield Line(wrong.row, "wrong", wrong.member, " · ".join(map(member_note, wrong.problems)))
    for member in plan.changes.added:
        yield Line(row(member), "added", member, "")
    for change in plan.changes.changed:
        yield Line(row(change.after), "changed", change.after, " · ".join(_change_texts(change)))
    for member in plan.changes.gone:
        yield Line(None, "gone", member, "")


def _change_texts(change: Change) -> Iterator[str]:
    for name in change.fields:
        before, after = (value_text(member, name) or _("nothing") for member in (change.before, change.after))
        figures = {"field": MEMBER_VALUES[name], "before": before, "after": after}
        yield _("%(field)s: %(before)s → %(after)s") % figures
