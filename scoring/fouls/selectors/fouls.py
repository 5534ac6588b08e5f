"""Fouls of an event: its catalogue and options, the fouls with effect, and who may see the evidence."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet

from common.actions.permissions import ADMINISTRATOR, Actor
from scoring.fouls.models import Foul, FoulEvidence, FoulKind, Measure
from scoring.fouls.rules.catalogue import LATE, catalogue
from scoring.fouls.rules.catalogue import Foul as CatalogueEntry
from scoring.fouls.rules.proposing import Regime, counted_over
from scoring.game.rules.games import game_of
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person

#: The roles that see evidence and a player's fouls in other events; the author of a foul sees its evidence too.
ENTITLED = frozenset({Role.Name.CHIEF_REFEREE.value, Role.Name.COMMITTEE.value, ADMINISTRATOR})


def regime_of(event: Event) -> Regime:
    """Return the options of 3.11 from the event's settings."""
    settings = event.penalties_settings
    return Regime(settings.false_win, settings.repetition, settings.flower_discard)


def own_kinds(event: Event) -> QuerySet[FoulKind]:
    """Return the entries that the event adds to the catalogue."""
    return event.foul_kinds.all()


def catalogue_of(event: Event) -> dict[str, CatalogueEntry]:
    """Return the catalogue's entries by code, including the event's own ones."""
    return catalogue((kind.as_rule for kind in own_kinds(event)), game_of(event.rules).key)


def has_penalties_of_3_11(event: Event) -> bool:
    """Whether the event's game has the penalties of 3.11, by which points on sheets are recognised."""
    return LATE in catalogue((), game_of(event.rules).key)


def catalogues_of(fouls: Iterable[Foul]) -> dict[int, dict[str, CatalogueEntry]]:
    """Return the catalogue of each event of these fouls, by event id."""
    own: dict[int, list[CatalogueEntry]] = {foul.event_id: [] for foul in fouls}
    for kind in FoulKind.objects.filter(event__in=own):
        own[kind.event_id].append(kind.as_rule)
    games = {foul.event_id: game_of(foul.event.rules).key for foul in fouls}
    return {event: catalogue(kinds, games[event]) for event, kinds in own.items()}


def standing(fouls: QuerySet[Foul] | None = None) -> QuerySet[Foul]:
    """Return the fouls that have effect: admissible and not cancelled; of all events without ``fouls``."""
    rows = Foul.objects.all() if fouls is None else fouls
    return rows.filter(admissible=True, cancelled_at=None)


def counted_with(foul: Foul, kind: CatalogueEntry, regime: Regime) -> QuerySet[Foul]:
    """Return the valid fouls that count as repetitions together with this one, in the order they happened.

    They have the same kind, player and hand, or session if the event counts by session. Empty for a kind that is not
    counted. ``foul`` need not be stored.
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
    """Return which repetition of its kind (1 = first) a new foul is; None if the kind is not counted.

    The player's standing fouls up to its hand come before it.
    """
    if not kind.counted:
        return None
    return counted_with(foul, kind, regime).filter(hand_no__lte=foul.hand_no).count() + 1


def sitter_at(sheet: Sheet, seat: str, hand_no: int) -> Sitting | None:
    """Return the sitting on a starting seat in a hand (0: before the first); None for an empty seat."""
    rows = sheet.table.sittings.filter(seat=seat, from_hand__lte=max(hand_no, 1)).select_related("entry")
    return rows.order_by("from_hand").last()


def fouls_of(event: Event) -> QuerySet[Foul]:
    """Return every foul of the event, by number (A6)."""
    rows = Foul.objects.filter(event=event)
    return rows.select_related("event", "entry__team", "session", "sheet__table", "paid_to")


def fouls_at(sheet: Sheet) -> QuerySet[Foul]:
    """Return the fouls at a table, by number."""
    return fouls_of(sheet.table.session.event).filter(sheet=sheet)


def measures_of(event: Event) -> QuerySet[Measure]:
    """Return the suspensions, losses of rank and disqualifications of the event, by number."""
    rows = Measure.objects.filter(event=event)
    return rows.select_related("event", "entry__team", "foul__session", "foul__sheet__table")


def published(event: Event) -> QuerySet[Foul]:
    """Return the fouls with a public notice, newest first."""
    return (
        Foul.objects.filter(event=event, cancelled_at=None)
        .exclude(notice_at=None)
        .select_related("entry")
        .order_by("-notice_at", "-number")
    )


def fouls_of_person(person: Person) -> QuerySet[Foul]:
    """Return a person's fouls in all events, newest first, including those of persons merged into this one."""
    root = person.merged_into_id or person.pk
    rows = Foul.objects.filter(Q(entry__person=root) | Q(entry__person__merged_into=root))
    rows = rows.select_related("event", "entry", "session", "sheet__table", "paid_to")
    return rows.order_by("-entered_at", "-pk")


