"""What happens before the pictures are taken, step by step, through the program's own services."""

import random
from collections.abc import Callable
from datetime import UTC, timedelta

from django.utils import timezone

from common.actions.permissions import Actor, system_actor
from docs.pictures.playing import begin_third_session, play_two_sessions
from docs.pictures.world import World
from ranking.bodies.models import Body, BodyMember
from ranking.bodies.services import create_body, set_member
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.selectors.official_results import digest_of, official_result
from ranking.record.services.classes import confirm_class, withdraw_class
from ranking.record.services.sanctions import Sanction, enter_sanction, withdraw_sanction
from scoring.appeals.services.filing import AppealFiling, file_appeal
from scoring.display.services.awards import add_usual_awards
from scoring.display.services.screens import add_screen
from scoring.draw_release.services.releasing import release_draw
from scoring.event_file.services.importing import import_event
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.releases.models.closings import Closing
from scoring.releases.services.closing import close_event
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import TableAccess, new_table_access
from scoring.sheets.services.codes.cards import issue_player_codes, issue_table_codes
from tournament.access.selectors.roles import actor_of
from tournament.access.services.invitations import make_invitation
from tournament.access.services.roles import grant_role
from tournament.clocks.models import SessionClock
from tournament.draws.models.draws import Draw
from tournament.draws.selectors.draws import current_draw
from tournament.draws.services.drawing import make_chart
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.states import approve_draw
from tournament.events.models.events import Event
from tournament.papers.services import set_address
from tournament.people.models.accounts import Account
from tournament.presence.models.presence import Arrival
from tournament.presence.services.arrivals import arrive
from tournament.presence.services.calls import call_player
from tournament.registration.selectors.applications import oath_digest, oath_of
from tournament.registration.services.applications import submit_application

ACTOR = system_actor("pictures")
ROLES = ("organizer", "chief-referee")
#: The event that every new installation has.
DEMO = "open-2018"
#: Numbers of players of the running event: who did not come, and who came late.
ABSENT, LATE = 7, 18
PASSWORD = "a long pass phrase"


