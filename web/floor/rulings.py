"""Rulings: a disputed hand decided with article and reason, other rulings, and the list of all in the event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from common.forms import WholeNumberField
from common.numbers import number_in
from scoring.game.rules.seats import SEATS
from scoring.sheets.selectors.referee_calls import disputes, rulings_in, rulings_of
from scoring.sheets.services.facts.disputes import decide_hand
from scoring.sheets.services.rulings import enter_ruling
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.at_table import ABORTED, NOBODY, SELF_DRAWN, AtTable, at_table, seat_choices
from web.shared.forms.alternatives import AlternativesForm, OnlyWith
from web.shared.forms.fans import FansField
from web.shared.forms.fields import set_choices
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of, put_refusal, show, write
from web.shared.labels.game_words import aborted_label, nobody_label
from web.shared.requests.methods import get_only

PER_PAGE = 50
AS_WRITTEN, CHANGED = "as-written", "changed"


class RulingForm(forms.Form):
    """The decision, its article and its reason."""

    decision = forms.CharField(label=gettext_lazy("What was decided"), max_length=300)
    article = forms.CharField(
        label=gettext_lazy("Article"), max_length=30, required=False, help_text=gettext_lazy("Such as 3.9.1.4.")
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
        widget=forms.Textarea({"rows": 2}),
    )


class DisputeForm(AlternativesForm, AskingForm, RulingForm):
    """The ruling on a disputed hand, with the hand as it is to be."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    no = WholeNumberField(min_value=1, widget=forms.HiddenInput)
    stands = forms.ChoiceField(
        label=gettext_lazy("This hand"),
        choices=[(AS_WRITTEN, gettext_lazy("counts as written")), (CHANGED, gettext_lazy("counts as follows:"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose whether the hand counts as written or as follows.")},
    )
    winner = forms.ChoiceField(label=gettext_lazy("Winner"))
    discarder = forms.ChoiceField(label=gettext_lazy("Discarder"))
    points: forms.Field = WholeNumberField(label=gettext_lazy("Points"), required=False, min_value=0)
    field_order = ["stands", "winner", "discarder", "points", "decision", "article", "reason"]
    alternatives = (
        OnlyWith("stands", [CHANGED], ("winner", "discarder", "points")),
        OnlyWith("winner", SEATS, ("discarder", "points"), blank=[SELF_DRAWN]),
    )

    def __init__(self, table: AtTable, hand: Any, data: Any = None) -> None:
        winner = hand.winner or (ABORTED if hand.result == "aborted" else NOBODY)
        initial = {"seen": table.sheet.version, "no": hand.no, "winner": winner, "points": hand.points}
        super().__init__(data, initial=initial | {"discarder": hand.discarder or SELF_DRAWN}, prefix=f"hand{hand.no}")
        self.fields["decision"].required = False
        self.fields["decision"].help_text = _("Can be left empty if the hand counts as written.")
        seats = seat_choices(table)
        without_winner = [(NOBODY, nobody_label(table.event)), (ABORTED, aborted_label(table.event))]
        self.fields["winner"] = forms.ChoiceField(label=_("Winner"), choices=[*seats, *without_winner])
        self.fields["discarder"] = forms.ChoiceField(
            label=_("Discarder"), choices=[(SELF_DRAWN, _("Self-drawn")), *seats]
        )

    @property
    def value(self) -> dict[str, Any] | None:
        """Return the hand in the shape of the event file; None if it stays as written."""
        data = self.cleaned_data
        if data["stands"] == AS_WRITTEN:
            return None
        if data["winner"] not in SEATS:
            return {"no": data["no"], "winner": None} | ({"aborted": True} if data["winner"] == ABORTED else {})
        value = {"no": data["no"], "winner": data["winner"]}
        value |= {"discarder": data["discarder"]} if data["discarder"] in SEATS else {}
        return value | ({"points": data["points"]} if data["points"] is not None else {})


class ImjDisputeForm(DisputeForm):
    """The same with the rank in fans and what the International Mahjong Rules add to a hand."""

    points = FansField(label=gettext_lazy("Fans"), required=False)
    robbed = forms.BooleanField(label=gettext_lazy("Robbed from a kong: pays three times"), required=False)
    bound = forms.ChoiceField(label=gettext_lazy("Bound to lose"), required=False)
    false_wins = forms.MultipleChoiceField(
        label=gettext_lazy("False wins"), widget=forms.CheckboxSelectMultiple, required=False
    )
    field_order = [
        *("stands", "winner", "discarder", "points", "robbed", "bound", "false_wins"),
        *("decision", "article", "reason"),
    ]
    alternatives = (
        OnlyWith("stands", [CHANGED], ("winner", "discarder", "points", "robbed", "bound", "false_wins")),
        OnlyWith("winner", SEATS, ("discarder", "points", "robbed", "bound"), blank=[SELF_DRAWN]),
    )

    def __init__(self, table: AtTable, hand: Any, data: Any = None) -> None:
        super().__init__(table, hand, data)
        self.initial.update(robbed=hand.robbed, bound=hand.bound, false_wins=list(hand.false_wins))
        seats = seat_choices(table)
        set_choices(self, "bound", [("", _("nobody")), *seats])
        set_choices(self, "false_wins", seats)

    @property
    def value(self) -> dict[str, Any] | None:
        value, data = super().value, self.cleaned_data
        if value is None:
            return None
        value |= {"robbed": True} if data["robbed"] else {}
        value |= {"bound": data["bound"]} if data["bound"] else {}
        return value | ({"false_wins": sorted(data["false_wins"], key=SEATS.index)} if data["false_wins"] else {})


#: Key of a game -> the form of its disputed hands.
DISPUTE_FORMS: dict[str, type[DisputeForm]] = {"mcr": DisputeForm, "imj": ImjDisputeForm}


@get_only
@signed_in
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """List every ruling of the event, newest first, below the disputed hands."""
    floor = event_floor(request, slug)
    page = Paginator(rulings_in(floor.event), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "floor/rulings.html", {"floor": floor, "page": page, "disputes": disputes(floor.event)})


@signed_in
def table_rulings(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the rulings at one table, and enter one on a disputed hand or on something else."""
    floor = event_floor(request, slug)
    table = at_table(request, slug, session, number)
    sent_form = request.POST.get("do", "")
    disputed = [hand for hand in table.facts.facts.hands if hand.disputed]
    forms_of = {}
    for hand in disputed:
        data = request.POST if sent_form == str(hand.no) else None
        forms_of[hand.no] = DISPUTE_FORMS[table.facts.game.key](table, hand, data)
    other = RulingForm(request.POST if sent_form == "other" else None)
    hand_number = number_in(sent_form)
    sent_dispute = forms_of.get(hand_number) if hand_number is not None else None
    if sent_dispute:
        done = _write_decision(request, table, sent_dispute)
    else:
        done = write(request, other, enter_ruling, table.actor, table.sheet, **_ruling_values(other)).done
    if done:
        messages.success(request, _("The ruling is entered."))
        return redirect("floor:table-rulings", slug, session, number)
    context = {
        "floor": floor,
        "table": table,
        "disputed": [(hand, forms_of[hand.no]) for hand in disputed],
        "rulings": rulings_of(table.sheet),
        "may": floor.may(enter_ruling, floor.event.ledger),
    }
    answer = show(request, "floor/rulings_table.html", other, **context)
    answer.status_code = 400 if sent_dispute else answer.status_code
    return answer


def _ruling_values(form: forms.Form) -> dict[str, str]:
    data = form.cleaned_data if form.is_valid() else {}
    return {name: data.get(name, "") for name in ("decision", "article")}


def _write_decision(request: HttpRequest, table: AtTable, form: DisputeForm) -> bool:
    """Write the ruling; put a refusal or a question into the form."""
    if not form.is_valid():
        return False
    data = form.cleaned_data
    payload = {"seen": data["seen"], "no": data["no"], "value": form.value, **_ruling_values(form)}
    payload["acknowledged"] = form.acknowledged
    try:
        decide_hand(table.actor, table.sheet, key=key_of(request), reason=data["reason"], **payload)
    except Refused as refused:
        put_refusal(form, refused)
        return False
    return True
