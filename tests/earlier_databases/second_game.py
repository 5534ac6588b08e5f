"""An event of the competition rules in a database without the second game."""

from django.db import connection
from django.db.migrations.state import StateApps

from common.files.json_files import dump
from scoring.event_file.selectors.document import event_document
from scoring.event_file.services.importing import import_event
from scoring.settings.models.imj import ImjSettings
from tests.earlier_databases.walking import Stop
from tests.support.event_generator import make_event
from tests.support.imj import ACTOR
from tournament.events.models.events import Event

SLUG = "event-1"


def fill() -> None:
    import_event(ACTOR, document=make_event(1, players=16, sessions=2, odd=False, stages=False))


def columns_of_hands(_apps: StateApps) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, "scoring_hand")}


def read_now() -> tuple[bytes, tuple[int, int, int]]:
    """Return the event's file and its terms of the second game."""
    event = Event.objects.get(slug=SLUG)
    terms = ImjSettings.objects.get(event=event)
    return dump(event_document(event)), (terms.lowest_fans, terms.highest_fans, terms.start_mados)


#: The last migration before hands of a second game, and before its settings.
STOP = Stop(
    migrations=[("scoring", "0018_name_seats_of_rounds")],
    fill=fill,
    read_earlier=columns_of_hands,
    read_now=read_now,
)
