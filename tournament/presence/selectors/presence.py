"""Participants of a session, arrivals, and entries that are out of the event."""

from collections.abc import Iterable
from datetime import datetime, tzinfo
from functools import cached_property

from django.db.models import F

from common.i18n.search import finds, folded
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting
from tournament.presence.models.presence import Arrival
from tournament.presence.rules import first_counting


def plays_in(entry: Entry, session: int) -> bool:
    """Return whether an entry (with its withdrawals) is entered and not out in this session (rulings: Withdrawal)."""
    periods = list(entry.withdrawals.all())
    if any(period.covers(session) for period in periods):
        return False
    if entry.status == Entry.Status.WITHDRAWN:
        # An announced withdrawal takes effect from its session on; one without a known session at once.
        return any(period.until_session is None for period in periods)
    return entry.status == Entry.Status.ENTERED


def is_out(entry: Entry) -> bool:
    """Return whether an entry is out without an end: withdrawn or suspended, perhaps disqualified too."""
    return entry.status == Entry.Status.WITHDRAWN or entry.withdrawals.filter(until_session=None).exists()


def withdrew_before_suspension(entry: Entry) -> int | None:
    """Return from which session a suspended player had withdrawn before the suspension; None if not."""
    period = entry.withdrawals.filter(until_session=None, suspended=True).first()
    return period.withdrew_from if period else None


def counting_from(event: Event, session: int) -> int:
    """Return the first session whose check-in counts for ``session`` (3.5.7.1)."""
    sign_in = F("event__play_settings__sign_in")
    rows = Session.objects.filter(event=event).values_list("number", "late_from", "starts", sign_in)
    known = {number: late_from or planned for number, late_from, planned, _sign_in in rows}
    starts = [_local(known.get(number), event.zone) for number in range(1, max([session, *known]) + 1)]
    each_session = any(row[-1] == PlaySettings.SignIn.SESSION for row in rows)
    return first_counting(starts, session, each_session=each_session)


def checks_in_each_session(event: Event) -> bool:
    """Return whether players check in before each session; otherwise once a day."""
    return PlaySettings.objects.filter(event=event, sign_in=PlaySettings.SignIn.SESSION).exists()


def arrivals_in(event: Event, session: int) -> dict[int, Arrival]:
    """Return the check-ins that count for ``session``, by entry id; missing entries are left out. Two queries."""
    sessions = (counting_from(event, session), session)
    rows = Arrival.objects.filter(entry__event=event, session__range=sessions).order_by("session")
    last = {row.entry_id: row for row in rows}
    return {entry: row for entry, row in last.items() if row.at}


def arrival_of(entry: Entry, session: int) -> Arrival | None:
    """Return the check-in of the entry that counts for ``session``; None if it is missing."""
    sessions = (counting_from(entry.event, session), session)
    row = Arrival.objects.filter(entry=entry, session__range=sessions).order_by("session").last()
    return row if row and row.at else None


def marks_of(entry: Entry) -> list[str]:
    """Return the checked items of the entry (values of CheckedItems.Mark)."""
    return entry.checked.marks if hasattr(entry, "checked") else []


def _local(moment: datetime | None, zone: tzinfo) -> datetime | None:
    return moment.astimezone(zone) if moment else None


