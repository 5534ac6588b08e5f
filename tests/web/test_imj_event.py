"""Every page of an event under the International Mahjong Rules, and what they say of this game."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from ranking.bodies.models import BodyMember
from scoring.event_file.services.importing import import_event
from scoring.fouls.rules.proposing import propose
from scoring.fouls.selectors.fouls import catalogue_of
from scoring.fouls.services.lateness import book_lateness
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from scoring.settings.models.imj import ImjSettings
from scoring.setup.services.setting_up import change_event
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.finding import table_sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.people.periods import seat_period
from scoring.standings.selectors.deal_statistics import deal_figures
from tests.scoring.game.rules.imj.tables import played
from tests.support.crawling import crawl
from tests.support.events import small_event
from tests.support.imj import ACTOR, imj_document
from tests.support.pdf_reading import texts_of
from tests.support.ranking import confirmed, new_account, new_body
from tests.web.test_every_page import account_of
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.papers.services import set_address
from web.pocket.plots.pictures import running_scores
from web.shared.table_rows import hand_rounds

pytestmark = pytest.mark.django_db
#: Words of the competition rules in three languages, and penalties that this game lacks.
FOREIGN = re.compile(
    r"(?i)table points?\b|competition points|drawn hand|\bTP\b|8 points|3\.11\.2\.1|标准分|比赛分|起和|標準点|素点"
)


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
    ("role", "language"), [(None, "ja"), ("organizer", "zh-hans"), ("chief-referee", "en"), ("scorekeeper", "ja")]
)
def test_every_page_renders_without_words_of_the_competition_rules(
    role: str | None, language: str, event: Event
) -> None:
    start_session(ACTOR, event.sessions.get(number=2))
    client = client_of(role, event, language)
    starts = [reverse("pocket:event", args=[event.slug])] + ([reverse("desk:event", args=[event.slug])] if role else [])
    pages = crawl(client, starts, within=f"/e/{event.slug}/")
    assert len(pages) > 8
    assert [page.path for page in pages.values() if page.status >= 500] == []
    texts = {text for page in pages.values() for _language, text in page.texts}
    # Only the page of the rules names table points, of which there are none, and the setting that would give them.
    setting = ImjSettings._meta.get_field("ranking")
    with translation.override(language):
        offered = {str(setting.help_text), str(ImjSettings.Ranking.TABLE_POINTS.label)}
    named = {text for text in texts if FOREIGN.search(text)}
    assert named <= {text for text in texts if "IMJ 31" in text or any(words in text for words in offered)}


def test_versions_and_audit_give_a_hand_in_fans_with_its_extras(event: Event) -> None:
    sheet = table_sheet(event, View(live=True, last_session=2), 2, 1)
    assert sheet is not None
    seat_period(ACTOR, sheet.sheet, seen=sheet.sheet.version, period=1, places="SWNE")
    record_hand(ACTOR, sheet.sheet, seen=sheet.sheet.version, hand=HandFacts(1, "E", "S", 1, False, True, "", "N"))
    client = client_of("organizer", event)
    texts = client.get(reverse("desk:sheet", args=[event.slug, 2, 1])).content.decode()
    assert "East from South, half a fan; robbed kong; false win: North" in texts
    assert "Seats of period 1, from the starter on" in texts
    after: Any = AuditEntry.objects.get(action="sheet.hand").after
    assert after["hand"]["1"]["fans"] == 0.5
    assert "points" not in after["hand"]["1"]


def test_a_choice_of_a_hand_ends_at_the_hand_in_play(event: Event) -> None:
    client = client_of("chief-referee", event)
    page = client.get(reverse("floor:foul-table", args=[event.slug, 1, 2])).content.decode()
    assert "hand=21" in page
    assert "hand=22" not in page
    page = client.get(reverse("table:rulings", args=[event.slug, 1, 2])).content.decode()
    assert '<option value="21">' in page
    assert '<option value="22">' not in page


def test_the_session_pack_has_no_chart_of_seats_that_change_each_round(event: Event) -> None:
    set_address(ACTOR, event, address="http://192.168.1.20:8000")
    page = client_of("organizer", event).get(reverse("desk:paper", args=[event.slug, "session-pack"]))
    assert 'value="chart"' in page.content.decode()
    assert 'value="rotation"' not in page.content.decode()
    choice = Choice("session-pack", "en", sessions=[1], contents=["chart", "rotation"])
    pack = make_paper(event, choice, total=lambda _units: None, step=lambda: None)
    assert "seat rotation" not in "".join(texts_of(pack.data))


def test_organizer_chooses_the_rules_until_a_result_is_recorded(event: Event) -> None:
    client = client_of("organizer", event)
    page = client.get(reverse("desk:settings", args=[event.slug])).content.decode()
    assert '<option value="imj-0702" selected>' in page
    with pytest.raises(Refused, match="Results have already been recorded under the other game"):
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
    assert "0 · " not in text
    assert "Table points" not in text
    assert "Competition points" not in text


@pytest.mark.parametrize("number", [1, 2])
def test_a_table_names_periods_and_the_mados_that_players_hold(event: Event, number: int) -> None:
    page = client_of("organizer", event).get(reverse("pocket:table", args=[event.slug, 1, number])).content.decode()
    assert "Period 1 · East round" in page
    assert ("Period 2 · East round" in page) == (number == 1)
    assert "aborted, replayed" in page
    assert "ended by the referee" not in page
    held = played(5 if number == 1 else 8, None if number == 1 else 20).totals
    result = page.split('id="result"')[1].split("</table>")[0]
    for total in held.values():
        assert f">{total}<".replace("-", "−") in result


def test_the_curves_of_a_table_start_at_the_mados_of_the_start(event: Event) -> None:
    sheet = table_sheet(event, View(live=True, last_session=1), 1, 1)
    assert sheet is not None
    curves = running_scores(hand_rounds(sheet), [(line.seat, line.seat) for line in sheet.lines])
    assert curves is not None
    starts = {curve.points.split()[0] for curve in curves.curves}
    assert len(starts) == 1
    assert starts != {f"0,{curves.across[0].at}"}


def test_statistics_count_what_this_game_has(event: Event) -> None:
    view = View(live=True, last_session=1)
    figures = deal_figures(event, view)
    tables = [played(5), played(8, 20)]
    hands = [hand for table in tables for hand in table.hands]
    won = [hand for hand in hands if hand.winner]
    assert figures is not None
    assert figures.hands == len(hands)
    assert figures.bound == sum(bool(hand.bound) for hand in won)
    assert figures.false_wins == sum(len(hand.false_wins) for hand in hands)
    places = [place for table in tables for place in zip(table.hands, table.places, strict=True)]
    assert figures.dealer_wins == sum(hand.winner == dealer for hand, (_period, _round, dealer) in places)
    assert figures.rounds == sum(len({place[:2] for place in table.places}) for table in tables)
    text = client_of("organizer", event).get(reverse("pocket:statistics", args=[event.slug])).content.decode()
    assert f'<th scope="row">Won by the dealer</th><td class="num">{figures.dealer_wins}</td>' in text
    ends = re.findall(r"<dt>([^<]+)</dt>.*?<b>(\d+)</b>", text.split('id="ends"')[1].split("</dl>")[0], re.DOTALL)
    counts = {label: int(count) for label, count in ends}
    assert {label: counts.pop(label) for label in ("Won by discard", "Won self-drawn", "Won by robbing a kong")} == {
        "Won by discard": sum(bool(hand.discarder) and not hand.robbed for hand in won),
        "Won self-drawn": sum(not hand.discarder for hand in won),
        "Won by robbing a kong": sum(hand.robbed for hand in won),
    }
    assert counts.pop("Aborted and replayed") == figures.aborted > 0
    assert counts.pop("False win, no winner") == sum(bool(hand.false_wins) and not hand.winner for hand in hands) > 0
    assert counts == {}
    session = re.findall(r'<td class="num">(\d+)</td>', text.split('id="by-session"')[1].split("</table>")[0])
    assert sum(map(int, session[:4])) == len(hands)
    most = max(hand.points or 0 for hand in won) // 2
    assert f"{most} fans, 6,000 mados" in text
    assert "Most fans" in text
    assert "Mean fans" in text
    assert "Fans of the won hands" in text
    assert "Mean points" not in text
    assert deal_figures(small_event(), view) is None


def test_the_desk_records_no_fans_of_the_chinese_sets(event: Event) -> None:
    client = client_of("organizer", event)
    sheet = client.get(reverse("desk:sheet", args=[event.slug, 1, 1])).content.decode()
    assert "Tiles and fans of the hands" not in sheet
    addresses = [reverse("desk:sheet-fans", args=[event.slug, 1, 1])]
    addresses += [reverse(f"desk:record-{what}", args=[event.slug, 1, 1, 1]) for what in ("tiles", "fans")]
    assert [client.get(address).status_code for address in addresses] == [404] * 3


def test_rules_home_and_class_page_name_the_owner_and_that_no_class_follows(event: Event) -> None:
    text = client_of(None, event).get(reverse("pocket:rules", args=[event.slug])).content.decode()
    for sentence in (
        "v0702 (2012-03-28) by Cofa Tsui",
        "have no class and count for no pins",
        "hold at the end (IMJ 31)",
    ):
        assert sentence in text
    for article in ("3.5.3", "3.9.2", "3.10.1", "3.11.6.6"):
        assert article not in text
    home = client_of(None, event).get(reverse("pocket:event", args=[event.slug])).content.decode()
    assert "International Mahjong Rules v0702 (2012-03-28) by Cofa Tsui" in home
    assert "none: these rules have no class and count for no pins" in home
    of_class = client_of(None, event).get(reverse("record:event-class", args=[event.slug])).content.decode()
    assert "none: these rules have no class and count for no pins" in of_class
    assert "not confirmed yet" not in of_class
    assert "is never in a class, whatever its size, and its results never count for pins" in " ".join(of_class.split())
    for condition in ("A9 5.1", "A9 4.4", "needed:", "<h2>Why</h2>"):
        assert condition not in of_class


def test_a_body_reads_that_this_game_has_no_class(event: Event) -> None:
    world, account = new_body(), new_account(name="赵敏")
    BodyMember.objects.create(account=account, body=world, role=BodyMember.Role.MEMBER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    address = reverse("committee:event", args=[world.slug, event.slug])
    for _confirmed in (False, True):
        page = " ".join(client.get(address).text.split())
        assert "is never in a class, whatever its size, and its results never count for pins" in page
        for condition in ("needed:", "Every condition", "Below class C"):
            assert condition not in page
        confirmed(event, world, sanctioned=False)


def test_fouls_are_false_wins_notes_and_the_events_own(event: Event) -> None:
    offered = catalogue_of(event)
    assert list(offered)[0] == "imj-false-win"
    assert [foul.article for foul in offered.values()][1:-1] == [
        "IMJ 34.1, 34.2", "IMJ 34.3", "IMJ 34.4", "IMJ 34.5", "IMJ 34.6",
    ]  # fmt: skip
    assert [propose(foul).points for foul in offered.values()] == [0] * 7
    page = client_of("chief-referee", event).get(reverse("floor:foul-catalogue", args=[event.slug])).content.decode()
    assert "3.11.6" not in page
    assert "The other fouls of these rules cost nothing (IMJ 34)." in page
    assert "60 for each further foul" not in page
    with pytest.raises(Refused, match="no penalty for being late"):
        book_lateness(
            ACTOR,
            event.sessions.get(number=1),
            entry=event.entries.get(number=1),
            arrived=timezone.now(),
            reason="late",
        )
