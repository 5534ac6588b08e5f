"""An event, body and account with a row of every model, and every URL of the program with their keys."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from common.actions.permissions import Actor
from common.jobs.models import Job
from ranking.bodies.models import BodyMember
from ranking.pins.models.applications import Certificate
from ranking.pins.models.claims import ClaimFile, MissingResult
from ranking.pins.services.applications import claim
from ranking.record.models.sites import SiteResults
from ranking.record.services.site_results import send_results
from scoring.display.models.ceremonies import Award
from scoring.display.services.awards import add_usual_awards
from scoring.event_file.services.importing import import_event
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.kinds import set_kind
from scoring.fouls.services.recording import record_foul
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.referee_calls import call_referee
from scoring.sheets.services.rulings import enter_ruling
from tests.support.action_examples import new_account_invitation, new_passkey
from tests.support.appeals import appeal_of
from tests.support.applications import open_registration, submit
from tests.support.archives import archived_chain
from tests.support.draws import ACTOR, drawn, planned
from tests.support.events import chinese_document
from tests.support.formats import draw_next, play, with_format
from tests.support.foul_examples import new_measure
from tests.support.photos import new_photo
from tests.support.pin_applications import applied, asked_on_paper, granted, missing
from tests.support.publishing import publishing, received, token_row
from tests.support.ranking import (
    confirmed,
    new_body,
    new_invitation,
    new_request,
    recorded_event,
    result_of,
    taken_list,
)
from tests.support.rankings import computed, new_ranking
from tests.support.registries import ANNE, ROWS, kept_list, load, new_registry, new_source, new_token
from tests.support.screens import new_picture, new_screen
from tests.support.series import new_series
from tests.support.sheets import new_card, photographed
from tests.support.site_uploads import uploading
from tests.support.web_sites import SENT, new_site
from tests.support.webhooks import new_webhook
from tournament.access.selectors.roles import actor_of
from tournament.access.services.invitations import make_invitation
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import start_session
from tournament.clocks.services.extra_time import add_time
from tournament.events.models.events import Event, Official
from tournament.events.services.halls import plan_hall
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.registration.models.applications import ApplicationMail
from tournament.registration.models.lists import RegistrationPreview

#: Characters of a parameter in a route: `<number:number>`, or django-ninja's `{event}`.
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True)
class Address:
    """A URL: its route, its view, and its parameters with the keys of existing rows."""

    route: str
    view: Any
    keys: dict[str, Any]

    @property
    def path(self) -> str:
        """Return the path with the keys."""
        return self.with_keys({})

    def with_keys(self, others: dict[str, Any]) -> str:
        """Return the path with some keys replaced."""
        keys = self.keys | others
        return "/" + PARAMETER.sub(lambda found: str(keys[found[1]]), self.route)


@dataclass(frozen=True)
class Program:
    """The keys of the rows by parameter; ``of_routes`` holds those of matching routes, the first match counts."""

    event: Event
    account: Account
    card: str
    keys: dict[str, Any]
    of_routes: list[tuple[str, dict[str, Any]]]

    def addresses(self) -> list[Address]:
        """Return every address of the URL configuration."""
        return [Address(route, view, self._keys(route)) for route, view in routes(get_resolver())]

    def _keys(self, route: str) -> dict[str, Any]:
        own = next((keys for pattern, keys in self.of_routes if re.search(pattern, route)), {})
        return {name: (self.keys | own)[name] for name in PARAMETER.findall(route)}

    def signed_in(self) -> Client:
        """Return the administrator's browser."""
        client = Client(headers={"accept-language": "en"})
        client.force_login(self.account)
        return client

    def phone(self) -> Client:
        """Return a phone that opened the card of table 1."""
        client = Client(headers={"accept-language": "en"})
        client.get(f"/t/{self.card}/")
        return client


def routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each route with its view."""
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern.callback
        else:
            yield from routes(pattern, route)


def whole_program() -> Program:
    """Create a played event "1" with every model, a drawn event "2", a closed event "3" and a body with a record."""
    event = _played_event()
    received(event)
    publishing(event, "https://federation.example", "a token")
    uploading(event)
    later = timezone.now() + timedelta(days=1)
    sheet = Sheet.objects.get(table__session__event=event, table__session__number=3)
    of_event = _of_event(event, sheet)
    drawn(planned("2", players=8, sessions=2), "released", count=2)
    by_standings = with_format("high-high", players=8, sessions=3)
    play(by_standings, 1)
    draw_next(by_standings, 2)
    account = _account()
    ranking, of_routes = _of_ranking(account)
    make_invitation(ACTOR, event, role="referee", token="invited", expires=later)
    of_event |= {"account_invitation": new_account_invitation(event).pk}
    of_routes.append(("/desk/receive/tokens/", {"token_id": token_row(event).pk}))
    of_routes.append(("/desk/devices/tokens/", {"token_id": token_row(event, "hands").pk}))
    of_event |= {"program_invitation": new_account_invitation(None).pk, "webhook_id": new_webhook().pk}
    _code, access = new_card(event, 1)
    job = Job.objects.create(
        kind="event.import", owner_ref=f"account:{account.pk}", owner_name="赵敏", ledger=event.ledger
    )
    preview = RegistrationPreview.objects.create(
        event=event, actor_ref=f"account:{account.pk}", file_name="x", file_digest="0" * 64, mapping={"name": 0},
        sheets=json.dumps([{"name": "", "rows": [["Name"], ["王伟"]]}]), made_at=timezone.now(),
    )  # fmt: skip
    keys = {
        "slug": "1", "number": 1, "session": 3, "table": 1, "no": 1, "job_id": job.pk, "preview": preview.pk,
        "account_id": account.pk, "invitation_id": event.invitations.get().pk, "token": "token", "access": "access",
        "size": 32, "item": "tiles", "hand_over_id": 1, "digest": "0" * 64, "passkey_id": new_passkey(account).pk,
        "name": "standings", "what": "appeal", "way": "confirm", "code": "a1", "row": 1, "event": "past", "file": 1,
    }  # fmt: skip
    return Program(
        event, account, access.token, keys | of_event | ranking, [*of_routes, *_of_other_routes(new_photo(event).pk)]
    )


def _played_event() -> Event:
    document = chinese_document()
    import_event(ACTOR, document=document)
    event = Event.objects.get()
    release_session(ACTOR, event.sessions.get(number=1))
    open_registration(event, document="optional")
    add_usual_awards(ACTOR, event)
    plan_hall(ACTOR, event, rows=1, columns=1, east="top", places={1: (1, 1)})
    set_kind(ACTOR, event, code="a1", name={"zh": "手机"})
    document["event"] |= {"id": "3", "name": "第三杯"}
    import_event(ACTOR, document=document)
    return event


def _of_event(event: Event, sheet: Sheet) -> dict[str, Any]:
    submit(event, latin_name="", team="一队")
    ApplicationMail.objects.create(application=event.applications.get(), kind="received", made_at=timezone.now())
    official = Official.objects.create(event=event, name="赵敏", function="裁判员", order=1)
    screen = new_screen(event, slug="a-1", parts=[{"shows": kind, "seconds": 9} for kind in ("clock", "teams")])
    picture = new_picture(event)
    session = sheet.table.session
    start_session(ACTOR, session)
    add_time(ACTOR, session, table=1, minutes=5, reason="灯")
    announce(ACTOR, event, texts={"zh": "午餐", "en": "Lunch", "ja": "昼食"})
    record_foul(ACTOR, event, foul=FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, notes="藏牌"))
    new_measure(event, "suspension", entry=event.entries.get(number=2))
    call_referee(ACTOR, sheet)
    enter_ruling(ACTOR, sheet, decision="提醒一次")
    appeal = appeal_of(event, "open", sheet=sheet)
    paper = {"kind": "jpeg", "name": "x", "digest": "0", "size": 1, "added_at": timezone.now(), "added_by": "赵敏"}
    file = appeal.attachments.create(**paper)
    SessionPenalty.objects.create(session=session, entry=event.entries.get(number=2), points=10, order=1, reason="迟")
    return {
        "award_id": Award.objects.filter(event=event).first().pk, "official_id": official.pk, "name": screen.slug,
        "picture_id": picture.pk, "photo_id": photographed(sheet).pk, "file": file.pk,
    }  # fmt: skip


def _account() -> Account:
    person = Person.objects.create(name="王伟", country="CN")
    return Account.objects.create_user("chief", name="赵敏", is_staff=True, is_superuser=True, person=person)


def _of_ranking(account: Account) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]]]:
    body = new_body("member", name="中国协会", slug="1", countries=["CN"])
    BodyMember.objects.create(account=account, body=body, role=BodyMember.Role.CHAIR)
    result_of(account.person, recorded_event(body, slug="past"), table_points=240, competition_points=1, team="一队")
    certificate = granted(applied(account, public=True))
    Certificate.objects.filter(pk=certificate.pk).update(code="c1")
    result_of(account.person, recorded_event(body, slug="past-2"), table_points=120, competition_points=1)
    registry = new_registry(body)
    waiting_list = kept_list(body, ROWS)
    waiting = applied(account)
    claim(actor_of(account), account, application=waiting, missing=missing())
    entry = confirmed(Event.objects.get(slug="3"), body).register_entry
    paper_person = Person.objects.create(name="王五", country="CN")
    result_of(paper_person, recorded_event(body, slug="past-3"), table_points=240, competition_points=1)
    on_paper = asked_on_paper(Account.objects.create_user("paper", person=paper_person))
    request = new_request(body=body)
    kept = taken_list(body, slug="4")
    site = new_site()
    send_results(Actor(ref="site:1", name="网站", shown=site), site, slug="5", **SENT)
    person = {"pk": account.person_id}
    series = new_series("past", "past-2", body=body, finalists=1)
    own_ranking = computed(new_ranking(body, slug="past", kind="own", factors=["1"] * 10, least=1))
    of_routes = [
        ("^committee/.*/rankings/", {"ranking": own_ranking.slug}),
        ("^rankings/", {"slug": own_ranking.slug, "pk": account.person_id, "other": paper_person.pk}),
        ("^(desk/)?series/", {"slug": series.slug, "pk": series.events.first().pk}),
        ("^committee/.*/lists/", {"pk": kept}),
        ("^committee/.*/members/", {"body_invitation": new_invitation(body).invitation_id}),
        ("^desk/archives/", {"archive_id": archived_chain()[1][0].pk}),
        ("^committee/.*/registry/", {"pk": waiting_list.pk}),
        ("^committee/.*/persons/", person),
        ("^committee/.*/register/", {"slug": entry.body.slug, "pk": entry.pk}),
        ("^committee/.*/requests/", {"pk": request.pk}),
        ("^committee/.*/sent/", {"slug": site.slug, "pk": SiteResults.objects.get().pk}),
        ("^committee/.*/sent|/token", {"slug": site.slug}),
        ("^committee/.*pins/.*/(answer|withdraw|scans)/", {"pk": on_paper.pk, "file": on_paper.scans.get().pk}),
        ("pins/.*/files/", {"pk": waiting.pk, "file": ClaimFile.objects.first().pk}),
        (r"pins/<number:pk>/<slug:name>\.pdf", {"pk": waiting.pk, "name": "a10"}),
        ("pins/", {"pk": waiting.pk, "kind": "pin", "level": waiting.level, "claim": MissingResult.objects.get().pk}),
        ("^api/v1/events/", {"event": "1"}),
        ("^api/v1/certificates/", {"code": Certificate.objects.first().code}),
        ("^api/v1/series/", {"series": series.slug}),
        ("^api/v1/rankings/", {"ranking": own_ranking.slug, "person": account.person_id, "other": paper_person.pk}),
        ("^api/v1/record/persons/", {"person": account.person_id, "other": paper_person.pk}),
        ("^api/v1/record/countries/", {"country": "CN"}),
        ("^api/v1/record/hands/", {"hand": 1}),
        ("^record/countries/", {"code": "CN"}),
        ("^record/teams/", {"name": "一队"}),
        ("^record/hands/", {"pk": 1}),
        ("^p/", person | {"other": paper_person.pk}),
        ("^c/", {"code": "c1"}),
        ("^me/certificates", {"slug": "c1"}),
    ]
    keys = {
        "token_id": new_token(account, "a token of 赵敏").pk, "source_id": new_source().pk,
        "registry_id": load([ANNE]).pk, "registry": registry.uid,
    }  # fmt: skip
    return keys, of_routes


def _of_other_routes(photo: int) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("/published/tables/", {"session": 1}),
        ("/desk/papers/", {"name": "oath", "pack": "start", "session": 1}),
        ("/seats/files/", {"name": "seats.csv"}),
        ("/files/<str:name>", {"name": "standings.csv"}),
        ("/desk/format/", {"slug": "high-high", "number": 2, "session": 2}),
        ("/(draw|seats|lots)/", {"slug": "2", "session": 1}),
        ("/register/<str:token>", {"token": "token"}),
        ("^i/account/", {"token": "invited"}),
        ("^i/", {"token": "invited"}),
        ("^live/", {"name": "clock"}),
        ("^guide/.*/pictures/", {"language": "en", "name": "overview"}),
        ("^guide/", {"language": "en", "name": "organizer"}),
        ("/report/photos/", {"photo_id": photo}),
        ("/sessions/<number:number>/release", {"number": 2}),
        ("/registration/groups/|/groups/", {"number": 1}),
    ]
