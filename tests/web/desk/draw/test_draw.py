"""The pages of the draw at the Desk, on Pocket and on the Wall: states, roles, languages; nothing is public early."""

import json
import re
from contextlib import suppress

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import get_resolver, resolve
from django.urls.exceptions import Resolver404

from common.actions.models.audit import AuditEntry
from scoring.draw_release.services.releasing import release_draw
from scoring.sheets.models.facts import SignedTotal
from tests.support.crawling import Page, crawl
from tests.support.draws import ACTOR, current, drawn, planned
from tests.support.pdf_reading import texts_of
from tests.web.desk.conftest import document, taken_in
from tests.web.test_every_page import foreign, patterns
from tournament.draws.selectors.chart import DrawnChart
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.states import approve_draw, discard_draw
from tournament.draws.services.typed_lots import type_lots
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Account, Role
from tournament.presence.services.withdrawals import withdraw

pytestmark = pytest.mark.django_db

#: Links to pages of draws, and to the pages that lead to them.
OF_DRAWS = "/(draw|seats|wall)/|/desk/screens/|/e/[^/]+/(desk/)?$"
PASSWORD = "a long pass phrase"
STATES = ["frozen", "draft", "approved", "released"]
DRAWERS = ["organizer", "committee", "chief-referee", "administrator"]


def browser(role: str, *events: Event, language: str = "en") -> Client:
    """Return a browser signed in with this role in the events."""
    client = Client(headers={"accept-language": language})
    if role != "public":
        superuser = role == "administrator"
        account = Account.objects.create_user(f"账号{role}", password=PASSWORD, name="张三", is_superuser=superuser)
        if not superuser:
            Role.objects.bulk_create(Role(account=account, event=event, name=role) for event in events)
        client.force_login(account)
    return client


def every_state() -> list[Event]:
    """Create an event for each state of a draw, one with typed lots, and one without a draw.

    A newcomer waits for a number of the draft.
    """
    events = [planned(state, players=8, sessions=2) for state in [*STATES, "typed", "none", "offered"]]
    for event, state in zip(events, STATES, strict=False):
        drawn(event, state)
    discard_draw(ACTOR, drawn(events[4], "frozen"), reason="重来")
    drawn(events[4], "frozen", lots="typed")
    drawn(events[6], "offered", count=2)
    newcomer = events[1].entries.get(number=1)
    newcomer.pk, newcomer.number, newcomer.name = None, 50, "新人"
    newcomer.save()
    return events


def test_the_overview_says_who_came_after_the_released_draw() -> None:
    event = planned("late", players=8, sessions=2)
    drawn(event, "released")
    client = browser("organizer", event)
    assert "not on the chart" not in client.get("/e/late/desk/").text
    newcomer = event.entries.get(number=1)
    newcomer.pk, newcomer.number, newcomer.name = None, 50, "新人"
    newcomer.save()
    assert "1 player is not on the chart" in client.get("/e/late/desk/").text
    assert "draw again before the start, or let them fill seats" in client.get("/e/late/desk/draw/").text


@pytest.mark.parametrize(
    ("role", "language"),
    [("organizer", "zh-hans"), ("organizer", "en"), ("organizer", "ja"), ("referee", "ja"), ("public", "zh-hans")],
)
def test_every_draw_page_renders_in_every_state(role: str, language: str) -> None:
    events = every_state()
    client = browser(role, *events, language=language)
    pages = crawl(client, [f"/e/{event.slug}/" for event in events], within=OF_DRAWS)
    wrong = {page.path: page.status for page in pages.values() if page.status >= 400}
    assert wrong == {}
    assert [line for page in pages.values() for line in page.dead] == []
    drawing = {path: page for path, page in pages.items() if re.search("/(draw|seats|wall)/", path)}
    assert len(drawing) > 10
    if language != "en":
        assert list(foreign(drawing, language)) == []
    if role == "organizer":
        assert_every_address_is_reached(pages)


def assert_every_address_is_reached(pages: dict[str, Page]) -> None:
    reached = {link for page in pages.values() for link in page.links} | pages.keys()
    reached |= {action for page in pages.values() for _method, action in page.forms}
    routes = set()
    for path in reached:
        with suppress(Resolver404):
            routes.add(resolve(path.split("?")[0]).route)
    of_draws = "/(draw|seats)/|/wall/(lots|seats)/"
    routes_of_draws = {route for route in patterns(get_resolver()) if re.search(of_draws, route)}
    # The wall shows the next session by default, another one by its number in the address.
    without_link = {"e/<slug:slug>/desk/draw/instead/", "e/<slug:slug>/wall/seats/<number:session>/"}
    # Of sessions drawn by standings: tests/browser/pocket/test_round_check.py.
    without_link |= {f"e/<slug:slug>/seats/<number:session>/{name}" for name in ("draw/", "draw.json")}
    assert routes_of_draws - routes == without_link


