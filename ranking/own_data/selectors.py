"""Everything that is stored about a person, for that person only: to read and to download."""

from typing import Any

from django.db.models import Q, QuerySet

from ranking.levels.models import Qualification
from ranking.links.models import CorrectionRequest
from ranking.links.selectors import is_public
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.applications import private_of
from ranking.pins.selectors.calculations import applications_of
from ranking.pins.selectors.private_files import claims_of
from ranking.rankings.models import RankingLine
from ranking.rankings.selectors.lines import lines_about
from ranking.rankings.selectors.wording import name_of, points_text
from ranking.record.models.records import OfficialResult
from ranking.record.models.sites import SitePlayer
from scoring.notifications.models import Digest, PushSubscription
from tournament.events.models.entries import Entry
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person
from tournament.people.models.sessions import AccountSession
from tournament.people.rules import number_key
from tournament.people.selectors import numbers_of
from tournament.registration.models.applications import Application
from tournament.registration.selectors.entries import private_data_of
from tournament.registry.selectors.members import Found, members_with_number

_PERSON = ("name", "family_name", "given_name", "latin_name", "country", "federation_number")
_HIDDEN = ("mail", "document", "birth_date", "guardian_name", "guardian_contact")


def stored_about(person: Person) -> dict[str, Any]:
    """Return section -> rows of plain data by name, with everything that is stored about ``person``.

    ``person`` is the kept one of merged persons. Audit logs and signatures on sheets, which others wrote, are not part
    of it.
    """
    of_person = Q(person=person) | Q(person__merged_into=person)
    private = private_data_of(person)
    return {
        "person": [_person_row(person) | {"public": is_public(person)}],
        "numbers": [
            {"kind": row.get_kind_display(), "country": row.country, "number": row.number}
            for row in numbers_of([person]).get(person.pk, [])
        ],
        "other_names": [_person_row(merged) for merged in person.merged_from.all()],
        "private": [private] if any(private.values()) else [],
        "events": [_entry_row(entry) for entry in _entries(of_person)],
        "registrations": [_application_row(application) for application in _applications(person)],
        "results": [_result_row(result) for result in _results(of_person)],
        "rankings": [_ranking_row(line) for line in lines_about(person)],
        "pins": [_qualification_row(row) for row in Qualification.objects.filter(of_person)],
        "pin_applications": [_pin_application_row(application) for application in applications_of(person)],
        "missing_results": [
            _missing_result_row(claim) for application in applications_of(person) for claim in claims_of(application)
        ],
        "site_players": [
            {"site": player.body.site, "site_player": player.code}
            for player in SitePlayer.objects.filter(of_person).select_related("body")
        ],
        "registries": _registry_rows(person),
        "phones": _phone_rows(person),
        "daily_mails": [
            {"event": row.application.event.slug}
            for row in Digest.objects.filter(application__in=_applications(person)).select_related("application__event")
        ],
        "requests": [_request_row(row) for row in CorrectionRequest.objects.filter(of_person)],
        "accounts": [_account_row(account) for account in person.accounts.all()],
    }


def _registry_rows(person: Person) -> list[dict[str, Any]]:
    """Return the members of registries who have one of the person's numbers."""
    return [
        {
            "registry": listed.row.registry.name,
            "dated": listed.row.registry.dated.isoformat(),
            "name": listed.member.name,
            "latin_name": listed.member.latin_name,
            "country": listed.member.country,
            "club": listed.member.club,
            "numbers": ", ".join(number.number for number in listed.member.numbers),
        }
        for listed in _members(person)
    ]


def _members(person: Person) -> list[Found]:
    rows = numbers_of([person]).get(person.pk, [])
    numbers = {number_key(person.federation_number or ""), *(row.key for row in rows)}
    members = {member.row.pk: member for number in sorted(numbers) for member in members_with_number(number)}
    return [members[pk] for pk in sorted(members)]


def _phone_rows(person: Person) -> list[dict[str, Any]]:
    """Return the phones that showed to be the person's and get notifications."""
    entries = _entries(Q(person=person) | Q(person__merged_into=person))
    own = Q(entry__in=entries) | Q(application__in=_applications(person))
    rows = PushSubscription.objects.filter(own, proven=True).select_related("event").order_by("made_at")
    return [{"event": row.event.slug, "since": row.made_at.isoformat()} for row in rows]


