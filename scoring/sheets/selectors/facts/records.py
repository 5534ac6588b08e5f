"""Sheets as the pure rules read them: hands, totals, table points, penalties and sitters of many sheets at once."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from django.db import connection, models
from django.db.models import F, QuerySet

from scoring.game.rules.hands import Hand as PlayedHand
from scoring.game.rules.seats import HANDS_PER_SESSION, SEATS, Places, Seat
from scoring.game.rules.table_points import Ties
from scoring.sheets.models.facts import (
    Adjustment,
    Fact,
    Forfeit,
    Hand,
    RoundSeating,
    SessionPenalty,
    Settlement,
    Signature,
    SignedTotal,
    StatedTablePoints,
)
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import TableRecord
from scoring.sheets.rules.credits import Sitter, moved_within, since_exchange
from tournament.events.models.entries import Entry
from tournament.events.models.tables import Sitting

#: Whatever may stand on a sheet, or on its session for it.
KINDS: tuple[type[models.Model], ...] = (
    Hand,
    SignedTotal,
    StatedTablePoints,
    Adjustment,
    Forfeit,
    Settlement,
    RoundSeating,
    HandRecord,
    Signature,
    SessionPenalty,
)


@dataclass
class SheetFacts:
    """The current facts of one sheet, gathered; ``record`` and ``sitters`` are what the rules take.

    ``kinds``: those of KINDS of which it may have any.
    """

    sheet: Sheet
    hands: list[Hand] = field(default_factory=list)
    totals: dict[Seat, int] = field(default_factory=dict)
    stated: dict[Seat, str] = field(default_factory=dict)
    adjustments: list[Adjustment] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    session_penalties: list[SessionPenalty] = field(default_factory=list)
    settlement: Settlement | None = None
    rounds: list[RoundSeating] = field(default_factory=list)
    kinds: Collection[type[models.Model]] = KINDS

    @property
    def real_places(self) -> dict[int, Places]:
        """Where the rounds were really seated that did not follow A4."""
        return {row.round_no: tuple(_seat(letter) for letter in row.places) for row in self.rounds}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that the chart fills, in the order E S W N."""
        taken = {sitting.seat for sitting in self.sittings}
        return tuple(seat for seat in SEATS if seat in taken)

    @property
    def sitters(self) -> dict[Seat, list[Sitter]]:
        """The sitters of each seat, the holder first."""
        seats: dict[Seat, list[Sitter]] = {seat: [] for seat in self.seats}
        for sitting in sorted(self.sittings, key=lambda sitting: sitting.from_hand):
            filler = sitting.entry is None or sitting.entry.kind == Entry.Kind.FILLER
            sitter = Sitter(sitting.entry_id, not filler, sitting.from_hand, sitting.exchanged)
            seats[_seat(sitting.seat)].append(sitter)
        return seats

    @property
    def next_hand(self) -> int:
        """The hand that is being played: the one after the last that is written, 16 at most."""
        return min(max((hand.no for hand in self.hands), default=0) + 1, HANDS_PER_SESSION)

    @property
    def outside_hands(self) -> list[Adjustment]:
        """The table's penalties between hands, and those of hands without a result: they stand if it is void (3.11)."""
        recorded = {hand.no for hand in self.hands}
        return [one for one in self.adjustments if one.hand_no not in recorded]

    def dead(self, hand_no: int) -> frozenset[Seat]:
        """The seats that may not win in this hand."""
        return frozenset(_seat(one.seat) for one in self.adjustments if one.dead and one.hand_no == hand_no)

    def penalties(self) -> dict[Seat, int]:
        """Penalty points that belong to no hand, by seat: the table's own, and the session's of who sat there."""
        points: dict[Seat, int] = defaultdict(int)
        for adjustment in self.outside_hands:
            points[_seat(adjustment.seat)] += adjustment.points
        owned = ((seat, sitter.entry) for seat, people in self.sitters.items() for sitter in since_exchange(people))
        seat_of = {entry: seat for seat, entry in owned if entry}
        for penalty in self.session_penalties:
            for entry, moved in ((penalty.entry_id, penalty.points), (penalty.paid_to_id, -penalty.points)):
                if entry in seat_of:
                    points[seat_of[entry]] += moved
        return dict(points)

    def played_hands(self) -> tuple[PlayedHand, ...]:
        """The hands for the rules, in order."""
        within: dict[int, dict[Seat, int]] = defaultdict(dict)
        for adjustment in self.adjustments:
            if adjustment.hand_no:
                seats = within[adjustment.hand_no]
                seat = _seat(adjustment.seat)
                seats[seat] = seats.get(seat, 0) + adjustment.points
        return tuple(
            PlayedHand(
                no=hand.no,
                winner=_seat(hand.winner) if hand.winner else None,
                discarder=_seat(hand.discarder) if hand.discarder else None,
                points=hand.points,
                aborted=hand.result == Hand.Result.ABORTED,
                adjustments=within.get(hand.no, {}),
            )
            for hand in sorted(self.hands, key=lambda hand: hand.no)
        )

    @property
    def forfeited(self) -> frozenset[Seat]:
        """The seats whose holder forfeited the session."""
        return frozenset(_seat(forfeit.seat) for forfeit in self.forfeits)

    @property
    def played_seats(self) -> tuple[Seat, ...]:
        """The seats that somebody played on: a forfeited one only if another person sat there."""
        replaced = {sitting.seat for sitting in self.sittings if sitting.from_hand}
        return tuple(seat for seat in self.seats if seat not in self.forfeited or seat in replaced)

    def record(self, ties: Ties) -> TableRecord:
        """The table for the three-way comparison, and for its result."""
        played, hands = self.played_seats, self.played_hands()
        exchanged = any(sitting.exchanged for sitting in self.sittings)
        return TableRecord(
            seats=played,
            hands=hands,
            totals={seat: self.totals[seat] for seat in played} if self.totals else None,
            table_points=self.stated or None,
            penalties=self.penalties(),
            ties=ties,
            forfeited=self.forfeited,
            moved=moved_within(hands, {seat: self.sitters[seat] for seat in played}) if exchanged else {},
        )


