"""An event's oath (A2) in its file: one text for all languages, as before, or one for each."""

import pytest

from common.actions.permissions import system_actor
from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from tests.support.event_generator import make_event
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db

SAME = {"zh": "我保证。", "en": "我保证。", "ja": "我保证。"}


def imported(registration: dict[str, object]) -> Event:
    """Import a small event with these settings, and the same file again."""
    document = make_event(3, 8, 1, stages=False, odd=False)
    document["event"]["settings"] = {"registration": registration}
    data = dump(document)
    slug = import_event(system_actor("test"), document=read_event(data))["event"]
    assert import_event(system_actor("test"), document=read_event(data))["written"] is False
    return Event.objects.get(slug=slug)


def exported(event: Event) -> dict[str, object]:
    registration: dict[str, object] = event_document(event)["event"]["settings"]["registration"]
    return registration


def test_one_text_of_an_earlier_file_holds_for_all_languages_and_is_exported_as_it_came() -> None:
    event = imported({"capacity": 64, "oath": "我保证。"})
    assert event.registration_settings.oath == SAME
    assert exported(event) == {"capacity": 64, "oath": "我保证。"}


@pytest.mark.parametrize(
    "texts", [{"en": "I promise.\nI play fair."}, {"zh": "我保证。", "en": "I promise.", "ja": "誓います。"}]
)
def test_texts_by_language_are_exported_as_they_came(texts: dict[str, str]) -> None:
    event = imported({"oath_texts": texts})
    assert event.registration_settings.oath == texts
    assert exported(event) == {"oath_texts": texts}


def test_one_text_holds_for_the_languages_without_their_own() -> None:
    event = imported({"oath": "我保证。", "oath_texts": {"ja": "誓います。"}})
    assert event.registration_settings.oath == SAME | {"ja": "誓います。"}


def test_equal_texts_are_one_text() -> None:
    event = imported({"oath_texts": SAME})
    assert exported(event) == {"oath": "我保证。"}
