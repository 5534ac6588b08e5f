"""Late files: those that a laptop sends after its event was taken back without it."""

from scoring.hand_over.models import HandOver, LateFile

#: The folder of the files.
LATE_FILES = "late-files"


def late_file_of(row: HandOver) -> LateFile | None:
    """Return the late file of the hand-over; None without one."""
    return LateFile.objects.filter(hand_over=row).first()


def stored_name(late: LateFile) -> str:
    """Return the name under which the late file is stored."""
    return f"{LATE_FILES}/{late.name}"
