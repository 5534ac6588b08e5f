"""Pages that record the tiles or fans of a won hand, in addition to the declared points (3.9.1.4).

The calculated points are shown to officials and stored on the sheet; they do not change the result. Waits are not
shown while a session runs (2.3.3).
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
from scoring.fans.rules.recorded import as_played, fan_list
from scoring.fans.rules.recorded import picked as picked_fans
from scoring.fans.rules.sets.fan_list import listed
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import SeatNamer
from scoring.sheets.selectors.facts.hand_records import WonHand, won_hands
from scoring.sheets.services.facts.hand_records import drop_record, record_fans
from scoring.tiles.rules.tiles import WINDS
from web.desk.sheets.access import SheetAccess, sheet_access
from web.desk.sheets.fan_picking import Picked, query_of, rows_of
from web.desk.sheets.fan_picking import read as read_fans
from web.desk.sheets.version_labels import made_text
from web.shared.access import signed_in
from web.shared.fans.entry import Entry, entry_of
from web.shared.fans.entry_parameters import acted, read
from web.shared.fans.presenter import context_of, stepped
from web.shared.forms.writing import add_error_messages, write
from web.shared.requests.methods import get_only
from web.shared.seats_now import seat_namer


class RecordForm(forms.Form):
    """The tiles or fans as the query of their page, and the sheet version that was seen."""

    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    hand = forms.CharField(max_length=2_000, widget=forms.HiddenInput)


class DropForm(forms.Form):
    """The version that was seen when the record is removed."""

    seen = WholeNumberField(min_value=0)


class RecordedRow:
    """A won hand with its record as text, and the queries of the pages that correct it."""

    def __init__(self, hand: WonHand, namer: SeatNamer) -> None:
        self.hand = hand
        self.winner = namer(hand.winner, [hand.no])
        self.text = made_text(hand.record) if hand.record else ""
        self.tiles_query = self.fans_query = ""
        if hand.record and "tiles" in hand.record:
            self.tiles_query = entry_of(hand_from(hand.record["tiles"])).query()
        elif hand.record:
            self.fans_query = query_of(picked_fans(hand.record["fans"]))


@get_only
@signed_in
def hands(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """List the won hands with their records and differences."""
    access = _access(request, slug, session, number)
    namer = seat_namer(access.facts.facts.sittings)
    rows = [RecordedRow(hand, namer) for hand in won_hands(access.sheet)]
    context = {"desk": access.desk, "access": access, "rows": rows, "may": access.may_now(record_fans)}
    return render(request, "desk/sheets/fans.html", context)


@signed_in
def tiles(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Enter the tiles of a won hand, show their score, and record them."""
    access, hand = _won_hand(request, slug, session, number, no)
    form = RecordForm(request.POST if request.method == "POST" else None)
    query = QueryDict(request.POST["hand"].lstrip("?")) if form.is_valid() else request.GET
    entry = _as_played(access, hand, acted(read(query), query))
    payload = {"no": no, "record": {"tiles": _document(entry)}} if form.is_valid() else {}
    if not entry.missing and _record(request, form, access, payload):
        return redirect("desk:sheet-fans", *access.url_args)
    address = reverse("desk:record-tiles", args=[*access.url_args, no]) + entry.query()
    context = {**context_of(entry, recording=True), **_hand_context(access, hand, form)}
    return stepped(request, address, "desk/sheets/record_tiles.html", context)


