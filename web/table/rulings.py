"""What an official notes at a table: penalty points with who receives them, who really sits there, a forfeit."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.errors import Forbidden, Refused, Unusual
from common.forms import WholeNumberField
from scoring.game.rules.seats import HANDS_PER_SESSION
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.selectors.people.substitution import possible_sitters
from scoring.sheets.services.facts.penalties import give_penalty, remove_penalty
from scoring.sheets.services.people.persons import forfeit, seat_person, unforfeit, unseat_person
from tournament.events.models.entries import Entry
from web.shared.at_table import AtTable, at_table, people, seat_choices
from web.shared.forms.questions import AskingForm
from web.shared.forms.writing import key_of
from web.shared.table_rows import called

REASON = _("It is kept with the change, for everybody who may see it.")


class RulingForm(AskingForm):
    """What every ruling has: the version that was seen, and why."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), help_text=REASON, max_length=200)

    def __init__(self, at: AtTable, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, initial={"seen": at.sheet.version}, **kwargs)
        if "seat" in self.fields:
            self.fields["seat"] = forms.ChoiceField(label=_("Player"), choices=seat_choices(at))

    def facts(self) -> dict[str, Any]:
        """What the service takes besides the reason."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class PenaltyForm(RulingForm):
    """Penalty points, and whom they go to."""

    seat = forms.ChoiceField()
    points = WholeNumberField(
        label=_("Points lost"), min_value=0, help_text=_("To each: so many for every other player.")
    )
    payee = forms.ChoiceField(label=_("Paid to"))
    hand_no = forms.TypedChoiceField(label=_("Hand"), coerce=int)
    article = forms.CharField(label=_("Article"), max_length=30, required=False)
    dead = forms.BooleanField(label=_("The player cannot win this hand any more"), required=False)
    field_order = ["seat", "points", "payee", "hand_no", "article", "dead", "reason"]

    def __init__(self, at: AtTable, data: Any = None) -> None:
        super().__init__(at, data, prefix="penalty")
        self.fields["payee"] = forms.ChoiceField(
            label=_("Paid to"), choices=[(NOBODY, _("nobody")), (EACH, _("each of the others")), *seat_choices(at)]
        )
        numbers = [(0, _("between hands")), *((no, str(no)) for no in range(1, HANDS_PER_SESSION + 1))]
        self.fields["hand_no"] = forms.TypedChoiceField(label=_("Hand"), choices=numbers, coerce=int)

    def facts(self) -> dict[str, Any]:
        """What the service takes besides the reason."""
        return super().facts() | {"acknowledged": self.acknowledged}


class PersonForm(RulingForm):
    """Who sits on a seat from a hand on."""

    seat = forms.ChoiceField()
    from_hand = forms.TypedChoiceField(
        label=_("From hand"), coerce=int, choices=[(no, str(no)) for no in range(1, HANDS_PER_SESSION + 1)]
    )
    entry = forms.ModelChoiceField(label=_("Who sits there"), queryset=Entry.objects.none(), required=False)
    name = forms.CharField(
        label=_("Or somebody who is not entered"), max_length=200, required=False, help_text=_("The name.")
    )
    field_order = ["seat", "from_hand", "entry", "name", "reason"]

    def __init__(self, at: AtTable, data: Any = None) -> None:
        super().__init__(at, data, prefix="person")
        self.fields["entry"] = forms.ModelChoiceField(
            label=_("Who sits there"), queryset=possible_sitters(at.sheet.table), required=False
        )


class ForfeitForm(RulingForm):
    """Whose session is forfeited."""

    seat = forms.ChoiceField()
    field_order = ["seat", "reason"]

    def __init__(self, at: AtTable, data: Any = None) -> None:
        super().__init__(at, data, prefix="forfeit")


class BackForm(RulingForm):
    """What is taken back."""

    seat = forms.CharField(max_length=1, required=False)
    hand_no = WholeNumberField(min_value=0, required=False)
    order = WholeNumberField(min_value=0, required=False)

    def __init__(self, at: AtTable, data: Any = None) -> None:
        super().__init__(at, data, prefix="back")
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
    """Show the penalties and persons of the table, and take one more or one back."""
    at = at_table(request, slug, session, number)
    if not at.official:
        raise PermissionDenied
    asked = request.POST.get("do", "")
    forms_shown = {name: kind(at, request.POST if name == asked else None) for name, (kind, _service) in FORMS.items()}
    context: dict[str, Any] = {"at": at, "error": ""}
    if asked in FORMS and forms_shown[asked].is_valid():
        form = forms_shown[asked]
        context |= _written(request, at, FORMS[asked][1], form, form.facts())
    elif asked in BACK:
        context |= _taken_back(request, at, *BACK[asked])
    if context.pop("done", False):
        return redirect("table:rulings", slug, session, number)
    context |= {"forms": forms_shown, "penalties": _penalties(at), "persons": _persons(at), "may": _may(at)}
    return render(request, "table/rulings.html", context, status=400 if request.method == "POST" else 200)


def _written(
    request: HttpRequest, at: AtTable, service: Service, form: RulingForm, facts: dict[str, Any]
) -> dict[str, Any]:
    try:
        service(at.actor, at.sheet, key=key_of(request), reason=form.cleaned_data["reason"], **facts)
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Unusual as unusual:
        form.questions = unusual.questions
        return {}
    except Refused as refused:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
        return {"error": str(refused.message)}
    return {"done": True}


def _taken_back(request: HttpRequest, at: AtTable, service: Service, names: tuple[str, ...]) -> dict[str, Any]:
    form = BackForm(at, request.POST)
    if not form.is_valid():
        return {"error": _("Please give a reason; it is kept with the change.")}
    facts = form.facts() | {"from_hand": form.cleaned_data["hand_no"]}
    return _written(request, at, service, form, {name: facts[name] for name in names})


def _penalties(at: AtTable) -> list[dict[str, Any]]:
    """The table's penalties, each with its seats and points."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for row in at.facts.facts.adjustments:
        line = found.setdefault(
            (row.hand_no, row.order),
            {"hand_no": row.hand_no, "order": row.order, "article": row.article, "reason": row.reason, "rows": []},
        )
        line["rows"].append((called(at.facts.sitter(row.seat, max(row.hand_no, 1))), row.points, row.dead))
    return [found[key] for key in sorted(found)]


def _persons(at: AtTable) -> list[dict[str, Any]]:
    """Who replaced whom, and what is forfeited."""
    facts = at.facts.facts
    lines = [
        {"seat": seat, "from_hand": one.from_hand, "name": called(one), "holder": called(people(at, seat)[0])}
        for seat in facts.seats
        for one in people(at, seat)[1:]
    ]
    return lines + [
        {"seat": row.seat, "holder": called(people(at, row.seat)[0]), "forfeit": row.reason} for row in facts.forfeits
    ]


def _may(at: AtTable) -> dict[str, bool]:
    """Which of the forms the reader may use now."""
    return {name: at.open and may(at.actor, service, at.event.head) for name, (_form, service) in FORMS.items()}
