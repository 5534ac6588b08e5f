"""Clocks, moved tables, real rounds, exchanged seats and announcements for generated event files."""

import random

from tests.support.recompute import SEATS

ANNOUNCEMENTS = [
    {
        "number": 1,
        "zh": "午餐在二楼。",
        "en": "Lunch is upstairs.",
        "ja": "昼食は二階です。",
        "from": "2024-02-28T11:30:00Z",
    },
    {"number": 2, "en": "Обед!", "from": "2024-02-28T11:40:00Z", "until": "2024-02-28T12:00:00Z"},
    {"number": 4, "ja": "写真", "from": "2024-02-28T12:00:00Z", "taken_back": "2024-02-28T12:01:00Z"},
]


def with_clocks(document, seed):
    """Add clocks, moved tables and announcements, with separate random numbers."""
    rng = random.Random(f"clocks {seed}")
    for session in document["sessions"]:
        if rng.random() < 0.4:
            session["clock"] = _clock(rng, session["number"])
        for table in session["tables"]:
            _room(rng, table, len(session["tables"]))
    if rng.random() < 0.3:
        document["announcements"] = rng.sample(ANNOUNCEMENTS, rng.randint(1, 3))
        document["announcements"].sort(key=lambda announcement: announcement["number"])
    return document


def exchange_seats(tables, seed):
    """Let players of a session's tables sit on each other's seats, temporarily or to the end."""
    rng = random.Random(f"exchange {seed}")
    free = [(table, seat) for table in tables if not table.get("forfeits") for seat in table["seats"]]
    free = [(table, seat) for table, seat in free if all(person["seat"] != seat for person in table.get("persons", []))]
    while len(free) > 1 and rng.random() < 0.25:
        one, other = (free.pop(rng.randrange(len(free))) for _turn in range(2))
        since, back = sorted(rng.sample(range(1, 17), 2))
        for (table, seat), (from_table, from_seat) in ((one, other), (other, one)):
            rows = [(since, from_table["seats"][from_seat])]
            rows += [(back, table["seats"][seat])] if back % 2 else []
            for hand, number in rows:
                person = {"seat": seat, "from_hand": hand, "number": number, "exchanged": True}
                table.setdefault("persons", []).append(person)
    for table in tables:
        if "persons" in table:
            table["persons"].sort(key=lambda person: (SEATS.index(person["seat"]), person["from_hand"]))


def _clock(rng, number):
    day = f"2024-02-{number:02}T"
    if rng.random() < 0.2:
        return {"checked": f"{day}09:25:00Z"}
    found = {"checked": f"{day}09:25:00Z", "started": f"{day}09:31:05Z", "minutes": 120, "notice": 15}
    pause = {"kind": "pause", "since": f"{day}10:00:00Z"}
    if rng.random() < 0.5:
        rest = {"kind": "break", "since": f"{day}10:30:00Z", "until": f"{day}10:45:00Z", "silent": True}
        found["stops"] = [pause | {"until": f"{day}10:02:00Z"}, rest]
    elif rng.random() < 0.2:
        return found | {"stops": [pause]}
    return found | ({"ended": f"{day}11:40:00Z"} if rng.random() < 0.8 else {})


def _room(rng, table, tables):
    if rng.random() < 0.05:
        table["moved"] = {"to": tables + table["number"], "room": "二楼"}
    if rng.random() < 0.05:
        rows = [{"order": 1, "minutes": 5, "reason": "自动桌坏了"}, {"order": 2, "minutes": 10, "reason": "tiles"}]
        table["extra_time"] = rows
    if rng.random() < 0.08 and len(table["seats"]) == 4:
        table["rounds"] = [{"round": rng.randint(1, 4), "places": "".join(rng.sample(SEATS, 4))}]
