"""All tables of a session with their state, for the Floor."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.game.rules.seats import SEATS
from scoring.progress.rules import is_slow, pace
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand, Signature, SignedTotal
from scoring.sheets.models.sheets import Sheet, SheetVersion
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

    ``extra``: extra minutes; ``call``: it waits for a referee; ``suspended``: it waits for a filler; ``has_totals``:
    its signed totals are entered; ``pace``: hands ahead of the hall's median (below 0: behind; None: no table plays);
    ``checked`` and ``signed``: how many players have checked and signed the sheet; ``missing``: how many are not
    checked in before the first hand; ``late``: some are missing although the session has begun.
    """

    table: Table
    sheet: Sheet
    hands: int
    last_hand: int
    last_entry: datetime | None
    disputed: bool
    contradicts: bool
    slow: bool
    extra: int
    call: RefereeCall | None
    suspended: bool
    has_totals: bool
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
        """By how many hands the table is behind the hall's median; 0 if it is not."""
        return max(-(self.pace or 0), 0)

    @property
    def ahead(self) -> int:
        """By how many hands the table is ahead of the hall's median; 0 if it is not."""
        return max(self.pace or 0, 0)

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
    hall = [sheet.hands for sheet in sheets if sheet.state in PLAYING]  # type: ignore[attr-defined]
    started_at = clock.started if clock else None
    calls = {call.table_id: call for call in waiting(event)}
    missing = missing_at_tables(event, session) if any(not sheet.hands for sheet in sheets) else {}  # type: ignore[attr-defined]
    suspended = suspended_at(Table.objects.filter(session__event=event, session__number=session))
    return [
        _floor_table(
            sheet, hall, started_at if in_play and sheet.state in PLAYING else None, now,
            calls.get(sheet.table_id), len(missing.get(sheet.table.number, [])), suspended=sheet.table_id in suspended,
        )
        for sheet in sheets
    ]  # fmt: skip


def _floor_table(
    sheet: Sheet,
    hall: list[int],
    started_at: datetime | None,
    now: datetime,
    call: RefereeCall | None,
    missing: int,
    *,
    suspended: bool,
) -> FloorTable:
    hands, last_entry = sheet.hands, sheet.last_entry  # type: ignore[attr-defined]
    waiting_since = max(started_at, last_entry or started_at) if started_at else None
    comparison = getattr(sheet, "comparison", None)
    return FloorTable(
        table=sheet.table,
        sheet=sheet,
        hands=hands,
        last_hand=sheet.last_hand or 0,  # type: ignore[attr-defined]
        last_entry=last_entry,
        disputed=sheet.is_disputed,  # type: ignore[attr-defined]
        contradicts=comparison is not None and comparison.contradicts,
        slow=is_slow(hands, hall, now - waiting_since if waiting_since else None),
        extra=sheet.extra,  # type: ignore[attr-defined]
        call=call,
        suspended=suspended,
        has_totals=sheet.has_totals,  # type: ignore[attr-defined]
        pace=pace(hands, hall) if started_at else None,
        checked=sheet.checked,  # type: ignore[attr-defined]
        signed=sheet.signed,  # type: ignore[attr-defined]
        missing=0 if hands else missing,
        late=bool(missing and not hands and started_at),
    )


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
