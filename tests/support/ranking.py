"""Bodies, recorded events and persons, and an example of every action of the ranking app."""

import json
from datetime import date, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from ranking.bodies.models import Body, BodyInvitation, BodyMember, PinSettings
from ranking.bodies.selectors.body_values import body_values
from ranking.bodies.services import invite_member
from ranking.links.models import CorrectionRequest, LinkCode
from ranking.record.models.persons import RecordedPerson
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.models.sanctions import SanctionedEvent
from ranking.record.selectors.official_results import digest_of, official_result
from ranking.record.selectors.result_lists import detect_columns, plan_of
from ranking.record.selectors.sanctions import entry_of, key_of_event
from ranking.record.services.classes import confirm_class
from ranking.record.services.list_headers import ListedEvent
from ranking.record.services.recorded_persons import newest_of
from ranking.record.services.result_lists import describe_list, keep_list
from ranking.record.services.sanctions import Sanction
from scoring.releases.models.closings import Closing
from scoring.settings.models.groups import SETTINGS_GROUPS
from tests.support.applications import new_application
from tests.support.event_generator import make_event
from tests.support.sheets import player
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.people.models.accounts import Account
from tournament.people.models.persons import DistinctPersons, Person
from tournament.registration.models.applications import Application

PASSWORD = "long enough for 13 orphans"
_numbers = count(1)
HEADER = {
    "name": "Winter Open",
    "country": "NL",
    "place": "Utrecht",
    "scope": "national",
    "rules": "wmo-2014",
    "sanction_body": "WMCC",
    "starts": date(2019, 2, 1),
    "ends": date(2019, 2, 3),
    "sessions": 8,
}
LIST = [
    {
        "name": "",
        "rows": [
            ["Place", "Name", "EMA", "Country", "Team", "TP", "CP"],
            ["1", "DE JONG Mattheu", "", "NL", "Reds", "25.33", "1,023"],
            ["2", "王伟", "", "CN", "Blues", "21", "-48"],
        ],
    }
]


def actor():
    return system_actor("test")


def new_body(kind: str = "world", *, ledger: bool = True, **columns: Any) -> Body:
    """Create a body with the default interpretation of A9."""
    slug = f"body-{next(_numbers)}"
    made = Ledger.objects.create(name=f"body:{slug}") if ledger else None
    address = "https://pins.example.org"
    columns = {"name": f"Body {slug}", "kind": kind, "slug": slug, "ledger": made, "address": address} | columns
    body = Body.objects.create(**columns)
    PinSettings.objects.create(body=body)
    return body


def new_invitation(body: Body, role: str = BodyMember.Role.MEMBER, token: str = "a token") -> BodyInvitation:
    """Invite a person to work for the body."""
    actor = system_actor("test")
    answer = invite_member(actor, body, role=role, mail="min@example.org", token=token)
    return BodyInvitation.objects.get(invitation=answer["invitation"])


def _invited(_event: Event, _state: str) -> tuple[Body, dict[str, Any]]:
    body = new_body()
    return body, {"invitation": new_invitation(body).invitation_id}


def new_person(name: str = "王伟", **columns: Any) -> Person:
    return Person.objects.create(name=name, **columns)


def new_account(person: Person | None = None, **columns: Any) -> Account:
    return Account.objects.create_user(f"ranking-{next(_numbers)}", person=person, **columns)


def recorded_event(body: Body | None = None, **columns: Any) -> RecordedEvent:
    """Create a registered class A event in the record, without results."""
    number = next(_numbers)
    given = {
        "body": body or new_body(),
        "slug": f"past-{number}",
        "name": f"Past {number}",
        "starts": date(2020, 1, 1) + timedelta(days=number % 2_000),
        "rules": "wmo-2014",
        "scope": "world",
        "players": 80,
        "sessions": 8,
        "letter": "A",
        "sanctioned": True,
        "rules_met": True,
        "confirmed_at": timezone.now(),
        "confirmed_by": "test",
    }
    return RecordedEvent.objects.create(**given | columns)


def result_of(person: Person, recorded: RecordedEvent | None = None, **columns: Any) -> OfficialResult:
    """Create a result of the person; table points in twelfths."""
    recorded = recorded or recorded_event()
    given = {
        "recorded": recorded,
        "person": person,
        "row": recorded.results.count() + 1,
        "name": person.name,
        "country": person.country,
        "table_points": 240,
        "competition_points": 500,
        "individual_rank": 1,
        "sessions": recorded.sessions,
    }
    result = OfficialResult.objects.create(**given | columns)
    kept = person.kept.pk
    RecordedPerson.objects.filter(person=kept).delete()
    RecordedPerson.objects.bulk_create(newest_of([kept]))
    return result


