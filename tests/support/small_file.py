"""A small event file with every kind of data, and a way to introduce errors."""

T1 = "sessions[0].tables[0]"
T2 = "sessions[1].tables[0]"
STAGE = {"number": 1, "first_session": 1, "last_session": 3}


def small():
    """Return a new valid file of two sessions with every kind of data."""
    return {
        "format": "mcr-event/1",
        "event": {"id": "small", "name": "Small", "rules": "wmo-2014", "sessions": 3},
        "groups": [{"id": 1, "name": "North"}],
        "teams": [{"id": 1, "name": "Foxes", "group": 1}],
        "players": [
            *({"number": number, "name": f"Player {number}", "team": 1} for number in range(1, 5)),
            {"number": 5, "name": "王伟", "kind": "reserve", "federation_number": "05", "lot": 1},
            {"number": 6, "name": "陪打", "kind": "filler", "federation_number": "06", "lot": 2},
        ],
        "sessions": [
            {
                "number": 1,
                "released": "2024-02-29T10:00:00Z",
                "penalties": [{"number": 1, "points": -10, "to": 2}],
                "tables": [
                    {
                        "number": 1,
                        "seats": {"E": 1, "S": 2, "W": 3, "N": 4},
                        "persons": [{"seat": "N", "from_hand": 1, "number": 5}],
                        "hands": [
                            {"no": 1, "winner": "E", "discarder": "S", "points": 8},
                            {"no": 2, "winner": None, "aborted": True},
                            {"no": 3, "winner": "W", "points": 20, "adjustments": {"E": -10}},
                        ],
                        "totals": {"E": 12, "S": -60, "W": 68, "N": -30},
                        "table_points": {"E": "2", "S": "0", "W": "4", "N": "1"},
                        "penalties": [{"seat": "S", "points": -5}],
                    }
                ],
            },
            {
                "number": 2,
                "tables": [
                    {
                        "number": 1,
                        "seats": {"E": 4, "S": 3, "W": 6},
                        "forfeits": [{"seat": "S"}],
                        "hands": [{"no": 1, "winner": "E", "discarder": "W", "points": 30}],
                    }
                ],
            },
        ],
    }


def spoilt(path, value):
    """Return the small file with the value at a path such as ``…[2].points`` replaced or added."""
    document = small()
    steps = path.replace("[", ".[").split(".")
    holder = document
    for step in steps[:-1]:
        holder = holder[int(step[1:-1])] if step.startswith("[") else holder[step]
    if steps[-1].startswith("["):
        holder.insert(int(steps[-1][1:-1]), value)
    else:
        holder[steps[-1]] = value
    return document
