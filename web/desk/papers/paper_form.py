"""The form of one paper: language, size, parts, contents."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from common.number_lists import NumberListError, numbers_in
from scoring.papers.exports.papers import (
    ALL,
    BLANK,
    CHANGED,
    LIVE,
    NUMBERS,
    OPEN,
    RELEASED,
    Papers,
)
from scoring.papers.exports.score_sheets.labels import BILINGUAL
from scoring.papers.exports.score_sheets.papers import FILLED_SHEETS
from scoring.papers.exports.seat_rotation import SEAT_ROTATION
from scoring.papers.exports.session_pack import CARDS, ROTATION
from scoring.papers.selectors.score_sheets import unconfirmed
from tournament.papers.exports.kinds import Kind, Of
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fields import set_choices
from web.shared.forms.questions import AskingForm

VIEWS = {
    RELEASED: gettext_lazy("Only what is released"),
    LIVE: gettext_lazy("Everything that counts so far"),
}


class PaperForm(AskingForm, AlternativesForm):
    """Language, size and parts of a paper."""

    language = forms.ChoiceField(label=gettext_lazy("Language"))
    sessions = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Sessions"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one session.")},
    )
    contents = forms.MultipleChoiceField(label=gettext_lazy("Contents"), widget=forms.CheckboxSelectMultiple)
    view = forms.ChoiceField(label=gettext_lazy("Results"), widget=forms.RadioSelect)
    weight = forms.DecimalField(
        label=gettext_lazy("Weight"),
        required=False,
        min_value=0,
        max_value=9,
        max_digits=3,
        decimal_places=2,
        help_text=gettext_lazy(
            "The event's weight in the federation's ranking, if the federation told you one. Empty: it is computed."
        ),
    )
    weight_column = forms.BooleanField(
        label=gettext_lazy("With the column of the weight (19 columns; the newest form has 18)"),
        required=False,
        initial=True,
    )
    ending = forms.ChoiceField(label=gettext_lazy("File"))
    size = forms.ChoiceField(label=gettext_lazy("Paper size"))
    which = forms.ChoiceField(label=gettext_lazy("Which"), widget=forms.RadioSelect)
    numbers = forms.CharField(
        label=gettext_lazy("Numbers"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Such as 1-12, 40; only if you chose “Only these numbers”."),
    )
    pages = forms.CharField(
        label=gettext_lazy("Pages"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Such as 3-7, to print some pages again; empty: all."),
    )
    alternatives = (OnlyWith("which", [NUMBERS], ("numbers",)),)

    def __init__(self, request: HttpRequest, papers: Papers, kind: Kind, *, may_issue: bool) -> None:
        which = ALL if papers.seated or not kind.blank else BLANK
        initial = {"language": get_language(), "which": request.GET.get("which", which)}
        initial["view"] = next(iter(papers.views), RELEASED)
        super().__init__(request.POST if request.method == "POST" else None, initial=initial)
        self.kind = kind
        self.existing = papers.numbers(kind)
        set_choices(self, "size", [(size, size) for size in kind.sizes])
        set_choices(self, "which", list(_choices(papers, kind, len(self.existing))))
        bilingual = [(BILINGUAL, _("Chinese and English"))] if kind.bilingual else []
        set_choices(self, "language", [*settings.LANGUAGES, *bilingual])
        set_choices(self, "ending", [(ending, ending.upper()) for ending in kind.endings])
        set_choices(self, "view", [(view, VIEWS[view]) for view in papers.views])
        self._offer_sessions(papers, kind)
        self._offer_contents(papers, kind, may_issue)
        for name, offered in (("size", kind.sizes), ("ending", kind.endings)):
            if len(offered) == 1:
                del self.fields[name]
        if kind.of is Of.WHOLE:
            del self.fields["which"], self.fields["numbers"]
        if not kind.results:
            del self.fields["view"]
        if not kind.weight:
            del self.fields["weight"], self.fields["weight_column"]
        if "pdf" not in kind.endings:
            del self.fields["pages"]

    def _offer_sessions(self, papers: Papers, kind: Kind) -> None:
        """Offer the sessions with seats; choose the coming one, or all for a reprint of changes."""
        numbers = sorted(papers.seating.by_session)
        if kind.of is not Of.SHEETS or len(numbers) < 2:
            del self.fields["sessions"]
            return
        field: Any = self.fields["sessions"]
        field.choices = [(number, str(number)) for number in numbers]
        # A blank sheet belongs to no session.
        field.required = self.data.get("which") != BLANK
        released = set(papers.event.sessions.exclude(released_at=None).values_list("number", flat=True))
        coming = [number for number in numbers if number not in released] or numbers
        field.initial = numbers if self.initial["which"] == CHANGED else coming[:1]

    def _offer_contents(self, papers: Papers, kind: Kind, may_issue: bool) -> None:
        """Offer the contents; cards only to accounts that may issue codes, and not preselected."""
        field: Any = self.fields["contents"]
        missing = {CARDS: not may_issue, ROTATION: bool(SEAT_ROTATION.lacks(papers.event))}
        field.choices = [(name, words) for name, words in kind.contents.items() if not missing.get(name)]
        field.initial = [name for name, _words in field.choices if name != CARDS]
        if not kind.contents:
            del self.fields["contents"]

    def clean_pages(self) -> list[int]:
        """Return the pages as numbers."""
        return self._parsed_numbers(self.cleaned_data["pages"])

    def _parsed_numbers(self, text: str) -> list[int]:
        try:
            return numbers_in(text)
        except NumberListError as error:
            words = _("This is neither a number nor a range: %(part)s")
            raise forms.ValidationError(words % {"part": error.part}) from None

    def clean(self) -> dict[str, Any]:
        """Require existing numbers if numbers are chosen."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("which") != NUMBERS:
            return data
        try:
            typed = self._parsed_numbers(data.get("numbers", ""))
        except forms.ValidationError as error:
            self.add_error("numbers", error)
            return data
        if not set(typed) & set(self.existing):
            self.add_error("numbers", _("None of these numbers exists."))
        return {**data, "typed": typed}

    @property
    def choice(self) -> dict[str, Any]:
        """Return the parameters of the job."""
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
            "weight_column": data.get("weight_column", True),
        }


def _choices(papers: Papers, kind: Kind, count: int) -> Any:
    """Yield the possible choices of the paper's parts."""
    if kind.blank:
        yield BLANK, _("One without a name, for copying")
    if kind.of is Of.SHEETS and not count:
        return
    words = ngettext("All: %(count)d table", "All: %(count)d tables", count)
    if kind.of is Of.PLAYERS:
        words = ngettext("All: %(count)d player", "All: %(count)d players", count)
    yield ALL, words % {"count": count}
    unconfirmed_count = len(unconfirmed(papers.event)) if kind is FILLED_SHEETS else 0
    if unconfirmed_count:
        words = ngettext(
            "Those not confirmed: %(count)d sheet", "Those not confirmed: %(count)d sheets", unconfirmed_count
        )
        yield OPEN, words % {"count": unconfirmed_count}
    if kind.name in papers.printed and papers.digests(kind):
        changed = len(papers.changed(kind))
        yield CHANGED, _("Only what is new or changed since the last time: %(count)d") % {"count": changed}
    yield NUMBERS, _("Only these numbers")