def closed(event: Event) -> Event:
    """Close the event with every session released."""
    event.sessions.update(released_at="2024-05-01T12:00:00Z")
    Closing.objects.get_or_create(event=event, defaults={"closed_at": timezone.now(), "by": "赵敏"})
    return Event.objects.get(pk=event.pk)


def sanctioned_event(slug: str, body: Body | None = None, **columns: Any) -> SanctionedEvent:
    """Enter the event with this id in the register of sanctioned events."""
    given = {"number": f"S-{next(_numbers)}", "name": slug, "granted_on": date(2024, 5, 1), "granted_by": "WMCC"}
    return SanctionedEvent.objects.create(body=body or new_body(), slug=slug, **given | columns)


def confirmed(event: Event, body: Body | None = None, *, sanctioned: bool = True) -> RecordedEvent:
    """Confirm the class of the event; ``sanctioned``: the register has it."""
    event = closed(event)
    entry = entry_of(key_of_event(event)) or (sanctioned_event(event.slug) if sanctioned else None)
    seen = digest_of(official_result(event))
    confirm_class(actor(), body or new_body(), event=event, entry=entry.pk if entry else None, seen=seen)
    return RecordedEvent.objects.get(event=event)


def file_event(players: int, sessions: int, **event: Any) -> dict[str, Any]:
    """Import a quiet event file with this many players, all ranked."""
    document = make_event(next(_numbers), players, sessions, stages=False, odd=False)
    document["event"] |= event
    return document


