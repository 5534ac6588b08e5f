"""Forms of a table on the Floor: exchanged seats, a round seated otherwise, a table that moves, who leaves."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.game.rules.seats import HANDS_PER_SESSION, ROUNDS, SEATS, round_of, sitting
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.people.substitution import possible_sitters
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.wording import WIND_NAMES
from web.shared.forms.fields import set_choices, set_queryset
from web.shared.table_rows import called

HANDS = [(no, str(no)) for no in range(1, HANDS_PER_SESSION + 1)]
WHOLE = ("", gettext_lazy("it stays so for the session"))


class ReasonForm(forms.Form):
    """What every repair has: why."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It is kept with the change, for everybody who may see it."),
    )

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class ExchangeForm(ReasonForm):
    """Whose seat it is, with whom it was exchanged, from which hand on and until when."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    other = forms.ChoiceField(label=gettext_lazy("Sat on each other's seats with"))
    since = forms.TypedChoiceField(label=gettext_lazy("Since hand"), coerce=int, choices=HANDS)
    back = forms.TypedChoiceField(
        label=gettext_lazy("On the own seats again from hand"),
        coerce=int,
        choices=[WHOLE, *HANDS[1:]],
        required=False,
        empty_value=None,
    )
    field_order = ["seat", "other", "since", "back", "reason"]

    def __init__(self, table: Table, facts: SheetFacts, data: Any = None) -> None:
        super().__init__(data, prefix="exchange")
        self.table = table
        set_choices(self, "seat", seat_choices(facts))
        set_choices(self, "other", others_of(table))

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        given = self.cleaned_data
        number, _dash, seat = given["other"].partition("-")
        places = {"table": self.table.number, "seat": given["seat"], "other_table": int(number), "other_seat": seat}
        return places | {"since": given["since"], "back": given["back"]}


class RoundForm(ReasonForm):
    """Who sat East, South, West, North in a round.

    Filled in is what happens most: in the round that is played nobody changed seats.
    """

    round_no = forms.TypedChoiceField(
        label=gettext_lazy("Which round"), coerce=int, choices=[(no, str(no)) for no in range(1, ROUNDS + 1)]
    )
    field_order = ["round_no", *SEATS, "reason"]

    def __init__(self, facts: SheetFacts, data: Any = None) -> None:
        number = max(2, round_of(facts.next_hand))
        super().__init__(data, prefix="round", initial={"round_no": number})
        before = sitting(number - 1, facts.real_places)
        for wind, seat in zip(SEATS, before, strict=True):
            self.fields[wind] = forms.ChoiceField(
                label=WIND_NAMES[wind], choices=[*seat_choices(facts), *empty_choices(facts)], initial=seat
            )
        self.order_fields(self.field_order)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        places = "".join(self.cleaned_data[wind] for wind in SEATS)
        return {"round_no": self.cleaned_data["round_no"], "places": places}

    def clean(self) -> dict[str, Any]:
        """Each of the four sits once."""
        given = super().clean() or self.cleaned_data
        if len({given.get(wind) for wind in SEATS}) < len(SEATS):
            raise forms.ValidationError(_("Name each of the four once."))
        return given


class MoveForm(ReasonForm):
    """Where the table goes on."""

    to = WholeNumberField(
        label=gettext_lazy("Now at table"),
        min_value=1,
        required=False,
        help_text=gettext_lazy("Empty: back where it belongs."),
    )
    room = forms.CharField(label=gettext_lazy("Room"), max_length=60, required=False)
    field_order = ["to", "room", "reason"]

    def __init__(self, table: Table, data: Any = None) -> None:
        super().__init__(data, prefix="move", initial={"to": table.moved_to, "room": table.room})
        self.table = table

    def clean(self) -> dict[str, Any]:
        """The table goes somewhere else than where it stands."""
        given = super().clean() or self.cleaned_data
        to, room = given.get("to"), " ".join(given.get("room", "").split())
        if "to" in given and (to if to != self.table.number else None, room) == (self.table.moved_to, self.table.room):
            self.add_error("to", _("The table stands there already: name another table or a room."))
        return given


class LeaveForm(ReasonForm):
    """Who goes, ill or suspended, and who sits there from which hand on."""

    seat = forms.ChoiceField(label=gettext_lazy("Who goes"))
    from_hand = forms.TypedChoiceField(label=gettext_lazy("From hand"), coerce=int, choices=HANDS)
    entry = forms.ModelChoiceField(label=gettext_lazy("Who sits there"), queryset=Entry.objects.none(), required=False)
    name = forms.CharField(
        label=gettext_lazy("Or somebody who is not entered"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("The name."),
    )
    field_order = ["seat", "from_hand", "entry", "name", "reason"]

    def __init__(self, facts: SheetFacts, data: Any = None, suspended: Collection[str] = ()) -> None:
        initial = {"from_hand": facts.next_hand, "seat": min(suspended, default=None)}
        super().__init__(data, prefix="leave", initial=initial)
        set_choices(self, "seat", seat_choices(facts))
        set_queryset(self, "entry", possible_sitters(facts.sheet.table))


class ForfeitForm(ReasonForm):
    """Who forfeits the session."""

    seat = forms.ChoiceField(label=gettext_lazy("Player"))
    field_order = ["seat", "reason"]

    def __init__(self, facts: SheetFacts, data: Any = None) -> None:
        super().__init__(data, prefix="forfeit")
        set_choices(self, "seat", holder_choices(facts))


class BackForm(ReasonForm):
    """Which exchanged seat goes back to the chart, and all that were exchanged with it."""

    seat = forms.ChoiceField(
        label=gettext_lazy("Seat"),
        error_messages={"invalid_choice": gettext_lazy("Nobody sits on this seat by an exchange any more.")},
    )
    field_order = ["seat", "reason"]

    def __init__(self, table: Table, facts: SheetFacts, data: Any = None) -> None:
        super().__init__(data, prefix="back")
        self.table = table
        exchanged = {one.seat for one in facts.sittings if one.exchanged}
        choices = [choice for choice in seat_choices(facts) if choice[0] in exchanged]
        set_choices(self, "seat", choices)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the action."""
        return {"table": self.table.number, "seat": self.cleaned_data["seat"]}


