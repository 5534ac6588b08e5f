"""An official's rulings at a table: penalty points and their receiver, the real player on a seat, a forfeit."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.errors import Refused, Unusual
from common.forms import WholeNumberField
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.selectors.hand_names import with_hand_name
from scoring.sheets.selectors.people.substitution import possible_sitters
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty, remove_penalty
from scoring.sheets.services.people.persons import forfeit, seat_person, unforfeit, unseat_person
from tournament.events.models.entries import Entry
from web.shared.at_table import AtTable, at_table, seat_choices, sitters_at
from web.shared.forms.fields import set_choices
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of, put_refusal
from web.shared.table_rows import sitter_name

REASON = _("It is kept with the change; everybody who can see the change can read it.")


class RulingForm(AskingForm):
    """Base of the rulings: the version seen, and the reason."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200)

    def __init__(self, table: AtTable, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, initial={"seen": table.sheet.version}, **kwargs)
        if "seat" in self.fields:
            self.fields["seat"] = forms.ChoiceField(label=_("Player"), choices=seat_choices(table))

    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service besides the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


def hand_choices(table: AtTable) -> list[tuple[int, str]]:
    """Return the choices of a hand of the session: those with a line on the sheet."""
    return [(no, with_hand_name(str(no), no, table.event.rules)) for no in table.facts.course.deals]


class PenaltyForm(RulingForm):
    """Penalty points and their receiver."""

    seat = forms.ChoiceField()
    points = WholeNumberField(
        label=_("Points lost"), min_value=0, help_text=_("For “each of the others”: what each of them gets.")
    )
    payee = forms.ChoiceField(label=_("Paid to"))
    hand_no = forms.TypedChoiceField(label=_("Hand"), coerce=int)
    article = forms.CharField(label=_("Article"), max_length=30, required=False)
    dead = forms.BooleanField(label=_("The player can no longer win this hand"), required=False)
    PENALTY = ("seat", "points", "payee", "hand_no", "article", "dead")
    field_order = [*PENALTY, "reason"]

    def __init__(self, table: AtTable, data: Any = None) -> None:
        super().__init__(table, data, prefix="penalty")
        self.fields["payee"] = forms.ChoiceField(
            label=_("Paid to"), choices=[(NOBODY, _("nobody")), (EACH, _("each of the others")), *seat_choices(table)]
        )
        numbers = [(0, _("between hands")), *hand_choices(table)]
        self.fields["hand_no"] = forms.TypedChoiceField(label=_("Hand"), choices=numbers, coerce=int)

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        penalty = TablePenalty(**{name: data[name] for name in self.PENALTY})
        return {"seen": data["seen"], "penalty": penalty, "acknowledged": self.acknowledged}


class PersonForm(RulingForm):
    """The person on a seat from a hand on."""

    seat = forms.ChoiceField()
    from_hand = forms.TypedChoiceField(label=_("From hand"), coerce=int)
    entry = forms.ModelChoiceField(label=_("Who sits there"), queryset=Entry.objects.none(), required=False)
    name = forms.CharField(
        label=_("Or a person who is not entered"), max_length=200, required=False, help_text=_("Enter the name.")
    )
    field_order = ["seat", "from_hand", "entry", "name", "reason"]

    def __init__(self, table: AtTable, data: Any = None) -> None:
        super().__init__(table, data, prefix="person")
        set_choices(self, "from_hand", hand_choices(table))
        self.fields["entry"] = forms.ModelChoiceField(
            label=_("Who sits there"), queryset=possible_sitters(table.sheet.table), required=False
        )


class ForfeitForm(RulingForm):
    seat = forms.ChoiceField()
    field_order = ["seat", "reason"]

    def __init__(self, table: AtTable, data: Any = None) -> None:
        super().__init__(table, data, prefix="forfeit")


class BackForm(RulingForm):
    """The ruling that is revoked."""

    seat = forms.CharField(max_length=1, required=False)
    hand_no = WholeNumberField(min_value=0, required=False)
    order = WholeNumberField(min_value=0, required=False)

    def __init__(self, table: AtTable, data: Any = None) -> None:
        super().__init__(table, data, prefix="back")
        self.fields["seat"] = forms.CharField(max_length=1, required=False)


