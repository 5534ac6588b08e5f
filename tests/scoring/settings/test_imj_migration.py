"""An earlier database, with events of the competition rules, through the migrations of the second game."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.services.importing import import_event
from scoring.settings.models.imj import ImjSettings
from tests.support.event_generator import make_event
from tests.support.imj import ACTOR
from tournament.events.models.events import Event

pytestmark = [pytest.mark.database, pytest.mark.long]

#: The last migration before hands of a second game, and before its settings.
BEFORE = ("scoring", "0018_name_seats_of_rounds")


def migrate(targets: list[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)


@pytest.mark.django_db(transaction=True)
def test_events_of_the_competition_rules_are_unchanged_after_the_migrations_of_the_second_game() -> None:
    import_event(ACTOR, document=make_event(1, players=16, sessions=2, odd=False, stages=False))
    before = dump(event_document(Event.objects.get()))
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        migrate([BEFORE])
        columns = [
            column.name
            for column in connection.introspection.get_table_description(connection.cursor(), "scoring_hand")
        ]
        assert not {"robbed", "bound", "false_wins"} & set(columns)
    finally:
        migrate(newest)
    event = Event.objects.get()
    assert dump(event_document(event)) == before
    terms = ImjSettings.objects.get(event=event)
    assert (terms.lowest_fans, terms.highest_fans, terms.start_mados) == (0, 15, 20_000)
