"""Open the final of a series as an event, with those who reach it as its entries."""

from collections.abc import Sequence
from datetime import date

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from ranking.series.models import Series
from ranking.series.rules.rule import Unit
from ranking.series.selectors.finals import final_places, may_enter, series_of_final
from ranking.series.selectors.series import organized_events, rule_of
from ranking.series.selectors.table import NamedLine, series_table
from ranking.series.services.series import KEEPERS
from scoring.setup.services.setting_up import event_from_template
from tournament.events.models.entries import Team
from tournament.events.models.events import Event
from tournament.events.services.closed import refuse_if_closed
from tournament.keeping.services import renew_days
from tournament.people.models.accounts import Role
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
    rules: str = Event.Rules.WMO_2014,
) -> Done:
    """Make an event from a template with the chosen lines of the ranking as its entries, numbered by rank.

    ``chosen`` are keys of lines (`NamedLine.key` as texts); ``rules``: a value of Event.Rules. A team comes with its
    players of the newest event that the actor organizes. The actor's account becomes the organizer. Refused at its
    field: a used id, a line that is not in the ranking or may not be entered, a series that has a final.
    """
    if series.final:
        raise Refused(_("The series has a final already."))
    lock_people(context)
    table = series_table(series)
    may = [line for line in table.lines if may_enter(context.actor.account, series, line)]
    lines = _chosen_of(may, chosen)
    event = event_from_template(context, template, {"name": name, "slug": slug, "starts": starts, "rules": rules})
    _enter(context, event, series, lines)
    renew_days(context, event)
    series.final = slug
    series.save()
    after = {"final": slug, "entries": len(lines)}
    return Done({"event": slug}, f"series:{series.slug}", None, after, second_ledger=event.ledger)


@action(
    "series.fill_final",
    summary=_("Enter the next players of a series in its final"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def fill_final(context: ActionContext, event: Event, *, chosen: Sequence[str]) -> Done:
    """Enter more lines of the ranking in the final, for somebody who withdrew; ``chosen`` as in `open_final`.

    Refused for an event that is not a final or is closed, and for a line that is entered already.
    """
    refuse_if_closed(event)
    series = series_of_final(event)
    if series is None:
        raise Refused(_("This event is not the final of a series."))
    lock_people(context)
    lines = _chosen_of(final_places(context.actor.account, series, event).candidates, chosen)
    _enter(context, event, series, lines)
    renew_days(context, event)
    after = {"entries": len(lines)}
    return Done({"entries": len(lines)}, f"series:{series.slug}", None, after, raises=(LIVE, PUBLIC))


def _chosen_of(lines: Sequence[NamedLine], chosen: Sequence[str]) -> list[NamedLine]:
    """Return the chosen lines in the order of their ranks. Raises Refused if one of them is not among ``lines``."""
    chosen_lines = [line for line in lines if str(line.key) in set(chosen)]
    if len(chosen_lines) != len(set(chosen)):
        raise Refused(_("The ranking changed, or these cannot be entered. Please choose again."), where="chosen")
    return chosen_lines


def _enter(context: ActionContext, event: Event, series: Series, lines: Sequence[NamedLine]) -> None:
    if rule_of(series).unit is Unit.TEAMS:
        _enter_teams(context, event, series, [line.name for line in lines])
    else:
        _enter_players(context, event, lines)


def _enter_players(context: ActionContext, event: Event, lines: Sequence[NamedLine]) -> None:
    """Register the lines in the order of their ranks; who is hidden in the series stays hidden in the final."""
    persons = Person.objects.in_bulk([line.key for line in lines])
    for line in lines:
        enter_person(context, event, persons[line.key], name_consent=False if line.hidden else None)


def _enter_teams(context: ActionContext, event: Event, series: Series, names: Sequence[str]) -> None:
    """Make the teams in the order of their ranks, with their players of the newest event that the actor organizes."""
    account = context.actor.account
    organized = Event.objects.all() if account is None or account.is_superuser else organized_events(account)
    before = Team.objects.filter(event__in=organized.filter(slug__in=series.events.values("slug")))
    newest = {team.name: team for team in before.order_by("event__starts", "event_id")}
    highest = event.teams.aggregate(highest=Max("number"))["highest"] or 0
    for number, name in enumerate(names, start=highest + 1):
        team = Team.objects.create(event=event, number=number, name=name)
        players = newest[name].entries.select_related("person__merged_into") if name in newest else []
        for player in players:
            entry = enter_person(context, event, player.person.kept, name_consent=player.name_consent)
            entry.team = team
            entry.save(update_fields=["team"])
