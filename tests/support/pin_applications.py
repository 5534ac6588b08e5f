"""Applicants and applications for pins, in every state, and an example of every action on them."""

import hashlib
from datetime import date
from itertools import count
from typing import Any

from django.utils import timezone

from ranking.bodies.models import Body, BodyMember
from ranking.pins.models.applications import Certificate, PinApplication, PinApplicationData
from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.applications import promise_digest, promise_of
from ranking.pins.selectors.calculations import check, offers
from ranking.pins.services.applications import PinRequest, submit
from ranking.pins.services.decisions import ask, grant
from ranking.pins.services.paper_applications import PaperApplication, enter_application
from tests.support.ranking import actor, new_account, new_body, new_person, recorded_event, result_of
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person

_numbers = count(1)
DOCUMENT, CONTACT = "E87654321-Q", "player.of.pins@example.org"


def applicant(body: Body | None = None, *, table_points: int = 240, **columns: Any) -> Account:
    """Create an account whose person of the body's country reaches pin 9 (or the level of the given results)."""
    body = body or new_body("member", countries=["NL"])
    person = new_person(f"Player {next(_numbers)}", country=(body.countries or ["NL"])[0])
    result_of(person, recorded_event(body), table_points=table_points, competition_points=10, **columns)
    return new_account(person)


def facts(account: Account, **columns: Any) -> dict[str, PinRequest]:
    """Return the request of the account's person for the highest level reached."""
    best = offers(Person.objects.get(accounts=account))[0]
    given = {"kind": best.kind, "level": best.level, "body": best.body.pk, "document": DOCUMENT, "contact": CONTACT}
    language = columns.get("language", "en")
    given |= {"promise": promise_digest(promise_of(language, best.body)), "language": language}
    return {"pin": PinRequest(**given | columns)}


def applied(account: Account, **columns: Any) -> PinApplication:
    """Submit the account's application by the service."""
    answer = submit(actor_of(account), account, **facts(account, **columns))
    return PinApplication.objects.select_related("body__ledger", "person").get(pk=answer["application"])


def granted(application: PinApplication, by: Any = None) -> Certificate:
    """Let the service grant the application."""
    grant(by or actor(), application, seen=check(application).seen)
    return Certificate.objects.get(application=application)


def member(body: Body, *, person: Person | None = None, role: str = BodyMember.Role.MEMBER) -> Account:
    """Create an account that works for the body."""
    account = new_account(person, name=person.name if person else "")
    BodyMember.objects.create(account=account, body=body, role=role)
    return account


def in_state(state: str) -> PinApplication:
    """Create an application for a pin 9 directly in this state, without audit entries."""
    account = applicant()
    body = Body.objects.get(countries=["NL"], pin_applications=None, recorded_events__results__person=account.person)
    application = PinApplication.objects.create(
        person=account.person,
        account=account,
        body=body,
        kind="pin",
        level=9,
        calculation={"events": [], "conditions": [], "met": True},
        status=state,
        language="en",
        submitted_at=timezone.now(),
    )
    if state in ("granted", "revoked"):
        Certificate.objects.create(
            application=application, body=body, person=account.person, number=1, body_slug=body.slug,
            code=f"code{next(_numbers)}", kind="pin", level=9, name=account.person.name, body_name=body.name,
            issued_on=timezone.localdate(), revoked_at=timezone.now() if state == "revoked" else None,
        )  # fmt: skip
    return application


def _deciding(state: str, possible: str = "submitted", **given: Any) -> tuple[PinApplication, dict[str, Any]]:
    return in_state(state or possible), given


def _grant(event: Event, state: str) -> tuple[PinApplication, dict[str, Any]]:
    application = in_state(state or "submitted")
    return application, {"seen": check(application).seen}


def _submit(event: Event, state: str) -> tuple[Account, dict[str, Any]]:
    account = applicant()
    return account, facts(account)


def _own(state: str, **given: Any) -> tuple[Account, dict[str, Any]]:
    application = in_state(state)
    return application.account, {"application": application, **given}


def _expired(event: Event, state: str) -> tuple[None, dict[str, Any]]:
    application = in_state("granted")
    PinApplicationData.objects.create(
        application=application, document=DOCUMENT, contact=CONTACT, delete_after="2020-01-01"
    )
    return None, {}


def missing(event: str = "Spring Open", data: bytes = b"picture", text: str = "Rank 4") -> dict[str, Any]:
    """Return the facts of a missing result with one document, as passed to the service."""
    paper = {"kind": "jpeg", "data": data, "digest": hashlib.sha256(data).hexdigest()}
    return {"event": event, "day": date(2024, 5, 1), "text": text, "files": [paper]}


def new_claim(state: str = "waiting") -> MissingResult:
    """Create a missing result of an application in this state, without documents."""
    return MissingResult.objects.create(
        application=in_state("submitted"), event="Spring Open", day=date(2024, 5, 1), status=state or "waiting",
        made_at=timezone.now(), delete_after=date(2099, 1, 1),
    )  # fmt: skip


def _enter(event: Event, state: str) -> tuple[MissingResult, dict[str, Any]]:
    claim = new_claim(state)
    return claim, {"event": claim.application.person.official_results.get().recorded.slug}


def paper_application(account: Account, **columns: Any) -> PaperApplication:
    """Return an application on paper of the account's person, with one scan."""
    pin = facts(account, **columns)["pin"]
    return PaperApplication(pin, date(2024, 5, 1), missing()["files"])


def asked_on_paper(account: Account, by: Any = None, **columns: Any) -> PinApplication:
    """Enter an application of the account's person on paper, and ask the player a question."""
    paper = paper_application(account, **columns)
    body = Body.objects.get(pk=paper.pin.body)
    answer = enter_application(by or actor(), body, person=account.person, paper=paper)
    application = PinApplication.objects.select_related("body__ledger", "person").get(pk=answer["application"])
    ask(by or actor(), application, text="?")
    return application


def _paper(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
    account = applicant()
    paper = paper_application(account)
    return Body.objects.get(pk=paper.pin.body), {"person": account.person, "paper": paper}


def _on_paper(state: str, possible: str, **given: Any) -> tuple[PinApplication, dict[str, Any]]:
    application = in_state(state or possible)
    application.received_on = date(2024, 5, 1)
    application.save()
    return application, given


EXAMPLES: dict[str, Any] = {
    "pin.answer": lambda event, state: _own("asked", text="Yes."),
    "pin.answer_paper": lambda event, state: _on_paper(state, "asked", text="Yes."),
    "pin.ask": lambda event, state: _deciding(state, text="Where?"),
    "pin.claim": lambda event, state: _own("submitted", missing=missing()),
    "pin.enter_paper": _paper,
    "pin.enter_result": _enter,
    "pin.expire": _expired,
    "pin.grant": _grant,
    "pin.refuse": lambda event, state: _deciding(state),
    "pin.refuse_result": lambda event, state: (new_claim(state), {}),
    "pin.revoke": lambda event, state: _deciding(state, "granted"),
    "pin.submit": _submit,
    "pin.withdraw": lambda event, state: _own("submitted"),
    "pin.withdraw_paper": lambda event, state: _on_paper(state, "submitted"),
}