@pytest.mark.parametrize("state", ["frozen", "offered", "draft", "approved"])
def test_nothing_of_the_chart_is_public_before_the_release(state: str) -> None:
    event = planned()
    draw = drawn(event, state, count=2 if state == "offered" else 1)
    public = browser("public")
    pages = crawl(public, ["/", f"/e/{event.slug}/", f"/e/{event.slug}/seats/", f"/e/{event.slug}/draw/"])
    # Addresses without links, and requests of an open page.
    live = [f"/live/{event.slug}/{name}?v=0&subject=" for name in ("seats", "seat-way", "tables")]
    guessed = [f"{live[0]}1-0", f"{live[0]}1-1", f"{live[1]}3", f"{live[2]}1"]
    guessed += [f"/e/{event.slug}/{page}" for page in ("seats/1/", "seats/1/tables/", "seats/1/teams/")]
    guessed += [f"/e/{event.slug}/{page}" for page in ("seats/players/3/", "draw/record.json", "wall/seats/")]
    guessed += [f"/e/{event.slug}/draw/record.pdf"]
    guessed += [f"/e/{event.slug}/seats/?q=3", f"/e/{event.slug}/tables/1/", f"/e/{event.slug}/tables/1/1/"]
    shown = " ".join(page.body.decode() for page in pages.values())
    shown += " ".join(public.get(path, follow="/live/" in path).content.decode() for path in guessed)
    assert draw.secret not in shown
    assert not draw.seed or draw.seed not in shown
    assert "table 1" not in shown.lower()
    assert "seat-list" not in shown
    assert "wall-names" not in shown
    for path in [*guessed[4:7], *(f"/e/{event.slug}/draw/record.{ending}" for ending in ("json", "pdf"))]:
        assert public.get(path).status_code == 404
    page = public.get(f"/e/{event.slug}/draw/").content.decode()
    assert draw.list_hash in page
    assert draw.commitment in page


@pytest.mark.parametrize("state", ["frozen", "approved"])
def test_officials_see_no_secret_before_the_seed_is_mixed(state: str) -> None:
    event = planned()
    draw = drawn(event, state)
    pages = crawl(browser("administrator"), [f"/e/{event.slug}/desk/draw/"], within=OF_DRAWS)
    telling = [path for path, page in pages.items() if draw.secret.encode() in page.body]
    # After mixing the seed the secret has no effect: officials verify the draft with its record.
    assert telling == ([] if state == "frozen" else [f"/e/{event.slug}/draw/record.json"])


def test_imported_tables_leave_nothing_to_draw() -> None:
    event = taken_in(document("event-1", 1))
    page = browser("organizer", event).get(f"/e/{event.slug}/desk/draw/").content.decode()
    assert "The tables are there already" in page
    assert f'href="/e/{event.slug}/tables/"' in page
    assert "Freeze the list" not in page


def test_an_organizer_draws_from_the_list_to_the_retraction() -> None:
    event = planned(players=18, fillers=2)
    client = browser("organizer", event)
    desk = f"/e/{event.slug}/desk/draw/"

    def post(page: str, **typed: object) -> int:
        return client.post(f"{desk}{page}/", {"key": f"key-{page}", **typed}).status_code

    assert post("freeze", sessions="0", lots="seed") == 400
    assert post("freeze", sessions="3", lots="seed") == 302
    assert post("make", public_value=" ") == 400
    assert post("make", public_value="骰子") == 302
    effect = client.get(f"{desk}swap/?session=1&number=1&other=2").content.decode()
    assert "after the swap" in effect
    assert current(event).changes == []
    assert post("swap", session="1", number="1", other="1") == 400
    assert post("swap", session="1", number="1", other="2") == 302
    assert current(event).changes == [{"session": 1, "numbers": [1, 2]}]
    assert post("approve") == 302
    assert post("swap", session="1", number="1", other="2") == 302
    assert len(current(event).changes) == 1
    assert post("release", password="guess") == 400
    assert current(event).state == "approved"
    assert post("release", password=PASSWORD) == 302
    assert current(event).state == "released"
    assert post("retract", password=PASSWORD, reason=" ") == 400
    SignedTotal.objects.create(sheet=current_sheet(event), valid_from_version=1, seat="E", points=1)
    refused = client.get(f"{desk}retract/").content.decode()
    assert "Play has begun" in refused
    assert 'name="password"' not in refused
    assert post("retract", password=PASSWORD, reason="x") == 400
    SignedTotal.objects.all().delete()
    assert client.post(f"{desk}retract/", {"password": PASSWORD, "reason": "一桌错了"}).status_code == 302
    assert "一桌错了" in browser("public").get(f"/e/{event.slug}/draw/").content.decode()
    done = AuditEntry.objects.filter(action__startswith="draw").order_by("seq").values_list("action", flat=True)
    steps = ("freeze", "make", "swap", "approve", "release", "retract")
    assert list(done) == [f"draw.{step}" for step in steps]


