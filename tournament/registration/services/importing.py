"""Write groups, teams, persons, entries, officials, hall, stages and sessions of an event file."""

from typing import Any

from django.utils.dateparse import parse_datetime

from common.actions.engine import ActionContext
from tournament.events.models.entries import Entry, Group, Lot, Team
from tournament.events.models.equipment import EquipmentCheck
from tournament.events.models.events import Event, Official
from tournament.events.models.halls import HallPlan, HallTable
from tournament.events.models.stages import Session, Stage, StageEntry
from tournament.people.models.persons import Person
from tournament.people.rules import FederationNumber, NumberKind
from tournament.people.selectors import holders_of
from tournament.people.services.numbers import fill_numbers
from tournament.people.services.persons import refusing_taken_numbers


def write_entries(context: ActionContext, event: Event, document: dict[str, Any]) -> dict[int, Entry]:
    """Write the participants, officials, hall, stages and sessions of a checked event file.

    Returns the entries by their number.
    """
    groups = _write_groups(event, document)
    teams = _write_teams(event, document, groups)
    entries = _write_players(context, event, document, teams, groups)
    _write_officials(event, document)
    _write_equipment(event, document)
    _write_hall(event, document)
    _write_stages(event, document, entries)
    _write_sessions(event, document)
    return entries


def _write_groups(event: Event, document: dict[str, Any]) -> dict[int | None, Group]:
    rows = [Group(event=event, number=group["id"], name=group["name"]) for group in document.get("groups", [])]
    return {group.number: group for group in Group.objects.bulk_create(rows)}


def _write_teams(event: Event, document: dict[str, Any], groups: dict[int | None, Group]) -> dict[int | None, Team]:
    rows = [
        Team(
            event=event,
            number=team["id"],
            name=team["name"],
            leader=team.get("leader", ""),
            group=groups.get(team.get("group")),
        )
        for team in document.get("teams", [])
    ]
    return {team.number: team for team in Team.objects.bulk_create(rows)}


def _write_players(
    context: ActionContext,
    event: Event,
    document: dict[str, Any],
    teams: dict[int | None, Team],
    groups: dict[int | None, Group],
) -> dict[int, Entry]:
    players = document["players"]
    persons = _persons(context, players)
    rows = [
        Entry(
            event=event,
            person=person,
            number=player["number"],
            team=teams.get(player.get("team")),
            group=groups.get(player.get("group")),
            kind=player.get("kind", Entry.Kind.PLAYER),
            status=player.get("status", Entry.Status.ENTERED),
            name_consent=player.get("consents", {}).get("name"),
            photo_consent=player.get("consents", {}).get("photo"),
            **_names(player),
        )
        for player, person in zip(players, persons, strict=True)
    ]
    entries = {entry.number: entry for entry in Entry.objects.bulk_create(rows)}
    lots = [Lot(entry=entries[player["number"]], number=player["lot"]) for player in players if "lot" in player]
    Lot.objects.bulk_create(lots)
    return entries


def _names(player: dict[str, Any]) -> dict[str, str]:
    return {key: player.get(key, "") for key in ("name", "family_name", "given_name", "latin_name", "country")}


def _persons(context: ActionContext, players: list[dict[str, Any]]) -> list[Person]:
    """Return the person of each player: the known one with the same federation number, else a new one.

    Persons get the further numbers that they lack.
    """
    numbers = [player["federation_number"] for player in players if "federation_number" in player]
    known = holders_of(numbers)
    persons = [
        known.get(player.get("federation_number", ""))
        or Person(federation_number=player.get("federation_number"), **_names(player))
        for player in players
    ]
    with refusing_taken_numbers(context):
        Person.objects.bulk_create(person for person in persons if person.pk is None)
    further = {
        person.kept: [_number(number) for number in player["numbers"]]
        for person, player in zip(persons, players, strict=True)
        if player.get("numbers")
    }
    fill_numbers(context, further)
    return persons


def _number(number: dict[str, str]) -> FederationNumber:
    country = number.get("country", "") if number["kind"] == NumberKind.NATIONAL else ""
    return FederationNumber(number["kind"], number["number"], country)


def _write_equipment(event: Event, document: dict[str, Any]) -> None:
    checks = document["event"].get("equipment", [])
    # The last one counts if a file names an item twice.
    latest = {check["item"]: check for check in checks}
    EquipmentCheck.objects.bulk_create(EquipmentCheck(event=event, **check) for check in latest.values())


def _write_officials(event: Event, document: dict[str, Any]) -> None:
    officials = enumerate(document["event"].get("officials", []), start=1)
    Official.objects.bulk_create(Official(event=event, order=order, **official) for order, official in officials)


def _write_hall(event: Event, document: dict[str, Any]) -> None:
    described = document["event"].get("hall")
    if described:
        columns = {key: value for key, value in described.items() if key != "tables"}
        hall = HallPlan.objects.create(event=event, **columns)
        HallTable.objects.bulk_create(HallTable(hall=hall, **table) for table in described.get("tables", []))


def _write_stages(event: Event, document: dict[str, Any], entries: dict[int, Entry]) -> None:
    for described in document["event"].get("stages", []):
        columns = {key: value for key, value in described.items() if key not in ("players", "entered")}
        stage = Stage.objects.create(event=event, **columns)
        began = {
            row["player"]: {key: value for key, value in row.items() if key != "player"}
            for row in described.get("entered", [])
        }
        players = [
            StageEntry(stage=stage, entry=entries[number], **began.get(number, {}))
            for number in described.get("players", [])
        ]
        StageEntry.objects.bulk_create(players)


def _write_sessions(event: Event, document: dict[str, Any]) -> None:
    Session.objects.bulk_create(
        Session(
            event=event,
            number=session["number"],
            starts=parse_datetime(session.get("starts", "")),
            late_from=parse_datetime(session.get("late_from", "")),
            released_at=parse_datetime(session.get("released", "")),
        )
        for session in document["sessions"]
    )
