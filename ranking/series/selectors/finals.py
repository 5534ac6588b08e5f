"""Who may be entered in the final of a series."""

from ranking.series.models import Series
from ranking.series.rules.ranking import Chance
from ranking.series.selectors.series import organized_events
from ranking.series.selectors.table import NamedLine, SeriesTable
from tournament.events.models.entries import Entry
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
