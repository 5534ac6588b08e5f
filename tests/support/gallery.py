"""Won hands with recorded tiles at the tables of an event of the record."""

from scoring.fans.rules import RULE_SETS
from scoring.fans.rules.recorded import calculated
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.results import CountedResult
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

#: Tiles with their points by the text: 13 orphans (88), a pure straight with a dragon pung (19, or 20 self-drawn).
ORPHANS = {"hand": "19m19p19sESWNCFP", "win": "E"}
STRAIGHT = {"hand": "12345678m55p", "win": "9m", "melds": [{"kind": "pung", "tiles": "CCC"}]}


def won_with(event: Event, person: Person, session: int, tiles: dict, points: int) -> HandRecord:
    """Let the person win the first hand at the table of a session with these tiles, by discard."""
    seat = CountedResult.objects.get(session__event=event, session__number=session, entry__person=person)
    Hand.objects.filter(sheet=seat.sheet, no=1).delete()
    discarder = "S" if seat.seat == "E" else "E"
    won = {"result": "won", "winner": seat.seat, "discarder": discarder, "points": points}
    Hand.objects.create(sheet=seat.sheet, no=1, valid_from_version=1, **won)
    HandRecord.objects.filter(sheet=seat.sheet, no=1).delete()
    record = {"tiles": tiles}
    given = {"record": record, "calculated": calculated(record, RULE_SETS[event.rules])}
    return HandRecord.objects.create(sheet=seat.sheet, no=1, winner=seat.seat, valid_from_version=1, **given)
