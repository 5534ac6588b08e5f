"""Every page as every role in three languages: it renders, every control has a target, every text is translated."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from zoneinfo import available_timezones

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404
from django.utils import timezone

from common.actions.permissions import system_actor
from ranking.series.models import Series
from scoring.appeals.selectors.files import attachment_file
from scoring.display.services.awards import add_usual_awards
from scoring.display.services.screens import open_screen
from scoring.event_file.services.importing import import_event
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import record_foul
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import new_screen_access
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats
from scoring.sheets.services.referee_calls import call_referee
from scoring.sheets.services.rulings import enter_ruling
from tests.support import planting
from tests.support.action_examples import new_account_invitation
from tests.support.appeals import appeal_of
from tests.support.applications import open_registration, submit
from tests.support.crawling import Page, crawl, planted_views
from tests.support.events import chinese_document
from tests.support.photos import new_photo
from tests.support.publishing import publishing, received, token_row
from tests.support.registries import ANNE, load, new_source, new_token
from tests.support.screens import new_picture, new_screen
from tests.support.series import new_series
from tests.support.site_uploads import uploading
from tests.support.webhooks import new_webhook
from tournament.access.services.invitations import make_invitation
from tournament.access.services.roles import grant_role
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import start_session
from tournament.events.models.events import Event
from tournament.events.services.halls import plan_hall
from tournament.events.services.officials import add_official
from tournament.people.models.accounts import Account, Role
from tournament.presence.services.arrivals import arrive
from tournament.registration.services.entries import set_private_data

pytestmark = pytest.mark.django_db

LANGUAGES = ("zh-hans", "en", "ja")
TIME_ZONES = available_timezones()
ROLES = (None, "nobody", *Role.Name.values, "house", "administrator")
#: The role that reads every page is tested in every language (in English by the test of all URLs), each other role in
#: one.
READERS = (None, "administrator")
#: Role -> the only pages that show it private data of registrations and persons.
MAY_SEE: dict[str | None, dict[str, set[str]]] = {
    role: {"person": {"desk:entry"}, "form": {"desk:application"}} for role in (Role.Name.ORGANIZER, "administrator")
}
WALKS = [
    (role, language)
    for at, role in enumerate(ROLES)
    for language in (("zh-hans", "ja") if role in READERS else [LANGUAGES[at % len(LANGUAGES)]])
]
#: Latin words that Chinese and Japanese pages contain too.
KEPT = {
    "Pinju", "English", "WMO", "EMA", "ENG", "TPE", "MCR", "IMJ", "JSON", "PDF", "XLSX", "CSV", "SQLite", "USD", "UTC",
    "MERS", "JMSA",
    "WMCC", "zip", "ZIP", "JPEG", "PNG", "USB", "ics", "html", "json", "SHA", "http", "https", "OpenAPI", "Atom",
    "iCalendar", "Feed", "iframe", "HTML", "Cookie", "ETag", "Webhook", "POST", "Accept", "Language",
    "INTERNATIONAL", "MAHJONG", "Cofa", "Tsui", "SFTP", "index", "authorized", "keys", "central", "auto",
}  # fmt: skip
WORD = re.compile(r"[A-Za-z]{3,}")


@pytest.fixture
def event() -> Event:
    import_event(system_actor("测试"), document=chinese_document())
    event = Event.objects.get()
    release_session(system_actor("测试"), event.sessions.get(number=1))
    open_registration(event, document="optional")
    submit(event, latin_name="", team="一队", **planting.FORM)
    set_private_data(system_actor("测试"), event, entry=event.entries.get(number=1), **planting.PERSON)
    received(event)
    publishing(event, "https://federation.example", "a token")
    uploading(event)
    add_usual_awards(system_actor("测试"), event)
    open_screen(system_actor("测试"), new_screen(event, slug="a-1"), access=new_screen_access())
    new_picture(event)
    sheet = Sheet.objects.get(table__session__number=3)
    recorded = FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, notes="藏牌")
    record_foul(system_actor("测试"), event, foul=recorded)
    set_kind(system_actor("测试"), event, code="a1", name={"zh": "手机"})
    series = new_series(event.slug)
    series.events.update(session=1, name=event.name)
    Series.objects.filter(pk=series.pk).update(name="城市联赛")
    return event


def account_of(role: str | None, event: Event) -> Account | None:
    if role is None:
        return None
    account = Account.objects.create_user(
        f"账号{ROLES.index(role)}", name="张三", is_staff=role == "house", is_superuser=role == "administrator"
    )
    if role in Role.Name.values:
        grant_role(system_actor("测试"), event, account=account, name=role)
    return account


def walked(role: str | None, language: str, event: Event) -> dict[str, Page]:
    client = Client(headers={"accept-language": language})
    account = account_of(role, event)
    if account:
        client.force_login(account)
    if role == "administrator":
        new_token(account, "a token of a program")
    starts = ["/", reverse("desk:home"), reverse("desk:event", args=[event.slug]), reverse("account:password")]
    return crawl(client, starts)


@pytest.mark.parametrize(("role", "language"), WALKS)
def test_every_page_renders_and_every_control_has_a_target(role: str | None, language: str, event: Event) -> None:
    assert_sound(walked(role, language, event), event, role, language)


def assert_sound(pages: dict[str, Page], event: Event, role: str | None, language: str) -> None:
    assert planted_views(pages) == MAY_SEE.get(role, {})
    assert len(pages) > 20
    offered = {link for page in pages.values() for link in page.links}
    assert [page.path for page in pages.values() if page.status >= 500] == []
    # Every shown link leads to a page that this reader may see.
    starts = {reverse("desk:home"), reverse("desk:event", args=[event.slug]), reverse("account:password")}
    wrong = {page.path: page.status for page in pages.values() if page.status >= 400 and page.path in offered - starts}
    assert wrong == {}
    assert [line for page in pages.values() for line in page.dead] == []
    for page in pages.values():
        for _method, action in page.forms:
            resolve(re.split("[?#]", action)[0])
    if language != "en":
        assert list(foreign(pages, language)) == []


def foreign(pages: dict[str, Page], language: str) -> Iterator[str]:
    """Yield texts with Latin words in pages of another script."""
    for page in pages.values():
        if page.path.startswith("/guide/"):  # names commands; it is written in its language, not translated
            continue
        for spoken, text in page.texts:
            if text.strip() in TIME_ZONES:  # keys of the time zone database
                continue
            if spoken.split("-")[0] == language.split("-")[0]:
                # Not words of a language: an address, the name of the event file's format, a digest.
                bare = re.sub(r"(?:https?|sftp)://[\w.:/-]*|mcr-event/1|\b(?:[0-9a-f]{16}|[0-9a-f]{64})\b", "", text)
                words = [word for word in WORD.findall(bare) if word not in KEPT]
                if words:
                    yield f"{page.path}: {text}"


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from patterns(pattern, route)


def play_session_3(event: Event) -> None:
    """Run the clock of the last session with late players and two exchanged seats."""
    session = event.sessions.get(number=3)
    start_session(system_actor("测试"), session)
    announce(system_actor("测试"), event, texts={"zh": "午餐", "en": "Lunch", "ja": "昼食"})
    places = {"table": 1, "seat": "E", "other_table": 1, "other_seat": "S"}
    exchange_seats(system_actor("测试"), session, exchange=SeatExchange(**places), reason="坐错了")


def rule_and_appeal(event: Event) -> None:
    """Add a call, a ruling, a waiting appeal, and an upheld one with its fee paid and a file."""
    sheet = Sheet.objects.filter(table__session__event=event, table__session__number=3).first()
    call_referee(system_actor("测试"), sheet)
    enter_ruling(system_actor("测试"), sheet, decision="提醒一次")
    appeal_of(event, "open", sheet=sheet)
    upheld = appeal_of(event, "upheld", sheet=sheet, fee_state="paid", paid_at=timezone.now())
    row = upheld.attachments.create(kind="jpeg", name="x", digest="0", size=1, added_at=timezone.now(), added_by="赵敏")
    default_storage.save(attachment_file(row), ContentFile(b"x"))


def test_every_url_is_reached_by_a_link_or_form(event: Event, settings, tmp_path: Path) -> None:
    """A URL without a link to it is an error, except for the few that are for programs."""
    settings.MEDIA_ROOT = tmp_path
    grant_role(system_actor("测试"), event, account=account_of("nobody", event), name=Role.Name.REFEREE)
    for name in ("赵敏", "黄药师"):
        add_official(system_actor("测试"), event, name=name, function="裁判员")
    plan_hall(system_actor("测试"), event, rows=1, columns=1, east="top", places={1: (1, 1)})
    until = timezone.now() + timedelta(days=1)
    make_invitation(system_actor("测试"), event, role=Role.Name.REFEREE, token="token", expires=until)
    for of in (event, None):
        new_account_invitation(of)
    load([ANNE])
    new_source()
    token_row(event)
    token_row(event, "hands")
    new_webhook()
    play_session_3(event)
    # With check-in in use, the list of late players has lines.
    arrive(system_actor("测试"), event.entries.get(number=1), session=3)
    rule_and_appeal(event)
    new_photo(event)
    pages = []
    for role in READERS:
        walk = walked(role, "en", event)
        assert_sound(walk, event, role, "en")
        pages += walk.values()
    reached = {link for page in pages for link in page.links} | {page.path for page in pages}
    reached |= {action for page in pages for _method, action in page.forms}
    routes = set()
    for path in reached:
        with suppress(Resolver404):
            routes.add(resolve(re.split("[?#]", path)[0]).route)
    every_route = set(patterns(get_resolver()))
    # For programs and developers, and the pages of a finished job (made in another test).
    without_link = {"healthz", "readyz", "live/<slug:slug>/<slug:name>", "components/"}
    # Requested by the scripts of clocks and open pages: tests/browser/floor/test_floor.py, pocket/test_live.py.
    without_link |= {"now/", "live/<slug:slug>/version"}
    # Requested when a push service changes its address: tests/web/pocket/notifications/test_notifications.py.
    without_link |= {"notifications/renewed/"}
    # Pictures of the guides: tests/web/pocket/test_guide.py.
    without_link |= {"guide/<slug:language>/pictures/<slug:name>.png"}
    # Only for a won hand on an open sheet: tests/web/desk/sheets/test_fans.py.
    without_link |= {route for route in every_route if "/fans/<number:no>/" in route}
    # Only while another machine holds the event, or after a decision: tests/web/desk/handing/.
    without_link |= {route for route in every_route if "/desk/hand-over/" in route and not route.endswith("hand-over/")}
    # Only with an OpenID provider: tests/web/account/test_provider.py.
    without_link |= {route for route in every_route if route.startswith("account/provider/")}
    # Only for an account with a second factor: tests/web/account/test_second_factor.py.
    without_link |= {"desk/accounts/<number:account_id>/second-factor/"}
    # Where there are tokens, or servers and copies of registries: tests/web/account/test_tokens.py,
    # tests/web/desk/administration/test_registries.py.
    without_link |= {route for route in every_route if re.search("tokens/<.*/revoke/$|^desk/registries/.*<", route)}
    # Only where a year is archived: tests/web/desk/administration/test_archives.py.
    without_link |= {"desk/archives/<number:archive_id>/back/"}
    # Requested by script, or only at an address with passkeys: tests/web/account/test_passkeys.py.
    without_link |= {"account/login/passkey/"} | {route for route in every_route if "second-factor/passkey/" in route}
    # Reached by the code of a helper, or by the address in a mail.
    without_link |= {"i/<str:token>/", "join/", "i/account/<str:token>/", "join/account/"}
    # Requested by script, or shown only with a chosen folder: tests/web/desk/administration/test_backups.py.
    without_link |= {"desk/backups/state/", "desk/backups/now/"}
    # Reached by the card of a table, or requested by the script of its page: tests/web/table/, tests/browser/table/.
    without_link |= {f"e/<slug:slug>/table/<number:session>/<number:number>/{name}/" for name in ("pen", "state")}
    without_link |= {"t/<str:token>/", "t/worker.js"}
    # Only while an event is handed over, or taken from elsewhere: tests/web/desk/handing/.
    without_link |= {route for route in every_route if re.search("/hand-over/(give-back|decide|back|file)/$", route)}
    # Only from a hand with its tiles in the record: tests/web/pocket/lists/test_hands.py,
    # tests/browser/record/test_lists.py.
    without_link |= {"record/hands/<number:pk>/"}
    # Only at tables of the International Mahjong Rules: tests/web/table/test_imj.py.
    without_link |= {route for route in every_route if route.endswith(">/period/")}
    # Only beside a picture: tests/scoring/papers/test_logo.py.
    without_link |= {"e/<slug:slug>/desk/screens/pictures/<number:picture_id>/logo/"}
    # Only before the first hand, while a player is missing: tests/web/table/test_presence.py.
    without_link |= {
        f"e/<slug:slug>/{area}/<number:session>/<number:number>/here/" for area in ("table", "floor/tables")
    }
    # Only while a personal code is delayed: tests/web/table/phone/test_signing.py.
    without_link |= {"e/<slug:slug>/floor/tables/<number:session>/<number:number>/lift-code/"}
    # Reached by the code of a screen, and a picture with its file: tests/web/wall/test_screens.py.
    without_link |= {"w/<str:access>/", "e/<slug:slug>/desk/screens/pictures/<number:picture_id>/"}
    # Opened by a token: tests/web/pocket/registration/test_self_registration.py.
    without_link |= {route for route in every_route if "/register/mine/" in route or "/register/<str" in route}
    # Only with a mail server: tests/tournament/registration/test_mails.py.
    without_link |= {route for route in every_route if route.endswith("/<number:number>/mail/")}
    # Opened by a personal code: tests/web/floor/appeals/test_players.py.
    without_link |= {route for route in every_route if re.search("slug>/appeals/.", route)}
    # For programs: tests/web/api/.
    without_link |= {route for route in every_route if route.startswith("api/")}
    # In the head of pages, for browsers, previews and search engines: tests/web/pocket/sharing/.
    files = (
        r"(robots\.txt|sitemap\.xml|favicon\.ico|\.webmanifest|event\.ics|feed\.(xml|json)|picture\.png)$"
        r"|^offline-worker\.js$"
    )
    without_link |= {route for route in every_route if route.startswith("icons/") or re.search(files, route)}
    # For frames of other sites, and how to make one of a series with results: tests/web/pocket/embedding/.
    without_link |= {route for route in every_route if re.search("/frame/$|^series/.*/embed/$", route)}
    # Of persons: tests/web/pocket/teams/. The pictures of the report: tests/web/desk/results/test_report_photos.py.
    without_link |= {route for route in every_route if re.match(r"record/(countries|teams)/|.*/report/.*jpg$", route)}
    # Of a body and its rankings, and of an account's own person: tests/web/committee/test_walk.py.
    without_link |= {route for route in every_route if re.match("committee/<|me/|p/<|c/|rankings/<", route)}
    jobs = {route for route in every_route if route.startswith("jobs/")}
    # Need a made file, and an address for QR codes: tests/web/desk/papers/test_packs.py.
    papers = "e/<slug:slug>/desk/papers/"
    without_link |= {f"{papers}files/<number:job_id>/", f"{papers}sessions/<number:session>/"}
    # Their events have draws and stages: tests/web/desk/draw/test_draw.py, tests/web/desk/formats/, for the page of a
    # cut tests/web/pocket/results/test_cuts.py, for a bracket test_brackets.py, for pools test_pools.py.
    without_link |= {f"e/<slug:slug>/standings/{name}/" for name in ("cut", "bracket", "pools")}
    drawing = "/(draw|seats|wall)/|seats/<number:session>/draw|/desk/format/.|checkin/instead/$"
    draws = {route for route in every_route if re.search(drawing, route)}
    # Where the operator offers them: tests/web/pocket/notifications/test_notifications.py.
    without_link |= {"e/<slug:slug>/notifications/"}
    # Only beside another event with officials: tests/web/desk/setup/setting_up/test_officials.py.
    without_link |= {"e/<slug:slug>/desk/setup/officials/copy/"}
    # Only while the final of a series has a free place: tests/web/desk/series/test_open_final.py.
    without_link |= {"e/<slug:slug>/desk/final/"}
    # Where an item is confirmed: tests/web/desk/setup/test_equipment.py.
    without_link |= {"e/<slug:slug>/desk/setup/equipment/<slug:item>/undo/"}
    # A list has a preview once it was read: tests/web/desk/registration/lists/test_import_list.py.
    previews = {route for route in every_route if route.endswith("/file/<number:preview>/")}
    # Where a sheet is signed, has a disputed hand or photos, or its session a penalty: test_sheet_page.py,
    # test_sheet_photos.py and test_session_penalties.py in tests/web/desk/.
    acts = ("confirm", "decide", "photos/<number:photo_id>")
    ends = tuple(f"tray/<number:session>/<number:number>/{name}/" for name in acts)
    ends += ("/photos/<number:photo_id>/remove/", "/penalties/back/")
    without_link |= {route for route in every_route if route.endswith(ends)}
    # Requested by the script of the typing page, or shown only for a second entry: tests/web/desk/sheets/test_tray.py.
    paper = "e/<slug:slug>/desk/tray/<number:session>/<number:table>/"
    without_link |= {paper + name for name in ("check/", "hold/", "again/", "again/sign/")}
    assert every_route - routes - without_link - jobs - draws - previews == set()
