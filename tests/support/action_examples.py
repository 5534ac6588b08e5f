"""Examples of every action: a subject and facts with which it runs. A test fails on an action without one."""

import json
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

from django.conf import settings
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice, default_key

from common.actions.models.ledgers import Ledger
from scoring.settings.models.groups import SETTINGS_GROUPS
from scoring.sheets.models.sheets import Sheet
from tests.support import (
    appeals,
    applications,
    archives,
    call_examples,
    ceremonies,
    clock_examples,
    digests,
    draws,
    formats,
    foul_examples,
    hand_overs,
    photos,
    pin_applications,
    publishing,
    push,
    ranking,
    rankings,
    registries,
    releases,
    screens,
    series,
    sheets,
    site_uploads,
    web_sites,
    webhooks,
)
from tests.support.event_generator import make_event
from tournament.access.models import AccountInvitation, Invitation
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry, Group, Team
from tournament.events.models.events import Event, Official
from tournament.events.models.stages import Session
from tournament.events.models.tables import Sitting, Table
from tournament.people.models.accounts import PEOPLE, Account, Role
from tournament.people.models.identities import Identity
from tournament.people.models.passkeys import Passkey
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.people.models.sessions import AccountSession
from tournament.presence.models.presence import Arrival
from tournament.registration.models.lists import RegistrationPreview
from tournament.registration.selectors.entries import columns_of
from tournament.registration.selectors.plans import plan_of

#: (event, state of the subject or "") -> (subject, facts)
Example = Callable[[Event, str], tuple[Any, dict[str, Any]]]

PASSWORD = "long enough for 13 orphans"
_numbers = count(1)


def new_account(**columns: Any) -> Account:
    """Create an account with an unused name."""
    return Account.objects.create_user(f"account-{next(_numbers)}", **columns)


def _session(_event: Event, _state: str) -> tuple[Account, dict[str, Any]]:
    account, now = new_account(), timezone.now()
    row = AccountSession.objects.create(
        account=account, session_key=f"key-{account.pk}", device="192.0.2.7", began_at=now, seen_at=now
    )
    return account, {"sessions": [row.pk]}


def _second_factor(_event: Event, _state: str) -> tuple[Account, dict[str, Any]]:
    secret = default_key()
    totp = TOTP(bytes.fromhex(secret))
    totp.time = time.time()
    return new_account(), {"secret": secret, "code": f"{totp.token():06}", "recovery_codes": ["abcdefgh"]}


def new_passkey(account: Account) -> Passkey:
    number = Passkey.objects.count() + 1
    return Passkey.objects.create(
        account=account,
        credential_id=f"key-{number}",
        public_key="pQECAyYg",
        sign_count=4,
        name="Linux",
        added_at=timezone.now(),
    )


def _with_passkey(**payload: Any) -> tuple[Account, dict[str, Any]]:
    passkey = new_passkey(new_account())
    return passkey.account, {"passkey": passkey.pk, **payload}


def account_with_factor() -> Account:
    """Create an account with an app that shows codes, and no recovery codes."""
    account = new_account()
    TOTPDevice.objects.create(user=account)
    return account


def new_session(event: Event, state: str = "unreleased") -> Session:
    """Create the next session with one table and a confirmed sheet; release the sessions before it."""
    with_settings(event).sessions.update(released_at="2024-05-01T12:00:00Z")
    session = Session.objects.create(event=event, number=event.sessions.count() + 1)
    if state == "released":
        Session.objects.filter(pk=session.pk).update(released_at="2024-05-01T13:00:00Z")
        session.refresh_from_db()
    Sheet.objects.create(table=Table.objects.create(session=session, number=1), state=Sheet.State.CONFIRMED)
    return session


