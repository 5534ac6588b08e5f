"""The papers of an event: what there is, what changed since it was made, and making it as a job."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from common import jobs
from common.actions.engine import Service
from scoring.papers.exports.papers import (
    ALL,
    BLANK,
    CHANGED,
    LIVE,
    NUMBERS,
    OPEN,
    PAPERS,
    PLAYER_CODES,
    RELEASED,
    TABLE_CARDS,
    Papers,
)
from scoring.papers.exports.score_sheet_papers import FILLED_SHEETS
from scoring.papers.exports.score_sheet_words import BILINGUAL
from scoring.papers.exports.session_pack import CARDS
from scoring.papers.selectors.score_sheets import unconfirmed
from scoring.sheets.services.codes.cards import issue_player_codes, issue_table_codes
from tournament.papers.exports.kinds import Kind, Of
from tournament.papers.rules.number_lists import NumberListError, numbers_in
from web.desk.papers.address import address_warning
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show
from web.shared.requests.methods import get_only, post_only

#: The papers that only those make who may also issue what stands on them.
VIEWS = {
    RELEASED: gettext_lazy("Only what is released"),
    LIVE: gettext_lazy("Everything that counts so far"),
}
ISSUES: dict[str, Service] = {TABLE_CARDS.name: issue_table_codes, PLAYER_CODES.name: issue_player_codes}


class PaperForm(AlternativesForm):
    """In which language and size, and which of its parts."""

    language = forms.ChoiceField(label=gettext_lazy("Language"))
    sessions = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Sessions"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one session.")},
    )
    contents = forms.MultipleChoiceField(label=gettext_lazy("What is in it"), widget=forms.CheckboxSelectMultiple)
    view = forms.ChoiceField(label=gettext_lazy("Results"), widget=forms.RadioSelect)
    weight = forms.DecimalField(
        label=gettext_lazy("Weight"),
        required=False,
        min_value=0,
        max_value=9,
        max_digits=3,
        decimal_places=2,
        help_text=gettext_lazy(
            "What the event weighs in the federation's ranking, as it was told; empty if not known."
        ),
    )
    ending = forms.ChoiceField(label=gettext_lazy("File"))
    size = forms.ChoiceField(label=gettext_lazy("Paper size"))
    which = forms.ChoiceField(label=gettext_lazy("Which"), widget=forms.RadioSelect)
    numbers = forms.CharField(
        label=gettext_lazy("Numbers"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Such as 1-12, 40; only for the choice of numbers."),
    )
    pages = forms.CharField(
        label=gettext_lazy("Pages"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Such as 3-7, to print some pages again; empty: all."),
    )
    alternatives = (OnlyWith("which", [NUMBERS], ("numbers",)),)

    def __init__(self, request: HttpRequest, papers: Papers, kind: Kind, *, may_issue: bool) -> None:
        which = ALL if papers.found or not kind.blank else BLANK
        initial = {"language": get_language(), "which": request.GET.get("which", which)}
        initial["view"] = next(iter(papers.views), RELEASED)
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        self.kind, self.there = kind, papers.numbers(kind)
        set_choices(self, "size", [(size, size) for size in kind.sizes])
        set_choices(self, "which", list(_choices(papers, kind, len(self.there))))
        both = [(BILINGUAL, _("Chinese and English"))] if kind.bilingual else []
        set_choices(self, "language", [*settings.LANGUAGES, *both])
        set_choices(self, "ending", [(ending, ending.upper()) for ending in kind.endings])
        set_choices(self, "view", [(view, VIEWS[view]) for view in papers.views])
        self._offer_sessions(papers, kind)
        self._offer_contents(kind, may_issue)
        for name, offered in (("size", kind.sizes), ("ending", kind.endings)):
            if len(offered) == 1:
                del self.fields[name]
        if kind.of is Of.WHOLE:
            del self.fields["which"], self.fields["numbers"]
        if not kind.results:
            del self.fields["view"]
        if not kind.weight:
            del self.fields["weight"]
        if "pdf" not in kind.endings:
            del self.fields["pages"]

    def _offer_sessions(self, papers: Papers, kind: Kind) -> None:
        """The sessions there are seats for; the one that comes next is chosen, all if something changed."""
        numbers = sorted(papers.seating.by_session)
        if kind.of is not Of.SHEETS or len(numbers) < 2:
            del self.fields["sessions"]
            return
        field: Any = self.fields["sessions"]
        field.choices = [(number, str(number)) for number in numbers]
        # A sheet without names belongs to none.
        field.required = self.data.get("which") != BLANK
        done = set(papers.event.sessions.exclude(released_at=None).values_list("number", flat=True))
        coming = [number for number in numbers if number not in done] or numbers
        field.initial = numbers if self.initial["which"] == CHANGED else coming[:1]

    def _offer_contents(self, kind: Kind, may_issue: bool) -> None:
        """What there is to choose from; cards only for whoever may issue them, and not without being asked."""
        field: Any = self.fields["contents"]
        field.choices = [(name, words) for name, words in kind.contents.items() if name != CARDS or may_issue]
        field.initial = [name for name, _words in field.choices if name != CARDS]
        if not kind.contents:
            del self.fields["contents"]

    def clean_pages(self) -> list[int]:
        """The pages as numbers."""
        return self._numbers(self.cleaned_data["pages"])

    def _numbers(self, text: str) -> list[int]:
        try:
            return numbers_in(text)
        except NumberListError as error:
            words = _("This is neither a number nor a range: %(part)s")
            raise forms.ValidationError(words % {"part": error.part}) from None

    def clean(self) -> dict[str, Any]:
        """The numbers, where they are chosen, are numbers of parts that there are."""
        found: dict[str, Any] = super().clean() or {}
        if found.get("which") != NUMBERS:
            return found
        try:
            typed = self._numbers(found.get("numbers", ""))
        except forms.ValidationError as error:
            self.add_error("numbers", error)
            return found
        if not set(typed) & set(self.there):
            self.add_error("numbers", _("None of these numbers is there."))
        return {**found, "typed": typed}

    @property
    def choice(self) -> dict[str, Any]:
        """What the job is told."""
        data = self.cleaned_data
        return {
            "paper": self.kind.name,
            "language": data["language"],
            "size": data.get("size") or self.kind.sizes[0],
            "which": data.get("which") or ALL,
            "numbers": data.get("typed", []),
            "sessions": data.get("sessions", []),
            "ending": data.get("ending") or self.kind.endings[0],
            "view": data.get("view") or RELEASED,
            "pages": data.get("pages") or [],
            "contents": data.get("contents") or [],
            "weight": str(data.get("weight") or ""),
        }


def _choices(papers: Papers, kind: Kind, count: int) -> Any:
    """The ways to choose parts of this paper now."""
    if kind.blank:
        yield BLANK, _("One without a name, to be copied")
    if kind.of is Of.SHEETS and not count:
        return
    words = ngettext("All: %(count)d table", "All: %(count)d tables", count)
    if kind.of is Of.PLAYERS:
        words = ngettext("All: %(count)d player", "All: %(count)d players", count)
    yield ALL, words % {"count": count}
    if kind is FILLED_SHEETS and (count := len(unconfirmed(papers.event))):
        words = ngettext("Those not confirmed: %(count)d sheet", "Those not confirmed: %(count)d sheets", count)
        yield OPEN, words % {"count": count}
    if kind.name in papers.printed and papers.digests(kind):
        changed = len(papers.changed(kind))
        yield CHANGED, _("Only what is new or changed since they were made: %(count)d") % {"count": changed}
    yield NUMBERS, _("Only these numbers")


@get_only
@signed_in
def papers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the papers: when each was made, whether it still says what is so, what is missing for it."""
    desk = _desk(request, slug)
    found = Papers(desk.event)
    rows = [
        {
            "kind": kind,
            "missing": found.missing(kind),
            "printed": found.printed.get(kind.name),
            "changed": len(found.changed(kind)),
            "whole": kind.of is Of.WHOLE,
        }
        for kind in PAPERS.values()
        if _may_make(desk, kind)
    ]
    warning = address_warning(request, desk.event)
    context = {"desk": desk, "rows": rows, "address": found.address, "warning": warning, "draft": found.seating.draft}
    return render(request, "desk/papers/papers.html", context)


