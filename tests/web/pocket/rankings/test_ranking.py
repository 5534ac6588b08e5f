"""The public pages of rankings: players, countries, events, earlier days, a player's numbers, and the names in them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from ranking.links.models import PersonRecord
from ranking.own_data.selectors import stored_about
from ranking.rankings.models import Ranking
from ranking.rankings.selectors.quotas import quotas_of
from ranking.rankings.selectors.rankings import rule_of
from ranking.record.models.records import RecordedEvent
from tests.support.events import small_event
from tests.support.ranking import new_account, new_body, new_person
from tests.support.rankings import DAY, career, computed, new_ranking, placed, snapshot_of
from tests.support.sheets import player
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})
HIDDEN = "DE JONG Mattheu"


@pytest.fixture
def mers() -> Ranking:
    """Two rankings, a month apart; the second of four players asks not to be shown, the last has one result."""
    people = [
        new_person("王伟", latin_name="WANG Wei", country="NL"),
        new_person(HIDDEN, latin_name="VAN DER PLANTED", country="NL"),
        new_person("Ben", country="DK"),
    ]
    PersonRecord.objects.create(person=people[1], public=False)
    for _event in range(2):
        placed({person: at + 1 for at, person in enumerate(people)}, name="Winter Open")
    placed({people[2]: 1, new_person("Dora", country="NL"): 2}, DAY + timedelta(days=20), name="Summer Open")
    ranking = computed(new_ranking(new_body(name="Dutch association"), slug="mers"), DAY)
    return computed(ranking, DAY + timedelta(days=30))


def rankings_on_page(person: Person, client: Client) -> list[int | None]:
    """Return the ranks in rankings that the record of a person shows."""
    page = client.get(reverse("record:person", args=[person.pk]))
    assert page.status_code == 200
    rows = page.context.get("rankings") or []
    assert page.text.count(address("player", person.pk)) == len(rows)
    return [line.rank for line, _name, _points in rows]


def address(page: str, *of: object) -> str:
    return reverse(f"rankings:{page}", args=["mers", *of])


def test_a_published_weight_is_told_from_a_computed_one() -> None:
    person = new_person("王伟")
    placed({person: 1}, stated_weight="5.25", name="Listed Open")
    placed({person: 2}, name="Winter Open")
    computed(new_ranking(slug="mers"), DAY)
    for page in (EN.get(address("events")).text, EN.get(address("player", person.pk)).text):
        assert page.count('<span class="note">as published</span>') == 1
        assert "5.25" in page


def test_the_list_of_rankings_leads_to_those_that_are_computed(mers: Ranking) -> None:
    new_ranking(slug="waiting")
    page = EN.get(reverse("rankings:overview")).text
    assert address("ranking") in page
    assert "Dutch association" in page
    assert "waiting" not in page
    assert reverse("rankings:overview") in EN.get("/").text
    assert EN.get(reverse("rankings:ranking", args=["waiting"])).status_code == 404


def test_the_ranking_shows_ranks_movement_and_initials(mers: Ranking) -> None:
    answer = EN.get(address("ranking"))
    shown = [(row.record.line.rank, row.record.name.name, row.record.movement) for row in answer.context["table"].rows]
    assert shown == [(1, "Ben", 2), (2, "王伟", -1), (3, "D. J. M.", -1)]
    assert "As of 1 July 2026" in answer.text
    assert "MERS, as the European federation published it" in answer.text


def test_an_earlier_day_has_its_own_pages(mers: Ranking) -> None:
    page = EN.get(address("ranking"), {"day": "2026-06-15"})
    assert [row.record.name.name for row in page.context["table"].rows] == ["王伟", "D. J. M.", "Ben"]
    assert "As of 1 June 2026" in page.text
    assert f"{address('countries')}?day=2026-06-01" in page.text
    ben = Person.objects.get(name="Ben")
    assert f"{address('player', ben.pk)}?day=2026-06-01" in page.text
    assert EN.get(address("ranking"), {"day": "2026-05-31"}).status_code == 404
    assert EN.get(address("ranking"), {"day": "yesterday"}).status_code == 200


def test_players_are_found_by_name_and_by_country(mers: Ranking) -> None:
    def names(**query: str) -> list[str]:
        return [row.record.name.name for row in EN.get(address("ranking"), query).context["table"].rows]

    assert names(q="wang") == ["王伟"]
    assert names(q="jong") == []
    assert "No player found" in EN.get(address("ranking"), {"q": "jong"}).text
    assert names(country="NL") == ["王伟", "D. J. M."]
    assert names(country="nl") == names(country="NED") == ["王伟", "D. J. M."]
    assert names(country="FR") == []


@pytest.mark.parametrize("written", ["zzz", "Zz", "12", "Atlantis", "<b>"])
def test_a_country_that_does_not_exist_is_named_as_it_was_written(mers: Ranking, written: str) -> None:
    for more in ({}, {"q": "wang"}):
        page = EN.get(address("ranking"), {"country": written, **more})
        assert page.status_code == 200
        assert "No such country" in page.text
        assert f"“{escape(written)}” is not a country code." in page.text
        assert len(page.context["table"].rows) == 0
        assert "/record/countries/" not in page.text


def test_countries_and_events_have_their_figures(mers: Ranking) -> None:
    countries = EN.get(address("countries"))
    assert [(row.record.country, row.record.players) for row in countries.context["table"].rows] == [
        ("NL", 2), ("DK", 1),
    ]  # fmt: skip
    events = EN.get(address("events")).text
    assert "Summer Open" in events
    assert "Weight: days" in events


def test_a_player_is_explained_event_by_event(mers: Ranking) -> None:
    ben = Person.objects.get(name="Ben")
    page = EN.get(address("player", ben.pk)).text
    assert "Summer Open" in page
    assert "1000 × 3.5 = 3500.00" in page
    assert "975 × 3.5 = 3412.50" in page
    assert "2 missing results count as 0 with weight 1." in page
    assert f"{address('player', ben.pk)}?day=2026-06-01" in page
    dora = EN.get(address("player", Person.objects.get(name="Dora").pk)).text
    assert "Not ranked yet: one more result is needed." in dora


def test_who_asks_not_to_be_shown_is_named_on_no_page_and_in_no_file(mers: Ranking) -> None:
    hidden = Person.objects.get(name=HIDDEN)
    assert EN.get(address("player", hidden.pk)).status_code == 404
    pages = [EN.get(address(page)) for page in ("ranking", "countries", "events", "csv")]
    pages += [EN.get(reverse("rankings:overview")), EN.get(address("ranking"), {"q": "VAN DER"})]
    for page in pages:
        assert page.status_code == 200
        assert "Mattheu" not in page.text
        assert "PLANTED" not in page.text
        assert f"players/{hidden.pk}/" not in page.text
    assert "D. J. M." in EN.get(address("csv")).text


def test_a_merged_person_leads_to_the_kept_one_and_nobody_to_a_404(mers: Ranking) -> None:
    ben = Person.objects.get(name="Ben")
    merged = new_person("Benny", merged_into=ben)
    answer = EN.get(address("player", merged.pk), {"day": "2026-06-01"})
    assert answer.url == f"{address('player', ben.pk)}?day=2026-06-01"
    assert EN.get(address("player", new_person("Nobody").pk)).status_code == 404
    assert EN.get(address("player", 999_999)).status_code == 404


def test_a_page_needs_few_queries(mers: Ranking, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(10):
        EN.get(address("ranking"))


def test_an_address_cannot_change_the_order(mers: Ranking) -> None:
    answer = EN.get(address("ranking"), {"sort": "-rank", "page": "9"})
    assert [row.record.line.rank for row in answer.context["table"].rows] == [1, 2, 3]


def test_an_own_formula_has_no_parts(mers: Ranking) -> None:
    person = new_person("Eva")
    career(person, 1)
    computed(new_ranking(slug="own", kind="own", least=1), DAY)
    page = EN.get(reverse("rankings:ranking", args=["own"]))
    assert "part_a" not in page.context["table"].columns
    assert "the points" in EN.get(reverse("rankings:player", args=["own", person.pk])).text


def test_quotas_are_counted_for_a_number_of_spots(mers: Ranking) -> None:
    page = EN.get(address("countries"), {"spots": "10"})
    found = [(row.record.code, row.record.spots) for row in page.context["quotas"].rows]
    # Both: A1, A2 and A3; B: four spots by the means of (2/3, 1/3) and (2/3, 1/3).
    assert found == [("NL", 6), ("DK", 4)]
    assert "more than there are" not in page.text
    assert "The spots of part A alone are 6, more than there are." in EN.get(address("countries"), {"spots": "5"}).text
    refused = EN.get(address("countries"), {"spots": "many"})
    assert (refused.status_code, 'value="many"' in refused.text) == (400, True)


def test_the_feed_of_the_body_has_its_rankings_with_initials(mers: Ranking) -> None:
    feed = EN.get(reverse("record:feed", args=[mers.body.slug])).json()
    newest = feed["items"][0]
    assert newest["title"] == "Ranking Ranking mers, as of 1 July 2026"
    assert newest["content_text"].splitlines()[2].startswith("3 D. J. M. ")
    assert newest["url"].endswith("/rankings/mers/?day=2026-07-01")
    assert "Mattheu" not in str(feed)


def test_a_public_record_leads_to_the_rankings_of_the_person(mers: Ranking) -> None:
    ben = Person.objects.get(name="Ben")
    assert rankings_on_page(ben, EN) == [1]
    entry = player(small_event("refused"))
    entry.person, entry.name_consent = ben, False
    entry.save()
    assert rankings_on_page(ben, EN) == [1]
    placed({}, event=entry.event)
    assert rankings_on_page(ben, EN) == []


def test_a_person_who_is_not_shown_has_no_rankings_on_the_own_page(mers: Ranking) -> None:
    hidden = Person.objects.get(name=HIDDEN)
    client = Client(headers={"accept-language": "en"})
    client.force_login(new_account(hidden))
    assert rankings_on_page(hidden, client) == []
    PersonRecord.objects.all().delete()
    assert rankings_on_page(hidden, client) == [3]


def test_a_person_reads_the_own_lines_in_the_stored_data(mers: Ranking) -> None:
    hidden = Person.objects.get(name=HIDDEN)
    rows = stored_about(hidden)["rankings"]
    assert [(row["ranking_day"], row["rank"]) for row in rows] == [("2026-07-01", 3), ("2026-06-01", 2)]
    client = Client(headers={"accept-language": "en"})
    client.force_login(new_account(hidden))
    assert "Lines in rankings" in client.get(reverse("record:data")).text


def test_the_whole_name_of_a_player_leads_to_the_comparison_at_once(mers: Ranking) -> None:
    ben = Person.objects.get(name="Ben")
    for name in ("Kim", "Kim Lee"):
        career(new_person(name), 3, 4)
    computed(mers, DAY + timedelta(days=31))
    kim = Person.objects.get(name="Kim")
    choose = address("choose", ben.pk)
    assert EN.get(choose, {"name": "kim"}).url == address("compare", ben.pk, kim.pk)
    assert len(EN.get(choose, {"name": "ki"}).context["rows"]) == 2


def test_a_country_written_with_two_codes_is_one_country() -> None:
    people = [new_person(code, country=code) for code in ("ES", "ESP")]
    recorded = placed({person: at for at, person in enumerate(people, start=1)})
    placed({person: at for at, person in enumerate(people, start=1)})
    snapshot = snapshot_of(new_ranking())
    assert [(row.country, row.players) for row in snapshot.countries.all()] == [("ES", 2)]
    assert snapshot.events.get(slug=recorded.slug).countries == 1
    RecordedEvent.objects.filter(pk=recorded.pk).update(country="ESP")
    RecordedEvent.objects.exclude(pk=recorded.pk).update(country="ES")
    for code in ("ES", "ESP"):
        limited = snapshot_of(new_ranking(players_of=[code], countries=[code]))
        assert (limited.lines.count(), limited.events.count()) == (2, 2), code
        assert [quota.code for quota in quotas_of(limited, rule_of(limited), 3)] == ["ES"]