def current_sheet(event: Event):  # type: ignore[no-untyped-def]
    return Session.objects.get(event=event, number=1).tables.get(number=1).sheet


@pytest.mark.parametrize("role", ["referee", "scorekeeper", "arbitration", "display", "public"])
def test_other_roles_decide_nothing_and_some_read_the_draw(role: str) -> None:
    event = planned()
    drawn(event, "draft")
    client = browser(role, event)
    for page in ("freeze", "make", "approve", "reopen", "discard", "release", "retract", "swap"):
        assert client.post(f"/e/{event.slug}/desk/draw/{page}/", {"reason": "x"}).status_code in (302, 403), page
    assert current(event).state == "draft"
    answer = client.get(f"/e/{event.slug}/desk/draw/")
    looks = role in ("referee", "scorekeeper", "arbitration")
    assert answer.status_code == (200 if looks else 302 if role == "public" else 403)
    if looks:
        assert "<form" not in answer.content.decode().split("<main", 1)[1]


def test_wrong_lots_stay_in_the_form_and_right_ones_make_the_chart() -> None:
    event = planned(players=8, sessions=2)
    drawn(event, "frozen", lots="typed")
    client = browser("organizer", event)
    page = f"/e/{event.slug}/desk/draw/lots/"
    wrong = client.post(page, {"lot-1": "3", "lot-2": "3", "by-2": "赵敏"})
    assert wrong.status_code == 400
    assert 'value="赵敏"' in wrong.content.decode()
    assert "more than once" in wrong.content.decode()
    assert client.post(page, {"lot-1": "99"}).status_code == 400
    typed = {f"lot-{number}": str(9 - number) for number in range(1, 9)}
    assert client.post(page, typed | {"by-2": "赵敏"}).status_code == 302
    assert client.post(f"/e/{event.slug}/desk/draw/make/", {}).status_code == 302
    assert current(event).state == "draft"
    assert "drawn by 赵敏" in client.get(f"/e/{event.slug}/desk/draw/").content.decode()


def test_the_wall_shows_the_current_hash_of_typed_lots() -> None:
    draw = drawn(planned(players=8, sessions=2), "frozen", lots="typed")
    address, lots = f"/live/{draw.event.slug}/wall-lots?v=0", {number: number for number in range(1, 9)}
    for typed in (lots, lots | {1: 2, 2: 1}):
        type_lots(ACTOR, draw, lots=typed, drawn_by={})
        draw.refresh_from_db()
        assert draw.list_hash in Client().get(address, follow=True).content.decode()


def test_a_player_finds_their_seats_by_number_or_name() -> None:
    event = planned(players=16, sessions=3)
    Session.objects.create(event=event, number=2, starts="2026-05-01T14:00:00Z")
    draw = drawn(event)
    public = browser("public")
    assert "Find your seat" in public.get(f"/e/{event.slug}/").content.decode()
    for words in ("7", "选手7"):
        response = public.get(f"/e/{event.slug}/seats/", {"q": words})
        assert response["Location"] == f"/e/{event.slug}/seats/players/7/"
    several = public.get(f"/e/{event.slug}/seats/", {"q": "选手1"}).content.decode()
    assert len(re.findall("/seats/players/1[0-9]?/", several)) == 8
    assert "No players found" in public.get(f"/e/{event.slug}/seats/", {"q": "nobody"}).content.decode()
    page = public.get(f"/e/{event.slug}/seats/players/7/").content.decode()
    stops = DrawnChart(draw).path(7)
    assert re.findall("<b>Table ([0-9]+)</b>", page) == [str(stop.seat.table) for stop in stops]
    for stop in stops:
        assert all(f">{seat.holder.name}</a>" in page for seat in stop.tablemates)
    assert "2026" in page


@pytest.mark.parametrize("order", ["", "tables/", "teams/"])
def test_each_list_has_each_player_of_the_session_once(order: str) -> None:
    event = planned(players=18, sessions=2, fillers=2)
    drawn(event)
    page = browser("public").get(f"/e/{event.slug}/seats/2/{order}").content.decode()
    numbers = re.findall(r"/seats/players/([0-9]+)/", page)
    assert sorted(map(int, numbers)) == list(range(1, 21))