@signed_in
def paper(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Choose what of one paper is made, start the job, and lead to its page."""
    desk = _desk(request, slug)
    kind = PAPERS.get(name)
    if kind is None:
        raise Http404
    desk.require(_may_make(desk, kind))
    found = Papers(desk.event)
    may_issue = desk.may(issue_table_codes, desk.event.head)
    form = PaperForm(request, found, kind, may_issue=may_issue)
    missing = found.missing(kind)
    if request.method == "POST" and not missing and form.is_valid():
        parameters = {"event": slug, **form.choice}
        job = jobs.start(desk.actor, "papers.make", head=desk.event.head, parameters=parameters)
        return redirect("jobs:job", job.pk)
    warning = address_warning(request, desk.event) if kind.address else ""
    return show(
        request,
        "desk/papers/papers_detail.html",
        form,
        desk=desk,
        kind=kind,
        missing=missing,
        found=found,
        warning=warning,
    )


@post_only
@signed_in
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Make how the event stands, to print, as one zip, and lead to its job."""
    desk = _desk(request, slug)
    parameters = {"event": slug, "language": get_language()}
    job = jobs.start(desk.actor, "papers.state", head=desk.event.head, parameters=parameters)
    return redirect("jobs:job", job.pk)


@post_only
@signed_in
def public_site(request: HttpRequest, slug: str) -> HttpResponse:
    """Start making the public pages as files, and lead to the job's page."""
    desk = _desk(request, slug)
    job = jobs.start(desk.actor, "site.make", head=desk.event.head, parameters={"event": slug})
    return redirect("jobs:job", job.pk)


def _may_make(desk: EventDesk, kind: Kind) -> bool:
    return kind.name not in ISSUES or desk.may(ISSUES[kind.name], desk.event.head)


def _desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may_print)
    return desk
