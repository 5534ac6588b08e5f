"""Every page of an event under the International Mahjong Rules, and what they say of this game."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from scoring.event_file.services.importing import import_event
from scoring.fouls.rules.proposing import propose
from scoring.fouls.selectors.fouls import catalogue_of
from scoring.fouls.services.lateness import book_lateness
from scoring.setup.services.setting_up import change_event
from scoring.sheets.rules.view import View
from scoring.standings.selectors.deal_statistics import deal_figures
from tests.scoring.game.rules.imj.tables import played
from tests.support.crawling import crawl
from tests.support.events import small_event
from tests.support.imj import ACTOR, imj_document
from tests.web.test_every_page import account_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    import_event(system_actor("测试"), document=imj_document())
    return Event.objects.get()


def client_of(role: str | None, event: Event, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    account = account_of(role, event)
    if account:
        client.force_login(account)
    return client


@pytest.mark.parametrize(
    ("role", "language"), [(None, "ja"), ("organizer", "en"), ("chief-referee", "zh-hans"), ("scorekeeper", "ja")]
)
def test_every_page_renders(role: str | None, language: str, event: Event) -> None:
    client = client_of(role, event, language)
    starts = [reverse("pocket:event", args=[event.slug])] + ([reverse("desk:event", args=[event.slug])] if role else [])
    pages = crawl(client, starts, within=f"/e/{event.slug}/")
    assert len(pages) > 8
    assert [page.path for page in pages.values() if page.status >= 500] == []


def test_organizer_chooses_the_rules_until_a_result_is_recorded(event: Event) -> None:
    client = client_of("organizer", event)
    page = client.get(reverse("desk:settings", args=[event.slug])).content.decode()
    assert '<option value="imj-0702" selected>' in page
    with pytest.raises(Refused, match="Results are recorded by the other game already"):
        change_event(ACTOR, event, rules="wmo-2014")
    empty = small_event()
    change_event(ACTOR, empty, rules="imj-0702")
    assert Event.objects.get(pk=empty.pk).rules == "imj-0702"


@pytest.mark.parametrize("page", ["individual", "cross", "table", "player"])
def test_results_have_mados_and_no_table_points(event: Event, page: str) -> None:
    addresses = {
        "individual": reverse("pocket:standings", args=[event.slug]),
        "cross": reverse("pocket:standings-all", args=[event.slug]),
        "table": reverse("pocket:table", args=[event.slug, 1, 1]),
        "player": reverse("pocket:player", args=[event.slug, 1]),
    }
    text = client_of("organizer", event).get(addresses[page]).content.decode()
    assert "Mados" in text
    assert "Table points" not in text
    assert "Competition points" not in text


def test_statistics_count_what_this_game_has(event: Event) -> None:
    view = View(live=True, last_session=1)
    figures = deal_figures(event, view)
    tables = [played(5), played(8, 20)]
    hands = [hand for table in tables for hand in table.hands]
    won = [hand for hand in hands if hand.winner]
    assert figures is not None
    assert figures.hands == len(hands)
    assert (figures.own_draw, figures.discard, figures.robbed, figures.bound) == (
        sum(not hand.discarder for hand in won),
        sum(bool(hand.discarder) and not hand.robbed for hand in won),
        sum(hand.robbed for hand in won),
        sum(bool(hand.bound) for hand in won),
    )
    assert figures.false_wins == sum(len(hand.false_wins) for hand in hands)
    assert figures.own_draw + figures.discard + figures.robbed == len(won)
    places = [place for table in tables for place in zip(table.hands, table.places, strict=True)]
    assert figures.dealer_wins == sum(hand.winner == dealer for hand, (_period, _round, dealer) in places)
    assert figures.rounds == sum(len({place[:2] for place in table.places}) for table in tables)
    text = client_of("organizer", event).get(reverse("pocket:statistics", args=[event.slug])).content.decode()
    assert f'<th scope="row">Robbed kong</th><td class="num">{figures.robbed}</td>' in text
    assert deal_figures(small_event(), view) is None


def test_rules_page_names_the_ranking_the_owner_and_that_no_class_follows(event: Event) -> None:
    text = client_of(None, event).get(reverse("pocket:rules", args=[event.slug])).content.decode()
    for sentence in (
        "v0702 (2012-03-28) by Cofa Tsui",
        "have no class and count for no pins",
        "hold at the end (IMJ 31)",
    ):
        assert sentence in text
    for article in ("3.9.2", "3.10.1", "3.11.6.6"):
        assert article not in text


def test_fouls_are_false_wins_notes_and_the_events_own(event: Event) -> None:
    offered = catalogue_of(event)
    assert list(offered)[0] == "imj-false-win"
    assert [foul.article for foul in offered.values()][1:-1] == [
        "IMJ 34.1, 34.2", "IMJ 34.3", "IMJ 34.4", "IMJ 34.5", "IMJ 34.6",
    ]  # fmt: skip
    assert [propose(foul).points for foul in offered.values()] == [0] * 7
    page = client_of("chief-referee", event).get(reverse("floor:foul-catalogue", args=[event.slug])).content.decode()
    assert "3.11.6" not in page
    with pytest.raises(Refused, match="no penalty for being late"):
        book_lateness(
            ACTOR,
            event.sessions.get(number=1),
            entry=event.entries.get(number=1),
            arrived=timezone.now(),
            reason="late",
        )
