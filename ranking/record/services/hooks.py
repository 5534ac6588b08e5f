"""Hooks: functions of later rooms that run within the record's actions, in the same transaction.

`ranking/apps.py` fills the lists when Django starts. A function that raises Refused refuses the action.
"""

from collections.abc import Callable, Sequence

from common.actions.engine import Call
from ranking.record.models.records import RecordedEvent, ResultList

#: Each gets the ids of the persons whose results were deleted or reassigned.
RESULTS_CHANGED: list[Callable[[Call, Sequence[int]], None]] = []
#: Each gets a list that was read and saved.
LIST_READ: list[Callable[[Call, ResultList], None]] = []
#: Each gets a list that entered the record, before it is deleted, and its event.
LIST_TAKEN: list[Callable[[Call, ResultList, RecordedEvent], None]] = []


def results_changed(call: Call, persons: Sequence[int]) -> None:
    """Call the functions of RESULTS_CHANGED."""
    for function in RESULTS_CHANGED:
        function(call, persons)


def list_read(call: Call, kept: ResultList) -> None:
    """Call the functions of LIST_READ."""
    for function in LIST_READ:
        function(call, kept)


def list_taken(call: Call, kept: ResultList, recorded: RecordedEvent) -> None:
    """Call the functions of LIST_TAKEN."""
    for function in LIST_TAKEN:
        function(call, kept, recorded)
