"""All tables of a session with their state, for the Floor."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.game.rules.course import Deal
from scoring.game.rules.seats import SEATS
from scoring.progress.rules import BEHIND, BEHIND_ROUNDS, is_slow, pace
from scoring.settings.selectors import game_of_event
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand, Signature, SignedTotal
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.people.substitution import suspended_at
from scoring.sheets.selectors.referee_calls import waiting
from tournament.clocks.models import ExtraTime
from tournament.clocks.rules import Clock, State
from tournament.events.models.events import Event
from tournament.events.models.tables import Table
from tournament.presence.selectors.tables import missing_at_tables

#: The states in which a sheet accepts hands.
PLAYING = (Sheet.State.OPEN,)


@dataclass(frozen=True)
class FloorTable:
    """A table with its number of hands, its last entry, and the reasons why it needs a referee.

    ``extra``: extra minutes; ``call``: it waits for a referee; ``suspended``: it waits for a filler;
    ``has_totals``: its signed totals are entered; ``hand``: the number of the hand in play, of the last one once the
    sheet is checked; ``deal``: the hand in play, where a table is measured in rounds;
    ``pace``: hands or rounds ahead of the hall's median (below 0: behind; None: no table plays); ``checked`` and
    ``signed``: how many players have checked and signed the sheet; ``missing``: how many are not checked in before
    the first hand; ``late``: some are missing although the session has begun.
    """

    table: Table
    sheet: Sheet
    hands: int
    last_hand: int
    hand: int
    last_entry: datetime | None
    disputed: bool
    contradicts: bool
    slow: bool
    extra: int
    call: RefereeCall | None
    suspended: bool
    has_totals: bool
    deal: Deal | None
    pace: int | None
    checked: int
    signed: int
    missing: int
    late: bool

    @property
    def number(self) -> int:
        """The table's number in the chart."""
        return self.table.number

    @property
    def behind(self) -> int:
        """By how many hands or rounds the table is behind the hall's median; 0 if it is not."""
        return max(-(self.pace or 0), 0)

    @property
    def ahead(self) -> int:
        """By how many hands or rounds the table is ahead of the hall's median; 0 if it is not."""
        return max(self.pace or 0, 0)

    @property
    def silent(self) -> bool:
        """Whether the table is slow only because nothing was entered for long."""
        return self.slow and self.behind < (BEHIND_ROUNDS if self.deal else BEHIND)

    @property
    def needs(self) -> bool:
        """Whether a referee should go there; a confirmed sheet with a contradiction is settled at the Desk."""
        contradicts = self.contradicts and self.sheet.state != Sheet.State.CONFIRMED
        return self.slow or self.late or contradicts or self.disputed or self.suspended or self.call is not None


def floor_tables(event: Event, session: int, clock: Clock | None) -> list[FloorTable]:
    """Return the session's tables by number. ``clock``: the session's, which says whether the tables play."""
    sheets = list(_sheets(event, session))
    now = timezone.now()
    in_play = clock is not None and clock.state(now) in (State.RUNNING, State.OVER)
    deals = _deals(event, session)
    terms = game_of_event(event).terms
    done = {sheet.pk: sheet.hands for sheet in sheets}  # type: ignore[attr-defined]
    done |= {pk: (deal.period - 1) * terms.rounds + deal.round - 1 for pk, deal in deals.items()}
    hall = [done[sheet.pk] for sheet in sheets if sheet.state in PLAYING]
    started_at = clock.started if clock else None
    calls = {call.table_id: call for call in waiting(event)}
    missing = missing_at_tables(event, session) if any(not sheet.hands for sheet in sheets) else {}  # type: ignore[attr-defined]
    suspended = suspended_at(Table.objects.filter(session__event=event, session__number=session))
    return [
        _floor_table(
            sheet, done[sheet.pk], hall, started_at if in_play and sheet.state in PLAYING else None, now,
            calls.get(sheet.table_id), len(missing.get(sheet.table.number, [])), deals.get(sheet.pk),
            suspended=sheet.table_id in suspended, most=terms.last_hand,
        )
        for sheet in sheets
    ]  # fmt: skip