@signed_in
def fans(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Pick the fans of a won hand, show their exclusions and their sum, and record them."""
    access, hand = _won_hand(request, slug, session, number, no)
    form = RecordForm(request.POST if request.method == "POST" else None)
    query = QueryDict(request.POST["hand"].lstrip("?")) if form.is_valid() else request.GET
    picked = read_fans(query)
    payload = {"no": no, "record": {"fans": fan_list(picked)}} if form.is_valid() else {}
    if picked and _record(request, form, access, payload):
        return redirect("desk:sheet-fans", *access.url_args)
    part = "desk/sheets/_fans.html" if request.htmx else "desk/sheets/record_fans.html"  # type: ignore[attr-defined]
    response = render(request, part, _hand_context(access, hand, form) | _picking_context(access.sheet, picked))
    patch_vary_headers(response, ["HX-Request"])
    return response


@signed_in
def drop(request: HttpRequest, slug: str, session: int, number: int, no: int) -> HttpResponse:
    """Remove the record of a hand."""
    access = _access(request, slug, session, number)
    form = DropForm(request.POST if request.method == "POST" else None)
    payload = form.cleaned_data | {"no": no} if form.is_valid() else {}
    if not write(request, form, drop_record, access.desk.actor, access.sheet, **payload).done:
        add_error_messages(request, form)
    return redirect("desk:sheet-fans", *access.url_args)


def _access(request: HttpRequest, slug: str, session: int, number: int) -> SheetAccess:
    """Return the access to a sheet whose game has fans of the Chinese sets; raise Http404 for others."""
    access = sheet_access(request, slug, session, number)
    if access.desk.event.rules not in RULE_SETS:
        raise Http404
    return access


def _won_hand(request: HttpRequest, slug: str, session: int, number: int, no: int) -> tuple[SheetAccess, WonHand]:
    """Return the sheet and its won hand.

    Raises Http404 if the hand has no winner, PermissionDenied if the account may not record it.
    """
    access = _access(request, slug, session, number)
    access.desk.require(access.desk.may(record_fans, access.desk.event.ledger))
    won_hand = next((hand for hand in won_hands(access.sheet) if hand.no == no), None)
    if won_hand is None:
        raise Http404
    return access, won_hand


def _record(request: HttpRequest, form: RecordForm, access: SheetAccess, payload: Mapping[str, Any]) -> bool:
    """Record the hand and return whether it worked; else the form has the errors."""
    if not payload:
        return False
    written = write(
        request, form, record_fans, access.desk.actor, access.sheet, seen=form.cleaned_data["seen"], **payload
    )  # fmt: skip
    if written.done:
        messages.success(request, _("Hand %(no)d is recorded; its points stay as declared.") % {"no": payload["no"]})
    return written.done


def _as_played(access: SheetAccess, hand: WonHand, entry: Entry) -> Entry:
    """Return the entry with seat, round, self-drawn and rules as the sheet says."""
    played = as_played({}, access.facts.course.deals[hand.no], hand.winner, hand.discarder)
    return replace(
        entry,
        self_drawn=played["self_drawn"],
        seat=WINDS.index(played["seat"]),
        round=WINDS.index(played["round"]),
        rules=access.sheet.table.session.event.rules,
    )


def _document(entry: Entry) -> dict[str, Any]:
    """Return the hand in the format of the command ``score_hands``; empty while it is incomplete."""
    hand = entry.hand()
    if hand is None:
        return {}
    flags = {name: True for name in ("last_of_kind", "wall_last", "kong") if getattr(hand, name)}
    texts = entry.parameters()
    melds = [
        {"kind": meld.kind, "tiles": text.strip("()")} | ({"concealed": True} if meld.concealed else {})
        for meld, text in zip(entry.melds, texts.get("melds", "").split(), strict=True)
    ]
    document: dict[str, Any] = {"melds": melds} if melds else {}
    return document | {"hand": texts.get("hand", ""), "win": texts["win"]} | flags | _flowers(entry)


def _flowers(entry: Entry) -> dict[str, int]:
    return {"flowers": entry.flowers} if entry.flowers else {}


def _hand_context(access: SheetAccess, hand: WonHand, form: forms.Form) -> dict[str, Any]:
    line = next(line for line in access.facts.lines if line.seat == hand.winner)
    return {"desk": access.desk, "access": access, "hand": hand, "form": form, "winner": line.holder}


def _picking_context(sheet: Sheet, picked: Picked) -> dict[str, Any]:
    rules = RULE_SETS[sheet.table.session.event.rules]
    return {"groups": rows_of(picked, rules), "listed": listed(picked, rules), "query": query_of(picked)}