def _seat(letter: str) -> Seat:
    """A stored seat as the rules know it; the database holds no other letter."""
    return cast(Seat, letter)


def sheet_facts(sheets: QuerySet[Sheet], version: int | None = None) -> list[SheetFacts]:
    """The facts of ``sheets`` (ordered by id) that hold now, or held at ``version``; in ten queries.

    Who sits there and the session's penalties are those of now; `sheet_versions.facts_at` has who sat there then.
    """
    facts = {sheet.pk: SheetFacts(sheet) for sheet in sheets.select_related("table").order_by("pk")}
    _gather(facts, sheets.order_by().values("pk"), version)
    return list(facts.values())


def facts_of(sheet: Sheet) -> SheetFacts:
    """The facts of one sheet that hold now, around this very row; while it is played in three queries, at most ten."""
    facts = SheetFacts(sheet, kinds=_kinds_on(sheet))
    _gather({sheet.pk: facts}, [sheet.pk], None, facts.kinds)
    return facts


def _kinds_on(sheet: Sheet) -> frozenset[type[models.Model]]:
    """The kinds of which something stands on the sheet now: most hold nothing while hand after hand is written."""
    with connection.cursor() as cursor:
        cursor.execute(_any_of_each(), [sheet.pk] * (len(KINDS) - 1) + [sheet.table.session_id])
        found = {name for (name,) in cursor.fetchall()}
    return frozenset(kind for kind in KINDS if kind._meta.db_table in found)


@cache
def _any_of_each() -> str:
    """One question for all kinds: which tables have a row for the sheet, or for its session (the last one)."""
    asked = ["session_id = %s" if kind is SessionPenalty else "sheet_id = %s AND until IS NULL" for kind in KINDS]
    tables = [kind._meta.db_table for kind in KINDS]
    parts = zip(tables, asked, strict=True)
    return " UNION ALL ".join(f"SELECT '{it}' WHERE EXISTS (SELECT 1 FROM {it} WHERE {where})" for it, where in parts)


def _gather(
    facts: dict[int, SheetFacts],
    chosen: QuerySet[Any] | list[int],
    version: int | None,
    kinds: Collection[type[models.Model]] = KINDS,
) -> None:
    """Read what holds now, or held at ``version``, of the ``chosen`` ids into their facts; of these ``kinds`` only."""

    def held(model: type[Fact]) -> QuerySet[Any] | tuple[()]:
        if model not in kinds:
            return ()
        rows = model.objects.current() if version is None else model.objects.at(version)
        return rows.filter(sheet__in=chosen)

    for hand in held(Hand):
        facts[hand.sheet_id].hands.append(hand)
    for total in held(SignedTotal):
        facts[total.sheet_id].totals[total.seat] = total.points
    for stated in held(StatedTablePoints):
        facts[stated.sheet_id].stated[stated.seat] = stated.text
    for adjustment in held(Adjustment):
        facts[adjustment.sheet_id].adjustments.append(adjustment)
    for forfeit in held(Forfeit):
        facts[forfeit.sheet_id].forfeits.append(forfeit)
    for settlement in held(Settlement):
        facts[settlement.sheet_id].settlement = settlement
    for seating in held(RoundSeating):
        facts[seating.sheet_id].rounds.append(seating)
    _add_sittings(facts, chosen)
    if SessionPenalty in kinds:
        _add_session_penalties(facts, chosen)


def _add_sittings(facts: dict[int, SheetFacts], chosen: QuerySet[Any] | list[int]) -> None:
    sittings = Sitting.objects.filter(table__sheet__in=chosen).select_related("entry")
    for sitting in sittings.annotate(sheet_id=F("table__sheet")).order_by("from_hand"):
        facts[sitting.sheet_id].sittings.append(sitting)


def _add_session_penalties(facts: dict[int, SheetFacts], chosen: QuerySet[Any] | list[int]) -> None:
    """Hand each session's penalties to that session's sheets."""
    penalties = SessionPenalty.objects.filter(session__tables__sheet__in=chosen).distinct()
    by_session: dict[int, list[SessionPenalty]] = defaultdict(list)
    for penalty in penalties.select_related("entry", "paid_to"):
        by_session[penalty.session_id].append(penalty)
    for one in facts.values():
        one.session_penalties = by_session[one.sheet.table.session_id]
