"""Files of laptops that were found after their events had been taken back by decision."""

from scoring.hand_over.models import HandOver, LateFile

#: The folder of the files.
LATE_FILES = "late-files"


def late_file_of(row: HandOver) -> LateFile | None:
    """Return the file that turned up later for the hand-over; None if there is none."""
    return LateFile.objects.filter(hand_over=row).first()


def stored_name(late: LateFile) -> str:
    """Return the stored file."""
    return f"{LATE_FILES}/{late.name}"
