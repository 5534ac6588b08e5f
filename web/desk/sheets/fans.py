"""Recording a won hand with its tiles or with its list of fans, beside the points that were declared (3.9.1.4).

What the calculation says is shown to officials and kept on the sheet; it changes no point. Waits are not shown here
while a session runs (2.3.3).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from common.forms import WholeNumberField
from scoring.fans.rules import RULE_SETS, hand_from
from scoring.fans.rules.hands.tiles import WINDS
from scoring.fans.rules.recorded import as_played, fan_list
from scoring.fans.rules.recorded import picked as picked_fans
from scoring.fans.rules.sets.fan_list import listed
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.hand_records import WonHand, won_hands
from scoring.sheets.services.facts.hand_records import drop_record, record_fans
from web.desk.sheets.access import OneSheet, one_sheet
from web.desk.sheets.fan_picking import Picked, query_of, rows_of
from web.desk.sheets.fan_picking import read as read_fans
from web.desk.sheets.version_labels import made_text
from web.shared.access import signed_in
from web.shared.fans.entry import Entry, acted, entry_of, read
from web.shared.fans.presenter import context_of, stepped
from web.shared.forms.writing import write
from web.shared.requests.methods import get_only


class RecordForm(forms.Form):
    """What is recorded, as the address of its page carries it, and the version that was seen."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    hand = forms.CharField(max_length=2_000, widget=forms.HiddenInput)


class DropForm(forms.Form):
    """Which record is taken off."""

    seen = WholeNumberField(min_value=0)


class RecordedRow:
    """A won hand with what is recorded of it in words, and the addresses that bring it to be corrected."""

    def __init__(self, hand: WonHand) -> None:
        self.hand = hand
        self.text = made_text(hand.record) if hand.record else ""
        self.tiles_query = self.fans_query = ""
        if hand.record and "tiles" in hand.record:
            self.tiles_query = entry_of(hand_from(hand.record["tiles"])).query()
        elif hand.record:
            self.fans_query = query_of(picked_fans(hand.record["fans"]))


@get_only
@signed_in
def hands(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Show the won hands with what is recorded of them, and what differs."""
    one = one_sheet(request, slug, session, number)
    rows = [RecordedRow(hand) for hand in won_hands(one.sheet)]
    context = {"desk": one.desk, "one": one, "rows": rows, "may": one.may_now(record_fans)}
    return render(request, "desk/sheets/fans.html", context)


@signed_in
def tiles(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Tap the tiles of a won hand, see what they score, record them."""
    one, hand = _won(request, slug, session, number, no)
    form = RecordForm(request.POST if request.method == "POST" else None)
    given = QueryDict(request.POST["hand"].lstrip("?")) if form.is_valid() else request.GET
    entry = _as_played(one, hand, acted(read(given), given))
    facts = {"no": no, "record": {"tiles": _document(entry)}} if form.is_valid() else {}
    if not entry.missing and _recorded(request, form, one, facts):
        return redirect("desk:sheet-fans", *one.place)
    address = reverse("desk:record-tiles", args=[*one.place, no]) + entry.query()
    context = {**context_of(entry, recording=True), **_context(one, hand, form)}
    return stepped(request, address, "desk/sheets/record_tiles.html", context)


@signed_in
def fans(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Pick the fans of a won hand from the reference, see what they keep out and add up to, record them."""
    one, hand = _won(request, slug, session, number, no)
    form = RecordForm(request.POST if request.method == "POST" else None)
    given = QueryDict(request.POST["hand"].lstrip("?")) if form.is_valid() else request.GET
    picked = read_fans(given)
    facts = {"no": no, "record": {"fans": fan_list(picked)}} if form.is_valid() else {}
    if picked and _recorded(request, form, one, facts):
        return redirect("desk:sheet-fans", *one.place)
    part = "desk/sheets/_fans.html" if request.htmx else "desk/sheets/record_fans.html"  # type: ignore[attr-defined]
    response = render(request, part, _context(one, hand, form) | _picking(one.sheet, picked))
    patch_vary_headers(response, ["HX-Request"])
    return response


@signed_in
def drop(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Take the record of a hand off the sheet."""
    one = one_sheet(request, slug, session, number)
    form = DropForm(request.POST if request.method == "POST" else None)
    facts = form.cleaned_data | {"no": no} if form.is_valid() else {}
    if not write(request, form, drop_record, one.desk.actor, one.sheet, **facts):
        for error in form.non_field_errors():
            messages.error(request, str(error))
    return redirect("desk:sheet-fans", *one.place)


def _won(request: HttpRequest, slug: str, session: int, number: int, no: int) -> tuple[OneSheet, WonHand]:
    """The sheet and its won hand; 404 if nobody won it, 403 for whoever may not record it."""
    one = one_sheet(request, slug, session, number)
    one.desk.require(one.desk.may(record_fans, one.desk.event.head))
    found = next((hand for hand in won_hands(one.sheet) if hand.no == no), None)
    if found is None:
        raise Http404
    return one, found


def _recorded(request: HttpRequest, form: RecordForm, one: OneSheet, facts: Mapping[str, Any]) -> bool:
    """Whether what was sent is recorded now; else the form says why not."""
    if not facts:
        return False
    answer = write(
        request, form, record_fans, one.desk.actor, one.sheet, seen=form.cleaned_data["seen"], **facts
    )  # fmt: skip
    if answer:
        messages.success(request, _("Hand %(no)d is recorded; its points stay as declared.") % {"no": facts["no"]})
    return answer is not None


def _as_played(one: OneSheet, hand: WonHand, entry: Entry) -> Entry:
    """The entry with what the sheet says: seat and round, self-drawn or not, the event's rules."""
    said = as_played({}, hand.no, hand.winner, hand.discarder, one.facts.facts.real_places)
    return replace(
        entry,
        self_drawn=said["self_drawn"],
        seat=WINDS.index(said["seat"]),
        round=WINDS.index(said["round"]),
        rules=one.sheet.table.session.event.rules,
    )


def _document(entry: Entry) -> dict[str, Any]:
    """The tiles as ``score_hands`` takes them."""
    hand = entry.hand()
    if hand is None:
        return {}
    flags = {name: True for name in ("last_of_kind", "wall_last", "kong") if getattr(hand, name)}
    texts = entry.parameters()
    melds = [
        {"kind": one.kind, "tiles": text.strip("()")} | ({"concealed": True} if one.concealed else {})
        for one, text in zip(entry.melds, texts.get("melds", "").split(), strict=True)
    ]
    found: dict[str, Any] = {"melds": melds} if melds else {}
    return found | {"hand": texts.get("hand", ""), "win": texts["win"]} | flags | _flowers(entry)


def _flowers(entry: Entry) -> dict[str, int]:
    return {"flowers": entry.flowers} if entry.flowers else {}


def _context(one: OneSheet, hand: WonHand, form: forms.Form) -> dict[str, Any]:
    line = next(line for line in one.facts.lines if line.seat == hand.winner)
    return {"desk": one.desk, "one": one, "hand": hand, "form": form, "winner": line.holder}


def _picking(sheet: Sheet, picked: Picked) -> dict[str, Any]:
    rules = RULE_SETS[sheet.table.session.event.rules]
    return {"groups": rows_of(picked, rules), "listed": listed(picked, rules), "query": query_of(picked)}
