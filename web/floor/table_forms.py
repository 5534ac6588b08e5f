"""Forms of a table on the Floor: exchanged seats, wrong seats in a round, moved table, replaced player, forfeit."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.game.rules.seats import SEATS
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.people.substitution import possible_sitters
from scoring.sheets.services.people.exchanging import SeatExchange
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.wording import WIND_NAMES
from web.shared.forms.fields import set_choices, set_queryset
from web.shared.table_rows import numbered_name

WHOLE = ("", gettext_lazy("for the rest of the session"))


class ReasonForm(forms.Form):
    """Base of the corrections: the reason."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It is kept with the change; everybody who can see the change can read it."),
    )

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of the action."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class ExchangeForm(ReasonForm):
    """The two exchanged seats, and the hands from and until which they were exchanged."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    other = forms.ChoiceField(label=gettext_lazy("Exchanged seats with"))
    first_hand = forms.TypedChoiceField(label=gettext_lazy("From hand"), coerce=int)
    back = forms.TypedChoiceField(
        label=gettext_lazy("Back in their seats from hand"),
        coerce=int,
        required=False,
        empty_value=None,
    )
    field_order = ["seat", "other", "first_hand", "back", "reason"]

    def __init__(self, table: Table, facts: SheetFacts, data: Any) -> None:
        super().__init__(data, prefix="exchange")
        self.table = table
        set_choices(self, "seat", seat_choices(facts))
        set_choices(self, "other", exchange_choices(table))
        hands = hand_choices(facts)
        set_choices(self, "first_hand", hands)
        set_choices(self, "back", [WHOLE, *hands[1:]])

    @property
    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        number, _dash, seat = data["other"].partition("-")
        exchange = SeatExchange(
            self.table.number, data["seat"], int(number), seat, first_hand=data["first_hand"], back=data["back"]
        )
        return {"exchange": exchange}


class RoundForm(ReasonForm):
    """The seats that sat East, South, West and North in a round.

    The initial values are the most frequent case: in the round being played no player changed seats.
    """

    round_no = forms.TypedChoiceField(label=gettext_lazy("Which round"), coerce=int)
    field_order = ["round_no", *SEATS, "reason"]

    def __init__(self, facts: SheetFacts, data: Any) -> None:
        course = facts.course
        number = max(2, course.at(course.in_play).round)
        super().__init__(data, prefix="round", initial={"round_no": number})
        set_choices(self, "round_no", [(no, str(no)) for no in range(1, facts.game.terms.rounds + 1)])
        before = course.order(number - 1)
        for wind, seat in zip(SEATS, before, strict=True):
            self.fields[wind] = forms.ChoiceField(
                label=WIND_NAMES[wind], choices=[*seat_choices(facts), *empty_choices(facts)], initial=seat
            )
        self.order_fields(self.field_order)

    @property
    def payload(self) -> dict[str, Any]:
        seats = "".join(self.cleaned_data[wind] for wind in SEATS)
        return {"round_no": self.cleaned_data["round_no"], "places": seats}

    def clean(self) -> dict[str, Any]:
        """Refuse a seat named twice."""
        data = super().clean() or self.cleaned_data
        if len({data.get(wind) for wind in SEATS}) < len(SEATS):
            raise forms.ValidationError(_("Name each of the four once."))
        return data


class MoveForm(ReasonForm):
    """The table number or room where the table goes on."""

    to = WholeNumberField(
        label=gettext_lazy("Now at table"),
        min_value=1,
        required=False,
        help_text=gettext_lazy("Empty: back to its own position."),
    )
    room = forms.CharField(label=gettext_lazy("Room"), max_length=60, required=False)
    field_order = ["to", "room", "reason"]

    def __init__(self, table: Table, data: Any) -> None:
        super().__init__(data, prefix="move", initial={"to": table.moved_to, "room": table.room})
        self.table = table

    def clean(self) -> dict[str, Any]:
        """Refuse a move to where the table is already."""
        data = super().clean() or self.cleaned_data
        to = data.get("to")
        room = " ".join(data.get("room", "").split())
        moved_to = to if to != self.table.number else None
        if "to" in data and (moved_to, room) == (self.table.moved_to, self.table.room):
            self.add_error("to", _("The table is already there: name another table or a room."))
        return data


class LeaveForm(ReasonForm):
    """The player who leaves, ill or suspended, and the substitute from a hand on."""

    seat = forms.ChoiceField(label=gettext_lazy("Who leaves"))
    from_hand = forms.TypedChoiceField(label=gettext_lazy("From hand"), coerce=int)
    entry = forms.ModelChoiceField(label=gettext_lazy("Who sits there"), queryset=Entry.objects.none(), required=False)
    name = forms.CharField(
        label=gettext_lazy("Or a person who is not entered"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Enter the name."),
    )
    field_order = ["seat", "from_hand", "entry", "name", "reason"]

    def __init__(self, facts: SheetFacts, data: Any, suspended: Collection[str]) -> None:
        initial = {"from_hand": facts.next_hand, "seat": min(suspended, default=None)}
        super().__init__(data, prefix="leave", initial=initial)
        set_choices(self, "from_hand", hand_choices(facts))
        set_choices(self, "seat", seat_choices(facts))
        set_queryset(self, "entry", possible_sitters(facts.sheet.table))


class ForfeitForm(ReasonForm):
    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    field_order = ["seat", "reason"]

    def __init__(self, facts: SheetFacts, data: Any = None) -> None:
        super().__init__(data, prefix="forfeit")
        set_choices(self, "seat", holder_choices(facts))


class BackForm(ReasonForm):
    """The exchanged seat that returns to the chart, together with all exchanged with it."""

    seat = forms.ChoiceField(
        label=gettext_lazy("Seat"),
        error_messages={"invalid_choice": gettext_lazy("This seat is no longer exchanged.")},
    )
    field_order = ["seat", "reason"]

    def __init__(self, table: Table, facts: SheetFacts, data: Any = None) -> None:
        super().__init__(data, prefix="back")
        self.table = table
        exchanged = {row.seat for row in facts.sittings if row.exchanged}
        choices = [choice for choice in seat_choices(facts) if choice[0] in exchanged]
        set_choices(self, "seat", choices)

    @property
    def payload(self) -> dict[str, Any]:
        return {"table": self.table.number, "seat": self.cleaned_data["seat"]}


def hand_choices(facts: SheetFacts) -> list[tuple[int, str]]:
    """Return the choices of a hand of the session: those that the sheet has lines for."""
    last = max(*facts.course.deals, *facts.game.lines(facts.course))
    return [(no, str(no)) for no in range(1, last + 1)]


def seat_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """Return (seat, label) for the seats of the table, with the person who sits there last."""
    names = _sitting_now(facts)
    return [(seat, names[seat]) for seat in facts.seats]


def holder_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """Return (seat, label) with the players of the chart, who can forfeit, and their substitutes."""
    holders = {row.seat: numbered_name(row) for row in facts.sittings if not row.from_hand}
    now = _sitting_now(facts)
    choices: list[tuple[str, str]] = []
    for seat in facts.seats:
        if seat not in holders:
            continue
        name = holders[seat]
        instead = "" if now[seat] == name else " " + _("(%(name)s plays there)") % {"name": now[seat]}
        choices.append((seat, name + instead))
    return choices


def empty_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """Return (seat, label) for the empty seats of a table of three."""
    return [(seat, f"{WIND_NAMES[seat]}: –") for seat in SEATS if seat not in facts.seats]


def exchange_choices(table: Table) -> list[tuple[str, str]]:
    """Return (``table-seat``, label) for every seat of the session, this table's first, with who sits there last."""
    session: Session = table.session
    rows = Sitting.objects.filter(table__session=session, entry__isnull=False).select_related("entry", "table")
    last = {(row.table.number, row.seat): row for row in rows.order_by("from_hand")}
    seat_keys = sorted(last, key=lambda seat_key: (seat_key[0] != table.number, seat_key[0], "ESWN".index(seat_key[1])))
    label = _("%(name)s, table %(table)d")
    return [
        (f"{number}-{seat}", label % {"name": numbered_name(last[number, seat]), "table": number})
        for number, seat in seat_keys
    ]


def seen_versions(session: Session) -> dict[str, int]:
    """Return table number -> version of its sheet, for the optimistic locking of the forms."""
    rows = Sheet.objects.filter(table__session=session).values_list("table__number", "version")
    return {str(number): version for number, version in rows}


def _sitting_now(facts: SheetFacts) -> dict[str, str]:
    return {row.seat: numbered_name(row) for row in sorted(facts.sittings, key=lambda row: row.from_hand)}
