"""The record of fouls, and recording one in few taps: table, player, kind, and the proposed penalty is taken."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from common.actions.errors import Refused, Unusual
from common.numbers import number_in
from scoring.fouls.models import Foul
from scoring.fouls.rules.catalogue import FREE, HAND, ONE
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import propose
from scoring.fouls.selectors.fouls import catalogue_of, fouls_at, fouls_of, occurrence_of, regime_of
from scoring.fouls.selectors.labels import penalty_words, said
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import FoulFacts, record_foul
from scoring.game.rules.seats import HANDS_PER_SESSION
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import EACH, NOBODY, penalty_rows
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session
from tournament.wording import WIND_NAMES
from web.floor.access import Floor, event_floor
from web.floor.fouls.forms import FilterForm, FoulForm, PlayerForm
from web.shared.access import signed_in
from web.shared.forms.writing import key_of
from web.shared.foul_labels import foul_lines, other_lines
from web.shared.requests.methods import get_only

PER_PAGE = 50
#: What happens most stands first; the rest of the catalogue lies below.
OFTEN = (
    "false-win",
    "false-win-not-ready",
    "empty-call",
    "early-draw",
    "late-pung",
    "wrong-meld",
    "wrong-count",
    "talk",
)


@get_only
@signed_in
def fouls(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of fouls with what to look for, and the ways to record one."""
    floor = event_floor(request, slug)
    kinds = catalogue_of(floor.event)
    form = FilterForm([(code, said(kind.name)) for code, kind in kinds.items()], request.GET or None)
    rows = _filtered(fouls_of(floor.event), form)
    page = Paginator(rows.order_by("-number"), PER_PAGE).get_page(request.GET.get("page"))
    now = floor.session_now
    tables = Sheet.objects.filter(table__session__event=floor.event, table__session__number=now)
    context = {
        "floor": floor,
        "form": form,
        "page": page,
        "lines": foul_lines(page.object_list, kinds),
        "session": now,
        "tables": list(tables.order_by("table__number").values_list("table__number", flat=True)),
        "judges": bool(floor.reader.roles & record_foul.spec.roles),
        "sets_kinds": bool(floor.reader.roles & set_kind.spec.roles),
        "player": PlayerForm(auto_id="player_%s"),
        "chosen": bool(request.GET),
        "others": [] if request.GET else other_lines(floor.event, kinds),
    }
    return render(request, "floor/fouls/recording.html", context)


def _filtered(rows: Any, form: FilterForm) -> Any:
    if not form.is_bound or not form.is_valid():
        return rows
    names = {"session": "session__number", "table": "sheet__table__number", "number": "entry__number", "kind": "kind"}
    chosen = {names[name]: value for name, value in form.cleaned_data.items() if value}
    return rows.filter(**chosen)


