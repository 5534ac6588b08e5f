"""Creating an event, its settings, timetable and checklist."""
