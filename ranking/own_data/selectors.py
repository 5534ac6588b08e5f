"""Everything that is stored about a person, for that person alone: to see, and to take along."""

from typing import Any

from django.db.models import Q, QuerySet

from ranking.links.models import CorrectionRequest
from ranking.links.selectors import is_public
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult
from ranking.pins.models.qualifications import Qualification
from ranking.pins.selectors.applications import private_of
from ranking.pins.selectors.calculations import applications_of
from ranking.pins.selectors.claim_files import claims_of
from ranking.record.models.records import OfficialResult
from ranking.record.models.sites import SitePlayer
from tournament.events.models.entries import Entry
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application
from tournament.registration.selectors.entries import private_data_of

_PERSON = ("name", "family_name", "given_name", "latin_name", "country", "federation_number")
_HIDDEN = ("mail", "document", "birth_date", "guardian_name", "guardian_contact")


def stored_about(person: Person) -> dict[str, Any]:
    """Section -> rows of plain data by name; nothing that is stored of the person's own is left out.

    ``person`` is the kept one of merged persons. What others wrote (audit, sheets' signatures) names events, not data.
    """
    mine = Q(person=person) | Q(person__merged_into=person)
    private = private_data_of(person)
    return {
        "person": [{name: getattr(person, name) or "" for name in _PERSON} | {"public": is_public(person)}],
        "other_names": [{name: getattr(one, name) or "" for name in _PERSON} for one in person.merged_from.all()],
        "private": [private] if any(private.values()) else [],
        "events": [_entry(entry) for entry in _entries(mine)],
        "registrations": [_application(one) for one in _applications(person)],
        "results": [_result(one) for one in _results(mine)],
        "pins": [
            {"kind": one.kind, "level": one.level, "since": one.since.isoformat(), "events": one.events}
            for one in Qualification.objects.filter(mine)
        ],
        "pin_applications": [_pin_application(one) for one in applications_of(person)],
        "missing_results": [_missing_result(claim) for one in applications_of(person) for claim in claims_of(one)],
        "site_players": [
            {"site": one.body.site, "site_player": one.code}
            for one in SitePlayer.objects.filter(mine).select_related("body")
        ],
        "requests": [
            {"text": one.text, "state": one.state, "answer": one.answer, "made_at": one.made_at.isoformat()}
            for one in CorrectionRequest.objects.filter(mine)
        ],
        "accounts": [{"username": account.username, "name": account.name} for account in person.accounts.all()],
    }


def _pin_application(one: PinApplication) -> dict[str, Any]:
    certificate = getattr(one, "certificate", None)
    return {
        "kind": one.kind,
        "level": one.level,
        "state": one.status,
        "body": one.body.name,
        "submitted_at": one.submitted_at.isoformat(),
        "in_register": one.public,
        **private_of(one),
        "messages": [message.text for message in one.messages.all()],
        "certificate": certificate.serial if certificate else "",
    }


def _missing_result(one: MissingResult) -> dict[str, Any]:
    return {
        "application": one.application_id,
        "event_name": one.event,
        "day": one.day.isoformat(),
        "text": one.text,
        "state": one.state_name,
        "reason": one.reason,
        "files": [f"{file.get_kind_display()} {file.size}" for file in one.files.all()],
    }


def _entries(mine: Q) -> QuerySet[Entry]:
    return Entry.every.filter(mine).select_related("event", "team").order_by("event__starts", "pk")


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "event": entry.event.slug,
        "event_name": entry.event.name,
        "number": entry.number,
        "name": entry.name,
        "latin_name": entry.latin_name,
        "country": entry.country,
        "team": entry.team.name if entry.team else "",
        "kind": entry.kind,
        "status": entry.status,
        "name_consent": entry.name_consent,
        "photo_consent": entry.photo_consent,
    }


def _applications(person: Person) -> QuerySet[Application]:
    mine = Q(entry__person=person) | Q(entry__person__merged_into=person)
    return Application.objects.filter(mine).select_related("event", "private").order_by("submitted_at")


def _application(one: Application) -> dict[str, Any]:
    hidden = getattr(one, "private", None)
    return {
        "event": one.event.slug,
        "state": one.state,
        "name": one.name,
        "submitted_at": one.submitted_at.isoformat(),
        "name_consent": one.name_consent,
        "photo_consent": one.photo_consent,
        **{name: getattr(hidden, name, "") for name in _HIDDEN},
    }


def _results(mine: Q) -> QuerySet[OfficialResult]:
    return OfficialResult.objects.filter(mine).select_related("recorded").order_by("recorded__starts", "recorded_id")


def _result(one: OfficialResult) -> dict[str, Any]:
    return {
        "event": one.recorded.slug,
        "event_name": one.recorded.name,
        "class": one.recorded.letter,
        "name": one.name,
        "status": one.status,
        "table_points_twelfths": one.table_points,
        "competition_points": one.competition_points,
        "individual_rank": one.individual_rank,
        "team_rank": one.team_rank,
        "group_rank": one.group_rank,
        "web_points": one.web_points,
        "sessions": one.sessions,
    }
