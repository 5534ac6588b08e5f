"""Participants of a session, arrivals, and entries that are out of the event."""

from collections.abc import Iterable
from functools import cached_property

from common.i18n.search import finds, folded
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.presence import Arrival


def plays_in(entry: Entry, session: int) -> bool:
    """Return whether an entry (with its withdrawals) is entered and not out in this session (rulings: Withdrawal)."""
    periods = list(entry.withdrawals.all())
    if any(period.covers(session) for period in periods):
        return False
    if entry.status == Entry.Status.WITHDRAWN:
        # An announced withdrawal takes effect from its session on; one without a known session at once.
        return any(period.until_session is None for period in periods)
    return entry.status == Entry.Status.ENTERED


def arrival_of(entry: Entry) -> Arrival | None:
    """Return the check-in data of the entry; None if there is none."""
    return getattr(entry, "arrival", None)


def is_here(entry: Entry) -> bool:
    """Return whether the entry is checked in."""
    arrival = arrival_of(entry)
    return arrival is not None and arrival.arrived_at is not None


class RollCall:
    """The participants of a session, in two queries: players, reserves and fillers by number."""

    def __init__(self, event: Event, session: int) -> None:
        self.event, self.session = event, session

    @cached_property
    def entries(self) -> list[Entry]:
        """Return the participants, with team, arrival and withdrawals."""
        entries = self.event.entries.select_related("team", "arrival").prefetch_related("withdrawals")
        return [entry for entry in entries.order_by("number") if plays_in(entry, self.session)]

    @cached_property
    def players(self) -> list[Entry]:
        """Return the participants whose numbers the chart seats."""
        return [entry for entry in self.entries if entry.kind == Entry.Kind.PLAYER]

    @cached_property
    def missing(self) -> list[Entry]:
        return [entry for entry in self.players if not is_here(entry)]

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
        candidates = [entry for entry in self.entries if not (only_missing and is_here(entry))]
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
    free = free.exclude(kind=Entry.Kind.PLAYER).select_related("team", "arrival").prefetch_related("withdrawals")
    reserves, fillers = [], []
    for candidate in free.order_by("number"):
        if candidate.kind == Entry.Kind.FILLER and plays_in(candidate, session):
            fillers.append(candidate)
        elif candidate.team_id and candidate.team_id == entry.team_id and plays_in(candidate, session):
            reserves.append(candidate)
    return reserves + fillers
