"""What a player can appeal against: the sheets, rulings and fouls of the own tables, and the own fouls (3.12.1)."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.appeals.models import Appeal
from scoring.fouls.models import Foul
from scoring.sheets.models.facts import Hand, SignedTotal
from scoring.sheets.models.rulings import Ruling
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.stages import Session


@dataclass(frozen=True)
class Target:
    """A sheet, ruling or foul by its ``key`` ("sheet:2", by session; "ruling:4", "foul:7"), with its session."""

    key: str
    session: Session
    sheet: Sheet | None = None
    ruling: Ruling | None = None
    foul: Foul | None = None


def targets(entry: Entry) -> list[Target]:
    """What concerns the player, the newest session first; only sheets of sessions that have begun."""
    own = Sheet.objects.filter(table__sittings__entry=entry).distinct().select_related("table__session")
    sheets = list(own.filter(_begun()))
    found = [Target(f"sheet:{one.table.session.number}", one.table.session, sheet=one) for one in sheets]
    rulings = Ruling.objects.filter(sheet__in=sheets).select_related("sheet__table__session")
    found += [Target(f"ruling:{one.number}", one.sheet.table.session, one.sheet, ruling=one) for one in rulings]
    fouls = Foul.objects.filter(Q(entry=entry) | Q(sheet__in=sheets)).select_related("session", "sheet__table__session")
    last = max((one.table.session for one in sheets), key=lambda session: session.number, default=None)
    for foul in fouls:
        # A foul of the whole event is appealed against in the time of the session that was played last.
        if session := foul.session or last:
            found.append(Target(f"foul:{foul.number}", session, foul.sheet, foul=foul))
    return sorted(found, key=lambda one: (-one.session.number, one.key))


def fouls_about(appeal: Appeal) -> QuerySet[Foul]:
    """The fouls that an appeal upheld may end: the one it is against, else those on its sheet; not cancelled ones."""
    about = Q(pk=appeal.foul_id) if appeal.foul_id else Q(sheet=appeal.sheet_id, sheet__isnull=False)
    fouls = Foul.objects.filter(about, event=appeal.event_id, cancelled_at__isnull=True)
    return fouls.select_related("event__head", "session", "sheet__table__session").order_by("number")


def _begun() -> Q:
    """The clock of the session ran, or something is written: a hand, totals, or it is past being open."""
    started = Q(table__session__clock__started_at__isnull=False)
    hands = Exists(Hand.objects.current().filter(sheet=OuterRef("pk")))
    totals = Exists(SignedTotal.objects.current().filter(sheet=OuterRef("pk")))
    return started | Q(hands) | Q(totals) | ~Q(state=Sheet.State.OPEN)


def target_of(appeal: Appeal) -> Target:
    """What the appeal is against."""
    return Target("", appeal.session, appeal.sheet, appeal.ruling, appeal.foul)
