"""Texts in several languages travel in the event file under the keys that they always had."""

import json
from typing import Any

import pytest
from django.conf import settings as program
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.actions.permissions import system_actor
from common.files.json_files import dump
from common.i18n.texts import text_key
from scoring.event_file.exports import event_file
from scoring.event_file.rules import canonical, published_schema
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.fouls.models import FoulKind
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from scoring.sheets.services.people.exchanging import move_table
from scoring.sheets.services.people.persons import seat_person
from tests.scoring.event_file.test_whole_events import empty_database
from tests.support.event_generator import make_event
from tests.support.events import small_event
from tests.support.sheets import made_sheet
from tournament.clocks.models import Announcement
from tournament.clocks.services.extra_time import add_time
from tournament.events.models.events import Event

pytestmark = [pytest.mark.django_db, pytest.mark.database]

LANGUAGES = [text_key(code) for code, _name in program.LANGUAGES]
LINES = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=100)
NAMES = st.dictionaries(st.sampled_from(LANGUAGES), LINES, min_size=1)
ABOUTS = st.dictionaries(st.sampled_from(LANGUAGES), LINES, min_size=1)


def written(announced: dict[str, str], kind: dict[str, Any]) -> dict[str, Any]:
    """A small event file with one announcement and one kind of foul of its own."""
    document = make_event(3, 8, 1, odd=False)
    document["event"]["foul_kinds"] = [{"id": "phone", "scope": "hand", "effects": ["warning"], **kind}]
    row = {"number": 1, **announced, "from": "2024-02-28T11:30:00Z"}
    return canonical(document | {"announcements": [row]})


def returned(document: dict[str, Any]) -> bytes:
    """The event file of the event that a file brought."""
    import_event(system_actor("test"), document=read_event(dump(document)))
    return event_file(Event.objects.get())


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(announced=NAMES, name=NAMES, description=ABOUTS)
def test_texts_come_back_as_they_were(
    db: None, announced: dict[str, str], name: dict[str, str], description: dict[str, str]
) -> None:
    document = written(announced, {"name": name, "about": description})
    with empty_database():
        assert returned(document) == dump(document)
        assert (Announcement.objects.get().texts, FoulKind.objects.get().name) == (announced, name)


def test_an_event_file_with_typed_invisible_characters_can_be_read() -> None:
    event = small_event("cup")
    sheet = made_sheet(event)
    organizer, session = system_actor("test"), sheet.table.session
    move_table(organizer, session, table=1, to=7, room="二\x07楼\n", reason="it broke")
    add_time(organizer, session, table=1, minutes=5, reason="it\x07 broke")
    penalty = TablePenalty("E", 10, article="3.11\x07")
    give_penalty(organizer, sheet, seen=1, penalty=penalty, reason="he\x07 talked\nagain")
    seat_person(organizer, sheet, seen=2, seat="N", from_hand=3, name="王\x07 五", reason="left")
    document = read_event(event_file(event))
    [table] = document["sessions"][0]["tables"]
    assert table["moved"]["room"] == "二楼"
    assert [person["name"] for person in table["persons"]] == ["王 五"]
    assert table["extra_time"][0]["reason"] == "it broke"
    assert table["penalties"] == [{"seat": "E", "points": -10, "article": "3.11", "reason": "he talked again"}]


def test_the_bytes_of_texts_are_as_they_always_were() -> None:
    announced = {"ja": "昼食は二階です。", "zh": "午餐在二楼。", "en": "Lunch is upstairs."}
    description = {"ja": "電話\n鳴る", "en": "", "zh": "x" * 500}
    file = returned(written(announced, {"name": {"en": "Phone", "zh": "手机响铃"}, "about": description}))
    exported = json.loads(file)
    assert json.dumps(exported["announcements"], ensure_ascii=False) == (
        '[{"number": 1, "zh": "午餐在二楼。", "en": "Lunch is upstairs.", "ja": "昼食は二階です。", '
        '"from": "2024-02-28T11:30:00Z"}]'
    )
    assert json.dumps(exported["event"]["foul_kinds"], ensure_ascii=False) == (
        '[{"id": "phone", "scope": "hand", "name": {"zh": "手机响铃", "en": "Phone"}, '
        f'"about": {{"zh": "{"x" * 500}", "ja": "電話\\n鳴る"}}, "effects": ["warning"]}}]'
    )


@pytest.mark.parametrize("name", ["three_names", "three_texts"])
def test_the_schema_has_a_key_for_each_language(name: str) -> None:
    definitions = json.loads(published_schema())["$defs"]
    assert list(definitions[name]["properties"]) == LANGUAGES
    assert set(LANGUAGES) < set(definitions["announcement"]["properties"])
