"""Forms of a paper sheet: hands, totals, table points, a penalty, signatures."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.game.rules.hands import Hand
from scoring.game.rules.keys import Unreadable, read_scores
from scoring.game.rules.seats import Seat
from scoring.sheets.rules.entering import EACH, NOBODY
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.labels import refusal
from scoring.sheets.services.facts.hands import HandFacts
from tournament.wording import WINDS
from web.desk.sheets.labels import UNREADABLE, seat_name
from web.shared.forms.fields import set_choices
from web.shared.forms.questions import AskingForm
from web.shared.seats_now import seat_namer

TOTAL, POINTS = "total", "points"
#: The name of the field of a hand.
_LINE = re.compile(r"h([1-9]\d{0,2})", re.ASCII)


class TypingForm(AskingForm):
    """A typed paper; ``hands``, ``totals`` and ``stated`` return it as the services take it.

    ``conflict`` holds lines of (fact, theirs, yours), ``conflict_version`` the version of the sheet that has theirs.
    """

    conflict: list[tuple[str, str, str]]
    conflict_version: int | None = None

    mode = forms.ChoiceField(widget=forms.HiddenInput)
    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    referee = forms.CharField(
        label=gettext_lazy("Referee"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"class": "key form-control tray-scan", "autocomplete": "off", "list": "officials"}),
    )
    fine_points = WholeNumberField(label=gettext_lazy("Points lost"), min_value=1, required=False)
    fine_reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)

    def __init__(self, facts: SheetFacts, data: Any = None, **initial: Any) -> None:
        self.facts = facts
        self.game = facts.game
        self.seats = facts.played_seats
        self.conflict = []
        super().__init__(data, initial={"seen": facts.sheet.version} | initial)
        modes = self.game.keys.modes
        set_choices(self, "mode", [(mode, mode) for mode in modes])
        self.fields["fine_no"] = WholeNumberField(
            label=_("Hand"), min_value=0, max_value=self.game.terms.last_hand, required=False
        )
        name_of = seat_namer(facts.sittings)
        names = [(seat, f"{WINDS[seat]} {name_of(seat, ())}") for seat in self.seats]
        self.fields["fine_seat"] = forms.ChoiceField(label=_("Player"), choices=[("", "–"), *names], required=False)
        payees = [(NOBODY, _("nobody")), (EACH, _("each of the others")), *names]
        self.fields["fine_payee"] = forms.ChoiceField(label=_("Paid to"), choices=payees, required=False)
        for name in ("fine_no", "fine_seat", "fine_points", "fine_payee", "fine_reason"):
            widget = self.fields[name].widget
            widget.attrs["class"] = "form-select" if isinstance(widget, forms.Select) else "form-control"
        recorded = {hand.no: hand for hand in facts.played_hands()}
        mode = self.data.get("mode") or initial.get("mode") or modes[0]
        self.due = self.game.lines(facts.course, self._last_sent())
        for no in self.due:
            self.fields[f"h{no}"] = _key_field(_("Hand %(no)s") % {"no": no})
            self.fields[f"r{no}"] = _key_field(_("Running totals after hand %(no)s") % {"no": no})
            if no in recorded:
                self.initial[f"h{no}"] = self.game.keys.write(recorded[no], mode, self.seats)
        for seat in self.seats:
            self.fields[TOTAL + seat] = WholeNumberField(label=seat_name(seat), required=False, widget=_key_input(7))
            self.initial[TOTAL + seat] = facts.totals.get(seat)
            if not self.game.in_mados:
                self.fields[POINTS + seat] = _key_field(seat_name(seat), 6)
                self.initial[POINTS + seat] = facts.stated.get(seat, "")

    def _last_sent(self) -> int:
        """Return the last line of the page that was sent: its script adds lines."""
        sent = (_LINE.fullmatch(name) for name in self.data)
        return max((int(line[1]) for line in sent if line), default=0)

    def clean(self) -> dict[str, Any]:
        """Read every hand and row of running totals; put errors at their fields."""
        cleaned = super().clean() or {}
        self.played: dict[int, Hand] = {}
        self.written: dict[int, dict[Seat, int]] = {}
        for no in self.due:
            try:
                hand = self.game.keys.read(cleaned.get(f"h{no}", ""), no, cleaned.get("mode", self.game.keys.modes[0]))
            except Unreadable as unreadable:
                self.add_error(f"h{no}", str(UNREADABLE[unreadable.code]))
                continue
            if hand is not None:
                self.played[no] = hand
            self._read_row(no, cleaned.get(f"r{no}", ""))
        self._refuse_impossible()
        return cleaned

    def _refuse_impossible(self) -> None:
        course = self.game.course(self.played.values(), self.facts.seating)
        for no, hand in self.played.items():
            for code in self.game.faults(hand, course, self.facts.dead(no)):
                self.add_error(f"h{no}", refusal(code, no=no))

    def _read_row(self, no: int, text: str) -> None:
        if text.strip():
            try:
                self.written[no] = read_scores(text, self.seats)
            except Unreadable:
                self.add_error(f"r{no}", ValidationError(_("Type one number for each column.")))

    @property
    def hands(self) -> list[dict[str, Any]] | None:
        """All hands in the format of the event file; None if there are none and were none before."""
        if not self.played and not self.facts.hands:
            return None
        return [hand_document(hand) for hand in self.played.values()]

    @property
    def totals(self) -> dict[Seat, int] | None:
        """The totals by seat; None if there are none and were none before."""
        values = {seat: self.cleaned_data.get(TOTAL + seat) for seat in self.seats}
        typed = {seat: points for seat, points in values.items() if points is not None}
        return typed if typed or self.facts.totals else None

    @property
    def stated(self) -> dict[Seat, str] | None:
        """The typed table points by seat; None if there are none and were none before."""
        texts = {seat: self.cleaned_data.get(POINTS + seat, "").strip() for seat in self.seats}
        typed = {seat: text for seat, text in texts.items() if text}
        return typed if typed or self.facts.stated else None

    def rows(self) -> Iterator[tuple[int, Any, Any]]:
        """Yield number, hand field and running-totals field of every hand."""
        for no in self.due:
            yield no, self[f"h{no}"], self[f"r{no}"]

    def columns(self, kind: str) -> list[Any]:
        """Return the fields of the totals (``kind`` "total") or table points ("points", if any), East first."""
        return [self[kind + seat] for seat in self.seats if kind + seat in self.fields]

    @property
    def total_fields(self) -> list[Any]:
        return self.columns(TOTAL)

    @property
    def points_fields(self) -> list[Any]:
        return self.columns(POINTS)

    def refuse(self, where: str, message: str) -> None:
        """Put a service's refusal at its field; ``where`` is such as "hands-5-points", "totals", "table_points"."""
        kind, _dash, rest = where.partition("-")
        first = self.seats[0]
        names = {"hands": f"h{rest.partition('-')[0]}", "totals": TOTAL + first, "table_points": POINTS + first}
        fine = {name: f"fine_{name}" for name in ("seat", "points", "payee", "reason")} | {"hand_no": "fine_no"}
        name = names.get(kind) or fine.get(where, "")
        self.add_error(name if name in self.fields else None, message)


