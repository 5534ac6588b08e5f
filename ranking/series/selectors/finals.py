"""Who may be entered in the final of a series."""

from collections.abc import Sequence
from dataclasses import dataclass

from ranking.series.models import Series
from ranking.series.rules.ranking import Chance
from ranking.series.rules.rule import Unit
from ranking.series.selectors.series import organized_events
from ranking.series.selectors.table import NamedLine, SeriesTable, series_table
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account


def may_enter(account: Account | None, series: Series, line: NamedLine) -> bool:
    """Return whether the account may enter the line by the name of its person.

    A person who asks not to be shown is known to the committee of a body, and to the organizer of an event with this
    person; for other keepers of a series the name stays hidden.
    """
    if not line.hidden or account is None or account.is_superuser or series.body_id:
        return True
    return Entry.objects.filter(person__pk=line.key, event__in=organized_events(account)).exists()


def proposed(table: SeriesTable) -> list[str]:
    """Return the keys of the lines that reach the final."""
    return [str(line.key) for line in table.lines if line.qualification and line.qualification.chance is Chance.IN]


@dataclass(frozen=True)
class FinalPlaces:
    """The places of a final that is an event: ``free`` ones, and the lines that the account may enter, best first."""

    series: Series
    free: int
    candidates: Sequence[NamedLine]

    @property
    def proposed(self) -> list[str]:
        """The keys of the next lines, one for each free place; none of a shared rank with too few places."""
        ranked = [line for line in self.candidates if line.rank]
        first_out = [line.rank for line in ranked[self.free :][:1]]
        return [str(line.key) for line in ranked[: self.free] if line.rank not in first_out]


def final_places(account: Account | None, series: Series, event: Event) -> FinalPlaces:
    """Return the free places of the final ``event``, and who of the ranking is not entered in it.

    A player who withdraws frees the place; a team does once all its players withdrew.
    """
    table = series_table(series)
    players = event.entries.exclude(kind=Entry.Kind.FILLER).select_related("person__merged_into", "team")
    playing = [entry for entry in players if entry.status == Entry.Status.ENTERED]
    teams = table.rule.unit is Unit.TEAMS
    entered: set[int | str]
    if teams:
        entered = set(event.teams.values_list("name", flat=True))
        taken = len({entry.team_id for entry in playing} - {None}) + event.teams.filter(entries=None).count()
    else:
        entered = {entry.person.kept.pk for entry in players if entry.person}
        taken = len(playing)
    open_lines = [line for line in table.lines if (line.name if teams else line.key) not in entered]
    lines = [line for line in open_lines if may_enter(account, series, line)]
    return FinalPlaces(series, max(0, table.rule.finalists - taken), lines)


def series_of_final(event: Event) -> Series | None:
    """Return the series whose final the event is."""
    return Series.objects.select_related("ledger", "body").filter(final=event.slug).order_by("pk").first()
