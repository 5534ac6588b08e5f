"""Take a list of results into the record, and change whose a taken result is."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import LIVE, PUBLIC, ActionContext, Done, action
from common.actions.errors import Refused
from ranking.bodies.models import Body
from ranking.bodies.services import COMMITTEE
from ranking.record.models.records import OfficialResult, RecordedEvent, ResultList
from ranking.record.models.sites import SitePlayer, SiteResults
from ranking.record.rules.result_lists import Row
from ranking.record.selectors.result_lists import NEW, Match, Plan, plan_of, slug_taken
from ranking.record.services.classes import ResultChanged, write_class
from ranking.record.services.hooks import list_taken, results_changed
from ranking.record.services.list_headers import TEXTS
from ranking.record.services.recorded_persons import note_results
from ranking.record.services.result_lists import waiting_list
from tournament.events.models.events import Event
from tournament.people.models.persons import Person
from tournament.people.services.accounts import lock_people
from tournament.people.services.checking import check_row
from tournament.people.services.persons import refusing_taken_numbers

_PERSON = ("name", "family_name", "given_name", "latin_name", "country")


@action("results.take", summary=_("Import a list of results into the record"), roles=COMMITTEE, subject="body")
def take_list(context: ActionContext, body: Body, *, kept: int, seen: str) -> Done:
    """Write the event with its class and every row; ``seen`` is the version of the plan that was shown.

    Refused while a row has a problem or no decision on its person. If a web site's list corrects an event, it replaces
    the earlier result as a whole.
    """
    lock_people(context)
    row = waiting_list(body, kept)
    plan = plan_of(row)
    if plan.version != seen:
        raise ResultChanged(_("The list or the persons changed after this page was loaded. Please check it again."))
    _check_plan(plan, body)
    recorded = plan.corrects or RecordedEvent(body=body, version=0)
    old = {"digest": recorded.digest[:16], "version": recorded.version} if plan.corrects else None
    before = _delete_lines(recorded) if plan.corrects else []
    _set_header(recorded, plan)
    recorded.digest = row.file_digest
    recorded.register_entry = plan.sanction
    classification = plan.classification()
    check_row(recorded, exclude=("body", "confirmed_at", "confirmed_by", "event", "register_entry"))
    write_class(context, recorded, classification)
    numbered = enumerate(plan.matches, start=1)
    lines = [_new_line(context, recorded, number, match.row, match.chosen) for number, match in numbered]
    OfficialResult.objects.bulk_create(lines, batch_size=500)
    _remember_players(body, zip(plan.matches, lines, strict=True))
    results_changed(context, before)
    note_results(context, [line.person_id for line in lines])
    _finish_list(context, row, recorded)
    after = {"event": recorded.slug, "class": recorded.letter, "rows": len(lines), "file": recorded.digest[:16]}
    answer = {"event": recorded.slug, "letter": recorded.letter}
    return Done(answer, f"event:{recorded.slug}", old, after, raises=(LIVE, PUBLIC))


@action("results.assign", summary=_("Move a result in the record to another person"), roles=COMMITTEE, subject="body")
def assign_result(context: ActionContext, body: Body, *, result: OfficialResult, person: Person | None) -> Done:
    """Give a result of a list to another person, or to a new one (None).

    The audit log keeps the earlier person, so that the change can be undone.
    """
    lock_people(context)
    line = OfficialResult.objects.select_related("recorded", "person").filter(pk=result.pk, recorded__body=body).first()
    if line is None or line.recorded.event_id:
        raise Refused(_("Only results imported by this body can be moved to another person."))
    before = line.person
    line.person = person.kept if person else _new_person(context, {name: getattr(line, name, "") for name in _PERSON})
    if line.recorded.results.filter(person=line.person).exclude(pk=line.pk).exists():
        raise Refused(_("This person already has a result in this event."))
    line.save(update_fields=["person"])
    if before.pk != line.person_id:
        _move_player(body, before, line.person)
        # Lists and pages over the record are cached by the versions of its events.
        line.recorded.version += 1
        line.recorded.save(update_fields=["version"])
    results_changed(context, [before.pk, line.person_id])
    answer = {"person": line.person_id, "before": before.pk}
    old = {"person": f"person:{before.pk}"}
    new = {"person": f"person:{line.person_id}"}
    target = f"event:{line.recorded.slug}"
    return Done(answer, target, old, new, raises=(LIVE, PUBLIC), changed=before.pk != line.person_id)


def _set_header(recorded: RecordedEvent, plan: Plan) -> None:
    header = plan.header
    for name in TEXTS:
        setattr(recorded, "venue" if name == "place" else name, header[name])
    recorded.version += 1
    recorded.starts = date.fromisoformat(header["starts"])
    recorded.ends = date.fromisoformat(header["ends"])
    recorded.players = header["players"] or len(plan.matches)
    recorded.sessions = header["sessions"]
    weight = header.get("weight")
    recorded.stated_weight = Decimal(weight) if weight else None


def _delete_lines(recorded: RecordedEvent) -> list[int]:
    """Delete the lines of an event that is corrected; return the ids of their persons."""
    lines = recorded.results.all()
    persons = sorted(set(lines.values_list("person", flat=True)))
    lines.delete()
    return persons


def _remember_players(body: Body, rows: Iterable[tuple[Match, OfficialResult]]) -> None:
    """Keep the persons of the site's players, so that reviewers decide only once."""
    if body.kind != Body.Kind.WEB:
        return
    persons = {match.row.site_player: line.person_id for match, line in rows if match.row.site_player}
    body.site_players.filter(code__in=persons).delete()
    SitePlayer.objects.bulk_create(SitePlayer(body=body, code=code, person_id=pk) for code, pk in persons.items())


