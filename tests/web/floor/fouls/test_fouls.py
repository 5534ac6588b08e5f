"""The Floor's pages of fouls: recorded in few taps, cancelled, published; rights."""

import re
from collections.abc import Callable
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul, FoulKind
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Adjustment, Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.referee_calls import call_referee
from tests.support.events import small_event
from tests.support.foul_examples import EXAMPLES
from tests.support.page_reading import visible_text
from tests.support.sheets import at, empty_sheet, made_sheet, sheet_at
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    event = small_event()
    Event.objects.filter(pk=event.pk).update(ends=date(2026, 3, 1))
    event.refresh_from_db()
    return empty_sheet(event)


@pytest.fixture
def signed_in(sheet: Sheet) -> Callable[[str], Client]:
    def sign_in(role: str) -> Client:
        account = Account.objects.create_user(f"{role}-{Account.objects.count()}", name=role)
        Role.objects.create(account=account, event=sheet.table.session.event, name=role)
        client = Client(headers={"accept-language": "en"})
        client.force_login(account)
        return client

    return sign_in


def words(page: Any) -> str:
    return visible_text(page.text)


def address(sheet: Sheet, **chosen: Any) -> str:
    slug, session = sheet.table.session.event.slug, sheet.table.session.number
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    return reverse("floor:foul-table", args=[slug, session, sheet.table.number]) + (f"?{query}" if query else "")


