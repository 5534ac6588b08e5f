"""Fouls: the catalogue of an event, how it reads 3.11, what stands where, who may see what."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from common.actions.permissions import ADMINISTRATOR, Actor
from scoring.fouls.models import Foul, FoulEvidence, FoulKind, Measure
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.catalogue import catalogue
from scoring.fouls.rules.proposing import Regime, counted_over
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person

#: Who sees evidence and a player's fouls in other events, besides who entered the foul.
ENTITLED = frozenset({Role.Name.CHIEF_REFEREE.value, Role.Name.COMMITTEE.value, ADMINISTRATOR})


def regime_of(event: Event) -> Regime:
    """How the event reads 3.11, by its settings."""
    settings = event.penalties_settings
    return Regime(settings.false_win, settings.repetition, settings.flower_discard)


def own_kinds(event: Event) -> QuerySet[FoulKind]:
    """The entries that the event adds to the catalogue."""
    return event.foul_kinds.all()


def catalogue_of(event: Event) -> dict[str, CatalogueEntry]:
    """The entries by code, the event's own ones among them."""
    return catalogue(kind.as_rule for kind in own_kinds(event))


def catalogues_of(fouls: Iterable[Foul]) -> dict[int, dict[str, CatalogueEntry]]:
    """Event id -> the entries of that event, for fouls of several events."""
    own: dict[int, list[CatalogueEntry]] = {foul.event_id: [] for foul in fouls}
    for kind in FoulKind.objects.filter(event__in=own):
        own[kind.event_id].append(kind.as_rule)
    return {event: catalogue(kinds) for event, kinds in own.items()}


def standing(fouls: QuerySet[Foul] | None = None) -> QuerySet[Foul]:
    """The fouls that have their effect: admissible and not cancelled."""
    rows = Foul.objects.all() if fouls is None else fouls
    return rows.filter(admissible=True, cancelled_at=None)


def counted_with(foul: Foul, kind: CatalogueEntry, regime: Regime) -> QuerySet[Foul]:
    """The standing fouls that are counted together with this one (it need not be stored), in the order they happened.

    The same kind of the same player in the same hand, or in the session where the event counts so. None of a kind that
    is not counted.
    """
    over = counted_over(kind, regime, foul.hand_no)
    if over is None:
        return Foul.objects.none()
    same = Q(entry=foul.entry_id) if foul.entry_id else Q(entry=None, name=foul.name, seat=foul.seat, sheet=foul.sheet)
    rows = standing().filter(same, session=foul.session_id, kind=foul.kind)
    if regime.repetition == "hand":
        rows = rows.filter(hand_no=foul.hand_no, sheet=foul.sheet_id)
    return rows.order_by("hand_no", "number")


def occurrence_of(foul: Foul, kind: CatalogueEntry, regime: Regime) -> int | None:
    """Which repetition of its kind (1 = first) a foul is that is not stored yet; None if the kind is not counted.

    The standing fouls of the same player up to its hand come before it.
    """
    if not kind.counted:
        return None
    return counted_with(foul, kind, regime).filter(hand_no__lte=foul.hand_no).count() + 1


def sitter_at(sheet: Sheet, seat: str, hand_no: int) -> Sitting | None:
    """Who sat on a starting seat in a hand (0: before the first); None for an empty seat."""
    rows = sheet.table.sittings.filter(seat=seat, from_hand__lte=max(hand_no, 1)).select_related("entry")
    return rows.order_by("from_hand").last()


def sheet_where(session: Session, entry: Entry) -> Sheet | None:
    """The sheet of the table where somebody sits in a session, None if nowhere."""
    rows = Sheet.objects.filter(table__session=session, table__sittings__entry=entry)
    return rows.select_related("table__session").distinct().first()


def fouls_of(event: Event) -> QuerySet[Foul]:
    """Every foul of the event as the record lists them (A6), by number."""
    rows = Foul.objects.filter(event=event)
    return rows.select_related("event", "entry__team", "session", "sheet__table", "paid_to")


def fouls_at(sheet: Sheet) -> QuerySet[Foul]:
    """The fouls at a table, by number."""
    return fouls_of(sheet.table.session.event).filter(sheet=sheet)


