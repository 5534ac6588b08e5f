"""Rulings at the tables: a disputed hand settled (what, article, reason), and what was decided in the event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.game.rules.seats import SEATS
from scoring.sheets.selectors.referee_calls import disputes, rulings_in, rulings_of
from scoring.sheets.services.facts.hands import decide_hand
from scoring.sheets.services.rulings import enter_ruling
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.at_table import ABORTED, NOBODY, SELF_DRAWN, AtTable, at_table, seat_choices
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of, show, write
from web.shared.requests.methods import get_only

PER_PAGE = 50
AS_WRITTEN, CHANGED = "as-written", "changed"


class RulingForm(forms.Form):
    """What was decided, under which article, and why."""

    decision = forms.CharField(label=gettext_lazy("What was decided"), max_length=300)
    article = forms.CharField(
        label=gettext_lazy("Article"), max_length=30, required=False, help_text=gettext_lazy("Such as 3.9.1.4.")
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("It is kept with the change, for everybody who may see it."),
        widget=forms.Textarea({"rows": 2}),
    )


class DisputeForm(AlternativesForm, AskingForm, RulingForm):
    """The ruling on a disputed hand, and the hand as it is to stand."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    no = WholeNumberField(min_value=1, widget=forms.HiddenInput)
    stands = forms.ChoiceField(
        label=gettext_lazy("This hand"),
        choices=[(AS_WRITTEN, gettext_lazy("stands as written")), (CHANGED, gettext_lazy("stands as follows:"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose whether the hand stands as written or as follows.")},
    )
    winner = forms.ChoiceField(label=gettext_lazy("Winner"))
    discarder = forms.ChoiceField(label=gettext_lazy("Discarder"))
    points = WholeNumberField(label=gettext_lazy("Points"), required=False, min_value=0)
    field_order = ["stands", "winner", "discarder", "points", "decision", "article", "reason"]
    alternatives = (
        OnlyWith("stands", [CHANGED], ("winner", "discarder", "points")),
        OnlyWith("winner", SEATS, ("discarder", "points"), blank=[SELF_DRAWN]),
    )

    def __init__(self, at: AtTable, hand: Any, data: Any = None) -> None:
        wins = hand.winner or (ABORTED if hand.result == "aborted" else NOBODY)
        initial = {"seen": at.sheet.version, "no": hand.no, "winner": wins, "points": hand.points}
        super().__init__(data, initial=initial | {"discarder": hand.discarder or SELF_DRAWN}, prefix=f"hand{hand.no}")
        self.fields["decision"].required = False
        self.fields["decision"].help_text = _("May be empty where the hand stands as written.")
        seats = seat_choices(at)
        nobody = [(NOBODY, _("Drawn hand")), (ABORTED, _("Ended by the referee"))]
        self.fields["winner"] = forms.ChoiceField(label=_("Winner"), choices=[*seats, *nobody])
        self.fields["discarder"] = forms.ChoiceField(
            label=_("Discarder"), choices=[(SELF_DRAWN, _("Self-drawn")), *seats]
        )

    @property
    def value(self) -> dict[str, Any] | None:
        """The hand as it is to stand; None: as written."""
        found = self.cleaned_data
        if found["stands"] == AS_WRITTEN:
            return None
        if found["winner"] not in SEATS:
            return {"no": found["no"], "winner": None} | ({"aborted": True} if found["winner"] == ABORTED else {})
        value = {"no": found["no"], "winner": found["winner"]}
        value |= {"discarder": found["discarder"]} if found["discarder"] in SEATS else {}
        return value | ({"points": found["points"]} if found["points"] is not None else {})


@get_only
@signed_in
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling of the event, the newest first; above them the hands that wait for one."""
    floor = event_floor(request, slug)
    page = Paginator(rulings_in(floor.event), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "floor/rulings.html", {"floor": floor, "page": page, "disputes": disputes(floor.event)})


@signed_in
def at(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """The rulings at one table, and one more: on a disputed hand, or on something else."""
    floor = event_floor(request, slug)
    table = at_table(request, slug, session, number)
    asked = request.POST.get("do", "")
    disputed = [hand for hand in table.facts.facts.hands if hand.disputed]
    forms_of = {hand.no: DisputeForm(table, hand, request.POST if asked == str(hand.no) else None) for hand in disputed}
    other = RulingForm(request.POST if asked == "other" else None)
    hand_number = number_in(asked)
    chosen = forms_of.get(hand_number) if hand_number is not None else None
    if (chosen and _settled(request, table, chosen)) or (
        asked == "other" and write(request, other, enter_ruling, table.actor, table.sheet, **_said(other))
    ):
        messages.success(request, _("The ruling is entered."))
        return redirect("floor:table-rulings", slug, session, number)
    context = {
        "floor": floor,
        "at": table,
        "disputed": [(hand, forms_of[hand.no]) for hand in disputed],
        "rulings": rulings_of(table.sheet),
        "may": floor.may(enter_ruling, floor.event.head),
    }
    answer = show(request, "floor/rulings_table.html", other, **context)
    answer.status_code = 400 if chosen else answer.status_code
    return answer


def _said(form: forms.Form) -> dict[str, str]:
    found = form.cleaned_data if form.is_valid() else {}
    return {name: found.get(name, "") for name in ("decision", "article")}


def _settled(request: HttpRequest, table: AtTable, form: DisputeForm) -> bool:
    """Write the ruling; what is refused or asked stands in the form."""
    if not form.is_valid():
        return False
    found = form.cleaned_data
    facts = {"seen": found["seen"], "no": found["no"], "value": form.value, **_said(form)}
    facts["acknowledged"] = form.acknowledged
    try:
        decide_hand(table.actor, table.sheet, key=key_of(request), reason=found["reason"], **facts)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
        return False
    except Refused as refused:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
        return False
    return True