def _account_row(account: Account) -> dict[str, Any]:
    rows = AccountSession.objects.filter(account=account)
    devices = [f"{row.device}, {row.began_at.isoformat()}, {row.seen_at.isoformat()}" for row in rows]
    tokens = [f"{row.name}, {row.made_at.isoformat()}, {row.expires.isoformat()}" for row in account.api_tokens.all()]
    passkeys = [f"{row.name}, {row.added_at.isoformat()}" for row in account.passkeys.all()]
    return {
        "username": account.username,
        "name": account.name,
        "devices": "; ".join(devices),
        "passkeys": "; ".join(passkeys),
        "tokens": "; ".join(tokens),
    }


def _person_row(person: Person) -> dict[str, Any]:
    return {name: getattr(person, name) or "" for name in _PERSON}


def _qualification_row(row: Qualification) -> dict[str, Any]:
    return {"kind": row.kind, "level": row.level, "since": row.reached_at.isoformat(), "events": row.events}


def _request_row(row: CorrectionRequest) -> dict[str, Any]:
    return {"text": row.text, "state": row.state, "answer": row.answer, "made_at": row.made_at.isoformat()}


def _pin_application_row(application: PinApplication) -> dict[str, Any]:
    certificate = getattr(application, "certificate", None)
    return {
        "kind": application.kind,
        "level": application.level,
        "state": application.status,
        "body": application.body.name,
        "submitted_at": application.submitted_at.isoformat(),
        "received_on": application.received_on.isoformat() if application.received_on else "",
        "in_register": application.public,
        **private_of(application),
        "scans": [f"{scan.get_kind_display()} {scan.size}" for scan in application.scans.all()],
        "messages": [message.text for message in application.messages.all()],
        "certificate": certificate.serial if certificate else "",
    }


def _missing_result_row(claim: MissingResult) -> dict[str, Any]:
    return {
        "application": claim.application_id,
        "event_name": claim.event,
        "day": claim.day.isoformat(),
        "text": claim.text,
        "state": claim.state_name,
        "reason": claim.reason,
        "files": [f"{file.get_kind_display()} {file.size}" for file in claim.files.all()],
    }


def _ranking_row(line: RankingLine) -> dict[str, Any]:
    return {
        "ranking": name_of(line.snapshot.ranking),
        "ranking_day": line.snapshot.day.isoformat(),
        "rank": line.rank,
        "points": points_text(line.points),
        "counted": line.results,
    }


def _entries(of_person: Q) -> QuerySet[Entry]:
    return Entry.every.filter(of_person).select_related("event", "team").order_by("event__starts", "pk")


def _entry_row(entry: Entry) -> dict[str, Any]:
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
    of_person = Q(entry__person=person) | Q(entry__person__merged_into=person)
    return Application.objects.filter(of_person).select_related("event", "private").order_by("submitted_at")


def _application_row(application: Application) -> dict[str, Any]:
    private = getattr(application, "private", None)
    return {
        "event": application.event.slug,
        "state": application.state,
        "name": application.name,
        "submitted_at": application.submitted_at.isoformat(),
        "name_consent": application.name_consent,
        "photo_consent": application.photo_consent,
        **{name: getattr(private, name, "") for name in _HIDDEN},
    }


def _results(of_person: Q) -> QuerySet[OfficialResult]:
    results = OfficialResult.objects.filter(of_person).select_related("recorded")
    return results.order_by("recorded__starts", "recorded_id")


def _result_row(result: OfficialResult) -> dict[str, Any]:
    return {
        "event": result.recorded.slug,
        "event_name": result.recorded.name,
        "class": result.recorded.letter,
        "name": result.name,
        "status": result.status,
        "table_points_twelfths": result.table_points,
        "competition_points": result.competition_points,
        "individual_rank": result.individual_rank,
        "team_rank": result.team_rank,
        "group_rank": result.group_rank,
        "web_points": result.web_points,
        "sessions": result.sessions,
    }
