"""Open the final of a series as an event, with those who reach it as its entries."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from ranking.series.models import Series
from ranking.series.rules.rule import Unit
from ranking.series.selectors.finals import may_enter
from ranking.series.selectors.table import NamedLine, series_table
from ranking.series.services.series import KEEPERS
from scoring.setup.services.setting_up import event_from_template
from tournament.events.models.entries import Team
from tournament.events.models.events import Event
from tournament.keeping.services import renew_days
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.registration.services.entries import enter_person


@action("series.open_final", summary=_("Open the final of a series as an event"), roles=KEEPERS, subject="series")
def open_final(
    context: ActionContext,
    series: Series,
    *,
    template: str,
    name: str,
    slug: str,
    chosen: Sequence[str],
    starts: date | None = None,
) -> Done:
    """Make an event from a template with the chosen lines of the ranking as its entries, numbered by rank.

    ``chosen`` are keys of lines (`NamedLine.key` as texts). The actor's account becomes the organizer. Refused at its
    field: a used id, a line that is not in the ranking or may not be entered, a series that has a final.
    """
    if series.final:
        raise Refused(_("The series has a final already."))
    lock_people(context)
    table = series_table(series)
    lines = [line for line in table.lines if str(line.key) in set(chosen)]
    if len(lines) != len(set(chosen)) or not all(may_enter(context.actor.account, series, line) for line in lines):
        raise Refused(_("The ranking changed, or these cannot be entered. Please choose again."), where="chosen")
    event = event_from_template(context, template, {"name": name, "slug": slug, "starts": starts})
    _enter(context, event, lines, teams=table.rule.unit is Unit.TEAMS)
    series.final = slug
    series.save()
    after = {"final": slug, "entries": len(lines)}
    return Done({"event": slug}, f"series:{series.slug}", None, after, second_ledger=event.ledger)


def _enter(context: ActionContext, event: Event, lines: Sequence[NamedLine], *, teams: bool) -> None:
    """Register the lines in the order of their ranks; who is hidden in the series stays hidden in the final."""
    if teams:
        Team.objects.bulk_create(
            Team(event=event, number=number, name=line.name) for number, line in enumerate(lines, start=1)
        )
        return
    persons = Person.objects.in_bulk([line.key for line in lines])
    for line in lines:
        enter_person(context, event, persons[line.key], name_consent=False if line.hidden else None)
    renew_days(context, event)