def _confirmable(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    for group in SETTINGS_GROUPS.values():
        group.objects.get_or_create(event=event)
    Session.objects.get_or_create(event=event, number=1)
    event = closed(event)
    return new_body(), {"event": event, "entry": None, "seen": digest_of(official_result(event))}


def _kept_list(event: Event, state: str) -> tuple[Body, int]:
    body = new_body()
    sheet, heading, mapping = detect_columns(LIST)
    header = {name: str(value) if isinstance(value, date) else value for name, value in HEADER.items()}
    header |= {"slug": f"list-{next(_numbers)}", "sanction_number": "", "web_site": "", "players": None}
    columns = {"sheets": json.dumps(LIST), "sheet": sheet, "heading": heading, "mapping": mapping, "header": header}
    kept = body.result_lists.create(actor_ref="x", file_name="list.csv", file_digest="0" * 64, **columns)
    return body, kept.pk


def _take(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    body, kept = _kept_list(event, state)
    return body, {"kept": kept, "seen": plan_of(body.result_lists.get(pk=kept)).version}


def _list_facts(**facts: Any) -> Any:
    def example(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
        body, kept = _kept_list(event, state)
        return body, {"kept": kept, **facts}

    return example


def _change(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    body = new_body()
    return body, {"base": body_values(body), "name": "世界麻将竞赛中心"}


def _withdraw(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    recorded = recorded_event()
    return recorded.body, {"recorded": recorded}


def _assign(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    line = result_of(new_person())
    return line.recorded.body, {"result": line, "person": None}


def _apart(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    first, second = new_person("赵敏"), new_person("赵敏")
    DistinctPersons.objects.create(first=first, second=second, at=timezone.now())
    return new_body(), {"first": first, "second": second}


def _merged(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    return new_body(), {"merged": new_person("赵敏", merged_into=new_person("赵敏"))}


def new_code(code: str = "23456ABCDE", **columns: Any) -> LinkCode:
    """Create a code that links an account to the person, valid for another day."""
    now = timezone.now()
    given = {"person": new_person(), "made_at": now, "expires": now + timedelta(days=1)}
    return LinkCode.objects.create(code_hash=token_hash(code), **given | columns)


def _link(event: Event, state: str) -> tuple[Account, dict[str, Any]]:
    new_code("23456ABCDE")
    return new_account(), {"code": "23456-abcde"}


def _mailed(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    now = timezone.now()
    kept = LinkCode.objects.create(person=new_person(), made_at=now, expires=now + timedelta(days=1))
    return None, {"kept": kept.pk, "code": "23456ABCDE"}


def _ask_mail(event: Event, state: str) -> tuple[Account, dict[str, Any]]:
    application = new_application(event, "approved")
    rows = Application.objects.filter(pk=application.pk)
    rows.update(entry=player(event), mail_confirmed_at=timezone.now())
    return new_account(), {"mail": application.private.mail.upper()}


def new_request(state: str = "open", body: Body | None = None) -> CorrectionRequest:
    """Create a person's correction request."""
    person = new_person()
    columns = {"person": person, "body": body or new_body(), "text": "Name", "made_at": timezone.now()}
    return CorrectionRequest.objects.create(
        state=state, account=new_account(person), delete_after=timezone.localdate() + timedelta(days=9), **columns
    )


def _expired(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    CorrectionRequest.objects.filter(pk=new_request().pk).update(delete_after=date(2020, 1, 1))
    return None, {}


def _qualified(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    return None, {"persons": [result_of(new_person()).person_id]}


def _evaluated(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    line = result_of(new_person())
    return None, {"recorded": [line.recorded_id], "persons": [line.person_id]}


def _entry_code(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    return event, {"entry": player(event), "code": "23456ABCDE"}


def new_sanction(**values: Any) -> Sanction:
    """Return an entry for the register of sanctioned events, with a number of its own."""
    number = next(_numbers)
    given = {"number": f"W-{number}", "slug": f"event-{number}", "name": "Winter Open"}
    return Sanction(**{**given, "granted_on": date(2024, 5, 1), "granted_by": "WMCC", **values})


def _sanction(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    entry = sanctioned_event(f"event-{next(_numbers)}")
    return entry.body, {"entry": entry}


EXAMPLES: dict[str, Any] = {
    "account.ask_code": _ask_mail,
    "account.join": lambda event, state: (new_code(), {"username": f"p-{next(_numbers)}", "password": PASSWORD}),
    "account.link": _link,
    "account.unlink": lambda event, state: (new_account(new_person()), {}),
    "body.change": _change,
    "body.create": lambda event, state: (
        None,
        {"slug": f"new-{next(_numbers)}", "name": "协会", "kind": "member", "countries": ["CN"]},
    ),
    "body.invite": lambda event, state: (
        new_body(),
        {"role": BodyMember.Role.MEMBER, "mail": "min@example.org", "token": "a token"},
    ),
    "body.withdraw_invitation": _invited,
    "body.set_seal": lambda event, state: (new_body(), {"jpeg": b"picture"}),
    "certificates.explain_body": lambda event, state: (new_body(), {"why_local": "Printed at home"}),
    "certificates.explain_event": lambda event, state: (event, {"why_local": "Printed at home"}),
    "body.set_member": lambda event, state: (
        new_body(),
        {"account": new_account(), "role": BodyMember.Role.CHAIR},
    ),
    "class.confirm": _confirmable,
    "class.withdraw": _withdraw,
    "code.mail": _mailed,
    "entry.link_code": _entry_code,
    "person.apart": lambda event, state: (new_body(), {"first": new_person("赵敏"), "second": new_person("赵敏")}),
    "person.join": lambda event, state: (new_body(), {"kept": new_person("赵敏"), "merged": new_person("赵敏")}),
    "person.numbers": lambda event, state: (
        new_body(),
        {"person": new_person("赵敏"), "numbers": {"jmsa": "JM-7"}, "base": {}},
    ),
    "person.split": _merged,
    "person.unapart": _apart,
    "person.code": lambda event, state: (new_body(), {"person": new_person(), "code": "23456ABCDE"}),
    "pins.evaluated": _evaluated,
    "pins.mark": _qualified,
    "record.answer": lambda event, state: (new_request(state or "open"), {"state": "done", "answer": "好"}),
    "record.ask": lambda event, state: (_asking(), {"text": "My name is another."}),
    "record.expire": _expired,
    "record.show": lambda event, state: (new_account(new_person()), {"public": False}),
    "results.assign": _assign,
    "results.header": lambda event, state: _list_facts(event=listed_event())(event, state),
    "results.map": _list_facts(sheet=0, heading=0, mapping={"name": 1, "table_points": 5}),
    "results.match": _list_facts(people={"2": "new"}),
    "results.read": lambda event, state: (
        new_body(),
        {"file_name": "list.csv", "file_digest": "0" * 64, "sheets": LIST},
    ),
    "results.take": _take,
    "sanction.enter": lambda event, state: (new_body(), {"sanction": new_sanction()}),
    "sanction.withdraw": _sanction,
}


def _asking() -> Account:
    new_body()
    return new_account(new_person())


def listed_event(**header: Any) -> ListedEvent:
    """An event of a list, with an id of its own."""
    return ListedEvent(**{"slug": f"list-{next(_numbers)}", **HEADER, **header})


def taken_list(body: Body, sheets: list[dict[str, Any]] = LIST, **header: Any) -> int:
    """Let the services read and describe a list."""
    kept = keep_list(actor(), body, file_name="list.csv", file_digest="1" * 64, sheets=sheets)["list"]
    describe_list(actor(), body, kept=kept, event=listed_event(**header))
    return kept
