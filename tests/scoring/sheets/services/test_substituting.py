"""A substitute on a seat before the session: to whom the result belongs, and refusals."""

from functools import partial

import pytest

from common.actions.engine import Service
from common.actions.errors import Refused, WrongState
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.sheets.models.facts import Hand
from scoring.sheets.services.facts.counting import recount
from scoring.sheets.services.people.substituting import give_back, substitute
from scoring.standings.selectors.document import standings_document
from tests.support.cup import cup, taken_in
from tests.support.event_generator import make_event
from tests.support.events import unplay
from tests.support.recompute import standings
from tests.support.threads import together
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.presence.services.arrivals import arrive
from tournament.presence.services.withdrawals import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CHIEF = system_actor("chief")


def quiet(slug: str = "quiet") -> dict:
    """Return sixteen players, session 2 charted and not played; 17 is a reserve of team 1, 18 and 19 are fillers."""
    document = make_event(1, 16, 2, odd=False, stages=False)
    document["event"]["id"] = slug
    document["players"] = [player for player in document["players"] if player.get("kind", "player") == "player"]
    document["players"] += [
        {"number": 17, "name": "王伟", "kind": "reserve", "team": 1},
        {"number": 18, "name": "陪打一", "kind": "filler"},
        {"number": 19, "name": "陪打二", "kind": "filler"},
    ]
    for session in document["sessions"]:
        session.pop("released", None)
    return document


def unplayed(document: dict) -> dict:
    unplay(document["sessions"][1])
    return document


def do(service: Service, event: Event, holder: int, **by: int) -> dict:
    entries = {name: event.entries.get(number=number) for name, number in {"holder": holder, **by}.items()}
    return service(CHIEF, event.sessions.get(number=2), **entries)


@pytest.mark.parametrize("by", [17, 18])
def test_result_is_credited_like_the_oracle(by: int) -> None:
    document = quiet()
    table = next(t for t in document["sessions"][1]["tables"] if 1 in t["seats"].values())
    seat = next(seat for seat, number in table["seats"].items() if number == 1)
    played = {key: table[key] for key in ("hands", "totals", "table_points") if key in table}
    event = taken_in(unplayed(document))
    do(substitute, event, 1, by=by)
    # The table is then played, as in a file with this substitution.
    sitting = Sitting.objects.get(from_hand=1)
    sheet = sitting.table.sheet
    for hand in played["hands"]:
        Hand.objects.create(
            sheet=sheet, valid_from_version=1, no=hand["no"], result="won" if hand["winner"] else "drawn",
            winner=hand["winner"] or "", discarder=hand.get("discarder") or "", points=hand.get("points"),
        )  # fmt: skip
    recount(None, event, type(sheet).objects.filter(pk=sheet.pk))
    table |= {"hands": played["hands"], "persons": [{"seat": seat, "from_hand": 1, "number": by}], "state": "confirmed"}
    assert standings_document(event, live=True) == standings(document)


def test_a_seat_is_given_back() -> None:
    event = taken_in(unplayed(quiet()))
    do(substitute, event, 1, by=17)
    do(substitute, event, 1, by=18)
    assert Sitting.objects.get(from_hand=1).entry.number == 18
    do(give_back, event, 1)
    assert not Sitting.objects.filter(from_hand=1).exists()
    do(give_back, event, 1)


@pytest.mark.parametrize(
    ("holder", "by", "where"),
    [(5, 17, "by"), (1, 2, "by"), (17, 18, "holder")],
    ids=["reserve of another team", "a player", "no seat on the chart"],
)
def test_invalid_substitute_is_refused(holder: int, by: int, where: str) -> None:
    event = taken_in(unplayed(quiet()))
    with pytest.raises(Refused) as refused:
        do(substitute, event, holder, by=by)
    assert refused.value.where == where
    assert not Sitting.objects.filter(from_hand=1).exists()


def test_filler_of_other_event_cannot_substitute() -> None:
    event, other = taken_in(unplayed(quiet())), taken_in(unplayed(quiet("other")))
    with pytest.raises(Refused):
        substitute(
            CHIEF, event.sessions.get(number=2),
            holder=event.entries.get(number=1), by=other.entries.get(number=18),
        )  # fmt: skip


def test_withdrawn_entry_cannot_substitute() -> None:
    event = taken_in(unplayed(quiet()))
    withdraw(CHIEF, event.entries.get(number=17), session=1, reason="home")
    with pytest.raises(Refused, match="out of the event"):
        do(substitute, event, 1, by=17)


def test_begun_table_and_released_session_refuse_substitutes() -> None:
    event = taken_in(quiet())
    with pytest.raises(Refused, match="begun"):
        do(substitute, event, 1, by=17)
    event.sessions.update(released_at="2026-05-01T12:00:00Z")
    with pytest.raises(WrongState):
        do(substitute, event, 1, by=17)


@pytest.mark.django_db(transaction=True)
def test_one_filler_given_to_two_tables_concurrently_gets_one() -> None:
    event = taken_in(unplayed(quiet()))
    first, second = Sitting.objects.filter(table__session__number=2, table__number__in=[1, 2], seat="E")
    tasks = [partial(do, substitute, event, seat.entry.number, by=18) for seat in (first, second)]
    answers = together(*tasks)
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert Sitting.objects.filter(from_hand=1, entry__number=18).count() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_arrivals_are_one() -> None:
    event = taken_in(cup())
    entry = Entry.objects.select_related("event__ledger").get(event=event, number=1)
    answers = together(*(partial(arrive, system_actor(name), entry, session=1) for name in ("one", "two", "three")))
    assert sorted(answer["first"] for answer in answers) == [False, False, True]
    assert len({(answer["at"], answer["by"]) for answer in answers}) == 1
    assert AuditEntry.objects.filter(action="entry.arrive").count() == 1
