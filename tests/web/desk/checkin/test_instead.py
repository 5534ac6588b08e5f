"""Who plays for a missing player: a reserve, a filler, an outsider."""

from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.papers.exports.papers import PAPERS, Papers
from scoring.sheets.models.facts import Hand, SignedTotal
from tests.web.desk.checkin.pages import address, decide, instead
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.tables import Sitting
from tournament.papers.services import note_made


def test_a_reserve_plays_a_number_and_returns_it(event: Event, desk: Client) -> None:
    assert instead(desk, event, 1, 17).status_code == 302
    sitting = Sitting.objects.get(from_hand=1, table__session__number=2)
    assert sitting.entry.number == 17
    assert "王伟 for 1" in desk.get(address("missing", event)).content.decode()
    assert decide(desk, event, 1, do="give_back", session=2).status_code == 302
    assert not Sitting.objects.filter(from_hand=1, table__session__number=2).exists()


def test_a_reserve_of_another_team_is_not_offered(event: Event, desk: Client) -> None:
    other = Entry.objects.exclude(team__number=1).filter(kind="player").first()
    answer = instead(desk, event, other.number, 17)
    assert answer.status_code == 400
    assert not Sitting.objects.filter(from_hand=1, table__session__number=2).exists()


def test_one_filler_sits_at_one_table(event: Event, desk: Client) -> None:
    instead(desk, event, 1, 18)
    # A page opened before still lists the filler; the service refuses.
    assert instead(desk, event, 2, 18).status_code == 400
    assert Sitting.objects.filter(from_hand=1, entry__number=18).count() == 1


def test_no_substitution_after_the_first_hand(event: Event, desk: Client) -> None:
    instead(desk, event, 1, 17)
    sheet = Sitting.objects.get(from_hand=1, table__session__number=2).table.sheet
    Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="drawn")
    answer = decide(desk, event, 1, do="give_back", session=2)
    assert "has begun to play" in answer.content.decode()
    assert Sitting.objects.filter(from_hand=1, entry__number=17).exists()
    Hand.objects.all().delete()
    SignedTotal.objects.create(sheet=sheet, valid_from_version=1, seat="E", points=0)
    assert instead(desk, event, 1, 18).status_code == 400


def test_an_outsider_fills_the_seat_by_name(event: Event, desk: Client) -> None:
    assert instead(desk, event, 1, "new", name="  ").status_code == 400
    assert instead(desk, event, 1, "new", name="路人甲").status_code == 302
    filler = Entry.objects.get(name="路人甲")
    assert (filler.kind, filler.number, filler.arrivals.get().at is not None) == ("filler", 19, True)
    assert Sitting.objects.get(from_hand=1, table__session__number=2).entry == filler
    assert "路人甲 for 1" in desk.get(address("missing", event)).content.decode()


def test_a_seat_that_has_begun_takes_no_outsider_and_leaves_none_in_the_pool(event: Event, desk: Client) -> None:
    table = Sitting.objects.get(entry__number=1, table__session__number=2, from_hand=0).table
    Hand.objects.create(sheet=table.sheet, valid_from_version=1, no=1, result="drawn")
    assert instead(desk, event, 1, "new", name="路人甲").status_code == 400
    assert not Entry.objects.filter(name="路人甲").exists()


def test_only_changed_papers_are_listed_for_reprinting(event: Event, desk: Client) -> None:
    page = address("person", event, 1)
    papers = Papers(event)
    for name in ("table-seats", "signs"):
        parts = {str(number): digest for number, digest in papers.digests(PAPERS[name]).items()}
        note_made(system_actor("print"), event, paper=name, parts=parts)
    assert "Papers to make again" not in desk.get(page).content.decode()
    instead(desk, event, 1, 17)
    touched = desk.get(page).content.decode().split("Papers to make again")[1].split("</section>")[0]
    assert f"{reverse('desk:paper', args=[event.slug, 'table-seats'])}?which=changed" in touched
    table = Sitting.objects.get(entry__number=1, table__session__number=2, from_hand=0).table
    assert touched.split("</a>")[1].strip().startswith(f": {table.number}</li>")
