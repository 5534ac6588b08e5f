"""Build the document of the event file from a whole event (interfaces: export_event)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from common.files.json_files.writing import present
from scoring.appeals.selectors.document import appeal_documents, table_rulings
from scoring.display.selectors.awards import award_documents
from scoring.display.selectors.screens import screen_documents
from scoring.event_file.rules import restate
from scoring.event_file.rules.oath import setting_documents
from scoring.event_file.selectors.draws import draw_documents, session_draw_documents, wish_documents
from scoring.event_file.selectors.tables import table_document
from scoring.fouls.selectors.document import (
    event_fouls,
    kind_documents,
    measure_documents,
    session_fouls,
    sessions_naming_penalties,
    table_fouls,
)
from scoring.releases.selectors.document import (
    closing_document,
    correction_documents,
    early_end_documents,
    official_documents,
)
from scoring.settings.selectors import settings_values
from scoring.sheets.selectors.facts.hand_records import records_of
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.sheets import session_penalties, sheets_of
from tournament.clocks.selectors.document import announcement_documents, clock_documents, extra_documents
from tournament.events.selectors.equipment import equipment_documents
from tournament.events.selectors.events import entries_of, hall_of, officials_of, stages_of
from tournament.people.models.numbers import PersonNumber
from tournament.people.selectors import numbers_of
from tournament.presence.selectors.line_ups import line_ups_waiting
from tournament.presence.selectors.presence import marks_of


def event_document(event: Any) -> dict[str, Any]:
    """Return the event as canonical "mcr-event/1", with defaults stated where the imported file stated them."""
    document = {
        "format": "mcr-event/1",
        "event": _event(event),
        "groups": [{"id": group.number, "name": group.name} for group in event.groups.all()],
        "teams": [_team(team) for team in event.teams.select_related("group")],
        "players": _players(event),
        "sessions": _sessions(event),
        "announcements": announcement_documents(event),
        "fouls": event_fouls(event),
        "measures": measure_documents(event),
        "appeals": appeal_documents(event),
        "draws": draw_documents(event),
        "session_draws": session_draw_documents(event),
        "seat_wishes": wish_documents(event),
        "screens": screen_documents(event),
        "awards": award_documents(event),
    }
    return restate(document, event.stated)


def _event(event: Any) -> dict[str, Any]:
    return present(
        id=event.slug,
        name=event.name,
        country=event.country,
        place=event.venue,
        time_zone=event.time_zone,
        starts=event.starts and event.starts.isoformat(),
        ends=event.ends and event.ends.isoformat(),
        rules=event.rules,
        scope=event.scope,
        sessions=event.planned_sessions,
        settings={
            group: changed
            for group, values in setting_documents(settings_values(event, changed_only=True)).items()
            if (changed := present(**values))
        },
        stages=[_stage(stage) for stage in stages_of(event)],
        officials=[_official(official) for official in officials_of(event)],
        equipment=equipment_documents(event),
        sanction=present(body=event.sanction_body, number=event.sanction_number),
        web=present(site=event.web_site),
        **{"class": event.confirmed_class},
        closed=closing_document(event),
        foul_kinds=kind_documents(event),
        hall=_hall(event),
        rehearsal=event.rehearsal or None,
    )


def _hall(event: Any) -> dict[str, Any]:
    hall = hall_of(event)
    if hall is None:
        return {}
    tables = [{"number": table.number, "row": table.row, "column": table.column} for table in hall.tables.all()]
    return present(rows=hall.rows, columns=hall.columns, east=hall.east, tables=tables)


def _stage(stage: Any) -> dict[str, Any]:
    return present(
        number=stage.number,
        name=stage.name,
        first_session=stage.first_session,
        last_session=stage.last_session,
        method=stage.method,
        carry=None if stage.carry == "full" else stage.carry,
        advance=stage.advance,
        players=[chosen.entry.number for chosen in stage.stage_entries.all()],
        who=None if stage.who == "all" else stage.who,
        count=stage.count,
        most=stage.most,
        rematch=stage.rematch,
        kin=stage.kin,
        compatriots=stage.compatriots,
        apart=stage.apart,
        numbering=None if stage.numbering == "top" else stage.numbering,
        bonus=stage.bonus,
        frozen=stage.frozen,
        for_units=None if stage.for_units else False,
        knockout=stage.knockout,
        pools=stage.pools,
        pooling=None if stage.pooling == "snake" else stage.pooling,
        pool_teams=stage.pool_teams or None,
        crossing=stage.crossing,
        entered=[
            present(player=chosen.entry.number, rank=chosen.rank, position=chosen.position, pool=chosen.pool)
            for chosen in stage.stage_entries.all()
            if chosen.rank and chosen.position
        ],
        play_off=stage.play_off,
        declined=stage.declined,
    )


def _official(official: Any) -> dict[str, Any]:
    names = ("name", "function", "qualification", "qualification_number", "tables")
    return present(**{name: getattr(official, name) for name in names})


def _team(team: Any) -> dict[str, Any]:
    return present(id=team.number, name=team.name, leader=team.leader, group=team.group and team.group.number)


def _players(event: Any) -> list[dict[str, Any]]:
    entries = list(entries_of(event))
    numbers = numbers_of(entry.person.kept for entry in entries)
    return [_player(entry, numbers.get(entry.person.kept.pk, [])) for entry in entries]


def _player(entry: Any, numbers: Sequence[PersonNumber]) -> dict[str, Any]:
    names = ("name", "family_name", "given_name", "latin_name", "country")
    return present(
        number=entry.number,
        federation_number=entry.person.kept.federation_number,
        numbers=[
            present(kind=row.kind, number=row.number, country=row.country)
            for row in sorted(numbers, key=lambda row: (row.kind, row.number))
        ],
        team=entry.team and entry.team.number,
        group=entry.group and entry.group.number,
        kind=None if entry.kind == "player" else entry.kind,
        status=None if entry.status == "entered" else entry.status,
        lot=entry.lot.number if hasattr(entry, "lot") else None,
        arrival=_arrival(entry),
        absences=[_absence(period) for period in entry.withdrawals.all()],
        consents=present(name=entry.name_consent, photo=entry.photo_consent),
        **{name: getattr(entry, name) for name in names},
    )


def _arrival(entry: Any) -> dict[str, Any]:
    """Return the checked items and check-ins: the one for session 1 as "at", those for later sessions by session."""
    rows = {row.session: _moment(row.at) for row in entry.arrivals.all()}
    later = [present(session=session, at=at) for session, at in rows.items() if session > 1]
    return present(at=rows.get(1), marks=sorted(marks_of(entry)), later=later)


def _absence(period: Any) -> dict[str, Any]:
    names = ("from_session", "until_session", "withdrew_from", "reason", "return_reason")
    return present(suspended=period.suspended or None, **{name: getattr(period, name) for name in names})


def _sessions(event: Any) -> list[dict[str, Any]]:
    tables = defaultdict(list)
    clocks, extra = clock_documents(event), extra_documents(event)
    recorded = records_of(event)
    corrected, official = correction_documents(event), official_documents(event)
    early_ends = early_end_documents(event)
    ruled = table_rulings(event)
    fouls_at, fouls_in = table_fouls(event), session_fouls(event)
    named = sessions_naming_penalties(event)
    for facts in sheet_facts(sheets_of(event)):
        tables[facts.sheet.table.session_id].append(
            table_document(facts, recorded, fouls_at.get(facts.sheet.pk, []))
            | present(
                rulings=ruled.get(facts.sheet.pk),
                corrections=corrected.get(facts.sheet.pk),
                extra_time=extra.get(facts.sheet.table_id),
            )
        )
    penalties = defaultdict(list)
    for penalty in session_penalties(event):
        order = {"order": penalty.order} if penalty.session_id in named else {}
        penalties[penalty.session_id].append(_session_penalty(penalty) | order)
    line_ups = defaultdict(list)
    for row in line_ups_waiting(event):
        line_ups[row.session_id].append({"number": row.holder.number, "by": row.by.number})
    sessions = [
        present(
            number=session.number,
            starts=_moment(session.starts),
            late_from=_moment(session.late_from),
            clock=clocks.get(session.pk),
            released=_moment(session.released_at),
            official=official.get(session.pk),
            early_end=early_ends.get(session.pk),
            penalties=penalties[session.pk],
            fouls=fouls_in.get(session.pk),
            line_ups=line_ups[session.pk],
        )
        | {"tables": tables[session.pk]}
        for session in event.sessions.all()
    ]
    while sessions and sessions[-1].keys() == {"number", "tables"} and not sessions[-1]["tables"]:
        sessions.pop()
    return sessions


def _moment(time: datetime | None) -> str | None:
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if time else None


def _session_penalty(penalty: Any) -> dict[str, Any]:
    return {"number": penalty.entry.number, "points": penalty.points} | present(
        article=penalty.article, reason=penalty.reason, to=penalty.paid_to and penalty.paid_to.number
    )
