"""What an event under the International Mahjong Rules agrees on before play (IMJ 3, 7)."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.errors import Refused
from common.files.json_files.errors import FileErrors
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.game.rules.games import game_of
from scoring.papers.exports.score_sheets.labels import Labels
from scoring.settings.selectors import departures, game_of_event, settings_of
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import change_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.people.periods import seat_period
from tests.support.imj import ACTOR, imj_document
from tests.support.page_reading import visible_text
from tests.web.test_every_page import account_of
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings

pytestmark = pytest.mark.django_db

TERMS = {"lowest_fans": 3, "highest_fans": 9, "start_mados": 30_000}


@pytest.fixture
def event() -> Event:
    """Return an event of these rules before its first hand."""
    return taken_in("imj-0702")


def taken_in(rules: str) -> Event:
    """Take in an event of one session without results."""
    document = imj_document()
    document["event"] |= {"sessions": 1, "rules": rules}
    document["sessions"] = [{"number": 1, "tables": document["sessions"][1]["tables"]}]
    import_event(ACTOR, document=document)
    return Event.objects.get()


def client_of(event: Event, role: str | None = "organizer") -> Client:
    client = Client()
    account = account_of(role, event)
    if account:
        client.force_login(account)
    return client


def played_document() -> dict[str, Any]:
    """Return an event of a table that plays with 30,000 mados and at most 9 fans."""
    document = imj_document()
    document["event"]["settings"] = {"imj": TERMS}
    table = document["sessions"][0]["tables"][0]
    table |= {"state": "open", "periods": [{"period": 1, "places": "ESWN"}]}
    table["hands"] = [{"no": 1, "winner": "E", "fans": 12}, {"no": 2, "winner": "S", "discarder": "W", "fans": 3}]
    table["totals"] = {"E": 31_536, "S": 29_496, "W": 29_480, "N": 29_488}
    return document


def test_the_game_of_an_event_has_its_terms(event: Event, django_assert_num_queries) -> None:
    change_settings(ACTOR, event, values={"imj": TERMS}, reason="agreed")
    terms: Any = game_of_event(Event.objects.get()).terms
    assert (terms.start, terms.lowest, terms.highest) == (30_000, 6, 9)
    event.rules = event.Rules.WMO_2014
    with django_assert_num_queries(0):
        assert game_of_event(event) is game_of("wmo-2014")


def test_a_table_is_counted_by_the_terms_and_the_file_keeps_them() -> None:
    document = played_document()
    import_event(ACTOR, document=document)
    event = Event.objects.get()
    [facts] = sheet_facts(Sheet.objects.filter(table__session__number=1, table__number=1))
    assert facts.record("share").hands_sum == {"E": 1_536, "S": -504, "W": -520, "N": -512}
    assert facts.record("share").hands_sum == {seat: total - 30_000 for seat, total in facts.totals.items()}
    exported = event_document(event)
    assert exported["event"]["settings"] == {"imj": TERMS}
    assert exported["sessions"][0]["tables"][0]["totals"] == document["sessions"][0]["tables"][0]["totals"]


def test_a_file_with_fewer_fans_than_agreed_is_refused() -> None:
    document = played_document()
    document["sessions"][0]["tables"][0]["hands"][1]["fans"] = 2
    with pytest.raises(FileErrors, match="2 fans are fewer than agreed"):
        read_event(json.dumps(document).encode())


@pytest.mark.parametrize(
    ("values", "where", "message"),
    [
        ({"imj": {"lowest_fans": 10, "highest_fans": 9}}, "lowest_fans", "not more than the most"),
        ({"imj": {"highest_fans": 16}}, "highest_fans", "from 1 to 15"),
        ({"imj": {"start_mados": 10}}, "start_mados", "from 1000 to 1000000"),
    ],
)
def test_impossible_terms_are_refused(event: Event, values: dict[str, Any], where: str, message: str) -> None:
    with pytest.raises(Refused, match=message) as refused:
        change_settings(ACTOR, event, values=values)
    assert refused.value.where == where


def test_terms_are_agreed_before_play() -> None:
    import_event(ACTOR, document=played_document())
    event = Event.objects.get()
    with pytest.raises(Refused, match="agreed before play"):
        change_settings(ACTOR, event, values={"imj": {"highest_fans": 12}})
    change_settings(ACTOR, event, values={"imj": {"equipment": "cards"}, "play": {"at_time": "round"}})


def test_only_this_game_finishes_a_round() -> None:
    event = taken_in("wmo-2014")
    with pytest.raises(Refused, match="can finish a round"):
        change_settings(ACTOR, event, values={"play": {"at_time": "round"}})
    page = client_of(event).get(reverse("desk:settings", args=[event.slug])).content.decode()
    assert "round is finished" not in page
    assert "mados" not in page.lower()


def test_exactly_four_play(event: Event) -> None:
    """IMJ 7: no table of three, also for an event that changes to these rules."""
    threes = {"play": {"incomplete_tables": "three-players"}}
    with pytest.raises(Refused, match="Exactly four"):
        change_settings(ACTOR, event, values=threes)
    page = client_of(event).get(reverse("desk:settings", args=[event.slug])).content.decode()
    assert 'name="incomplete_tables"' not in page
    change_event(ACTOR, event, rules="wmo-2014")
    change_settings(ACTOR, event, values=threes)
    with pytest.raises(Refused, match="Exactly four"):
        change_event(ACTOR, event, rules="imj-0702")


def test_the_organizer_finds_the_terms_and_players_read_the_departures(event: Event) -> None:
    page = client_of(event).get(reverse("desk:settings", args=[event.slug])).content.decode()
    for name in (*TERMS, "equipment", "attachment_rules_en"):
        assert f'name="{name}"' in page
    values = {"imj": TERMS | {"attachment_rules": {"en": "A called win stands.", "zh": "报和不得撤消。"}}}
    change_settings(ACTOR, event, values=values, reason="agreed")
    text = visible_text(client_of(event, None).get(reverse("pocket:rules", args=[event.slug])).text)
    assert "Most fans paid (IMJ 7.1, 7.2) 9" in text
    assert "A called win stands." in text
    assert "starts with 30,000 mados" in text


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_attachment_rules_are_listed_as_text(event: Event, language: str) -> None:
    """IMJ 3 allows them: they depart from the text, and are not against it; settings of MCR are none of its text."""
    rules = {"en": "A called win stands.", "zh": "报和不得撤消。", "ja": "和了の宣言は取り消せない。"}
    values = {"imj": {"attachment_rules": rules, "lowest_fans": 2}, "play": {"session_minutes": 200}}
    change_settings(ACTOR, event, values=values, reason="agreed")
    event = Event.objects.get()
    found = [departure for group in settings_of(event).values() for departure in departures(group, event)]
    assert {departure.field.name: departure.against for departure in found} == {
        "attachment_rules": False,
        "lowest_fans": False,
    }
    client = Client(headers={"accept-language": language})
    text = rules[{"zh-hans": "zh"}.get(language, language)]
    page = client.get(reverse("pocket:rules", args=[event.slug])).content.decode()
    assert text in page
    assert "{&#x27;" not in page


def test_an_aborted_hand_has_a_line_whatever_mcr_settings_were_left(event: Event) -> None:
    PlaySettings.objects.update(aborted_hand="replayed")
    sheet = Sheet.objects.first()
    assert sheet is not None
    seat_period(ACTOR, sheet, seen=sheet.version, period=1, places="ESWN")
    sheet.refresh_from_db()
    record_hand(ACTOR, sheet, seen=sheet.version, hand=HandFacts(1, aborted=True))
    assert [hand.aborted for hand in sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0].played_hands()] == [True]


def test_sheets_print_the_terms_in_their_language(event: Event) -> None:
    rules = {"attachment_rules": {"en": "A called win stands.", "zh": "报和不得撤消。"}, "equipment": "cards"}
    change_settings(ACTOR, event, values={"imj": TERMS | rules}, reason="agreed")
    event = Event.objects.get()
    assert Labels("en").agreed_terms(event) == [
        "30,000 mados at the start; from 3 fans, at most 9 fans are paid; Mahjong cards. Time over: The running hand "
        "stops and is void.",
        "Attachment rules (IMJ 3): A called win stands.",
    ]
    chinese = Labels("zh-hans").agreed_terms(event)
    assert "30,000" in chinese[0]
    assert chinese[1].endswith("报和不得撤消。")


def test_the_phone_gets_the_terms() -> None:
    import_event(ACTOR, document=played_document())
    event = Event.objects.get()
    page = client_of(event, "chief-referee").get(reverse("table:page", args=[event.slug, 1, 1])).content.decode()
    [data] = re.findall(r'<script id="at-data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert json.loads(data)["plan"]["terms"] == {"start": 30_000, "lowest": 6, "highest": 18}