def test_four_taps_record_a_false_win(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, slug = signed_in("referee"), "small"
    assert address(sheet) in client.get(reverse("floor:fouls", args=[slug])).content.decode()
    page = client.get(address(sheet)).content.decode()
    player = re.search(r'class="choice-link" href="([^"]*seat=W[^"]*)"', page)
    assert player
    page = client.get(unescape(player[1])).content.decode()
    kind = re.search(r'class="foul-way" href="([^"]*kind=false-win&amp;[^"]*)"', page)
    assert kind
    shown = client.get(unescape(kind[1]))
    assert "10 points to each of the others, dead hand" in words(shown)
    assert "−30" in words(shown)
    done = client.post(unescape(kind[1]), {"do": "take", "key": "a"}, follow=True)
    assert "Foul 1 is recorded." in words(done)
    foul = Foul.objects.get()
    assert (foul.seat, foul.hand_no, foul.points, foul.entered_by) == ("W", 1, 10, "referee")


def test_the_proposal_shows_the_occurrence_and_an_outdated_one_is_refused(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=3, kind="late-pung", outcome="step")
    client.post(here, {"do": "take", "times": 1})
    page = client.get(here)
    player = at(sheet, "W")
    assert f"{player.number} {player.name} · Proposed: 5 points no. 2 of this kind" in words(page)
    stale = client.post(here, {"do": "take", "times": 1})
    assert (stale.status_code, Foul.objects.count()) == (400, 1)
    client.post(here, {"do": "take", "times": 2})
    assert Foul.objects.get(number=2).points == 5


def test_another_penalty_needs_a_reason_and_typed_values_stay(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("chief-referee"), address(sheet, seat="W", hand=3, kind="wrong-count")
    typed: dict[str, Any] = {"do": "change", "effects": ["points"], "points": 7, "payee": "nobody", "remark": "多一张"}
    refused = client.post(here, typed)
    assert refused.status_code == 400
    assert "Give a reason for departing from the proposed penalty" in words(refused)
    assert 'value="多一张"' in refused.content.decode()
    assert "Reason for departing from the proposed penalty (optional)" not in words(refused)
    response = client.post(here, {**typed, "reason": "轻微"})
    assert (response.status_code, Foul.objects.count()) == (409, 0)
    client.post(here, {**typed, "reason": "轻微", "acknowledged": ["off-tariff"]})
    foul = Foul.objects.get()
    assert (foul.points, foul.effects, foul.remark, foul.change_reason) == (7, ["points"], "多一张", "轻微")


def test_a_suspension_needs_a_remark_and_a_second_press(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=3, kind="cheating")
    assert re.search(r"Remark (?!\(optional\))", words(client.get(here)))
    refused = client.post(here, {"do": "take"})
    assert (refused.status_code, Foul.objects.count()) == (400, 0)
    assert "Write what happened: the committee decides by this remark." in words(refused)
    asked = client.post(here, {"do": "take", "remark": "藏牌"})
    assert (asked.status_code, Foul.objects.count()) == (409, 0)
    assert "Penalty: suspension. Is that right?" in words(asked)
    client.post(here, {"do": "take", "remark": "藏牌", "acknowledged": "grave"})
    assert Foul.objects.get().remark == "藏牌"
    # A penalty that the referee makes grave is asked about too.
    changed = {"do": "change", "effects": ["disqualification"], "points": 0, "payee": "nobody", "reason": "故意"}
    other = address(sheet, seat="E", hand=3, kind="wrong-count")
    assert client.post(other, changed).status_code == 400
    assert client.post(other, changed | {"remark": "多次"}).status_code == 409


@pytest.mark.parametrize("query", ["phone ring", "手机", "携帯電話", "2.3.3 phone"])
def test_kinds_are_found_by_words_of_every_language(
    sheet: Sheet, signed_in: Callable[[str], Client], query: str
) -> None:
    page = signed_in("referee").get(address(sheet), {"q": query}).content.decode()
    assert re.findall(r'aria-label="([^"]+): warning"', page) == ["Phone on the table, or ringing"]
    assert page.count('class="foul-kind"') == 1


@pytest.mark.parametrize("query", ["錯和", "チョンボ"])
def test_both_false_wins_are_found_by_the_word_for_them(
    sheet: Sheet, signed_in: Callable[[str], Client], query: str
) -> None:
    """3.11.6.6 of the Japanese text names them 不十分なアガリ and ノーテンアガリ, its 3.4.31 錯和."""
    page = signed_in("referee").get(address(sheet), {"q": query}).text
    assert page.count('class="foul-kind"') == 2
    assert {"3.11.6.6(1)", "3.11.6.6(2)"} <= set(re.findall(r"3\.11\.6\.6\(\d\)", page))


def test_the_ten_usual_kinds_come_first(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    page = signed_in("referee").get(address(sheet)).content.decode()
    usual, others = page.split('class="foul-kinds often"')[1].split('class="foul-kinds"')
    assert usual.count('class="foul-kind"') == 10
    assert others.count('class="foul-kind"') == 26


def test_a_recorded_foul_answers_the_call_about_a_foul(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client = signed_in("referee")
    call_referee(system_actor("phone"), sheet, for_what="foul", no=9)
    page = client.get(reverse("floor:clock", args=["small"])).content.decode()
    assert f'href="{address(sheet)}?hand=9"' in page
    client.post(address(sheet, seat="W", hand=9, kind="talk", outcome="warning"), {"do": "take"})
    call = RefereeCall.objects.get()
    assert (call.state, call.outcome, call.taken_by) == ("ended", "Foul 1 is recorded.", "referee")
    assert "data-bell" not in client.get(reverse("floor:clock", args=["small"])).content.decode()
    call_referee(system_actor("phone"), sheet, for_what="question")
    client.post(address(sheet, seat="W", hand=9, kind="talk", outcome="warning"), {"do": "take"})
    assert RefereeCall.objects.get(about="question").state == "waiting"


def test_each_official_gets_the_links_of_the_own_role_to_a_call(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    call_referee(system_actor("phone"), sheet, for_what="foul", no=9)
    pages = {
        role: signed_in(role).get(reverse("floor:clock", args=["small"])).content.decode()
        for role in ("scorekeeper", "referee", "committee")
    }
    foul, call = f'href="{address(sheet)}?hand=9"', reverse("floor:call", args=["small", RefereeCall.objects.get().pk])
    assert [role for role, page in pages.items() if foul in page] == ["referee"]
    assert [role for role, page in pages.items() if f'href="{call}"' in page] == ["scorekeeper", "committee"]


def test_points_of_the_referees_choice_and_their_receiver_are_in_one_form(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=2, kind="knocked-over")
    refused = client.post(here, {"do": "take", "points": 40, "payee": "one"})
    assert "Choose who receives the points." in words(refused)
    client.post(here, {"do": "take", "points": 40, "payee": "N"})
    rows = Adjustment.objects.current().values_list("seat", "points")
    assert sorted(rows) == [("N", 40), ("W", -40)]


def test_a_free_entry_is_recorded_for_a_player_in_the_session(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, number = signed_in("referee"), at(sheet, "S").number
    here = reverse("floor:foul-player-new", args=["small"]) + f"?number={number}&session=1"
    page = words(client.get(here))
    assert "Dress, smoking, objects" in page
    assert "Late pung" not in page
    typed = {"do": "change", "title": "大声喧哗", "article": "2.3.1", "effects": ["points"], "points": 20}
    client.post(here + "&kind=free", {**typed, "payee": "nobody", "reason": "-"})
    foul = Foul.objects.get()
    assert (foul.scope, foul.title, foul.points, foul.session) == ("session", "大声喧哗", 20, sheet.table.session)


def test_a_signed_sheet_offers_the_way_to_reopen_it_to_who_may(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    chief, referee = signed_in("chief-referee"), signed_in("referee")
    reopen = reverse("desk:sheet-reopen", args=["small", 1, sheet.table.number])
    table = ["small", 1, sheet.table.number]
    pages = [address(sheet), *(reverse(name, args=table) for name in ("floor:table", "table:rulings", "table:page"))]
    assert all("This sheet is signed" not in chief.get(page).text for page in pages)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.SIGNED)
    assert all(f'href="{reopen}"' in chief.get(page).text for page in pages)
    assert all("the chief referee can reopen it" in referee.get(page).text for page in pages)
    assert all(reopen not in referee.get(page).text for page in pages)


def test_only_entitled_roles_cancel_and_publish_a_foul(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1, notes="机密", witnesses="张三")
    record_foul(system_actor("甲"), event, foul=recorded)
    here = reverse("floor:foul", args=["small", 1])
    chief, referee = signed_in("chief-referee"), signed_in("referee")
    assert "机密" in words(chief.get(here))
    assert "机密" not in words(referee.get(here))
    assert referee.post(here + "notice/", {"text": "x"}).status_code == 403
    chief.post(here + "notice/", {"text": "通报批评"})
    assert Foul.objects.get().notice == "通报批评"
    # The public page of the event links to it.
    public = Client(headers={"accept-language": "en"})
    notices = reverse("pocket:notices", args=["small"])
    assert f'href="{notices}"' in public.get(reverse("pocket:event", args=["small"])).content.decode()
    assert "通报批评" in words(public.get(notices))
    assert referee.post(here + "cancel/", {"reason": ""}).status_code == 400
    referee.post(here + "cancel/", {"reason": "看错了"})
    assert Foul.objects.get().state == "cancelled"


def test_only_the_committee_lifts_a_suspension(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event = sheet.table.session.event
    recorded = FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, remark="藏牌")
    record_foul(system_actor("甲"), event, foul=recorded)
    chief, committee = signed_in("chief-referee"), signed_in("committee")
    page = chief.get(reverse("floor:foul", args=["small", 1]))
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    assert way in page.content.decode()
    assert "out of the rest of the event" in words(chief.get(way))
    chief.post(way, {"session": 2})
    assert at(sheet, "W").status == "withdrawn"
    lift = reverse("floor:measure", args=["small", 1, "lift"])
    assert chief.get(lift).status_code == 403
    assert "in force" in words(committee.get(reverse("floor:measures", args=["small"])))
    committee.post(lift, {"session": 3, "reason": "误会"})
    assert at(sheet, "W").status == "entered"


def test_penalties_without_a_foul_become_fouls(signed_in: Callable[[str], Client], sheet: Sheet) -> None:
    event = sheet.table.session.event
    _event, recorded = EXAMPLES["foul.adopt"](event, "")
    _event, missing = EXAMPLES["foul.accept_missing"](event, "")
    client, here = signed_in("chief-referee"), reverse("floor:foul-proposals", args=["small"])
    page = client.get(here)
    assert words(page).count("10 points to each of the others") == 2
    client.post(here, {"do": "adopt", "sheet": recorded["sheet"].pk, "hand_no": 2, "order": 0})
    refused = client.post(here, {"do": "accept", "sheet": missing["sheet"].pk, "seen": 1, "hand_no": 0})
    assert refused.status_code == 400
    typed = {"do": "accept", "sheet": missing["sheet"].pk, "seen": 1, "hand_no": 7, "reason": "四家证实"}
    client.post(here, typed)
    assert list(Foul.objects.values_list("kind", "hand_no")) == [("false-win", 2), ("false-win", 7)]
    assert "Nothing to record" in words(client.get(here))


def test_an_event_adds_and_removes_an_entry(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    typed = {"code": "phone", "name_en": "Phone rings", "scope": "hand", "effects": ["points"], "points": 20}
    assert client.post(here, {**typed, "payee": "nobody", "code": "late"}).status_code == 400
    client.post(here, {**typed, "payee": "nobody"})
    assert "Phone rings" in words(client.get(address(sheet, seat="W")))
    client.post(reverse("floor:foul-kind-remove", args=["small", "phone"]))
    assert "Phone rings" not in words(client.get(here))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ({"name_ja": "電話"}, ["電話", "電話", "電話"]),
        ({"name_zh": "手机", "name_ja": "電話"}, ["手机", "手机", "電話"]),
        ({"name_en": "Phone", "name_ja": "電話"}, ["Phone", "Phone", "電話"]),
        ({"name_zh": "手机", "name_en": "Phone", "name_ja": "電話"}, ["手机", "Phone", "電話"]),
    ],
)
def test_an_own_entry_is_shown_in_the_readers_language(
    sheet: Sheet, signed_in: Callable[[str], Client], names: dict[str, str], shown: list[str]
) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    typed = {"code": "phone", "scope": "hand", "effects": ["points"], "points": 20, "payee": "nobody"}
    assert client.post(here, {**typed, **names, "about_en": "In\nplay"}).status_code == 302
    kind = FoulKind.objects.get()
    assert (kind.name, kind.about) == (
        {key.removeprefix("name_"): name for key, name in names.items()},
        {"en": "In play"},
    )
    for language, text in zip(("zh-hans", "en", "ja"), shown, strict=True):
        page = client.get(here, headers={"accept-language": language})
        assert f"{text} " in words(page)
        assert not [other for other in names.values() if other != text and other in words(page)]


def test_the_form_of_entries_has_fields_for_each_language(
    sheet: Sheet, signed_in: Callable[[str], Client], settings: Any
) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    fields = re.findall(r'name="((?:name|about)_[^"]+)"', client.get(here).content.decode())
    assert fields == ["name_zh", "name_en", "name_ja", "about_zh", "about_en", "about_ja"]
    settings.LANGUAGES = [("en", "English"), ("fr", "Français")]
    page = client.get(here)
    assert re.findall(r'name="((?:name|about)_[^"]+)"', page.content.decode()) == [
        "name_en",
        "name_fr",
        "about_en",
        "about_fr",
    ]
    assert "Name in Français" in words(page)
    typed = {"code": "phone", "name_fr": "Téléphone", "scope": "hand", "effects": ["warning"], "points": 0}
    assert client.post(here, {**typed, "payee": "nobody"}).status_code == 302
    assert "Téléphone" in words(client.get(here))


def test_only_entitled_roles_see_fouls_across_events(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    entry, other = at(sheet, "W"), empty_sheet(small_event("other"))
    other.table.sittings.filter(seat="W").update(entry=other.table.sittings.get(seat="W").entry)
    type(entry).objects.filter(pk=at(other, "W").pk).update(person=entry.person)
    for played in (sheet, other):
        facts = {"kind": "talk", "sheet": played, "seat": "W", "hand_no": 1}
        record_foul(system_actor("甲"), played.table.session.event, foul=FoulReport(**facts))
    here = reverse("floor:foul-player", args=["small", entry.number])
    assert words(signed_in("committee").get(here)).count("Language, talk") == 2
    assert words(signed_in("referee").get(here)).count("Language, talk") == 1


def test_scorekeepers_read_and_do_not_record(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client = signed_in("scorekeeper")
    page = client.get(address(sheet, seat="W", kind="talk"))
    assert "Referees record fouls." in words(page)
    assert client.post(address(sheet, seat="W", kind="talk"), {"do": "take"}).status_code == 200
    assert not Foul.objects.exists()


@pytest.mark.parametrize("page", ["fouls", "measures", "foul-proposals"])
def test_the_pages_queries_do_not_grow_with_rows(page: str, sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    event, client = sheet.table.session.event, signed_in("committee")
    here, counts = reverse(f"floor:{page}", args=["small"]), []
    for rows in (1, 3):
        while event.fouls.count() < 2 * rows:
            table = sheet_at(sheet.table.session, 10 + event.fouls.count())
            for kind in ("late-pung", "grave"):
                record_foul(system_actor("甲"), event, foul=FoulReport(kind=kind, sheet=table, seat="W", hand_no=1))
            EXAMPLES["foul.adopt"](event, "")
            EXAMPLES["foul.accept_missing"](event, "")
        client.get(here)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(here).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 20


def test_a_signed_sheet_must_be_reopened_first(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    signed = made_sheet(sheet.table.session.event, "signed")
    page = signed_in("referee").post(address(signed, seat="W", kind="false-win", hand=2), {"do": "take"})
    assert page.status_code == 400
    assert "reopen it first" in words(page)


def test_the_catalogue_shows_each_penalty_once(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    page = words(signed_in("referee").get(reverse("floor:foul-catalogue", args=["small"])))
    assert "warning: warning" not in page
    assert "tile put back: warning taken into the hand: warning, dead hand" in page
    # The referee chooses the points of nine kinds (3.11.2.2); two more have them in their text.
    assert page.count("5 to 60 points") == 9 + 2
    assert "naming discards, talking. warning 5 to 60 points" in page


def test_the_list_of_fouls_shows_each_penalty_once(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1)
    record_foul(system_actor("甲"), sheet.table.session.event, foul=recorded)
    page = words(signed_in("referee").get(reverse("floor:fouls", args=["small"])))
    # Without the seat of the sheet: the player is named, and the wind of the hand may be another.
    assert "Language, talk 3.6.1 Session 1, table 1, hand 1 warning" in page


def test_the_filter_of_fouls_is_shown_only_with_fouls(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("referee"), reverse("floor:fouls", args=["small"])
    assert "Kind of foul" not in words(client.get(here))
    recorded = FoulReport(kind="talk", sheet=sheet, seat="W", hand_no=1)
    record_foul(system_actor("甲"), sheet.table.session.event, foul=recorded)
    assert "Kind of foul" in words(client.get(here))
    assert "None of this kind" in words(client.get(here, {"kind": "late"}))


def test_a_kind_of_another_event_has_its_name_in_the_list_across_events(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    entry, other = at(sheet, "W"), empty_sheet(small_event("other"))
    set_kind(system_actor("甲"), other.table.session.event, code="phone", name={"en": "Phone rings"})
    type(entry).objects.filter(pk=at(other, "W").pk).update(person=entry.person)
    recorded = FoulReport(kind="phone", sheet=other, seat="W", hand_no=1)
    record_foul(system_actor("甲"), other.table.session.event, foul=recorded)
    page = words(signed_in("committee").get(reverse("floor:foul-player", args=["small", entry.number])))
    assert "Phone rings" in page


def test_a_measure_needs_a_second_person(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    chief, event = signed_in("chief-referee"), sheet.table.session.event
    sent = {"do": "take", "remark": "藏牌", "acknowledged": "grave"}
    chief.post(address(sheet, seat="W", hand=1, kind="cheating"), sent)
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    assert "Referee who decides with you" in words(chief.get(way))
    assert chief.post(way, {"session": 2, "referee": " "}).status_code == 400
    chief.post(way, {"session": 2, "referee": "周芷若"})
    assert event.measures.get().decided_by == "chief-referee, 周芷若"
    Role.objects.create(account=Account.objects.get(name="chief-referee"), event=event, name="committee")
    chief.post(address(sheet, seat="E", hand=1, kind="grave", outcome="rank"), sent)
    assert (
        reverse("floor:measure", args=["small", 2, "confirm"])
        not in chief.get(reverse("floor:measures", args=["small"])).content.decode()
    )
    shown = words(chief.get(reverse("floor:measure", args=["small", 2, "confirm"])))
    assert "Another member of the committee must confirm it" in shown


@pytest.mark.parametrize("played", [0, 3])
def test_a_penalty_of_the_running_hand_is_shown_at_its_hand(
    sheet: Sheet, signed_in: Callable[[str], Client], played: int
) -> None:
    Hand.objects.bulk_create(
        Hand(sheet=sheet, valid_from_version=1, no=no, result="won", winner="E", discarder="S", points=8)
        for no in range(1, played + 1)
    )
    judge = {"kind": "false-win", "sheet": sheet, "seat": "W", "hand_no": played + 1}
    record_foul(system_actor("甲"), sheet.table.session.event, foul=FoulReport(**judge))
    page = words(signed_in("referee").get(reverse("pocket:table", args=["small", 1, 1])))
    assert "Penalties outside the hands −" not in page
    name = at(sheet, "W").name
    if played:
        assert re.search(rf"4 not recorded Penalty: {name} −30, [^()]*\(3.11.6.6\(1\)\)", page)
        assert "Penalties of hands without a result +10 +10 −30 +10 Sum of the hands" in page
    else:
        assert f"{name} −30 Hand 1, 3.11.6.6(1)" in page


def test_after_a_suspension_the_running_table_asks_for_the_filler(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """3.11.4: out at once, a filler from the next hand; the open form has the seat and the hand filled in."""
    event, session = sheet.table.session.event, sheet.table.session
    SessionClock.objects.create(session=session, started_at=timezone.now(), minutes=120)
    Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="won", winner="E", discarder="S", points=8)
    recorded = FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, remark="藏牌")
    record_foul(system_actor("甲"), event, foul=recorded)
    chief, here = signed_in("chief-referee"), reverse("floor:table", args=["small", session.number, 1])
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    page = chief.post(way, {"session": session.number + 1}, follow=True)
    assert page.redirect_chain[-1][0] == here
    assert "suspended: a filler takes over" in words(page)
    html = page.content.decode()
    assert '<details class="sheet" id="leave" open>' in html
    assert re.search(r'<option value="W" selected>', html)
    typed = {"do": "leave", "sure": "1", "leave-seat": "W", "leave-from_hand": 2, "leave-name": "路人甲"}
    page = chief.post(here, typed | {"leave-reason": "停赛"}, follow=True)
    assert "路人甲 from hand 2" in words(page)
    assert "a filler takes over" not in words(page)


def test_a_foul_of_an_earlier_session_is_reached_from_the_list(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    referee, here = signed_in("referee"), reverse("floor:fouls", args=["small"])
    earlier = reverse("floor:tables", args=["small"]) + "?session=1"
    assert earlier not in referee.get(here).text
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.SIGNED)
    assert f'href="{earlier}"' in referee.get(here).text
    assert f'href="{reverse("floor:table", args=["small", 1, sheet.table.number])}"' in referee.get(earlier).text


def test_a_foul_on_a_reopened_sheet_asks_for_new_signatures(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, asks = signed_in("referee"), "The sheet must be signed again"
    send = {"do": "take"}
    assert asks not in words(client.post(address(sheet, seat="W", kind="false-win", hand=2), send, follow=True))
    signed = made_sheet(sheet.table.session.event, "signed")
    reopen_sheet(system_actor("甲"), signed, reason="-")
    page = client.post(address(signed, seat="W", kind="false-win", hand=2), send, follow=True)
    assert asks in words(page)
    signatures = reverse("table:signing", args=["small", signed.table.session.number, signed.table.number])
    assert f'href="{signatures}"' in page.text
    Sheet.objects.filter(pk=signed.pk).update(state=Sheet.State.SIGNED)
    assert asks not in words(client.get(page.request["PATH_INFO"]))