def test_the_wall_shows_all_players_in_pages_and_requests_the_next() -> None:
    event = planned(players=100, sessions=2)
    drawn(event)
    public, names, addresses = browser("public"), [], []
    for number in (1, 2, 3):
        page = public.get(f"/e/{event.slug}/wall/seats/?page={number}").content.decode()
        names += re.findall(r'class="wall-name">([^<]+)<', page)
        addresses += re.findall(r'hx-get="[^"]+page=([0-9])"', page)
    assert sorted(names) == sorted(f"选手{number}" for number in range(1, 101))
    assert addresses == ["2", "3", "1"]
    held = public.get(f"/e/{event.slug}/wall/seats/?page=1&hold=1").content.decode()
    assert re.findall('id="wall"[^>]*hx-get', held) == []
    assert public.get(f"/e/{event.slug}/wall/seats/3/").status_code == 404


@pytest.mark.parametrize("lots", ["seed", "typed"])
def test_the_published_files_verify_the_draw_and_reveal_a_changed_number(tmp_path, capsys, lots: str) -> None:
    event = planned()
    if lots == "typed":
        draw = drawn(event, "frozen", lots=lots)
        type_lots(ACTOR, draw, lots={number: 17 - number for number in range(1, 17)}, drawn_by={3: "赵敏"})
        for step in (make_chart, approve_draw, release_draw):
            step(ACTOR, current(event))
    else:
        drawn(event)
    public = browser("public")
    record, entries = tmp_path / "record.json", tmp_path / "list.csv"
    record.write_bytes(public.get(f"/e/{event.slug}/draw/record.json").content)
    entries.write_bytes(public.get(f"/e/{event.slug}/draw/list.csv").content)
    call_command("verify_draw", record, entries=entries)
    tampered = json.loads(record.read_text(encoding="utf-8"))
    first, second = tampered["chart"][1][:2]
    first[0], second[0] = second[0], first[0]
    for name, text, files in (
        ("chart.json", json.dumps(tampered), {"entries": entries}),
        ("other.csv", entries.read_text(encoding="utf-8").replace("\n7,", "\n8,", 1), {}),
        ("name.csv", entries.read_text(encoding="utf-8").replace("选手7,", "选手77,", 1), {}),
    ):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        assert text != (record if file.suffix == ".json" else entries).read_text(encoding="utf-8")
        with pytest.raises(CommandError):
            call_command("verify_draw", record if "csv" in name else file, **(files or {"entries": file}))
    seed = json.loads(record.read_text(encoding="utf-8"))["seed"]
    capsys.readouterr()
    call_command("draw_chart", players=16, sessions=3, entries=entries, seed=seed, json=True)
    assert json.loads(capsys.readouterr().out)["chart"] == current(event).chart


@pytest.mark.parametrize("page", ["seats/1/", "seats/1/tables/", "seats/1/teams/", "seats/players/1/", "wall/seats/"])
def test_queries_do_not_grow_with_tables(page: str, django_assert_max_num_queries) -> None:
    for slug, players in (("small", 8), ("large", 32)):
        drawn(planned(slug, players=players, sessions=2))
    public = browser("public")
    for slug in ("small", "large"):
        public.get(f"/e/{slug}/{page}")  # fill the cache
        with django_assert_max_num_queries(9):
            assert public.get(f"/e/{slug}/{page}").status_code == 200


def test_officials_read_the_record_of_a_draft_and_the_public_of_a_release() -> None:
    event = planned(players=8, sessions=2)
    drawn(event, "draft")
    official, public = browser("organizer", event), browser("public")
    assert official.get(f"/e/{event.slug}/draw/record.json").json()["players"] == 8
    assert official.get(f"/e/{event.slug}/draw/record.pdf").content.startswith(b"%PDF")
    assert public.get(f"/e/{event.slug}/draw/record.pdf").status_code == 404