class RollCall:
    """The participants of a session in four queries: players, reserves and fillers by number, and who is here."""

    def __init__(self, event: Event, session: int) -> None:
        self.event, self.session = event, session

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the participants, with team and withdrawals."""
        entries = self.event.entries.select_related("team").prefetch_related("withdrawals")
        return [entry for entry in entries.order_by("number") if plays_in(entry, self.session)]

    @cached_property
    def players(self) -> list[Entry]:
        """Return the participants whose numbers the chart seats."""
        return [entry for entry in self.entries if entry.kind == Entry.Kind.PLAYER]

    @cached_property
    def counts_from(self) -> int:
        """Return the first session whose check-in counts for this one."""
        return counting_from(self.event, self.session)

    @property
    def each_session(self) -> bool:
        """Whether players check in before each session."""
        return checks_in_each_session(self.event)

    @cached_property
    def arrivals(self) -> dict[int, Arrival]:
        """Return the check-ins that count for the session, by entry id."""
        return arrivals_in(self.event, self.session)

    @cached_property
    def missing(self) -> list[Entry]:
        return [entry for entry in self.players if entry.pk not in self.arrivals]

    @property
    def here(self) -> int:
        """Return the number of players who are here."""
        return len(self.players) - len(self.missing)

    @cached_property
    def missing_by_team(self) -> list[tuple[Team | None, list[Entry]]]:
        """Return the missing players of each team, by team number; those without a team last."""
        teams: dict[int | None, tuple[Team | None, list[Entry]]] = {}
        for entry in self.missing:
            teams.setdefault(entry.team_id, (entry.team, []))[1].append(entry)
        return sorted(teams.values(), key=lambda pair: (pair[0] is None, pair[0].number if pair[0] else 0))

    def matching(self, query: str, *, only_missing: bool) -> list[Entry]:
        """Return the participants who match the words of ``query`` (number, a name in any script, team).

        A participant with exactly this number comes first.
        """
        candidates = [entry for entry in self.entries if not (only_missing and entry.pk in self.arrivals)]
        matches = [entry for entry in candidates if finds(query, *_texts(entry))]
        typed_text = folded(query).strip()
        return sorted(matches, key=lambda entry: str(entry.number) != typed_text)


def _texts(entry: Entry) -> Iterable[str]:
    names = (entry.name, entry.latin_name, entry.family_name, entry.given_name)
    return (str(entry.number), *names, entry.team.name if entry.team else "")


def out_of_event(event: Event) -> list[Entry]:
    """Return the withdrawn and disqualified entries, by number, with team and withdrawals."""
    out = event.entries.exclude(status=Entry.Status.ENTERED).select_related("team")
    out = out.filter(status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED])
    return list(out.prefetch_related("withdrawals").order_by("number"))


def seats_from(entry: Entry, session: int) -> list[Sitting]:
    """Return the seats that the chart gives the entry's number from ``session`` on, in order."""
    sittings = Sitting.objects.filter(entry=entry, from_hand=0, table__session__number__gte=session)
    return list(sittings.select_related("table__session").order_by("table__session__number"))


def replaced_in(event: Event, session: int, number: int | None = None) -> set[int]:
    """Return the numbers (or only the given one) that another person plays from hand 1 in the session."""
    rows = Sitting.objects.filter(table__session__event=event, table__session__number=session)
    taken = set(rows.filter(from_hand=1).values_list("table", "seat"))
    if not taken:
        return set()
    charted = rows.filter(from_hand=0, entry__isnull=False)
    if number is not None:
        charted = charted.filter(entry__number=number)
    return {
        holder
        for table, seat, holder in charted.values_list("table", "seat", "entry__number")
        if (table, seat) in taken
    }


def substitutes_for(entry: Entry, session: int) -> list[Entry]:
    """Return possible substitutes for the entry in ``session``: reserves of its team, then fillers.

    Entries with a seat in the session are left out.
    """
    seated = Sitting.objects.filter(table__session__number=session, table__session__event=entry.event)
    free = entry.event.entries.exclude(pk__in=seated.filter(entry__isnull=False).values("entry"))
    free = free.exclude(kind=Entry.Kind.PLAYER).select_related("team").prefetch_related("withdrawals")
    reserves, fillers = [], []
    for candidate in free.order_by("number"):
        if candidate.kind == Entry.Kind.FILLER and plays_in(candidate, session):
            fillers.append(candidate)
        elif candidate.team_id and candidate.team_id == entry.team_id and plays_in(candidate, session):
            reserves.append(candidate)
    return reserves + fillers
