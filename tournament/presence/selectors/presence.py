"""Who takes part in a session, who of them is here, and who is out of the event."""

from collections.abc import Iterable
from functools import cached_property

from common.i18n.search import finds, folded
from tournament.events.models.entries import Entry, Team
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.models.presence import Arrival


def plays_in(entry: Entry, session: int) -> bool:
    """Whether an entry (with its withdrawals) is entered and not out in this session (rulings: Withdrawal)."""
    periods = list(entry.withdrawals.all())
    if any(period.covers(session) for period in periods):
        return False
    if entry.status == Entry.Status.WITHDRAWN:
        # An announced withdrawal acts from its session on; one of which no session is known, at once.
        return any(period.until_session is None for period in periods)
    return entry.status == Entry.Status.ENTERED


def arrival_of(entry: Entry) -> Arrival | None:
    """What the check-in knows of the entry; None while it knows nothing."""
    return getattr(entry, "arrival", None)


def is_here(entry: Entry) -> bool:
    """Whether somebody checked the entry in."""
    found = arrival_of(entry)
    return found is not None and found.arrived_at is not None


class RollCall:
    """Everybody who takes part in a session, in two queries: players, reserves and fillers by number."""

    def __init__(self, event: Event, session: int) -> None:
        self.event, self.session = event, session

    @cached_property
    def entries(self) -> list[Entry]:
        """Who takes part, with team, arrival and withdrawals."""
        found = self.event.entries.select_related("team", "arrival").prefetch_related("withdrawals")
        return [entry for entry in found.order_by("number") if plays_in(entry, self.session)]

    @cached_property
    def players(self) -> list[Entry]:
        """Those whose numbers the chart seats."""
        return [entry for entry in self.entries if entry.kind == Entry.Kind.PLAYER]

    @cached_property
    def missing(self) -> list[Entry]:
        """The players who are not here."""
        return [entry for entry in self.players if not is_here(entry)]

    @property
    def here(self) -> int:
        """How many players are here."""
        return len(self.players) - len(self.missing)

    @cached_property
    def missing_by_team(self) -> list[tuple[Team | None, list[Entry]]]:
        """The missing players of each team, by its number; those without a team last."""
        teams: dict[int | None, tuple[Team | None, list[Entry]]] = {}
        for entry in self.missing:
            teams.setdefault(entry.team_id, (entry.team, []))[1].append(entry)
        return sorted(teams.values(), key=lambda pair: (pair[0] is None, pair[0].number if pair[0] else 0))

    def found(self, query: str, *, only_missing: bool) -> list[Entry]:
        """Who answers to the words of ``query`` (number, a name in any script, team); the number typed first."""
        among = [entry for entry in self.entries if not (only_missing and is_here(entry))]
        hits = [entry for entry in among if finds(query, *_texts(entry))]
        typed = folded(query).strip()
        return sorted(hits, key=lambda entry: str(entry.number) != typed)


def _texts(entry: Entry) -> Iterable[str]:
    names = (entry.name, entry.latin_name, entry.family_name, entry.given_name)
    return (str(entry.number), *names, entry.team.name if entry.team else "")


def out_of_event(event: Event) -> list[Entry]:
    """Everybody who is out of the event now (withdrawn or disqualified), by number, with team and withdrawals."""
    gone = event.entries.exclude(status=Entry.Status.ENTERED).select_related("team")
    gone = gone.filter(status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED])
    return list(gone.prefetch_related("withdrawals").order_by("number"))


def seats_from(entry: Entry, session: int) -> list[Sitting]:
    """The seats that the chart gives the entry's number from ``session`` on, in order."""
    mine = Sitting.objects.filter(entry=entry, from_hand=0, table__session__number__gte=session)
    return list(mine.select_related("table__session").order_by("table__session__number"))


def replaced_in(event: Event, session: int, number: int | None = None) -> set[int]:
    """The numbers (or the one asked for, if so) that somebody else plays from hand 1 in the session."""
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
    """Who may play the entry's number in ``session``: reserves of the own team, then fillers; seated ones left out."""
    seated = Sitting.objects.filter(table__session__number=session, table__session__event=entry.event)
    free = entry.event.entries.exclude(pk__in=seated.filter(entry__isnull=False).values("entry"))
    free = free.exclude(kind=Entry.Kind.PLAYER).select_related("team", "arrival").prefetch_related("withdrawals")
    reserves, fillers = [], []
    for one in free.order_by("number"):
        if one.kind == Entry.Kind.FILLER and plays_in(one, session):
            fillers.append(one)
        elif one.team_id and one.team_id == entry.team_id and plays_in(one, session):
            reserves.append(one)
    return reserves + fillers
