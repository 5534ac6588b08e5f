"""A redraw before the start happens completely or not at all."""

import pytest

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from scoring.draw_release.selectors.before_start import redraw_effect
from scoring.draw_release.services.before_start import redraw_before_start
from scoring.draw_release.services.releasing import release_draw
from scoring.sheets.models.facts import SignedTotal
from scoring.sheets.services.people.substituting import substitute
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.threads import together
from tests.web.desk.draw.test_draw import PASSWORD, browser
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import numbers_of
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.states import approve_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting, Table
from tournament.presence.services.arrivals import arrive
from tournament.presence.services.calls import call_player
from tournament.presence.services.withdrawals import return_entry

pytestmark = pytest.mark.django_db


def entry(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("event__ledger").get(event=event, number=number)


def again(event: Event, *without: int) -> dict:
    return redraw_before_start(ACTOR, current(event), without=list(without), lots="seed", reason="zwei fehlen")


def test_a_redraw_withdraws_missing_players_and_freezes_the_new_list() -> None:
    event = planned(players=16, fillers=2)
    old = drawn(event)
    arrive(ACTOR, entry(event, 1), session=1)
    call_player(ACTOR, entry(event, 3), session=1)
    again(event, 3, 7)
    new = current(event)
    assert (new.version, new.state, new.players, new.sessions) == (2, "frozen", 14, old.sessions)
    assert {line.entry.number for line in numbers_of(new)} == set(range(1, 17)) - {3, 7}
    old.refresh_from_db()
    assert (old.state, old.reason) == ("retracted", "zwei fehlen")
    assert not Table.objects.exists()
    out = {gone.number: gone.withdrawals.get().from_session for gone in event.entries.filter(status="withdrawn")}
    assert out == {3: 1, 7: 1}
    assert not hasattr(entry(event, 3), "call")
    assert entry(event, 1).arrivals.get().at is not None
    kept = AuditEntry.objects.get(action="draw.again")
    assert kept.after["numbers"] == [3, 7]
    make_chart(ACTOR, new, public_value="4 4")
    approve_draw(ACTOR, current(event))
    release_draw(ACTOR, current(event))
    assert Sitting.objects.filter(table__session__number=1).count() == 16
    # A withdrawn player who arrives later returns to the event, without a seat.
    return_entry(ACTOR, entry(event, 3), session=1, reason="the train")
    assert entry(event, 3).status == "entered"


@pytest.mark.parametrize("state", ["frozen", "draft", "approved"])
def test_a_redraw_discards_an_unreleased_draw(state: str) -> None:
    event = planned(players=16)
    old = drawn(event, state)
    again(event, 16)
    old.refresh_from_db()
    assert old.state == "discarded"
    assert current(event).players == 15


def test_a_refused_redraw_changes_nothing() -> None:
    event = planned(players=16)
    draw = drawn(event)
    with pytest.raises(Refused) as refused:
        again(event, 3, 99)
    assert refused.value.where == "without"
    with pytest.raises(Refused):
        again(event, *range(1, 14))
    SignedTotal.objects.create(sheet=Table.objects.first().sheet, valid_from_version=1, seat="E", points=1)
    with pytest.raises(Refused):
        again(event, 3)
    assert current(event) == draw
    assert not event.entries.exclude(status="entered").exists()


@pytest.mark.django_db(transaction=True)
def test_the_second_of_two_concurrent_redraws_is_refused() -> None:
    event = planned(players=16)
    draw = drawn(event)

    def task() -> dict:
        return redraw_before_start(ACTOR, draw, without=[3], lots="seed", reason="x")

    answers = together(task, task, holding=Event.objects.filter(pk=event.pk))
    assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
    assert Draw.objects.filter(state="frozen").count() == 1


def test_the_effect_counts_tables_fillers_and_lost_substitutions() -> None:
    event = planned(players=16, fillers=1)
    drawn(event)
    substitute(ACTOR, event.sessions.get(number=1), holder=entry(event, 3), by=entry(event, 17))
    effect = redraw_effect(current(event), [3, 7])
    assert (effect.players, effect.tables, effect.seats_left, effect.fillers) == ((16, 14), (4, 4), (0, 2), 1)
    assert [substitution.sitting.entry.number for substitution in effect.lost] == [17]


def test_the_desk_shows_the_effect_before_a_redraw() -> None:
    event = planned(players=16, fillers=2)
    drawn(event)
    for number in range(1, 15):
        arrive(ACTOR, entry(event, number), session=1)
    client = browser("organizer", event)
    missing = client.get(f"/e/{event.slug}/desk/checkin/missing/").content.decode()
    page = f"/e/{event.slug}/desk/draw/again/"
    assert page in missing
    text = client.get(page).content.decode()
    assert "<b>14</b>" in text
    assert "2 players are withdrawn" in text
    assert "Fillers needed: 2; in the pool: 2." in text
    query = {"without": "15", "lots": "seed"}
    looked = client.get(page, query).content.decode()
    assert "<b>15</b>" in looked
    assert "<b>15</b>" in client.post(page, query | {"look": "1"}).content.decode()
    assert client.post(page, query | {"reason": "x", "password": "guess"}).status_code == 400
    assert client.post(page, query | {"reason": " ", "password": PASSWORD}).status_code == 400
    assert current(event).state == "released"
    done = client.post(page, query | {"reason": "x", "password": PASSWORD}, follow=True)
    assert "15 players is frozen" in done.content.decode()
    assert current(event).version == 2
    assert browser("referee", event).get(page).status_code == 403
