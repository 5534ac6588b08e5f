"""Check the recorded tiles and fans of won hands in an event file."""

from collections.abc import Iterator
from typing import Any

from scoring.event_file.rules.problem import Problem, Steps, rows_in, tables_in
from scoring.fans.rules import RULE_SETS, RuleSet
from scoring.fans.rules.recorded import calculated
from scoring.tiles.rules.errors import HandError


def record_problems(document: dict[str, Any]) -> Iterator[Problem]:
    """Find records of hands without a winner, records the event's rules reject, and records with both kinds or none.

    Only the Chinese rule sets have records; of other games they are refused as foreign.
    """
    rules = RULE_SETS.get(document["event"]["rules"])
    if rules is None:
        return
    for table_path, table in tables_in(document):
        for path, hand in rows_in(table, "hands", table_path):
            yield from _recorded(hand, (*path, "recorded"), rules)


def _recorded(hand: dict[str, Any], here: Steps, rules: RuleSet) -> Iterator[Problem]:
    record = hand.get("recorded")
    if record is None:
        return
    if hand["winner"] is None:
        yield Problem(here, "recorded-without-winner", {})
    if ("tiles" in record) == ("fans" in record):
        yield Problem(here, "recorded-one", {})
        return
    try:
        calculated(record, rules)
    except HandError as error:
        yield Problem(here, "recorded-wrong", {"error": str(error)})
