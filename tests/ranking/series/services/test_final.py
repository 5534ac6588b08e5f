"""The final of a series, opened as an event with its entries."""

from datetime import date

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from ranking.links.models import PersonRecord
from ranking.series.models import Series, SeriesKeeper
from ranking.series.selectors.finals import final_places, may_enter, proposed
from ranking.series.selectors.table import series_table
from ranking.series.services.final import fill_final, open_final
from ranking.series.services.series import add_event
from tests.support.draws import planned
from tests.support.ranking import actor, new_account, new_body, new_person
from tests.support.series import new_series, play_by_totals, season
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Role
from tournament.people.models.persons import Person
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db(transaction=True)
FINAL = {"template": "club-day", "name": "Final of the league", "slug": "league-final", "starts": date(2026, 12, 5)}


@pytest.fixture
def people() -> list[Person]:
    return [new_person(name, latin_name=name.title(), country="NL") for name in ("Anna", "Ben", "Chen", "Dora")]


def league(people: list[Person], **columns) -> Series:
    events = season(dict(zip(people, ([10, 10], [40, 20], [30, 5], [1, 1]), strict=True)))
    return new_series(*(event.slug for event in events), finalists=2, **columns)


def test_the_final_has_those_who_reach_it_numbered_by_rank(people: list[Person]) -> None:
    series = league(people)
    keeper = new_account()
    SeriesKeeper.objects.create(series=series, account=keeper)
    chosen = proposed(series_table(series))
    assert chosen == [str(people[1].pk), str(people[2].pk)]
    answer = open_final(actor_of(keeper), series, **FINAL, chosen=chosen)
    event = Event.objects.get(slug=answer["event"])
    entries = event.entries.values_list("number", "name", "latin_name", "country", "person", "name_consent")
    assert list(entries) == [(1, "Ben", "Ben", "NL", people[1].pk, None), (2, "Chen", "Chen", "NL", people[2].pk, None)]
    assert (event.planned_sessions, event.starts, event.sessions.count()) == (4, date(2026, 12, 5), 4)
    assert list(event.roles.values_list("account", "name")) == [(keeper.pk, "organizer")]
    assert Series.objects.get().final == "league-final"
    chains = AuditEntry.objects.filter(action="series.open_final").values_list("ledger__name", flat=True)
    assert sorted(chains) == ["event:league-final", f"series:{series.slug}"]
    with pytest.raises(Refused) as refused:
        add_event(actor_of(keeper), series, slug="league-final")
    assert refused.value.where == "slug"
    with pytest.raises(Refused):
        open_final(actor_of(keeper), series, **FINAL | {"slug": "second"}, chosen=chosen)


def test_the_next_one_comes_for_who_does_not_want_to_play(people: list[Person]) -> None:
    series = league(people)
    open_final(actor(), series, **FINAL, chosen=[str(people[0].pk), str(people[1].pk)])
    assert list(Event.objects.get().entries.values_list("name", flat=True)) == ["Ben", "Anna"]


@pytest.mark.parametrize(
    ("values", "where"),
    [({"chosen": ["99999"]}, "chosen"), ({"template": "none"}, "template"), ({"slug": "Not an id"}, "slug")],
)
def test_a_wrong_final_is_refused_at_its_field(people: list[Person], values, where: str) -> None:
    series = league(people)
    with pytest.raises(Refused) as refused:
        open_final(actor(), series, **{**FINAL, "chosen": [str(people[1].pk)], **values})
    assert refused.value.where == where
    assert not Event.objects.exists()


def test_a_hidden_person_is_entered_by_a_committee_only_and_stays_hidden(people: list[Person]) -> None:
    PersonRecord.objects.create(person=people[1], public=False)
    series = league(people)
    keeper = new_account()
    SeriesKeeper.objects.create(series=series, account=keeper)
    hidden = series_table(series).lines[0]
    assert (hidden.hidden, may_enter(keeper, series, hidden)) == (True, False)
    with pytest.raises(Refused):
        open_final(actor_of(keeper), series, **FINAL, chosen=[str(people[1].pk)])
    series.body = new_body()
    series.save()
    open_final(actor(), series, **FINAL, chosen=[str(people[1].pk)])
    entry = Event.objects.get().entries.get()
    assert (entry.name, entry.name_consent, entry.public_name) == ("Ben", False, "B.")


