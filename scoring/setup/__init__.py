"""Create an event, change its settings and timetable, and list what it lacks."""
