"""The blind second entry of a paper's totals: sheets that wait for it, and people who may make it."""

from collections.abc import Mapping
from dataclasses import replace

from common.actions.permissions import Actor
from scoring.game.rules.seats import Seat
from scoring.settings.models.scoring import ScoringSettings
from scoring.sheets.models.desk_work import SecondEntry
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.comparison import result_of
from scoring.sheets.selectors.facts.records import SheetFacts
from tournament.people.models.accounts import Account

MISSING, DIFFERS = "missing", "differs"
#: The action that types a sheet from paper.
TYPING = "sheet.type"


def waits_for(facts: SheetFacts) -> str:
    """Return why a sheet waits for its second entry: MISSING, DIFFERS, or "" (complete, or the event wants none).

    Only sheets typed from paper are typed twice; players check a sheet written at the table.
    """
    settings = facts.sheet.table.session.event.scoring_settings
    if settings.second_entry == ScoringSettings.SecondEntry.NO or not typed_from_paper(facts.sheet):
        return ""
    second = SecondEntry.objects.filter(sheet=facts.sheet).first()
    return entry_state(facts, second)


def entry_state(facts: SheetFacts, second: SecondEntry | None) -> str:
    """Return MISSING without a second entry, DIFFERS if it differs from the sheet, else ""."""
    if second is None:
        return MISSING
    return DIFFERS if differences(facts, second.totals) else ""


def differences(facts: SheetFacts, totals: Mapping[str, int]) -> dict[Seat, tuple[int, int]]:
    """Return seat -> (first, second) for totals that differ from the sheet's signed totals, or else from its hands."""
    record = facts.record(facts.sheet.table.session.event.scoring_settings.ties)
    # A paper has the sums of its columns, without points moved by exchanged seats.
    scores = result_of(replace(record, moved={})) or {}
    first = {seat: record.game.start + score for seat, score in scores.items()}
    return {seat: (points, totals[seat]) for seat, points in first.items() if totals.get(seat, points) != points}


def typed_from_paper(sheet: Sheet) -> bool:
    """Whether the sheet was typed at the Desk, in part or as a whole."""
    return sheet.versions.filter(action=TYPING).exists()


def typed_by(sheet: Sheet, actor: Actor) -> bool:
    """Whether the actor, or another account of the same person, typed a part of the sheet."""
    refs = set(sheet.versions.filter(action=TYPING).values_list("by_ref", flat=True))
    person = actor.account.person_id if actor.account else None
    if actor.ref in refs or person is None:
        return actor.ref in refs
    ids = [ref.partition(":")[2] for ref in refs if ref.startswith("account:")]
    return Account.objects.filter(pk__in=ids, person=person).exists()