class SecondEntryForm(forms.Form):
    """The totals of a paper, typed by a second person."""

    def __init__(self, seats: tuple[Seat, ...], data: Any = None) -> None:
        super().__init__(data)
        for seat in seats:
            self.fields[TOTAL + seat] = WholeNumberField(label=seat_name(seat), widget=_key_input(7))

    @property
    def totals(self) -> dict[str, int]:
        return {name.removeprefix(TOTAL): points for name, points in self.cleaned_data.items()}


class SignForm(AskingForm):
    """The referee who signed the paper together with the four players."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    referee = forms.CharField(
        label=gettext_lazy("Referee"),
        max_length=200,
        error_messages={"required": gettext_lazy("Type the referee's name as written on the paper sheet.")},
        widget=forms.TextInput({"autocomplete": "off", "autofocus": True}),
    )


def hand_document(hand: Hand) -> dict[str, Any]:
    """Return a hand in the format of the event file."""
    entered = HandFacts(
        hand.no, hand.winner, hand.discarder, hand.points, hand.aborted, hand.robbed, hand.bound, hand.false_wins
    )
    return entered.value


def _key_input(size: int) -> forms.TextInput:
    return forms.TextInput(
        attrs={"size": size, "autocomplete": "off", "inputmode": "text", "class": "key form-control"}
    )


def _key_field(label: str, size: int = 10) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=60, widget=_key_input(size))