def _revoked_role(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    account = new_account()
    Role.objects.create(account=account, event=event, name=Role.Name.REFEREE)
    return event, {"account": account, "name": Role.Name.REFEREE}


def new_entry(event: Event, state: str = "entered", **columns: Any) -> Entry:
    """Create an entry of ``event`` in this state."""
    number = event.entries.count() + 1
    columns = {"name": f"选手{number}", "status": state} | columns
    columns.setdefault("person", Person.objects.create(name=columns["name"]))
    return Entry.objects.create(event=event, number=number, **columns)


def _seat(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    """Return a session where a player sits on the chart, and a filler who could play the number."""
    session, holder = new_session(event, state or "unreleased"), new_entry(event)
    Sitting.objects.create(table=session.tables.get(), seat="E", entry=holder)
    return session, {"holder": holder, "by": new_entry(event, kind=Entry.Kind.FILLER)}


def _taken_seat(event: Event, state: str) -> tuple[Session, dict[str, Any]]:
    session, facts = _seat(event, state)
    Sitting.objects.create(table=session.tables.get(), seat="E", from_hand=1, entry=facts.pop("by"))
    return session, facts


def _arrived(event: Event, state: str) -> tuple[Entry, dict[str, Any]]:
    entry = new_entry(event, state or "entered")
    Arrival.objects.create(entry=entry, session=1, at="2024-05-01T08:50:00Z")
    return entry, {"session": 1}


def with_settings(event: Event) -> Event:
    """Create every group of settings, as events made at the Desk have them."""
    for group in SETTINGS_GROUPS.values():
        group.objects.get_or_create(event=event)
    return event


def _spare_session(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    Session.objects.create(event=event, number=6)
    return with_settings(event), {}


def new_official(event: Event) -> Official:
    """Create two lines in the list of officials; return the second."""
    Official.objects.create(event=event, order=1, name="赵敏", function="Chief referee")
    return Official.objects.create(event=event, order=2, name="Zoë", function="Referee")


def new_invitation(event: Event, state: str = "open") -> Invitation:
    """Create a referee's invitation in this state."""
    now = timezone.now()
    expires = now + timedelta(days=-1 if state == "expired" else 1)
    return Invitation.objects.create(
        event=event,
        role=Role.Name.REFEREE,
        token_hash=token_hash(f"token {next(_numbers)}"),
        made_at=now,
        expires=expires,
        revoked_at=now if state == "revoked" else None,
        account=new_account() if state == "used" else None,
    )


def new_account_invitation(event: Event | None, state: str = "open") -> AccountInvitation:
    """Create an invitation to an account in this state; those without an event are audited with the accounts."""
    Ledger.objects.get_or_create(name=PEOPLE)
    now = timezone.now()
    return AccountInvitation.objects.create(
        event=event,
        role=Role.Name.SCOREKEEPER if event else "",
        mail="zhao@example.org",
        token_hash=token_hash(f"token {next(_numbers)}"),
        made_at=now,
        expires=now + timedelta(days=-1 if state == "expired" else 1),
        revoked_at=now if state == "revoked" else None,
        account=new_account() if state == "used" else None,
        delete_after=now.date() + timedelta(days=30),
    )


def _connected(_event: Event, _state: str) -> tuple[Account, dict[str, Any]]:
    account = new_account(password="a long pass phrase")
    Identity.objects.create(account=account, issuer=AT_PROVIDER["issuer"], subject=f"zhao-{next(_numbers)}")
    return account, {"issuer": AT_PROVIDER["issuer"]}


AT_PROVIDER = {"issuer": "https://accounts.example", "known_as": "zhao-1"}
NEW_PERSON = {"username": "zhaomin", "name": "赵敏", "password": "a long pass phrase"}
OFFICIAL = {"name": "黄药师", "function": "Referee", "qualification": "A", "tables": "1-12"}
NEW_EVENT = {"template": "national-open", "name": "品局杯"}
HALL = {"rows": 2, "columns": 3, "east": "right", "places": {1: (1, 1), 2: (2, 3)}}


def new_team(event: Event) -> Team:
    number = 5_000 + next(_numbers)
    return Team.objects.create(event=event, number=number, name=f"Team {number}")


def new_group(event: Event) -> Group:
    number = 5_000 + next(_numbers)
    return Group.objects.create(event=event, number=number, name=f"Group {number}")


def _changed_entry(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    entry = new_entry(event)
    return event, {"entry": entry, "base": columns_of(entry), "name": "欧阳娜娜"}


LIST = [{"name": "", "rows": [["姓名", "国家"], ["王伟", "中国"]]}]


def new_preview(event: Event) -> RegistrationPreview:
    """Create the preview of a list with one player, not confirmed."""
    columns = {"heading": 0, "mapping": {"name": 0, "country": 1}, "sheets": json.dumps(LIST)}
    return RegistrationPreview.objects.create(event=event, file_name="list.csv", file_digest="0" * 64, **columns)


def _import(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    preview = new_preview(event)
    return event, {"preview": preview.pk, "seen": plan_of(preview).version}


def _two_persons(event: Event, merged: bool) -> dict[str, Person]:
    kept = new_entry(event).person
    person = Person.objects.create(name=kept.name, merged_into=kept if merged else None)
    return {"merged": person} if merged else {"kept": kept, "merged": person}


def _pair_of_persons(event: Event) -> dict[str, Person]:
    return {"first": new_entry(event).person, "second": new_entry(event).person}


def _kept_apart(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    persons = _pair_of_persons(event)
    DistinctPersons.objects.create(**persons, at=timezone.now())
    return event, persons


def _private(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    PrivateData.objects.create(person=new_entry(event).person, document="E12345678")
    return event, {}


def _expired(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    PrivateData.objects.create(person=Person.objects.create(name="X"), delete_after=date(2020, 1, 1))
    return None, {}


def _line_up(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    team = new_team(event)
    reserve = new_entry(event, team=team, kind=Entry.Kind.RESERVE)
    # A session without players of other examples.
    return event, {"session": event.planned_sessions, "reserve": reserve, "holder": new_entry(event, team=team)}


def _confirmed_equipment(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    event.equipment_checks.create(item="dice", by="赵敏", at=timezone.now())
    return event, {"item": "dice"}


def _night(event: Event, state: str) -> tuple[Any, dict[str, Any]]:
    person = new_entry(event).person_id
    facts = {"name": "周五夜", "slug": f"night-{next(_numbers)}", "starts": date(2026, 5, 8), "persons": [person]}
    return with_settings(event), facts


EXAMPLES: dict[str, Example] = {
    **appeals.EXAMPLES,
    **applications.EXAMPLES,
    **draws.EXAMPLES,
    **formats.EXAMPLES,
    **foul_examples.EXAMPLES,
    **hand_overs.EXAMPLES,
    **ceremonies.EXAMPLES,
    **screens.EXAMPLES,
    **series.EXAMPLES,
    **rankings.EXAMPLES,
    **webhooks.EXAMPLES,
    **photos.EXAMPLES,
    **publishing.EXAMPLES,
    **push.EXAMPLES,
    **digests.EXAMPLES,
    **site_uploads.EXAMPLES,
    **sheets.EXAMPLES,
    **call_examples.EXAMPLES,
    **pin_applications.EXAMPLES,
    **ranking.EXAMPLES,
    **clock_examples.EXAMPLES,
    **registries.EXAMPLES,
    **releases.EXAMPLES,
    **web_sites.EXAMPLES,
    "group.add": lambda event, state: (event, {"name": "团体"}),
    "group.change": lambda event, state: (event, {"group": new_group(event), "name": "团体"}),
    "group.remove": lambda event, state: (event, {"group": new_group(event)}),
    "person.distinct": lambda event, state: (event, _pair_of_persons(event)),
    "person.undistinct": _kept_apart,
    "registration.merge": lambda event, state: (event, {"kept": new_entry(event), "merged": new_entry(event)}),
    "registration.unmerge": lambda event, state: (
        event,
        {"merged": new_entry(event, merged_into=new_entry(event))},
    ),
    "papers.address": lambda event, state: (event, {"address": "192.168.1.20:8000"}),
    "papers.make": lambda event, state: (event, {"paper": "player-cards", "parts": {"1": "0123456789ab"}}),
    "persons.compare": lambda event, state: (None, {}),
    "persons.key": lambda event, state: (None, {}),
    "person.merge": lambda event, state: (event, _two_persons(event, merged=False)),
    "person.unmerge": lambda event, state: (event, _two_persons(event, merged=True)),
    "registration.add": lambda event, state: (event, {"name": "王伟", "kind": "player"}),
    "registration.change": _changed_entry,
    "registration.numbers": lambda event, state: (
        event,
        {"entry": new_entry(event), "numbers": {"jmsa": "JM-7"}, "base": {}},
    ),
    "registration.consents": lambda event, state: (event, {"entry": new_entry(event), "name": False, "photo": None}),
    "registration.import": _import,
    "registration.map": lambda event, state: (
        event,
        {"preview": new_preview(event).pk, "sheet": 0, "heading": 0, "mapping": {"name": 0}, "fill_down": None},
    ),
    "registration.private": lambda event, state: (
        event,
        {"entry": new_entry(event), "document": "E12345678", "contact": "", "birth_date": "1971-03-29"},
    ),
    "registration.read": lambda event, state: (
        event,
        {"file_name": "list.csv", "file_digest": "0" * 64, "sheets": LIST},
    ),
    "team.add": lambda event, state: (event, {"name": "一队"}),
    "team.change": lambda event, state: (event, {"team": new_team(event), "name": "一队", "leader": "", "group": None}),
    "team.line_up": _line_up,
    "team.merge": lambda event, state: (event, {"team": new_team(event), "into": new_team(event)}),
    "team.remove": lambda event, state: (event, {"team": new_team(event)}),
    "account.change": lambda event, state: (new_account(), {"name": "欧阳娜娜", "is_staff": True}),
    "account.create": lambda event, state: (None, {"username": f"new-{next(_numbers)}", "password": PASSWORD}),
    "account.first": lambda event, state: (None, {"password_file": settings.HOME / "example-password.txt"}),
    "account.end_sessions": _session,
    "account.seen": lambda event, state: (new_account(), {"session_key": "key", "device": "192.0.2.7"}),
    "account.forget_sessions": lambda event, state: (None, {}),
    "account.add_second_factor": _second_factor,
    "account.from_provider": lambda event, state: (None, AT_PROVIDER | {"username": "zhaomin", "name": "赵敏"}),
    "account.connect": lambda event, state: (new_account(), AT_PROVIDER),
    "account.disconnect": _connected,
    "account.add_passkey": lambda event, state: (
        new_account(),
        {
            "credential_id": "new-key",
            "public_key": "pQECAyYg",
            "sign_count": 0,
            "name": "Linux",
            "recovery_codes": ["abcdefgh"],
        },
    ),
    "account.use_passkey": lambda event, state: _with_passkey(sign_count=5),
    "account.rename_passkey": lambda event, state: _with_passkey(name="Work laptop"),
    "account.remove_passkey": lambda event, state: _with_passkey(),
    "account.renew_recovery_codes": lambda event, state: (account_with_factor(), {"recovery_codes": ["abcdefgh"]}),
    "account.remove_second_factor": lambda event, state: (account_with_factor(), {}),
    "account.set_password": lambda event, state: (new_account(), {"password": PASSWORD}),
    "audit.archive": lambda event, state: (None, {"ledger": archives.old_chain(), "keep_years": 1}),
    "audit.bring_back": lambda event, state: (None, {"archive": archives.archived_chain()[1][-1]}),
    "backup.choose": lambda event, state: (None, {"folder": "", "keep": 5}),
    "entry.arrive": lambda event, state: (new_entry(event, state or "entered"), {"session": 1}),
    "event.arrive": lambda event, state: (event, {"numbers": [new_entry(event).number], "session": 1}),
    "entry.mark": lambda event, state: (new_entry(event, state or "entered"), {"name": "fee_paid", "on": True}),
    "entry.return": lambda event, state: (new_entry(event, state or "withdrawn"), {"session": 1}),
    "entry.unarrive": _arrived,
    "entry.withdraw": lambda event, state: (new_entry(event, state or "entered"), {"session": 1}),
    "event.add_session": lambda event, state: (event, {}),
    "event.change": lambda event, state: (event, {"name": "品局杯", "ends": date(2026, 5, 3)}),
    "event.change_settings": lambda event, state: (
        with_settings(event),
        {"values": {"scoring": {"ties": "higher"}}},
    ),
    "event.create": lambda event, state: (None, NEW_EVENT | {"slug": f"new-{next(_numbers)}"}),
    "event.delete_private": _private,
    "event.keep_private": lambda event, state: (
        _private(event, state)[0],
        {"keep_until": timezone.localdate() + timedelta(days=30)},
    ),
    "expired.delete": _expired,
    "event.plan_hall": lambda event, state: (event, HALL),
    "event.plan_sessions": lambda event, state: (event, {"starts": {1: datetime(2026, 5, 1, 9, tzinfo=UTC)}}),
    "event.repeat": _night,
    "event.revoke_token": lambda event, state: (event, {"token": publishing.token_row(event).pk}),
    "event.rehearse": lambda event, state: (with_settings(event), {}),
    "event.remove_session": _spare_session,
    "event.import": lambda event, state: (None, {"document": make_event(f"example-{next(_numbers)}", 4, 1)}),
    "account_invitation.accept": lambda event, state: (new_account_invitation(event, state or "open"), NEW_PERSON),
    "account_invitation.make": lambda event, state: (
        event,
        {"role": Role.Name.SCOREKEEPER, "mail": "zhao@example.org", "token": "a token"},
    ),
    "account_invitation.make_account": lambda event, state: (
        None,
        {"is_staff": True, "mail": "zhao@example.org", "token": "a token"},
    ),
    "account_invitation.withdraw": lambda event, state: (new_account_invitation(event, state or "open"), {}),
    "invitation.accept": lambda event, state: (new_invitation(event, state or "open"), {"name": "小龙女"}),
    "invitation.make": lambda event, state: (
        event,
        {"role": Role.Name.REFEREE, "token": "a token", "expires": timezone.now() + timedelta(days=1)},
    ),
    "invitation.revoke": lambda event, state: (new_invitation(event, state or "used"), {}),
    "equipment.confirm": lambda event, state: (event, {"item": "tiles", "by": "赵敏"}),
    "equipment.undo": _confirmed_equipment,
    "official.add": lambda event, state: (event, OFFICIAL),
    "official.change": lambda event, state: (new_official(event), OFFICIAL),
    "official.copy": lambda event, state: (event, {"lines": [Official(**OFFICIAL)]}),
    "official.move": lambda event, state: (new_official(event), {"place": 1}),
    "official.remove": lambda event, state: (new_official(event), {}),
    "role.grant": lambda event, state: (event, {"account": new_account(), "name": Role.Name.REFEREE}),
    "role.revoke": _revoked_role,
    "seat.give_back": _taken_seat,
    "seat.substitute": _seat,
    "session.release": lambda event, state: (new_session(event, state or "unreleased"), {}),
    "session.retract": lambda event, state: (new_session(event, state or "released"), {}),
    "session.make_official": lambda event, state: (new_session(event, state or "released"), {}),
}
