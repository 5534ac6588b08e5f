"""Paths and values of event files that several tests use."""

from tests.support.small_file import T1

HAND = f"{T1}.hands[2]"
LATER = {"number": 3, "tables": []}
MARK = {"at": "2024-03-01T10:00:00Z", "by": "赵敏"}
HALL = {"rows": 2, "columns": 3}
PLACE = {"number": 1, "row": 2, "column": 3}
OWN_KIND = {"id": "phone", "scope": "session", "name": {"en": "Phone"}}
BEFORE = {"number": 1, "table_points": "2", "points": 12}
CORRECTION = {"begun": "2024-03-01T10:00:00Z", "corrected": "2024-03-01T10:00:00Z"}
SCREEN = {"id": "hall-1", "name": "Hall 1", "language": "all"}
AWARD = {"kind": "own", "title": "Rookie", "places": 3, "winners": [{"place": 3, "number": 1}]}