class Story:
    """The two events of one guide: ``steps`` by name, each taken once, in their order."""

    def __init__(self, world: World, key: str, address: str) -> None:
        self.world, self.address, self.chances = world, address, random.Random(key)
        self.coming_slug, self.running_slug = f"autumn-{key}", f"spring-{key}"
        self.body_slug = f"body-{key}"
        self.username = f"official-{key}"
        self.cards: dict[int, TableAccess] = {}
        self.steps: dict[str, Callable[[], None]] = {
            "registered": self._registered,
            "arrived": self._arrived,
            "drawn": self._drawn,
            "released": self._released,
            "played": lambda: play_two_sessions(self),
            "playing": lambda: begin_third_session(self),
            "judged": self._judged,
            "closed": self._closed,
            "recorded": self._recorded,
        }

    @property
    def account(self) -> Account:
        return Account.objects.get(username=self.username)

    @property
    def actor(self) -> Actor:
        """Who does it all: the official of the pictures."""
        return actor_of(self.account)

    def event(self, slug: str) -> Event:
        return Event.objects.select_related("ledger").get(slug=slug)

    def sheet(self, session: int, table: int) -> Sheet:
        sheets = Sheet.objects.select_related("table__session__event__ledger")
        return sheets.get(
            table__session__event__slug=self.running_slug, table__session__number=session, table__number=table
        )

    def _registered(self) -> None:
        """Both events with their players; three more ask to take part in the coming one."""
        account = Account.objects.create_user(
            self.username, password=PASSWORD, name=self.world.account, is_staff=True, is_superuser=True
        )
        now = timezone.localtime()
        today, later, day = now.date(), now.date() + timedelta(days=14), timedelta(days=1)
        opens = (now - timedelta(days=9)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        registration = {"registration": {"opens": opens, "capacity": 48}}
        names = self.world
        coming = names.document(self.coming_slug, names.coming, f"{later}", f"{later + day}", **registration)
        running = names.document(self.running_slug, names.running, f"{today}", f"{today + day}")
        for document in (coming, running):
            import_event(ACTOR, document=document)
        for slug in (self.coming_slug, self.running_slug):
            for role in ROLES:
                grant_role(ACTOR, self.event(slug), account=account, name=role)
        for family_name, given_name in self.world.applicants:
            self._apply(family_name, given_name)

    def _apply(self, family_name: str, given_name: str) -> None:
        event, language = self.event(self.coming_slug), self.world.language
        submit_application(
            Actor(ref="registrant", name="", shown=event),
            event,
            token=f"{event.slug} {family_name}",
            language=language,
            address="http://127.0.0.1",
            oath=oath_digest(oath_of(event, language)),
            family_name=family_name,
            given_name=given_name,
            country=self.world.country,
            mail=f"{given_name.encode().hex()}@example.org",
            birth_date=timezone.localdate() - timedelta(days=11_000),
            name_consent=True,
            photo_consent=True,
        )

    def _arrived(self) -> None:
        """All but two are here; one of them is called."""
        entries = list(self.event(self.coming_slug).entries.order_by("number"))
        for entry in entries:
            if entry.number not in (7, 18):
                arrive(self.actor, entry, session=1)
        call_player(self.actor, entries[6], session=1)

    def _drawn(self) -> None:
        """The coming event's draw has two candidates."""
        event = self.event(self.coming_slug)
        freeze_list(self.actor, event, sessions=6, count=2)
        make_chart(self.actor, self._draw(event), public_value="3 5 5 1")

    def _draw(self, event: Event) -> Draw:
        draw = current_draw(event)
        assert draw is not None
        return draw

    def _released(self) -> None:
        """The running event is drawn, and its cards are printed."""
        event = self.event(self.running_slug)
        freeze_list(self.actor, event, sessions=6)
        make_chart(self.actor, self._draw(event), public_value="2 6 4")
        approve_draw(self.actor, self._draw(event))
        release_draw(self.actor, self._draw(event))
        for entry in event.entries.order_by("number"):
            if entry.number != ABSENT:
                arrive(self.actor, entry, session=1)
        # The pictures are of an afternoon: they came in the morning, one of them too late for session 3.
        morning = timezone.localtime().replace(hour=8, minute=5)
        Arrival.objects.filter(entry__event=event).update(at=morning)
        late = morning.replace(hour=13, minute=22)
        Arrival.objects.filter(entry__event=event, entry__number=LATE).update(at=late)
        set_address(self.actor, event, address=self.address)
        for number, role in enumerate(("referee", "scorekeeper")):
            expires = timezone.now() + timedelta(days=2)
            make_invitation(self.actor, event, role=role, token=f"{event.slug} {number}", expires=expires)
        self.cards = new_table_access(range(1, 7))
        issue_table_codes(self.actor, event, codes=self.cards)
        issue_player_codes(self.actor, event, codes=dict.fromkeys(range(1, 25), "2468"))

    def _judged(self) -> None:
        """A foul and an appeal are on record, screens and awards arranged; a body looks at the demo event."""
        event = self.event(self.running_slug)
        record_foul(self.actor, event, foul=FoulReport(kind="talk", sheet=self.sheet(3, 3), seat="S", hand_no=4))
        sheet = self.sheet(2, 1)
        entry = sheet.table.sittings.get(seat="E", from_hand=0).entry
        appeal = AppealFiling(
            entry=entry,
            by="player",
            session=sheet.table.session,
            sheet=sheet,
            text=self.world.appeal,
            handed_in=SessionClock.objects.get(session=sheet.table.session).ended_at + timedelta(minutes=10),
        )
        file_appeal(self.actor, event, appeal=appeal)
        add_usual_awards(self.actor, event)
        language = self.world.language
        parts = [{"shows": kind, "seconds": 20} for kind in ("clock", "standings", "announcements")]
        add_screen(self.actor, event, slug="hall", name=self.world.town, language=language, parts=parts)

    def _closed(self) -> None:
        """The demo event is closed, and a body may confirm its class."""
        demo = self.event(DEMO)
        if not Closing.objects.filter(event=demo).exists():
            close_event(ACTOR, demo, by=self.world.account, reason=self.world.closing)
        for recorded in RecordedEvent.objects.filter(event=demo):  # by the pictures of another language
            withdraw_class(ACTOR, recorded.body, recorded=recorded, reason=self.world.closing)
        for entry in SanctionedEvent.objects.filter(slug=DEMO, withdrawn_at=None):
            withdraw_sanction(ACTOR, entry.body, entry=entry, reason=self.world.closing)
        create_body(ACTOR, None, slug=self.body_slug, name=self.world.body, kind="world")
        body = Body.objects.get(slug=self.body_slug)
        set_member(ACTOR, body, account=self.account, role=BodyMember.Role.CHAIR)

    def _recorded(self) -> None:
        """The class is confirmed, and the official of the pictures is the one who came first."""
        demo, body = self.event(DEMO), Body.objects.get(slug=self.body_slug)
        sanction = Sanction(
            number=self.body_slug, slug=DEMO, name=demo.name, country=demo.country, starts=demo.starts, letter="C",
            granted_on=timezone.localdate(), granted_by=self.world.account,
        )  # fmt: skip
        entry = enter_sanction(ACTOR, body, sanction=sanction)["entry"]
        confirm_class(ACTOR, body, event=demo, entry=entry, seen=digest_of(official_result(demo)))
        first = OfficialResult.objects.get(recorded__event=demo, individual_rank=1)
        Account.objects.filter(username=self.username).update(person=first.person)