def _deals(event: Event, session: int) -> dict[int, Deal]:
    """Return sheet id -> the hand in play, for a game whose rounds have no fixed number of hands; else nothing."""
    if game_of_event(event).terms.periods == 1:
        return {}
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    return {facts.sheet.pk: facts.course.at(facts.next_hand) for facts in sheet_facts(sheets)}


def _floor_table(
    sheet: Sheet,
    done: int,
    hall: list[int],
    started_at: datetime | None,
    now: datetime,
    call: RefereeCall | None,
    missing: int,
    deal: Deal | None,
    *,
    suspended: bool,
    most: int,
) -> FloorTable:
    hands, last_entry = sheet.hands, sheet.last_entry  # type: ignore[attr-defined]
    waiting_since = max(started_at, last_entry or started_at) if started_at else None
    comparison = getattr(sheet, "comparison", None)
    return FloorTable(
        table=sheet.table,
        sheet=sheet,
        hands=hands,
        last_hand=sheet.last_hand or 0,  # type: ignore[attr-defined]
        hand=_hand_shown(sheet, deal, most),
        last_entry=last_entry,
        disputed=sheet.is_disputed,  # type: ignore[attr-defined]
        contradicts=comparison is not None and comparison.contradicts,
        slow=is_slow(
            done, hall, now - waiting_since if waiting_since else None, behind=BEHIND_ROUNDS if deal else BEHIND
        ),
        extra=sheet.extra,  # type: ignore[attr-defined]
        call=call,
        suspended=suspended,
        has_totals=sheet.has_totals,  # type: ignore[attr-defined]
        deal=deal,
        pace=pace(done, hall) if started_at else None,
        checked=sheet.checked,  # type: ignore[attr-defined]
        signed=sheet.signed,  # type: ignore[attr-defined]
        missing=0 if hands else missing,
        late=bool(missing and not hands and started_at),
    )


def _hand_shown(sheet: Sheet, deal: Deal | None, most: int) -> int:
    last_hand = sheet.last_hand or 0  # type: ignore[attr-defined]
    if sheet.state not in PLAYING:
        return last_hand
    return deal.no if deal else min(last_hand + 1, most)


def _sheets(event: Event, session: int) -> QuerySet[Sheet]:
    current = Q(hand_set__valid_until_version__isnull=True)
    entries = SheetVersion.objects.filter(sheet=OuterRef("pk")).order_by().values("sheet").annotate(at=Max("at"))
    extra = ExtraTime.objects.filter(table=OuterRef("table")).order_by().values("table").annotate(all=Sum("minutes"))
    sheets = Sheet.objects.filter(table__session__event=event, table__session__number=session)
    return (
        sheets.select_related("table", "comparison")
        .annotate(
            hands=Count("hand_set", current),
            last_hand=Max("hand_set__no", filter=current),
            last_entry=Subquery(entries.values("at")),
            extra=Coalesce(Subquery(extra.values("all")), 0),
            has_totals=Exists(SignedTotal.objects.current().filter(sheet=OuterRef("pk"))),
            is_disputed=Exists(Hand.objects.current().filter(sheet=OuterRef("pk"), disputed=True)),
            checked=_signatures(Signature.Step.CHECK),
            signed=_signatures(Signature.Step.SIGN),
        )
        .order_by("table__number")
    )


def _signatures(step: str) -> Coalesce:
    """Count the players' signatures of this step."""
    rows = Signature.objects.current().filter(sheet=OuterRef("pk"), step=step, signer__in=SEATS)
    return Coalesce(Subquery(rows.order_by().values("sheet").annotate(all=Count("pk")).values("all")), 0)
