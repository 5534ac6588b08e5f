"""Take past events into the record from lists of results: upload, map columns, match persons, take in."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, Call, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import OfficialResult, RecordedEvent, ResultList
from ranking.record.models.sites import SitePlayer, SiteResults
from ranking.record.rules.result_lists import COLUMNS, Row
from ranking.record.selectors.result_lists import NEW, Match, Plan, detect_columns, plan_of, sheets_of, slug_taken
from ranking.record.services.classes import ResultChanged, write_class
from ranking.record.services.hooks import list_read, list_taken, results_changed
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_begun, check_line, check_row
from tournament.registration.rules.headings import FIELDS

#: The texts about the event that are typed, because the list does not hold them.
TEXTS = ("slug", "name", "country", "place", "scope", "rules", "sanction_body", "sanction_number", "web_site")
_PERSON = ("name", "family_name", "given_name", "latin_name", "country")


@action("results.read", summary=_("Read a list of results for a preview"), roles=COMMITTEE, subject="body")
def keep_list(
    call: Call,
    body: Body,
    *,
    file_name: str,
    file_digest: str,
    sheets: list[dict[str, Any]],
    claim: int | None = None,
) -> Done:
    """Save the sheets of a file, with its columns detected, in place of the account's earlier list; answers its id.

    ``claim`` is the id of the missing result of an application to this body that the list enters.
    """
    body.result_lists.filter(actor_ref=call.actor.ref).delete()
    sheet, heading, mapping = detect_columns(sheets)
    kept = ResultList.objects.create(
        body=body,
        actor_ref=call.actor.ref,
        file_name=file_name[:200],
        file_digest=file_digest,
        sheets=json.dumps(sheets, ensure_ascii=False),
        sheet=sheet,
        heading=heading,
        mapping=mapping,
        claim_id=claim,
    )
    list_read(call, kept)
    after = {"file": file_digest[:16], "rows": len(sheets[sheet]["rows"])}
    return Done({"list": kept.pk}, f"list:{kept.pk}", after=after, raises=())


@action("results.map", summary=_("Say what the columns of a list of results mean"), roles=COMMITTEE, subject="body")
def map_list(
    call: Call, body: Body, *, kept: int, sheet: int, heading: int | None, mapping: dict[str, int] | None
) -> Done:
    """Change the sheet, the heading row (both from 0) and the mapping of a list.

    Without ``mapping`` all are detected by the headings of the sheet.
    """
    row = _waiting_list(body, kept)
    sheets = sheets_of(row)
    if not 0 <= sheet < len(sheets):
        raise Refused(_("There is no such worksheet."), where="sheet")
    if heading is not None and not 0 <= heading < len(sheets[sheet]["rows"]):
        raise Refused(_("There is no such row."), where="heading")
    if mapping is None:
        sheet, heading, mapping = detect_columns(sheets, sheet)
    row.sheet, row.heading = sheet, heading
    row.mapping = {name: column for name, column in mapping.items() if name in (*FIELDS, *COLUMNS)}
    row.people = {}
    row.save()
    return Done({"list": row.pk}, f"list:{row.pk}", after={"columns": sorted(row.mapping)}, raises=())


@action("results.header", summary=_("Say of which event a list of results is"), roles=COMMITTEE, subject="body")
def describe_list(
    call: Call,
    body: Body,
    *,
    kept: int,
    sessions: int,
    sanctioned: bool,
    starts: date,
    ends: date,
    players: int | None = None,
    teams_ranked: bool = False,
    groups_ranked: bool = False,
    **texts: str,
) -> Done:
    """Keep the data of the event: the texts of TEXTS, its days, sessions played, players (None: the number of rows).

    ``teams_ranked``, ``groups_ranked``: the event ranked them; places that the list does not state follow from the
    members' points (ranking.record.rules.listed_units).
    """
    row = _waiting_list(body, kept)
    header = header_of(call, body, starts=starts, ends=ends, **texts)
    row.header = header | {"sessions": sessions, "players": players, "sanctioned": sanctioned}
    row.header |= {"teams_ranked": teams_ranked, "groups_ranked": groups_ranked}
    row.save(update_fields=["header"])
    return Done({"list": row.pk}, f"list:{row.pk}", after={"event": header["slug"]}, raises=())


def header_of(call: Call, body: Body, *, starts: date, ends: date, **texts: str) -> dict[str, Any]:
    """Return the texts of TEXTS and the days to keep; for a web site's body always an event on its site (A9 3.5).

    Refused if the days are in the wrong order or in the future, a text has line breaks, or another event has the id.
    """
    if ends < starts:
        raise Refused(_("The last day is before the first."), where="ends")
    check_begun(call, ends, "ends")
    if slug_taken(texts["slug"], body):
        raise Refused(_("There is an event with this id already."), where="slug")
    if body.kind == Body.Kind.WEB:
        texts |= {"scope": Event.Scope.WEB, "web_site": body.site}
    elif texts.get("scope") == Event.Scope.WEB and not texts.get("web_site"):
        raise Refused(_("Please say on which web site it was played."), where="web_site")
    header = {name: texts.get(name, "") for name in TEXTS}
    for name, text in header.items():
        check_line(call, text, name)
    return header | {"starts": starts.isoformat(), "ends": ends.isoformat()}


@action("results.match", summary=_("Say whom rows of a list of results mean"), roles=COMMITTEE, subject="body")
def match_rows(call: Call, body: Body, *, kept: int, people: Mapping[str, str]) -> Done:
    """Keep for rows (their numbers as text) the id of a person or "new"; an empty value removes the decision."""
    row = _waiting_list(body, kept)
    decisions = {**row.people, **people}
    row.people = {number: decision for number, decision in decisions.items() if decision}
    row.save(update_fields=["people"])
    return Done({"list": row.pk}, f"list:{row.pk}", after={"rows": len(people)}, raises=())


@action("results.take", summary=_("Take a list of results into the record"), roles=COMMITTEE, subject="body")
def take_list(call: Call, body: Body, *, kept: int, seen: str) -> Done:
    """Write the event with its class and every row; ``seen`` is the version of the plan that was shown.

    Refused while a row has a problem or no decision on its person. If a web site's list corrects an event, it replaces
    the earlier result as a whole.
    """
    lock_people(call)
    row = _waiting_list(body, kept)
    plan = plan_of(row)
    if plan.version != seen:
        raise ResultChanged(_("The list or the persons changed since this page was made. Look at it again."))
    _check_plan(call, plan, body)
    recorded = plan.corrects or RecordedEvent(body=body, version=0)
    old = {"digest": recorded.digest[:16], "version": recorded.version} if plan.corrects else None
    before = _delete_lines(recorded) if plan.corrects else []
    _set_header(recorded, plan)
    recorded.digest = row.file_digest
    classification = plan.classification()
    check_row(call, recorded, exclude=("body", "confirmed_at", "confirmed_by", "event"))
    write_class(call, recorded, classification)
    numbered = enumerate(plan.matches, start=1)
    lines = [_new_line(call, recorded, number, match.row, match.chosen) for number, match in numbered]
    OfficialResult.objects.bulk_create(lines, batch_size=500)
    _remember_players(call, body, zip(plan.matches, lines, strict=True))
    results_changed(call, before)
    _finish_list(call, row, recorded)
    after = {"event": recorded.slug, "class": recorded.letter, "rows": len(lines), "file": recorded.digest[:16]}
    answer = {"event": recorded.slug, "letter": recorded.letter}
    return Done(answer, f"event:{recorded.slug}", old, after, raises=(LIVE, PUBLIC))


@action("results.assign", summary=_("Say whose a result in the record is"), roles=COMMITTEE, subject="body")
def assign_result(call: Call, body: Body, *, result: OfficialResult, person: Person | None) -> Done:
    """Give a result of a list to another person, or to a new one (None).

    The audit log keeps the earlier person, so that the change can be undone.
    """
    lock_people(call)
    line = OfficialResult.objects.select_related("recorded", "person").filter(pk=result.pk, recorded__body=body).first()
    if line is None or line.recorded.event_id:
        raise Refused(_("Only results of a list that this body took in can be given to another person."))
    before = line.person
    line.person = person.kept if person else _new_person(call, {name: getattr(line, name, "") for name in _PERSON})
    if line.recorded.results.filter(person=line.person).exclude(pk=line.pk).exists():
        raise Refused(_("This person has a result in this event already."))
    line.save(update_fields=["person"])
    if before.pk != line.person_id:
        _move_player(call, body, before, line.person)
    results_changed(call, [before.pk, line.person_id])
    answer = {"person": line.person_id, "before": before.pk}
    old = {"person": f"person:{before.pk}"}
    new = {"person": f"person:{line.person_id}"}
    target = f"event:{line.recorded.slug}"
    return Done(answer, target, old, new, raises=(LIVE, PUBLIC), changed=before.pk != line.person_id)


def _set_header(recorded: RecordedEvent, plan: Plan) -> None:
    header = plan.header
    for name in TEXTS:
        setattr(recorded, name, header[name])
    recorded.version += 1
    recorded.starts = date.fromisoformat(header["starts"])
    recorded.ends = date.fromisoformat(header["ends"])
    recorded.players = header["players"] or len(plan.matches)
    recorded.sessions = header["sessions"]


def _waiting_list(body: Body, kept: int) -> ResultList:
    row = body.result_lists.filter(pk=kept).first()
    if row is None:
        raise ResultChanged(_("This list is no longer there; another one was read meanwhile."))
    return row


def _delete_lines(recorded: RecordedEvent) -> list[int]:
    """Delete the lines of an event that is corrected; return the ids of their persons."""
    lines = recorded.results.all()
    persons = sorted(set(lines.values_list("person", flat=True)))
    lines.delete()
    return persons


def _remember_players(call: Call, body: Body, rows: Iterable[tuple[Match, OfficialResult]]) -> None:
    """Keep the persons of the site's players, so that reviewers decide only once."""
    if body.kind != Body.Kind.WEB:
        return
    persons = {match.row.site_player: line.person_id for match, line in rows if match.row.site_player}
    body.site_players.filter(code__in=persons).delete()
    SitePlayer.objects.bulk_create(SitePlayer(body=body, code=code, person_id=pk) for code, pk in persons.items())