def test_an_organizer_enters_wishes_chooses_and_replaces_people() -> None:
    event = planned(players=8, sessions=2)
    client = browser("organizer", event)

    def post(page: str, **fields: str) -> int:
        return client.post(f"/e/{event.slug}/desk/draw/{page}/", fields).status_code

    assert post("wishes", entry="1") == 400
    assert post("wishes", entry="1", table="2", other="3") == 400
    assert post("wishes", entry="1", table="2") == 302
    assert post("wishes", entry="1", table="1") == 400
    assert post("wishes", wish=str(event.seat_wishes.get().pk)) == 302
    assert post("wishes", entry="1", other="5") == 302
    assert post("freeze", sessions="2", lots="seed", count="2") == 302
    assert post("wishes", entry="2", table="2") == 400
    assert post("make", public_value="7") == 302
    assert post("candidates", candidate="1") == 400
    assert post("candidates", candidate="7", reason="好") == 400
    assert post("candidates", candidate="1", reason="好") == 302
    assert current(event).choice_reason == "好"
    newcomer = event.entries.get(number=1)
    newcomer.pk, newcomer.number, newcomer.name = None, 50, "新人"
    newcomer.save()
    old = client.get(f"/e/{event.slug}/desk/draw/instead/")
    assert (old.status_code, old.headers["location"]) == (301, f"/e/{event.slug}/desk/checkin/instead/")
    chosen = client.get(old.headers["location"], {"number": "3"})
    assert chosen.headers["location"] == f"/e/{event.slug}/desk/checkin/3/instead/"
    assert client.post(chosen.headers["location"], {"by": "50", "how": "event"}).status_code == 400
    assert client.post(chosen.headers["location"], {"by": "50", "how": "event", "reason": "病"}).status_code == 302
    assert post("late", entry="3", reason="晚") == 400
    assert current(event).numbers.get(number=3).name == "新人"


def test_a_redraw_shows_its_effect_and_needs_reason_and_password() -> None:
    event = planned(players=12, sessions=3, fillers=3)
    drawn(event)
    client = browser("organizer", event)
    address = f"/e/{event.slug}/desk/draw/anew/"
    assert "No player on the chart is out" in client.get(address).content.decode()
    withdraw(ACTOR, event.entries.get(number=4), session=2, reason="回家")
    page = client.get(f"{address}?session=2").content.decode()
    assert "The number of tables stays the same" in page
    for number in (7, 9, 11):
        withdraw(ACTOR, event.entries.get(number=number), session=2, reason="回家")
    page = client.get(f"{address}?session=2").content.decode()
    assert "Draw again and release" in page
    assert "选手4" in page
    fields = {"session": "2", "reason": "四人退出"}
    assert client.post(f"{address}?session=2", {**fields, "password": "wrong"}).status_code == 400
    assert current(event).version == 1
    assert client.post(f"{address}?session=2", {**fields, "password": PASSWORD}).status_code == 302
    assert (current(event).version, [len(session) for session in current(event).chart]) == (2, [3, 2, 2])
    public = browser("public").get(f"/e/{event.slug}/draw/").content.decode()
    assert "sessions from 2 on drawn again without 4, 7, 9, 11" in public
    assert "四人退出" in public


def test_pages_and_record_show_player_numbers_not_positions_of_the_list() -> None:
    event = planned(players=8, sessions=2)
    event.entries.filter(number=8).update(number=108)
    client = browser("organizer", event)
    desk = f"/e/{event.slug}/desk/draw/"
    client.post(f"{desk}freeze/", {"sessions": "2", "lots": "seed", "count": "1"})
    client.post(f"{desk}make/", {"public_value": "7"})
    client.post(f"{desk}swap/", {"session": "1", "number": "8", "other": "1"})
    assert current(event).changes == [{"session": 1, "numbers": [8, 1]}]

    chart = client.get(f"{desk}sessions/1/").content.decode()
    shown = sorted(map(int, re.findall(r'<span class="muted">(\d+)</span>', chart)))
    assert shown == [1, 2, 3, 4, 5, 6, 7, 108]
    overview = client.get(desk).content.decode()
    assert "108 and 1 swapped in session 1" in overview
    listed = overview.partition('aria-label="The frozen list"')[2].partition("</table>")[0]
    assert re.findall(r'<td class="num">(\d+)</td>', listed) == ["1", "2", "3", "4", "5", "6", "7", "108"]
    assert '<option value="8">108 · ' in client.get(f"{desk}swap/").content.decode()
    assert '<span class="muted">108</span>' in client.get(f"{desk}players/8/").content.decode()

    paper = " ".join(texts_of(client.get(f"/e/{event.slug}/draw/record.pdf").content)).split()
    assert paper.count("108") == 4  # the list, the swap, and one seat in each session


def test_a_released_draw_shows_the_check_first_and_folds_the_hashes() -> None:
    event = planned()
    draw = drawn(event)
    page = Client(headers={"accept-language": "en"}).get(f"/e/{event.slug}/draw/").content.decode()
    folded = page.index("<details><summary>What decides it</summary>")
    assert page.index("Your device repeats the draw from its record") < folded
    assert draw.commitment in page[folded:]
