"""Hooks: functions of later rooms that run within the record's actions, in the same transaction.

`ranking/apps.py` fills the lists when Django starts. A function that raises Refused refuses the action.
"""

from collections.abc import Callable, Sequence

from common.actions.engine import ActionContext
from ranking.record.models.records import RecordedEvent, ResultList
from ranking.record.services.recorded_persons import note_results

#: Each gets the ids of the persons whose results were deleted or reassigned.
RESULTS_CHANGED: list[Callable[[ActionContext, Sequence[int]], None]] = []
#: Each gets a list that was read and saved.
LIST_READ: list[Callable[[ActionContext, ResultList], None]] = []
#: Each gets a list that entered the record, before it is deleted, and its event.
LIST_TAKEN: list[Callable[[ActionContext, ResultList, RecordedEvent], None]] = []


def results_changed(context: ActionContext, persons: Sequence[int]) -> None:
    """Note the newest events of the persons, and call the functions of RESULTS_CHANGED."""
    note_results(context, persons)
    for function in RESULTS_CHANGED:
        function(context, persons)


def list_read(context: ActionContext, kept: ResultList) -> None:
    """Call the functions of LIST_READ."""
    for function in LIST_READ:
        function(context, kept)


def list_taken(context: ActionContext, kept: ResultList, recorded: RecordedEvent) -> None:
    """Call the functions of LIST_TAKEN."""
    for function in LIST_TAKEN:
        function(context, kept, recorded)