def conduct_of(person: Person) -> QuerySet[Measure]:
    """Return the measures against a person in all events, in force or lifted (A9 3.2), newest first."""
    root = person.merged_into_id or person.pk
    rows = Measure.objects.filter(Q(entry__person=root) | Q(entry__person__merged_into=root))
    return rows.exclude(status__in=["proposed", "rejected"]).select_related("event", "foul").order_by("-proposed_at")


def excluded_from_pins(event: Event) -> frozenset[int]:
    """Return the ids of the entries whose results do not count for pins: disqualified, or rank lost (3.11.5)."""
    lost = event.entries.filter(Q(status=Entry.Status.DISQUALIFIED) | Q(rank_lost=True))
    return frozenset(lost.values_list("pk", flat=True))


def sees_all(roles: Iterable[str]) -> bool:
    """Whether these roles of an event may see the evidence of every foul, and a player's fouls in other events."""
    return bool(ENTITLED & set(roles))


def evidence_for(actor: Actor, roles: Iterable[str], foul: Foul) -> FoulEvidence | None:
    """Return the evidence of a foul; None if the actor may not see it, or if there is none (any more)."""
    if not sees_all(roles) and actor.ref != foul.entered_ref:
        return None
    return FoulEvidence.objects.filter(foul=foul).first()


def own_refs(refs: Iterable[str], ref: str) -> frozenset[str]:
    """Return those of ``refs`` (references of actors) that belong to the same person as ``ref``. One query.

    The same person: the same account, accounts of one person (also after a merge), or, if an account has no person,
    accounts with the same name.
    """
    candidates = {*refs}
    ids = [candidate.partition(":")[2] for candidate in {*candidates, ref} if candidate.startswith("account:")]
    accounts = Account.objects.filter(pk__in=ids).select_related("person__merged_into")
    known = {f"account:{account.pk}": account for account in accounts}
    own = candidates & {ref}
    own_account = known.get(ref)
    if own_account is not None:
        own |= {other for other in candidates & set(known) if _is_same_person(own_account, known[other])}
    return frozenset(own)


def _is_same_person(account: Account, other: Account) -> bool:
    if account.person is not None and other.person is not None:
        return account.person.kept.pk == other.person.kept.pk
    names = {" ".join(str(each).casefold().split()) for each in (account, other)}
    return len(names) == 1


def is_own_proposal(measure: Measure, ref: str) -> bool:
    """Whether the actor ``ref`` proposed the measure, and so may not decide it alone."""
    return bool(own_refs([measure.proposed_ref], ref))


def penalties_without_foul(event: Event) -> list[dict[str, Any]]:
    """Return the penalties on the event's sheets that follow from no foul.

    Each is a dictionary: ``sheet``, ``hand_no``, ``order``, ``moved`` (points by seat), ``article``, ``reason``,
    ``dead`` (whether a hand is dead).
    """
    rows = Adjustment.objects.current().filter(sheet__table__session__event=event, foul=None)
    rows = rows.select_related("sheet__table__session").order_by("sheet", "hand_no", "order", "seat")
    lines: dict[tuple[int, int, int], dict[str, Any]] = {}
    for row in rows:
        new_line = {"sheet": row.sheet, "hand_no": row.hand_no, "order": row.order, "moved": {}}
        line = lines.setdefault((row.sheet_id, row.hand_no, row.order), new_line)
        line["moved"][row.seat] = row.points
        line |= {"article": row.article, "reason": row.reason}
        line["dead"] = line.get("dead", False) or row.dead
    return list(lines.values())