def measures_of(event: Event) -> QuerySet[Measure]:
    """The suspensions, losses of rank and disqualifications of the event, by number."""
    rows = Measure.objects.filter(event=event)
    return rows.select_related("event", "entry__team", "foul__session", "foul__sheet__table")


def published(event: Event) -> QuerySet[Foul]:
    """The fouls with a public notice, the newest first."""
    return (
        Foul.objects.filter(event=event, cancelled_at=None)
        .exclude(notice_at=None)
        .select_related("entry")
        .order_by("-notice_at", "-number")
    )


def fouls_of_person(person: Person) -> QuerySet[Foul]:
    """The fouls of a person in all events, the newest first; rows of persons merged with this one are the person's."""
    root = person.merged_into_id or person.pk
    rows = Foul.objects.filter(Q(entry__person=root) | Q(entry__person__merged_into=root))
    rows = rows.select_related("event", "entry", "session", "sheet__table", "paid_to")
    return rows.order_by("-entered_at", "-pk")


def conduct_of(person: Person) -> QuerySet[Measure]:
    """The measures against a person in all events that are in force or were lifted (A9 3.2), the newest first."""
    root = person.merged_into_id or person.pk
    rows = Measure.objects.filter(Q(entry__person=root) | Q(entry__person__merged_into=root))
    return rows.exclude(status__in=["proposed", "rejected"]).select_related("event", "foul").order_by("-proposed_at")


def excluded_from_pins(event: Event) -> frozenset[int]:
    """The ids of the entries of which nothing in the event counts for pins: disqualified, or the rank lost (3.11.5)."""
    lost = event.entries.filter(Q(status=Entry.Status.DISQUALIFIED) | Q(rank_lost=True))
    return frozenset(lost.values_list("pk", flat=True))


def sees_all(roles: Iterable[str]) -> bool:
    """Whether these roles of an event see evidence of every foul, and a player's fouls in other events."""
    return bool(ENTITLED & set(roles))


def evidence_for(actor: Actor, roles: Iterable[str], foul: Foul) -> FoulEvidence | None:
    """What was noted for a foul, if the actor is entitled to see it; None otherwise, or if nothing is (still) noted."""
    if not sees_all(roles) and actor.ref != foul.entered_ref:
        return None
    return FoulEvidence.objects.filter(foul=foul).first()


def own_refs(refs: Iterable[str], ref: str) -> frozenset[str]:
    """Those of ``refs`` (of actors) who are the person ``ref``: the same account, accounts of persons who are one, or,
    where an account is linked to nobody, of the same name. One query.
    """
    asked = {*refs}
    ids = [one.partition(":")[2] for one in {*asked, ref} if one.startswith("account:")]
    accounts = Account.objects.filter(pk__in=ids).select_related("person__merged_into")
    known = {f"account:{account.pk}": account for account in accounts}
    me = known.get(ref)
    return frozenset(
        one for one in asked if one == ref or (me is not None and one in known and _one_person(me, known[one]))
    )


def _one_person(account: Account, other: Account) -> bool:
    if account.person is not None and other.person is not None:
        return account.person.kept.pk == other.person.kept.pk
    names = {" ".join(str(one).casefold().split()) for one in (account, other)}
    return len(names) == 1


def alone(measure: Measure, ref: str) -> bool:
    """Whether the actor ``ref`` would decide alone, having proposed the measure."""
    return bool(own_refs([measure.proposed_ref], ref))


def unexplained(event: Event) -> list[dict[str, Any]]:
    """The penalties on the sheets of the event that follow from no foul: sheet, hand, order, points by seat, reason."""
    rows = Adjustment.objects.current().filter(sheet__table__session__event=event, foul=None)
    rows = rows.select_related("sheet__table__session").order_by("sheet", "hand_no", "order", "seat")
    found: dict[tuple[int, int, int], dict[str, Any]] = {}
    for row in rows:
        new_line = {"sheet": row.sheet, "hand_no": row.hand_no, "order": row.order, "moved": {}}
        line = found.setdefault((row.sheet_id, row.hand_no, row.order), new_line)
        line["moved"][row.seat] = row.points
        line |= {"article": row.article, "reason": row.reason}
        line["dead"] = line.get("dead", False) or row.dead
    return list(found.values())