FORMS: Mapping[str, tuple[type[RulingForm], Service]] = {
    "penalty": (PenaltyForm, give_penalty),
    "person": (PersonForm, seat_person),
    "forfeit": (ForfeitForm, forfeit),
}
BACK: Mapping[str, tuple[Service, tuple[str, ...]]] = {
    "penalty-back": (remove_penalty, ("seen", "hand_no", "order")),
    "person-back": (unseat_person, ("seen", "seat", "from_hand")),
    "forfeit-back": (unforfeit, ("seen", "seat")),
}


@never_cache
def rulings(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the penalties and persons of the table; add or revoke one."""
    table = at_table(request, slug, session, number)
    if not table.official:
        raise PermissionDenied
    sent_form = request.POST.get("do", "")
    forms_shown = {}
    for name, (form_class, _service) in FORMS.items():
        forms_shown[name] = form_class(table, request.POST if name == sent_form else None)
    context: dict[str, Any] = {"table": table, "error": ""}
    if sent_form in FORMS and forms_shown[sent_form].is_valid():
        form = forms_shown[sent_form]
        context |= _write_ruling(request, table, FORMS[sent_form][1], form, form.payload())
    elif sent_form in BACK:
        context |= _revoke_ruling(request, table, *BACK[sent_form])
    if context.pop("done", False):
        return redirect("table:rulings", slug, session, number)
    context |= {"forms": forms_shown, "penalties": _penalties(table), "persons": _persons(table), "may": _may(table)}
    return render(request, "table/rulings.html", context, status=400 if request.method == "POST" else 200)


def _write_ruling(
    request: HttpRequest, table: AtTable, service: Service, form: RulingForm, payload: dict[str, Any]
) -> dict[str, Any]:
    try:
        service(table.actor, table.sheet, key=key_of(request), reason=form.cleaned_data["reason"], **payload)
    except Refused as refused:
        put_refusal(form, refused)
        return {} if isinstance(refused, Unusual) else {"error": str(refused.message)}
    return {"done": True}


def _revoke_ruling(request: HttpRequest, table: AtTable, service: Service, names: tuple[str, ...]) -> dict[str, Any]:
    form = BackForm(table, request.POST)
    if not form.is_valid():
        return {"error": _("Please give a reason; it is kept with the change.")}
    facts = form.payload() | {"from_hand": form.cleaned_data["hand_no"]}
    return _write_ruling(request, table, service, form, {name: facts[name] for name in names})


def _penalties(table: AtTable) -> list[dict[str, Any]]:
    """Return the penalties of the table, each with its seats and points."""
    penalties: dict[tuple[int, int], dict[str, Any]] = {}
    for row in table.facts.facts.adjustments:
        line = penalties.setdefault(
            (row.hand_no, row.order),
            {"hand_no": row.hand_no, "order": row.order, "article": row.article, "reason": row.reason, "rows": []},
        )
        line["rows"].append((sitter_name(table.facts.sitter(row.seat, max(row.hand_no, 1))), row.points, row.dead))
    return [penalties[key] for key in sorted(penalties)]


def _persons(table: AtTable) -> list[dict[str, Any]]:
    """Return the replaced players and the forfeits."""
    facts = table.facts.facts
    lines = [
        {
            "seat": seat,
            "from_hand": row.from_hand,
            "name": sitter_name(row),
            "holder": sitter_name(sitters_at(table, seat)[0]),
        }
        for seat in facts.seats
        for row in sitters_at(table, seat)[1:]
    ]
    return lines + [
        {"seat": row.seat, "holder": sitter_name(sitters_at(table, row.seat)[0]), "forfeit": row.reason}
        for row in facts.forfeits
    ]


def _may(table: AtTable) -> dict[str, bool]:
    """Return which forms the reader may use now."""
    return {
        name: table.open and may(table.actor, service, table.event.ledger) for name, (_form, service) in FORMS.items()
    }