@signed_in
def at_table(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Record a foul at a table: who, which kind, at which hand; then the penalty."""
    floor = event_floor(request, slug)
    table = floor.table(session, number)
    found = sheet_facts(Sheet.objects.filter(table=table))
    if not found:
        raise Http404
    facts = found[0]
    facts.sheet.table = table
    return _record(request, AtTable(floor, facts, request.GET))


@signed_in
def of_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Record a foul of a player in a session or in the whole event, without a table."""
    floor = event_floor(request, slug)
    form = PlayerForm(request.GET)
    entry = floor.event.entries.filter(number=form.cleaned_data["number"]).first() if form.is_valid() else None
    if entry is None:
        messages.error(request, _("There is no player with this number."))
        return redirect("floor:fouls", slug)
    return _record(request, OfPlayer(floor, entry, request.GET))


class Recording(ABC):
    """What is chosen so far on the way to a foul; the address holds it, so that nothing needs a script."""

    template = "floor/fouls/recording_new.html"
    seat = ""
    hand_no = 0
    session: Session | None = None
    sheet: Sheet | None = None

    def __init__(self, floor: Floor, asked: Mapping[str, str]) -> None:
        self.floor, self.event = floor, floor.event
        self.kinds, self.regime = catalogue_of(floor.event), regime_of(floor.event)
        self.kind = self.kinds.get(asked.get("kind", ""))
        outcomes = {one.code for one in self.kind.outcomes} if self.kind else set()
        self.outcome = asked["outcome"] if asked.get("outcome") in outcomes else ""

    @property
    @abstractmethod
    def entry(self) -> Entry | None:
        """The player, if one with a number is chosen."""

    @property
    @abstractmethod
    def address(self) -> str:
        """The page, without what is chosen on it."""

    def here(self, **more: Any) -> str:
        """The page with what is chosen, and more."""
        return f"{self.address}?{urlencode({**self.chosen(), **more})}"

    @abstractmethod
    def chosen(self) -> dict[str, Any]:
        """What is chosen, for the address."""

    def choices(self) -> list["KindChoice"]:
        """The entries to choose from, those that happen most first."""
        order = {code: place for place, code in enumerate(OFTEN)}
        shown = [kind for kind in self.kinds.values() if self.offers(kind)]
        ranked = sorted(shown, key=lambda kind: order.get(kind.code, len(order)))
        return [self._choice(kind, kind.code in order) for kind in ranked]

    def _choice(self, kind: CatalogueEntry, often: bool) -> "KindChoice":
        ways = [
            (
                said(one.name),
                self.here(kind=kind.code, outcome=one.code),
                self.kind is kind and self.outcome == one.code,
            )
            for one in kind.outcomes
        ]
        return KindChoice(said(kind.name), said(kind.about), kind.article, ways, often, self.kind is kind)

    def offers(self, kind: CatalogueEntry) -> bool:
        """Whether this kind can happen here."""
        return True

    def payees(self) -> list[tuple[str, str]]:
        """Who can receive points."""
        return [(NOBODY, _("nobody"))]

    def times(self) -> int | None:
        """The repetition (1 = first) of its kind; None for a kind that is not counted."""
        if self.kind is None:
            return None
        foul = Foul(event=self.event, session=self.session, sheet=self.sheet, seat=self.seat, hand_no=self.hand_no)
        foul.entry, foul.kind, foul.name = self.entry, self.kind.code, self.name
        return occurrence_of(foul, self.kind, self.regime)

    @property
    def name(self) -> str:
        """The name of somebody without a number."""
        return ""

    def facts(self, form: FoulForm, changed: bool) -> FoulFacts:
        """The foul as it is recorded."""
        kind = self.kind.code if self.kind else ""
        return FoulFacts(kind, self.outcome, **self.place(), **form.facts(changed))

    @abstractmethod
    def place(self) -> dict[str, Any]:
        """Where it happened, for the service."""

    def moves(self, points: int, payee: str) -> list[tuple[str, int]]:
        """What the penalty moves, by name."""
        return []


@dataclass(frozen=True)
class KindChoice:
    """An entry as a choice: its words, and for each outcome a word, an address and whether it is chosen."""

    name: str
    about: str
    article: str
    ways: list[tuple[str, str, bool]]
    often: bool
    chosen: bool


class AtTable(Recording):
    """A foul at a table: seat and hand."""

    def __init__(self, floor: Floor, facts: SheetFacts, asked: Mapping[str, str]) -> None:
        super().__init__(floor, asked)
        self.facts_of = facts
        self.sheet = facts.sheet
        self.session = facts.sheet.table.session
        self.seat = asked["seat"] if asked.get("seat") in facts.seats else ""
        hand = number_in(asked.get("hand", ""), most=HANDS_PER_SESSION)
        self.hand_no = facts.next_hand if hand is None else hand

    def sitter(self, seat: str) -> Any:
        """Who sits on the seat in the hand."""
        sat = [one for one in self.facts_of.sittings if one.seat == seat and one.from_hand <= max(self.hand_no, 1)]
        return max(sat, key=lambda one: one.from_hand)

    def called(self, seat: str) -> str:
        """How that person is called."""
        sitting = self.sitter(seat)
        return str(sitting.entry) if sitting.entry else sitting.name

    @property
    def entry(self) -> Entry | None:
        return self.sitter(self.seat).entry if self.seat else None

    @property
    def name(self) -> str:
        return self.sitter(self.seat).name if self.seat else ""

    @property
    def address(self) -> str:
        table = self.facts_of.sheet.table
        return reverse("floor:foul-table", args=[self.event.slug, table.session.number, table.number])

    def chosen(self) -> dict[str, Any]:
        return {"seat": self.seat, "hand": self.hand_no}

    def players(self) -> list[tuple[str, str, str, bool]]:
        """The seats: wind, who sits there, the address that chooses it, whether it is chosen."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        return [
            (seat, self.called(seat), self.here(seat=seat, **kind), seat == self.seat) for seat in self.facts_of.seats
        ]

    def hands(self) -> list[tuple[int, str, bool]]:
        """The hands it can be raised at: number (0: between hands), address, whether it is chosen."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        return [(no, self.here(hand=no, **kind), no == self.hand_no) for no in range(HANDS_PER_SESSION + 1)]

    def payees(self) -> list[tuple[str, str]]:
        others = [seat for seat in self.facts_of.played_seats if seat != self.seat]
        seats = [(str(seat), f"{WIND_NAMES[seat]} · {self.called(seat)}") for seat in others]
        return [(NOBODY, _("nobody")), (EACH, _("each of the others")), *seats]

    def place(self) -> dict[str, Any]:
        return {"sheet": self.sheet, "seat": self.seat, "hand_no": self.hand_no}

    def moves(self, points: int, payee: str) -> list[tuple[str, int]]:
        if payee == ONE or not points:
            return []
        moved = penalty_rows(self.seat, points, payee, self.facts_of.played_seats)  # type: ignore[arg-type]
        return [(self.called(seat), given) for seat, given in moved.items()]


class OfPlayer(Recording):
    """A foul of a player without a table: in a session, or in the event."""

    def __init__(self, floor: Floor, entry: Entry, asked: Mapping[str, str]) -> None:
        super().__init__(floor, asked)
        self.player = entry
        chosen = number_in(asked.get("session", str(floor.session_now)))
        self.session = floor.event.sessions.filter(number=chosen).first() if chosen is not None else None

    @property
    def entry(self) -> Entry | None:
        return self.player

    @property
    def address(self) -> str:
        return reverse("floor:foul-player-new", args=[self.event.slug])

    def chosen(self) -> dict[str, Any]:
        return {"number": self.player.number, "session": self.session.number if self.session else ""}

    def sessions(self) -> list[tuple[str, str, bool]]:
        """The sessions it can belong to: word, address, whether it is chosen."""
        kind = {"kind": self.kind.code, "outcome": self.outcome} if self.kind else {}
        now = self.session.number if self.session else None
        numbers = self.event.sessions.values_list("number", flat=True)
        whole = [(_("the whole event"), self.here(session="", **kind), now is None)]
        return [(str(number), self.here(session=number, **kind), number == now) for number in numbers] + whole

    def offers(self, kind: CatalogueEntry) -> bool:
        return kind.scope != HAND or kind.code == FREE

    def place(self) -> dict[str, Any]:
        return {"session": self.session, "entry": self.player}


def _record(request: HttpRequest, at: Recording) -> HttpResponse:
    floor = at.floor
    judges = bool(floor.reader.roles & record_foul.spec.roles)
    context: dict[str, Any] = {"floor": floor, "at": at, "judges": judges}
    status = 200
    if judges and at.kind is not None and (at.entry or at.name):
        times = at.times()
        proposal = propose(at.kind, at.outcome, times=times or 1, regime=at.regime)
        data = request.POST if request.method == "POST" else None
        form = FoulForm(at.kind, proposal, at.payees(), times, data)
        if form.is_bound and form.is_valid():
            number = _written(request, at, form)
            if number:
                return redirect("floor:foul", floor.event.slug, number)
        if form.is_bound:
            status = 409 if form.questions else 400
        context |= {"form": form, "times": times, "proposal": penalty_words(proposal)}
        context |= {"moves": at.moves(proposal.points, proposal.payee), "kind": at.kind, "what": said(at.kind.name)}
    if at.sheet is not None:
        rows = fouls_at(at.sheet).order_by("-hand_no", "-number")
        context["lines"] = foul_lines(rows, at.kinds)
    return render(request, at.template, context, status=status)


def _written(request: HttpRequest, at: Recording, form: FoulForm) -> int:
    """The number of the new foul; 0 if it was refused or something is asked, which the form holds."""
    changed = request.POST.get("do") == "change"
    if not changed:
        form.refuse_changes()
    if form.errors:
        return 0
    try:
        answer = record_foul(
            at.floor.actor,
            at.event,
            key=key_of(request),
            reason=form.cleaned_data["reason"] if changed else "",
            foul=at.facts(form, changed),
            acknowledged=form.acknowledged,
        )
    except Unusual as unusual:
        form.questions = unusual.questions
        return 0
    except Refused as refused:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))
        return 0
    text = _("Foul %(number)d is recorded.") % {"number": answer["foul"]}
    if answer["changed"]:
        text += " " + _("Others of this kind are counted anew.")
    messages.success(request, text)
    return int(answer["foul"])