def _move_player(call: Call, body: Body, before: Person, person: Person) -> None:
    """Change the person of a site's player.

    If the site has several names for the person, it is unknown which one was meant: all are forgotten, so that a
    reviewer decides with the next results.
    """
    players = body.site_players.filter(person=before)
    if players.count() == 1:
        players.update(person=person)
    else:
        players.delete()


def _finish_list(call: Call, row: ResultList, recorded: RecordedEvent) -> None:
    """Mark what the list came from as entered in the record, and delete the list."""
    list_taken(call, row, recorded)
    sent = row.sent
    row.delete()
    if sent:
        sent.state = SiteResults.State.TAKEN
        sent.recorded = recorded
        sent.decided_at = timezone.now()
        sent.decided_by = call.actor.name[:150]
        sent.save()


def _check_plan(call: Call, plan: Plan, body: Body) -> None:
    if plan.fault or not plan.matches:
        raise Refused(_("There is no row that can be read."))
    if not plan.header:
        raise Refused(_("Please say first of which event these results are."))
    if slug_taken(plan.header["slug"], body):
        raise Refused(_("There is an event with this id already."))
    if plan.wrong:
        raise Refused(_("Some rows cannot be read. Nothing was taken in."))
    if plan.undecided:
        raise Refused(_("Of some rows nobody said yet whom they mean."))


def _new_line(call: Call, recorded: RecordedEvent, number: int, row: Row, chosen: str) -> OfficialResult:
    given = row.person
    person = _new_person(call, given) if chosen == NEW else Person.objects.get(pk=chosen)
    return OfficialResult(
        recorded=recorded,
        person=person,
        row=number,
        name=given["name"],
        latin_name=given.get("latin_name", ""),
        country=given.get("country", ""),
        team=given.get("team", ""),
        group=given.get("group", ""),
        status=row.status,
        individual_rank=row.rank,
        team_rank=row.team_rank,
        group_rank=row.group_rank,
        table_points=row.table_points,
        competition_points=row.competition_points,
        web_points=row.web_points if recorded.scope == Event.Scope.WEB else None,
        sessions=recorded.sessions,
    )


def _new_person(call: Call, given: Mapping[str, str]) -> Person:
    number = given.get("federation_number") or None
    person = Person(**{name: given.get(name, "") for name in _PERSON}, federation_number=number)
    check_row(call, person)
    person.save()
    return person
