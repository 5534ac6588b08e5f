"""Rulings and appeals for generated event files: every step, outcome and fee."""

import random

STATES = ("unsigned", "open", "upheld", "rejected", "inadmissible", "withdrawn")


def with_appeals(document, seed):
    """Add rulings and appeals. Separate random numbers keep the events of earlier seeds unchanged."""
    rng, rulings = random.Random(f"appeals of {seed}"), 0
    tables = [(session, table) for session in document["sessions"] for table in session["tables"]]
    for _session, table in tables:
        if table.get("hands") and rng.random() < 0.3:
            rulings += 1
            first = {"number": rulings, "hand": table["hands"][0]["no"], "decision": "和牌有效", "article": "3.9.1.4"}
            table["rulings"] = [first | {"reason": "四家确认", "at": "2024-02-29T09:40:00Z", "by": "赵敏"}]
    taking = [(session, table) for session, table in tables if table["seats"] and rng.random() < 0.3]
    for number, (session, table) in enumerate(taking[:20], start=1):
        document.setdefault("appeals", []).append(_appeal(rng, number, session, table, document))
    return document


def _appeal(rng, number, session, table, document):
    player = rng.choice(list(table["seats"].values()))
    teams = {player["number"]: player.get("team") for player in document["players"]}
    state = rng.choice(STATES)
    found = {"number": number, "session": session["number"], "against": "sheet", "table": table["number"]}
    found |= {"by": "leader"} if teams[player] and rng.random() < 0.3 else {"by": "player"}
    if "rulings" in table:
        found |= {"against": "ruling", "ruling": table["rulings"][0]["number"]}
    elif table.get("fouls"):
        found |= {"against": "foul", "foul": table["fouls"][0]["number"]}
    elif rng.random() < 0.2:
        del found["table"]
        found |= {"against": "other", "subject": rng.choice(["draw", "awards", "other"])}
    found |= {"player": player, "filed": "2024-02-29T12:10:00Z", "until": "2024-02-29T12:30:00Z", "state": state}
    found["steps"] = _steps(rng, state)
    if rng.random() < 0.7:
        found["fee"] = {"amount": 200, "currency": "USD", "state": "due"}
        if state == "upheld":
            found["fee"] |= {"state": "returned", "paid": "2024-02-29T12:12:00Z", "settled": "2024-02-29T13:40:00Z"}
    if state == "inadmissible" and rng.random() < 0.5:
        found |= {"late": True, "filed": "2024-02-29T12:31:00Z"}
    if rng.random() < 0.2:
        found["matter"] = "other"
        found["steps"] = [found["steps"][-1] | {"order": 1, "instance": "department", "department": "场地部"}]
    if state == "upheld":
        found["corrections"] = [{"session": session["number"], "table": table["number"]}]
        found["corrections"] += [{"foul": found["foul"]}] if "foul" in found else []
        found["corrections"].sort(key=lambda correction: correction.get("session", 0))
    return found


def _steps(rng, state):
    first = {"order": 1, "instance": "chief-referee", "since": "2024-02-29T12:10:00Z"}
    end = {} if state in ("unsigned", "open") else {"decided": "2024-02-29T13:30:00Z", "outcome": state}
    if rng.random() < 0.6:
        return [first | ({"heard": "2024-02-29T13:00:00Z"} if rng.random() < 0.5 else {}) | end]
    rejected = {"decided": "2024-02-29T12:40:00Z", "outcome": "rejected"}
    second = {"order": 2, "instance": "arbitration", "since": "2024-02-29T12:50:00Z", **end}
    return [first | rejected, second | ({"finding": rng.choice(["facts", "none"])} if state == "upheld" else {})]