def seat_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """The seats of the table with who sits there in the end."""
    names = _sitting_now(facts)
    return [(seat, _on_seat(seat, names[seat])) for seat in facts.seats]


def holder_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """The seats of the table with whom the chart put there, who forfeits, and who plays instead."""
    holders = {one.seat: called(one) for one in facts.sittings if not one.from_hand}
    now = _sitting_now(facts)
    choices: list[tuple[str, str]] = []
    for seat, name in ((seat, holders[seat]) for seat in facts.seats if seat in holders):
        instead = "" if now[seat] == name else " " + _("(%(name)s plays there)") % {"name": now[seat]}
        choices.append((seat, _on_seat(seat, name) + instead))
    return choices


def empty_choices(facts: SheetFacts) -> list[tuple[str, str]]:
    """The empty seats of a table of three."""
    return [(seat, _on_seat(seat, "–")) for seat in SEATS if seat not in facts.seats]


def others_of(table: Table) -> list[tuple[str, str]]:
    """Every seat of the session with who sits there in the end, this table's first."""
    session: Session = table.session
    rows = Sitting.objects.filter(table__session=session, entry__isnull=False).select_related("entry", "table")
    last = {(row.table.number, row.seat): row for row in rows.order_by("from_hand")}
    places = sorted(last, key=lambda place: (place[0] != table.number, place[0], "ESWN".index(place[1])))
    words = _("%(name)s, table %(table)d, %(wind)s")
    return [
        (f"{number}-{seat}", words % {"name": called(last[number, seat]), "table": number, "wind": WIND_NAMES[seat]})
        for number, seat in places
    ]


def seen_versions(session: Session) -> dict[str, int]:
    """Table -> the version of its sheet as the page shows it."""
    rows = Sheet.objects.filter(table__session=session).values_list("table__number", "version")
    return {str(number): version for number, version in rows}


def _sitting_now(facts: SheetFacts) -> dict[str, str]:
    return {one.seat: called(one) for one in sorted(facts.sittings, key=lambda one: one.from_hand)}


def _on_seat(seat: str, name: str) -> str:
    return _("%(wind)s: %(name)s") % {"wind": WIND_NAMES[seat], "name": name}
