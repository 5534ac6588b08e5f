"""Players, teams and groups: by hand, from lists, by their own application; who was registered twice."""