def test_teams_reach_their_final(people: list[Person]) -> None:
    series = league(people, unit="teams")
    for event, team in ((1, "Reds"), (2, "Blues")):
        people[event].official_results.update(team=team, team_rank=event)
    table = series_table(series)
    assert [(line.name, line.points) for line in table.lines] == [("Reds", 60), ("Blues", 35)]
    open_final(actor(), series, **FINAL, chosen=proposed(table))
    event = Event.objects.get()
    assert list(event.teams.values_list("number", "name")) == [(1, "Reds"), (2, "Blues")]
    assert not event.entries.exists()


def test_the_teams_of_own_events_come_with_their_players_to_a_final_by_the_rules_of_the_series() -> None:
    nights = [planned(f"night-{number}", players=8, sessions=1) for number in (1, 2)]
    keeper, series = new_account(), new_series(*(night.slug for night in nights), finalists=1, unit="teams")
    SeriesKeeper.objects.create(series=series, account=keeper)
    for night in nights:
        play_by_totals(night)
    best = series_table(series).lines[0]  # the draw is random, so that both teams may be equal
    chosen = [str(best.key)]
    open_final(actor_of(keeper), series, **FINAL | {"slug": "unknown"}, chosen=chosen, rules="gb-1998")
    unknown = Event.objects.get(slug="unknown")
    assert (unknown.rules, unknown.entries.count()) == ("gb-1998", 0)  # the keeper organizes none of the nights
    Series.objects.update(final="")
    Role.objects.create(account=keeper, event=nights[1], name=Role.Name.ORGANIZER)
    series.refresh_from_db()
    open_final(actor_of(keeper), series, **FINAL, chosen=chosen)
    of_night = nights[1].entries.filter(team__name=best.name).order_by("pk")
    in_final = Event.objects.get(slug="league-final").entries.order_by("pk")
    assert list(in_final.values_list("person", "team__name")) == [(entry.person_id, best.name) for entry in of_night]
    assert in_final.count() == 4


def test_the_next_of_the_ranking_comes_for_who_withdraws(people: list[Person]) -> None:
    series = league(people)
    open_final(actor(), series, **FINAL, chosen=proposed(series_table(series)))
    event = Event.objects.get()
    assert (final_places(None, series, event).free, final_places(None, series, event).proposed) == (0, [])
    withdraw(actor(), event.entries.get(name="Ben"), session=1, reason="ill")
    places = final_places(None, series, event)
    assert places.free == 1
    assert [line.name for line in places.candidates] == ["Anna", "Dora"]
    assert places.proposed == [str(people[0].pk)]
    with pytest.raises(Refused) as refused:
        fill_final(actor(), event, chosen=[str(people[2].pk)])
    assert refused.value.where == "chosen"
    assert fill_final(actor(), event, chosen=places.proposed) == {"entries": 1}
    assert list(event.entries.order_by("number").values_list("name", flat=True)) == ["Ben", "Chen", "Anna"]
    assert final_places(None, series, event).free == 0
    Series.objects.update(final="")
    with pytest.raises(Refused):
        fill_final(actor(), event, chosen=[str(people[3].pk)])


def test_players_with_one_rank_and_too_few_places_are_not_proposed(people: list[Person]) -> None:
    events = season(dict(zip(people, ([40], [20], [20], [1]), strict=True)))
    series = new_series(events[0].slug, finalists=2)
    open_final(actor(), series, **FINAL, chosen=[str(people[0].pk)])
    places = final_places(None, series, Event.objects.get())
    assert (places.free, places.proposed) == (1, [])


def test_the_next_team_comes_for_a_team_that_withdraws(people: list[Person]) -> None:
    series = league(people, unit="teams")
    for event, team in ((1, "Reds"), (2, "Blues"), (0, "Greens")):
        people[event].official_results.update(team=team, team_rank=event + 1)
    open_final(actor(), series, **FINAL, chosen=proposed(series_table(series)))
    event = Event.objects.get()
    assert final_places(None, series, event).free == 0
    event.teams.get(name="Reds").delete()
    places = final_places(None, series, event)
    assert (places.free, [line.name for line in places.candidates]) == (1, ["Reds", "Greens"])
    fill_final(actor(), event, chosen=[str(places.candidates[1].key)])
    assert list(event.teams.order_by("number").values_list("number", "name")) == [(2, "Blues"), (3, "Greens")]
