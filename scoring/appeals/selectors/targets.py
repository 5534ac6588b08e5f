"""Targets of a player's appeals: sheets, rulings and fouls at the player's tables, the player's fouls, the competition.

The first three are judgments of referees (3.12.1), the last is what else belongs to the competition (3.12.2, 3.13.2).
"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.appeals.models.appeals import Appeal
from scoring.fouls.models import Foul
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class Target:
    """A sheet, ruling or foul by its ``key`` ("sheet:2", by session; "ruling:4", "foul:7"), with its session.

    A player who sat at two tables of a session has two sheets, with their tables: "sheet:2/5".

    Without any of them the target is the competition ("other:2", by session); ``subject``: what about it.
    """

    key: str
    session: Session
    sheet: Sheet | None = None
    ruling: Ruling | None = None
    foul: Foul | None = None
    subject: str = ""

    @property
    def of_competition(self) -> bool:
        return not (self.sheet or self.ruling or self.foul)


def targets(entry: Entry) -> list[Target]:
    """Return the targets that concern the player, newest session first; only sheets of sessions that have begun."""
    own = Sheet.objects.filter(table__sittings__entry=entry).distinct().select_related("table__session")
    sheets = list(own.filter(_begun()))
    tables = Counter(sheet.table.session.number for sheet in sheets)
    listed = []
    for sheet in sheets:
        number = sheet.table.session.number
        key = f"sheet:{number}" if tables[number] == 1 else f"sheet:{number}/{sheet.table.number}"
        listed.append(Target(key, sheet.table.session, sheet=sheet))
    rulings = Ruling.objects.filter(sheet__in=sheets).select_related("sheet__table__session")
    for ruling in rulings:
        listed.append(Target(f"ruling:{ruling.number}", ruling.sheet.table.session, ruling.sheet, ruling=ruling))
    fouls = Foul.objects.filter(Q(entry=entry) | Q(sheet__in=sheets)).select_related("session", "sheet__table__session")
    last = max((sheet.table.session for sheet in sheets), key=lambda session: session.number, default=None)
    for foul in fouls:
        # The appeal time of a foul of the whole event is that of the last session played.
        session = foul.session or last
        if session:
            listed.append(Target(f"foul:{foul.number}", session, foul.sheet, foul=foul))
    begun = [sheet.table.session.number for sheet in sheets]
    listed += [Target(f"other:{session.number}", session) for session in _sessions_to_appeal(entry, begun)]
    return sorted(listed, key=lambda target: (-target.session.number, target.key))


def _sessions_to_appeal(entry: Entry, begun: list[int]) -> QuerySet[Session]:
    """Return the sessions for appeals against the competition: those of the player that have begun, and the next."""
    coming = max(begun, default=0) + 1
    return Session.objects.filter(event=entry.event_id, number__in=[*begun, coming])


def fouls_about(appeal: Appeal) -> QuerySet[Foul]:
    """Return the fouls that an upheld appeal may cancel: its target, else those on its sheet; not cancelled ones."""
    target = Q(pk=appeal.foul_id) if appeal.foul_id else Q(sheet=appeal.sheet_id, sheet__isnull=False)
    fouls = Foul.objects.filter(target, event=appeal.event_id, cancelled_at__isnull=True)
    return fouls.select_related("event__ledger", "session", "sheet__table__session").order_by("number")


def _begun() -> Q:
    """Match sheets of begun sessions: the clock started, hands or totals are written, or the sheet is not open."""
    started = Q(table__session__clock__started_at__isnull=False)
    hands = Exists(Hand.objects.current().filter(sheet=OuterRef("pk")))
    totals = Exists(SignedTotal.objects.current().filter(sheet=OuterRef("pk")))
    return started | Q(hands) | Q(totals) | ~Q(state=Sheet.State.OPEN)


def target_of(appeal: Appeal) -> Target:
    """Return the target of the appeal."""
    return Target("", appeal.session, appeal.sheet, appeal.ruling, appeal.foul, appeal.subject)