def _move_player(body: Body, before: Person, person: Person) -> None:
    """Change the person of a site's player.

    If the site has several names for the person, it is unknown which one was meant: all are forgotten, so that a
    reviewer decides with the next results.
    """
    players = body.site_players.filter(person=before)
    if players.count() == 1:
        players.update(person=person)
    else:
        players.delete()


def _finish_list(context: ActionContext, row: ResultList, recorded: RecordedEvent) -> None:
    """Mark what the list came from as entered in the record, and delete the list."""
    list_taken(context, row, recorded)
    sent = row.sent
    row.delete()
    if sent:
        sent.state = SiteResults.State.TAKEN
        sent.recorded = recorded
        sent.decided_at = timezone.now()
        sent.decided_by = context.actor.name[:150]
        sent.save()


def _check_plan(plan: Plan, body: Body) -> None:
    if plan.fault or not plan.matches:
        raise Refused(_("No row can be read."))
    if not plan.header:
        raise Refused(_("Please choose first which event these results are from."))
    if slug_taken(plan.header["slug"], body):
        raise Refused(_("An event with this id already exists."))
    if plan.wrong:
        raise Refused(_("Some rows cannot be read. Nothing was imported."))
    if plan.undecided:
        raise Refused(_("Some rows are not matched to a person yet."))


def _new_line(context: ActionContext, recorded: RecordedEvent, number: int, row: Row, chosen: str) -> OfficialResult:
    person_values = row.person
    person = _new_person(context, person_values) if chosen == NEW else Person.objects.get(pk=chosen)
    return OfficialResult(
        recorded=recorded,
        person=person,
        row=number,
        name=person_values["name"],
        latin_name=person_values.get("latin_name", ""),
        country=person_values.get("country", ""),
        team=person_values.get("team", ""),
        group=person_values.get("group", ""),
        status=row.status,
        individual_rank=row.rank,
        team_rank=row.team_rank,
        group_rank=row.group_rank,
        table_points=row.table_points,
        competition_points=row.competition_points,
        web_points=row.web_points if recorded.scope == Event.Scope.WEB else None,
        sessions=recorded.sessions,
    )


def _new_person(context: ActionContext, values: Mapping[str, str]) -> Person:
    number = values.get("federation_number") or None
    person = Person(**{name: values.get(name, "") for name in _PERSON}, federation_number=number)
    check_row(person)
    with refusing_taken_numbers(context):
        person.save()
    return person
